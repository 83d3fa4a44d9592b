"""Driver messages to commands and back: once, in order, on record before they are acknowledged."""

from typing import Any

import pytest

from controller.config import WrongConfiguration
from controller.devices import config as devices_config
from controller.devices.cards import Shoe, commands_of, identity, what
from controller.devices.config import checked, load_devices
from controller.devices.faces import card_of
from controller.devices.faults import reports_of, untold
from controller.devices.sensors import SensorWorker
from controller.devices.table import SignOutlet, TableDevices
from controller.domain.base import BrokenInvariant
from controller.domain.cards import parse_cards
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.floor.device_state import TroubleCode
from controller.floor.equipment import ReportDevice
from controller.games.bonus import commands as c
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.round.state import new_table
from controller.games.bonus.sensors import differences
from controller.games.bonus.wagers import Area, Stake
from controller.games.registry import KINDS
from controller.house.devices import MARKS_MAX, DeviceHeard, DeviceOrdered, Mark, fold_one, mark_of
from controller.journal.memory import MemoryRecorder
from controller.journal.sealing import SealedJournal
from controller.running.outputs import Lamp
from controller.running.runtime import TableController
from controller.running.snapshot import Accepted
from drivers.alphasign.config import SignConfig, StringFile
from drivers.alphasign.driver import Sign
from drivers.faults import DeviceFault, LocalMisuse
from drivers.health import Condition
from drivers.link.fields import Face
from drivers.link.messages import Event
from drivers.link.pairing import Paired
from drivers.shoe.protocol import CardDrawn, LidOpened, ShoeState
from drivers.shuffler.protocol import (
    Back,
    Deck,
    Fault,
    FaultReported,
    PacketEjected,
    ShufflerState,
    TrayChanged,
)
from drivers.xkeys.sensors import SensorState
from tests.helpers.felt import jackpot_rules, table_rules
from tests.helpers.patience import eventually
from tests.helpers.shift import KEYS, HandClock, Shift

RULES = table_rules(jackpot=jackpot_rules(), dealing="shoe")
PAIRED = Paired(2, "FELT-SHOE-1", "SHOE-0001", bytes(32))
ANEW = Paired(2, "FELT-SHOE-1", "SHOE-0001", bytes(31) + b"x")
OTHER = Paired(2, "FELT-SHOE-1", "SHOE-0002", bytes(31) + b"y")
FACES = (Face(7, "h"), Face(2, "c"), Face(13, "d"))
CARDS = parse_cards("7h 2c Kd")


def device_table(recorder: MemoryRecorder | None = None) -> TableController:
    journal = SealedJournal(recorder or MemoryRecorder(KEYS), KEYS, *KINDS)
    fresh = BonusHouse(new_table(RULES, Money(6_000_000)))
    return TableController(fresh, journal, HandClock(), follows_up=False)


def dealing(table: TableController) -> TableController:
    """Until the cards may leave."""
    stake = Stake(Money(2_500))
    for command in (c.OpenRound(1), c.PlaceWager(1, Area.ANTE, stake), c.NoMoreBets()):
        assert isinstance(table.handle(command), Accepted)
    return table


def drawn(table: TableController) -> tuple[Any, ...]:
    return tuple(table._writer.house.table.round.drawn)  # noqa: SLF001


def mark(table: TableController, device: str) -> Mark:
    return mark_of(table.snapshot().house.marks, device)


def shoe_at(table: TableController, paired: Paired = PAIRED) -> Shoe:
    shoe = Shoe(paired, lambda: None)
    shoe.attach(table)
    return shoe


def test_faces_are_the_cards_of_the_game() -> None:
    assert tuple(card_of(face) for face in FACES) == CARDS
    assert card_of(None) is None


def test_a_packet_is_its_cards_in_order() -> None:
    packet = PacketEjected(1, Back.RED, (*FACES, None))
    assert commands_of(packet) == tuple(c.CardDrawn(card) for card in (*CARDS, None))
    assert commands_of(TrayChanged(True)) == (None,)


def test_the_record_never_names_a_card_of_a_message() -> None:
    assert what(CardDrawn(FACES[0])) == "CardDrawn"
    assert what(FaultReported(Fault.WRONG_COUNT, Back.RED, 51, FACES[0])) == (
        "FaultReported: wrong_count, red"
    )


def test_a_missing_card_is_named_only_while_no_round_is_dealt_from_its_deck() -> None:
    body = FaultReported(Fault.WRONG_COUNT, Back.RED, 51, FACES[0])
    shift = Shift(table_rules(dealing="shuffler")).playing(1)
    idle = shift.floor
    dealt = shift.wagers(p1="25").do(c.NoMoreBets()).floor
    for floor, named in ((dealt, False), (None, False), (idle, True)):
        (report,) = reports_of(body, floor)
        assert ("7h" in report.text) is named
        assert report.part == "red"


def test_another_unit_in_place_of_one_with_trouble_has_none() -> None:
    shift = Shift(table_rules(dealing="shuffler"))
    shift.do(
        ReportDevice("shuffler", TroubleCode.JAM, "Stuck.", "red"),
        ReportDevice("shuffler", TroubleCode.DOOR_OPEN),
        ReportDevice("shoe", TroubleCode.LID_OPEN),
        ReportDevice("shoe", TroubleCode.CUT_CARD),
        ReportDevice("shuffler", TroubleCode.AWAY),
    )
    absent = Deck.ABSENT, 0, Fault.NONE
    new = ShufflerState(True, False, False, False, *absent, Deck.BLOCKED, 51, Fault.WRONG_COUNT)
    assert untold(new, shift.floor) == (
        ReportDevice("shuffler", TroubleCode.DOOR_OPEN, over=True),
        ReportDevice("shuffler", TroubleCode.JAM, part="red", over=True),
        ReportDevice(
            "shuffler",
            TroubleCode.WRONG_COUNT,
            "The blue deck has 51 cards instead of 52.",
            "blue",
        ),
    )
    closed = ShoeState(True, False, True, False, True, 0)
    assert untold(closed, shift.floor) == (
        ReportDevice("shoe", TroubleCode.LID_OPEN, over=True),
        ReportDevice("shoe", TroubleCode.CUT_CARD, over=True),
    ), "nobody deals from it: it may be empty"
    assert untold(LidOpened(), shift.floor) == ()


def test_every_pairing_is_another_device_to_the_record() -> None:
    assert identity("shoe", PAIRED) != identity("shoe", ANEW)
    assert PAIRED.key.hex()[:12] not in identity("shoe", PAIRED)


@pytest.mark.parametrize(
    ("heard", "kept", "start"),
    [
        ([], (0, 3), (0, 0)),  # new here, never heard anywhere
        ([], (7, 9), (7, 0)),  # from another table
        ([(5, 0, 1)], (4, 8), (5, 0)),  # its acknowledgement was lost
        ([(5, 1, 3)], (4, 8), (4, 1)),  # half of a packet is on record
        ([(5, 0, 1)], (6, 8), (6, 0)),  # it was at another table meanwhile
        ([(5, 0, 1)], (0, 2), (0, 0)),  # its memory was lost
    ],
)
def test_a_new_pairing_goes_on_where_record_and_device_agree(
    heard: list[tuple[int, int, int]], kept: tuple[int, int], start: tuple[int, int]
) -> None:
    table = dealing(device_table())
    for about in heard:
        table.heard(None, DeviceHeard(identity("shoe", PAIRED), *about))
    table.heard(None, DeviceHeard(identity("shoe", OTHER), 8))
    table.work()
    shoe, thread = shoe_at(table, ANEW), table.start()
    for _ in range(2):
        shoe.callbacks().begins(*kept)
        assert (shoe.mark.whole, shoe.mark.part) == start
    shoe.received(Event(shoe.mark.whole + 1, PacketEjected(1, Back.RED, FACES)))
    assert len(drawn(table)) == (1 if start[1] else 3), "those that are not recorded"
    shoe.callbacks().begins(shoe.mark.whole + 4, shoe.mark.whole + 9)
    assert shoe.mark.whole == start[0] + 1, "events are missing: its driver says so"
    table.stop()
    thread.join()


def test_a_card_and_its_number_are_recorded_together() -> None:
    recorder = MemoryRecorder(KEYS)
    table = dealing(device_table(recorder))
    before = recorder.head().position
    table.heard(c.CardDrawn(CARDS[0]), DeviceHeard("shoe", 1, what="CardDrawn"))
    table.work()
    assert [record.kind for record in recorder.records(before)] == ["CardDealt", "DeviceHeard"]
    assert mark(table, "shoe").whole == 1
    assert mark(table, "another").whole == 0


def test_what_comes_again_is_known_also_after_a_kill() -> None:
    recorder = MemoryRecorder(KEYS)
    table = dealing(device_table(recorder))
    first = DeviceHeard("shoe", 1, what="CardDrawn")
    table.heard(c.CardDrawn(CARDS[0]), first)
    table.work()
    for _ in range(2):
        table = device_table(recorder)
        assert mark(table, "shoe").whole == 1
        again = table.heard(c.CardDrawn(CARDS[0]), first)
        table.work()
        assert isinstance(again.result(0), Accepted)
        assert len(drawn(table)) == 1


def test_half_a_packet_goes_on_where_the_record_ends() -> None:
    recorder = MemoryRecorder(KEYS)
    table = dealing(device_table(recorder))
    parts = [DeviceHeard("shuffler", 4, part, 3, "PacketEjected") for part in range(3)]
    for card, part in zip(CARDS[:2], parts, strict=False):
        table.heard(c.CardDrawn(card), part)
    table.work()
    table = device_table(recorder)
    assert mark(table, "shuffler").whole == 3  # the whole packet is sent again
    for card, part in zip(CARDS, parts, strict=True):
        table.heard(c.CardDrawn(card), part)
    table.work()
    assert drawn(table) == CARDS
    assert mark(table, "shuffler").whole == 4


def test_how_far_a_device_was_heard_is_part_of_the_state_to_start_from() -> None:
    recorder = MemoryRecorder(KEYS)
    table = device_table(recorder)
    table.heard(None, DeviceHeard("shoe", 7, what="LidOpened"))
    table.work()
    table.stop()  # between rounds: leaves a state
    table.work()
    journal = SealedJournal(recorder, KEYS, *KINDS)
    recovery = journal.recover(BonusHouse)
    assert recovery.recorded == ()
    assert recovery.state is not None
    assert recovery.state.marks == (Mark("shoe", 7),)


def test_a_card_that_fits_nothing_is_heard_once_as_well() -> None:
    recorder = MemoryRecorder(KEYS)
    table = device_table(recorder)
    table.hold("for the test")
    stray = DeviceHeard("shoe", 1, what="CardDrawn")
    for _ in range(2):
        table.heard(c.CardDrawn(CARDS[0]), stray)
    table.work()
    kinds = [record.kind for record in recorder.records(0)]
    assert kinds[-2:] == ["ObservationUnfit", "DeviceHeard"]
    assert kinds.count("ObservationUnfit") == 1


def test_no_intent_comes_in_by_way_of_a_device() -> None:
    table = Shift().controller
    answer = table.heard(c.OpenRound(1), DeviceHeard("shoe", 1))
    table.work()
    assert isinstance(answer.result(0), Refused)
    assert mark(table, "shoe") == Mark("shoe")


def test_an_event_is_never_folded_twice() -> None:
    marks = fold_one((), DeviceHeard("shoe", 2))
    with pytest.raises(BrokenInvariant, match=r"event 2.0 is recorded twice"):
        fold_one(marks, DeviceHeard("shoe", 2))


def test_old_pairings_are_forgotten_the_longest_unheard_first() -> None:
    marks: tuple[Mark, ...] = ()
    for number in range(MARKS_MAX):
        marks = fold_one(marks, DeviceHeard(f"shoe {number}", 1))
    marks = fold_one(marks, DeviceOrdered("shoe 0", 5, "eject"))
    marks = fold_one(marks, DeviceHeard("another", 1))
    assert len(marks) == MARKS_MAX
    assert mark_of(marks, "shoe 0") == Mark("shoe 0", 1, order=5)
    assert mark_of(marks, "shoe 1") == Mark("shoe 1")


def test_an_order_has_its_id_on_record_before_it_is_given() -> None:
    recorder = MemoryRecorder(KEYS)
    table = device_table(recorder)
    for _ in range(2):
        table.ordered("shuffler", "eject")
    table.work()
    assert mark(table, "shuffler").order == 2
    assert mark(device_table(recorder), "shuffler").order == 2


def test_an_event_is_received_when_it_is_on_record() -> None:
    table = dealing(device_table())
    shoe = shoe_at(table)
    thread = table.start()
    shoe.received(Event(1, LidOpened()))
    shoe.received(Event(2, CardDrawn(FACES[0])))
    assert drawn(table) == CARDS[:1]
    assert shoe.callbacks().last_seq() == 2
    table.stop()
    thread.join()


def test_what_cannot_be_recorded_is_not_acknowledged() -> None:
    recorder = MemoryRecorder(KEYS)
    table = dealing(device_table(recorder))
    shoe = shoe_at(table)
    recorder.seal_off("for the test")
    thread = table.start()
    with pytest.raises(DeviceFault, match="not recorded"):
        shoe.received(Event(1, CardDrawn(FACES[0])))
    table.stop()
    thread.join()


def test_a_device_without_a_table_is_put_off() -> None:
    with pytest.raises(DeviceFault, match="has not started yet"):
        Shoe(PAIRED, lambda: None).received(Event(1, LidOpened()))


def test_sensors_tell_only_what_differs() -> None:
    table = device_table()
    table.handle(c.OpenRound(1))
    table.handle(c.JackpotSensor(2, present=True))
    house = table.snapshot().house
    assert list(differences(house.table, frozenset((2,)))) == []
    assert list(differences(house.table, frozenset((1,)))) == [
        c.JackpotSensor(1, present=True),
        c.JackpotSensor(2, present=False),
    ]
    assert list(differences(new_table(table_rules()), frozenset((1,)))) == []


def levels(*places: int) -> SensorState:
    return SensorState(frozenset(places), frozenset(), frozenset(), 0)


def test_locked_sensors_ignore_chips_until_they_are_unlocked() -> None:
    table, desk = device_table(), SensorWorker()
    thread = table.start()
    desk.attach(table)
    desk.start()
    desk.receive(levels(3))
    table.submit(c.OpenRound(1)).result(10)
    assert table.snapshot().house.table.round.sensed == frozenset()
    desk.send(False)
    eventually(lambda: table.snapshot().house.table.round.sensed == {3})
    desk.send(True)
    desk.receive(levels())
    desk.receive(levels(5))
    assert desk.covered == frozenset((5,))
    desk.send(False)
    eventually(lambda: table.snapshot().house.table.round.sensed == {5})
    desk.stop()
    table.stop()
    thread.join()


def test_the_delivered_configuration_is_right() -> None:
    found = load_devices("table")
    assert found.sensors is not None
    assert len(found.sensors.wired(5).contacts) == 5
    assert found.keypad is not None
    assert "close-bets" in found.keypad.wired().keys


def test_a_wrong_configuration_is_named() -> None:
    with pytest.raises(WrongConfiguration, match=r"config/devices/nowhere.toml is not there"):
        load_devices("nowhere")
    for outside in ("../devices/table", "../tables/14"):
        with pytest.raises(
            WrongConfiguration, match=rf"config/devices/{outside}.toml is not there"
        ):
            load_devices(outside)
    for place in (0, 5):
        contact = {"unit_id": 1, "contacts": ["1L"], "normally_closed": [place]}
        with pytest.raises(LocalMisuse, match=f"place {place} seen, expected one of the 1 that"):
            checked({"sensors": contact})
    with pytest.raises(LocalMisuse, match="two places on one contact"):
        checked({"sensors": {"unit_id": 1, "contacts": ["1L", "1L"]}})


def test_outputs_go_to_the_drivers_and_every_device_has_its_health() -> None:
    devices = TableDevices(load_devices("table"), 5, {"shoe": PAIRED, "shuffler": PAIRED})
    outlets = devices.outlets
    assert outlets.place_lamps is not None
    outlets.place_lamps.send((Lamp.ON, Lamp.FLASH, Lamp.OFF, Lamp.OFF, Lamp.OFF))
    assert outlets.keypad_lamps is not None
    outlets.keypad_lamps.send(frozenset(("paid", "no such key")))
    assert outlets.sign_text is not None
    outlets.sign_text.send("$61,234.50")
    assert outlets.shoe_locked is not None
    outlets.shoe_locked.send(True)
    assert devices.sign is not None
    assert devices.sign.desired["J"].strip() == b"$61,234.50"
    assert set(devices.health) == set(devices_config.DevicesConfig.model_fields)
    assert {health.condition for health in devices.health.values()} == {Condition.ABSENT}
    devices.stop()


def test_a_sign_with_fewer_letters_shows_the_first_words() -> None:
    sign = Sign(SignConfig(strings=(StringFile("J", 20),)), lambda health: None, lambda: 0)
    outlet = SignOutlet(sign)
    for text, shown in (
        ("TABLE CLOSED", b"TABLE CLOSED"),
        ("TEXAS HOLD'EM, NO-LIMIT - BLINDS $1/$2", b"TEXAS HOLD'EM,"),
        ("X" * 21, b""),
    ):
        outlet.send(text)
        assert sign.desired["J"].strip() == shown
