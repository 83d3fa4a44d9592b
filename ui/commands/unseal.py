"""`feltwork journal unseal`: cards that were never turned over, opened by two people, on record."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ui.commands.folders import register_in
from ui.commands.journal import First, Keys, journal
from ui.commands.people import people_of, put_on_record, reason_of, record_of, shown
from ui.commands.staff import File, PinStdin
from ui.commands.stopping import REFUSED, WRONG, stop
from ui.commands.terminal import Typed, trouble

if TYPE_CHECKING:
    from controller.games.game import Game
    from controller.journal.recorder import Record


@journal.command(context_settings={"allow_extra_args": True})
def unseal(
    context: typer.Context,
    path: First,
    round_: Annotated[
        int, typer.Option("--round", min=1, help="The number of the round, which must be over.")
    ],
    by: Annotated[
        list[str],
        typer.Option("--by", metavar="NUMBER", help="Staff number. Give it twice, for two people."),
    ],
    reason: Annotated[
        str, typer.Option(metavar="CODE", help="The reason: investigation or regulator.")
    ] = "investigation",
    keys: Keys = None,
    register: File = None,
    pin_stdin: PinStdin = False,
) -> None:
    """Show the cards of a round that nobody has seen.

    Needs two people from the table's own register: a supervisor, and another supervisor or an
    inspector. Their numbers, the round and the reason are recorded before anything is shown. Stop
    the table first.

    Exit status: 0 shown; 1 refused, and recorded; 2 not possible.
    """
    from controller.games.registry import house_in
    from controller.house.events import ActionRefused
    from controller.journal.housekeeping import CardsUnsealed
    from controller.journal.unsealing import unseal as open_cards
    from controller.staff.powers import HouseAction, check
    from controller.whose import owner_of

    def table_in(record: "Record") -> "tuple[Game, Any]":
        house = house_in(opened, record)
        return house.game, house.table

    typed, code = Typed(context, pin_stdin), reason_of(HouseAction.UNSEAL_CARD, reason)
    if owner_of(path, keys) == "tournament":
        stop(WRONG, f"{path}: this is the record of a tournament desk, which deals no cards.")
    with trouble(), record_of(path, keys) as opened:
        people = people_of(opened, register or register_in(path.parent))
        actors = tuple(shown(people, number, typed) for number in by)
        if objection := check(HouseAction.UNSEAL_CARD, actors, code):
            why = objection.text()
            put_on_record(opened, ActionRefused(HouseAction.UNSEAL_CARD, actors, code, why))
            stop(REFUSED, why)
        numbers = tuple(one.number for one in actors)
        position = put_on_record(opened, CardsUnsealed(round_, numbers, code.value))
        cards = open_cards(opened, position, table_in)
    for one in cards:
        card = "unread" if one.card is None else str(one.card)
        sys.stdout.write(f"{one.where}\t{one.index + 1}\t{card}\n")
    if not cards:
        sys.stdout.write(f"Every card of round {round_} was turned over.\n")
