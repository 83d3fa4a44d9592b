"""Plays tournament files for `feltwork play`, and prints what came of them."""

import sys
from io import TextIOWrapper
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.panel import Panel
from rich.text import Text

from controller.domain.money import Money
from controller.tournament.format import Format, chips
from controller.tournament.guidance import guidance
from controller.tournament.places import going_on, winners
from controller.tournament.prizes import money, won
from controller.tournament.state import Desk
from controller.tournament.story import narrate
from simulators.games.tournament.file import Tournament, checked_tournament
from simulators.games.tournament.play import play_course
from simulators.games.tournament.record import CourseRecord
from simulators.games.tournament.result import tournament_result
from simulators.scenario.expect import differences
from ui.commands.as_json import print_json
from ui.commands.desk_status import places_grid


def play_tournament(
    file: str, content: dict[str, Any], record: CourseRecord | None, *, as_json: bool
) -> bool:
    """Play one file; did it come out as the file expects? `WrongScenario` where it is wrong."""
    tournament = checked_tournament(file, content)
    story = None if as_json else DeskStory(tournament)
    desk = play_course(tournament, story.tell if story else None, record)
    result = tournament_result(file, desk)
    if story:
        story.result(desk)
    else:
        print_json(result)
    different = list(differences(tournament.expect or {}, result))
    for line in different:
        sys.stderr.write(f"{file}: expect: {line}\n")
    return not different


class DeskStory:
    """Prints what happens at the desk, then places and prizes."""

    def __init__(self, tournament: Tournament, console: Console | None = None) -> None:
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")
        self._console = console or Console(highlight=False, markup=False)
        heading = _heading(tournament.form)
        self._console.print(Panel(heading, title=Text(tournament.name), expand=False))

    def tell(self, before: Desk, after: Desk, event: object) -> None:
        """One thing that happened and, in a new phase, what is asked of people."""
        told = narrate(before, event)
        self._line(Text(told.text), told.clause)
        if after.phase is not before.phase:
            asked = guidance(after.phase)
            self._line(Text(asked.text, "italic"), asked.clause)

    def _line(self, text: Text, clause: str) -> None:
        self._console.print(Padding(text.append(f"  {clause}", "dim"), (0, 0, 0, 2)))

    def result(self, desk: Desk) -> None:
        """Who came where, and what each has won."""
        found = money(desk)
        fees = f"entry fees {_dollars(found.entries)} less {_dollars(found.house)} for the house"
        bought = f"re-buys {_dollars(found.rebuys)}, add-ons {_dollars(found.addons)}"
        sources = f"{fees}; {bought}; added {_dollars(found.added)}"
        self._console.rule(f"Prize money {_dollars(found.prizes)}", style="dim")
        self._console.print(Padding(sources, (0, 0, 0, 2)))
        grid = places_grid(won(desk), padding=(0, 2))
        self._console.print(Padding(grid, (0, 0, 0, 1)))
        for table in desk.table_numbers():
            on = going_on(desk, table)
            goes = f"; advance: {', '.join(on)}" if on else ""
            line = f"Table {table}: most chips: {', '.join(winners(desk, table))}{goes}"
            self._console.print(Padding(Text(line), (0, 0, 0, 2)))


def _heading(form: Format) -> str:
    buyin = f", chips {_dollars(form.buyin)}" if form.buyin else ""
    lines = [form.name, f"Entry {_dollars(form.entry)}{buyin}; {chips(form.bank)} starting chips"]
    if form.rebuys:
        lines.append(f"Re-buys; add-ons: {form.addons}")
    return "\n".join(lines)


def _dollars(amount: int) -> str:
    return Money(amount).display()
