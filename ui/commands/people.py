"""The people who act on a stopped table's record: of the register that the record knows, by PIN."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from ui.commands.stopping import REFUSED, stop
from ui.commands.terminal import Typed, find_register, now_ms

if TYPE_CHECKING:
    from controller.journal.sealing import SealedJournal
    from controller.staff.register import Register
    from controller.staff.roles import Actor, TrailPoint

UNRECORDED: Final = "its people were changed since the table last ran"
_TO_DO: Final = {UNRECORDED: "Start the table once, so that its record knows of it"}
_OWN: Final = "Use the register of this table"


def people_of(journal: "SealedJournal", path: Path) -> "Register":
    """The register, if it is the one of this record, as it was left; any other is refused, which
    stands in the record. A record without one, as of the bench, is bound to it from now on."""
    from controller.house.events import RegisterRefused, trail_copied
    from controller.staff.trail import changes

    register, known = find_register(path), _known(journal)
    trail = register.read_on(known)
    why = trail.doubt or (UNRECORDED if known and changes(trail.lines) else "")
    events = [RegisterRefused(trail.id, why)] if why else [] if known else trail_copied(trail)
    if events:
        journal.append(events, round_number=journal.recorder.head().round, at_ms=now_ms())
    if why:
        stop(REFUSED, f"{path}: refused, on record: {why}. {_TO_DO.get(why, _OWN)}.")
    return register


def _known(journal: "SealedJournal") -> "TrailPoint | None":
    from controller.house.fold import fold
    from controller.house.state import House

    found = journal.recover(House)
    if found.state is None:
        return None
    return fold(found.state, (recorded.event for recorded in found.recorded)).trail


def shown(register: "Register", number: str, typed: Typed) -> "Actor":
    """Who has shown a PIN."""
    from controller.staff.roles import Actor
    from controller.staff.session import Denied

    tried = register.try_pin(number, typed.pin(f"PIN of {number}"), now_ms())
    if isinstance(tried, Denied):
        stop(REFUSED, tried.text())
    return Actor(tried.person.number, tried.person.role)
