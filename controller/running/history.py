"""The last rounds as the journal tells them: every card that was turned over, and every clause.

Read beside the controller, from the file, on a thread of its own: nobody at the table waits for it.
It begins at a checkpoint shortly before the rounds that are wanted, so that a journal of a year is
read no longer than one of a day. Cards are known in here while events are folded; what is told is
told from the public view, in which a card that was never turned over has no face.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final

from controller.domain.base import existing
from controller.domain.frozen import frozen
from controller.domain.money import ZERO, Money
from controller.games.bonus import events as e
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.round.guidance.words import ranking, sentence
from controller.games.bonus.round.showdown import hand_of
from controller.games.bonus.round.state import Cards, Place, Round, Table
from controller.games.bonus.round.story import cards_dealt, narrate, rule_behind
from controller.games.bonus.round.view import public_view
from controller.games.registry import KINDS
from controller.house.events import Authorised
from controller.house.fold import fold_one
from controller.journal.housekeeping import replays
from controller.journal.keys import TableKeys
from controller.journal.recorder import CHECKPOINT, Recorder
from controller.journal.sealing import SealedJournal

ROUNDS_MAX: Final = 100


@frozen
class ToldHand:
    """One place at the end of a round."""

    place: int
    cards: tuple[str | None, ...]
    """None for a card that was never turned over."""
    hand: str
    staked: Money
    back: Money
    """What went to the place: stakes that went back, winnings and awards."""


@frozen
class ToldLine:
    """One sentence, and the rule behind it."""

    at_ms: int
    text: str
    clause: str | None


@frozen
class ToldRound:
    """One round."""

    number: int
    ended_ms: int
    ending: str
    clause: str | None
    community: tuple[str | None, ...] = ()
    dealer: tuple[str | None, ...] = ()
    hands: tuple[ToldHand, ...] = ()
    lines: tuple[ToldLine, ...] = ()


def last_rounds(
    recorder: Recorder,
    keys: TableKeys,
    most: int = ROUNDS_MAX,
    kept: frozenset[int] = frozenset(),
) -> tuple[ToldRound, ...]:
    """The newest first; a round in progress is no part of it. Kept ones are told however old."""
    journal = SealedJournal(recorder, keys, *KINDS)
    first = max(recorder.head().round - most, 0)
    told = [one for one in _told(journal, _before(recorder, first)) if one.number > first]
    older = (_one(journal, number) for number in sorted(kept, reverse=True) if number <= first)
    return (*told[: -most - 1 : -1], *(one for one in older if one is not None))


def _one(journal: SealedJournal, number: int) -> ToldRound | None:
    """None where the journal begins after it: an archive keeps it then."""
    since = _before(journal.recorder, number - 1)
    told = (one for one in _told(journal, since) if one.number >= number)
    return next((one for one in told if one.number == number), None)


def _before(recorder: Recorder, round_number: int) -> int:
    """A position before the first record of a round; numbers only grow along the journal."""
    low, high = 0, recorder.head().position
    while low < high:
        middle = (low + high) // 2
        record = next(recorder.records(middle), None)
        if record is None or record.round >= round_number:
            high = middle
        else:
            low = middle + 1
    return low


def _told(journal: SealedJournal, since: int) -> Iterator[ToldRound]:
    """From the first checkpoint on: before it there is no table to fold onto."""
    house: BonusHouse | None = None
    telling = _Telling()
    for record in journal.recorder.records(since):
        if record.kind == CHECKPOINT:
            house = house or journal.state_in(record, BonusHouse)
        elif house is not None and replays(record.kind):
            event = journal.read(record).event
            before, house = house, fold_one(house, event)
            if (ended := telling.take(before.table, house.table, event, record.at_ms)) is not None:
                yield ended


@dataclass
class _Telling:
    """One round in the making."""

    lines: list[ToldLine] = field(default_factory=list)
    before_cards: Table | None = None

    def take(self, before: Table, after: Table, event: object, at_ms: int) -> ToldRound | None:
        """One event; the whole round where it ends."""
        if isinstance(event, e.RoundOpened):
            self.lines, self.before_cards = [], None
        if isinstance(event, Authorised):
            self._say(at_ms, _authorised(event), event.clause)
        if not isinstance(event, e.Event):
            return None
        if isinstance(event, e.CardDealt):
            self.before_cards = self.before_cards or before
            return None
        if self.before_cards is not None:
            self._say(at_ms, cards_dealt(self.before_cards, before), None)
            self.before_cards = None
        text = narrate(before, after, event)
        if text is not None:
            self._say(at_ms, text, rule_behind(after, event))
        if not isinstance(event, e.RoundClosed):
            return None
        return _round(public_view(after), tuple(self.lines), at_ms)

    def _say(self, at_ms: int, text: str, clause: str | None) -> None:
        self.lines.append(ToldLine(at_ms, text, clause))


def _authorised(event: Authorised) -> str:
    who = " and ".join(f"{actor.role.words} {actor.number}" for actor in event.by)
    why = f": {event.reason.text}" if event.reason else ""
    return f"{sentence(who)} authorised {event.action.value.replace('-', ' ')}{why}."


def _round(table: Table, lines: tuple[ToldLine, ...], at_ms: int) -> ToldRound:
    round_ = table.round
    return ToldRound(
        number=round_.number,
        ended_ms=at_ms,
        ending=existing(round_.ending, "a round that is closed has an ending").value,
        clause=round_.clause,
        community=_names(round_.community),
        dealer=_names(round_.dealer),
        hands=tuple(_hand(round_, place) for place in round_.dealt_in()),
        lines=lines,
    )


def _names(cards: Cards) -> tuple[str | None, ...]:
    return tuple(None if card is None else str(card) for card in cards)


def _hand(round_: Round, place: Place) -> ToldHand:
    staked = sum((stake.amount for stake in place.stakes.values()), start=ZERO)
    back = sum((one.paid + one.returned for one in place.results.values()), start=ZERO)
    awards = (due.award for due in round_.awards if due.paid and due.award.place == place.number)
    back += sum((award.amount for award in awards), start=ZERO)
    shown = all(card is not None for card in (*place.cards, *round_.community)) and place.cards
    name = sentence(ranking(hand_of(round_, place.cards))) if shown else place.standing.value
    return ToldHand(place.number, _names(place.cards), name, staked, back)


class History:
    """Reads on a thread of its own, once at a time."""

    def __init__(self, open_journal: Callable[[], Recorder], keys: TableKeys) -> None:
        """`open_journal`: a reader of the journal, `JournalReader` beside the one who writes it."""
        self._open, self._keys = open_journal, keys
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="history")

    def read(self, kept: frozenset[int] = frozenset()) -> "Future[tuple[ToldRound, ...]]":
        """The last rounds and those that are kept, when they are read."""
        return self._worker.submit(self._read, kept)

    def close(self) -> None:
        """Finish what was begun."""
        self._worker.shutdown()

    def _read(self, kept: frozenset[int]) -> tuple[ToldRound, ...]:
        return last_rounds(self._open(), self._keys, kept=kept)
