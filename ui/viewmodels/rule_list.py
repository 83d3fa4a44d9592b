"""The rules this table plays by, for whoever asks to read them (13.16; 13.14 of `nsw-legacy`).

What a clause asks of the record, and how it differs from older rules, is for those who check the
program: it is left out.
"""

import re
from collections.abc import Iterable
from typing import Any, Final

from controller.floor.approval import approval_line
from controller.rulebook import Clause, Kind, load_clauses
from ui.shown import Shown
from ui.viewmodels.base import qml_element
from ui.viewmodels.listed import DetailRow, ListedProps, ListedViewModel, ListRow
from ui.viewmodels.panels import RULES

TITLE: Final = "What this table does, clause by clause"
_DIFFERS: Final = re.compile(r"^DIFFERS: .*?\. (?=[A-Z'(])")
"""The sentence in front that compares two rule sets."""


def derive_rules(rules: Any, clauses: Iterable[Clause], picked: int) -> ListedProps:
    """The table's own rule set, of all that there are, chapter by chapter."""
    chapters: dict[str, list[DetailRow]] = {}
    for one in clauses:
        if one.ruleset == rules.ruleset and one.kind is not Kind.RECORD:
            rows = chapters.setdefault(_chapter(one.number), [])
            rows.append(DetailRow(_DIFFERS.sub("", one.requirement), one.number))
    names = list(chapters)
    shown = picked or 1
    return ListedProps(
        visible=True,
        rows=tuple(
            ListRow(number, name, _count(len(chapters[name])))
            for number, name in enumerate(names, start=1)
        ),
        picked=shown,
        details=(
            DetailRow(TITLE, ""),
            DetailRow(approval_line(rules), ""),
            *chapters[names[shown - 1]],
        ),
    )


def _count(clauses: int) -> str:
    return "1 clause" if clauses == 1 else f"{clauses} clauses"


def _chapter(number: str) -> str:
    """`Rule 9` for 9.2.3; `Rule (18)` for (18)(a)iv; the order and the diagram by their names."""
    head = number.split(":")[0].split(".")[0]
    if head.startswith("("):
        head = head[: head.index(")") + 1]
    return head if head[0].isalpha() else f"Rule {head}"


@qml_element
class RuleListViewModel(ListedViewModel):
    """The rules for reading."""

    panel = RULES

    _clauses: tuple[Clause, ...] = ()

    def _opened(self) -> None:
        self._clauses = tuple(load_clauses().values()) if self._open else ()
        super()._opened()

    def derive(self, shown: Shown) -> ListedProps:
        if not self._open:
            return ListedProps()
        return derive_rules(shown.snapshot.house.table.rules, self._clauses, self._picked)
