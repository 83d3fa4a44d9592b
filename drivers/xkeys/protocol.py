"""Reports of the XK-12 switch interface and the XK-24 panel, both ways, as USB carries them.

P.I. Engineering's data reports count a leading report id byte 00, which USB does not carry: their
byte 2 is our byte 0. An input is numbered as the manual numbers keys, 8 times its byte plus its
bit, on either model; a backlight has the number of its key, plus 32 in the second bank.
"""

from collections.abc import Iterable
from dataclasses import astuple
from enum import Enum, IntEnum
from functools import cached_property
from typing import Final

from drivers.faults import BadFrame, LocalMisuse
from drivers.frozen import Frozen

VENDOR_ID: Final = 0x05F3
OUTPUT_BYTES: Final = 35


class Role(Enum):
    """Which end of the cable we are."""

    HOST = "host"
    DEVICE = "device"


class Model(Frozen):
    """One row of what sets the models apart."""

    name: str
    product_id: int
    """As delivered (PID #1), the only mode that gives input reports and takes output ones."""
    other_product_ids: tuple[int, ...]
    """The same model set to another mode (PID #2 to #4)."""
    input_bytes: int
    masks: tuple[int, ...]
    """The bits of byte 2 and on that are inputs; the others are 0 always."""
    milliseconds_at: int
    boot_count_at: int | None

    @cached_property
    def inputs(self) -> tuple[int, ...]:
        """The numbers of all inputs."""
        return tuple(
            8 * byte + bit
            for byte, mask in enumerate(self.masks)
            for bit in range(8)
            if mask >> bit & 1
        )


# fmt: off
XK12: Final = Model(
    # name                    PID #1  PID #2 to #4              bytes masks        ms  boot
    "XK-12 Switch Interface", 0x04A8, (0x04A9, 0x04AA, 0x04AB), 36,   (0xFF, 0x0F), 31, 35,
)
XK24: Final = Model(
    "XK-24",                  0x0405, (0x0404, 0x0403, 0x04E1), 32,   (0x3F,) * 4,  6,  None,
)
# fmt: on
MODELS: Final = (XK12, XK24)

CONTACTS: Final = tuple(f"{jack}{side}" for jack in range(1, 7) for side in "RL")
"""The XK-12's contacts in the order of their bits: each jack's ring (R), then its tip (L)."""


def contact(name: str) -> int:
    """The number of the XK-12's input of this name, such as 1L."""
    if name not in CONTACTS:
        raise LocalMisuse(f"{XK12.name}: no contact {name!r}; there are {', '.join(CONTACTS)}")
    return CONTACTS.index(name)


def key(column: int, row: int) -> int:
    """The number of the XK-24's key in this column (1 to 4) and row (1 to 6)."""
    if not (1 <= column <= 4 and 1 <= row <= 6):
        raise LocalMisuse(f"{XK24.name}: no key in column {column}, row {row}")
    return 8 * (column - 1) + row - 1


class Light(IntEnum):
    """What an LED or a backlight does; all that flash do so together."""

    OFF = 0
    ON = 1
    FLASH = 2


class Led(IntEnum):
    """The two indicators at the top of the housing."""

    GREEN = 6
    RED = 7


class Bank(IntEnum):
    """The two backlights of a key."""

    BLUE = 0
    RED = 1


BACKLIGHTS: Final = tuple(number + 32 * bank for bank in Bank for number in XK24.inputs)


def backlight(key_number: int, bank: Bank = Bank.BLUE) -> int:
    """The number of a key's backlight."""
    if key_number not in XK24.inputs:
        raise LocalMisuse(f"{XK24.name}: no key {key_number}")
    return key_number + 32 * bank


class GeneralData(Frozen):
    """Sent whenever an input changes, and when it is asked for: always the whole state."""

    unit_id: int
    closed: frozenset[int]
    """Numbers of the inputs that are closed: switches, or keys held down."""
    milliseconds: int
    """Since power came on; begins again from 0 after 2**32."""
    generated: bool = False
    """Whether this answers `GenerateData`."""
    program_switch: bool = False
    boot_count: int | None = None


class Descriptor(Frozen):
    """Answers `GetDescriptor`."""

    unit_id: int
    mode: int
    columns: int
    rows: int
    leds: frozenset[Led]
    """Those that are lit."""
    firmware: int
    product_id: int


class GenerateData(Frozen):
    """Send the state now, marked as generated."""


class GetDescriptor(Frozen):
    """Say what you are."""


class SetLed(Frozen):
    """An indicator."""

    led: Led
    light: Light


class SetBacklight(Frozen):
    """One of the two backlights of one key."""

    backlight: int
    light: Light


class SetBacklightRows(Frozen):
    """A whole bank by rows, on or off: bit 0 is row 1."""

    bank: Bank
    rows: int


class SetUnitId(Frozen):
    """Written to the EEPROM."""

    unit_id: int


class SetMode(Frozen):
    """Which of its product ids it has from now on; written to the EEPROM."""

    mode: int


Output = (
    GenerateData | GetDescriptor | SetLed | SetBacklight | SetBacklightRows | SetUnitId | SetMode
)
Input = GeneralData | Descriptor
Message = Output | Input


class ReportRow(Frozen):
    """One kind of report."""

    code: int
    """Of an output report byte 0, of an input report byte 1, the data type."""
    sender: Role
    message: type[Message]
    takes: tuple[Iterable[int], ...] = ()
    """The bytes that follow an output report's code: what each of them may be."""
    constant: bytes = b""
    """Follows them. No manual explains it, but the recorded devices were sent it."""
    eeprom: bool = False
    """Wears out an EEPROM rated for 50,000 writes: only while a technician is at the device."""


BYTE: Final = range(256)
# fmt: off
MESSAGES: Final = (
    #         code sender       message           takes                constant eeprom
    ReportRow(177, Role.HOST,   GenerateData),
    ReportRow(179, Role.HOST,   SetLed,           (Led, Light)),
    ReportRow(181, Role.HOST,   SetBacklight,     (BACKLIGHTS, Light), b"\x01"),
    ReportRow(182, Role.HOST,   SetBacklightRows, (Bank, BYTE)),
    ReportRow(189, Role.HOST,   SetUnitId,        (BYTE,),             eeprom=True),
    ReportRow(204, Role.HOST,   SetMode,          (range(4),),         eeprom=True),
    ReportRow(214, Role.HOST,   GetDescriptor),
    ReportRow(0,   Role.DEVICE, GeneralData),
    ReportRow(214, Role.DEVICE, Descriptor),
)
# fmt: on
OUTPUTS: Final = {row.code: row for row in MESSAGES if row.sender is Role.HOST}
BY_MESSAGE: Final = {row.message: row for row in MESSAGES}
DESCRIPTOR: Final = BY_MESSAGE[Descriptor].code

# The data type of general data is a set of bits, not one code.
PROGRAM_SWITCH: Final = 1
GENERATED: Final = 2

LED_BITS: Final = {Led.GREEN: 64, Led.RED: 128}


class Reports:
    """One end of the cable to one model: `Reports(Role.HOST, XK24)` in the driver."""

    def __init__(self, role: Role, model: Model) -> None:
        self.role, self.model = role, model

    def send(self, message: Message, *, servicing: bool = False) -> bytes:
        """The report, or `LocalMisuse`; what wears the EEPROM only in `servicing`."""
        row = BY_MESSAGE[type(message)]
        if row.sender is not self.role:
            raise LocalMisuse(f"{self.model.name}: the {self.role.value} does not send {message}")
        if row.eeprom and not servicing:
            raise LocalMisuse(f"{self.model.name}: {message} wears its EEPROM; not in running")
        try:
            if isinstance(message, GeneralData):
                return _put_general(self.model, message)
            if isinstance(message, Descriptor):
                return _put_descriptor(self.model, message)
            return _put_output(row, message)
        except (ValueError, OverflowError) as error:
            raise LocalMisuse(f"{self.model.name}: cannot send {message}: {error}") from error

    def receive(self, report: bytes) -> Message:
        """The message of one whole report, or `BadFrame`."""
        expected = OUTPUT_BYTES if self.role is Role.DEVICE else self.model.input_bytes
        if len(report) != expected:
            raise BadFrame(f"{self.model.name}: report of {len(report)} bytes, not {expected}")
        if self.role is Role.DEVICE:
            return _take_output(self.model, report)
        if report[1] == DESCRIPTOR:
            return _take_descriptor(report)
        return _take_general(self.model, report)


def _put_output(row: ReportRow, message: Output) -> bytes:
    values = astuple(message)
    for value, allowed in zip(values, row.takes, strict=True):
        if value not in tuple(allowed):
            raise ValueError(f"no such value: {value}")
    return (bytes((row.code, *values)) + row.constant).ljust(OUTPUT_BYTES, b"\0")


def _take_output(model: Model, report: bytes) -> Output:
    row = OUTPUTS.get(report[0])
    if row is None:
        raise BadFrame(f"{model.name}: no output report {report[0]}")
    values = []
    for at, allowed in enumerate(row.takes, 1):
        known = {int(value): value for value in allowed}
        if report[at] not in known:
            raise BadFrame(f"{model.name}: output report {row.code} with {report[at]} at {at}")
        values.append(known[report[at]])
    rest = report[1 + len(values) :]
    if rest.rstrip(b"\0") not in (b"", row.constant):
        raise BadFrame(f"{model.name}: output report {row.code} with more than it takes")
    message: Output = row.message(*values)  # type: ignore[assignment,arg-type]
    return message


def _put_general(model: Model, data: GeneralData) -> bytes:
    report = bytearray(model.input_bytes)
    report[0] = data.unit_id
    report[1] = GENERATED * data.generated | PROGRAM_SWITCH * data.program_switch
    for number in data.closed:
        if number not in model.inputs:
            raise ValueError(f"no input {number}")
        report[2 + number // 8] |= 1 << number % 8
    at = model.milliseconds_at
    report[at : at + 4] = data.milliseconds.to_bytes(4, "big")
    if (model.boot_count_at is None) is not (data.boot_count is None):
        raise ValueError("a boot count where there is none, or none where there is one")
    if model.boot_count_at is not None and data.boot_count is not None:
        report[model.boot_count_at] = data.boot_count
    return bytes(report)


def _take_general(model: Model, report: bytes) -> GeneralData:
    if report[1] > GENERATED | PROGRAM_SWITCH:
        raise BadFrame(f"{model.name}: no data type {report[1]}")
    for byte, mask in enumerate(model.masks, 2):
        if report[byte] & ~mask:
            raise BadFrame(f"{model.name}: byte {byte} is {report[byte]:02x}, beyond {mask:02x}")
    at = model.milliseconds_at
    return GeneralData(
        unit_id=report[0],
        closed=frozenset(n for n in model.inputs if report[2 + n // 8] >> n % 8 & 1),
        milliseconds=int.from_bytes(report[at : at + 4], "big"),
        generated=bool(report[1] & GENERATED),
        program_switch=bool(report[1] & PROGRAM_SWITCH),
        boot_count=None if model.boot_count_at is None else report[model.boot_count_at],
    )


def _put_descriptor(model: Model, descriptor: Descriptor) -> bytes:
    report = bytearray(model.input_bytes)
    report[0:3] = descriptor.unit_id, DESCRIPTOR, descriptor.mode
    report[7:9] = descriptor.columns, descriptor.rows
    report[9] = sum(LED_BITS[led] for led in descriptor.leds)
    report[10] = descriptor.firmware
    report[11:13] = descriptor.product_id.to_bytes(2, "little")
    return bytes(report)


def _take_descriptor(report: bytes) -> Descriptor:
    """Bytes 3 to 6 say where macros lie in the EEPROM, which is of no use to us."""
    return Descriptor(
        unit_id=report[0],
        mode=report[2],
        columns=report[7],
        rows=report[8],
        leds=frozenset(led for led, bit in LED_BITS.items() if report[9] & bit),
        firmware=report[10],
        product_id=int.from_bytes(report[11:13], "little"),
    )
