"""An X-keys unit at work: found by its unit id, brought up to date, asked when it is silent.

A report holds the whole state, so the level in the latest is the truth and an edge that was missed
costs nothing. A unit that has said nothing for a while is asked: one that does not answer is faulty
even if it is plugged in. Time is counted in waits and in the unit's own milliseconds.
"""

import threading
from typing import Any, Final, TypeVar

from drivers.faults import BadFrame, DeviceFault, WrongDevice
from drivers.transport import ReportTransport
from drivers.transport.usb import InUse, UsbAddress, UsbReports, absent, find_usb, open_each
from drivers.xkeys import protocol as p
from drivers.xkeys.protocol import MODELS, VENDOR_ID, Message, Model, Output, Reports, Role

STEP_MS: Final = 40
"""One wait for the unit: the longest a lamp has to wait for its turn."""
ASK_MS: Final = 480
"""After so long a silence the unit is asked for its state."""
SILENT_MS_MAX: Final = 1_500
"""After so long a silence the unit is faulty."""
BAD_MAX: Final = 20
"""After so many bad reports in a row the unit is faulty."""
MILLISECONDS_WRAP: Final = 2**32

M = TypeVar("M", bound=Message)

FIND_MS_MAX: Final = 200
"""How long a unit may take to say who it is while another is being looked for: a mute unit must not
keep the others waiting."""

_finding: Final = {model.product_id: threading.Lock() for model in MODELS}
"""While one driver looks for a unit of a model, another must not find its units in use."""


class Unit:
    """A `Session` with one unit; the drivers say what its inputs and lamps mean."""

    def __init__(self, name: str, transport: ReportTransport, model: Model, unit_id: int) -> None:
        self.name = name
        self._transport, self._model, self._unit_id = transport, model, unit_id
        self._reports = Reports(Role.HOST, model)
        self._last: p.GeneralData | None = None
        self._silent_ms = self._asked_ms = self._bad = 0
        self._waited_ms = 0
        """Since the last state."""

    def begin(self) -> str:
        """Its unit id first, then its state, which is asked for: an earlier report may be old."""
        descriptor = self.converse(p.GetDescriptor(), p.Descriptor)
        self._recognise(descriptor)
        data = self.converse(p.GenerateData(), p.GeneralData)
        self._last = data
        self._resynchronise(data)
        return f"{self._model.name}, unit {descriptor.unit_id}, firmware {descriptor.firmware}"

    def step(self) -> None:
        """Send what is due, then wait once for a report."""
        self._express()
        message = self._receive(STEP_MS)
        if isinstance(message, p.GeneralData):
            self._silent_ms = self._asked_ms = 0
        else:  # other messages say nothing about its inputs
            self._silent_ms += STEP_MS
            self._waited_ms += STEP_MS
            self._ask()
            self._repeat(STEP_MS)
        if isinstance(message, p.GeneralData):
            self._follow(message)

    def converse(self, question: Output, answer: type[M], within_ms: int = SILENT_MS_MAX) -> M:
        """Ask, and wait for the answer, ignoring other messages, up to a limit."""
        self._send(question)
        waited_ms = heard = 0
        while waited_ms < within_ms and heard < BAD_MAX:
            message = self._receive(STEP_MS)
            if message is None:
                waited_ms += STEP_MS
                continue
            heard += 1
            if isinstance(message, answer) and getattr(message, "generated", True):
                return message
        raise self._mute()

    def _send(self, message: Output) -> None:
        self._transport.write(self._reports.send(message))

    def _receive(self, wait_ms: int) -> Message | None:
        report = self._transport.read(wait_ms)
        if report is None:
            return None
        try:
            message = self._reports.receive(report)
        except BadFrame as bad:
            self._bad += 1
            if self._bad >= BAD_MAX:
                raise DeviceFault(
                    f"{self.name}: {bad}, {BAD_MAX} times in a row. Replace it"
                ) from bad
            return None
        self._bad = 0
        return message

    def _ask(self) -> None:
        if self._silent_ms >= SILENT_MS_MAX:
            raise self._mute()
        if self._silent_ms - self._asked_ms >= self._ask_after_ms():
            self._asked_ms = self._silent_ms
            self._send(p.GenerateData())

    def _mute(self) -> DeviceFault:
        return DeviceFault(
            f"{self.name}: {self._model.name} does not answer. Unplug it and plug it in again"
        )

    def _recognise(self, descriptor: p.Descriptor) -> None:
        if descriptor.product_id != self._model.product_id:
            named = {model.product_id: model.name for model in MODELS}
            seen = named.get(descriptor.product_id, f"product {descriptor.product_id:04X}")
            raise WrongDevice(
                f"{self.name}: expected {self._model.name}, found {seen}. Change the device"
            )
        self._recognise_unit(descriptor.unit_id)

    def _recognise_unit(self, unit_id: int) -> None:
        if unit_id != self._unit_id:
            raise wrong_unit(self.name, self._model, [unit_id], self._unit_id)

    def _follow(self, data: p.GeneralData) -> None:
        self._recognise_unit(data.unit_id)
        elapsed_ms = 0
        if self._last is not None:
            elapsed_ms = since_ms(data.milliseconds, self._last.milliseconds)
            same_boot = data.boot_count == self._last.boot_count
            if elapsed_ms >= MILLISECONDS_WRAP // 2 or not same_boot:
                raise DeviceFault(f"{self.name}: it has restarted. Check its power and cable")
        self._last = data
        waited_ms, self._waited_ms = self._waited_ms, 0
        self._repeat(max(0, elapsed_ms - waited_ms))
        self._changed(data, elapsed_ms)

    def _ask_after_ms(self) -> int:
        return ASK_MS

    def _resynchronise(self, data: p.GeneralData) -> None:
        """Bring unit and driver to the same state: the unit may have been anywhere."""
        raise NotImplementedError

    def _changed(self, data: p.GeneralData, elapsed_ms: int) -> None:
        """The next state, so much later by the unit's own clock."""
        raise NotImplementedError

    def _express(self) -> None:
        """Send what is due."""

    def _repeat(self, passed_ms: int) -> None:
        """So much time has passed: repeat what the unit never confirms."""


def since_ms(later: int, earlier: int) -> int:
    """Between two readings of a unit's clock."""
    return (later - earlier) % MILLISECONDS_WRAP


def wrong_unit(name: str, model: Model, seen: list[int], expected: int) -> WrongDevice:
    """The refusal names both ids."""
    units = ", ".join(str(unit) for unit in sorted(seen))
    return WrongDevice(
        f"{name}: {model.name} with unit id {units} is plugged in, unit id {expected} expected. "
        "Plug in the right one, or correct the configuration"
    )


def open_unit(name: str, model: Model, unit_id: int, backend: Any = None) -> UsbReports:
    """The unit of this model and unit id. Raises `WrongDevice` or `DeviceFault`."""
    address = UsbAddress(VENDOR_ID, model.product_id)
    seen: list[int] = []
    faults: list[DeviceFault] = []
    with _finding[model.product_id]:
        for found in open_each(name, address, model.input_bytes, backend=backend):
            try:
                if isinstance(found, DeviceFault):
                    raise found
                asked = Unit(name, found, model, unit_id)
                unit = asked.converse(p.GetDescriptor(), p.Descriptor, FIND_MS_MAX)
            except DeviceFault as fault:
                faults.append(fault)
            else:
                if unit.unit_id == unit_id:
                    return found
                seen.append(unit.unit_id)
            if isinstance(found, UsbReports):
                found.close()
    raise _unfound(name, model, unit_id, seen, faults, backend)


def _unfound(
    name: str,
    model: Model,
    unit_id: int,
    seen: list[int],
    faults: list[DeviceFault],
    backend: Any,
) -> Exception:
    in_use = [fault for fault in faults if isinstance(fault, InUse)]
    if len(faults) > len(in_use):
        return next(fault for fault in faults if fault not in in_use)
    if seen:
        return wrong_unit(name, model, seen, unit_id)
    if in_use:
        return DeviceFault(
            f"{name}: no {model.name} with unit id {unit_id} was found, and {len(in_use)} in use "
            "could not be asked. Plug it in, or close the other program that uses it"
        )
    others = find_usb(VENDOR_ID, backend) & set(model.other_product_ids)
    if others:
        return WrongDevice(
            f"{name}: {model.name} is set to another mode ({min(others):04X}), "
            f"{model.product_id:04X} expected. Set it to PID #1 with the maker's tool"
        )
    return absent(name, UsbAddress(VENDOR_ID, model.product_id))
