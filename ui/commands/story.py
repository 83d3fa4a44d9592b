"""The story of a table as a scenario deals it, for people to read in a terminal."""

import sys
from io import TextIOWrapper
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from controller.games.narration import StoryLine
from simulators.games.simulation import Simulation

_SUITS = {"s": ("♠", "bold"), "h": ("♥", "bold red"), "d": ("♦", "bold red"), "c": ("♣", "bold")}


def card_text(cards: list[str]) -> Text:
    """Cards with their suits drawn."""
    text = Text()
    for card in cards:
        sign, style = _SUITS[card[1]]
        text.append(f"{'10' if card[0] == 'T' else card[0]}{sign} ", style)
    return text


class Story:
    """Prints what happens, as the game tells it, then what each round or hand came to."""

    def __init__(self, simulation: Simulation, scenario: Any) -> None:
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")  # a terminal without suits is still a terminal
        self._simulation = simulation
        self._telling = simulation.game.narration()
        self._console = Console(highlight=False, markup=False)
        heading = simulation.heading(scenario)
        self._console.print(Panel(heading, title=Text(scenario.name), expand=False))

    def tell(self, before: Any, after: Any, event: object) -> None:
        """One thing that happened."""
        if after.number != before.number:
            unit = self._simulation.listed.removesuffix("s").capitalize()
            self._console.rule(f"{unit} {after.number}", style="dim")
        told = self._telling.lines
        count = len(told)
        self._telling.take(before, after, event, 0)
        lines = self._telling.lines
        for line in lines[count:] if lines is told else lines:
            self._print(line)

    def _print(self, line: StoryLine) -> None:
        text = Text(line.text)
        if line.clause and "(rule" not in line.text:
            text.append(f"  rule {line.clause}", "dim")
        self._console.print(Padding(text, (0, 0, 0, 2)))

    def result(self, table: Any, result: dict[str, Any]) -> None:
        """How the round ended, place by place."""
        summary = self._simulation.summary(table, result)
        grid = Grid(title=summary.title, title_justify="left", title_style="bold")
        for column in summary.columns:
            grid.add_column(column.heading, justify="right" if column.amount else "left")
        for row in summary.rows:
            grid.add_row(*(card_text(cell) if isinstance(cell, list) else cell for cell in row))
        self._console.print(grid)
        if summary.below:
            self._console.print(f"  {summary.below}")
