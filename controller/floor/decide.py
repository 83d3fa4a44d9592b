"""Ask, check, do: every command of the floor, why it may be refused, and what it does.

Who may give a command, and for what reason, is judged in front of this (controller/authority.py);
here the record only insists on knowing who asks.
"""

from typing import Final

from controller.domain.instant import Instant
from controller.domain.refusals import Refused
from controller.floor.base import Command
from controller.floor.decks import CompleteShuffle, ReportDeckLoaded, ReportShuffleFailed
from controller.floor.draft import Draft, FloorDecided, Handlers
from controller.floor.equipment import FitDevices, ReportDevice
from controller.floor.fold import SUBJECTS, fold_one
from controller.floor.jackpots import ReportJackpotFailed
from controller.floor.notices import ClockRestarted, ReportSign, comparable
from controller.floor.pairing import ReportCode, ReportPairing
from controller.floor.refusals import FloorRefusal
from controller.floor.rounds import PassTime, RemoveFirstCard
from controller.floor.state import Floor

_HANDLERS: Final[Handlers] = {
    kind: handler for subject in SUBJECTS for kind, handler in subject.HANDLERS.items()
}

COMMANDS: Final[tuple[type[Command], ...]] = tuple(_HANDLERS)
"""Every kind of command there is."""

OBSERVATIONS: Final[frozenset[type[Command]]] = frozenset(
    {
        CompleteShuffle,
        FitDevices,
        PassTime,
        RemoveFirstCard,
        ReportCode,
        ReportDeckLoaded,
        ReportDevice,
        ReportJackpotFailed,
        ReportPairing,
        ReportShuffleFailed,
        ReportSign,
    }
)
"""What devices and clocks report: nobody asks for it."""


def verify(floor: Floor, command: Command, now: Instant) -> Refused | None:
    """Why a command would be refused; None where it would be accepted."""
    if not command.by and type(command) not in OBSERVATIONS:
        return Refused(FloorRefusal.NOBODY_ASKS)
    return _HANDLERS[type(command)].check(floor, command, now)


def can(floor: Floor, command: Command, now: Instant) -> bool:
    """Would it be accepted?"""
    return verify(floor, command, now) is None


def decide(floor: Floor, command: Command, now: Instant) -> FloorDecided | Refused:
    """Accept a command and say what happened, or refuse it and change nothing."""
    refused = verify(floor, command, now)
    if refused is not None:
        return refused
    draft = Draft(floor, command, now, fold_one)
    if not comparable(floor, now):
        draft.emit(ClockRestarted())
    _HANDLERS[type(command)].act(draft, command)
    return draft.decided()
