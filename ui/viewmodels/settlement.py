"""What the hand being settled comes to: taken and paid, in the order of the rules."""

from collections.abc import Iterator
from typing import Final

from controller.domain.frozen import frozen
from controller.domain.money import ZERO, Money
from controller.domain.wagers import Area, Outcome, WagerResult
from controller.jackpot.awards import Kind
from controller.round.awards import next_award
from controller.round.guidance.words import award_name, ranking, sentence
from controller.round.phases import Phase
from controller.round.showdown import hand_of, settlement_of
from controller.round.state import Place, Standing, Table
from ui.shown import Shown
from ui.viewmodels.base import ViewModel, qml_element
from ui.viewmodels.lying import settling
from ui.viewmodels.words import area_name, card_codes, dollars

ORDER: Final = (Area.BONUS, Area.ANTE, Area.FLOP, Area.TURN, Area.RIVER)
"""10.5 to 10.11: the ante bonus first. A jackpot wager was taken in when the bets were locked."""

_OUTCOMES: Final = {
    Outcome.WIN: "Wins",
    Outcome.LOSE: "Loses",
    Outcome.STAND_OFF: "Stands off",
}
_KINDS: Final = {
    Kind.PROGRESSIVE: "off the meter",
    Kind.FIXED: "fixed award",
    Kind.BONUS: "bonus jackpot",
    Kind.ENVY: "envy bonus",
}


@frozen
class Rung:
    """One line of the ladder."""

    wager: str
    act: str
    """`pay`, `take`, `stands off` or `return`."""
    amount: str


@frozen
class SettlementProps:
    """The hand being settled; not visible between hands."""

    visible: bool = False
    place: int = 0
    title: str = ""
    hand: str = ""
    outcome: str = ""
    rungs: tuple[Rung, ...] = ()
    act: str = ""
    """What the one large figure is about: `Pay`, `Take` or `No change`."""
    figure: str = ""
    best: tuple[str, ...] = ()


def derive_settlement(shown: Shown) -> SettlementProps:
    """The place whose hand is turned, or the award that is due."""
    table = shown.snapshot.house.table
    if table.round.phase is Phase.SETTLEMENT and (index := next_award(table)) is not None:
        return _award(table, index)
    place = settling(table)
    return SettlementProps() if place is None else _hand(table, place)


def _hand(table: Table, place: Place) -> SettlementProps:
    title = f"Place {place.number}"
    if place.standing is not Standing.IN:
        folded = "Folded: only the jackpot counts"
        return SettlementProps(True, place.number, title, folded, act="No change", figure="$0")
    results = settlement_of(table, place)
    hand = hand_of(table.round, place.cards)
    paid = sum((result.paid for result in results.values()), start=ZERO)
    taken = sum((_taken(results[area]) for area in ORDER if area in results), start=ZERO)
    act, figure = _figure(paid, taken)
    return SettlementProps(
        visible=True,
        place=place.number,
        title=title,
        hand=sentence(ranking(hand)),
        outcome=_OUTCOMES[results[Area.FLOP].outcome] if Area.FLOP in results else "",
        rungs=tuple(_rungs(table, place, results)),
        act=act,
        figure=dollars(figure),
        best=card_codes(hand.best),
    )


def _taken(result: WagerResult) -> Money:
    return result.stake - result.returned if result.outcome is Outcome.LOSE else ZERO


def _figure(paid: Money, taken: Money) -> tuple[str, Money]:
    """The one large figure: what leaves the tray, or else what comes into it."""
    if paid:
        return "Pay", paid
    return ("Take", taken) if taken else ("No change", ZERO)


def _rungs(table: Table, place: Place, results: dict[Area, WagerResult]) -> Iterator[Rung]:
    for area in ORDER:
        if area not in results:
            continue
        result, name = results[area], area_name(table.rules, area)
        if result.outcome is Outcome.WIN:
            in_chips = " chips" if place.stakes[area].tokens else ""  # 1.1: never in tokens
            yield Rung(name, "pay", f"{dollars(result.paid)}{in_chips}")
        elif result.outcome is Outcome.LOSE:
            yield Rung(name, "take", dollars(_taken(result)))
        else:
            yield Rung(name, "stands off", dollars(result.stake))
        if result.outcome is Outcome.LOSE and result.returned:
            yield Rung(name, "return", dollars(result.returned))


def _award(table: Table, index: int) -> SettlementProps:
    award = table.round.awards[index].award
    return SettlementProps(
        visible=True,
        place=award.place,
        title=f"Place {award.place}",
        hand=sentence(award_name(table.rules, award.award)),
        outcome=sentence(_KINDS[award.kind]),
        act="Pay",
        figure=dollars(award.amount),
    )


@qml_element
class SettlementViewModel(ViewModel):
    """The settlement of one place."""

    shows = SettlementProps

    def derive(self, shown: Shown) -> SettlementProps:
        return derive_settlement(shown)
