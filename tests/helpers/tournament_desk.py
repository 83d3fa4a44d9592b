"""A tournament desk in a line or two, for tests; after every step what always holds is checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from controller.domain.cards import Card
from controller.domain.instant import MINUTE_MS, Instant
from controller.domain.kernel import Asking
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.journal.codec import Codec, from_bytes, to_bytes
from controller.tournament.core import CORE
from controller.tournament.ending import CutCards, End, Start
from controller.tournament.entries import Enter
from controller.tournament.format import Format, Level
from controller.tournament.hands import ReportHand, Stacks
from controller.tournament.places import cuts_due
from controller.tournament.publishing import PublishPrizes
from controller.tournament.refusals import DeskRefusal
from controller.tournament.seating import TakeSeat
from controller.tournament.state import Desk, EntryState, Seat
from controller.tournament.story import narrate

RECORD = Codec(*CORE.folds)


def form(**changes: Any) -> Format:
    """$100 for 1,000 chips; half, three and two tenths to the first three."""
    given: dict[str, Any] = {
        "name": "Friday",
        "entry": chips(100),
        "bank": chips(1000),
        "prizes": (500_000, 300_000, 200_000),
    }
    return Format(**{**given, **changes})


def chips(amount: float) -> Money:
    """In cents, as all amounts."""
    return Money(round(amount * 100))


def level(minutes: int, small: float = 0, big: float = 0, ante: float = 0) -> Level:
    """Blinds and ante in chips."""
    return Level(minutes, chips(small), chips(big), chips(ante))


def stacks(**counted: float) -> Stacks:
    """By name, in chips."""
    return tuple((name, chips(stack)) for name, stack in counted.items())


def seat(text: str) -> Seat:
    table, number = text.split(".")
    return Seat(int(table), int(number))


def cut(**cards: str) -> CutCards:
    """By name, what each has cut."""
    return CutCards(tuple((name, Card.parse(card)) for name, card in cards.items()))


class Office:
    """The desk, and a clock that is set by hand."""

    def __init__(self, form_: Format) -> None:
        self.desk = Desk(form_)
        self.events: list[Any] = []
        self.minute = 0.0
        self.run = 1

    @property
    def now(self) -> Instant:
        ms = int(self.minute * MINUTE_MS)
        return Instant(ms, ms, self.run)

    def ask(self, command: object, reason: str | None = None) -> Refused | None:
        """Do it, if it is allowed; check what always holds."""
        decided = CORE.decide(self.desk, command, Asking(self.now, reason=reason))
        if isinstance(decided, Refused):
            return decided
        for event in decided.events:
            assert narrate(self.desk, event).text.endswith(".")
            assert RECORD.read(*RECORD.write(event)) == event
            self.desk = CORE.fold_one(self.desk, event)
        assert self.desk == decided.state
        self.events += decided.events
        assert from_bytes(Desk, to_bytes(Desk, self.desk)) == self.desk
        holds(self.desk)
        return None

    def do(self, *commands: object, reason: str | None = None) -> Office:
        for command in commands:
            refused = self.ask(command, reason)
            assert refused is None, f"{command}: {refused.text()}"
        return self

    def refuses(self, command: object, reason: str | None = None) -> tuple[DeskRefusal, str | None]:
        refused = self.ask(command, reason)
        assert refused is not None, f"{command} was accepted"
        assert isinstance(refused.refusal, DeskRefusal)
        return refused.refusal, refused.clause

    def enter(self, *at: str) -> Office:
        """`anna 1.1`: enters and sits down."""
        for text in at:
            name, where = text.split()
            self.do(Enter(name), TakeSeat(name, seat(where)))
        return self

    def start(self) -> Office:
        return self.do(PublishPrizes(), Start())

    def hand(self, table: int, commission: float | None = None, **counted: float) -> Office:
        """The stacks after a hand, in chips."""
        left = None if commission is None else chips(commission)
        return self.do(ReportHand(table, stacks(**counted), left))

    def decide(self, deck: Callable[[int], Iterable[Card]]) -> Office:
        """The end, and cuts from such decks until all are apart."""
        self.do(End())
        while due := list(cuts_due(self.desk)):
            names = [one.name for one in due[0]]
            self.do(CutCards(tuple(zip(names, deck(len(names)), strict=True))))
        return self

    def stack(self, name: str) -> int:
        """In chips."""
        return self.desk.entrant(name).stack // 100


def holds(desk: Desk) -> None:
    """Chips are conserved, nobody shares a seat or is put out with chips; money taken in is what
    was sold, and to whom."""
    books, entered = desk.books, len(desk.entrants)
    loose = sum(table.uncounted or 0 for table in desk.tables)
    in_play = sum(one.stack for one in desk.entrants) + loose
    gone = books.pocketed + books.taken + books.kept + books.returned + books.commission
    assert books.issued + books.coloured == in_play + gone
    assert min(books.pocketed, books.taken, books.kept, books.returned, books.commission) >= 0
    assert all(one.stack >= 0 for one in desk.entrants)
    assert not any(one.stack for one in desk.entrants if one.standing is EntryState.OUT)
    seats = Counter(one.seat for one in desk.entrants if one.is_in and one.seat)
    assert all(count == 1 for count in seats.values())
    assert books.entries == entered * desk.form.entry
    assert books.rebuys == desk.rebuys * desk.form.entry
    fees = sum(one.fees for one in desk.entrants)
    assert fees == books.entries + books.rebuys + books.addons


def friday(**changes: Any) -> Office:
    """Three at one table, playing."""
    return Office(form(**changes)).enter("anna 1.1", "ben 1.2", "cara 1.3").start()
