"""`feltwork journal unseal`: cards that were never turned over, opened by two people, on record."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ui.commands.folders import register_in
from ui.commands.journal import FAULT, Keys, Where, journal
from ui.commands.people import people_of, shown
from ui.commands.staff import File, PinStdin
from ui.commands.stopping import REFUSED, WRONG, stop
from ui.commands.terminal import Typed, now_ms, trouble

if TYPE_CHECKING:
    from controller.games.game import Game
    from controller.journal.recorder import Record
    from controller.staff.roles import Reason


@journal.command(context_settings={"allow_extra_args": True})
def unseal(
    context: typer.Context,
    path: Where,
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
    from controller.games.registry import KINDS, house_in
    from controller.house.events import ActionRefused
    from controller.journal.housekeeping import CardsUnsealed
    from controller.journal.keys import keys_for
    from controller.journal.sealing import SealedJournal
    from controller.journal.sqlite import SqliteRecorder
    from controller.journal.unsealing import unseal as open_cards
    from controller.staff.powers import HouseAction, check
    from controller.whose import owner_of

    def table_in(record: "Record") -> "tuple[Game, Any]":
        house = house_in(opened, record)
        return house.game, house.table

    typed, code = Typed(context, pin_stdin), _reason(reason)
    if owner_of(path, keys) == "tournament":
        stop(FAULT, f"{path}: this is the record of a tournament desk, which deals no cards.")
    with trouble():
        recorder = SqliteRecorder(path, keys_for(path, keys, create=False), now_ms())
        opened = SealedJournal(recorder, keys_for(path, keys, create=False), *KINDS)
        try:
            people = people_of(opened, register or register_in(path.parent))
            actors = tuple(shown(people, number, typed) for number in by)
            objection = check(HouseAction.UNSEAL_CARD, actors, code)
            number = recorder.head().round
            event: object = CardsUnsealed(round_, tuple(one.number for one in actors), code.value)
            if objection is not None:
                event = ActionRefused(HouseAction.UNSEAL_CARD, actors, code, objection.text())
            position = opened.append((event,), round_number=number, at_ms=now_ms())
            if objection is not None:
                stop(REFUSED, objection.text())
            cards = open_cards(opened, position, table_in)
        finally:
            recorder.close()
    for one in cards:
        card = "unread" if one.card is None else str(one.card)
        sys.stdout.write(f"{one.where}\t{one.index + 1}\t{card}\n")
    if not cards:
        sys.stdout.write(f"Every card of round {round_} was turned over.\n")


def _reason(code: str) -> "Reason":
    from controller.staff.powers import HouseAction

    fitting = {reason.value: reason for reason in HouseAction.UNSEAL_CARD.reasons}
    if code not in fitting:
        stop(WRONG, f"--reason: expected one of {', '.join(fitting)}; found {code!r}")
    return fitting[code]
