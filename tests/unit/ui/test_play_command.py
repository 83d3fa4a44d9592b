"""`feltwork play` as a user meets it: output, exit status, messages."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from ui.cli import app

EXAMPLES = Path(__file__).parents[3] / "config" / "scenarios"

DOCUMENTED = """
ruleset = "nsw-2024"
method  = "A"
dealing = "shuffler"
places  = 7
[jackpot]
schedule  = "nsw"
wager     = "5"
meter     = "61234.50"
seed      = "50000"
reserve   = "0"
increment = "0.20"
bonus     = true
[[rounds]]
cards = "7h 2c Kd 9s 4d  Ah Ad  Ks Kh"
[[rounds.hands]]
place     = 1
ante      = "25"
bonus     = "5"
jackpot   = true
decisions = ["bet", "check", "bet"]
"""

RESULT = (
    '{"file": "example.toml", "rounds": [{"number": 1, "result": "settled", "clause": null, '
    '"community": ["7h", "2c", "Kd", "9s", "4d"], '
    '"dealer": {"cards": ["Ah", "Ad"], "hand": "one pair", '
    '"best": ["Ah", "Ad", "Kd", "9s", "7h"]}, '
    '"hands": [{"place": 1, "cards": ["Ks", "Kh"], "hand": "three of a kind", '
    '"best": ["Ks", "Kh", "Kd", "9s", "7h"], "outcome": "win", "wagers": {'
    '"ante": {"stake": "25.00", "outcome": "stand-off", "paid": "0.00", "returned": "25.00"}, '
    '"bonus": {"stake": "5.00", "outcome": "win", "paid": "50.00", "returned": "5.00"}, '
    '"flop": {"stake": "50.00", "outcome": "win", "paid": "50.00", "returned": "50.00"}, '
    '"river": {"stake": "25.00", "outcome": "win", "paid": "25.00", "returned": "25.00"}, '
    '"jackpot": {"stake": "5.00", "outcome": "taken", "paid": "0.00", "returned": "0.00"}}}], '
    '"settlement_order": [1], "jackpots": [], '
    '"meter": {"before": "61234.50", "contributed": "1.00", "awarded": "0.00", '
    '"reset": "0.00", "after": "61235.50"}, '
    '"phases": ["wagers", "deal", "flop-decisions", "turn-decisions", "river-decisions", '
    '"showdown", "settlement", "reconcile"], "notices": []}]}\n'
)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["play", *arguments])


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("example.toml").write_text(DOCUMENTED, "utf-8")


def test_the_documented_scenario_gives_the_documented_line() -> None:
    result = run("--json", "example.toml")
    assert (result.exit_code, result.stdout, result.stderr) == (0, RESULT, "")


def test_the_file_is_named_as_it_was_given() -> None:
    assert json.loads(run("--json", "./example.toml").stdout)["file"] == "./example.toml"


def test_one_line_a_file_in_the_order_given() -> None:
    Path("other.toml").write_text(DOCUMENTED.replace('"25"', '"50"'), "utf-8")
    lines = run("--json", "other.toml", "example.toml").stdout.splitlines()
    assert [json.loads(line)["file"] for line in lines] == ["other.toml", "example.toml"]


def test_a_wrong_scenario_is_status_2_with_nothing_on_standard_output() -> None:
    Path("wrong.toml").write_text(DOCUMENTED.replace("place     = 1", "place = 9"), "utf-8")
    result = run("--json", "wrong.toml")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == "wrong.toml: round 1: hands[1].place: 9 seen: expected 1 to 7\n"


def test_the_other_files_are_played_all_the_same() -> None:
    result = run("--json", "gone.toml", "example.toml")
    assert result.exit_code == 2
    assert result.stdout == RESULT


def test_an_expectation_that_does_not_hold_is_status_3_and_says_what_differs() -> None:
    text = DOCUMENTED + '[rounds.expect]\nresult = "void"\nmeter = { after = "1.00" }\n'
    Path("example.toml").write_text(text, "utf-8")
    result = run("--json", "example.toml")
    assert result.exit_code == 3
    assert result.stdout == RESULT
    assert result.stderr.splitlines() == [
        "example.toml: round 1: expect: result: 'void' expected, 'settled' seen",
        "example.toml: round 1: expect: meter.after: '1.00' expected, '61235.50' seen",
    ]


@pytest.mark.parametrize("statuses", [("wrong", "differs"), ("differs", "wrong")])
def test_a_wrong_file_weighs_more_than_an_unmet_expectation(statuses: tuple[str, str]) -> None:
    Path("wrong.toml").write_text("", "utf-8")
    Path("differs.toml").write_text(DOCUMENTED + '[rounds.expect]\nresult = "void"\n', "utf-8")
    assert run("--json", *(f"{name}.toml" for name in statuses)).exit_code == 2


def test_a_power_loss_changes_no_result() -> None:
    for phase in ("wagers", "deal", "flop-decisions", "river-decisions", "showdown", "settlement"):
        event = f'[[rounds.events]]\nduring = "{phase}"\nname = "power-loss"\n'
        Path("example.toml").write_text(DOCUMENTED + event, "utf-8")
        assert run("--json", "example.toml").stdout == RESULT, phase


def test_the_story_names_the_table_the_hands_and_the_meter() -> None:
    result = run("example.toml")
    assert result.exit_code == 0
    for part in ("Round 1", "three of a kind", "Settled", "$61,235.50", "New South Wales"):
        assert part in result.stdout


def test_there_are_examples_of_every_sort() -> None:
    for folder in (EXAMPLES, EXAMPLES / "poker", EXAMPLES / "tournament"):
        assert len([*folder.glob("*.toml")]) >= 4


@pytest.mark.parametrize("file", sorted(EXAMPLES.rglob("*.toml")), ids=lambda file: file.stem)
def test_every_example_holds_what_it_promises(file: Path) -> None:
    result = run(str(file))
    assert (result.exit_code, result.stderr) == (0, "")
    assert "expect" in file.read_text("utf-8")


def test_the_package_runs_as_the_command() -> None:
    command = [sys.executable, "-m", "ui", "play", "--json", "example.toml"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == RESULT


def test_the_help_says_what_the_statuses_mean() -> None:
    shown = run("--help").stdout
    assert "Exit status" in shown
    assert "--json" in shown
