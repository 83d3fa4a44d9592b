"""Another maker's shoe, installed like any package, deals to a real controller; bad ones do not."""

import re
import shutil
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from controller.config import WrongConfiguration
from controller.devices import config as devices_config
from controller.devices.config import checked
from controller.devices.table import TableDevices
from controller.domain.cards import parse_cards
from controller.domain.money import Money
from controller.games.bonus import commands as c
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.round.state import new_table
from controller.games.bonus.wagers import Area, Stake
from controller.games.registry import KINDS
from controller.journal.memory import MemoryRecorder
from controller.journal.sealing import SealedJournal
from controller.running.runtime import TableController
from controller.running.snapshot import Accepted
from drivers.attendant import Session
from drivers.faults import DeviceFault, WrongDevice
from drivers.health import Condition
from drivers.link.fields import Face
from drivers.link.messages import Event
from drivers.link.orders import Orders
from drivers.link.pairing import Paired
from drivers.link.session import SessionCallbacks
from drivers.plugins import Driver, Fitted, Fitting, WrongDriver, driver_names, find_driver
from drivers.shoe.protocol import CardDrawn, LidOpened, SetLock
from drivers.shuffler.protocol import Back, PacketEjected
from simulators.line import Update
from simulators.pty import PtyDevice
from tests.helpers import acme_shoe
from tests.helpers.felt import jackpot_rules, table_rules
from tests.helpers.patience import eventually
from tests.helpers.shift import KEYS, HandClock

HERE = Path(acme_shoe.__file__)
DOCUMENT = Path(__file__).parents[2] / "docs" / "vendor-drivers.md"
RULES = table_rules(jackpot=jackpot_rules(), dealing="shoe")
PAIRED = Paired(0, "acme", "acme", bytes(32))


class SimCardStream:
    """The shoe itself, as its maker's manual has it."""

    def __init__(self, identity: str = "ACME CS-2 00417") -> None:
        self.identity = identity
        self.locked = True
        self.heard: list[str] = []
        self._events: deque[tuple[int, str]] = deque()
        self._number = 0
        self._now = self._again_ms = 0
        self._rest, self._out = b"", b""

    def happen(self, what: str) -> None:
        self._number += 1
        self._events.append((self._number, what))
        self._again_ms = self._now

    def update(self, now_ms: int, received: bytes) -> Update:
        self._now = now_ms
        *lines, self._rest = (self._rest + received).split(b"\r\n")
        for line in lines:
            self._take(line.decode("ascii"))
        if self._events and now_ms >= self._again_ms:
            self._say("EV {} {}".format(*self._events[0]))
            self._again_ms = now_ms + 1_000
        sent, self._out = self._out, b""
        return Update(sent, self._again_ms if self._events else None)

    def _take(self, line: str) -> None:
        self.heard.append(line)
        match line.split():
            case ["ID"]:
                self._say(self.identity)
            case ["STAT"]:
                self._say(f"STAT {self.locked:d} 0 0")
            case ["LOCK", flag]:
                self.locked = flag == "1"
                self._say(f"STAT {self.locked:d} 0 0")
            case ["ACK", number] if self._events and int(number) == self._events[0][0]:
                self._events.popleft()
                self._again_ms = self._now

    def _say(self, line: str) -> None:
        self._out += line.encode("ascii") + b"\r\n"


def install(folder: Path, points: dict[str, str], name: str = "acme-shoe") -> None:
    """What an installer leaves behind of a package."""
    info = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "ascii")
    lines = "".join(f"{key} = {value}\n" for key, value in points.items())
    (info / "entry_points.txt").write_text(f"[feltwork.drivers]\n{lines}", "ascii")


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that packages are installed in."""
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


@pytest.fixture
def acme(packages: Path) -> None:
    shutil.copy(HERE, packages / "acme_shoe.py")
    install(packages, {"shoe.acme": "acme_shoe:DRIVER"})


@contextmanager
def table_with(port: str) -> Iterator[tuple[TableController, TableDevices]]:
    config = checked({"shoe": {"port": port, "driver": "acme"}})
    devices = TableDevices(config, 5, {})
    journal = SealedJournal(MemoryRecorder(KEYS), KEYS, *KINDS)
    fresh = BonusHouse(new_table(RULES, Money(6_000_000)))
    table = TableController(fresh, journal, HandClock(), devices.outlets, follows_up=False)
    thread = table.start()
    devices.start(table)
    try:
        yield table, devices
    finally:
        devices.stop()
        table.stop()
        thread.join()


def drawn(table: TableController) -> tuple[Any, ...]:
    return tuple(table._writer.house.table.round.drawn)  # noqa: SLF001


@pytest.mark.usefixtures("acme")
def test_another_makers_shoe_deals_and_loses_nothing_when_it_is_unplugged() -> None:
    assert driver_names("shoe") == ("acme", "feltwork-link")
    shoe = SimCardStream()
    with PtyDevice(shoe) as line, table_with(line.port) as (table, devices):
        eventually(lambda: devices.health["shoe"].identity == "ACME CS-2 00417")
        eventually(lambda: "LOCK 1" in shoe.heard)  # wanted before anything is dealt
        line.act(lambda: shoe.happen("LID 1"))
        line.act(lambda: shoe.happen("LID 0 0"))
        ante = c.PlaceWager(1, Area.ANTE, Stake(Money(2_500)))
        for command in (c.OpenRound(1), ante, c.NoMoreBets()):
            assert isinstance(table.submit(command).result(10), Accepted)
        eventually(lambda: not shoe.locked)
        line.act(lambda: shoe.happen("CARD 7H"))
        eventually(lambda: len(drawn(table)) == 1)
        line.unplug()
        for card in ("CARD TC", "CARD ??"):
            line.act(lambda card=card: shoe.happen(card))  # type: ignore[misc]
        line.plug()
        eventually(lambda: len(drawn(table)) == 3)
        assert drawn(table) == (*parse_cards("7h Tc"), None)
        eventually(lambda: "ACK 5" in shoe.heard)
        assert devices.health["shoe"].condition is Condition.WORKING


@pytest.mark.usefixtures("acme")
def test_the_wrong_device_on_its_port_is_refused_by_name() -> None:
    shoe = SimCardStream("ACME CS-1 00009")
    with PtyDevice(shoe) as line, table_with(line.port) as (_, devices):
        eventually(lambda: devices.health["shoe"].condition is Condition.REFUSED)
        assert "ACME CS-1 00009 seen, ACME CS-2 expected" in devices.health["shoe"].reason


def test_the_example_of_the_document_is_the_driver_that_was_just_tried() -> None:
    text = DOCUMENT.read_text("utf-8")
    (example,) = re.findall(r"```python\n(\"\"\"A driver for.*?)```", text, re.DOTALL)
    assert example == HERE.read_text("utf-8")
    (points,) = re.findall(r"```toml\n(\[project\.entry-points.*?)```", text, re.DOTALL)
    assert '"shoe.acme" = "acme_shoe:DRIVER"' in points
    assert 'driver = "acme"' in text


# What does not fit


Install = Callable[[Any], None]


@pytest.fixture
def installed(packages: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Whatever is to be the driver of a shoe."""

    def install_it(driver: Any) -> None:
        monkeypatch.setattr(acme_shoe, "DRIVER", driver)
        install(packages, {"shoe.acme": f"{acme_shoe.__name__}:DRIVER"})

    return install_it


def fitted(driver: Driver, installed: Install) -> Fitted:
    """This driver, installed and at a shoe whose record ends with event 4."""
    installed(driver)
    callbacks = SessionCallbacks(lambda event: None, lambda: 4)
    return Fitted("shoe", "acme", "port", Fitting(callbacks, Orders(), PAIRED))


def test_a_driver_that_is_not_installed_is_named_with_those_that_are() -> None:
    with pytest.raises(
        WrongDriver, match=r"expected one driver named 'acme', found no driver.*feltwork-link"
    ):
        find_driver("shoe", "acme")


def test_one_name_for_two_drivers_is_no_choice(packages: Path) -> None:
    install(packages, {"shoe.acme": "one:DRIVER"})
    install(packages, {"shoe.acme": "two:DRIVER"}, "acme-again")
    with pytest.raises(WrongDriver, match="expected one driver named 'acme', found 2 drivers"):
        find_driver("shoe", "acme")


def test_a_driver_is_for_the_device_it_is_named_for(packages: Path) -> None:
    install(packages, {"shoe.acme": f"{acme_shoe.__name__}:DRIVER"})
    with pytest.raises(
        WrongDriver, match="shuffler: expected one driver named 'acme', found no driver"
    ):
        find_driver("shuffler", "acme")


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("def", "SyntaxError"),
        ("1 / 0", "ZeroDivisionError"),
        ("OTHER = 1", "AttributeError"),
    ],
)
def test_a_driver_that_does_not_load_is_named_with_why(
    source: str, seen: str, packages: Path
) -> None:
    name = f"acme_broken_{abs(hash(source))}"
    (packages / f"{name}.py").write_text(source, "ascii")
    install(packages, {"shoe.acme": f"{name}:DRIVER"})
    with pytest.raises(WrongDriver, match=f"'acme'.*cannot be loaded: {seen}"):
        find_driver("shoe", "acme")


@pytest.mark.parametrize(
    ("found", "seen"),
    [
        (acme_shoe.CardStream, "a type"),
        ({"open": acme_shoe.open_port}, "a dict"),
        (Driver(acme_shoe.open_port, acme_shoe.CardStream, contract=2), "contract 2"),
        (Driver("port", acme_shoe.CardStream), "an open, session or wake that cannot be called"),  # type: ignore[arg-type]
    ],
)
def test_what_has_another_shape_is_no_driver(found: Any, seen: str, installed: Install) -> None:
    installed(found)
    with pytest.raises(WrongDriver, match=f"drivers.plugins.Driver.*found {seen}.*Ask its maker"):
        find_driver("shoe", "acme")


def test_the_configuration_says_which_file_has_the_unknown_driver(
    packages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = packages / "devices"
    folder.mkdir()
    (folder / "table.toml").write_text('[shoe]\nport = "x"\ndriver = "acme"\n', "ascii")
    monkeypatch.setattr(devices_config, "files", lambda package: packages)
    with pytest.raises(
        WrongConfiguration, match=r"config/devices/table\.toml: shoe: expected one driver"
    ):
        devices_config.load_devices("table")


class Careless:
    """A session that does whatever it was made to do."""

    def __init__(self, deed: Callable[[], object]) -> None:
        self._deed = deed

    def begin(self) -> str:
        return f"{self._deed()}"

    def step(self) -> None:
        self._deed()


def failing(fault: Exception) -> Callable[[], object]:
    def fail() -> object:
        raise fault

    return fail


class Line:
    def close(self) -> None:
        pass


def session_of(deed: Callable[[Fitting], object]) -> Driver:
    return Driver(lambda port: Line(), lambda line, given: Careless(lambda: deed(given)))


def test_a_mistake_of_its_maker_is_a_fault_of_this_device_and_tells_no_card(
    installed: Install,
) -> None:
    driver = session_of(lambda given: failing(KeyError("7h"))())
    session = fitted(driver, installed).session(Line())
    for deed in (session.begin, session.step):
        with pytest.raises(DeviceFault, match="the driver 'acme' failed with KeyError") as caught:
            deed()
        assert "7h" not in str(caught.value)


@pytest.mark.parametrize("fault", [DeviceFault("unplugged"), WrongDevice("another")])
def test_its_own_faults_go_through_as_they_are(fault: Exception, installed: Install) -> None:
    at = fitted(session_of(lambda given: failing(fault)()), installed)
    session: Session = at.session(at.open())
    with pytest.raises(type(fault), match=str(fault)):
        session.step()


@pytest.mark.parametrize(
    ("event", "seen"),
    [
        (Event(4, LidOpened()), "expected event 5, found 4"),
        (Event(6, CardDrawn(Face(7, "h"))), "expected event 5, found 6"),
        (Event(5, PacketEjected(1, Back.RED, ())), "failed with LocalMisuse"),
        (Event(5, SetLock(True)), "failed with LocalMisuse"),
        ("CARD 7H", "failed with LocalMisuse"),
    ],
)
def test_what_it_tells_has_to_be_an_event_of_a_shoe_in_order(
    event: Any, seen: str, installed: Install
) -> None:
    driver = session_of(lambda given: given.callbacks.received(event))
    with pytest.raises(DeviceFault, match=seen):
        fitted(driver, installed).session(Line()).step()


def test_an_order_wakes_whoever_waits_on_its_transport(installed: Install) -> None:
    woken: list[object] = []
    line = Line()
    driver = Driver(lambda port: line, lambda line, given: Careless(str), woken.append)
    at = fitted(driver, installed)
    at.wake()
    assert woken == []
    at.open()
    at.wake()
    assert woken == [line]


def test_a_fitted_device_that_was_never_paired_is_refused_by_name() -> None:
    devices = TableDevices(checked({"shoe": {"port": "/nosuch/port"}}), 5, {})
    journal = SealedJournal(MemoryRecorder(KEYS), KEYS, *KINDS)
    table = TableController(
        BonusHouse(new_table(RULES, Money(0))), journal, HandClock(), devices.outlets
    )
    devices.start(table)
    try:
        eventually(lambda: devices.health["shoe"].condition is Condition.REFUSED)
        reason = devices.health["shoe"].reason
        assert "shoe on /nosuch/port: not paired with this table" in reason
        assert "feltwork devices pair shoe" in reason
    finally:
        devices.stop()
