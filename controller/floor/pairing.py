"""A shoe or shuffler is paired while the table runs: a spare one is put in, nothing is restarted.

A technician and a supervisor begin it, before the first card of a round. The driver asks the device
and tells the code that both displays must show; a person who has compared them says whether they
are equal; the driver tells what came of it. The keys themselves are never here.
"""

from typing import Final

from controller.domain.base import evolve, existing
from controller.domain.kernel import Asking, Emits, Folds, Handler, Handlers, always
from controller.domain.refusals import Refused
from controller.floor.base import Command, Event
from controller.floor.citations import refuse
from controller.floor.device_state import Pairing
from controller.floor.refusals import FloorRefusal
from controller.floor.state import Draft, Floor
from controller.staff.powers import HouseAction, Nobody

DIFFER: Final = "The codes differed, or pairing was stopped."


class BeginPairing(Command, action=HouseAction.PAIR_DEVICE):
    """The device that is plugged in there is to be this table's from now on."""

    device: str


class CompareCodes(Command, action=HouseAction.COMPARE_CODES):
    """The codes on the two displays are equal; or they differ, or nobody wants it any more."""

    equal: bool
    code: str = ""
    """The one that was found equal: another may have come since."""


class ReportCode(Command, action=Nobody.OBSERVED):
    """Observation: a device has offered itself, and both displays show this code."""

    device: str
    model: str
    serial: str
    code: str


class ReportPairing(Command, action=Nobody.OBSERVED):
    """Observation: it is paired, or why it is not."""

    device: str
    why: str = ""
    """Empty where it is paired."""


class PairingBegun(Event):
    device: str


class CodeShown(Event):
    device: str
    model: str
    serial: str
    code: str


class CodesCompared(Event):
    device: str
    equal: bool


class PairingEnded(Event):
    device: str
    model: str
    serial: str
    why: str
    """Why it is not paired; empty where it is."""


def under_way(floor: Floor, device: str | None = None) -> Pairing | None:
    """The pairing that is not over yet, of this device or of any."""
    found = floor.pairing
    if found is None or not found.under_way or device not in (None, found.device):
        return None
    return found


def _verify_begin(floor: Floor, command: BeginPairing, _: Asking) -> Refused | None:
    if under_way(floor) is not None:
        return refuse(floor.rules, FloorRefusal.PAIRING_ALREADY)
    if all(known.name != command.device for known in floor.devices):
        return refuse(floor.rules, FloorRefusal.NOT_FITTED)
    return None


def _verify_compare(floor: Floor, command: CompareCodes, _: Asking) -> Refused | None:
    pairing = under_way(floor)
    shown = pairing is not None and bool(pairing.code) and command.code == pairing.code
    if pairing is None or (command.equal and (pairing.equal or not shown)):
        return refuse(floor.rules, FloorRefusal.NOTHING_TO_COMPARE)
    return None


def _compare(draft: Draft, command: CompareCodes) -> None:
    """Codes that differ end it at once, whether the device can still be reached or not."""
    pairing = existing(draft.state.pairing, "codes were compared and none is shown")
    draft.emit(CodesCompared(pairing.device, command.equal))
    if not command.equal:
        draft.emit(PairingEnded(pairing.device, pairing.model, pairing.serial, DIFFER))


def _code(draft: Draft, command: ReportCode) -> None:
    """A device that comes a second time shows another code: nothing was compared with that."""
    if under_way(draft.state, command.device):
        draft.emit(CodeShown(command.device, command.model, command.serial, command.code))


def _end(draft: Draft, command: ReportPairing) -> None:
    if pairing := under_way(draft.state, command.device):
        draft.emit(PairingEnded(command.device, pairing.model, pairing.serial, command.why))


def _compared(floor: Floor, event: CodesCompared) -> Floor:
    pairing = existing(floor.pairing, "codes were compared that nobody has shown")
    return evolve(floor, pairing=evolve(pairing, equal=event.equal))


def _ended(floor: Floor, event: PairingEnded) -> Floor:
    pairing = Pairing(event.device, event.model, event.serial, ended=event.why)
    return evolve(floor, pairing=pairing)


HANDLERS: Handlers = {
    BeginPairing: Handler(_verify_begin, Emits(PairingBegun)),
    CompareCodes: Handler(_verify_compare, _compare),
    ReportCode: Handler(always, _code),
    ReportPairing: Handler(always, _end),
}

FOLDS: Folds = {
    PairingBegun: lambda floor, event: evolve(floor, pairing=Pairing(event.device)),
    CodeShown: lambda floor, event: evolve(
        floor, pairing=Pairing(event.device, event.model, event.serial, event.code)
    ),
    CodesCompared: _compared,
    PairingEnded: _ended,
}
