"""`--port sim`: a simulated device in virtual time, and what its hands can do."""

from collections.abc import Callable
from functools import partial
from typing import Final

from drivers.alphasign.config import SignConfig
from drivers.faults import DeviceFault
from drivers.shuffler.protocol import Back
from drivers.transport.serial import LineSettings
from drivers.xkeys.protocol import Light, backlight, key
from simulators.cardreader import SimCardReader
from simulators.line import ByteDevice, MemoryLine, MemorySocket, VirtualClock
from simulators.linked import LinkedDevice
from simulators.shoe import SimShoe
from simulators.shuffler import SimShuffler
from simulators.sign import SignFault, SimSign
from simulators.usb import ReportDevice, SimBus
from simulators.world import World
from simulators.xkeys import SimXk12, SimXk24
from ui.commands.conformance import xkeys
from ui.commands.conformance.hands import Deed, SimHands
from ui.commands.conformance.keypad import CORNERS, press
from ui.commands.conformance.linked import PairedState
from ui.commands.conformance.rigs import KEYS, PLACES, About, Device, Place, Rig, build
from ui.commands.conformance.sign import SECOND, THIRD, reads, steady

SIM_KEY: Final = bytes(range(32))
UNIT_ID: Final = 1
WAIT_MS: Final = 100
"""Nothing is gained by short waits in virtual time: bytes end a wait."""
CUT_MS: Final = 3_000
"""Longer than a session lasts in silence."""
Deeds = dict[str, Callable[[], object]]
Sights = dict[str, Callable[[], bool]]


def simulated(device: Device) -> Rig:
    """A simulated device on the bench."""
    return _SIMULATED[device]()


class SimCable(MemorySocket):
    """A serial line that can be pulled out; the device lives on."""

    def __init__(self, device: ByteDevice) -> None:
        self.clock = VirtualClock()
        super().__init__(device, self.clock)

    def plug(self) -> None:
        self.clock.advance_to(self.clock.now_ms + CUT_MS)
        super().plug()

    def place(self, deeds: Deeds, sights: Sights) -> Place:
        cable: Deeds = {Deed.UNPLUG: self.unplug, Deed.PLUG: self.plug}
        hands = SimHands(cable | deeds, sights)
        return Place(self.clock, hands, lambda line: self.open(), wait_ms=WAIT_MS)


def in_turn(*deeds: Callable[[], object]) -> Callable[[], None]:
    """One thing after the other."""

    def do() -> None:
        for deed in deeds:
            deed()

    return do


def _linked(device: LinkedDevice) -> tuple[About, Deeds]:
    power_cycle = in_turn(device.power_cut, device.power_on)
    return About(standing=PairedState(device.paired)), {Deed.POWER_CYCLE: power_cycle}


def _shoe() -> Rig:
    shoe = SimShoe(World(1), SIM_KEY)
    shoe.load(Back.RED)
    cable = SimCable(shoe)

    def draw(count: int = 1) -> object:
        cards = [shoe.draw() for _ in range(count)]
        return [card.face for card in cards if card is not None]

    def draw_unplugged() -> object:
        drawn = draw(2)
        cable.plug()
        return drawn

    about, power = _linked(shoe)
    deeds: Deeds = power | {
        Deed.DRAW: draw,
        Deed.PULL: draw,
        Deed.DRAW_UNPLUGGED: draw_unplugged,
        Deed.OPEN_LID: shoe.open_lid,
        Deed.CLOSE_LID: shoe.close_lid,
    }
    return build(Device.SHOE, cable.place(deeds, {}), about)


def _shuffler() -> Rig:
    shuffler = SimShuffler(World(1), SIM_KEY)
    cable = SimCable(shuffler)
    about, power = _linked(shuffler)
    deeds: Deeds = power | {
        Deed.FILL_TRAY: partial(shuffler.put_in_tray, Back.RED),
        Deed.FILL_TRAY_BLUE: in_turn(
            shuffler.take_packet, partial(shuffler.put_in_tray, Back.BLUE)
        ),
        Deed.TAKE_PACKET: shuffler.take_packet,
        Deed.OPEN_DOOR: shuffler.open_door,
        Deed.CLOSE_DOOR: shuffler.close_door,
    }
    return build(Device.SHUFFLER, cable.place(deeds, {}), about)


def _on_bus(
    which: Device, device: ReportDevice, deeds: Deeds, sights: Sights, meanwhile: Deeds
) -> Rig:
    """A device on the simulated bus; `meanwhile` ends with plugging it in again."""
    clock = VirtualClock()
    bus = SimBus(clock)
    bus.plug(device)

    def plug() -> None:
        clock.advance_to(clock.now_ms + CUT_MS)
        bus.plug(device)

    cable: Deeds = {Deed.UNPLUG: lambda: bus.unplug(device), Deed.PLUG: plug}
    late = {what: in_turn(deed, plug) for what, deed in meanwhile.items()}
    hands = SimHands(cable | deeds | late, sights)

    def no_line(line: LineSettings) -> MemoryLine:
        raise DeviceFault("simulated USB: not a serial line")

    return build(which, Place(clock, hands, no_line, bus, WAIT_MS), About(UNIT_ID))


def _sensors() -> Rig:
    unit = SimXk12(UNIT_ID)
    deeds: Deeds = {}
    for number in PLACES:
        deeds[xkeys.lay(number)] = partial(unit.close, f"{number}L")
        deeds[xkeys.take(number)] = partial(unit.open, f"{number}L")
    meanwhile: Deeds = {xkeys.take_unplugged(1): lambda: unit.open("1L")}
    return _on_bus(Device.SENSORS, unit, deeds, {}, meanwhile)


def _panel_sights(unit: SimXk24) -> Sights:
    def lit() -> list[int]:
        return [number for number, light in unit.backlights.items() if light is not Light.OFF]

    return {
        xkeys.LIT: lambda: lit() == [backlight(key(1, 1))],
        xkeys.DARK: lambda: not lit(),
    }


def _lamps() -> Rig:
    unit = SimXk24(UNIT_ID)
    return _on_bus(Device.LAMPS, unit, {}, _panel_sights(unit), {})


def _keypad() -> Rig:
    unit = SimXk24(UNIT_ID)

    deeds: Deeds = {
        press(name): in_turn(partial(unit.press, KEYS[name]), partial(unit.release, KEYS[name]))
        for name in CORNERS
    }
    deeds[Deed.HOLD_KEY] = lambda: unit.press(KEYS[CORNERS[0]])
    meanwhile: Deeds = {Deed.LET_GO_UNPLUGGED: lambda: unit.release(KEYS[CORNERS[0]])}
    return _on_bus(Device.KEYPAD, unit, deeds, _panel_sights(unit), meanwhile)


def _sign() -> Rig:
    sign = SimSign()
    cable = SimCable(sign)
    deeds: Deeds = {
        Deed.SWITCH_OFF: lambda: setattr(sign, "fault", SignFault.DEAD),
        Deed.SWITCH_ON: lambda: setattr(sign, "fault", SignFault.NONE),
    }
    sights: Sights = {
        reads(THIRD): lambda: sign.displayed.strip() == THIRD,
        steady(SECOND, THIRD): lambda: [s.text.strip() for s in sign.shown][-2:] == [SECOND, THIRD],
    }
    about = About(sign=SignConfig(wired=True))
    return build(Device.SIGN, cable.place(deeds, sights), about)


def _card_reader() -> Rig:
    reader = SimCardReader()
    deeds: Deeds = {
        Deed.SWIPE: lambda: reader.swipe_member("60601234"),
        Deed.SWIPE_BADLY: reader.swipe_badly,
        Deed.SWIPE_UNOPENED: lambda: reader.swipe_member("60601234"),
    }
    return _on_bus(Device.CARD_READER, reader, deeds, {}, {})


# fmt: off
_SIMULATED: Final[dict[Device, Callable[[], Rig]]] = {
    Device.SHUFFLER:    _shuffler,
    Device.SHOE:        _shoe,
    Device.SENSORS:     _sensors,
    Device.LAMPS:       _lamps,
    Device.KEYPAD:      _keypad,
    Device.SIGN:        _sign,
    Device.CARD_READER: _card_reader,
}
# fmt: on
