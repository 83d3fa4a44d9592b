"""`feltwork devices`: a device is paired by two people, on record, and kept beside the keys."""

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from controller.devices.pairings import load_pairings
from controller.games.bonus.events import CardDealt, RoundOpened
from controller.games.registry import KINDS
from controller.journal.keys import load_keys
from controller.journal.sealing import SealedJournal
from controller.journal.sqlite import SqliteRecorder
from simulators.linked import LinkedDevice
from simulators.people.felt import wait_until
from simulators.pty import PtyDevice
from simulators.shoe import SimShoe
from simulators.shuffler import SimShuffler
from simulators.world import World
from tests.helpers.commands import stops
from tests.unit.ui.test_hil_command import Pressing
from tests.unit.ui.test_unseal_command import PINS, kinds, played
from ui.cli import app


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return played(tmp_path)


@pytest.fixture
def shoe() -> Iterator[tuple[SimShoe, str]]:
    device = Pressing(World(1))
    device.enter_pairing_mode()
    with PtyDevice(device) as line:
        yield device, line.port


def ask(
    *arguments: str,
    by: tuple[str, ...] = ("401", "201"),
    answer: str = "y",
    pins: dict[str, str] = PINS,
) -> Result:
    people = [part for number in by for part in ("--by", number)]
    typed = "".join(f"{pins[number]}\n" for number in by) + f"{answer}\n"
    options = ["--journal", "t.db", "--pin-stdin"]
    return CliRunner().invoke(app, ["devices", *arguments, *options, *people], input=typed)


def listed() -> str:
    result = CliRunner().invoke(app, ["devices", "list", "--journal", "t.db"])
    assert result.exit_code == 0
    return result.stdout


def kept(journal: Path) -> dict[str, object]:
    return dict(load_pairings(Path(f"{journal}.pairings"), load_keys(Path(f"{journal}.keys"))))


def test_two_people_pair_a_device_it_is_kept_and_on_record(
    journal: Path, shoe: tuple[SimShoe, str]
) -> None:
    device, port = shoe
    result = ask("pair", "shoe", "--port", port)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "Compare the code with its display:\n  " in result.stdout
    assert "shoe: paired with FELT-SHOE-1 SHOE-0001." in result.stdout
    assert kept(journal) == {"shoe": device.paired}
    assert kinds(journal)[-2:] == ["Authorised", "DevicePaired"]
    assert "FELT-SHOE-1 SHOE-0001" in listed()
    assert "not paired" in listed()
    shown = CliRunner().invoke(app, ["journal", "show", "t.db"]).stdout + result.output + listed()
    assert (device.memory.key or b"-").hex() not in shown + journal.read_bytes().hex()
    assert CliRunner().invoke(app, ["journal", "verify", "t.db"]).exit_code == 0


def test_a_device_that_is_forgotten_is_kept_no_longer(
    journal: Path, shoe: tuple[SimShoe, str]
) -> None:
    assert ask("pair", "shoe", "--port", shoe[1]).exit_code == 0
    result = ask("forget", "shoe", by=("301", "401"))
    assert (result.exit_code, result.stderr) == (0, "")
    assert "the pairing with FELT-SHOE-1 SHOE-0001 has ended" in result.stdout
    assert kept(journal) == {}
    assert kinds(journal)[-2:] == ["Authorised", "DeviceForgotten"]
    stops(ask("forget", "shoe"), 2, "expected a paired device (none)")


@pytest.mark.parametrize("people", [(), ("401",), ("201",), ("201", "301"), ("401", "101")])
def test_a_technician_and_a_supervisor_or_nobody(
    journal: Path, shoe: tuple[SimShoe, str], people: tuple[str, ...]
) -> None:
    result = ask("pair", "shoe", "--port", shoe[1], by=people)
    assert result.exit_code == 1
    assert "technician and supervisor" in result.stderr.lower()
    assert kinds(journal)[-1:] == ["ActionRefused"]
    assert kept(journal) == {}
    assert shoe[0].memory.key is None


def test_codes_that_are_not_found_equal_pair_nothing(journal: Path) -> None:
    device = SimShoe(World(1))
    device.enter_pairing_mode()
    with PtyDevice(device) as line:
        result = ask("pair", "shoe", "--port", line.port, answer="n")
        assert wait_until(lambda: device.pairing is None, 10)  # the device was told so
    stops(result, 1, "Not paired: the codes differ")
    assert kinds(journal)[-2:] == ["Authorised", "PairingFailed"]
    assert kept(journal) == {}
    assert device.memory.key is None


def test_another_kind_of_device_is_refused_by_name(journal: Path) -> None:
    device: LinkedDevice = SimShuffler(World(1))
    device.enter_pairing_mode()
    with PtyDevice(device) as line:
        result = ask("pair", "shoe", "--port", line.port)
    stops(result, 1, "expected FELT-SHOE-1, found FELT-SHUFFLER-1 SHUF-0001")
    assert kinds(journal)[-1:] == ["PairingFailed"]
    assert device.memory.key is None


def test_a_device_outside_pairing_mode_says_who_it_is(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("drivers.link.pair.BEGIN_MS_MAX", 1_000)
    with PtyDevice(SimShoe(World(1))) as line:
        result = ask("pair", "shoe", "--port", line.port)
    stops(result, 1, "FELT-SHOE-1 SHOE-0001 (device 2) is not in pairing mode")
    assert kept(journal) == {}


def test_a_wrong_pin_or_reason_does_nothing(journal: Path, shoe: tuple[SimShoe, str]) -> None:
    before = kinds(journal)
    bound = ["TrailCopied"] * 4
    stops(ask("pair", "shoe", "--port", shoe[1], pins=PINS | {"201": "111222"}), 1, "wrong")
    result = ask("pair", "shoe", "--port", shoe[1], "--reason", "demand")
    stops(result, 2, "expected one of new-device (New or repaired device), key-suspect (")
    assert kinds(journal) == before + bound


def test_damaged_pairings_are_named_before_the_device_is_touched(
    journal: Path, shoe: tuple[SimShoe, str]
) -> None:
    damaged = Path(f"{journal}.pairings")
    damaged.write_bytes(b"feltwork pairings 1\nnot any more")
    damaged.chmod(0o600)
    stops(ask("pair", "shoe", "--port", shoe[1]), 2, "t.db.pairings: damaged")
    assert shoe[0].memory.key is None


def test_a_port_that_is_not_there_is_said_and_on_record(journal: Path) -> None:
    stops(ask("pair", "shoe", "--port", "/nosuch/port"), 2, "there is no such port")
    assert kinds(journal)[-1:] == ["PairingFailed"]


@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_a_new_user_can_try_it_without_people_or_a_table(device: str) -> None:
    result = CliRunner().invoke(app, ["devices", "pair", device, "--port", "sim"])
    assert result.exit_code == 0, result.output
    first, second = (line for line in result.stdout.splitlines() if line.startswith("  "))
    assert first == second
    assert result.stdout.startswith("SIMULATED")
    assert "Nothing was kept" in result.stdout


def test_without_a_journal_it_is_the_tables_own(journal: Path, shoe: tuple[SimShoe, str]) -> None:
    folder = journal.parent / "feltwork" / "table-14"
    folder.mkdir(parents=True)
    for file in journal.parent.glob("t.db*"):
        file.rename(folder / file.name.replace("t.db", "table.journal"))
    for file in journal.parent.glob("staff.db*"):
        file.rename(folder / file.name)
    typed = "".join(f"{PINS[number]}\n" for number in ("401", "201")) + "y\n"
    options = ["--port", shoe[1], "--by", "401", "--by", "201", "--pin-stdin"]
    paired = CliRunner().invoke(app, ["devices", "pair", "shoe", *options], input=typed)
    assert paired.exit_code == 0, paired.output
    assert "SHOE-0001" in CliRunner().invoke(app, ["devices", "list"]).stdout
    other = journal.parent / "other.toml"
    own = (files("config") / "tables" / "14.toml").read_text("utf-8")
    other.write_text(own.replace('name = "14"', 'name = "24"'), "utf-8")
    assert "SHOE" not in CliRunner().invoke(app, ["devices", "list", "--table", str(other)]).stdout


@pytest.mark.usefixtures("journal")
def test_every_device_is_listed_with_where_it_is() -> None:
    rows = CliRunner().invoke(app, ["devices", "list"]).stdout.splitlines()
    where = {row.split("│")[1].strip(): row.split("│")[3].strip() for row in rows if "│" in row}
    assert where["keypad"] == "USB unit 3"
    assert where["reader"] == "USB, any"
    assert where["shoe"] == "/dev/serial/by-id/feltwork-shoe"


def stopped_with_cards_out(journal: Path) -> None:
    keys = load_keys(Path(f"{journal}.keys"))
    recorder = SqliteRecorder(journal, keys, 0)
    dealt = RoundOpened(2), CardDealt(None)
    SealedJournal(recorder, keys, *KINDS).append(dealt, round_number=2, at_ms=0)
    recorder.close()


def test_nothing_is_paired_with_cards_out_but_forgotten_at_any_time(
    journal: Path, shoe: tuple[SimShoe, str]
) -> None:
    assert ask("pair", "shoe", "--port", shoe[1]).exit_code == 0
    stopped_with_cards_out(journal)
    shoe[0].enter_pairing_mode()
    key = shoe[0].memory.key
    result = ask("pair", "shoe", "--port", shoe[1])
    stops(result, 1, "The first card is out. Finish the round first.")
    assert kinds(journal)[-1:] == ["ActionRefused"]
    assert shoe[0].memory.key == key
    assert ask("forget", "shoe").exit_code == 0


def test_called_wrongly_it_says_what_to_do(journal: Path) -> None:
    def wrong(*arguments: str) -> str:
        result = CliRunner().invoke(app, ["devices", *arguments])
        assert result.exit_code == 2, result.output
        return result.stderr

    assert "expected one of shoe, shuffler" in wrong("pair", "roulette", "--port", "sim")
    assert "--port sim" in wrong("pair", "shoe")
    for table in ("no", "../tables/14", "../devices/table"):
        said = wrong("list", "--table", table)
        assert f"--table: config/tables/{table}.toml is not there. Expected one of 14," in said
    assert "One argument too many" in wrong("pair", "shoe", "608215")
    absent = wrong("list", "--journal", str(journal.with_name("absent.db")))
    assert "absent.db" in absent
