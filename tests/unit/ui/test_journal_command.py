"""`feltwork journal` as a user meets it: output, exit status, messages."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from controller.journal.keys import create_keys
from controller.journal.verify import verify
from tests.helpers.commands import stops
from tests.unit.journal.shift import KEYS, anchor_of, played, put, resumed, stored, unguarded
from ui.cli import app as feltwork
from ui.commands.journal import journal as app

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal of three rounds and the keys it was written under."""
    folder = tmp_path_factory.mktemp("place")
    content = {"format": 1, "name": KEYS.name}
    content |= {name: getattr(KEYS, name).hex() for name in ("chain", "sealing", "export")}
    (folder / "keys.json").write_text(json.dumps(content))
    (folder / "keys.json").chmod(0o600)
    played(folder / "run.journal", 3)
    return folder


@pytest.fixture(autouse=True)
def _in_a_copy_of_it(place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(place, tmp_path / "here")
    monkeypatch.chdir(tmp_path / "here")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, [*arguments], env={"COLUMNS": "200"})


def with_keys(*arguments: str) -> Result:
    return run(*arguments, "--keys", "keys.json")


def test_an_intact_journal_is_status_0() -> None:
    result = with_keys("verify", "run.journal")
    assert result.exit_code == 0
    first, second = result.stdout.splitlines()
    count = len(stored(Path("run.journal")))
    assert first == "run.journal: intact"
    assert second.startswith(f"{count} records verified, head {count}:")
    assert second.endswith(" in round 3")


def test_a_tail_that_is_not_anchored_is_status_3() -> None:
    anchor_of(Path("run.journal")).unlink()
    result = with_keys("verify", "run.journal")
    assert result.exit_code == 3
    said = result.stdout.splitlines()[0]
    assert said.startswith("run.journal: tail not anchored since round 0: the anchor is missing")
    refused = with_keys("archive", "run.journal")
    assert refused.exit_code != 0
    assert "may not be complete" in refused.stderr
    assert with_keys("verify", "run.journal").exit_code == 3


def test_a_damaged_journal_is_status_4_and_names_the_record() -> None:
    records = stored(Path("run.journal"))
    with unguarded(Path("run.journal")) as connection:
        put(connection, [*records[:16], records[16]._replace(at_ms=0), *records[17:]])
    result = with_keys("verify", "run.journal")
    assert result.exit_code == 4
    assert result.stdout.startswith("run.journal: damaged at record 17: changed")
    assert "16 records verified" in result.stdout
    assert with_keys("verify", "run.journal", "--from-checkpoint").exit_code == 0
    stops(with_keys("show", "run.journal", "--plain"), 4, "damaged at record 17")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("verify run.journal", "run.journal.keys: No key file here for the journal run.journal"),
        ("export run.journal out", "run.journal.keys: No key file here"),
        ("archive run.journal", "run.journal.keys: No key file here"),
        ("verify gone --keys keys.json", "gone: No journal here"),
        ("verify gone", "gone: No journal here"),
        ("verify gone/run.journal --keys keys.json", "gone: no such folder"),
        ("verify . --keys keys.json", ".: expected the file of a journal, found a folder"),
        ("verify keys.json --keys keys.json", "not an SQLite database"),
        ("verify run.0002.journal --keys keys.json", "run.0002.journal: No journal"),
        ("verify run.journal --keys gone.json", "gone.json: No key file here"),
        ("verify run.journal --keys keys.json --head x", "expected POSITION:MAC"),
        ("show gone", "gone: No journal here"),
        ("show .", "found a folder"),
        ("export gone out --keys keys.json", "gone: No journal here"),
        ("export run.journal run.journal --keys keys.json", "Name a new folder"),
        ("archive gone --keys keys.json", "gone: No journal here"),
        ("archive . --keys keys.json", "found a folder"),
    ],
)
def test_what_cannot_be_told_is_status_2_with_the_reason(arguments: str, message: str) -> None:
    result = run(*arguments.split())
    stops(result, 2, message)
    assert "Traceback" not in result.stderr


def test_keys_beside_the_journal_need_not_be_named() -> None:
    Path("keys.json").rename("run.journal.keys")
    assert run("verify", "run.journal").exit_code == 0
    shown = run("show", "run.journal", "--plain")
    assert "run.journal: intact" in shown.stderr
    assert run("export", "run.journal", "out").exit_code == 0
    assert run("archive", "run.journal").exit_code == 0
    assert run("verify", "run.0002.journal").exit_code == 0
    assert run("verify", "out").exit_code == 2  # an export's own word for its key proves nothing
    assert run("verify", "out", "--keys", "run.journal.keys").exit_code == 0


@pytest.mark.parametrize("command", ["verify", "show", "export", "archive"])
def test_the_help_says_where_keys_belong(command: str) -> None:
    shown = " ".join(run(command, "--help").stdout.replace("│", " ").split())
    assert "A table in a casino keeps its keys elsewhere and backs them up separately" in shown


def test_keys_that_others_can_read_are_refused() -> None:
    Path("keys.json").chmod(0o644)
    stops(with_keys("verify", "run.journal"), 2, "chmod 600 keys.json")


def test_a_head_kept_elsewhere_is_compared() -> None:
    head = verify(Path("run.journal"), KEYS).head
    assert head is not None
    compare = ("verify", "run.journal", "--head")
    assert with_keys(*compare, f"5:{'00' * 32}").exit_code == 4
    assert with_keys(*compare, f"{head.position}:{head.mac.hex()}").exit_code == 0
    result = with_keys(*compare, f"{head.position + 1}:{'00' * 32}")
    assert result.exit_code == 4
    assert "were written and are gone" in result.stdout


def test_show_tells_the_last_rounds_or_one() -> None:
    result = with_keys("show", "run.journal", "--rounds", "2", "--plain")
    assert result.exit_code == 0
    assert "run.journal: intact" in result.stderr
    lines = [line.split("\t") for line in result.stdout.splitlines()]
    assert {line[1] for line in lines} == {"2", "3"}
    one = run("show", "run.journal", "--round", "1", "--plain")
    assert {line.split("\t")[1] for line in one.stdout.splitlines()} == {"1"}
    assert "not verified (run.journal.keys does not exist; give --keys)" in one.stderr
    assert "face down" in one.stdout


def test_show_is_a_table_for_people() -> None:
    result = with_keys("show", "run.journal", "--rounds", "1")
    assert "RoundOpened" in result.stdout
    assert "\t" not in result.stdout
    assert "kind" in result.stdout.splitlines()[0]


def test_show_tells_no_card_that_was_not_turned_over() -> None:
    shown = run("show", "run.journal", "--plain").stdout
    records = [line.split("\t") for line in shown.splitlines()]
    dealt = [line[4] for line in records if line[3] == "CardDealt"]
    assert set(dealt) == {"card face down"}


def test_an_export_is_written_and_verifies_with_keys_or_fingerprint() -> None:
    result = with_keys("export", "run.journal", "out")
    assert result.exit_code == 0
    written = {path.name for path in Path("out").iterdir()}
    assert written == {"records.csv", "records.json", "signature.json"}
    mark = result.stdout.splitlines()[-1].split("signed by ")[1]
    assert with_keys("verify", "out").exit_code == 0
    assert run("verify", "out", "--fingerprint", mark).exit_code == 0
    assert run("verify", "out", "--fingerprint", "0000").exit_code == 4
    stops(run("verify", "out"), 2, "--keys FILE or --fingerprint is missing")
    with Path("out/records.csv").open("a") as file:
        file.write("more\n")
    result = with_keys("verify", "out")
    assert result.exit_code == 4
    assert "records.csv was changed" in result.stdout


def test_an_archive_closes_the_file_and_begins_the_next() -> None:
    last = len(stored(Path("run.journal"))) + 1
    result = with_keys("archive", "run.journal")
    assert result.exit_code == 0
    first, second = result.stdout.splitlines()
    assert first == f"run.journal: closed at record {last}"
    assert second.startswith(f"run.0002.journal: continues at record {last + 1}, head {last + 2}:")
    assert with_keys("verify", "run.journal").exit_code == 0
    result = with_keys("archive", "run.0002.journal")
    stops(result, 2, "this is a later file of the journal run.journal")
    assert with_keys("archive", "run.journal").exit_code == 0
    assert with_keys("verify", "run.journal").exit_code == 0
    assert with_keys("verify", "run.0002.journal").stdout.startswith(
        "run.0002.journal: intact: closed by archive\n3 records verified"
    )
    whole = with_keys("show", "run.journal", "--rounds", "9", "--plain").stdout
    assert whole.count("JournalOpened") == 3
    assert with_keys("show", "run.0002.journal", "--plain").stdout.count("JournalOpened") == 1


def test_an_archive_during_a_round_or_beside_a_table_is_refused() -> None:
    shift = resumed(Path("run.journal"))
    shift.bets()
    stops(with_keys("archive", "run.journal"), 2, "in use by process")
    shift.recorder.close()
    what_to_do = "close the table on its screen and stop the program"
    said = with_keys("archive", "run.journal")
    stops(said, 2, "stopped in good order between rounds", what_to_do)
    assert with_keys("verify", "run.journal").exit_code == 0


def test_a_damaged_journal_is_not_archived() -> None:
    records = stored(Path("run.journal"))
    with unguarded(Path("run.journal")) as connection:
        put(connection, records[:-1])
    stops(with_keys("archive", "run.journal"), 4, f"damaged at record {len(records)}")
    exported = with_keys("export", "run.journal", "out")
    assert exported.exit_code == 4
    assert with_keys("verify", "out").exit_code == 4


def test_no_command_tells_a_key() -> None:
    create_keys(Path("other.json"))
    said = ""
    for command in ("verify", "show", "archive"):
        said += with_keys(command, "run.journal").output
    said += with_keys("export", "run.journal", "out").output
    said += "".join(path.read_text() for path in Path("out").iterdir())
    said += run("verify", "run.journal", "--keys", "other.json").output
    content = json.loads(Path("keys.json").read_text())
    for name in ("chain", "sealing", "export"):
        assert content[name] not in said


def test_the_help_says_what_the_statuses_mean_and_loads_no_cryptography() -> None:
    shown = run("verify", "--help").stdout
    assert "0 intact; 3 tail not anchored since round N; 4 damaged at record N" in shown.replace(
        "\n", " "
    ).replace("  ", " ")
    code = "import sys, ui.commands.journal; sys.exit('cryptography' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False)
    assert done.returncode == 0


def test_a_round_that_is_not_there_is_said_to_be_missing() -> None:
    result = with_keys("show", "run.journal", "--round", "99")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "run.journal: there is no record of round 99" in result.stderr
    anchor_of(Path("run.journal")).unlink()
    assert with_keys("show", "run.journal", "--round", "99").exit_code == 3


def test_of_several_scenarios_the_last_rounds_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of them counts its rounds from 1."""
    monkeypatch.chdir(tmp_path)
    names = ("first-evening", "void-in-settlement", "method-b-fold")
    files = [str(ROOT / "config" / "scenarios" / f"{name}.toml") for name in names]
    played = CliRunner().invoke(feltwork, ["play", "--json", "--journal", "run.journal", *files])
    assert played.exit_code == 0, played.stderr
    kinds = [record.kind for record in stored(Path("run.journal"))]
    begun = [i for i, kind in enumerate(kinds, 1) if kind == "ScenarioBegun"]

    def positions(*arguments: str) -> list[int]:
        shown = run("show", "run.journal", "--plain", *arguments)
        assert shown.exit_code == 0, shown.stderr
        return [int(line.split("\t")[0]) for line in shown.stdout.splitlines()]

    assert min(positions("--round", "1")) > begun[2]
    assert min(positions("--rounds", "1")) >= begun[2]
    two = positions("--rounds", "2")
    assert begun[1] < min(two) < begun[2], "the one before was the last of another scenario"
    assert max(two) == len(kinds)
    assert positions("--rounds", "99") == list(range(1, len(kinds) + 1))


@pytest.mark.parametrize("width", ["70", "80", "200"])
def test_nothing_is_cut_off_in_the_table_for_people(width: str) -> None:
    shown = CliRunner().invoke(app, ["show", "run.journal"], env={"COLUMNS": width}).stdout
    assert "…" not in shown
    assert "{" not in shown
