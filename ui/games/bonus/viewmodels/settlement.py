"""What the hand being settled comes to: taken and paid, in the order of the rules."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from controller.domain.frozen import frozen
from controller.domain.hands import Category
from controller.domain.money import ZERO, Money
from controller.domain.words import sentence
from controller.games.bonus.jackpot.awards import Award, Kind
from controller.games.bonus.round.guidance.words import award_name, ranking
from controller.games.bonus.round.showdown import settlement_of
from controller.games.bonus.round.state import Place, Standing, Table
from controller.games.bonus.wagers import Area, Outcome, WagerResult
from ui.games.bonus.viewmodels.lying import Hand, acted_on
from ui.games.bonus.viewmodels.results import paid, taken
from ui.games.bonus.words import area_name
from ui.shown import Shown
from ui.viewmodels.base import qml_element
from ui.viewmodels.panels import PanelBound
from ui.viewmodels.words import dollars

ORDER: Final = (Area.BONUS, Area.ANTE, Area.FLOP, Area.TURN, Area.RIVER)
"""10.5 to 10.11: the ante bonus first. A jackpot wager was taken in when the bets were locked."""

_OUTCOMES: Final = {
    Outcome.WIN: "Wins",
    Outcome.LOSE: "Loses",
    Outcome.STAND_OFF: "Stands off",
}
_SIGNS: Final = {Outcome.WIN: "check", Outcome.LOSE: "cross", Outcome.STAND_OFF: "ring"}
_KINDS: Final = {
    Kind.PROGRESSIVE: "from the meter",
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
    sign: str = ""
    """The sign beside it: of a hand that wins, loses or stands off, or of an award."""
    rungs: tuple[Rung, ...] = ()
    act: str = ""
    """What the one large figure is about: `Pay`, `Take` or `No change`; of an award that nobody has
    confirmed yet, `Award` or `Needs a supervisor`."""
    figure: str = ""
    large: bool = False
    """An award off the meter: larger than anything else that is paid."""
    again: bool = False
    """It is settled already, and only looked at."""


def derive_settlement(shown: Shown, again: int = 0) -> SettlementProps:
    """The place whose hand is turned, the award that is due, or a settled hand looked at again."""
    table = shown.snapshot.house.table
    hand = acted_on(table, again)
    if hand is None:
        return SettlementProps()
    if again == hand.place and table.round.place(again).settled and hand.award is None:
        props = _settled(table, hand, table.round.place(again))
        done = {"Pay": "Paid", "Take": "Taken"}.get(props.act, props.act)
        return replace(props, again=True, title=f"{props.title}, settled", act=done)
    if hand.award is not None:
        return _award(table, hand, hand.award)
    return _settled(table, hand, table.round.place(hand.place))


def _settled(table: Table, hand: Hand, place: Place) -> SettlementProps:
    title = f"Place {place.number}"
    if place.standing is not Standing.IN:
        folded = "Folded: only the jackpot counts"
        return SettlementProps(True, place.number, title, folded, act="No change", figure="$0")
    results = settlement_of(table, place)
    act, figure = figure_of(results)
    outcome = results[Area.FLOP].outcome
    return SettlementProps(
        visible=True,
        place=place.number,
        title=title,
        hand=sentence(ranking(hand.ranked)),
        outcome=_OUTCOMES[outcome],
        sign=_SIGNS[outcome],
        rungs=tuple(_rungs(table, place, results)),
        act=act,
        figure=dollars(figure),
    )


def figure_of(results: dict[Area, WagerResult]) -> tuple[str, Money]:
    """The one large figure: what leaves the tray, or else what comes into it."""
    if amount := paid(results.values()):
        return "Pay", amount
    amount = taken(results.values())
    return ("Take", amount) if amount else ("No change", ZERO)


def _rungs(table: Table, place: Place, results: dict[Area, WagerResult]) -> Iterator[Rung]:
    for area in ORDER:
        if area not in results:
            continue
        result, name = results[area], area_name(table.rules, area)
        if result.outcome is Outcome.WIN:
            in_chips = " chips" if place.stakes[area].tokens else ""  # 1.1: never in tokens
            yield Rung(name, "pay", f"{dollars(result.paid)}{in_chips}")
        elif result.outcome is Outcome.LOSE:
            yield Rung(name, "take", dollars(taken([result])))
        else:
            yield Rung(name, "stands off", dollars(result.stake))
        if result.outcome is Outcome.LOSE and result.returned:
            yield Rung(name, "return", dollars(result.returned))


def _award(table: Table, hand: Hand, award: Award) -> SettlementProps:
    """A royal by the name that its schedule gives it, any other hand in full."""
    royal = hand.ranked.category is Category.ROYAL_FLUSH
    called = award_name(table.rules, award.award) if royal else ranking(hand.ranked)
    whose = "" if hand.holder == hand.place else f", place {hand.holder}"
    return SettlementProps(
        visible=True,
        place=award.place,
        title=f"Place {award.place}",
        hand=f"{sentence(called)}{whose}",
        outcome=sentence(_KINDS[award.kind]),
        sign="star",
        act=_award_act(table, award),
        figure=dollars(award.amount),
        large=award.off_the_meter,
    )


def _award_act(table: Table, award: Award) -> str:
    """Nothing off the meter is paid before a supervisor has confirmed it."""
    due = next(due for due in table.round.awards if due.award == award and not due.paid)
    if not award.off_the_meter or due.confirmed:
        return "Pay"
    return "Needs a supervisor" if due.keyed else "Award"


@qml_element
class SettlementViewModel(PanelBound):
    """The settlement of one place."""

    shows = SettlementProps

    def derive(self, shown: Shown) -> SettlementProps:
        return derive_settlement(shown, self._panels.again)
