"""The chips of one hand, and what the rules offer a seat (R53 to R56)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from tests.helpers.poker_oracle.file import Misfit, Rules, dollars

POT_SHARE: Final = {"half-pot": Fraction(1, 2), "pot-limit": Fraction(1)}


@dataclass(frozen=True)
class Offer:
    """What a seat may do; every amount is a whole wager of the street, in cents."""

    seat: int
    wager: int
    """What the seat has in already."""
    stack: int
    """The wager it would be with every chip in."""
    call: int | None
    """None: there is nothing to call, the word is `check`."""
    least: int | None
    """The least bet or raise, None where the seat may not bet or raise; the stack may be below."""
    most: int | None
    word: str
    chip: int
    """Of which a bet or raise is a multiple; `fixed` is free of it."""
    fixed: bool

    @property
    def may_raise_all_in(self) -> bool:
        """R55: less than the least only all-in; an all-in above the most is refused."""
        return self.most is not None and self.stack <= self.most

    @property
    def may_go_all_in(self) -> bool:
        return self.may_raise_all_in or (self.call is not None and self.stack <= self.call)

    def may_raise_to(self, amount: int) -> bool:
        if self.least is None or self.most is None:
            return False
        if amount == self.stack:
            return self.may_raise_all_in
        fits = self.least <= amount <= self.most and amount < self.stack
        return fits and (self.fixed or amount % self.chip == 0)

    def wager_of(self, word: str, amount: int | None) -> int:
        """The wager the action comes to, or a `Misfit`."""
        if word == "check" and amount is None and self.call is None:
            return self.wager
        if word == "call" and amount is None and self.call is not None:
            return self.call
        if word == "all-in" and amount is None and self.may_go_all_in:
            return self.stack
        if word == self.word and self.least is not None:
            if amount is None and self.fixed and self.least <= self.stack:
                amount = self.least  # "the full raise, never an all-in for less" (R55)
            if amount is not None and self.may_raise_to(amount):
                return amount
        raise Misfit(f"{word} {amount} where the rules offer {self}")

    def offers(self, amount: int) -> bool:
        """Is there an action that comes to this wager, fold and check apart?"""
        return amount == self.call or self.may_raise_to(amount)

    def __str__(self) -> str:
        """As messages say it, without the seat."""
        call = None if self.call is None else min(self.call, self.stack) - self.wager
        words = ["fold", "check" if call is None else f"call {dollars(call)}"]
        if self.least is not None and self.most is not None and self.least < self.stack:
            least, most = self.least, min(self.most, self.stack)
            upto = "" if least == most else f" to {dollars(most)}"
            words.append(f"{self.word} {dollars(least)}{upto}")
        if self.may_go_all_in:
            words.append(f"all-in {dollars(self.stack)}")
        return ", ".join(words)


@dataclass(frozen=True)
class Raise:
    """A bet or raise, with what it found: R63 may take it back."""

    seat: int
    level: int
    size: int
    capped: bool


class Betting:
    def __init__(self, rules: Rules, stacks: dict[int, int], order: list[int]) -> None:
        self.rules, self.order = rules, order
        self.chips = dict(stacks)
        self.live = set(stacks)
        """Still in the hand."""
        self.stuck: set[int] = set()
        """Out by a dead hand or a forfeit: no part of the wagers goes back (R62, R64)."""
        self.total = dict.fromkeys(stacks, 0)
        """Antes and live wagers, which build the layers of the pots."""
        self.dead = dict.fromkeys(stacks, 0)
        self.returned = dict.fromkeys(stacks, 0)
        self.wager = dict.fromkeys(stacks, 0)
        """Of this street."""

    def post(self, small: int | None, big: int, live: dict[int, int], dead: dict[int, int]) -> None:
        """R53: antes, small blind, big blind, live posts, dead blinds; each takes what there is."""
        for seat in self.order:
            self.total[seat] += self._take(seat, self.rules.ante)
        if small is not None:
            self._put(small, self.rules.small)
        self._put(big, self.rules.big)
        for seat, amount in live.items():
            self._put(seat, amount)
        for seat, amount in dead.items():
            self.dead[seat] += self._take(seat, amount)

    def _take(self, seat: int, amount: int) -> int:
        amount = min(amount, self.chips[seat])
        self.chips[seat] -= amount
        return amount

    def _put(self, seat: int, amount: int) -> None:
        amount = self._take(seat, amount)
        self.wager[seat] += amount
        self.total[seat] += amount

    # A street.

    def open_street(self, street: str, after: int) -> None:
        """Whoever is at the left of `after` speaks first: the big blind (8.1), the button (9.1)."""
        if street != "preflop":
            self.wager = dict.fromkeys(self.wager, 0)
        self.street = street
        self.size = self.rules.bet(street)
        """Of the last full bet or raise; the big blind as long as there was none (R56)."""
        self.capped = False
        self.acted: dict[int, tuple[int, int]] = {}
        """Who has acted: the highest wager and the full bets counted right after that."""
        self.raises: list[Raise] = []
        self.called = False
        """Has anybody called the last bet or raise?"""
        self.pointer = after

    @property
    def level(self) -> int:
        """R54: the highest wager of the street, before the flop at least the big blind."""
        blind = self.rules.big if self.street == "preflop" else 0
        return max(blind, *self.wager.values())

    @property
    def full_bets(self) -> int:
        """R56, `fixed`: a wager counts as n full bets from n - 1/2 bets on."""
        bet = self.rules.bet(self.street)
        return (2 * self.level + bet) // (2 * bet)

    @property
    def full_raise(self) -> int:
        """`fixed`: one full bet more than are counted."""
        return (self.full_bets + 1) * self.rules.bet(self.street)

    def others(self, seat: int) -> set[int]:
        return self.live - {seat}

    def has_decision(self, seat: int) -> bool:
        if seat not in self.live or self.chips[seat] == 0 or len(self.live) == 1:
            return False
        if seat in self.acted and self.wager[seat] >= self.level:
            return False
        # R54: "unless every other player still in is all-in for no more than that player has
        # wagered on the street". With fewer than two that have chips and nothing to call this is
        # always so: "a street has no betting".
        return any(
            self.chips[other] or self.wager[other] > self.wager[seat] for other in self.others(seat)
        )

    @property
    def turn(self) -> int | None:
        start = next((i for i, seat in enumerate(self.order) if seat == self.pointer), -1)
        way = self.order[start + 1 :] + self.order[: start + 1]
        return next((seat for seat in way if self.has_decision(seat)), None)

    def reopened(self, seat: int) -> bool:
        """R56: whoever has acted may raise again only if ..."""
        if seat not in self.acted:
            return True
        level, full_bets = self.acted[seat]
        if self.rules.limit == "fixed":
            return self.full_bets > full_bets
        return self.level - level >= self.size

    def offer(self, seat: int) -> Offer:
        rules, wager, level = self.rules, self.wager[seat], self.level
        stack = wager + self.chips[seat]
        call = min(level, stack) if wager < level else None
        least = most = None
        # R54: "Nobody raises where no other player still in has chips."
        rivals = any(self.chips[other] for other in self.others(seat))
        if stack > level and rivals and self.reopened(seat) and not self.capped:
            least, most = self._range(wager, level, stack)
        word = "raise" if level else "bet"
        fixed = rules.limit == "fixed"
        return Offer(seat, wager, stack, call, least, most, word, rules.chip, fixed)

    def _range(self, wager: int, level: int, stack: int) -> tuple[int, int]:
        rules = self.rules
        if rules.limit == "fixed":
            return self.full_raise, self.full_raise
        least = -(-(level + self.size) // rules.chip) * rules.chip
        if rules.limit == "no-limit":
            return least, max(least, stack)
        # R47: the call is counted first; R55: antes and dead blinds are in the pot.
        pot = sum(self.total.values()) + sum(self.dead.values()) + level - wager
        most = int(level + POT_SHARE[rules.limit] * pot) // rules.chip * rules.chip
        return least, max(least, most)  # "where the most is below the least, the least is the most"

    # What a seat does.

    def put_wager(self, seat: int, to: int) -> None:
        """Check, call, bet or raise: bring the wager of the street to `to`."""
        level = self.level
        if to > level:
            self.raises.append(Raise(seat, level, self.size, self.capped))
            self.called = False
            self.size = max(self.size, to - level)  # less is not a full bet or raise (R56)
        elif to > self.wager[seat]:
            self.called = True  # "for less all-in included" (R63)
        self._put(seat, to - self.wager[seat])
        self._see_cap()
        self.acted[seat] = self.level, self.full_bets
        self.pointer = seat

    def _see_cap(self) -> None:
        """R56: capped at four full bets, but not while only two are still in the hand."""
        if self.rules.limit == "fixed" and self.full_bets >= 4 and len(self.live) > 2:
            self.capped = True

    def fold(self, seat: int) -> None:
        self.live.discard(seat)
        self.pointer = seat

    def forfeit(self, seat: int, to: int) -> None:
        """R64, R65: "Forfeited chips are those of a dead hand"; the hand folds next."""
        called = self.called or to >= self.level  # less is no call, but an error (R63, 20.1)
        raised = to > self.level
        self.put_wager(seat, to)
        self.called = called and not raised
        self.stuck.add(seat)

    def foul(self, seat: int) -> None:
        """R62: a dead hand, its wagers stay."""
        self.live.discard(seat)
        self.stuck.add(seat)

    def kill(self, seat: int) -> bool:
        """R63: a dead hand, but a bet or raise that nobody called goes back; does one?"""
        goes_back = bool(self.raises) and self.raises[-1].seat == seat and not self.called
        if goes_back:
            undone = self.raises.pop()
            self._give_back(seat, self.wager[seat] - undone.level)
            self.size, self.capped = undone.size, undone.capped
            self.called = True  # what this raise was on top of has been called by it
        self.foul(seat)
        return goes_back

    def _give_back(self, seat: int, amount: int) -> None:
        self.wager[seat] -= amount
        self.total[seat] -= amount
        self.chips[seat] += amount
        self.returned[seat] += amount

    def close_street(self) -> None:
        """R66: what the highest wager exceeds the second highest by goes back."""
        seat = max(self.wager, key=lambda seat: self.wager[seat])
        second = max(amount for other, amount in self.wager.items() if other != seat)
        if seat not in self.stuck:
            self._give_back(seat, self.wager[seat] - second)
