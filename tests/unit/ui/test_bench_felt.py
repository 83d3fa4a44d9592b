"""The felt of the bench: a reader's cable, how long chips lie there, cards on the disk."""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

from controller.domain.base import evolve, existing
from controller.domain.dealing import Dealing
from controller.floor.decks import BringDeck, CheckDeck, ShuffleDeck
from controller.floor.loading import CompleteShuffle, LoadDeck, ReportDeckLoaded
from controller.floor.state import CheckMeans
from drivers.shuffler.protocol import Back, Deck
from drivers.xkeys.driver import ASK_MS, STEP_MS
from drivers.xkeys.sensors import Sensors, SensorState
from simulators.faults import UNTIL_MENDED, Trouble, Way, WireFault
from simulators.people.felt import OTHER_READER, READER
from simulators.world import BAY, Spot
from tests.helpers.felt import jackpot_rules, table_rules
from tests.helpers.poker_shift import RULES, PokerShift
from tests.helpers.shift import Shift
from ui.bench.felt import KeptWorld
from ui.games.bonus.bench.felt import BonusFelt
from ui.games.poker.bench.bench import RoomFelt


@pytest.fixture
def felt(tmp_path: Path) -> BonusFelt:
    """Another table's reader is in the place of its own."""
    felt = BonusFelt(table_rules("sd", dealing=Dealing.HAND), tmp_path)
    felt.plug("reader", in_=True)
    script = felt.scripts["reader"]
    script.add(WireFault(Trouble.WRONG_ID, Way.IN, 0, ms=UNTIL_MENDED))
    script.carry(Way.IN, [bytes(8)])
    assert on_the_bus(felt) == [OTHER_READER]
    return felt


def on_the_bus(felt: BonusFelt) -> list[str]:
    """Serial numbers of what is plugged in."""
    return [port.device.usb.serial for port in felt.bus.enumerate_devices()]


def test_a_hand_pulls_whichever_reader_is_in_and_no_script_puts_one_in(felt: BonusFelt) -> None:
    felt.plug("reader", in_=False)
    assert on_the_bus(felt) == []
    felt.scripts["reader"].mend(Trouble.WRONG_ID)
    assert (on_the_bus(felt), felt.plugged("reader")) == ([], False)
    felt.plug("reader", in_=True)
    assert on_the_bus(felt) == [READER]


def test_another_reader_that_is_put_back_stays_until_its_time_is_up(felt: BonusFelt) -> None:
    felt.plug("reader", in_=False)
    felt.plug("reader", in_=True)
    assert on_the_bus(felt) == [OTHER_READER]
    felt.scripts["reader"].mend(Trouble.WRONG_ID)
    assert on_the_bus(felt) == [READER]


def test_a_script_puts_no_reader_in_where_a_hand_has_pulled_the_cable(felt: BonusFelt) -> None:
    script = felt.scripts["reader"]
    script.mend(Trouble.WRONG_ID)
    felt.plug("reader", in_=False)
    script.add(WireFault(Trouble.WRONG_ID, Way.IN, 0, ms=UNTIL_MENDED))
    script.carry(Way.IN, [bytes(8)])  # it was read before the cable was out
    assert on_the_bus(felt) == []


def test_a_chip_lies_on_a_sensor_for_as_long_as_a_person_leaves_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hurried mechanics hurry no clock: what has lain there for five minutes is not stuck."""
    later_s, machine = [0.0], time.monotonic
    clock = SimpleNamespace(monotonic=lambda: machine() + later_s[0])
    monkeypatch.setattr("simulators.usb.time", clock)
    with BonusFelt(table_rules("nsw-2024", jackpot=jackpot_rules()), tmp_path) as felt:
        told: list[SensorState] = []
        wired = existing(felt.config.sensors, "a jackpot has sensors").wired(7)
        sensors = Sensors(wired, told.append, backend=felt.bus)
        session = sensors.session(sensors.open())
        session.begin()

        def stuck_after(minutes: int) -> frozenset[int]:
            later_s[0] += minutes * 60.0
            for _ in range(ASK_MS // STEP_MS + 2):
                session.step()
            return told[-1].stuck

        felt.put_chip(1)
        assert stuck_after(0) == frozenset()
        assert told[-1].covered == {1}
        assert stuck_after(5) == frozenset()
        assert stuck_after(11) == {1}


def test_cards_that_nobody_was_told_of_are_not_out_yet_after_a_restart(tmp_path: Path) -> None:
    """The program ended between the card and its record; a device would have kept it."""
    shift = Shift().playing(1, 2).wagers(p1="25", p2="25").deal("As Kd")
    with BonusFelt(shift.rules, tmp_path) as felt:
        world = felt.world
        world.move_deck(Back.RED, Spot.RACK, BAY[Back.RED])
        world.move_top(BAY[Back.RED], Spot.TABLE, 2)
        as_it_was = world.pile(BAY[Back.RED])
        world.move_top(BAY[Back.RED], Spot.GATE, 2)
        felt.show(shift.controller.snapshot())
        assert (len(world.pile(Spot.TABLE)), world.pile(Spot.GATE)) == (2, ())
        assert world.pile(BAY[Back.RED]) == as_it_was
        assert felt.shuffler.deck(Back.RED) is Deck.READY, "before a driver looks at it"


def test_a_deck_that_nobody_was_told_of_is_where_the_record_has_it_after_a_restart(
    tmp_path: Path,
) -> None:
    """It went in, or was released, as the program ended: else nobody could deal ever after."""
    shift = PokerShift(evolve(RULES, dealing=Dealing.SHUFFLER)).opened()
    for name, colour in (("A", "red"), ("B", "blue")):
        shift.do(BringDeck(name, colour), CheckDeck(name, CheckMeans.DEALER), ShuffleDeck(name))
    shift.do(LoadDeck("A"), CompleteShuffle("A"))
    for folder in ("in", "out"):
        (tmp_path / folder).mkdir()
    with RoomFelt(shift.rules, tmp_path / "in", devices="poker") as felt:
        for back in Back:
            felt.world.move_deck(back, Spot.RACK, BAY[back])
        felt.show(shift.controller.snapshot())
        assert felt.world.pile(BAY[Back.BLUE]) == ()
        assert felt.shuffler.deck(Back.RED) is Deck.READY
    shift.do(ReportDeckLoaded("B"))
    with RoomFelt(shift.rules, tmp_path / "out", devices="poker") as felt:
        felt.world.move_deck(Back.BLUE, Spot.RACK, BAY[Back.BLUE])
        felt.world.move_deck(Back.RED, Spot.RACK, Spot.GATE)
        felt.show(shift.controller.snapshot())
        assert felt.world.pile(Spot.GATE) == ()
        assert [felt.shuffler.deck(back) for back in Back] == [Deck.READY, Deck.LOADED]


def test_two_threads_may_move_cards_at_once(tmp_path: Path) -> None:
    world = KeptWorld(tmp_path / "felt.json", seed=1)

    def to_and_fro(back: Back) -> None:
        for _ in range(50):
            world.move_deck(back, Spot.RACK, BAY[back])
            world.shuffle(BAY[back])
            world.move_deck(back, BAY[back], Spot.RACK)

    with ThreadPoolExecutor(2) as hands:
        list(hands.map(to_and_fro, Back))
    again = KeptWorld(tmp_path / "felt.json", seed=1)
    assert {spot: again.pile(spot) for spot in Spot} == {spot: world.pile(spot) for spot in Spot}
