"""A running table with simulated devices: cards, lamps, sensors and sign come right whatever is
pulled, forged or killed, and what went wrong stands in the record."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from controller.devices.cards import CardDevice
from controller.floor.device_state import TroubleCode
from controller.floor.equipment import DeviceReported
from controller.games.bonus import commands as c
from controller.games.bonus.round.phases import Phase
from controller.house.advice import advice
from controller.notices.outbox import NoticeRaised
from drivers.faults import DeviceFault
from drivers.link.fields import Face
from drivers.link.messages import Event
from drivers.link.pair import PairingDriver
from drivers.link.pairing import Paired
from drivers.shoe.protocol import LidOpened
from drivers.shuffler.protocol import Back
from simulators.line import MemoryLine, VirtualClock
from simulators.linked import CARD_ROOM, LinkedDevice
from simulators.sign import SignFault
from simulators.world import Card as Piece
from simulators.world import Spot
from tests.helpers.fitted import CARDS, SHOE, FittedTable, Tap

AWAY = TroubleCode.AWAY

pytestmark = pytest.mark.usefixtures("untraced", "impatient")


def test_after_no_more_bets_the_shuffler_deals_without_a_tap(disk: Path) -> None:
    with FittedTable(disk) as table:
        table.opened().wagers(chips=(1,)).no_more_bets().out()
        assert table.shift.table.round.phase is Phase.FLOP_DECISIONS
        table.goes_down_with_every_card()


def test_the_next_deck_is_shuffled_while_the_other_is_in_play(disk: Path) -> None:
    with FittedTable(disk) as table:
        table.opened().wagers().no_more_bets().out()
        table.shift.into_the_device("B", CARDS).ready("B")
        assert table.shift.table.round.phase is Phase.FLOP_DECISIONS, "meanwhile"
        assert table.shift.floor.in_play("A")
        table.folded()
        table.wagers().no_more_bets().out()
        assert table.shift.floor.in_play("B")
        table.felt.clear_deck(Back.RED)
        table.well("shuffler")


DEVICES = ("shuffler", "sign", "keypad", "sensors", "lamps")


@pytest.mark.parametrize("device", DEVICES)
def test_a_device_pulled_in_every_phase_comes_right_by_itself(device: str, disk: Path) -> None:
    with FittedTable(disk) as table:
        pulled = partial(table.pulled, device)
        table.opened()
        pulled()
        table.wagers(chips=(2,))
        pulled()
        table.no_more_bets().out(5)
        pulled()
        table.out()
        left = table.left()
        assert len(left) == len(CARDS)
        assert table.shift.table.round.phase is Phase.FLOP_DECISIONS
        table.shown()
        pulled()
        table.felt.take_chips()
        table.folded(pulled).shown()
        table.down()
        assert len(table.reported(AWAY, device)) >= 4, "it went and came"
        assert left == [repr(card) for card in CARDS]
        assert table.dealt() == left


def test_a_shoe_pulled_between_any_two_cards_loses_none(disk: Path) -> None:
    with FittedTable(disk, SHOE) as table:
        table.opened().wagers(chips=(1,)).no_more_bets()
        for count in range(1, len(CARDS) + 1):
            table.out(count).pulled("shoe")
        assert table.shift.table.round.phase is Phase.FLOP_DECISIONS
        table.shown()


def test_a_table_that_goes_down_in_the_deal_puts_no_packet_out_twice(disk: Path) -> None:
    with FittedTable(disk) as table:
        table.opened().wagers(chips=(1, 2)).no_more_bets().out(5)
        table.until(lambda: bool(table.felt.world.pile(Spot.GATE)), "a packet at the gate")
        table.down()
        table.felt.take_packet()
        table.up().compared().out()
        table.down()
        table.up().compared().shown()
        assert len(table.drawn) == len(CARDS)
        table.goes_down_with_every_card()


def test_a_table_that_dies_before_it_acknowledges_doubles_no_card(
    disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every event is recorded and then the line is gone: the device sends it again."""
    received, died = CardDevice.received, []

    def recorded_only(self: CardDevice[Any], event: Event) -> None:
        known = self.mark.whole >= event.seq
        received(self, event)
        if not known and event.seq not in died:
            died.append(event.seq)
            raise DeviceFault("gone before it could acknowledge")

    monkeypatch.setattr(CardDevice, "received", recorded_only)
    with FittedTable(disk) as table:
        table.opened().wagers().no_more_bets().out(5)
        table.restart().out()
        table.down()
        dealt = table.dealt()
        assert len(dealt) == len(set(dealt)) == len(table.felt.world.pile(Spot.TABLE)) == len(CARDS)
    assert len(died) > 5


def test_a_jam_in_the_deal_is_said_and_left_to_people(disk: Path) -> None:
    with FittedTable(disk) as table:
        table.opened().wagers()
        table.felt.lines["shuffler"].act(lambda: table.felt.shuffler.jam())
        table.no_more_bets().troubled("shuffler", TroubleCode.JAM, "red")
        assert [order.deck for order in table.shift.floor.orders] == []
        (line,) = [one for one in advice(table.shift.house) if one.code is TroubleCode.JAM]
        assert line.clause == "12.1"


def test_the_keypad_says_no_more_bets_and_a_dead_device_holds_up_nobody(disk: Path) -> None:
    with FittedTable(disk) as table:
        table.opened()
        table.felt.lines["sign"].unplug()
        table.felt.bus.unplug(table.felt.lamps)
        table.troubled("sign", AWAY).troubled("lamps", AWAY)
        table.wagers(chips=(1,))
        table.shift.shows(lambda: table.shift.key_lit("close-bets")).press("close-bets")
        table.until(lambda: table.shift.table.round.phase is Phase.DEAL, "no more bets")
        table.out()
        assert {line.device for line in advice(table.shift.house)} == {"sign", "lamps"}


def test_forged_and_replayed_frames_are_refused_recorded_and_noticed(disk: Path) -> None:
    with FittedTable(disk, SHOE) as table:
        tap = Tap(table.felt.shoe)
        table.opened().wagers().no_more_bets().out(3)
        for frame in (tap.sealed[-1], tap.forged()):
            tap.say(frame)
            table.felt.lines["shoe"].act(lambda: None)
            table.troubled("shoe", TroubleCode.SUSPECT_FRAME)
        table.out()
        assert table.shift.table.round.phase is Phase.FLOP_DECISIONS, "no card more, no card less"
        table.down()
        told = [one.notice for one in table.events() if isinstance(one, NoticeRaised)]
        told = [one for one in told if one.about == "suspect-frame"]
        assert {one.to for one in told} == {"supervisor", "surveillance"}


def test_a_flood_of_forged_frames_leaves_few_records(disk: Path) -> None:
    with FittedTable(disk, SHOE) as table:
        tap = Tap(table.felt.shoe)
        table.opened().wagers().no_more_bets().out(1)
        for _ in range(300):
            tap.say(tap.forged())
            table.felt.lines["shoe"].act(lambda: None)
        table.out()
        table.down()
        assert 1 <= len(table.reported(TroubleCode.SUSPECT_FRAME, "shoe")) <= 6


def test_a_device_that_is_not_paired_is_refused_by_name_and_the_table_opens(disk: Path) -> None:
    with FittedTable(disk) as table:
        table.down()
        table.up(paired={}).troubled("shuffler", TroubleCode.REFUSED)
        assert "not paired" in table.state("shuffler").troubles[0].text
        table.well("sign", "keypad", "sensors", "lamps")
        table.shift.playing(1, 2)
        table.wagers(chips=(1,)).no_more_bets()
        table.shift.do(*(c.CardDrawn(None) for _ in CARDS))  # counted by hand, keyed when turned
        assert table.shift.table.round.phase is Phase.FLOP_DECISIONS
        table.shown()


def test_a_device_paired_with_another_console_is_refused_by_name(
    disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FittedTable(disk) as table:
        table.down()
        mine = table.felt.paired["shuffler"]
        other = Paired(mine.device_id, mine.model, mine.serial, bytes(32))
        with monkeypatch.context() as hasty:
            hasty.setattr("drivers.link.session.BEGIN_MS_MAX", 500)
            table.up(paired={"shuffler": other}).troubled("shuffler", TroubleCode.REFUSED)
            (trouble,) = table.state("shuffler").troubles
            assert mine.serial in trouble.text
            table.down()
        table.up().well()


def test_a_deck_with_a_card_missing_is_named_and_counted_before_it_is_dealt(disk: Path) -> None:
    with FittedTable(disk) as table:
        table.opened()
        lost = Piece(Back.BLUE, Face(7, "h"))
        table.felt.world.move(Spot.RACK, Spot.POCKET, [lost])
        table.felt.put_deck(Back.BLUE)
        table.troubled("shuffler", TroubleCode.WRONG_COUNT, "blue")
        (trouble,) = table.state("shuffler").troubles
        assert trouble.text == (
            "The blue deck has 51 cards instead of 52: 7h is missing or there twice."
        )
        assert [order.deck for order in table.shift.floor.orders] == ["B"]
        assert table.shift.refuses(c.OpenRound(1)).clause == "11.9.3"
        table.felt.clear_deck(Back.BLUE)
        table.well("shuffler")


def test_what_happens_at_a_shoe_that_is_off_is_on_record_when_it_is_back(disk: Path) -> None:
    with FittedTable(disk, SHOE) as table:
        shoe, line = table.felt.shoe, table.felt.lines["shoe"]

        def meanwhile(deed: Callable[[], object]) -> None:
            line.unplug()
            for done in (shoe.power_cut, deed, shoe.power_on, line.plug):
                done()

        table.troubled("shoe", TroubleCode.EMPTY).opened()
        meanwhile(shoe.open_lid)
        table.troubled("shoe", TroubleCode.LID_OPEN)
        assert [one.do for one in advice(table.shift.house)] == ["Close the lid."]
        meanwhile(shoe.close_lid)
        table.well("shoe").wagers().no_more_bets().out().shown()
        table.down()
        said = [
            one for one in table.events() if isinstance(one, DeviceReported) and one.code != AWAY
        ]
        assert [(one.code.value, one.over) for one in said] == [
            ("empty", False),
            ("lid-open", False),
            ("lid-open", True),
            ("empty", True),
            ("lid-open", False),
            ("lid-open", True),
        ]


def test_a_shoe_that_is_paired_anew_loses_and_doubles_no_card(disk: Path) -> None:
    with FittedTable(disk, SHOE) as table:
        table.opened().wagers().no_more_bets().out(1)
        shoe = table.felt.shoe
        table.felt.lines["shoe"].unplug()
        assert shoe.draw()
        assert shoe.draw()
        table.down()
        paired_anew(shoe)
        table.felt.lines["shoe"].plug()
        table.up().compared().until(lambda: len(table.drawn) == 3, "two more cards")
        table.out().shown()
        table.down()
        assert table.dealt() == [repr(card) for card in CARDS]


def paired_anew(device: LinkedDevice) -> None:
    clock = VirtualClock(device._now)  # noqa: SLF001 - it goes on from where it was
    pairing = PairingDriver(MemoryLine(device, clock), lambda: clock.now_ms)
    device.enter_pairing_mode()
    pairing.begin()
    device.press_equal()
    pairing.confirm()


def test_what_the_memory_of_a_shoe_had_no_place_for_is_told_by_its_state(disk: Path) -> None:
    with FittedTable(disk, SHOE) as table:
        table.opened()
        shoe, line = table.felt.shoe, table.felt.lines["shoe"]
        table.until(lambda: not shoe.memory.events, "nothing kept")
        line.unplug()
        while not shoe.memory_full(CARD_ROOM):
            shoe.open_lid()
            shoe.close_lid()
        assert isinstance(shoe.memory.events[-1].body, LidOpened), "that it was closed is not told"
        line.plug()
        table.until(lambda: not shoe.memory.events, "every event")
        table.well("shoe")


def test_a_shuffler_door_opened_and_closed_while_it_is_off_comes_right(disk: Path) -> None:
    with FittedTable(disk) as table:
        table.opened()
        shuffler, line = table.felt.shuffler, table.felt.lines["shuffler"]
        for deed, trouble in ((shuffler.open_door, True), (shuffler.close_door, False)):
            line.unplug()
            for done in (shuffler.power_cut, deed, shuffler.power_on, line.plug):
                done()
            if trouble:
                table.troubled("shuffler", TroubleCode.DOOR_OPEN)
        table.well("shuffler").wagers().no_more_bets().out().shown()


def test_a_deck_that_is_blocked_while_nobody_listens_is_said_once(disk: Path) -> None:
    """By its event, which says more than the state that comes before it."""
    with FittedTable(disk) as table:
        table.opened()
        shuffler, line = table.felt.shuffler, table.felt.lines["shuffler"]
        line.unplug()
        shuffler.open_door()
        table.felt.world.move_top(Spot.BAY_RED, Spot.POCKET)
        shuffler.close_door()
        line.plug()
        table.troubled("shuffler", TroubleCode.WRONG_COUNT, "red")
        table.felt.clear_deck(Back.RED)
        table.well("shuffler")
        table.down()
        assert table.reported(TroubleCode.WRONG_COUNT, "shuffler") == [False, True]


def test_two_cards_at_once_are_noticed_by_the_count(disk: Path) -> None:
    with FittedTable(disk) as table:
        table.opened().wagers()
        table.felt.lines["shuffler"].act(lambda: table.felt.shuffler.double_feed())
        table.no_more_bets()
        table.until(lambda: bool(table.felt.world.pile(Spot.GATE)), "the first packet")
        table.felt.take_packet()
        table.troubled("shuffler", TroubleCode.MISCOUNTED, "red")
        assert len(table.drawn) == 5, "nothing more is dealt"
        assert [order.deck for order in table.shift.floor.orders] == ["A"]


def test_a_sign_that_shows_something_else_is_noticed_and_said(disk: Path) -> None:
    with FittedTable(disk) as table:
        table.opened()
        table.until(lambda: "60,000" in table.felt.sign.displayed, "the meter on the sign")
        table.felt.sign.fault = SignFault.DEAF
        table.troubled("sign", TroubleCode.NOT_SHOWING)
        assert "does not answer" in table.state("sign").troubles[0].text
        table.felt.sign.fault = SignFault.NONE
        table.well("sign")
        table.until(lambda: "60,000" in table.felt.sign.displayed, "the meter again")
