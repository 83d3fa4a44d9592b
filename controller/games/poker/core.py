"""The poker room as a core: its commands and events, and what a table does by itself."""

from typing import Any, Final

from controller.domain.base import BrokenInvariant, evolve
from controller.domain.kernel import Core
from controller.domain.referee import Referee
from controller.games.poker import (
    award,
    betting,
    blinds,
    card_corrections,
    deal,
    guards,
    irregularities,
    keyed_pots,
    moves,
    seating,
    showdown,
    stacks,
)
from controller.games.poker.betting import MOVES, FoldAbsent
from controller.games.poker.offers import offers
from controller.games.poker.phases import STREETS, Phase
from controller.games.poker.state import Table
from controller.games.poker.table import HAND
from controller.games.poker.wagering import opened

KEEPS_EARLIER: Final = (*MOVES, keyed_pots.PotKeyed, moves.MovesTakenBack)
REFEREE: Final = Referee(Phase, Phase.IDLE, HAND, guards)


def enter(table: Table, event: Any) -> Table:
    """An event with a trigger goes through the table of steps; a street opens its betting. What is
    no move lets the moves before it stand."""
    if table.earlier and not isinstance(event, KEEPS_EARLIER):
        table = evolve(table, earlier=())
    trigger = getattr(event, "trigger", None)
    if trigger is None:
        return table
    phase = REFEREE.step(table.phase, table, trigger)
    hand = table.playing()
    if phase is None:
        seen = f"{trigger} is not allowed in {table.phase.value}"
        raise BrokenInvariant(f"hand {hand.number}: {seen}")
    if phase is Phase.IDLE:
        return evolve(table, phase=phase)
    entered = (*hand.phases, phase)
    if phase in STREETS:
        return evolve(table, phase=phase, hand=opened(table.rules, hand, phase, phases=entered))
    return evolve(table, phase=phase, hand=evolve(hand, phases=entered))


CORE: Final[Core[Table]] = Core(
    (
        *(seating, stacks, blinds, deal, betting, moves, keyed_pots),
        *(irregularities, card_corrections, showdown, award),
    ),
    then=enter,
)


def follow_up(table: Table) -> FoldAbsent | keyed_pots.FoldAbsentees | None:
    """What the table does by itself: a tournament player who is not there folds (28.1)."""
    if not table.rules.stacks_kept:
        return keyed_pots.absentees_fold(table)
    offered = offers(table) if table.rules.tournament else None
    if offered is None or not table.playing().of(offered.seat).absent:
        return None
    return FoldAbsent(offered.seat)
