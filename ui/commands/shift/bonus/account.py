"""What a shift came to at a table of the bonus game, read from its record."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.domain.money import ZERO, Money
from controller.games.bonus import events as e
from controller.games.bonus.floor.limits import LimitsChanged
from controller.games.bonus.jackpot.awards import Award
from controller.games.bonus.wagers import Area
from controller.journal.sealing import Recorded
from ui.commands.shift.account import Happening, RoundAccount, Told, house_happening, spaced


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


def read_rounds(recorded: Iterable[Recorded]) -> Told:
    """The rounds of a table of the bonus game."""
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
    return Told(rounds, happenings)


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
            sums["held"] += int(result.kept - result.paid)
    return sums


def _happening(event: Any) -> str:
    """In words, where it is not routine."""
    match event:
        case e.IrregularityRuled(irregularity=what, clause=clause):
            return f"{spaced(what)}, rule {clause}" if clause else spaced(what)
        case e.RoundMisdealt():
            return "Misdeal"
        case e.RoundVoided():
            return "Round void"
        case e.AwardsRecognised(awards=awards) if awards:
            best = max(awards, key=lambda award: int(award.amount))
            return f"{spaced(best.award)} at place {best.place}: {best.amount.display()}"
        case LimitsChanged(limits=limits):
            return f"Minimum ante {limits.spot.ante_min.display()}"
    return house_happening(event)
