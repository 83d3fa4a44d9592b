"""`feltwork hil` as a technician meets it: right devices pass, wrong ones are named by the step."""

import json
from collections.abc import Callable
from pathlib import Path

import libusb_package
import pytest
from typer.testing import CliRunner, Result

from drivers.alphasign.commands import PRIORITY, ReadText
from drivers.alphasign.commands import Command as SignCommand
from drivers.alphasign.config import SignConfig
from drivers.link.fields import FACES
from drivers.link.messages import Command, Message, Outcome
from drivers.link.protocol import Received
from drivers.shoe.protocol import CardDrawn
from drivers.shuffler.protocol import DeckReleased, PacketEjected
from drivers.transport.serial import LineSettings
from drivers.xkeys.protocol import Light
from simulators.cardreader import SimCardReader
from simulators.line import MemoryLine, Update, VirtualClock
from simulators.linked import LinkedDevice
from simulators.pty import PtyDevice
from simulators.shoe import SimShoe
from simulators.shuffler import SimShuffler
from simulators.sign import SignFault, SimSign
from simulators.usb import ReportUpdate, SimBus
from simulators.world import World
from simulators.xkeys import SimXk12, SimXk24
from tests.helpers.commands import stops
from ui.cli import app
from ui.commands.conformance import rigs, simulated
from ui.commands.conformance.hands import Hands

DEVICES = ["shuffler", "shoe", "sensors", "lamps", "keypad", "sign", "card-reader"]
KEY = bytes(range(32))


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A report is written where one stands."""
    monkeypatch.chdir(tmp_path)


def hil(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, ["hil", *arguments], input=typed, env={"COLUMNS": "300"})


def failed(result: Result) -> set[str]:
    """The steps that the last sentence names."""
    assert result.exit_code == 1, result.output
    sentence = result.stdout.split("Failed: ")[1].splitlines()[0]
    return set(sentence.rstrip(".").split("; "))


@pytest.mark.parametrize("device", DEVICES)
def test_a_simulated_device_does_all_it_has_to(device: str, tmp_path: Path) -> None:
    path = tmp_path / "report.md"
    result = hil(device, "--report", str(path))
    assert result.exit_code == 0, result.output
    assert f"{device} on sim, SIMULATED" in result.stdout
    assert " 0 failed, 0 skipped." in result.stdout
    assert device in result.stderr  # the progress bar
    report = path.read_text("utf-8")
    assert "SIMULATED" in report
    assert "| pyserial | " in report
    assert "| Python | 3." in report
    for secret in (KEY.hex(), "60601234"):  # the pairing key; the number on the swiped card
        assert secret not in report + result.output
    if device == "shoe":
        check_report_of_the_shoe(report)


def check_report_of_the_shoe(report: str) -> None:
    """What was tried, expected and seen."""
    assert "| identity | FELT-SHOE-1 SHOE-0001, firmware 1.0.0" in report
    row = next(line for line in report.splitlines() if "| events over an unplug |" in line)
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert cells[1:3] == ["events over an unplug", "passed"]
    assert "Draw two cards" in cells[3]
    assert cells[4] == "both cards are reported, in order, each once"
    assert cells[5].startswith("two cards, in order")


# Wrong devices


class Stuttering(SimShoe):
    """Every card is two events."""

    def _happen(self, body: Message, *, lesser: bool = False) -> None:
        super()._happen(body, lesser=lesser)
        if isinstance(body, CardDrawn):
            super()._happen(body)


class Unforgetting(SimShoe):
    """Says again what was acknowledged long ago."""

    def _forget(self, seq: int) -> None:
        """Nothing is ever acknowledged for it."""


class Unlockable(SimShoe):
    """Its bolt is stuck."""

    def _set(self, message: Message) -> None:
        """As if nothing had been said."""


class Credulous(SimShoe):
    """Does not look at the counter of a frame."""

    def update(self, now_ms: int, received: bytes) -> Update:
        session = self._link._session  # noqa: SLF001
        if session is not None:
            session.seen = -1
        return super().update(now_ms, received)


class Losing(SimShoe):
    """What nobody had heard is lost when a session begins."""

    def _introduce(self) -> None:
        if self.memory.acknowledged_seq:
            self._forget(self.memory.last_seq)
        super()._introduce()


class Silent(SimShoe):
    """Answers no heartbeat."""

    def _say(self, message: Message) -> None:
        if type(message).__name__ != "HeartbeatReply":
            super()._say(message)


class Repeating(SimShuffler):
    """Does a command as often as it is sent."""

    def _answer(self, command: Command) -> Outcome:
        return self._do(command.command_id, command.body)


class Talking(SimShuffler):
    """Tells every card of a deck that it releases."""

    def _happen(self, body: Message, *, lesser: bool = False) -> None:
        if isinstance(body, DeckReleased):
            super()._happen(PacketEjected(body.command_id, body.back, FACES[:5]))
        super()._happen(body, lesser=lesser)


class StuckSign(SimSign):
    """Ignores what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.fault = SignFault.STUCK


class Reticent(SimSign):
    """Says what it was set up with, whatever stands in its text file."""

    def _answer(self, command: SignCommand) -> SignCommand | None:
        if isinstance(command, ReadText) and command.label != PRIORITY:
            return SignConfig().text
        return super()._answer(command)


class DeafSign(SimSign):
    """Answers nothing."""

    def __init__(self) -> None:
        super().__init__(wired=False)


class DarkPanel(SimXk24):
    """Its indicators are broken."""

    def _obey(self, report: bytes) -> None:
        super()._obey(report)
        self.leds = dict.fromkeys(self.leds, Light.OFF)


class Bouncing(SimXk24):
    """A key that was let go is pressed once more, a little later."""

    again_ms: int | None = None

    def release(self, number: int) -> None:
        super().release(number)
        self.again_ms = -1

    def update(self, now_ms: int, received: bytes | None, room: bool) -> ReportUpdate:
        if self.again_ms == -1:
            self.again_ms = now_ms + 100
        elif self.again_ms is not None and now_ms >= self.again_ms:
            self.again_ms = None
            self.press(self.model.inputs[0])
        return super().update(now_ms, received, room)


class Timeless(SimXk12):
    """Its clock stands still."""

    def milliseconds(self, now_ms: int) -> int:
        return 1_000


class Crossed(SimXk12):
    """The wires of sensors 2 and 3 were changed."""

    def close(self, name: str) -> None:
        super().close({"2L": "3L", "3L": "2L"}.get(name, name))

    def open(self, name: str) -> None:
        super().open({"2L": "3L", "3L": "2L"}.get(name, name))


class Echoing(SimCardReader):
    """Every swipe is two reports."""

    def send(self, report: bytes) -> None:
        super().send(report)
        super().send(report)


@pytest.mark.parametrize(
    ("device", "replaced", "by", "steps"),
    [
        ("shoe", "SimShoe", Stuttering, {"card drawn", "events over an unplug"}),
        ("shoe", "SimShoe", Unforgetting, {"heartbeats", "resynchronise after reopening"}),
        ("shoe", "SimShoe", Unlockable, {"lock follows"}),
        ("shoe", "SimShoe", Credulous, {"replayed frame refused"}),
        ("shoe", "SimShoe", Losing, {"events over an unplug"}),
        ("shoe", "SimShoe", Silent, {"heartbeats"}),
        ("shuffler", "SimShuffler", Repeating, {"command answered once", "deck loaded"}),
        ("shuffler", "SimShuffler", Talking, {"deck released whole"}),
        ("sign", "SimSign", StuckSign, {"set-up kept", "text followed"}),
        ("sign", "SimSign", Reticent, {"another text is noticed"}),
        ("lamps", "SimXk24", DarkPanel, {"indicators follow"}),
        ("keypad", "SimXk24", Bouncing, {"key 1-1"}),
        ("sensors", "SimXk12", Timeless, {"its clock"}),
        ("sensors", "SimXk12", Crossed, {"sensor 2", "sensor 3"}),
        ("card-reader", "SimCardReader", Echoing, {"swipe", "bad swipe"}),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else "",
)
def test_a_wrong_device_fails_and_the_step_is_named(
    device: str, replaced: str, by: type, steps: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulated, replaced, by)
    assert steps <= failed(hil(device))


def test_after_a_device_that_cannot_be_identified_nothing_is_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(simulated, "SimSign", DeafSign)
    result = hil("sign")
    assert failed(result) == {"identify"}
    assert result.stdout.count("not tried because “identify” failed") == 8
    assert "--no-return-line" in result.stdout


# Real ports


class Pressing(SimShoe):
    """A person stands at it who finds every code equal."""

    def _take(self, item: Received) -> None:
        super()._take(item)
        if self.display:
            self.press_equal()


def test_a_port_is_opened_the_device_paired_and_its_suite_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.commands.conformance.linked.QUIET_MS", 1_000)
    monkeypatch.setattr("ui.commands.conformance.shoe.SETTLE_MS", 200)
    shoe, kept = Pressing(World(1)), tmp_path / "bench.pairing"
    shoe.enter_pairing_mode()
    with PtyDevice(shoe) as port:
        arguments = ("shoe", "--port", port.port, "--pairing", str(kept))
        result = hil(*arguments, "--pair", "--report", str(tmp_path / "r.md"), typed="y\n")
    assert result.exit_code == 0, result.output
    assert f"shoe on {port.port}, SIMULATED" in result.stdout, "a pseudo-terminal is no wire"
    assert (tmp_path / "r.md").read_text("utf-8").startswith("# Conformance of shoe, SIMULATED\n")
    assert "card drawn" in result.stdout
    assert "needs a person; run it with --interactive" in result.stdout
    assert kept.stat().st_mode & 0o777 == 0o600
    assert json.loads(kept.read_text())["key"] == (shoe.memory.key or b"").hex()
    assert json.loads(kept.read_text())["key"] not in (tmp_path / "r.md").read_text()


def test_a_code_that_is_not_found_equal_pairs_nothing(tmp_path: Path) -> None:
    shoe = SimShoe(World(1))
    shoe.enter_pairing_mode()
    with PtyDevice(shoe) as port:
        arguments = "--port", port.port, "--pairing", str(tmp_path / "p"), "--pair"
        result = hil("shoe", *arguments, typed="n\n")
    stops(result, 2, "Not paired")
    assert not (tmp_path / "p").exists()


def test_a_device_of_another_host_is_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("drivers.link.session.BEGIN_MS_MAX", 1_000)
    shoe: LinkedDevice = SimShoe(World(1), KEY)
    kept = pairing(tmp_path, shoe, key=KEY[::-1])
    with PtyDevice(shoe) as port:
        result = hil("shoe", "--port", port.port, "--pairing", str(kept))
    assert failed(result) == {"identify"}
    assert "was paired with another console" in result.stdout


def pairing(folder: Path, device: LinkedDevice, key: bytes, mode: int = 0o600) -> Path:
    plate, path = device.plate, folder / "bench.pairing"
    content = {"device_id": plate.device_id, "model": plate.model, "serial": plate.serial}
    path.write_text(json.dumps(content | {"key": key.hex(), "last_seq": 0, "command_id": 0}))
    path.chmod(mode)
    return path


def at_a_bench(device: SimSign) -> Callable[[str, Hands], rigs.Place]:
    clock = VirtualClock()

    def open_line(line: LineSettings) -> MemoryLine:
        return MemoryLine(device, clock)

    return lambda port, hands: rigs.Place(clock, hands, open_line)


def test_a_person_is_asked_and_has_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rigs, "real_place", at_a_bench(SimSign(wired=False)))
    arguments = "--port", "/dev/sign", "--no-return-line", "--interactive", "--wait", "7"
    result = hil("sign", *arguments, typed="y\nn\n")
    assert failed(result) == {"text to be seen", "text after an unplug"}
    assert "Does the sign show $12,345.69? y or n, then Enter (7 s)" in result.stderr
    assert "Unplug the data cable" in result.stderr
    assert "not unplugged, or not noticed" in result.stdout
    assert "the cable has no return line" in result.stdout


def test_who_does_not_answer_has_not_said_no(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rigs, "real_place", at_a_bench(SimSign(wired=False)))
    result = hil("sign", "--port", "/dev/sign", "--no-return-line", "--interactive")
    assert "nobody answered y or n within 60 s" in result.stdout


# Called wrongly


def test_called_wrongly_it_says_what_to_do(tmp_path: Path) -> None:
    stops(hil("roulette"), 2, "found 'roulette'", "shuffler, shoe, sensors")
    stops(hil("lamps", "--port", "/dev/ttyUSB0"), 2, "expected sim or usb", "feltwork doctor")
    stops(hil("shoe", "--port", "usb"), 2, "a serial port, such as /dev/ttyUSB0")
    stops(hil("shoe", "--port", "/dev/ttyUSB9"), 2, "--pairing", "--pair")
    absent = str(tmp_path / "absent")
    stops(hil("shoe", "--port", absent, "--pairing", absent), 2, "Pair the device with --pair")
    for line in ("fast", "0000 7E1"):
        stops(hil("sign", "--port", absent, "--line", line), 2, "--line", "9600 7E1")
    stops(hil("sign", "--port", absent), 2, "there is no such port", "feltwork doctor")


def test_a_usb_device_that_is_not_there_cannot_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libusb_package, "get_libusb1_backend", SimBus)
    stops(hil("keypad", "--port", "usb"), 2, "no USB 05F3:0405 is plugged in. Plug it in")
    stops(hil("card-reader", "--port", "usb"), 2, "no USB 0801:0002 is plugged in")


def test_a_pairing_that_others_can_read_is_not_used(tmp_path: Path) -> None:
    kept = pairing(tmp_path, SimShoe(World(1), KEY), KEY, mode=0o644)
    result = hil("shoe", "--port", "/dev/ttyUSB9", "--pairing", str(kept))
    stops(result, 2, "found 0644", f"chmod 600 {kept}")
    kept.chmod(0o600)
    kept.write_text('{"device_id": 2}')
    stops(hil("shoe", "--port", "/dev/ttyUSB9", "--pairing", str(kept)), 2, "not a pairing")


def test_a_report_that_cannot_be_written_is_said_before_anything_is_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.commands.hil._rig", lambda *_: pytest.fail("something was tried"))
    stops(hil("sign", "--report", str(tmp_path / "no" / "r.md")), 2, "cannot be written")


def test_a_report_is_written_without_being_asked_for(tmp_path: Path) -> None:
    result = hil("sign")
    assert "Report: hil-sign.md\n" in result.stdout
    assert "| identify | passed |" in (tmp_path / "hil-sign.md").read_text("utf-8")


def test_a_call_that_comes_to_nothing_leaves_reports_as_they_were(tmp_path: Path) -> None:
    kept = tmp_path / "hil-sign.md"
    stops(hil("sign", "--port", "/dev/no-such-port"), 2, "there is no such port")
    assert not kept.exists()
    kept.write_text("of yesterday", "utf-8")
    stops(hil("sign", "--port", "/dev/no-such-port"), 2, "there is no such port")
    assert kept.read_text("utf-8") == "of yesterday"


@pytest.mark.parametrize(
    ("device", "port", "options", "why"),
    [
        ("shoe", "sim", ["--pair"], "--pair: only for a real device"),
        ("shoe", "sim", ["--pairing", "p"], "--pairing: only for a real device"),
        ("sign", "sim", ["--line", "9600 7E1"], "--line: only for a real device"),
        ("sign", "sim", ["--no-return-line"], "--no-return-line: only for a real device"),
        ("lamps", "sim", ["--unit", "2"], "--unit: only for a real device"),
        ("lamps", "sim", ["--interactive"], "--interactive: only for a real device"),
        ("lamps", "sim", ["--wait", "9"], "--wait: only for a real device"),
        ("lamps", "usb", ["--line", "9600 7E1"], "--line: not for lamps, only for sign"),
        ("sign", "/dev/s", ["--unit", "2"], "only for sensors, lamps, keypad."),
        ("keypad", "usb", ["--pair"], "only for shuffler, shoe."),
    ],
)
def test_an_option_that_would_be_ignored_is_refused(
    device: str, port: str, options: list[str], why: str
) -> None:
    stops(hil(device, "--port", port, *options), 2, why)
