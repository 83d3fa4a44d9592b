"""X-keys reports against recorded bytes, and against everything that is no report."""

import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.faults import BadFrame, LocalMisuse
from drivers.xkeys.protocol import (
    BACKLIGHTS,
    CONTACTS,
    MODELS,
    XK12,
    XK24,
    Bank,
    Descriptor,
    GeneralData,
    GenerateData,
    GetDescriptor,
    Led,
    Light,
    Message,
    Model,
    Output,
    Reports,
    Role,
    SetBacklight,
    SetBacklightRows,
    SetLed,
    SetMode,
    SetUnitId,
    backlight,
    contact,
    key,
)
from tests.helpers.spoil import campaigns, held, spoilt
from tests.unit.drivers.xkeys.recorded import (
    XK12_EVENTS,
    XK12_FIRST,
    XK12_PRESSED,
    XK24_EVENTS,
    XK24_FIRST,
    XK24_PROGRAM_SWITCH,
    xk12_reports,
    xk24_reports,
)

# As recorded after the leading report id 00, before the zeros; both models where both were sent it.
SENT: list[tuple[Output, str, tuple[Model, ...]]] = [
    (SetLed(Led.GREEN, Light.ON), "b30601", MODELS),
    (SetLed(Led.GREEN, Light.OFF), "b30600", MODELS),
    (SetLed(Led.RED, Light.ON), "b30701", MODELS),
    (SetLed(Led.RED, Light.OFF), "b30700", MODELS),
    (SetBacklightRows(Bank.BLUE, 0xFF), "b600ff", MODELS),
    (SetBacklightRows(Bank.RED, 0xFF), "b601ff", MODELS),
    (SetBacklightRows(Bank.BLUE, 0), "b60000", MODELS),
    (SetBacklightRows(Bank.RED, 0), "b60100", MODELS),
    (SetBacklight(backlight(key(1, 1)), Light.ON), "b5000101", (XK24,)),
    (SetBacklight(backlight(key(1, 1)), Light.FLASH), "b5000201", (XK24,)),
    (SetBacklight(backlight(key(1, 1)), Light.OFF), "b5000001", (XK24,)),
    (SetBacklight(backlight(key(1, 1), Bank.RED), Light.OFF), "b5200001", (XK24,)),
]
# As documented.
DOCUMENTED: list[tuple[Output, str, tuple[Model, ...]]] = [
    (GenerateData(), "b1", MODELS),
    (GetDescriptor(), "d6", MODELS),
    (SetLed(Led.RED, Light.FLASH), "b30702", MODELS),
    (SetUnitId(7), "bd07", MODELS),
    (SetMode(0), "cc00", MODELS),
]

# Put together from the maker's sample program: PID #1, firmware 6, product 04A8, red LED lit.
DESCRIPTOR = Descriptor(1, 0, 6, 2, frozenset({Led.RED}), 6, 0x04A8)
DESCRIPTOR_BYTES = bytes.fromhex("01d6000000000006028006a804") + bytes(23)


def closed(*numbers: int) -> frozenset[int]:
    return frozenset(numbers)


@pytest.mark.parametrize(("message", "start", "models"), SENT + DOCUMENTED)
def test_output_reports_are_the_recorded_bytes_both_ways(
    message: Output, start: str, models: tuple[Model, ...]
) -> None:
    report = bytes.fromhex(start).ljust(35, b"\0")
    for model in models:
        assert Reports(Role.HOST, model).send(message, servicing=True) == report
        assert Reports(Role.DEVICE, model).receive(report) == message


def test_reports_put_together_are_the_recorded_ones() -> None:
    assert xk12_reports()[0].hex() == XK12_FIRST
    assert xk24_reports()[0].hex() == XK24_FIRST
    assert xk24_reports()[48].hex() == XK24_PROGRAM_SWITCH


def test_every_recorded_report_of_the_xk12_is_read_and_written() -> None:
    for index, report in enumerate(xk12_reports()):
        pressed = closed() if index % 2 else closed(XK12_PRESSED[index // 2] - 1)
        expected = GeneralData(1, pressed, XK12_EVENTS[index][1], boot_count=1)
        assert Reports(Role.HOST, XK12).receive(report) == expected
        assert Reports(Role.DEVICE, XK12).send(expected) == report


def test_every_recorded_report_of_the_xk24_is_read_and_written() -> None:
    for index, report in enumerate(xk24_reports()):
        button, released = divmod(index, 2)
        down = button < 24 and not released
        expected = GeneralData(
            10,
            closed(key(button // 6 + 1, button % 6 + 1)) if down else closed(),
            XK24_EVENTS[index],
            program_switch=button == 24 and not released,
        )
        assert Reports(Role.HOST, XK24).receive(report) == expected
        assert Reports(Role.DEVICE, XK24).send(expected) == report


def test_the_descriptor_is_read_and_written() -> None:
    assert Reports(Role.HOST, XK12).receive(DESCRIPTOR_BYTES) == DESCRIPTOR
    assert Reports(Role.DEVICE, XK12).send(DESCRIPTOR) == DESCRIPTOR_BYTES


def test_an_answer_to_generate_data_is_marked() -> None:
    report = bytes.fromhex(XK12_FIRST.replace("0100", "0102", 1))
    data = Reports(Role.HOST, XK12).receive(report)
    assert data == GeneralData(1, closed(7), 5613589, generated=True, boot_count=1)
    assert Reports(Role.DEVICE, XK12).send(data) == report


def test_names_stand_for_numbers() -> None:
    assert [contact(name) for name in CONTACTS] == list(XK12.inputs)
    assert (contact("1R"), contact("1L"), contact("4L"), contact("6L")) == (0, 1, 7, 11)
    assert (key(1, 1), key(1, 6), key(2, 1), key(4, 6)) == (0, 5, 8, 29)
    assert backlight(29, Bank.RED) == 61
    assert len(BACKLIGHTS) == 48


@pytest.mark.parametrize(
    "wrong",
    [lambda: contact("7L"), lambda: key(0, 1), lambda: key(5, 1), lambda: key(1, 7),
     lambda: backlight(6)],
)  # fmt: skip
def test_names_of_nothing_are_refused(wrong: object) -> None:
    with pytest.raises(LocalMisuse):
        wrong()  # type: ignore[operator]


@pytest.mark.parametrize("message", [SetUnitId(1), SetMode(1)])
def test_the_eeprom_is_not_written_in_normal_running(message: Output) -> None:
    with pytest.raises(LocalMisuse, match="EEPROM"):
        Reports(Role.HOST, XK24).send(message)


HOST_CANNOT: tuple[Message, ...] = (
    GeneralData(1, closed(), 0),
    DESCRIPTOR,
    SetBacklight(6, Light.ON),
    SetBacklight(64, Light.ON),
    SetBacklightRows(Bank.RED, 256),
    SetLed(6, 3),  # type: ignore[arg-type]
)
DEVICE_CANNOT: tuple[Message, ...] = (
    GenerateData(),
    GeneralData(256, closed(), 0),
    GeneralData(1, closed(6), 0),
    GeneralData(1, closed(), 2**32),
    GeneralData(1, closed(), 0, boot_count=1),
    Descriptor(1, 0, 4, 6, frozenset(), 38, 0x10000),
)
CANNOT_SAY: list[tuple[Role, Model, Message]] = [
    *((Role.HOST, XK24, message) for message in HOST_CANNOT),
    *((Role.DEVICE, XK24, message) for message in DEVICE_CANNOT),
    (Role.DEVICE, XK12, GeneralData(1, closed(), 0)),  # it always says its boot count
]


@pytest.mark.parametrize(("role", "model", "message"), CANNOT_SAY)
def test_an_end_does_not_say_what_it_cannot(role: Role, model: Model, message: Message) -> None:
    with pytest.raises(LocalMisuse):
        Reports(role, model).send(message)


@pytest.mark.parametrize(
    "report",
    [
        b"",
        bytes.fromhex("b1").ljust(36, b"\0"),
        b"\0" + bytes.fromhex("b1").ljust(35, b"\0"),
        b"\0" + bytes.fromhex("b1").ljust(34, b"\0"),
        bytes.fromhex("b1").ljust(34, b"\0") + b"\1",
        bytes.fromhex("b30801").ljust(35, b"\0"),
        bytes.fromhex("b30603").ljust(35, b"\0"),
        bytes.fromhex("b5060101").ljust(35, b"\0"),
        bytes.fromhex("b5000102").ljust(35, b"\0"),
        bytes.fromhex("cc04").ljust(35, b"\0"),
    ],
)
def test_the_device_takes_only_output_reports(report: bytes) -> None:
    with pytest.raises(BadFrame):
        Reports(Role.DEVICE, XK24).receive(report)


@pytest.mark.parametrize(
    "change", [(1, 4), (1, 213), (2, 0x40), (5, 0x80)], ids=lambda change: str(change)
)
def test_the_host_takes_only_input_reports(change: tuple[int, int]) -> None:
    report = bytearray.fromhex(XK24_FIRST)
    report[change[0]] = change[1]
    with pytest.raises(BadFrame):
        Reports(Role.HOST, XK24).receive(bytes(report))
    with pytest.raises(BadFrame):
        Reports(Role.HOST, XK24).receive(b"\0" + bytes.fromhex(XK24_FIRST))


MODEL = st.sampled_from(MODELS)


@st.composite
def general(draw: st.DrawFn) -> tuple[Model, GeneralData]:
    model = draw(MODEL)
    return model, GeneralData(
        draw(st.integers(0, 255)),
        draw(st.frozensets(st.sampled_from(model.inputs))),
        draw(st.integers(0, 2**32 - 1)),
        draw(st.booleans()),
        draw(st.booleans()),
        None if model.boot_count_at is None else draw(st.integers(0, 255)),
    )


@given(general())
def test_whatever_a_device_says_the_host_reads(case: tuple[Model, GeneralData]) -> None:
    model, data = case
    assert Reports(Role.HOST, model).receive(Reports(Role.DEVICE, model).send(data)) == data


def feed(role: Role, model: Model, report: bytes) -> None:
    """A message that can be said again as itself, or `BadFrame`, and nothing else."""
    try:
        message = Reports(role, model).receive(report)
    except BadFrame:
        return
    other = Reports(Role.DEVICE if role is Role.HOST else Role.HOST, model)
    assert Reports(role, model).receive(other.send(message, servicing=True)) == message


@given(st.sampled_from(list(Role)), MODEL, st.binary(max_size=64))
def test_any_bytes_are_a_message_or_a_bad_frame(role: Role, model: Model, report: bytes) -> None:
    feed(role, model, report)


@campaigns()
@pytest.mark.parametrize("role", Role)
def test_garbled_reports_do_no_harm_at_either_end(role: Role, seed: int, inputs: int) -> None:
    chance = random.Random(seed)
    seeds = {
        Role.HOST: {XK12: [*xk12_reports(), DESCRIPTOR_BYTES], XK24: [*xk24_reports()]},
        Role.DEVICE: {
            model: [
                bytes.fromhex(start).ljust(35, b"\0")
                for _, start, models in SENT + DOCUMENTED
                if model in models
            ]
            for model in (XK12, XK24)
        },
    }[role]
    ends = {model: Reports(role, model) for model in seeds}
    kept = 0
    for number in range(inputs):
        if number == inputs // 2:  # by then a model has worked out what it works out once
            kept = held(ends)
        model = chance.choice((XK12, XK24))
        feed(role, model, spoilt(chance, seeds[model], 40))
        with suppress(BadFrame):
            ends[model].receive(spoilt(chance, seeds[model], 40))
    assert held(ends) == kept
