"""Colouring up: a chip goes out of play, odd chips are raced for or rounded up, all on record."""

from controller.domain.kernel import Asking, Draft, Folds, Handler, Handlers
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.tournament.base import Command, Event
from controller.tournament.format import Chips, chips
from controller.tournament.hands import Stacks
from controller.tournament.powers import DeskAction
from controller.tournament.refusals import DeskRefusal, not_in_play
from controller.tournament.seating import between_hands
from controller.tournament.state import Desk, booked, with_entrants, with_table


class ColourUp(Command, action=DeskAction.COLOUR_UP):
    """At a table everything below `chip` goes out. `winners` of the race get one chip each; where
    nobody races, each odd stack is rounded up."""

    table: int
    chip: Money
    winners: tuple[str, ...] | None = None


class ColouredUp(Event):
    table: int
    chip: Money
    before: Stacks
    after: Stacks
    raced: bool


def odd_stacks(desk: Desk, table: int, chip: int) -> dict[str, int]:
    """Who has chips that go out and make no whole chip, and how much."""
    return {one.name: one.stack % chip for one in desk.players(table) if one.stack % chip}


def chips_to_race(desk: Desk, table: int, chip: int) -> int:
    """How many chips the odd ones are changed for: rounded up, so that nothing is lost."""
    return -(-sum(odd_stacks(desk, table, chip).values()) // chip)


def _goes_out(desk: Desk, table: int, chip: int) -> bool:
    """Smaller chips may be there without an odd stack, where none was coloured up before."""
    smallest = desk.table(table).chip or 0
    return chip > 0 and bool(chip > smallest or odd_stacks(desk, table, chip))


def _verify_colour(desk: Desk, command: ColourUp, _: Asking) -> Refused | None:
    if refused := not_in_play(desk) or between_hands(desk, command.table):
        return refused
    if desk.form.chips is Chips.VALUE:
        return Refused(
            DeskRefusal.NOT_COLOURED_SO,
            "33.1",
            "Expected tournament chips: value chips stay as they are.",
        )
    if not _goes_out(desk, command.table, command.chip):
        detail = f"Chip of {chips(command.chip)}: expected one that makes smaller chips go out."
        return Refused(DeskRefusal.NOT_COLOURED_SO, "26.1.c", detail)
    return None if command.winners is None else _verify_race(desk, command, command.winners)


def _verify_race(desk: Desk, command: ColourUp, winners: tuple[str, ...]) -> Refused | None:
    """One chip each, and only to those who had odd chips."""
    odd, count = odd_stacks(desk, command.table, command.chip), len(set(winners))
    due = chips_to_race(desk, command.table, command.chip)
    if count != len(winners) or count != due or not set(winners) <= set(odd):
        detail = f"Expected {due} of these to win a chip: {', '.join(odd)}."
        return Refused(DeskRefusal.NOT_COLOURED_SO, "26.1.c", detail)
    return None


def _colour(draft: Draft[Desk], command: ColourUp) -> None:
    """Nobody is raced out: whoever has nothing else keeps one chip."""
    desk, chip, winners = draft.state, command.chip, command.winners
    odd = odd_stacks(desk, command.table, chip)
    before = tuple((name, Money(desk.entrant(name).stack)) for name in odd)
    after = tuple(
        (name, stack - odd[name] + chip * (winners is None or name in winners or stack < chip))
        for name, stack in before
    )
    draft.emit(ColouredUp(command.table, chip, before, after, winners is not None))


def _coloured(desk: Desk, event: ColouredUp) -> Desk:
    desk = with_entrants(desk, {name: {"stack": stack} for name, stack in event.after})
    desk = with_table(desk, event.table, chip=event.chip)
    gained = sum(stack for _, stack in event.after) - sum(stack for _, stack in event.before)
    return booked(desk, coloured=gained)


HANDLERS: Handlers = {ColourUp: Handler(_verify_colour, _colour)}

FOLDS: Folds = {ColouredUp: _coloured}
