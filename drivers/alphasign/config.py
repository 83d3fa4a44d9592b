"""What differs between signs: the line, the address, what stands on it, and how often."""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from drivers.alphasign import commands as c
from drivers.alphasign.commands import STRING_BYTES_MAX, Command, Mode
from drivers.alphasign.protocol import ALL_SIGNS, BROADCAST, Role, SignLine
from drivers.faults import LocalMisuse
from drivers.transport.serial import LineSettings

USUAL_LINE: Final = LineSettings(9_600, 7, "E", 1)
WRITE_CODES: Final = frozenset("AEGIKMO")
"""No file may be called like a command that writes (6.0). To read TEXT file A is `B A ETX 0088`;
without B and ETX that would write 088 into the priority file 0, over everything else."""
RATES: Final = ("300", "600", "1200", "2400", "4800", "9600", "19200", "38400")
LINE: Final = re.compile(rf"({'|'.join(RATES)}) ([78])([NEO])([12])")


def parse_line(text: str) -> LineSettings:
    """Line settings from their usual short form, as in `9600 7E1` or `4800 7E2`."""
    found = LINE.fullmatch(text)
    if found is None:
        raise LocalMisuse(
            f"sign: line {text!r} seen, expected a form such as '9600 7E1' with a rate of "
            f"{', '.join(RATES[:-1])} or {RATES[-1]}"
        )
    baud, data_bits, parity, stop_bits = found.groups()
    return LineSettings(int(baud), int(data_bits), parity, int(stop_bits))


def line_text(line: LineSettings) -> str:
    """The short form."""
    return f"{line.baud} {line.data_bits}{line.parity}{line.stop_bits}"


def line_ms(line: LineSettings, characters: int) -> int:
    """How long so many characters take, rounded up."""
    bits = 1 + line.data_bits + (line.parity != "N") + line.stop_bits
    return -(-characters * bits * 1_000 // line.baud)


@dataclass(frozen=True)
class StringFile:
    """One changing part of the sign."""

    label: str
    width: int
    """Always so many characters are written, centred, and the file is just as long: a packet whose
    ETX fell out would carry its checksum as text, but is too long for the file."""

    def filled(self, text: str) -> bytes:
        """As it stands in the file."""
        if len(text) > self.width or not text.isascii() or not text.isprintable():
            raise LocalMisuse(
                f"sign: {text!r} seen for string {self.label}, "
                f"expected at most {self.width} printable characters"
            )
        return text.center(self.width).encode()


@dataclass(frozen=True)
class SignConfig:
    """One sign."""

    name: str = "jackpot sign"
    line: LineSettings = USUAL_LINE
    """With parity a sign drops a packet with a garbled character: keep it on."""
    type_code: str = ALL_SIGNS
    address: str = BROADCAST
    wired: bool = False
    """Whether the sign's answers reach us: many cables have no return line."""
    caption: str = ""
    """Stands before the strings and never changes."""
    strings: tuple[StringFile, ...] = (StringFile("J", 20),)
    text_label: str = "T"
    mode: Mode = Mode.HOLD

    reply_ms_max: int = 1_500
    """Longest wait for an answer."""
    write_ms_min: int = 500
    """Shortest time between two writes, so that a counting meter leaves the line free."""
    check_ms: int = 5_000
    """How often the sign is read back."""
    refresh_ms: int = 15_000
    """How often a sign that cannot answer is sent all strings again."""
    set_up_ms: int = 900_000
    """How often a sign that cannot answer is set up again, which blanks it for a moment."""

    def __post_init__(self) -> None:
        labels = [self.text_label, *(string.label for string in self.strings)]
        if len(set(labels)) < len(labels) or not self.strings:
            raise LocalMisuse(f"{self.name}: files {labels} seen, expected different labels")
        if WRITE_CODES.intersection(labels):
            raise LocalMisuse(f"{self.name}: files {labels} seen, expected none of A E G I K M O")
        if any(not 0 < string.width <= STRING_BYTES_MAX for string in self.strings):
            raise LocalMisuse(f"{self.name}: a string of 1 to {STRING_BYTES_MAX} expected")
        blank = [c.WriteString(string.label, string.filled("")) for string in self.strings]
        if not self.caption.isascii():
            raise LocalMisuse(f"{self.name}: caption {self.caption!r} seen, plain ASCII expected")
        commands: tuple[Command, ...] = (self.memory, self.text, self.sequence, *blank)
        for command in commands:
            self.link().send(command)  # raises LocalMisuse now rather than at the table

    def link(self) -> SignLine:
        """Our end of the line."""
        return SignLine(Role.HOST, self.type_code, self.address)

    @cached_property
    def text(self) -> c.WriteText:
        """The TEXT file: the caption, then a call of each string."""
        calls = b"".join(c.CALL_STRING + string.label.encode() for string in self.strings)
        return c.WriteText(self.text_label, c.text_file(self.caption.encode() + calls, self.mode))

    @cached_property
    def memory(self) -> c.SetMemory:
        """Exactly what the files need."""
        strings = (c.string_entry(string.label, string.width) for string in self.strings)
        text: c.File = c.text_entry(self.text_label, len(self.text.data))
        return c.SetMemory((text, *strings))

    @cached_property
    def sequence(self) -> c.SetRunSequence:
        """Only our TEXT file is shown."""
        return c.SetRunSequence(self.text_label)

    @cached_property
    def pace_ms(self) -> int:
        """Between two writes: never more than half of what the line can carry."""
        longest = max(self.strings, key=lambda string: string.width)
        packet = self.link().send(c.WriteString(longest.label, longest.filled("")))
        return max(self.write_ms_min, 2 * line_ms(self.line, len(packet)))
