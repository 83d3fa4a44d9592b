"""The people who act for a table from the command line: of the table's own register, by PIN."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ui.commands.stopping import REFUSED, WRONG, stop
from ui.commands.terminal import Typed, find_register, now_ms, open_register

if TYPE_CHECKING:
    from controller.house.state import House
    from controller.journal.keys import TableKeys
    from controller.journal.sealing import SealedJournal
    from controller.staff.powers import Action
    from controller.staff.register import Register
    from controller.staff.roles import Actor, Reason

UNRECORDED: Final = "its people were changed since the table last ran"
UNBOUND: Final = "the table's record has no register yet"
_START: Final = "Start the table once to record it"
_TO_DO: Final = {UNRECORDED: _START, UNBOUND: _START}
_OWN: Final = "Use the register of this table"


def people_of(journal: "SealedJournal", path: Path) -> "Register":
    """The register, if it is the one of this record, as it was left; any other is refused, which
    stands in the record. A record of the bench, which has none, is bound to it from now on."""
    from controller.house.events import RegisterRefused, trail_copied
    from controller.staff.trail import changes

    register, house = find_register(path), recorded_house(journal)
    known = house.trail if house else None
    trail = register.read_on(known)
    why = trail.doubt
    if not why and known and changes(trail.lines):
        why = UNRECORDED
    elif not why and house and house.floor and not known:
        why = UNBOUND
    events = [RegisterRefused(trail.id, why)] if why else [] if known else trail_copied(trail)
    if events:
        put_on_record(journal, *events)
    if why:
        stop(REFUSED, f"{path}: refused, and recorded: {why}. {_TO_DO.get(why, _OWN)}.")
    return register


def recorded_house(journal: "SealedJournal") -> "House | None":
    """The table as its record has it; none where the record has no state yet."""
    from controller.games.registry import house_in
    from controller.house.fold import fold

    last = journal.recorder.last_checkpoint()
    if last is None:
        return None
    state: House = house_in(journal, last)
    return fold(state, (recorded.event for recorded in journal.recover(type(state)).recorded))


def started_with(keys: "TableKeys", path: Path) -> "Register":
    """The register, if the table of these keys was started with it: where there is no record to
    ask, or a running table has it."""
    register = open_register(path)
    if not register.bound_to(keys.chain):
        stop(
            REFUSED,
            f"{path}: refused: this table was never started with it. Restore the table's register "
            "and keys from their backups.",
        )
    return register


def put_on_record(journal: "SealedJournal", *events: object) -> int:
    """In the round that the record has come to; the position of the last event."""
    return journal.append(events, round_number=journal.recorder.head().round, at_ms=now_ms())


@contextmanager
def record_of(path: Path, keys: Path | None) -> "Iterator[SealedJournal]":
    """The record of a table that is stopped, to read and to write to."""
    from controller.games.registry import KINDS
    from controller.journal.keys import keys_for
    from controller.journal.sealing import SealedJournal
    from controller.journal.sqlite import SqliteRecorder

    held = keys_for(path, keys, create=False)
    with closing(SqliteRecorder(path, held, now_ms())) as recorder:
        yield SealedJournal(recorder, held, *KINDS)


def reason_of(action: "Action", code: str) -> "Reason":
    """The reason of this code; any other is answered with those that fit."""
    fitting = {str(reason): reason for reason in action.reasons}
    if code not in fitting:
        offered = ", ".join(f"{reason} ({reason.text})" for reason in action.reasons)
        stop(WRONG, f"--reason: expected one of {offered}; found {code!r}")
    return fitting[code]


def shown(register: "Register", number: str, typed: Typed) -> "Actor":
    """Who has shown a PIN."""
    from controller.staff.roles import Actor
    from controller.staff.session import Denied

    tried = register.try_pin(number, typed.pin(f"PIN of {number}"), now_ms())
    if isinstance(tried, Denied):
        stop(REFUSED, tried.text())
    return Actor(tried.person.number, tried.person.role)
