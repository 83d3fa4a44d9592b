"""What a sign's configuration allows, and what follows from it."""

from typing import Any

import pytest

from drivers.alphasign.commands import SetMemory, string_entry, text_entry
from drivers.alphasign.config import SignConfig, StringFile, line_ms, line_text, parse_line
from drivers.faults import LocalMisuse
from drivers.transport.serial import LineSettings


def test_line_settings_have_their_usual_short_form() -> None:
    assert parse_line("4800 7E2") == LineSettings(4_800, 7, "E", 2)
    for text in ("9600 7E1", "4800 7E2", "19200 8N1", "600 7O1"):
        assert line_text(parse_line(text)) == text


@pytest.mark.parametrize("text", ["", "9600", "9600 7e1", "9600 9N1", "fast 7E1", "9600 7E1 "])
def test_other_forms_are_refused_by_name(text: str) -> None:
    with pytest.raises(LocalMisuse, match="9600 7E1"):
        parse_line(text)


@pytest.mark.parametrize("text", ["000000 7E1", "0000 7E1", "009600 7E1", "9601 7E1", "115200 7E1"])
def test_a_rate_that_no_sign_has_is_refused_with_those_it_may_have(text: str) -> None:
    with pytest.raises(LocalMisuse, match=rf"'{text}' seen.*300, .*19200 or 38400"):
        parse_line(text)


def test_a_character_takes_its_bits() -> None:
    assert line_ms(parse_line("9600 7E1"), 96) == 100
    assert line_ms(parse_line("4800 7E2"), 48) == 110
    assert line_ms(parse_line("4800 8N1"), 1) == 3


def test_the_memory_is_exactly_what_the_files_need() -> None:
    config = SignConfig(caption="JACKPOT ", strings=(StringFile("J", 20), StringFile("L", 9)))
    assert config.text.data == b"\x1b bJACKPOT \x10J\x10L"
    assert config.memory == SetMemory(
        (text_entry("T", 15), string_entry("J", 20), string_entry("L", 9))
    )


@pytest.mark.parametrize("line", ["9600 7E1", "4800 7E2", "1200 7E2", "300 7E2"])
def test_writes_leave_at_least_half_of_the_line_free(line: str) -> None:
    config = SignConfig(line=parse_line(line), strings=(StringFile("J", 125),), write_ms_min=1)
    assert config.pace_ms >= 2 * line_ms(config.line, 18 + 125)


@pytest.mark.parametrize(
    "wrong",
    [
        {"strings": ()},
        {"strings": (StringFile("T", 5),)},
        {"strings": (StringFile("J", 5), StringFile("J", 5))},
        {"strings": (StringFile("0", 5),)},
        {"strings": (StringFile("J", 126),)},
        {"strings": (StringFile("J", 0),)},
        {"caption": "Jäckpot"},
        {"caption": "a\x04b"},
        {"text_label": "?"},
        {"text_label": "A"},
        {"strings": (StringFile("G", 5),)},
        {"address": "1"},
        {"type_code": ""},
    ],
)
def test_a_sign_that_cannot_be_is_refused_at_once(wrong: dict[str, Any]) -> None:
    with pytest.raises(LocalMisuse):
        SignConfig(**wrong)


def test_texts_are_centred_and_must_fit() -> None:
    string = StringFile("J", 8)
    assert string.filled("$1.00") in (b" $1.00  ", b"  $1.00 ")
    for wrong in ("123456789", "£1", "a\x04", "a\n"):
        with pytest.raises(LocalMisuse):
            string.filled(wrong)
