"""The scripted shift of the demo: every step that is promised is played, told, shown, reported."""

from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtQuick import QQuickWindow

from tests.helpers.layout import Eye
from ui.commands.shift.account import TableAccount
from ui.commands.shift.charts import Bar, bars, line
from ui.commands.shift.clock import ShiftClock
from ui.commands.shift.evening import Pictured
from ui.commands.shift.pictures import KEPT
from ui.commands.shift.report import write_report
from ui.commands.shift.script import Script
from ui.commands.shift.stage import SIZE

PROMISED = {
    "14": [
        "sign: The table sign, for the players",
        "console: Round 1: All wagers are down, $",
        "bench: The bench: the simulated devices",
        "console: Round 1: Players decide before the river",
        "console: Round 1: Place 5: ",
        "console: What may have happened so far (flop decisions)",
        "console: Dealer's card exposed, foreseen: Misdeal. Rule 11.4.1",
        "console: After the ruling: each place shows what goes back",
        "bench: The bench: a jam is about to happen",
        "console: The shuffler has jammed",
        "console: Shuffler is jammed, foreseen: Play goes on. Rule 12.1",
        "console: A supervisor signs on",
        "console: The form for the limits: minimum ante $50",
        "console: The new limits, before they are confirmed",
        "console: New minimum, markers",
    ],
    "15": [
        "console: Recovered in round 3: compare",
        "console: Round 4: Place 2: Straight flush, king high. Award $",
        "console: Nguyen looks at the list of awards and confirms",
        "sign: The table sign shows the win",
    ],
    "16": [
        "console: Round 1: The dealer deals by hand",
        "console: Round 1: 3 cards keyed as turned over",
        "console: Round 1: Cards and money are accounted for",
    ],
    "21": [
        "sign: The sign of the poker table",
        "console: Between hands: ",
        "console: Flop: Seat ",
        "console: Showdown: Seat ",
        "bench: The bench: the players of the poker table",
        "console: Side pots, before they are pushed",
        "console: Side pot 1: push $",
        "console: Main pot: push $",
        "console: What may have happened so far (on the flop)",
        "console: Too few or too many cards, foreseen: Seat ",
    ],
    "22": ["console: Deal: Tap who folds", "console: River: "],
    "tournament": [
        "console: The desk: who has entered",
        "console: The desk: the tables at a glance",
        "console: The desk: the last table",
        "sign: The players' clock",
        "console: The desk: places and prizes",
    ],
}


class Notes:
    """What was said and shown, and how it looks; no picture is kept."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.shown: dict[str, list[str]] = {}
        self.chapters = 0
        self.eye = Eye((SIZE,))

    def say(self, table: str, text: str) -> None:
        self.said.append(f"{table} {text}")

    def picture(self, stage: Pictured, caption: str, window: QQuickWindow) -> None:
        stage.look()
        self.eye.look(window, f"table {stage.name}: {caption}")
        name = window.objectName().removesuffix("Window")
        self.shown.setdefault(stage.name, []).append(f"{name}: {caption}")

    def advance(self) -> None:
        self.chapters += 1


def test_every_promised_step_of_the_shift_is_played_told_shown_and_reported(
    qapp: QGuiApplication, tmp_path: Path
) -> None:
    notes = Notes()
    script = Script(tmp_path, ShiftClock(), notes, more=0)
    script.play()
    assert notes.chapters == script.length == 12
    assert notes.eye.found == []
    for table, promised in PROMISED.items():
        seen = iter(notes.shown[table])
        for wanted in promised:
            assert any(one.startswith(wanted) for one in seen), (wanted, notes.shown[table])
    for table, begins in KEPT.values():
        assert any(begins in one for one in notes.shown[table]), "a picture of the README"
    told = "\n".join(notes.said)
    for words in (
        "No more bets: $",
        "gets back $",
        "from $25 to $50",
        "Killed",
        "Needs a supervisor $5,587.80",
        "is paid: the main pot of $",
    ):
        assert words in told, told
    accounts = script.accounts()
    games = {account.game.split(" ·")[0] for account in accounts}
    assert games == {"NSW 2024", "NSW", "South Dakota", "no-limit $1/$2", "no-limit $2/$4"}
    assert all(any(one.ending == "settled" for one in account.rounds) for account in accounts)
    _look_at_report(tmp_path / "report.html", accounts)


def _look_at_report(path: Path, accounts: list[TableAccount]) -> None:
    write_report(path, accounts, [])
    page = path.read_text("utf-8")
    incidents = ("Misdeal", "Shuffler jam", "Minimum ante $50", "felt compared", "a dead hand")
    for said in ("Straight flush", *incidents):
        assert said in page, said
    for chart in ("Rounds or hands an hour", "Hold of table 14", "Jackpot: wagers in", "Incidents"):
        assert f"<figcaption>{chart}" in page, chart
    assert "http" not in page, "it needs nothing but itself"


@pytest.mark.parametrize(
    ("values", "labels"),
    [
        ([53, 42], ["0", "20", "40", "60"]),
        ([-120, 340], ["-200", "0", "200", "400"]),
        ([0], ["0", "0.5"]),
        ([], ["0", "0.5"]),
    ],
)
def test_the_axis_of_a_chart_says_round_figures_and_what_they_are(
    values: list[float], labels: list[str]
) -> None:
    found = [Bar("table", value, f"{value:g}") for value in values]
    for chart in (
        bars("Rounds", "an hour", found, "{:g}".format),
        line("Held", "an hour", range(1, len(values) + 1), values, "{:g}".format),
    ):
        axis = [part.split("<")[0] for part in chart.split('class="axis"')[1:]]
        said = [part.split(">")[1] for part in axis]
        assert said[0] == "an hour"
        assert set(labels) <= set(said)
