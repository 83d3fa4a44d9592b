"""What the guidance line says of a round: the next step and its clause."""

from typing import Final

from controller.domain.money import ZERO
from controller.games.bonus.commands import OpenRound
from controller.games.bonus.house import house_of
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.pool import chips_to_take
from controller.games.bonus.round.state import Ending, Place, Table
from controller.games.bonus.steps import guide
from controller.games.bonus.wagers import Area, Stake
from controller.running.writer import COMPARE
from ui.games.bonus.viewmodels.card_pad import keyed_twice
from ui.games.bonus.viewmodels.results import on_the_felt
from ui.shown import Shown
from ui.viewmodels.guidance import GuidanceProps, between_rounds
from ui.viewmodels.words import dollars, rule

KEYED_TWICE: Final = (
    "This card is already out. Undo takes back the last card keyed. If it is right, report a"
    " foreign card."
)


def derive_guidance(shown: Shown, turn: int = 0) -> GuidanceProps:
    """What now, for whom, how much; `turn` counts the taps on the warnings."""
    house, step = house_of(shown.snapshot), shown.snapshot.step
    if shown.snapshot.held == COMPARE:
        return GuidanceProps(text=_compare(house.table))
    if shown.snapshot.held is not None:
        return GuidanceProps(text=shown.snapshot.held)
    waits = step.refused is not None or not isinstance(step.command, OpenRound)
    if not house.in_round and waits and (said := between_rounds(shown)) is not None:
        return said
    if keyed_twice(shown):
        return GuidanceProps(text=KEYED_TWICE)
    told = guide(house.table, house.floor)
    return GuidanceProps(
        text=told.text,
        clause=rule(told.clause),
        announce=told.announce or "",
        warning=told.warnings[turn % len(told.warnings)] if told.warnings else "",
        warnings=len(told.warnings),
    )


def _compare(table: Table) -> str:
    """What should lie on the felt, to be counted there."""
    round_ = table.round
    if round_.phase is Phase.RECONCILE and round_.ending is Ending.VOID:
        return "The round is void. Return every wager, then continue."
    if not round_.in_play():
        return "Compare the screen with the felt. No round is in play. Then continue."
    wagers = [there for place in round_.places if (there := _to_count(table, place))]
    total = sum((stake.amount for there in wagers for stake in there), start=ZERO)
    places, out = len(wagers), len(round_.drawn)
    return (
        f"Round {round_.number}: {places} {'place' if places == 1 else 'places'} with wagers,"
        f" {dollars(total)} on the felt, {out} {'card' if out == 1 else 'cards'} out."
        " Does the felt match?"
    )


def _to_count(table: Table, place: Place) -> list[Stake]:
    """sd (3): a progressive wager leaves the felt once the bets are locked, before any card."""
    gone = not table.rules.nsw and table.round.phase is not Phase.WAGERS
    there = on_the_felt(table, place)
    if gone and place.number not in chips_to_take(table):
        there.pop(Area.JACKPOT, None)
    return list(there.values())
