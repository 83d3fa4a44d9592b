"""Which devices a table has, and where: `config/devices/<name>.toml`."""

from importlib.resources import files
from typing import Annotated, Any, Final

from pydantic import Field, ValidationError

from controller.bounded import read_toml
from controller.config import Strict, WrongConfiguration, describe
from controller.domain.dealing import Dealing
from drivers.alphasign.commands import STRING_BYTES_MAX, Mode
from drivers.alphasign.config import SignConfig, StringFile, parse_line
from drivers.faults import LocalMisuse
from drivers.magtek.protocol import Pattern
from drivers.plugins import OURS, TABLES, find_driver
from drivers.xkeys.panel import KeypadConfig, LampsConfig
from drivers.xkeys.protocol import backlight, key
from drivers.xkeys.sensors import SensorsConfig

_FOR_JACKPOT: Final = ("sensors", "lamps", "sign")
UnitId = Annotated[int, Field(ge=0, le=255)]
Key = Annotated[list[int], Field(min_length=2, max_length=2)]
"""Column (1 to 4) and row (1 to 6) of a key of an XK-24."""


class PortSection(Strict):
    """`[shoe]`, `[shuffler]`: on a serial port, or wherever its driver looks for it."""

    port: str
    driver: str = OURS
    """Of another maker: see `docs/vendor-drivers.md`."""


class SensorsSection(Strict):
    """`[sensors]`: an XK-12 switch interface."""

    unit_id: UnitId
    contacts: list[str]
    """By place, such as 1L."""
    normally_closed: list[int] = Field(default_factory=list)
    """Places whose sensor opens its contact when a chip lies on it."""
    debounce_ms: int = Field(default=60, ge=0, le=1_000)

    def wired(self, places: int) -> SensorsConfig:
        """For a layout of so many places."""
        contacts = dict(enumerate(self.contacts[:places], 1))
        for place in self.normally_closed:
            if not 1 <= place <= len(self.contacts):
                raise LocalMisuse(
                    f"sensors: normally_closed: place {place} seen, expected one of the "
                    f"{len(self.contacts)} that have a contact"
                )
        closed = frozenset(self.normally_closed) & set(contacts)
        return SensorsConfig(self.unit_id, contacts, closed, self.debounce_ms)


class LampsSection(Strict):
    """`[lamps]`: an XK-24 panel behind the lamps of the places."""

    unit_id: UnitId
    places: list[Key]
    """By place, the key whose backlight is its lamp."""

    def wired(self, places: int) -> LampsConfig:
        """For a layout of so many places."""
        lamps = {lamp_name(i): backlight(key(*at)) for i, at in enumerate(self.places[:places], 1)}
        return LampsConfig(self.unit_id, lamps)


class KeypadSection(Strict):
    """`[keypad]`: an XK-24 panel at the dealer's hand."""

    unit_id: UnitId
    keys: dict[str, Key]
    """By the name of the button it stands for."""

    def wired(self) -> KeypadConfig:
        return KeypadConfig(self.unit_id, {name: key(*at) for name, at in self.keys.items()})


class SignSection(Strict):
    """`[sign]`: an Alpha sign."""

    port: str
    line: str = "9600 7E1"
    wired: bool = False
    """Whether its answers reach us."""
    caption: str = ""
    width: int = Field(default=20, ge=1, le=STRING_BYTES_MAX)
    """How many letters there are for what changes."""
    rotates: bool = False
    """Does it move through, on a sign that shows fewer letters at a time?"""

    def sign(self) -> SignConfig:
        return SignConfig(
            line=parse_line(self.line),
            wired=self.wired,
            caption=self.caption,
            strings=(StringFile("J", self.width),),
            mode=Mode.ROTATE if self.rotates else Mode.HOLD,
        )


class CardPattern(Strict):
    """Where a card has its number."""

    track: int = Field(ge=1, le=3)
    pattern: str
    """Of all that stands between the sentinels, with a group `number`."""


class ReaderSection(Strict):
    """`[reader]`: a MagTek swipe reader."""

    members: list[CardPattern]
    staff: list[CardPattern] = Field(default_factory=list)
    """What `number` is here is what `feltwork staff card` was given."""
    serial: str | None = None
    """Which one, where several are plugged in."""

    def patterns(self) -> tuple[Pattern, ...]:
        """Staff first: whoever works here plays nowhere."""
        staff = tuple(Pattern(one.track, one.pattern, staff=True) for one in self.staff)
        return staff + tuple(Pattern(one.track, one.pattern) for one in self.members)


class DevicesConfig(Strict):
    """The whole file; a device that is left out is not fitted."""

    shuffler: PortSection | None = None
    shoe: PortSection | None = None
    sensors: SensorsSection | None = None
    lamps: LampsSection | None = None
    keypad: KeypadSection | None = None
    sign: SignSection | None = None
    reader: ReaderSection | None = None

    def sensor_places(self, places: int) -> frozenset[int]:
        """2.2.2.3: which places of a layout have a bet sensor of their own."""
        return frozenset(self.sensors.wired(places).contacts) if self.sensors else frozenset()


def needed(name: str, rules: Any) -> bool:
    """Does a table of these rules use such a device? One that could have a jackpot and has none
    needs nothing of what is there for it."""
    if name in (Dealing.SHUFFLER, Dealing.SHOE):
        return bool(name == rules.dealing)
    return getattr(rules, "jackpot", rules) is not None or name not in _FOR_JACKPOT


def lamp_name(place: int) -> str:
    """A place's lamp."""
    return f"place {place}"


def load_devices(name: str) -> DevicesConfig:
    """The devices of a table, checked as far as can be without them."""
    where, folder = f"config/devices/{name}.toml", files("config") / "devices"
    source = next((file for file in folder.iterdir() if file.name == f"{name}.toml"), None)
    if source is None:
        raise WrongConfiguration(f"{where} is not there")
    try:
        return checked(read_toml(source))
    except ValidationError as wrong:
        raise WrongConfiguration(f"{where}: {describe(wrong)}") from None
    except (ValueError, LocalMisuse) as wrong:
        raise WrongConfiguration(f"{where}: {wrong}") from wrong


def checked(content: dict[str, object]) -> DevicesConfig:
    """Every name, contact and key in it exists, and none is there twice."""
    found = DevicesConfig.model_validate(content)
    for device in TABLES:
        if fitted := getattr(found, device):
            find_driver(device, fitted.driver)
    if found.sensors:
        found.sensors.wired(len(found.sensors.contacts))
    if found.lamps:
        found.lamps.wired(len(found.lamps.places))
    if found.keypad:
        found.keypad.wired()
    if found.sign:
        found.sign.sign()
    if found.reader:
        found.reader.patterns()
    return found
