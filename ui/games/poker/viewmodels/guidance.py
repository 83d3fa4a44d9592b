"""What the guidance line says of a hand: the next step and its clause."""

from collections.abc import Callable

from controller.domain.words import dollars
from controller.games.poker.blinds import BeginHand
from controller.games.poker.guidance import guide
from controller.games.poker.phases import Phase
from controller.games.poker.state import Table
from controller.running.writer import COMPARE
from ui.games.poker.viewmodels.passing import as_passed
from ui.games.poker.words import passing
from ui.shown import Shown
from ui.viewmodels.guidance import GuidanceProps, between_rounds
from ui.viewmodels.words import rule


def guide_with(keyed_to: Callable[[], int]) -> Callable[[Shown, int], GuidanceProps]:
    """What the line says, with the seat that was tapped ahead."""
    return lambda shown, _: derive_guidance(shown, keyed_to())


def derive_guidance(shown: Shown, keyed_to: int = 0) -> GuidanceProps:
    """What now, for whom, how much."""
    snapshot, house = shown.snapshot, shown.snapshot.house
    if snapshot.held == COMPARE:
        return GuidanceProps(text=_compare(house.table))
    if snapshot.held is not None:
        return GuidanceProps(text=snapshot.held)
    waits = snapshot.step.refused is not None or not isinstance(snapshot.step.command, BeginHand)
    if not house.in_round and waits and (said := between_rounds(shown)) is not None:
        return said
    passed = as_passed(house.table, keyed_to)
    step = guide(passed.table)
    first = passing(passed) if passed.moves else _dealing(house.table)
    return GuidanceProps(
        text=f"{first} {step.text}".strip(),
        clause=rule(step.clause),
        announce=step.announce,
    )


def _dealing(table: Table) -> str:
    """While the cards are dealt the first seat can be keyed already."""
    if table.phase is not Phase.DEAL:
        return ""
    if table.playing().exposed:
        return guide(table).text
    return f"Deal two cards each from seat {table.playing().players[0].seat}."


def _compare(table: Table) -> str:
    """What should lie on the felt, to be counted there."""
    hand = table.hand
    if hand is None or table.at_rest:
        return "Compare the screen with the felt: no hand is in play. Then continue."
    return (
        f"Hand {hand.number}: {hand.count_in()} hands in, {dollars(hand.pot)} on the table,"
        f" {hand.laid} communal cards. Is the felt the same?"
    )
