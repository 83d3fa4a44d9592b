"""What the guidance line says of a hand: the next step and its clause."""

from collections.abc import Callable
from dataclasses import replace

from controller.domain.instant import Instant
from controller.domain.words import dollars
from controller.floor.state import Status
from controller.games.poker.blinds import BeginHand
from controller.games.poker.floor.game import POKER_FLOOR
from controller.games.poker.guidance import seats_to_be_freed
from controller.games.poker.phases import Phase
from controller.games.poker.state import Table
from controller.games.poker.steps import guide
from controller.running.writer import COMPARE
from ui.games.poker.house import floor_of, house_of
from ui.games.poker.viewmodels.clock import derive_clock
from ui.games.poker.viewmodels.passing import as_passed
from ui.games.poker.viewmodels.settlement import NOT_BEGUN, Walk, push_said
from ui.games.poker.words import passing
from ui.shown import Shown
from ui.viewmodels.guidance import GuidanceProps, between_rounds
from ui.viewmodels.words import rule


def guide_with(
    keyed_to: Callable[[], int],
    now: Callable[[], Instant],
    walk: Callable[[], Walk] = lambda: NOT_BEGUN,
) -> Callable[[Shown, int], GuidanceProps]:
    """What the line says, with the seat that was tapped ahead, how far the pots are pushed, the
    clock on a player, and one of the things to be seen to between hands."""

    def guide(shown: Shown, turn: int) -> GuidanceProps:
        props = derive_guidance(shown, keyed_to())
        if pushed := push_said(shown, walk()):
            props = replace(props, text=pushed)
        if clock := derive_clock(shown, now()).said:
            props = replace(props, text=f"{clock} {props.text}")
        if found := to_see_to(shown):
            props = replace(props, warning=found[turn % len(found)], warnings=len(found))
        return props

    return guide


def to_see_to(shown: Shown) -> tuple[str, ...]:
    """Between hands: what the floor asks for, and whose seat may be given up (19.14)."""
    floor, table = floor_of(shown), house_of(shown).table
    if floor.status is not Status.OPEN or not table.at_rest:
        return ()
    asked = (*POKER_FLOOR.hold_prompts(floor), *POKER_FLOOR.place_prompts(floor))
    return (*(one.text for one in asked), *seats_to_be_freed(table))


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
        reminder=step.reminders[house.table.number % len(step.reminders)] if step.reminders else "",
    )


def _dealing(table: Table) -> str:
    """What is told first while the cards are dealt: the first seat can be keyed already."""
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
    known = table.rules.stacks_kept or hand.keyed
    pot = f" {dollars(hand.pot)} on the table," if known else ""
    return (
        f"Hand {hand.number}: {hand.count_in()} hands in,{pot}"
        f" {hand.laid} cards on the board. Does the felt match?"
    )
