"""What a table with a screen does by itself, and when it leaves it to people."""

from controller.domain.money import Money
from controller.floor.decks import BringDeck
from controller.floor.seats import LeaveSeat
from controller.games.bonus import commands as c
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.rules import Street
from controller.games.bonus.wagers import Area, Choice, Stake
from controller.running.snapshot import Accepted
from tests.helpers.shift import GAMING, Shift

CARDS = "9h Th Jh 3c 2d 4c 5s Qh Kh 6c 8d"


def phase(shift: Shift) -> Phase:
    return shift.table.round.phase


def ready() -> Shift:
    return Shift(goes_ahead=True).playing(1, 2)


def played(shift: Shift) -> Shift:
    for place, ante in ((1, "25"), (2, "50")):
        shift.do(c.PlaceWager(place, Area.ANTE, _stake(ante)))
    return finished(shift)


def to_the_showdown(shift: Shift, cards: str = CARDS) -> Shift:
    shift.deal(cards)
    for street in ("flop", "turn", "river"):
        choice = Choice.BET if street == "flop" else Choice.CHECK
        shift.do(c.DecideAll(choice), c.Reveal(Street(street)))
    return shift.do(c.ShowDealersHand())


def finished(shift: Shift) -> Shift:
    return to_the_showdown(shift).do(c.SettlePlace(2), c.SettlePlace(1))


def _stake(text: str) -> Stake:
    return Stake(Money.parse(text))


def test_the_next_round_is_opened_as_soon_as_a_deck_is_ready() -> None:
    shift = ready()
    assert phase(shift) is Phase.WAGERS
    assert shift.table.round.number == 1
    played(shift)
    assert phase(shift) is Phase.IDLE, "the deck is to be shuffled first"
    shift.deck_ready()
    assert (phase(shift), shift.table.round.number) == (Phase.WAGERS, 2)


def test_the_wagers_of_the_last_round_lie_there_again() -> None:
    shift = played(ready()).deck_ready()
    antes = [place.stakes[Area.ANTE] for place in shift.table.round.dealt_in()]
    assert antes == [_stake("25"), _stake("50")]
    assert "WagerRepeated" in shift.kinds()


def test_a_seat_that_is_left_repeats_nothing() -> None:
    shift = played(ready()).do(LeaveSeat(2)).deck_ready()
    assert [place.number for place in shift.table.round.dealt_in()] == [1]


def test_nothing_is_opened_while_a_supervisor_is_on_top() -> None:
    shift = ready().do(c.PlaceWager(1, Area.ANTE, _stake("25")))
    shift.do(BringDeck("B", "blue")).deck_ready("B")
    to_the_showdown(shift, "9h Th Jh 3c 2d 4c 5s Qh Kh").on(GAMING)
    paid = shift.now(shift.controller.submit(c.SettlePlace(1), keypad=True))
    assert isinstance(paid, Accepted)
    assert phase(shift) is Phase.IDLE, "the other deck is ready, a supervisor is there"
    shift.off().wait(seconds=2)
    assert phase(shift) is Phase.WAGERS


def test_the_next_hand_is_turned_when_the_one_before_is_paid() -> None:
    shift = ready()
    for place, ante in ((1, "25"), (2, "50")):
        shift.do(c.PlaceWager(place, Area.ANTE, _stake(ante)))
    shift.deal(CARDS)
    for street in ("flop", "turn", "river"):
        choice = Choice.BET if street == "flop" else Choice.CHECK
        shift.do(c.DecideAll(choice), c.Reveal(Street(street)))
    assert not any(place.shown for place in shift.table.round.places)
    shift.do(c.ShowDealersHand())
    assert [place.number for place in shift.table.round.places if place.shown] == [2]
    shift.do(c.SettlePlace(2))
    assert [place.number for place in shift.table.round.places if place.shown] == [1, 2]


def test_a_table_without_a_screen_waits_for_every_command() -> None:
    shift = Shift().playing(1, 2)
    assert phase(shift) is Phase.IDLE
    shift.wagers(p1="25", p2="50")
    finished(shift)
    assert "HandTurned" not in shift.kinds()
