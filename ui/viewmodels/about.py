"""About this table: which program, with which figures, by which approved rules."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from controller.floor.approval import approval_line
from controller.floor.state import Floor
from controller.journal.housekeeping import TableStarted
from ui.shown import Shown
from ui.viewmodels.words import sentence

if TYPE_CHECKING:
    from ui.games.screen import GameScreen


def short(digest: str) -> str:
    """`3fa4 91c2 07be 5d10`: enough to compare by eye; the record has all of it."""
    return " ".join(digest[at : at + 4] for at in range(0, 16, 4))


def about(shown: Shown, game: "GameScreen", started: TableStarted | None) -> tuple[str, ...]:
    """Line by line."""
    return tuple(_lines(shown, game, started))


def _lines(shown: Shown, game: "GameScreen", started: TableStarted | None) -> Iterator[str]:
    house = shown.snapshot.house
    rules = house.table.rules
    if started is not None:
        yield f"Program: Feltwork {started.version}, digest {short(started.code)}"
        yield f"Configuration and pay tables: digest {short(started.config)}"
    if house.floor is None:
        yield f"Format: {game.rules_name(rules)}"
    else:
        yield from _of_table(house.floor, game)
    yield f"Record: {shown.snapshot.head.position} entries"


def _of_table(floor: Floor, game: "GameScreen") -> Iterator[str]:
    rules = floor.rules
    name, source = game.rules_name(rules), rules.dealing.value
    yield f"Rules: {name}, {rules.places} places, cards from the {source}"
    yield sentence(approval_line(rules))
    if by := rules.terms.approved_by:
        yield f"Approved by: {by}"
    if (day := floor.settings.effective_from) is not None:
        yield f"In force since: {day}"
