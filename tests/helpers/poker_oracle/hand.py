"""One hand from the blinds to the award, with what goes wrong in it."""

from __future__ import annotations

from typing import Any, Final

from tests.helpers.poker_oracle.award import (
    Pot,
    make_pots,
    name_hand,
    name_winners,
    share_out,
    strength,
    table_hands,
)
from tests.helpers.poker_oracle.betting import Betting, Offer
from tests.helpers.poker_oracle.file import (
    HAND_KEYS,
    STREETS,
    Event,
    Misfit,
    WrongFile,
    cents,
    dollars,
    parse_cards,
    read_event,
)
from tests.helpers.poker_oracle.room import Room
from tests.helpers.poker_oracle.rulings import Ended, happen

BOARD: Final = {"flop": 3, "turn": 1, "river": 1}


class Hand:
    """`play` goes through the hand once and gives its result; the room is left as it found it."""

    def __init__(self, room: Room, number: int, row: dict[str, Any]) -> None:
        self.room, self.rules, self.number, self.row = room, room.rules, number, row
        try:
            if not set(row) <= HAND_KEYS:
                raise Misfit(f"unknown: {sorted(set(row) - HAND_KEYS)}")
            self.seating = room.seat_hand()
            self.stub = parse_cards(row.get("cards"))
        except Misfit as misfit:
            raise self.wrong(None, None, misfit) from misfit
        self.events: list[Event] = []
        for index, given in enumerate(row.get("events", []), 1):
            try:
                self.events.append(read_event(index, given, self.rules))
            except Misfit as misfit:
                raise self.wrong(given.get("during"), index, misfit, event=True) from misfit
        self.street, self.position = "deal", 0
        self.order = self.seating.dealt
        self.before = {seat: room.players[seat].chips for seat in sorted(self.order)}
        self.absent = {seat for seat in self.order if room.players[seat].away}
        self.betting = Betting(self.rules, self.before, self.order)
        self.phases: list[str] = []
        self.notices: list[str] = []
        self.holes: dict[int, list[str]] = {seat: [] for seat in self.order}
        self.board: list[str] = []
        self.kept = 0
        """How many cards of the board are of the streets before."""
        self.faulty: list[str] = []
        """What befell the hole cards in the deal: `hole-card-exposed`, `boxed-card`."""
        self.folded: list[tuple[str, int]] = []
        """In order, with the street."""
        self.dead: set[int] = set()
        self.mucked: set[int] = set()
        self.shown: set[int] = set()
        """Tabled or exposed."""
        self.restored: list[Event] = []
        self.last_round = "preflop"
        """The last betting round held."""
        self.bound: dict[int, int] = {}
        """The wager that a ruling binds a seat to."""
        self.hasty: dict[int, int] = {}
        """The wager of an out-of-turn action, as long as nobody wagered more (R64)."""

    def wrong(
        self, street: str | None, position: int | None, seen: object, *, event: bool = False
    ) -> WrongFile:
        return WrongFile(self.number, street, position, str(seen), event=event)

    def play(self) -> dict[str, Any]:
        self.phases.append("blinds")
        self.betting.post(
            self.seating.small, self.seating.at.big, self.seating.live, self.seating.dead
        )
        try:
            self.deal()
            for street in STREETS:
                self.play_street(street)
                if len(self.betting.live) == 1:
                    break
            result, pots = self.show_down()
        except Ended as ended:
            self.check_list_ends()
            return self.called_off(ended)
        self.check_list_ends()
        return self.awarded(result, pots)

    # Dealing.

    def draw(self) -> str:
        if not self.stub:
            raise self.wrong(None, None, "cards: too few")
        return self.stub.pop(0)

    def deal(self) -> None:
        self.phases.append("deal")
        cards = self.stub
        if len(cards) >= 2 * len(self.order):
            for _ in range(2):  # R42: two hole cards, one at a time (6.4.b)
                for seat in self.order:
                    self.holes[seat].append(self.draw())
        happen(self, "deal", 0)  # a misdeal needs no cards
        if not self.holes[self.order[0]]:
            raise self.wrong(None, None, "cards: too few")

    def deal_board(self, street: str) -> None:
        """6.4.d, f, h: a burn, then the cards of the street."""
        self.draw()
        self.board += [self.draw() for _ in range(BOARD[street])]

    def deal_again(self, street: str, cards: list[str]) -> None:
        """R51: the street's cards and its burn went back; burn again after the reshuffle."""
        del self.board[self.kept :]
        self.reshuffle(cards)
        self.deal_board(street)

    def deals_again(self, street: str) -> bool:
        """Is what is dealt first taken back at once? Then it need not be known."""
        return any(
            event.during == street
            and event.after == 0
            and event.name in ("flop-too-many", "wrong-burn", "two-cards")
            and not event.given.get("correct")
            for event in self.events
        )

    def reshuffle(self, cards: list[str]) -> None:
        out = {card for hole in self.holes.values() for card in hole} | set(self.board)
        if out & set(cards):
            raise Misfit(f"cards that are not in the stub: {sorted(out & set(cards))}")
        self.stub = list(cards)

    # A street.

    def play_street(self, street: str) -> None:
        self.kept = len(self.board)
        if street != "preflop" and (len(self.stub) > BOARD[street] or not self.deals_again(street)):
            self.deal_board(street)
        self.phases.append(street)
        at = self.seating.at
        self.betting.open_street(street, at.big if street == "preflop" else at.button)
        self.bound.clear()
        self.hasty.clear()
        self.street, self.position = street, 0
        while True:
            self.fold_absent()
            happen(self, street, self.position)
            turn = self.turn
            if turn is None:
                break
            self.act(turn)
        listed = self.listed(street)
        if self.position < len(listed):
            seen = f"{listed[self.position]!r}, the betting is over"
            raise self.wrong(street, self.position + 1, seen)
        self.betting.close_street()
        self.turn_up()

    @property
    def turn(self) -> int | None:
        """Whose turn it is; nobody's while the cards of the street are still to be dealt again."""
        complete = len(self.board) == self.kept + BOARD.get(self.street, 0)
        return self.betting.turn if complete else None

    def listed(self, street: str) -> list[Any]:
        listed = self.row.get(street, [])
        if not isinstance(listed, list):
            raise self.wrong(street, None, "not a list")
        return listed

    def fold_absent(self) -> None:
        """R58, 28.1: an absent player folds when the turn comes."""
        while (turn := self.turn) in self.absent and turn is not None:
            self.fold(turn)

    def fold(self, seat: int) -> None:
        self.last_round = self.street
        self.betting.fold(seat)
        self.folded.append((self.street, seat))

    def forfeit(self, seat: int, to: int) -> None:
        self.betting.forfeit(seat, to)
        self.fold(seat)
        self.outbid(to)
        self.tell("supervisor")

    def outbid(self, to: int) -> None:
        """R64: "If somebody wagers more, the seat decides afresh"."""
        self.hasty = {seat: named for seat, named in self.hasty.items() if named >= to}

    def tell(self, who: str) -> None:
        if who not in self.notices:
            self.notices.append(who)

    def act(self, turn: int) -> None:
        """The next action of the list, which is this seat's."""
        offer = self.betting.offer(turn)
        named, bound = self.hasty.pop(turn, None), self.bound.pop(turn, None)
        if bound is not None and not offer.offers(bound):
            bound = None  # a raise that was to be called has gone back since (R63)
        stands = bound is None and named is not None and offer.offers(named)
        bound = named if stands else bound
        listed = self.listed(self.street)
        line = listed[self.position] if self.position < len(listed) else None
        self.last_round = self.street
        try:
            if line is None:
                raise Misfit(f"an action is missing; the rules offer {offer}")
            words = line.split() if isinstance(line, str) else []
            if words[:1] != [str(turn)]:
                raise Misfit(f"{line!r} out of turn; the rules offer {offer}")
            if words[1:] == ["fold"] and bound is None:
                self.fold(turn)
            elif words[1:] == ["forfeit"] and stands and named is not None:
                self.forfeit(turn, named)
            else:
                to = self.wager_named(offer, words[1:])
                if bound is not None and to != bound:
                    raise Misfit(f"{line!r} where the seat is bound to {dollars(bound)}")
                self.betting.put_wager(turn, to)
                self.outbid(to)
        except Misfit as misfit:
            raise WrongFile(
                self.number,
                self.street,
                self.position + 1,
                str(misfit),
                offer=offer,
                bound=bound,
                missing=line is None,
            ) from misfit
        self.position += 1

    def wager_named(self, offer: Offer, words: list[str]) -> int:
        if len(words) not in (1, 2):
            raise Misfit(f"{' '.join(words)!r} is no action")
        return offer.wager_of(words[0], cents(words[1]) if len(words) == 2 else None)

    def turn_up(self) -> None:
        """28.5: once somebody is all-in and all action is complete, every hand is turned up."""
        live, chips = self.betting.live, self.betting.chips
        complete = self.street == "river" or sum(chips[seat] > 0 for seat in live) < 2
        all_in = any(chips[seat] == 0 for seat in live)
        if self.rules.tournament and all_in and complete and len(live) > 1:
            self.shown |= live

    # The end.

    def check_list_ends(self) -> None:
        """Nothing may be listed beyond the end of the hand, and every event had its moment."""
        played = self.phases[-1] if self.phases[-1] in STREETS else None
        for street in STREETS:
            listed = self.listed(street)
            used = len(listed) if street in self.phases else 0
            if street == played:
                used = self.position
            if used < len(listed):
                raise self.wrong(street, used + 1, f"{listed[used]!r} beyond the end of the hand")
        if self.row.get("muck") and "showdown" not in self.phases:
            raise self.wrong("showdown", 1, "no hand is shown")
        for event in self.events:
            if not event.happened:
                seen = f"the moment of {event.name} never comes"
                raise self.wrong(event.during, event.number, seen, event=True)

    def show_down(self) -> tuple[str, list[Pot]]:
        """R60, R62: what happens at the showdown, and who wins which pot."""
        live = self.betting.live
        contested = len(live) > 1
        if contested:
            self.phases.append("showdown")
        all_in = contested and bool(self.shown & live) and self.rules.tournament
        happen(self, "showdown", 0)
        for index, seat in enumerate(self.row.get("muck", []), 1):
            if not contested or all_in or seat not in live or len(live) == 1:
                raise self.wrong("showdown", index, f"seat {seat!r} has no hand to throw in")
            live.discard(seat)
            self.mucked.add(seat)
        if not live:  # R62: the last to fold in the last betting round held wins
            last = [seat for street, seat in self.folded if street == self.last_round]
            last = last or [seat for _, seat in self.folded]
            if not last:
                raise self.wrong("showdown", None, "nobody is left to win the pot")
            live.add(last[-1])
            contested = False
        pots = make_pots(self.betting.total, sum(self.betting.dead.values()), live)
        if contested:
            strengths = {seat: strength(self.holes[seat], self.board) for seat in live}
            # Whoever is all-in in a tournament, every hand is up already (28.5).
            tabled = live if all_in else table_hands(pots, self.showing_order(), strengths)
            self.shown |= tabled
            name_winners(pots, self.order, strengths, tabled)
        else:
            for pot in pots:
                pot.winners = sorted(live)
        for event in self.restored:
            if not any(event.given["seat"] in pot.winners for pot in pots):
                raise self.wrong("showdown", event.number, "that hand does not win", event=True)
            self.shown.add(event.given["seat"])
        share_out(self.rules, pots, set(self.order))
        return "showdown" if contested else "uncontested", pots

    def showing_order(self) -> list[int]:
        """R60: from the last to bet or raise on the river who is still in, clockwise."""
        live = self.betting.live
        order = [seat for seat in self.order if seat in live]
        bettors = [one.seat for one in self.betting.raises if one.seat in live]
        start = order.index(bettors[-1]) if bettors else 0
        return order[start:] + order[:start]

    # The result.

    def awarded(self, result: str, pots: list[Pot]) -> dict[str, Any]:
        self.phases.append("award")
        betting, folded = self.betting, {seat for _, seat in self.folded}
        won = dict.fromkeys(self.before, 0)
        winners: set[int] = set()
        for pot in pots:
            winners |= set(pot.winners)
            for seat, share in zip(pot.winners, pot.shares, strict=True):
                won[seat] += share
        for seat in self.order:
            self.room.players[seat].chips = betting.chips[seat] + won[seat]
        self.room.close_hand(self.seating, counted=True)
        seats = []
        for seat, before in self.before.items():
            if seat in winners:
                outcome = "won"
            elif seat in self.dead:
                outcome = "dead"
            elif seat in self.mucked:
                outcome = "mucked"
            else:
                outcome = "folded" if seat in folded else "lost"
            paid = betting.total[seat] + betting.dead[seat]
            seats.append(
                self.seat_row(seat, before, paid, betting.returned[seat], won[seat], outcome)
            )
        return self.result(result, None, seats, pots)

    def called_off(self, ended: Ended) -> dict[str, Any]:
        """A misdeal or void: everything goes back, button and blinds stay."""
        self.room.close_hand(self.seating, counted=False)
        self.tell("supervisor")
        if ended.result == "void":
            self.tell("surveillance")
        seats = [self.seat_row(seat, chips, 0, 0, 0, "void") for seat, chips in self.before.items()]
        return self.result(ended.result, ended.clause, seats, [])

    def seat_row(
        self, seat: int, before: int, paid: int, returned: int, won: int, outcome: str
    ) -> dict[str, Any]:
        cards: list[str] = self.holes[seat] if seat in self.shown else []
        hand, best = name_hand(cards, self.board) if cards else (None, None)
        return {
            "seat": seat,
            "before": dollars(before),
            "in": dollars(paid),
            "returned": dollars(returned),
            "won": dollars(won),
            "after": dollars(before - paid + won),
            "cards": cards,
            "hand": hand,
            "best": best,
            "outcome": outcome,
        }

    def result(
        self, result: str, clause: str | None, seats: list[dict[str, Any]], pots: list[Pot]
    ) -> dict[str, Any]:
        return {
            "number": self.number,
            "result": result,
            "clause": clause,
            "button": self.seating.at.button,
            "small_blind": self.seating.small,
            "big_blind": self.seating.at.big,
            "board": self.board,
            "seats": seats,
            "pots": [pot.printed() for pot in pots],
            "commission": dollars(sum(pot.commission for pot in pots)),
            "phases": self.phases,
            "notices": self.notices,
        }
