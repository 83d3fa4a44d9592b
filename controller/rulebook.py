"""The rules for reading: every clause of every rule set as one requirement in our own words.

The list is `config/rules/clauses.tsv`: one clause a line, four columns parted by tabs, quotation
marks being plain text. It is read as strictly as money is counted, since the proof that a clause
is kept (`feltwork rules`) and the text a supervisor reads on the screen both come from it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from types import MappingProxyType
from typing import Final

HEADER: Final = ("ruleset", "clause", "kind", "requirement")

ClauseKey = tuple[str, str]
"""Rule set and clause number, as in `("nsw-2024", "11.4.1")`."""


class Kind(StrEnum):
    """What a clause governs."""

    FLOW = "flow"
    MONEY = "money"
    IRREGULARITY = "irregularity"
    GUIDANCE = "guidance"
    SUPERVISOR = "supervisor"
    RECORD = "record"
    DEVICE = "device"
    OUTSIDE = "outside"
    """Nothing the console does or may do."""


@dataclass(frozen=True, slots=True)
class Clause:
    ruleset: str
    number: str
    """The number as printed, with a term or a part where one paragraph says several things."""
    kind: Kind
    requirement: str

    @property
    def key(self) -> ClauseKey:
        return self.ruleset, self.number


class RulebookError(Exception):
    """The clause list is not what it should be; the message names line, seen and expected."""


def load_clauses() -> Mapping[ClauseKey, Clause]:
    """Every clause by rule set and number, in the order of the list."""
    path = files("config") / "rules" / "clauses.tsv"
    return parse_clauses(path.read_text(encoding="utf-8"))


def parse_clauses(text: str) -> Mapping[ClauseKey, Clause]:
    # Only a newline ends a line: splitlines() would also break at a form feed or U+2028.
    lines = text.removesuffix("\n").split("\n")
    header = "\t".join(HEADER)
    if lines[0] != header:
        raise _bad(1, lines[0], f"the header {header!r}")
    clauses: dict[ClauseKey, Clause] = {}
    first_seen: dict[ClauseKey, int] = {}
    for number, line in enumerate(lines[1:], start=2):
        clause = _parse_line(number, line)
        if clause.key in clauses:
            expected = f"each clause once; it stands on line {first_seen[clause.key]}"
            raise _bad(number, " ".join(clause.key), expected)
        clauses[clause.key] = clause
        first_seen[clause.key] = number
    return MappingProxyType(clauses)


def _parse_line(number: int, line: str) -> Clause:
    columns = line.split("\t")
    if len(columns) != len(HEADER):
        expected = f"{len(HEADER)} columns parted by tabs, not {len(columns)}"
        raise _bad(number, line, expected)
    for name, value in zip(HEADER, columns, strict=True):
        if not value or value != value.strip():
            raise _bad(number, value, f"a {name} that is not empty, without space around it")
    ruleset, clause, kind, requirement = columns
    if kind not in list(Kind):
        raise _bad(number, kind, f"a kind: {', '.join(Kind)}")
    return Clause(ruleset, clause, Kind(kind), requirement)


def _bad(line: int, seen: str, expected: str) -> RulebookError:
    return RulebookError(f"clauses.tsv, line {line}: seen {seen!r}, expected {expected}")
