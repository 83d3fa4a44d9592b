"""Who sits where between the hands: button, blinds, joiners, missed blinds (R57 to R59)."""

from __future__ import annotations

import copy
from dataclasses import dataclass, replace
from typing import Any

from tests.helpers.poker_oracle.file import Misfit, Rules, cents


@dataclass
class Player:
    number: int
    """Tells the player from another one who takes the same seat later."""
    chips: int
    away: bool = False
    joiner: bool = False
    """19.12: has to post a big blind, or to wait for it."""
    missed_big: bool = False
    missed_small: bool = False
    posting: bool = False

    @property
    def owes(self) -> bool:
        return self.joiner or self.missed_big or self.missed_small


@dataclass(frozen=True)
class Positions:
    button: int
    small: int
    """The small blind position, also where nobody posts there."""
    small_player: int
    big: int
    big_player: int


@dataclass(frozen=True)
class Seating:
    """How a hand starts: who is dealt in and what each has to post."""

    at: Positions
    dealt: list[int]
    """Clockwise from the button's left, the order of the deal (6.4.b)."""
    small: int | None
    live: dict[int, int]
    dead: dict[int, int]


class Room:
    def __init__(self, rules: Rules, players: list[dict[str, Any]]) -> None:
        self.rules = rules
        self.players: dict[int, Player] = {}
        self._arrived = 0
        self._last: Positions | None = None
        """Of the last hand."""
        self._again = False
        """Was the last hand a misdeal or void?"""
        self._began: int | None = None
        self._first_lap = True
        for row in players:
            if set(row) != {"seat", "stack"}:
                raise Misfit(f"a player has a seat and a stack, seen {sorted(row)}")
            self._sit(row["seat"], cents(row["stack"]))

    def copy(self) -> Room:
        twin = copy.copy(self)
        twin.players = {seat: replace(player) for seat, player in self.players.items()}
        return twin

    def _sit(self, seat: Any, chips: int) -> Player:
        if type(seat) is not int or not 1 <= seat <= self.rules.seats or seat in self.players:
            raise Misfit(f"seat {seat!r} is taken or does not exist")
        if chips == 0:
            raise Misfit("nobody sits down without chips")
        self._arrived += 1
        self.players[seat] = Player(self._arrived, chips)
        return self.players[seat]

    def between_hands(self, line: Any) -> None:
        """One line of `before`."""
        words = line.split() if isinstance(line, str) else []
        if len(words) < 2 or not words[0].isdecimal():
            raise Misfit(f"{line!r}")
        seat, verb, rest = int(words[0]), words[1], words[2:]
        if verb == "sits" and rest[1:] in ([], ["moved"]) and rest:
            joiner = self._sit(seat, cents(rest[0]))
            # R58: at once if moved (19.12.b, c), in the first lap (19.12.a, R59), in a tournament.
            exempt = len(rest) == 2 or self._first_lap or self.rules.tournament
            joiner.joiner = not exempt
            return
        player = self.players.get(seat)
        if player is None:
            raise Misfit(f"nobody sits at seat {seat}")
        if verb == "buys" and len(rest) == 1 and cents(rest[0]) > 0:  # 13.4
            player.chips += cents(rest[0])
        elif verb == "leaves" and not rest:
            del self.players[seat]
        elif verb == "away" and not rest and not player.away:
            player.away, player.posting = True, False  # R58: `away` takes a post back
        elif verb == "back" and not rest and player.away:
            player.away = False
        elif verb == "posts" and not rest and self._may_post(player):
            player.posting = True
        else:
            raise Misfit(f"{line!r}")

    def _may_post(self, player: Player) -> bool:
        return player.owes and not player.away and player.chips > 0

    def _there(self, player: Player) -> bool:
        """Can be dealt in; in a tournament also one who is away (28.1)."""
        return player.chips > 0 and (self.rules.tournament or not player.away)

    @property
    def small_again(self) -> int | None:
        """The small blind position of a hand called off.

        Whether a player who was not dealt in there posts when the hand is dealt again is a corner.
        """
        return self._last.small if self._last is not None and self._again else None

    def clockwise(self, after: int) -> list[int]:
        """Every seat once, from the left of that seat round to the seat itself."""
        seats = self.rules.seats
        return [(after + step - 1) % seats + 1 for step in range(1, seats + 1)]

    def _passed(self, start: int, end: int) -> list[int]:
        """The seats after `start` and before `end`."""
        way = self.clockwise(start)
        return way[: way.index(end)]

    def seat_hand(self) -> Seating:
        """R57: where button and blinds are in the next hand, and who is dealt in."""
        there = {seat: player for seat, player in self.players.items() if self._there(player)}
        if len(there) < 2:
            raise Misfit("a hand takes two players with chips")

        def next_there(seat: int) -> int:
            return next(other for other in self.clockwise(seat) if other in there)

        last = self._last
        if last is not None and self._again:  # "After a misdeal or void all three stay"
            button, small, small_player, big = last.button, last.small, last.small_player, last.big
            if big not in there or there[big].number != last.big_player:
                big = next_there(big)  # "a big blind whose player has gone moves on alone"
        elif last is not None:
            big = next_there(last.big)
            small, small_player = last.big, last.big_player
            button = last.small
        else:  # "First hand: `button` or the lowest taken seat; the next two players post."
            button = self.rules.button or min(self.players)
            small = next_there(button)
            big = next_there(small)
            if len(there) == 2 and self.rules.tournament and button in there:
                small, big = button, small  # 28.4: the button stays where it is
            small_player = there[small].number

        dealt = {seat for seat, player in there.items() if not player.owes or player.posting}
        dealt.add(big)
        if len(dealt) < 2:  # "those who wait are dealt in without a post"
            dealt = set(there)
        if len(dealt) == 2:
            (small,) = dealt - {big}
            small_player = there[small].number
            button = small if self.rules.tournament else big  # 28.4, 12.1
        elif button == big:
            button = next(seat for seat in self.clockwise(small)[-2::-1] if seat in dealt)
        # After a misdeal of two the big blind may move on alone to the small blind's player.
        posted = small in dealt and there[small].number == small_player and small != big

        live, dead = {}, {}
        for seat in dealt:
            player = there[seat]
            if not player.posting or seat == big:
                continue  # "Whoever posts and has the big blind anyway posts that alone"
            if player.joiner or player.missed_big:  # 19.12, 19.15
                # "one who has the small blind of two tops it up to the big one"
                has_small = posted and seat == small
                live[seat] = self.rules.big - (self.rules.small if has_small else 0)
            # Dealt again after a misdeal, the small blind missed there is the one posted here.
            posts_it_now = posted and seat == small and len(dealt) > 2
            if player.missed_big or (player.missed_small and not posts_it_now):
                dead[seat] = self.rules.small  # R49, 19.13
        at = Positions(button, small, small_player, big, there[big].number)
        order = [seat for seat in self.clockwise(button) if seat in dealt]
        return Seating(at, order, small if posted else None, live, dead)

    def close_hand(self, seating: Seating, *, counted: bool) -> None:
        """Keep where the blinds were, who missed one, and who owes nothing any more."""
        at = seating.at
        self._miss_blinds(seating)
        if self._began is None:
            self._began = at.big
        elif self._last is not None and self._last.big != at.big:
            # R59: "until the big blind comes to, or passes, the seat where it began"
            over = self._began in (*self._passed(self._last.big, at.big), at.big)
            self._first_lap &= not over
        self._last, self._again = at, not counted
        if not counted:
            return  # "and so does what each owes: who posted posts again"
        for seat in seating.dealt:
            player = self.players[seat]
            player.joiner = player.missed_big = player.missed_small = player.posting = False

    def _miss_blinds(self, seating: Seating) -> None:
        """R58: "While away, or without chips, the blinds that pass are missed"."""
        if self._last is None or self.rules.tournament:  # "none in the first hand"; 28.1, R52
            return
        at, last = seating.at, self._last
        big_passed = self._passed(last.big, at.big) if last.big != at.big else []
        small_passed = self._passed(last.small, at.small) if last.small != at.small else []
        if self._again and last.big != at.big:
            big_passed.append(last.big)  # it has moved on alone
        small_passed.append(at.small)
        for seat, player in self.players.items():
            if seat in seating.dealt or not (player.away or player.chips == 0):
                continue
            player.missed_big |= seat in big_passed
            # "with two dealt in nobody misses a small blind"
            player.missed_small |= seat in small_passed and len(seating.dealt) != 2
