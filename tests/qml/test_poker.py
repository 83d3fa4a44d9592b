"""The dealer's screen of the poker room, by touch."""

import statistics
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication

from controller.domain.cards import parse_cards
from controller.games.poker.phases import Phase
from controller.games.poker.state import Ending, Standing
from simulators.games.poker.people.recorded import simulated_hands
from tests.helpers.layout import SIZES, Eye, rect_of
from tests.helpers.poker_screen import RULES, keyed, poker_screen, table
from tests.helpers.screen import LOOKED_AT, Keep, Made, Screen
from tests.helpers.shift import GAMING
from tests.helpers.taps import from_history, taps_of
from tests.qml.test_look import CONTRAST_MIN
from ui.viewmodels.actions import TOO_SOON


@pytest.fixture
def dealt(room: Made) -> Made:
    """`dealt(keyed=...)`: the first hand is dealt."""
    return lambda **how: room(**how).tap("primaryButton")


def state(screen: Screen, seat: int) -> str:
    return screen.text(f"seat{seat}", "state")


def with_side_pot(screen: Screen) -> Screen:
    """Seat 3 all-in for $60, seats 2 and 8 in for more; the flop is dealt."""
    screen.tap("seat8").tap("size-pot").tap("seat2").tap("primaryButton").tap("size-all-in")
    screen.tap("primaryButton").tap("primaryButton")
    if table(screen).rules.keyed:
        return keyed(screen, "Kd 9s 4h")
    return screen.tap("primaryButton")


def to_the_showdown(screen: Screen) -> Screen:
    """A side pot of $180, then nobody bets."""
    with_side_pot(screen).tap("size-half-pot").tap("primaryButton")
    for card in ("2c", "2s"):
        if table(screen).rules.keyed:
            keyed(screen, card)
        else:
            screen.tap("primaryButton")
        screen.tap("checkRoundButton")
    return screen.tap("primaryButton")


def test_a_hand_with_a_side_pot_from_the_deal_to_the_last_push(dealt: Made) -> None:
    screen = to_the_showdown(dealt())
    assert screen.text("padTitle") == "Seat 2 shows"
    keyed(screen, "Ks Kh As Ac 9c 9d")
    assert screen.text("pushTitle") == "Side pot 1  $180"
    assert screen.text("share0", "shareFigure") == "$171"
    assert screen.text("share0", "shareSeat") == "Seat 2\nfull house"
    assert screen.text("pushCommission") == "$9 to the drop"
    assert screen.primary() == "Side pot 1: push $171 to seat 2"
    before = screen.text("onTheTable"), screen.text("pot1")
    assert before == ("On the table $360", "Side pot 1  $180  ·  seats 2 8")
    screen.tap("primaryButton")
    assert screen.primary() == "Main pot: push $171 to seat 2"
    assert screen.text("onTheTable") == "On the table $180", "the side pot was pushed"
    said = "Take $9 to the drop, then push the main pot: $171 to seat 2."
    assert screen.text("guidanceText") == said
    assert table(screen).phase is Phase.SHOWDOWN, "on record with the last push"
    screen.tap("primaryButton")
    assert table(screen).phase is Phase.IDLE
    assert table(screen).seat(2).stack == 59000
    assert screen.primary() == "Shuffled and cut: deal hand 2"
    assert "$342 to seat 2" in screen.text("lastHand")
    screen.tap("primaryButton")
    assert table(screen).number == 2


def test_a_tap_on_a_later_seat_passes_everyone_before_it_and_undo_forgets_it(dealt: Made) -> None:
    screen = dealt()
    screen.tap("seat9")
    assert [state(screen, seat) for seat in (5, 6, 8)] == ["FOLD"] * 3
    assert table(screen).phase is Phase.DEAL, "shown, not on record"
    assert screen.text("guidanceText").startswith("Seats 5, 6 and 8 fold. Seat 9 acts")
    screen.tap("seat8")
    assert screen.find("seat8", "state") is None, "another seat instead"
    screen.tap("undoButton")
    assert screen.find("seat5", "state") is None
    screen.tap("seat9").tap("primaryButton")
    assert [p.standing for p in table(screen).playing().players if p.seat in (5, 6, 8)] == [
        Standing.FOLDED
    ] * 3
    assert screen.text("undoButton", "reason") == "The last 4 moves"
    screen.tap("undoButton")
    assert table(screen).playing().count_in() == 7, "all of it is taken back"


def test_whoever_everybody_leaves_the_pot_to_wins_with_two_taps(dealt: Made) -> None:
    screen = dealt().tap("seat3")
    assert screen.primary() == "Push $2 to seat 3"
    screen.tap("primaryButton")
    assert table(screen).playing().ending is Ending.UNCONTESTED
    assert state(screen, 3) == "WON"


def test_what_the_stack_cannot_pay_is_not_offered(dealt: Made) -> None:
    screen = dealt().tap("seat6")
    assert screen.text("size-all-in", "label") == "All-in $77"
    screen.tap("size-other").tap("chip3")
    assert screen.text("padAmount") == "$100"
    assert not screen.enabled("padSet")
    assert screen.text("padSet", "reason") == "Too much"
    assert screen.text("padBounds") == "$4 to $77"
    screen.tap("padClear").tap("chip2").tap("padSet")
    assert table(screen).playing().of(6).wager == 2500


def test_a_double_tap_acts_for_one_seat(dealt: Made) -> None:
    screen = dealt().tap("foldButton").tap("foldButton", after_ms=30)
    assert table(screen).playing().count_in() == 6
    assert screen.text("guidanceText") == TOO_SOON
    screen.tap("primaryButton").tap("primaryButton", after_ms=30)
    assert table(screen).playing().actions == 2


def test_the_pots_are_what_is_drawn_in_and_the_table_counts_what_lies_in_front(dealt: Made) -> None:
    screen = dealt()
    assert screen.text("onTheTable") == "On the table $3"
    assert screen.find("pot0") is None
    with_side_pot(screen)
    assert screen.text("pot0") == "Main pot  $180  ·  seats 2 3 8"
    screen.tap("size-half-pot")
    assert screen.text("onTheTable") == "On the table $270"
    assert screen.text("seat2", "wager") == "● $90"


def test_the_pad_opens_by_itself_and_undo_takes_back_a_card(dealt: Made) -> None:
    screen = dealt().tap("seat2").tap("primaryButton").tap("primaryButton")
    assert screen.text("padTitle") == "Turn the flop"
    keyed(screen, "Kd 9s").tap("undoButton")
    keyed(screen, "9h 4h")
    assert [str(card) for card in table(screen).playing().board] == ["Kd", "9h", "4h"]
    assert screen.find("handPad") is None


def test_where_cards_are_not_keyed_the_dealer_says_who_wins(dealt: Made) -> None:
    screen = to_the_showdown(dealt(keyed=False))
    assert screen.text("primaryButton", "reason") == "Tap who wins side pot 1"
    screen.tap("seat3")
    assert not screen.enabled("primaryButton"), "seat 3 is not in for it"
    screen.tap("seat8").tap("primaryButton").tap("seat3").tap("seat2").tap("seat2")
    assert screen.primary() == "Side pot 1: push $171 to seat 8"
    screen.tap("primaryButton").tap("undoButton").tap("primaryButton").tap("primaryButton")
    hand = table(screen).playing()
    assert [pot.winners for pot in hand.pots] == [(3,), (8,)]


def test_a_beaten_hand_is_passed_in(dealt: Made) -> None:
    screen = keyed(to_the_showdown(dealt()), "Ks Kh")
    screen.tap("passInButton").tap("muckButton")
    assert screen.primary() == "Side pot 1: push $171 to seat 2"


def test_a_player_sits_down_buys_goes_away_comes_back_and_leaves(room: Made) -> None:
    screen = room()
    screen.tap("seat4").tap("digit2").tap("digit0").tap("act-sit")
    assert not screen.enabled("act-sit"), "less than the minimum bank"
    screen.tap("digit0").tap("act-sit")
    assert screen.text("seat4", "stack") == "$200"
    screen.tap("seat4").tap("digit5").tap("digit0").tap("act-buy")
    assert table(screen).seat(4).stack == 25000
    screen.tap("seat4").tap("act-away")
    assert state(screen, 4) == "AWAY"
    screen.tap("seat4").tap("act-back").tap("seat4").tap("act-leave")
    assert table(screen).seat(4).player, "it asks once more"
    screen.tap("act-leave")
    assert state(screen, 4) == "free"


def test_a_seat_is_not_left_during_a_hand(dealt: Made) -> None:
    screen = dealt()
    screen.console.view.parts["panels"].openPanel("place", 5)  # type: ignore[attr-defined]
    screen.settle()
    assert not screen.enabled("act-leave")
    assert screen.text("act-leave", "reason").startswith("A hand is in progress")


def test_an_irregularity_in_three_taps_with_what_will_come_of_it(dealt: Made) -> None:
    screen = dealt()
    taps = screen.taps
    screen.tap("irregularityButton").tap("say-card-exposed-in-cut")
    assert screen.taps - taps == 2
    assert screen.text("foreseen") == "Misdeal"
    assert screen.text("foreseenClause") == "Rule 11.1.a"
    assert screen.text("share2-back", "shareText") == "Seat 2 $1 back"
    assert screen.text("share3-back", "shareText") == "Seat 3 $2 back"
    assert screen.find("confirm-") is None, "a supervisor has to approve"
    screen.on(GAMING).tap("confirm-")
    assert table(screen).playing().ending is Ending.MISDEAL


def test_a_wager_out_of_turn_binds_the_seat(dealt: Made) -> None:
    screen = dealt().tap("irregularityButton").tap("say-dealt").tap("say-out-of-turn")
    screen.tap("say-8").tap("say-raise").tap("digit2").tap("digit0").tap("irregularityNext")
    assert screen.text("foreseen").startswith("Seat 8 acted out of turn: raise, $20 in all.")
    screen.tap("confirm-").tap("primaryButton").tap("primaryButton")
    assert screen.primary() == "Raise to $20"
    assert screen.text("size-forfeit", "label") == "Forfeit $20"
    screen.tap("size-forfeit")
    assert table(screen).playing().of(8).standing is Standing.FORFEITED


def test_a_flop_that_lies_wrong_is_reported_and_dealt_again(dealt: Made) -> None:
    screen = dealt().tap("seat2").tap("primaryButton").tap("primaryButton")
    screen.tap("lieWrong").tap("say-flop-too-many")
    screen.on(GAMING).tap("confirm-")
    screen.shift.now(screen.shift.controller.lock())
    screen.settle()
    keyed(screen, "Kd 9s 4h")
    assert len(table(screen).playing().board) == 3


def test_a_board_that_lies_wrong_is_found_in_three_taps(dealt: Made) -> None:
    screen = dealt().tap("seat2").tap("primaryButton").tap("primaryButton")
    screen.tap("irregularityButton").tap("say-turned").tap("say-flop-too-many")
    assert screen.text("foreseen").startswith("The flop and its burn")
    screen.tap("irregularityClose").tap("irregularityButton")
    assert screen.find("say-turned") is None, "it is said"


def test_a_tap_on_a_seat_answers_which_seat(dealt: Made) -> None:
    screen = dealt().tap("irregularityButton").tap("say-hole-card-exposed").tap("seat8")
    assert screen.text("irregularityQuestion") == "Which of the two cards was it?"
    assert screen.text("irregularityLines") == "Seat 8"
    assert screen.find("seat5", "state") is None, "nobody is passed"
    screen.tap("say-1")
    assert screen.text("foreseen").startswith("A hole card of seat 8")


def test_the_large_key_is_not_amber_while_a_panel_asks(dealt: Made) -> None:
    screen = dealt()

    def kind() -> object:
        return screen.item("primaryButton").property("kind")

    assert kind() == "primary"
    for opens, closes in (("size-other", "padClose"), ("irregularityButton", "irregularityClose")):
        screen.tap(opens)
        assert kind() == "plain", "the key that is wanted next is on the panel"
        screen.tap(closes)
        assert kind() == "primary"


def test_the_cards_of_a_folded_hand_are_keyed_on_the_panel(dealt: Made) -> None:
    screen = with_side_pot(dealt()).tap("irregularityButton").tap("say-folded-hand-exposed")
    screen.tap("say-5").tap("key-Kd")
    assert screen.text("irregularityQuestion").endswith("The first:"), "it lies on the board"
    screen.tap("key-As").tap("key-As")
    assert screen.text("irregularityQuestion").endswith("The second:")
    screen.tap("key-Ah")
    assert screen.text("irregularityLines") == "Seat 5 · A♠ · A♥"
    screen.tap("confirm-")
    assert table(screen).playing().of(5).cards == parse_cards("As Ah")


def test_the_list_stays_when_the_deal_is_done(dealt: Made) -> None:
    screen = dealt().tap("irregularityButton")
    assert screen.find("say-string-bet") is None
    screen.tap("say-dealt")
    assert table(screen).phase is Phase.PREFLOP
    assert screen.text("irregularityTitle") == "What happened?"
    assert screen.find("say-dealt") is None
    assert screen.find("say-string-bet") is not None


def phases(screen: Screen, look: Callable[[str], None]) -> None:
    """The main phases of a hand, each looked at."""
    look("between hands")
    screen.tap("seat4")
    look("a free seat")
    screen.tap("seatClose").tap("seat5")
    look("a seat")
    screen.tap("seatClose").tap("primaryButton")
    look("dealt")
    screen.tap("seat9")
    look("passed")
    screen.tap("undoButton").tap("irregularityButton")
    look("what has happened")
    screen.tap("say-hole-card-exposed")
    look("which seat")
    screen.tap("say-5").tap("say-1")
    look("what will come of it")
    screen.tap("irregularityClose").tap("size-other")
    look("another amount")
    screen.tap("padClose")
    with_side_pot(screen)
    look("the flop")
    screen.tap("irregularityButton").tap("say-string-bet")
    look("how much lies there")
    screen.tap("irregularityClose").tap("irregularityButton").tap("say-folded-hand-exposed")
    screen.tap("say-5")
    look("which cards")
    screen.tap("irregularityClose").tap("size-half-pot").tap("primaryButton")
    look("the turn is due")
    for card in ("2c", "2s"):
        keyed(screen, card).tap("checkRoundButton")
    screen.tap("primaryButton")
    look("the showdown")
    keyed(screen, "Ks Kh As Ac 9c 9d")
    look("a side pot")
    screen.tap("primaryButton")
    look("the main pot")
    screen.tap("primaryButton")
    look("paid")


@pytest.mark.parametrize("size", LOOKED_AT)
def test_everything_fits_in_every_phase(room: Made, size: tuple[int, int]) -> None:
    screen, eye = room(size=size), Eye((size,))

    def look(what: str) -> None:
        eye.look(screen.window, what)
        if size == SIZES[0]:  # colours are the same at every size
            assert screen.faint(CONTRAST_MIN) == [], what

    phases(screen, look)
    assert eye.found == []
    assert eye.states == 17


def test_eleven_seats_fit(keep: Keep) -> None:
    screen, eye = keep(poker_screen(replace(RULES, seats=11))), Eye(SIZES[:1])
    shift: Any = screen.shift
    shift.sitting(**{f"s{seat}": "12500" for seat in range(1, 12)})
    screen.settle().tap("primaryButton")
    eye.look(screen.window, "eleven seats")
    screen.tap("size-all-in")
    eye.look(screen.window, "eleven seats, all-in")
    assert eye.found == []


def test_many_side_pots_fit(keep: Keep) -> None:
    screen, eye = keep(poker_screen(replace(RULES, seats=11))), Eye(SIZES[:1])
    shift: Any = screen.shift
    shift.sitting(**{f"s{seat}": str(1040 + 10 * seat) for seat in range(1, 9)})
    screen.settle().tap("primaryButton")
    while screen.primary() != "Draw in":
        screen.tap("size-all-in" if screen.find("size-all-in") else "primaryButton")
    screen.tap("primaryButton").console.view.parts["panels"].openPanel("history")  # type: ignore[attr-defined]
    screen.settle()
    assert screen.text("pot6").startswith("Side pot 6  $20  ·  7 8")
    eye.look(screen.window, "seven pots")
    assert eye.found == []


def test_no_panel_lies_over_a_seat_and_no_key_moves(dealt: Made) -> None:
    screen = dealt()
    keys = ("irregularityButton", "undoButton", "primaryButton")
    before = [rect_of(screen.item(name)) for name in keys]
    for key in ("irregularityButton", "supervisorButton"):
        screen.tap(key)
        panel = "irregularities" if key == "irregularityButton" else "signOn"
        over = rect_of(screen.item(panel))
        for number in range(1, 10):
            assert not over.intersects(rect_of(screen.item(f"seat{number}"))), (panel, number)
        assert [rect_of(screen.item(name)) for name in keys] == before


def test_a_hand_takes_few_taps(qapp: QGuiApplication) -> None:
    taps = [taps_of(from_history(hand)) for hand in simulated_hands(17, 9)]
    assert statistics.median(taps) <= 8


def test_after_an_interruption_the_hand_is_compared_or_voided(dealt: Made) -> None:
    screen = dealt().tap("seat8").tap("size-pot")
    screen.restart()
    assert screen.primary() == "Screen and felt agree"
    assert "$10 on the table" in screen.text("guidanceText")
    screen.tap("otherButton").tap("say-disruption")
    screen.on(GAMING).tap("confirm-felt-differs")
    assert table(screen).playing().ending is Ending.VOID
