"""`feltwork doctor` as a technician meets it, on machines that are set up for the purpose."""

import grp
import os
import re
from importlib import metadata
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from controller.devices.config import DevicesConfig
from controller.devices.pairings import pairings_path, save_pairings
from drivers.link.pairing import Paired
from tests.helpers.commands import says, stops
from ui.cli import app
from ui.commands.doctor import _tabulate
from ui.commands.examine import devices, fitted, machine
from ui.commands.examine.checks import note
from ui.table_folder import TableFolder, default_folder

ROOT = Path(__file__).parents[3]
RULES = ROOT / "config" / "udev" / "70-feltwork.rules"


class Machine:
    """A made-up /dev, /sys and udev, and a folder for journals."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.dev, self.sys, self.udev = folder / "dev", folder / "sys", folder / "rules.d"
        self.journals = folder / "journals"
        for made in (self.dev, self.sys, self.udev, self.journals):
            made.mkdir()

    def port(self, name: str, mode: int = 0o660) -> Path:
        path = self.dev / name
        path.touch()
        path.chmod(mode)
        return path

    def usb(self, vendor: int, product: int, mode: int = 0o660, *, serial: str = "") -> None:
        places = self.sys / "bus" / "usb" / "devices"
        number = len(list(places.glob("*"))) + 1
        place = places / f"1-{number}"
        place.mkdir(parents=True)
        facts = {"idVendor": f"{vendor:04x}", "idProduct": f"{product:04x}"}
        facts |= {"serial": serial} if serial else {}
        for name, text in (facts | {"busnum": "1", "devnum": str(number)}).items():
            (place / name).write_text(text + "\n")
        node = self.dev / "bus" / "usb" / "001" / f"{number:03d}"
        node.parent.mkdir(parents=True, exist_ok=True)
        node.touch()
        node.chmod(mode)

    def doctor(self, *arguments: str) -> Result:
        return CliRunner().invoke(app, ["doctor", "--journals", str(self.journals), *arguments])


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    made = Machine(tmp_path)
    monkeypatch.setattr(devices, "DEV", made.dev)
    monkeypatch.setattr(devices, "SYS", made.sys)
    monkeypatch.setattr(devices, "RULES_FOLDERS", (made.udev,))
    monkeypatch.setattr(os, "access", _access)  # root may do anything: go by the mode instead
    return made


def _access(path: Path, wanted: int) -> bool:
    mode = Path(path).stat().st_mode >> 6
    return Path(path).exists() and mode & wanted == wanted


def row(result: Result, name: str) -> str:
    """What is said of a check, on one line."""
    said = (" ".join(one.split()) for one in re.split(r"\n(?=\S)", result.stdout))
    return next(one for one in said if re.match(rf"\w+ {re.escape(name)}", one))


def finds(result: Result, name: str, *words: str) -> None:
    """Something is to be put right, and the check of this name says what."""
    assert result.exit_code == 1, result.stdout
    for word in words:
        assert word in row(result, name)


def test_a_machine_without_devices_hinders_nothing(here: Machine) -> None:
    result = here.doctor()
    says(result, "No problems found.")
    assert "note" in row(result, "serial ports")
    assert "no X-keys is plugged in" in row(result, "USB 05F3")
    assert "no MagTek is plugged in" in row(result, "USB 0801")
    assert "ms (median" in row(result, "durable write")
    assert "3 games, 4 jackpot schedules" in row(result, "configuration")
    assert "pyserial 3" in row(result, "libraries")
    assert "3." in row(result, "Python")


def test_ports_and_devices_are_found_by_name(here: Machine) -> None:
    port = here.port("ttyUSB0")
    (here.dev / "serial" / "by-id").mkdir(parents=True)
    stable = here.dev / "serial" / "by-id" / "usb-shoe"
    stable.symlink_to(port)
    here.usb(0x05F3, 0x0405)
    here.usb(0x0801, 0x0002)
    result = here.doctor()
    assert result.exit_code == 0
    group = grp.getgrgid(port.stat().st_gid).gr_name
    said = row(result, f"serial port {port}")
    assert f"can be opened, group {group}; configure it as {stable}" in said
    assert "XK-24, can be opened" in row(result, "USB 05F3:0405")
    assert "MagTek swipe reader, can be opened" in row(result, "USB 0801:0002")


def test_a_port_without_rights_says_which_group(here: Machine) -> None:
    here.port("ttyACM3", mode=0o000)
    result = here.doctor()
    finds(result, f"serial port {here.dev / 'ttyACM3'}", "sudo usermod -aG")
    assert "1 to fix." in result.stdout


def test_a_usb_device_without_rights_wants_the_udev_rules(here: Machine) -> None:
    here.usb(0x05F3, 0x04A8, mode=0o000)
    result = here.doctor()
    finds(result, "USB 05F3:04A8", "XK-12 Switch Interface: no permission")
    finds(result, "udev rules", "wrong", "feltwork doctor --udev-rules | sudo tee")


def test_a_panel_in_another_mode_and_an_unknown_one_are_named(here: Machine) -> None:
    here.usb(0x05F3, 0x0404)
    here.usb(0x05F3, 0x1234)
    result = here.doctor()
    finds(result, "USB 05F3:0404", "XK-24, set to another mode")
    assert "note" in row(result, "USB 05F3:1234")


def test_the_udev_rules_are_printed_as_delivered_and_known_when_installed(here: Machine) -> None:
    printed = here.doctor("--udev-rules")
    assert printed.exit_code == 0
    assert printed.stdout == RULES.read_text("utf-8")
    installed = here.udev / RULES.name
    installed.write_text(printed.stdout)
    assert "fine" in row(here.doctor(), "udev rules")
    installed.write_text("# of an earlier version\n")
    assert "differs" in row(here.doctor(), "udev rules")


def test_a_journal_folder_that_cannot_be_written_hinders(here: Machine) -> None:
    here.journals.chmod(0o500)
    result = here.doctor()
    here.journals.chmod(0o700)
    finds(result, "journal folder", "cannot be written")
    file = here.folder / "file"
    file.touch()
    result = CliRunner().invoke(app, ["doctor", "--journals", str(file)])
    assert "is not a folder" in row(result, "journal folder")


@pytest.mark.parametrize(("ms", "state"), [(2.0, "fine"), (90.0, "note"), (900.0, "wrong")])
def test_a_slow_disk_is_said(
    ms: float, state: str, here: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "_sync_times", lambda folder: [ms])
    assert state in row(here.doctor(), "durable write")


def test_a_key_file_that_others_can_read_hinders(here: Machine) -> None:
    keys = here.journals / "table.journal.keys"
    keys.touch()
    keys.chmod(0o600)
    assert "mode 0600" in row(here.doctor(), "key file")
    keys.chmod(0o640)
    finds(here.doctor(), "key file", f"chmod 600 {keys}")
    result = here.doctor("--keys", str(here.folder / "absent"))
    assert "Restore it from its backup" in row(result, f"key file {here.folder / 'absent'}")


def test_a_clock_before_the_software_hinders(
    here: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.commands.examine.machine.time.time", lambda: 0.0)
    finds(here.doctor(), "clock", "1970-01-01")


def test_a_wrong_configuration_hinders(here: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    (here.folder / "games").mkdir()
    (here.folder / "games" / "sd.toml").write_text("title = 3\n")
    monkeypatch.setattr(machine, "files", lambda name: here.folder)
    monkeypatch.setattr("controller.config.files", lambda name: here.folder)
    finds(here.doctor(), "configuration", "config/games/sd.toml")


def test_a_missing_library_hinders(here: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metadata, "requires", lambda name: ["no-such-library>=1; x == 'y'"])
    finds(here.doctor(), "libraries", "missing: no-such-library")


def test_the_folder_that_is_looked_at_is_the_one_the_console_keeps(
    here: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(here.folder))
    for name in ("14", "16"):
        kept = TableFolder(default_folder(name, simulated=False)).create()
        kept.keys()
        arguments = ["doctor"] if name == "14" else ["doctor", "--table", name]
        result = CliRunner().invoke(app, arguments)
        said = " ".join(result.output.split())
        assert f"{kept.path} can be written" in said
        assert f"key file {kept.journal}.keys" in said


def test_what_to_run_is_not_cut_off_in_a_pipe(here: Machine) -> None:
    result = here.doctor()
    assert devices.INSTALL in result.stdout, "on one line"
    assert "…" not in result.stdout


def test_a_page_in_a_pipe_is_no_wider_than_a_page(here: Machine) -> None:
    lines = here.doctor().stdout.splitlines()
    assert [line for line in lines if len(line) > 100 and "sudo" not in line] == []


def test_what_to_run_is_folded_on_a_narrow_screen_and_whole(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    _tabulate([note("udev rules", "not installed", devices.INSTALL)])
    said = capsys.readouterr().out
    assert "…" not in said
    folded = "".join(line.split("│")[4].strip() for line in said.splitlines() if "│" in line)
    assert folded.replace(" ", "") == devices.INSTALL.replace(" ", "")


# The devices of a table


def fit(here: Machine, monkeypatch: pytest.MonkeyPatch, **others: object) -> None:
    """A table with one device of each kind of connection, and others."""
    config = {
        "shuffler": {"port": str(here.dev / "shuffler")},
        "keypad": {"unit_id": 3, "keys": {}},
        "reader": {"members": [], "serial": "B12C4F7"},
        **others,
    }
    found = DevicesConfig.model_validate(config)
    monkeypatch.setattr(fitted, "load_devices", lambda name: found)


def test_a_machine_for_simulated_tables_is_told_so(here: Machine) -> None:
    result = here.doctor()
    assert result.exit_code == 0
    assert "none of its 7 devices is on this machine" in row(result, "table 14: devices")
    assert "only simulated" in row(result, "table 14: devices")


def test_the_devices_of_a_table_that_is_named_have_to_be_there(here: Machine) -> None:
    result = here.doctor("--table", "14")
    for device in ("shuffler", "sign", "sensors", "lamps", "keypad", "reader"):
        finds(result, f"table 14: {device}:", "wrong")
    port = "/dev/serial/by-id/feltwork-shuffler does not exist"
    finds(result, "table 14: shuffler", port, "config/devices/table.toml")
    finds(result, "table 14: keypad", "expected 2 XK-24, found 0")
    assert "note" in row(result, "table 14: shoe:"), "it deals from its shuffler"


def test_the_devices_of_a_poker_table_have_to_be_there(here: Machine) -> None:
    result = here.doctor("--table", "21")
    for device in ("shuffler", "sign", "keypad", "reader"):
        finds(result, f"table 21: {device}:", "wrong")
    finds(result, "table 21: keypad", "expected 1 XK-24, found 0")
    assert "table 21: sensors" not in result.stdout


def test_the_devices_of_a_table_with_a_record_have_to_be_there(here: Machine) -> None:
    TableFolder(here.journals).journal.touch()
    finds(here.doctor(), "table 14: sign", "wrong")


def test_devices_that_are_there_are_fine_once_they_are_paired(
    here: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    fit(here, monkeypatch)
    here.port("shuffler")
    here.usb(0x05F3, 0x0405)
    here.usb(0x0801, 0x0002, serial="B12C4F7")
    result = here.doctor("--table", "14")
    assert "fine" in row(result, "table 14: keypad")
    assert "fine" in row(result, "table 14: reader")
    assert "not paired with this table" in row(result, "table 14: shuffler")
    assert "feltwork devices pair shuffler --journal" in row(result, "table 14: shuffler")
    folder = TableFolder(here.journals)
    paired = Paired(1, "Shuffler", "SHUF-0001", bytes(32))
    save_pairings(pairings_path(folder.journal, None), folder.keys(), {"shuffler": paired})
    folder.journal.touch()
    result = here.doctor("--table", "14")
    assert "paired with Shuffler SHUF-0001" in row(result, "table 14: shuffler")
    assert result.exit_code == 0, result.stdout


def test_a_pairing_that_cannot_be_read_hinders(
    here: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    fit(here, monkeypatch)
    here.port("shuffler")
    folder = TableFolder(here.journals)
    folder.keys()
    folder.journal.touch()
    kept = pairings_path(folder.journal, None)
    kept.touch(mode=0o644)
    assert f"{kept}: others can read it" in row(here.doctor(), "table 14: shuffler")


def test_a_device_without_rights_and_the_wrong_one_are_said(
    here: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    fit(here, monkeypatch)
    here.port("shuffler", mode=0o000)
    here.usb(0x05F3, 0x0405, mode=0o000)
    here.usb(0x0801, 0x0002, serial="OTHER")
    result = here.doctor("--table", "14")
    assert "sudo usermod -aG" in row(result, "table 14: shuffler")
    assert "no permission" in row(result, "table 14: keypad")
    assert "expected 1 MagTek swipe reader B12C4F7, found 0" in row(result, "table 14: reader")


def test_what_cannot_be_seen_from_here_is_not_missed(
    here: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    fit(here, monkeypatch, sign={"port": "socket://sign.pit:4001"})
    result = here.doctor("--table", "14")
    assert "fine" in row(result, "table 14: sign")


def test_a_table_without_devices_and_one_with_a_wrong_file_are_said(
    here: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (ROOT / "config" / "tables" / "14.toml").read_text("utf-8")
    own = here.folder / "own.toml"
    own.write_text(text.replace('devices = "table"', ""), "utf-8")
    assert "every card is keyed" in row(here.doctor("--table", str(own)), "table 14")
    own.write_text(text.replace('devices = "table"', 'devices = "none"'), "utf-8")
    result = here.doctor("--table", str(own))
    finds(result, f"table {own}", "config/devices/none.toml is not there")


def test_a_table_that_is_not_there_is_named() -> None:
    stops(CliRunner().invoke(app, ["doctor", "--table", "99"]), 2, "config/tables/99.toml")
