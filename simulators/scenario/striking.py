"""What a scenario lets go wrong with the devices of one table, and what of it never struck.

All of it is put right without a ruling: by the stack itself, or by the hands of the dealer and of a
technician, so that the result is the same as without devices.
"""

from collections.abc import Callable
from typing import Final

from controller.devices.table import TableDevices
from drivers.health import Condition
from simulators.faults import Trouble, Way, WireFault
from simulators.people.felt import Felt
from simulators.people.troubles import READER, card_device
from simulators.scenario.faults import ScenarioFault

STRAY: Final = b"\x00feltwork\x00\x55\xaa\x00"
OTHER_ID: Final = 9
"""What nobody sent, and the id of a device that is not at this table."""
MEMBER: Final = "60600001"
"""A player card: nobody has a seat in a scenario, so that it comes to nothing."""
BACK_S: Final = 15.0
"""Every device is back within this once it may be."""


class Strikes:
    """At one felt."""

    def __init__(self, felt: Felt) -> None:
        self._felt = felt
        self._waits: dict[str, Callable[[], bool]] = {}
        """Has this one still to strike? By where it stands in the file."""
        self._sticks: set[int] = set()
        """Places whose contact sticks under the next chip."""

    def never(self) -> list[str]:
        """Those that have not struck, in the order of the file."""
        return [where for where, waits in self._waits.items() if waits()]

    def arm(self, fault: ScenarioFault, where: str, devices: TableDevices) -> None:
        """Let it happen, from here on."""
        match kind := Trouble(fault.fault):
            case Trouble.JAM | Trouble.MISREAD:
                self._in_the_device(kind, fault.count, where)
            case Trouble.STUCK_SENSOR:
                place = fault.place or 0
                self._sticks.add(place)
                self._waits[where] = lambda: place in self._sticks
            case _:
                self._on_the_wire(kind, fault, where, devices)

    def chip_laid(self, place: int) -> None:
        """On a contact that may stay closed now."""
        if place in self._sticks:
            self._sticks.remove(place)
            self._felt.stick_sensor(place)

    def _in_the_device(self, kind: Trouble, count: int, where: str) -> None:
        device, name = card_device(self._felt), self._felt.source
        times = count if kind is Trouble.MISREAD else 1
        self._felt.lines[name].act(lambda: device.mishaps.arm(kind, times))
        due = device.mishaps.due(kind)
        self._waits[where] = lambda: device.mishaps.happened[kind] < due

    def _on_the_wire(
        self, kind: Trouble, fault: ScenarioFault, where: str, devices: TableDevices
    ) -> None:
        name, script = fault.device, self._felt.scripts[fault.device]
        way = Way.IN if fault.way == "from" else Way.OUT
        data = {Trouble.GARBLE: b"\x55", Trouble.STRAY: STRAY}.get(kind, b"")
        count = OTHER_ID if kind is Trouble.WRONG_ID else fault.count
        at = script.count(way) + fault.after
        wire = WireFault(kind, way, at, count=count, ms=fault.ms, data=data, name=where)
        self._waits[where] = lambda: script.waits(where)

        def works() -> bool:
            return devices.health[name].condition is Condition.WORKING

        if name == READER:  # nobody else swipes a card here
            self._felt.wait(works, BACK_S)
        script.add(wire)
        if name == READER:
            self._felt.reader.swipe_member(MEMBER)
            self._felt.wait(lambda: not script.waits(where), BACK_S)
        elif fault.between_packets:  # one that is under way would be left unfinished
            self._felt.wait(lambda: not script.waits(where), BACK_S)
            self._felt.wait(lambda: not script.lasts(kind) and works(), BACK_S + fault.ms / 1_000)
