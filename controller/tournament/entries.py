"""Who enters, how often, and until when (26.1.d, 26.1.i, 27)."""

import re
from typing import Final

from controller.domain.base import evolve
from controller.domain.frozen import frozen
from controller.domain.kernel import Asking, Draft, Folds, Handler, Handlers
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.tournament.base import Event
from controller.tournament.phases import IN_PLAY, Phase
from controller.tournament.refusals import DeskRefusal
from controller.tournament.state import Desk, Entrant, booked, rebuys_open

NOT_NAMES: Final = ("table", "cut", "hand", "commission")
"""Words that mean something else wherever a course is written down."""
_NAME: Final = re.compile(r"([^\s#]+)(?:#([2-9]|[1-9][0-9]{1,5}))?")


@frozen
class Enter:
    """Somebody pays and enters; `anna#2` is the second entry of anna."""

    name: str
    session: int = 1
    """27.2: of the first heat."""


@frozen
class Entered(Event):
    name: str
    fee: Money
    buyin: Money
    chips: Money
    session: int


def person_of(name: str) -> str:
    """Who it is, whichever entry."""
    return name.partition("#")[0]


def _verify_enter(desk: Desk, command: Enter, _: Asking) -> Refused | None:
    if command.session not in range(1, desk.form.sessions + 1):
        detail = f"Session {command.session} seen: expected 1 to {desk.form.sessions}."
        return Refused(DeskRefusal.NO_SUCH_SESSION, "26.1.e", detail)
    late = desk.phase in IN_PLAY and rebuys_open(desk)
    now = command.session == desk.session and (desk.phase is Phase.OPEN or late)
    later = command.session > desk.session and desk.phase is not Phase.CANCELLED
    if not now and not later:
        expected = "Expected entries before the start, or while the re-buy period is open."
        return Refused(DeskRefusal.ENTRIES_CLOSED, "26.1.i", expected)
    return _verify_name(desk, command.name) or _verify_count(desk, command.name)


def _verify_name(desk: Desk, name: str) -> Refused | None:
    found = _NAME.fullmatch(name)
    if found is None or found.group(1) in NOT_NAMES:
        expected = f"{name!r} seen: expected a single word other than {', '.join(NOT_NAMES)};"
        return Refused(DeskRefusal.NOT_A_NAME, detail=f"{expected} a second entry as in 'anna#2'.")
    if desk.find(name) is not None:
        detail = f"{name} seen: expected another entry as in '{found.group(1)}#2'."
        return Refused(DeskRefusal.ENTERED_ALREADY, "27.2", detail)
    return None


def _verify_count(desk: Desk, name: str) -> Refused | None:
    form, person = desk.form, person_of(name)
    which = int(name.partition("#")[2] or 1)
    before = sum(person_of(entrant.name) == person for entrant in desk.entrants)
    if max(which, before + 1) > form.entries_max:
        detail = f"Expected at most {form.entries_max} of {person}."
        return Refused(DeskRefusal.TOO_OFTEN, "26.1.i", detail)
    if form.players_max is not None and len(desk.entrants) >= form.players_max:
        return Refused(DeskRefusal.FULL, "26.1.d", f"Expected at most {form.players_max}.")
    return None


def _enter(draft: Draft[Desk], command: Enter) -> None:
    form = draft.state.form
    draft.emit(Entered(command.name, form.entry, form.buyin, form.bank, command.session))


def _entered(desk: Desk, event: Entered) -> Desk:
    desk = evolve(desk, entrants=(*desk.entrants, Entrant(event.name, event.chips, event.session)))
    return booked(desk, entries=event.fee, buyins=event.buyin, issued=event.chips)


HANDLERS: Handlers = {Enter: Handler(_verify_enter, _enter)}

FOLDS: Folds = {Entered: _entered}
