"""The story of a table as a scenario deals it, for people to read in a terminal."""

import sys
from io import TextIOWrapper
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from controller.domain.dealing import Dealing
from controller.domain.money import ZERO, Money
from controller.games.bonus.events import CardDealt, Event
from controller.games.bonus.figures import load_game
from controller.games.bonus.round.state import Table
from controller.games.bonus.round.story import cards_dealt, narrate, rule_behind
from simulators.games.bonus.scenario.file import Scenario

_SUITS = {"s": ("♠", "bold"), "h": ("♥", "bold red"), "d": ("♦", "bold red"), "c": ("♣", "bold")}


_SOURCE = {
    Dealing.SHUFFLER: "cards from the shuffling device",
    Dealing.SHOE: "cards from the shoe",
    Dealing.HAND: "cards dealt by hand",
}


def card_text(cards: list[str]) -> Text:
    """Cards with their suits drawn."""
    text = Text()
    for card in cards:
        sign, style = _SUITS[card[1]]
        text.append(f"{'10' if card[0] == 'T' else card[0]}{sign} ", style)
    return text


class Story:
    """Prints what happens, then each round's settlement."""

    def __init__(self, scenario: Scenario, console: Console | None = None) -> None:
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")  # a terminal without suits is still a terminal
        self._console = console or Console(highlight=False, markup=False)
        self._before_cards: Table | None = None
        self._console.print(Panel(self._heading(scenario), title=Text(scenario.name), expand=False))

    def _heading(self, scenario: Scenario) -> str:
        rules, content = scenario.rules, scenario.content
        method = f", Method {rules.method}" if rules.ruleset == "nsw-2024" else ""
        limits = rules.limits
        lines = [
            load_game(rules.ruleset).title,
            f"{rules.places} places, {_SOURCE[rules.dealing]}{method}; "
            f"Ante {limits.ante_min.display()} to {limits.ante_max.display()}",
        ]
        if rules.jackpot and content.jackpot:
            lines.append(
                f"Jackpot {rules.jackpot.schedule.name}, wager {rules.jackpot.wager.display()}, "
                f"meter at {content.jackpot.meter.display()}"
            )
        return "\n".join(lines)

    def tell(self, before: Table, after: Table, event: Event) -> None:
        """One thing that happened; cards that leave the device are told together."""
        if after.round.number != before.round.number:
            self._console.rule(f"Round {after.round.number}", style="dim")
        if isinstance(event, CardDealt):
            self._before_cards = self._before_cards or before
            return
        if self._before_cards:
            self._print(cards_dealt(self._before_cards, before), None)
            self._before_cards = None
        sentence = narrate(before, after, event)
        if sentence is not None:
            self._print(sentence, rule_behind(after, event))

    def _print(self, sentence: str, clause: str | None) -> None:
        line = Text(sentence)
        if clause and "(rule" not in sentence:
            line.append(f"  rule {clause}", "dim")
        self._console.print(Padding(line, (0, 0, 0, 2)))

    def result(self, table: Table, result: dict[str, Any]) -> None:
        """How the round ended, place by place."""
        grid = Grid(title=_ending(result), title_justify="left", title_style="bold")
        for heading in ("Place", "Cards", "Hand", "Outcome"):
            grid.add_column(heading)
        for heading in ("Staked", "Paid", "Returned"):
            grid.add_column(heading, justify="right")
        for hand in result["hands"]:
            wagers = hand["wagers"].values()
            sums = [
                sum((Money.parse(wager[key]) for wager in wagers), start=ZERO).display()
                for key in ("stake", "paid", "returned")
            ]
            grid.add_row(
                str(hand["place"]),
                card_text(hand["cards"]),
                hand["hand"] or "not shown",
                hand["outcome"],
                *sums,
            )
        self._console.print(grid)
        if table.meter is not None:
            self._console.print(f"  Jackpot meter: {table.meter.value.display()}")


def _ending(result: dict[str, Any]) -> str:
    clause = f" by rule {result['clause']}" if result["clause"] else ""
    return f"{result['result'].capitalize()}{clause}"
