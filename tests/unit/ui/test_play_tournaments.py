"""`feltwork play` with tournament files: output, exit status, messages."""

import os
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from controller.clock import MachineClock
from controller.journal.keys import keys_for
from controller.journal.recorder import JournalFault
from controller.tournament.buying import RebuysClosed
from controller.tournament.ending import HandForHandBegun
from simulators.games.tournament.file import checked_tournament
from simulators.games.tournament.record import CourseRecord
from simulators.scenario.run import Run
from tests.helpers.kill import in_child
from ui.cli import app

ROOT = Path(__file__).parents[3]
SCENARIOS = ROOT / "config" / "scenarios"
CUT = SCENARIOS / "tournament" / "two-out-in-one-hand.toml"
EVENING = SCENARIOS / "first-evening.toml"

# As the format's document has it.
FRIDAY = """
ruleset = "poker-room"

[tournament]
name       = "Friday"
entry      = "100"
buyin      = "0"
house      = "0.30"
chips      = "tournament"
commission = false
bank       = "5000"
entries    = 2
players    = 40
rebuys     = true
addon      = "single"
added      = "500"
prizes     = ["0.50", "0.30", "0.20"]
advance    = 2
course = [
  "anna enters", "ben enters", "cara enters",
  "anna at 1.3", "ben at 1.5", "cara at 2.1",
  "start",
  "table 1: anna 7000 ben 3000",
  "table 1: anna 10000 ben 0",
  "ben rebuys",
  "cara moves to 1.1",
  "rebuys close", "anna adds on",
  "cara pockets 500",
  "hand for hand",
  "table 1: anna 15000 ben 4500 cara 5000",
  "end",
]
"""

RESULT = (
    '{"file": "friday.toml", "entries": 3, "rebuys": 1, "addons": 1, '
    '"money": {"entries": "300.00", "buyins": "0.00", "rebuys": "100.00", "addons": "100.00", '
    '"house": "90.00", "added": "500.00", "prizes": "910.00"}, '
    '"places": [{"place": 1, "player": "anna", "chips": "15000.00", "prize": "455.00"}, '
    '{"place": 2, "player": "cara", "chips": "5000.00", "prize": "273.00"}, '
    '{"place": 3, "player": "ben", "chips": "4500.00", "prize": "182.00"}], '
    '"winners": [{"table": 1, "players": ["anna"]}], '
    '"advance": [{"table": 1, "players": ["anna", "cara"]}], '
    '"disqualified": []}\n'
)


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("friday.toml").write_text(FRIDAY)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["play", *arguments])


def test_the_documented_file_gives_the_documented_result() -> None:
    result = run("--json", "friday.toml")
    assert (result.exit_code, result.stdout, result.stderr) == (0, RESULT, "")


def test_an_expectation_that_does_not_hold_says_what_differs() -> None:
    expect = '[expect]\nrebuys = 2\n[[expect.places]]\nplayer = "anna"\n'
    Path("friday.toml").write_text(FRIDAY + expect)
    result = run("--json", "friday.toml")
    assert (result.exit_code, result.stdout) == (3, RESULT)
    first, second = result.stderr.splitlines()
    assert first == "friday.toml: expect: rebuys: 2 expected, 1 seen"
    assert second.startswith("friday.toml: expect: places: 1 entries expected, 3 seen")


def test_a_wrong_line_is_named_and_nothing_is_printed() -> None:
    Path("friday.toml").write_text(FRIDAY.replace('"ben rebuys"', '"cara rebuys"'))
    result = run("--json", "friday.toml")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "friday.toml: course[10]: 'cara rebuys' seen: This player still has chips. "
        "cara has 5,000: expected a player without chips. (rule 29.2.a)\n"
    )


def test_the_other_files_are_played_all_the_same() -> None:
    Path("wrong.toml").write_text(FRIDAY.replace('"start"', '"begin"'))
    result = run("--json", "wrong.toml", "friday.toml")
    assert (result.exit_code, result.stdout) == (2, RESULT)


def test_without_json_the_story_is_told() -> None:
    told = run("friday.toml").stdout
    for sentence in (
        "anna enters for $100.  27.1",
        "Table 1: anna gains 3,000, ben loses 3,000.  25.1",
        "ben buys in again for $100: 5,000 chips.  29.2",
        "All chips stay on the table in clear view; none are in pockets.  28.2",
        "cara forfeits 500 from a pocket.  28.2",
        "Prize money $910.00",
        "Table 1: most chips: anna; advance: anna, cara",
    ):
        assert sentence in told


@pytest.mark.parametrize("after", [1, 14, 21])
def test_after_a_kill_the_rest_is_played_and_the_record_is_whole(after: int) -> None:
    Path("cut.toml").write_text(CUT.read_text())
    whole = run("--json", "cut.toml", "friday.toml").stdout
    append, writes = Run.append, iter(range(after))

    def killed(self: Run, events: Sequence[object]) -> None:
        if next(writes, None) is None:
            os._exit(9)
        append(self, events)

    def dies() -> str:
        Run.append = killed  # type: ignore[method-assign]
        return run("--json", "--journal", "run.journal", "cut.toml", "friday.toml").output

    assert in_child(dies).status == 9
    for _ in range(2):  # the second time everything stands in the record
        again = run("--json", "--journal", "run.journal", "cut.toml", "friday.toml")
        assert (again.exit_code, again.stdout) == (0, whole)
    verified = CliRunner().invoke(app, ["journal", "verify", "run.journal"])
    assert verified.exit_code == 0
    shown = CliRunner().invoke(app, ["journal", "export", "run.journal", "out"])
    assert shown.exit_code == 0


@pytest.mark.parametrize("devices", ["direct", "simulated"])
def test_files_of_tables_and_tournaments_share_a_record(devices: str) -> None:
    hands = SCENARIOS / "poker" / "poker-side-pots.toml"
    files = ("--json", str(EVENING), "friday.toml", str(hands), str(CUT))
    whole = run(*files).stdout
    for _ in range(2):  # the second time everything stands in the record
        result = run("--devices", devices, "--journal", "run.journal", *files)
        assert (result.exit_code, result.stdout, result.stderr) == (0, whole, "")
    verified = CliRunner().invoke(app, ["journal", "verify", "run.journal"])
    assert verified.exit_code == 0


def test_the_record_of_another_file_is_not_written_on() -> None:
    Path("saturday.toml").write_text(FRIDAY.replace("500", "600"))
    assert run("--json", "--journal", "run.journal", "friday.toml").exit_code == 0
    result = run("--json", "--journal", "run.journal", "saturday.toml")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "the record of friday.toml seen, expected that of saturday.toml" in result.stderr


def test_a_record_that_says_otherwise_is_not_written_on() -> None:
    tournament = checked_tournament("friday.toml", tomllib.loads(FRIDAY))
    journal = Path("run.journal")
    keys = keys_for(journal, None, create=True)
    with closing(Run(MachineClock(), journal, keys)) as first:
        record = CourseRecord(first)
        record.begin(tournament)
        record.keep((RebuysClosed(),))
    with closing(Run(MachineClock(), journal, keys)) as second:
        record = CourseRecord(second)
        record.begin(tournament)
        with pytest.raises(JournalFault, match="HandForHandBegun expected next in the record"):
            record.keep((HandForHandBegun(),))


def test_the_record_of_a_table_is_not_taken() -> None:
    assert run("--json", "--journal", "run.journal", str(EVENING)).exit_code == 0
    assert run("--json", "--journal", "run.journal", "friday.toml").exit_code == 1


def test_json_is_utf_8_whatever_the_terminal_has() -> None:
    name = os.fsdecode(b"fr\xe9.toml")  # not UTF-8 itself: printed as it was given
    Path(name).write_text(FRIDAY.replace("anna", "Zoë李"), encoding="utf-8")
    code = "from ui.cli import main; main()"
    played = subprocess.run(
        [sys.executable, "-c", code, "play", "--json", name],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "latin-1"},
    )
    expected = RESULT.replace("anna", "Zoë李").encode().replace(b"friday", b"fr\xe9")
    assert (played.returncode, played.stdout, played.stderr) == (0, expected, b"")
