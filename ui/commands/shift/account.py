"""What a shift came to, read from the records of its tables and from nothing else."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from controller.domain.frozen import frozen
from controller.domain.money import ZERO, Money
from controller.floor.device_state import TroubleCode
from controller.floor.equipment import DeviceReported
from controller.games.bonus import events as e
from controller.games.bonus.floor.limits import LimitsChanged
from controller.games.bonus.jackpot.awards import Award
from controller.games.bonus.wagers import Area
from controller.games.registry import KINDS
from controller.house.events import FeltCompared
from controller.journal.keys import keys_for
from controller.journal.reader import JournalReader
from controller.journal.sealing import Recorded, SealedJournal
from ui.table_folder import TableFolder

HOUR_MS: Final = 3_600_000
_ROUTINE: Final = (TroubleCode.DOOR_OPEN, TroubleCode.LID_OPEN)
"""Decks go in and out through them."""


@frozen
class RoundAccount:
    """One round."""

    number: int
    began_ms: int
    ended_ms: int
    ending: str
    wagered: Money
    held: Money
    """What the tray has gained, jackpot wagers aside."""
    jackpot_in: Money
    jackpot_out: Money


@frozen
class Happening:
    """Something that is not routine."""

    at_ms: int
    round: int
    text: str


@frozen
class TableAccount:
    """One table in one shift."""

    name: str
    game: str
    rounds: tuple[RoundAccount, ...]
    happenings: tuple[Happening, ...]
    records: int

    def hours(self) -> float:
        """From the first wager to the last round that ended."""
        if not self.rounds:
            return 0.0
        return (self.rounds[-1].ended_ms - self.rounds[0].began_ms) / HOUR_MS

    def rounds_an_hour(self) -> float:
        hours = self.hours()
        return len(self.rounds) / hours if hours else 0.0

    def total(self, field_: str) -> Money:
        return Money(sum(int(getattr(one, field_)) for one in self.rounds))


@dataclass
class _Open:
    """A round while it is read."""

    number: int
    began_ms: int
    results: dict[tuple[int, Area], Any] = field(default_factory=dict)
    awards: tuple[Award, ...] = ()
    paid: Money = ZERO
    jackpot_in: Money = ZERO
    ending: str = "settled"


def read_table(folder: TableFolder, name: str, game: str) -> TableAccount:
    """Beside whoever writes the record."""
    keys = keys_for(folder.journal, None, create=False)
    recorded = list(SealedJournal(JournalReader(folder.journal), keys, *KINDS).events())
    rounds, happenings = _read(recorded)
    return TableAccount(name, game, tuple(rounds), tuple(happenings), len(recorded))


def _read(recorded: Iterable[Recorded]) -> tuple[list[RoundAccount], list[Happening]]:
    rounds: list[RoundAccount] = []
    happenings: list[Happening] = []
    now: _Open | None = None
    for one in recorded:
        if text := _happening(one.event):
            happenings.append(Happening(one.at_ms, one.round, text))
        if isinstance(one.event, e.RoundOpened):
            now = _Open(one.event.number, one.at_ms)
        elif now is not None:
            _follow(now, one.event)
            if isinstance(one.event, e.RoundClosed | e.RoundMisdealt | e.RoundVoided):
                rounds.append(_closed(now, one.at_ms))
                now = None
    return rounds, happenings


def _follow(now: _Open, event: Any) -> None:
    match event:
        case e.BetsLocked(jackpots=places, jackpot_wager=wager):
            now.jackpot_in = wager * len(places)
        case e.HandSettled() | e.HandFolded() | e.HandConceded() | e.HandVoided():
            for area, result in event.results.items():
                now.results[event.place, area] = result
        case e.AwardsRecognised(awards=awards) | e.AwardsCorrected(awards=awards):
            now.awards = awards
        case e.AwardPaid(index=index):
            now.paid += now.awards[index].amount
        case e.RoundMisdealt() | e.RoundVoided():
            now.ending = "misdeal" if isinstance(event, e.RoundMisdealt) else "void"
            now.jackpot_in = ZERO
            for place, results in event.results.items():
                for area, result in results.items():
                    now.results[place, area] = result


def _closed(now: _Open, at_ms: int) -> RoundAccount:
    sums: Mapping[str, int] = _sums(now)
    return RoundAccount(
        number=now.number,
        began_ms=now.began_ms,
        ended_ms=at_ms,
        ending=now.ending,
        wagered=Money(sums["wagered"]),
        held=Money(sums["held"]),
        jackpot_in=now.jackpot_in,
        jackpot_out=now.paid,
    )


def _sums(now: _Open) -> Mapping[str, int]:
    sums: dict[str, int] = defaultdict(int)
    for (_, area), result in now.results.items():
        if area is not Area.JACKPOT:
            sums["wagered"] += int(result.stake)
            sums["held"] += int(result.stake) - int(result.returned) - int(result.paid)
    return sums


def _happening(event: Any) -> str:
    """In words, where it is not routine."""
    match event:
        case e.IrregularityRuled(irregularity=what, clause=clause):
            return f"{_words(what)}, rule {clause}" if clause else _words(what)
        case e.RoundMisdealt():
            return "Misdeal"
        case e.RoundVoided():
            return "Round void"
        case e.AwardsRecognised(awards=awards) if awards:
            best = max(awards, key=lambda award: int(award.amount))
            return f"{_words(best.award)} at place {best.place}: {best.amount.display()}"
        case LimitsChanged(limits=limits):
            return f"Minimum ante {limits.spot.ante_min.display()}"
        case FeltCompared():
            return "Recovered after an interruption; felt compared"
        case DeviceReported(over=False, code=code) if code not in _ROUTINE:
            return f"{_words(event.device)}: {event.text}"
    return ""


def _words(code: str) -> str:
    return str(code).replace("-", " ").capitalize()
