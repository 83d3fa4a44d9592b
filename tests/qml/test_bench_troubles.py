"""Faults let happen by hand in the bench window: each strikes, and the table goes on."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QGuiApplication

from controller.games.bonus import commands as c
from controller.games.bonus.round.phases import Phase
from drivers.health import Condition
from drivers.link.session import LinkSession
from simulators.faults import WIRE, Trouble
from simulators.people.tapping import MEMBER
from simulators.people.troubles import READER, devices_for
from tests.helpers.window import click, items, named, until
from tests.qml.test_bench import Parts, staged
from ui.bench.crew import Crew
from ui.bench.incidents import KEPT, Fate
from ui.bench.window import BenchWindow
from ui.commands.shift.bonus.stage import BonusStage
from ui.commands.shift.clock import ShiftClock


class Bench:
    """One window, and the hand at it."""

    def __init__(self, stage: BonusStage, window: BenchWindow, crew: Crew) -> None:
        self.stage, self.window, self.crew = stage, window, crew

    def let_happen(self, trouble: Trouble, device: str, *, lasting: bool = False) -> None:
        self.tap(f"trouble-{trouble.value}")
        self.tap(f"troubleAt-{device}")
        if lasting:
            self.tap("troubleUntilMended")
        self.tap("letHappen")

    def tap(self, name: str) -> None:
        """On the page where it is."""
        wrong = name.startswith(("trouble", "letHappen", "putRight"))
        click(self.window.window, "troublesPage" if wrong else "devicesPage")
        click(self.window.window, name)

    @property
    def fate(self) -> str:
        """Of the last that was asked for."""
        return str(self.window.troubles.props.incidents[0].fate)

    def strikes(self) -> bool:
        return until(lambda: self.fate != Fate.WAITS)

    def condition(self, device: str) -> Condition:
        devices = self.stage.station.running.devices
        assert devices is not None
        return devices.health[device].condition

    def works(self, device: str) -> bool:
        return until(lambda: self.condition(device) is Condition.WORKING)

    def refused(self) -> int:
        """Frames that the shuffler or its driver did not take."""
        devices = self.stage.station.running.devices
        session = devices.session("shuffler") if devices else None
        by_driver = sum(session.refused.values()) if isinstance(session, LinkSession) else 0
        return by_driver + sum(self.stage.felt.shuffler.refused.values())

    def deals(self) -> None:
        self.window.model.choosePace("full")
        if not self.crew.deals:
            self.tap("dealForMe")

    def rests(self) -> None:
        """As it was before anybody let anything happen."""
        self.window.model.dealForMe(False)
        troubles = self.window.troubles
        troubles.putRight()
        troubles.chooseKind(Trouble.DROP.value)
        troubles.chooseDevice("")
        troubles.chooseMoment(True)
        troubles.chooseEnd(False)

    def goes_on(self, *, voided: bool = False) -> bool:
        """Two more rounds; `voided`: a supervisor may have to void the one that it struck."""
        wanted = self.stage.round.number + 2
        if voided:
            until(lambda: self.stage.round.number >= wanted or bool(self.crew.says))
            if self.crew.says:
                self.stage.seat.must(c.Report(c.Irregularity.SUPERVISOR_VOID))
        return until(lambda: self.stage.round.number >= wanted)

    def shown(self, name: str) -> bool:
        return any(item.objectName() == name for item in items(self.window.window))


@pytest.fixture(scope="module")
def window(qapp: QGuiApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Parts]:
    folder = tmp_path_factory.mktemp("bench")
    with BonusStage("14", folder, ShiftClock(), places=(1, 2), seed=2, screen=False) as stage:
        yield from staged(stage)


@pytest.fixture
def bench(window: Parts) -> Iterator[Bench]:
    """One window for them all: whatever goes wrong, the next finds the table as good as new."""
    bench = Bench(*window)
    yield bench
    bench.rests()


@pytest.fixture
def shoe_bench(qapp: QGuiApplication, tmp_path: Path) -> Iterator[Bench]:
    with BonusStage("15", tmp_path, ShiftClock(), places=(1, 2), seed=2, screen=False) as stage:
        for parts in staged(stage):
            yield Bench(*parts)


def test_what_goes_wrong_on_a_line_is_refused_and_what_lasts_is_put_right(bench: Bench) -> None:
    """A changed byte, a cable and the power of the shuffler, one after the other."""
    before = bench.refused()
    bench.let_happen(Trouble.GARBLE, "shuffler")
    assert bench.strikes()
    assert until(lambda: bench.refused() > before)
    assert bench.fate == Fate.STRUCK
    assert not bench.shown("putRight")
    bench.let_happen(Trouble.UNPLUG, "shuffler", lasting=True)
    assert until(lambda: bench.condition("shuffler") is Condition.ABSENT)
    assert until(lambda: bench.fate == Fate.LASTS)
    click(bench.window.window, "devicesPage")
    plug = named(bench.window.window, "plug-shuffler")
    assert plug.property("text") == "shuffler is out"
    bench.tap("putRight")
    assert bench.fate == Fate.STRUCK
    assert bench.works("shuffler")
    bench.let_happen(Trouble.POWER_CUT, "keypad", lasting=True)
    bench.tap("sensor3")
    bench.window.model.press("paid")
    assert until(lambda: bench.condition("keypad") is Condition.ABSENT)
    bench.tap("plug-keypad")
    bench.tap("plug-keypad")  # its power comes with the cable
    assert bench.works("keypad")
    assert until(lambda: bench.fate == Fate.STRUCK)


def test_cards_that_cannot_be_read_have_to_be_keyed(bench: Bench) -> None:
    bench.stage.decks_ready()
    bench.let_happen(Trouble.MISREAD, "shuffler")
    bench.stage.seat.must(c.NoMoreBets())
    assert bench.strikes()
    bench.deals()
    assert bench.goes_on(), bench.crew.says


@pytest.mark.parametrize("pulled_by_hand", [False, True])
def test_a_cable_is_in_again_only_when_nobody_has_pulled_it(
    bench: Bench, pulled_by_hand: bool
) -> None:
    felt = bench.stage.felt
    bench.let_happen(Trouble.UNPLUG, "keypad", lasting=True)
    bench.window.model.press("paid")
    assert until(lambda: not felt.plugged("keypad"))
    if pulled_by_hand:
        felt.plug("keypad", in_=False)
    bench.tap("putRight")
    assert felt.plugged("keypad") is not pulled_by_hand
    assert felt.bus.plugged(felt.keypad) is not pulled_by_hand


@pytest.mark.parametrize("lasting", [False, True])
def test_a_cable_stays_out_for_as_long_as_was_chosen(
    bench: Bench, lasting: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = bench.stage.felt.scripts["reader"]
    bench.let_happen(Trouble.UNPLUG, "reader", lasting=lasting)
    bench.tap("swipeBadly")
    assert until(lambda: bench.fate == Fate.LASTS)
    an_hour_later = script.now() + 3_600_000
    monkeypatch.setattr(script, "now", lambda: an_hour_later)
    assert script.lasts(Trouble.UNPLUG) is lasting


def test_nothing_sticks_out_of_the_smallest_window(bench: Bench) -> None:
    window = bench.window.window
    window.setWidth(window.minimumWidth())
    window.setHeight(window.minimumHeight())
    bench.let_happen(Trouble.NO_REPLY, "reader", lasting=True)  # all that can be asked is asked
    assert until(lambda: bench.shown("putRight") and bench.shown("incident0"))
    for item in items(window):
        if item.inherits("QQuickText"):
            wide = item.mapToScene(QPointF(item.property("contentWidth"), 0)).x()
            assert wide < window.width() - 8, item.property("text")
            assert item.property("contentWidth") <= item.width() + 1, item.property("text")


def test_all_that_waits_is_called_off_at_once(bench: Bench) -> None:
    """More than are remembered: their lines go without a warning of the QML engine."""
    for _ in range(KEPT + 2):
        bench.let_happen(Trouble.DROP, "reader")
    assert until(lambda: bench.shown(f"incident{KEPT + 1}"))
    bench.tap("putRight")
    assert until(lambda: not bench.shown("putRight"))
    fates = {row.fate for row in bench.window.troubles.props.incidents}
    assert (fates, bench.shown(f"incident{KEPT}")) == ({Fate.CALLED_OFF}, False)


def test_of_a_kind_only_the_devices_it_can_strike_are_offered(bench: Bench) -> None:
    for kind in Trouble:
        bench.tap(f"trouble-{kind.value}")
        offered = devices_for(bench.stage.felt, kind)
        assert bench.window.troubles.props.devices == offered
        assert bench.window.troubles.props.device in offered
        at_a_swipe = bench.window.troubles.props.device == READER
        assert bench.shown("troubleAtOnce") is (kind in WIRE and not at_a_swipe)
    bench.tap("trouble-drop")
    bench.tap("troubleAt-reader")
    assert not bench.shown("troubleAtOnce"), "it strikes at the next swipe"


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("at_once", [True, False])
def test_every_fault_on_every_wire_strikes_and_the_table_goes_on(
    bench: Bench, at_once: bool
) -> None:
    bench.deals()
    bench.tap("troubleAtOnce" if at_once else "troubleWithin")
    for kind in WIRE:
        for device in devices_for(bench.stage.felt, kind):
            bench.let_happen(kind, device)
            if device == "reader":
                swipes = iter(range(1, 8))
                assert until(lambda: swiped(bench, next(swipes, 1)))  # noqa: B023
            assert bench.strikes(), (kind, device)
            assert bench.works(device), (kind, device)
            assert bench.goes_on(voided=kind is Trouble.POWER_CUT), (kind, device, bench.crew.says)
            assert until(lambda: bench.fate == Fate.STRUCK)


def swiped(bench: Bench, place: int) -> bool:
    """A card goes through the reader; whether the fault has struck by now."""
    if bench.fate == Fate.WAITS:
        bench.tap(f"swipe-{MEMBER.format(place=place)}=")
    return bench.fate != Fate.WAITS


@pytest.mark.long
def test_two_cards_that_count_as_one_are_reported_and_the_table_goes_on(shoe_bench: Bench) -> None:
    bench = shoe_bench
    bench.let_happen(Trouble.DOUBLE_FEED, "shoe")
    bench.deals()
    assert until(lambda: bench.shown("crewSays"))
    assert "Report it" in named(bench.window.window, "crewSays").property("text")
    bench.stage.seat.must(c.Report(c.Irregularity.WRONG_CARD_COUNT))
    assert bench.goes_on(), bench.crew.says


@pytest.mark.long
def test_a_card_too_many_stops_the_deal_until_it_is_put_right(shoe_bench: Bench) -> None:
    bench = shoe_bench
    bench.let_happen(Trouble.FOREIGN_CARD, "shoe")
    assert bench.fate == Fate.LASTS
    bench.deals()
    assert until(lambda: "foreign card" in bench.crew.says)
    bench.tap("putRight")
    bench.stage.seat.must(c.Report(c.Irregularity.FOREIGN_CARD))
    assert bench.goes_on(), bench.crew.says


@pytest.mark.long
def test_a_stuck_sensor_is_seen_on_the_bench_until_it_is_put_right(bench: Bench) -> None:
    bench.let_happen(Trouble.STUCK_SENSOR, "sensors")
    sensors = bench.window.model.props.sensors
    assert until(lambda: any(row.stuck for row in bench.window.model.props.sensors)), sensors
    bench.tap("putRight")
    assert until(lambda: not any(row.stuck for row in bench.window.model.props.sensors))
    bench.deals()
    assert bench.goes_on(), bench.crew.says
    assert bench.stage.round.phase in Phase
