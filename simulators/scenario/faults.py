"""What a scenario lets go wrong with a device, whatever is played."""

from collections.abc import Collection, Mapping
from typing import Final, Literal

from pydantic import AfterValidator, Field

from controller.config import Strict
from simulators.faults import WIRE, Trouble
from simulators.scenario.messages import Problem, one_of, seen

_AT_DEVICES: Final = {
    Trouble.JAM.value: ("shuffler",),
    Trouble.MISREAD.value: ("shuffler", "shoe"),
    Trouble.STUCK_SENSOR.value: ("sensors",),
}
"""Faults that not every device has."""


class ScenarioFault(Strict):
    """What goes wrong with a device, and when."""

    during: str
    """In which phase of the game."""
    device: Literal["shuffler", "shoe", "sensors", "lamps", "keypad", "sign", "reader"]
    fault: str
    after: int = Field(default=0, ge=0, le=100_000)
    """Bytes of a line, or reports on the bus, from the beginning of the phase on."""
    way: Literal["from", "to"] = "from"
    """Which bytes are counted and hit: those from the device, or those to it."""
    count: int = Field(default=1, ge=1, le=1_000)
    """drop, duplicate, misread: so many of them."""
    ms: int = Field(default=1_000, ge=1, le=10_000)
    """delay, no-reply, unplug, power-cut: for so long."""
    place: int | None = None
    """stuck-sensor: whose."""

    @property
    def between_packets(self) -> bool:
        """A shuffler that loses its power in the middle of a packet has failed by a rule (12.2)."""
        return self.device == "shuffler" and self.fault == Trouble.POWER_CUT

    @property
    def counted(self) -> bool:
        """Does it strike after so many bytes or reports? What is not on a wire does at the next
        card, cycle or chip; what is on that of the card reader, at a swipe."""
        on_wire = self.fault in WIRE and not self.between_packets
        return on_wire and self.device != "reader"


def not_ruled(what: str, events: Mapping[str, str]) -> AfterValidator:
    """A fault that does not end a round or hand by a rule; one that does is an event there."""

    def check(value: str) -> str:
        if value in events:
            event = f"write {events[value]} under [[{what}s.events]]"
            raise ValueError(f"{value!r} seen, which ends the {what} by a rule: {event}")
        return value

    return AfterValidator(check)


def problem_with(fault: ScenarioFault, fitted: Collection[str]) -> Problem | None:
    """Which key does not fit, and why: the device is at this table and can have this fault, and the
    keys are those of the fault."""
    if fault.device not in fitted:
        expected = f"expected {one_of(sorted(fitted))}, which this table has"
        return "device", f"{fault.device!r} seen: {expected}"
    only = _AT_DEVICES.get(fault.fault, (fault.device,))
    if fault.device not in only:
        return "device", f"{fault.device!r} seen: expected {' or '.join(only)} with {fault.fault}"
    for key in ("after", "way"):
        if key in fault.model_fields_set and not fault.counted:
            value = seen(getattr(fault, key))
            why = f"expected none, {fault.fault} at the {fault.device} is not counted"
            return key, f"{value} seen: {why}"
    return None
