"""Poker room: two decks in turn in a shuffler that counts and tells no card (4.1, 4.4, 4.5)."""

from dataclasses import replace
from typing import Any

import pytest

from controller.floor.closing import AnnounceClosing
from controller.floor.deck_orders import ChangeDeck
from controller.floor.deck_steps import Step, next_step
from controller.floor.decks import BringDeck, CheckDeck, ShuffleDeck
from controller.floor.prompts import prompts
from controller.floor.refusals import FloorRefusal
from controller.floor.state import CheckMeans
from controller.floor.tasks import open_tasks
from controller.games.poker.blinds import BeginHand
from controller.games.poker.deal import DealHoleCards, FinishDeal
from controller.games.poker.reports import Cause, Irregularity, ReportIrregularity
from controller.games.poker.seating import SitDown
from drivers.link.fields import FACES, Face
from drivers.shuffler.protocol import Back, Deck, DeckReleased, Fault, FaultReported, PacketEjected
from simulators.world import Card, Spot
from tests.helpers.poker_fitted import FittedRoom
from tests.helpers.shift import GAMING


def heard(room: FittedRoom) -> list[str]:
    """Every message of a device that is on record, by its name."""
    return [event.what for event in room.events() if type(event).__name__ == "DeviceHeard"]


def at_device(room: FittedRoom, deed: Any) -> None:
    room.felt.lines["shuffler"].act(deed)


@pytest.mark.clause("poker-room", "4.1#2")
def test_two_decks_of_different_backs_and_it_is_known_which_is_where() -> None:
    room = FittedRoom().opened().do(BringDeck("A", "red"))
    assert room.why(BringDeck("B", "red")) == (FloorRefusal.SAME_COLOUR, "4.1")
    room.do(BringDeck("B", "blue"))
    assert room.why(BringDeck("C", "green")) == (FloorRefusal.DECKS_FULL, "4.1")
    room = FittedRoom().started().begun()
    assert room.floor.round is not None
    assert (room.floor.deck(room.floor.round.deck).back, room.deck("B").loaded) == ("red", True)


@pytest.mark.clause("poker-room", "4.4#1")
def test_the_first_hand_starts_when_deck_two_is_in_and_deck_one_is_released() -> None:
    room = FittedRoom().opened().do(SitDown(1, 20_000), SitDown(2, 20_000))
    for name, back in (("A", "red"), ("B", "blue")):
        room.do(BringDeck(name, back), CheckDeck(name, CheckMeans.DEALER))
    assert room.why(BeginHand(1)) == (FloorRefusal.DECK_NOT_READY, "4.4")
    assert room.controller.snapshot().step.command == ShuffleDeck("A"), "by hand, before it goes in"
    room.do(ShuffleDeck("A"))
    room.insert("A").comes(lambda: room.deck("A").shuffled)
    assert next_step(room.floor, room.deck("A")) is Step.RELEASE
    room.never(lambda: bool(room.felt.world.pile(Spot.GATE)))
    told = [one.text for one in prompts(room.floor, room.steady.now())]
    assert any(text.startswith("Deck A is shuffled: put the other deck") for text in told), told
    assert room.why(BeginHand(1)) == (FloorRefusal.DECK_NOT_READY, "4.4")
    room.do(ShuffleDeck("B")).insert("B").released("A").take()
    assert room.controller.snapshot().step.command == BeginHand(1)
    room.begun()


@pytest.mark.clause("poker-room", "4.4#2")
def test_no_hand_starts_until_the_other_deck_is_released_by_the_used_one() -> None:
    room = FittedRoom().started()
    for used, other in (("A", "B"), ("B", "A"), ("A", "B")):
        room.hand()
        refused = room.refuses(BeginHand(room.floor.last_round + 1))
        assert (refused.refusal, refused.clause) == (FloorRefusal.DECK_NOT_READY, "4.4")
        room.never(lambda: bool(room.felt.world.pile(Spot.GATE)))
        room.used(used).released(other).take()
    assert room.floor.last_deck == "A"


@pytest.mark.clause("poker-room", "4.4#2")
def test_a_hand_that_began_and_was_not_dealt_leaves_the_deck_released() -> None:
    room = FittedRoom().started()
    called_off = ReportIrregularity(Irregularity.OUTCOME_INVALIDATED, cause=Cause.DISRUPTION)
    room.do(BeginHand(1)).supervised(called_off)
    assert room.floor.round is None
    room.do(BeginHand(2), DealHoleCards(), FinishDeal())


@pytest.mark.clause("poker-room", "4.5")
def test_a_new_deck_differs_from_the_one_that_stays() -> None:
    room = FittedRoom().started().hand().on(GAMING)
    assert room.why(ChangeDeck("A", "C", "blue")) == (FloorRefusal.SAME_COLOUR, "4.1")
    room.do(ChangeDeck("A", "C", "red"))
    assert {deck.back for deck in room.floor.decks_here()} == {"red", "blue"}


def test_no_message_of_a_night_has_a_card_in_it() -> None:
    """Recognition is fitted; still nothing that reaches the table tells one."""
    room = FittedRoom().started().hand().used("A").released("B").take().hand()
    assert "DeckReleased" in heard(room)
    assert not {"PacketEjected", "CardDrawn"} & set(heard(room))


# What goes wrong

CASES: tuple[tuple[str, Fault, str], ...] = (
    ("missing", Fault.WRONG_COUNT, "The red deck has 51 cards instead of 52: 7h is missing"),
    ("other back", Fault.WRONG_BACK, "A card with another back is in the red deck."),
    ("jam", Fault.JAM, "52 cards of the red deck are stuck inside."),
)


@pytest.mark.parametrize(("wrong", "fault", "text"), CASES, ids=[case[0] for case in CASES])
def test_a_deck_with_something_wrong_is_not_released(wrong: str, fault: Fault, text: str) -> None:
    room = FittedRoom().started()
    room.comes(lambda: room.deck("B").shuffled).hand()
    world, seven = room.felt.world, Card(Back.RED, Face(7, "h"))
    at_device(room, lambda: (world.collect(), world.put_back()))
    if wrong == "jam":
        at_device(room, room.felt.shuffler.jam)
    else:
        at_device(room, lambda: world.move(Spot.RACK, Spot.POCKET, [seven]))
    if wrong == "other back":
        at_device(room, lambda: world.bring(Card(Back.BLUE, seven.face), Spot.TRAY))
        at_device(room, lambda: world.move_deck(Back.RED, Spot.RACK, Spot.TRAY))
        at_device(room, room.felt.shuffler.tray_touched)
    else:
        room.felt.put_deck(Back.RED)
    code = fault.name.lower().replace("_", "-")
    room.comes(lambda: (code, "red") in room.trouble())
    assert room.said(code, "red").startswith(text)
    assert room.felt.shuffler.deck(Back.RED) is Deck.BLOCKED
    room.never(lambda: bool(world.pile(Spot.GATE)), 5)
    assert room.refuses(BeginHand(2)).refusal in (
        FloorRefusal.DECK_NOT_READY,
        FloorRefusal.DECK_CHECK_DUE,
    )
    if fault is not Fault.JAM:
        assert {task.to for task in open_tasks(room.floor)} == {"surveillance", "inspector"}


@pytest.mark.parametrize("count", [0, 51, 53])
def test_a_deck_that_is_released_and_not_whole_is_counted_by_hand(count: int) -> None:
    """Its own count is believed, whatever the device makes of it."""
    room = FittedRoom().started().hand()
    at_device(room, lambda: room.felt.shuffler.say(DeckReleased(99, Back.BLUE, count)))
    room.comes(lambda: bool(room.floor.orders))
    assert room.why(BeginHand(2)) == (FloorRefusal.DECK_CHECK_DUE, "23.1.a")
    assert {task.to for task in open_tasks(room.floor)} == {"surveillance", "inspector"}
    told = [event.text for event in room.events() if type(event).__name__ == "DeviceReported"]
    assert f"The blue deck has {count} cards instead of 52." in told


def test_a_residual_card_blocks_the_deck() -> None:
    room = FittedRoom().started().hand()
    world = room.felt.world
    at_device(room, lambda: world.move(Spot.TABLE, Spot.BAY_RED, world.pile(Spot.TABLE)[:1]))
    at_device(room, lambda: (world.collect(), world.put_back()))
    room.felt.put_deck(Back.RED)
    room.comes(lambda: ("residual-card", "red") in room.trouble())
    assert room.why(BeginHand(2)) == (FloorRefusal.DECK_CHECK_DUE, "23.1.a")


def test_the_door_stops_the_release_and_what_it_stopped_is_counted() -> None:
    room = FittedRoom().started().hand()
    at_device(room, lambda: (room.felt.world.collect(), room.felt.world.put_back()))
    room.felt.put_deck(Back.RED)
    room.comes(lambda: room.felt.shuffler.deck(Back.RED) is Deck.LOADING)
    at_device(room, room.felt.shuffler.open_door)
    room.comes(lambda: {("door-open", ""), ("unfinished-cycle", "red")} <= room.trouble())
    room.never(lambda: bool(room.felt.world.pile(Spot.GATE)), 5)
    assert room.why(BeginHand(2)) == (FloorRefusal.DECK_CHECK_DUE, "23.1.a")


def test_a_power_cut_in_the_release_loses_no_card() -> None:
    room = FittedRoom(speed=10).started().hand()
    at_device(room, lambda: (room.felt.world.collect(), room.felt.world.put_back()))
    room.felt.put_deck(Back.RED)
    room.comes(lambda: room.felt.shuffler.deck(Back.BLUE) is Deck.EJECTING)
    at_device(room, room.felt.shuffler.power_cut)
    at_device(room, room.felt.shuffler.power_on)
    room.comes(lambda: ("unfinished-cycle", "blue") in room.trouble())
    assert room.why(BeginHand(2)) == (FloorRefusal.DECK_CHECK_DUE, "23.1.a")
    assert len(room.felt.world.pile(Spot.BAY_BLUE)) == 52


# A device that tells what it should not

TOLD = FACES[:5]


def shouted(room: FittedRoom) -> list[str]:
    """Everything that the table shows, keeps and records, as text.

    Without the MACs: among so many chance bytes the name of a card turns up now and then.
    """
    snapshot = room.controller.snapshot()
    sealed = [repr(record.payload) for record in room.recorder.records()]
    return [repr(snapshot), repr(room.events()), *sealed]


@pytest.mark.parametrize("phase", ["before", "in a hand", "after"])
def test_a_device_that_tells_an_order_is_not_listened_to(phase: str) -> None:
    room = FittedRoom().started()
    if phase != "before":
        room.hand() if phase == "after" else room.begun()
    before = room.table
    packet = PacketEjected(99, Back.BLUE, TOLD)
    at_device(room, lambda: room.felt.shuffler.say(packet))
    room.comes(lambda: ("cards-told", "blue") in room.trouble())
    assert room.table == before, "it changes nothing in the hand"
    faces = [f"{'23456789TJQKA'[face.rank - 2]}{face.suit}" for face in TOLD]
    for text in shouted(room):
        assert not [face for face in faces if f"'{face}'" in text or f" {face}" in text]
        assert "Face(" not in text
    assert [order.deck for order in room.floor.orders] == ["B"], "its deck is counted first"
    if phase != "in a hand":
        assert room.why(BeginHand(2)) == (FloorRefusal.DECK_CHECK_DUE, "23.1.a")


def test_what_was_told_is_over_once_the_deck_is_counted() -> None:
    room = FittedRoom().started()
    at_device(room, lambda: room.felt.shuffler.say(PacketEjected(99, Back.BLUE, TOLD)))
    room.comes(lambda: ("cards-told", "blue") in room.trouble())
    room.felt.take_out(Back.BLUE)
    room.do(CheckDeck("B", CheckMeans.DEALER))
    room.comes(lambda: not room.trouble())
    room.hand()


def test_a_device_cannot_tell_a_deck_by_one_missing_card_after_another() -> None:
    room = FittedRoom().started().begun()
    for face in FACES[:6]:
        fault = FaultReported(Fault.WRONG_COUNT, Back.BLUE, 51, face)
        at_device(room, lambda fault=fault: room.felt.shuffler.say(fault))
    room.comes(lambda: sum("wrong_count" in what for what in heard(room)) == 6)
    said = [event.text for event in room.events() if type(event).__name__ == "DeviceReported"]
    named = [text for text in said if "is missing" in text]
    assert len(named) == 1, named
    red = replace(fault, back=Back.RED)
    at_device(room, lambda: room.felt.shuffler.say(red))
    room.comes(lambda: ("wrong-count", "red") in room.trouble())
    assert "is missing" not in room.said("wrong-count", "red"), "it may lie face down on the table"


# The sign on its line, and the keys on the panel


@pytest.mark.clause("poker-room", "13.7", "23.4#2")
def test_the_sign_at_the_table_shows_limits_and_closing() -> None:
    room = FittedRoom().opened()
    room.comes(lambda: "TEXAS HOLD'EM, NO-LIMIT - BLINDS $1/$2" in room.felt.sign.displayed)
    room.supervised(AnnounceClosing(15))
    room.comes(lambda: room.felt.sign.displayed.strip().startswith("THIS TABLE CLOSES SOON"))
    room.felt.sign.lose_power()
    room.comes(lambda: "CLOSES SOON" in room.felt.sign.displayed)


def test_an_amount_is_keyed_on_the_panel() -> None:
    room = FittedRoom().started().begun()
    keys = room.devices.keys
    assert keys is not None
    for name in ("2", "4", "bet-raise"):
        room.comes(lambda name=name: name in keys.lit)  # type: ignore[misc]
        room.never(lambda: False, 1)
        number = room.felt.key_number(name)
        room.felt.keypad.press(number)
        room.comes(lambda name=name: name in keys.held)  # type: ignore[misc]
        room.felt.keypad.release(number)
        room.comes(lambda name=name: name not in keys.held)  # type: ignore[misc]
    assert max(player.wager for player in room.table.playing().players) == 2_400
