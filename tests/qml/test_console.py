"""The console by touch: whole rounds, the tap budget, stale taps, what stays hidden."""

import random

import pytest

from controller.domain.cards import DECK, Card
from controller.domain.money import Money
from controller.games.bonus import commands as c
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Ending
from controller.games.bonus.wagers import Area, Choice, Stake
from tests.helpers.felt import table_rules
from tests.helpers.screen import FINGER_MS, Made, Screen

ANTES = ("25", "50", "100", "25", "250", "25", "500")


def shuffled(seed: int = 5) -> list[Card]:
    cards = list(DECK)
    random.Random(seed).shuffle(cards)
    return cards


def phase(screen: Screen) -> Phase:
    return screen.shift.table.round.phase


def deal(screen: Screen, seed: int = 5, *, read: bool = True) -> Screen:
    """As the device does: every card that is due leaves it."""
    cards = iter(shuffled(seed))
    while screen.shift.controller.snapshot().step.cards_due and phase(screen) is not Phase.WAGERS:
        screen.shift.do(c.CardDrawn(next(cards) if read else None))
    return screen.settle()


def with_antes(screen: Screen, *places: int) -> Screen:
    """An open table; a round is open and these places have put antes down."""
    screen.shift.playing(*places)
    for place in places:
        stake = Stake(Money.parse(ANTES[place - 1]))
        screen.shift.do(c.PlaceWager(place, Area.ANTE, stake))
    return screen.settle()


def dealt(screen: Screen, *places: int, read: bool = True) -> Screen:
    """These places have put antes down, and every card that is due has left the device."""
    return deal(with_antes(screen, *places).tap("primaryButton"), read=read)


def play_by_touch(screen: Screen, seed: int = 5) -> None:
    """From "no more bets" to the last "paid", the shortest way."""
    deal(screen.tap("primaryButton"), seed)
    for everyone in ("allBetButton", "allCheckButton", "allBetButton"):
        screen.tap(everyone).tap("primaryButton")
    screen.tap("primaryButton")
    while phase(screen) in (Phase.SHOWDOWN, Phase.SETTLEMENT):
        screen.tap("primaryButton")


def test_a_routine_round_with_seven_players_takes_fifteen_taps(made: Made) -> None:
    screen = with_antes(made(), *range(1, 8))
    play_by_touch(screen)
    screen.shift.deck_ready("A")
    screen.settle()
    assert phase(screen) is Phase.WAGERS, "the next round is open, with the same antes"
    assert [screen.text(f"place{n}", "ante", "amount") for n in range(1, 8)] == list(ANTES)
    before, screen.taps = screen.shift.table.round.number, 0
    play_by_touch(screen, seed=6)
    assert screen.taps == 15
    assert screen.shift.table.round.number == before
    assert phase(screen) is Phase.IDLE, "the last paid reconciles the round"


@pytest.mark.parametrize(
    ("ruleset", "method", "dealing"),
    [
        ("nsw-legacy", "A", "shuffler"),
        ("nsw-2024", "A", "shoe"),
        ("nsw-2024", "B", "shuffler"),
        ("sd", "A", "hand"),
    ],
)
def test_a_whole_round_of_every_rule_set_is_played_by_touch_alone(
    made: Made, ruleset: str, method: str, dealing: str
) -> None:
    """Whatever is offered is tapped; dealt by hand, every card is keyed when it is turned."""
    screen = with_antes(made(table_rules(ruleset, method=method, dealing=dealing, places=5)), 1, 2)
    keys = iter(shuffled())
    for _ in range(60):
        if phase(screen) is Phase.IDLE:
            break
        if dealing != "hand":
            deal(screen)
        if screen.find("cardPad"):
            screen.tap(f"key-{next(keys)}")
        elif screen.enabled("primaryButton"):
            screen.tap("primaryButton")
        else:
            screen.tap("allBetButton")
    assert phase(screen) is Phase.IDLE
    assert all(place.settled for place in screen.shift.table.round.places[:2])
    assert screen.shift.table.round.ending is Ending.SETTLED


def test_a_tap_sets_the_likely_choice_and_the_next_one_opens_the_others(made: Made) -> None:
    screen = dealt(made(), 1, 2, 3)
    screen.tap("place2")
    assert screen.shift.table.round.place(2).choices[0] is Choice.BET
    assert screen.find("choices") is None
    screen.tap("place2")
    assert screen.text("choices", "choicesTitle") == "Place 2"
    screen.tap("choice-fold")
    assert screen.shift.table.round.place(2).playing, "a fold asks once more"
    assert screen.text("choice-fold", "label") == "Fold place 2?"
    screen.tap("choice-fold")
    assert not screen.shift.table.round.place(2).playing
    assert screen.find("choices") is None


def test_undo_takes_the_last_tap_back_and_says_which_it_is(made: Made) -> None:
    screen = dealt(made(), 1, 2)
    assert not screen.enabled("undoButton")
    screen.tap("place1").tap("allBetButton").tap("undoButton")
    places = screen.shift.table.round.places
    assert [place.choices[0] for place in places[:2]] == [Choice.BET, None]
    screen.tap("undoButton")
    assert screen.shift.table.round.place(1).choices[0] is None
    assert not screen.enabled("undoButton")


def test_the_primary_action_says_why_it_waits(made: Made) -> None:
    screen = with_antes(made(), 1, 2)
    screen.tap("primaryButton")
    assert screen.text("primaryButton", "reason") == "11 cards to come"
    deal(screen)
    assert not screen.enabled("primaryButton")
    assert screen.primary() == "Reveal the flop"
    assert screen.text("primaryButton", "reason") == "Ask place 1"
    screen.tap("primaryButton")
    assert phase(screen) is Phase.FLOP_DECISIONS


def test_an_ante_is_changed_on_the_chip_pad_and_sent_as_one_amount(made: Made) -> None:
    screen = with_antes(made(), 1, 2)
    screen.tap("place1").tap("chip100").tap("chip25")
    assert screen.text("chipPad", "chipAmount") == "$150", "chips add to the 25 that lie there"
    assert screen.shift.table.round.place(1).stakes[Area.ANTE].amount == Money.parse("25")
    screen.tap("chipSet")
    assert screen.shift.table.round.place(1).stakes[Area.ANTE].amount == Money.parse("150")
    assert screen.find("chipPad") is None
    screen.tap("place1").tap("chipBonus").tap("chip5").tap("chipSet")
    assert screen.shift.table.round.place(1).stakes[Area.BONUS].amount == Money.parse("5")
    screen.tap("place2").tap("chipClear").tap("chipSet")
    assert not screen.shift.table.round.place(2).dealt_in


def test_repeated_wagers_are_marked_until_they_are_keyed_anew(made: Made) -> None:
    screen = with_antes(made(), 1, 2)
    play_by_touch(screen)
    screen.shift.deck_ready("A")
    screen.settle()
    places = screen.shift.table.round.places
    assert [place.repeated for place in places[:3]] == [True, True, False]
    screen.tap("place2").tap("chip25").tap("chipSet")
    assert not screen.shift.table.round.place(2).repeated


def test_amounts_are_shown_before_paid_is_tapped(made: Made) -> None:
    screen = dealt(made(), 1, 2)
    for everyone in ("allBetButton", "allCheckButton", "allCheckButton"):
        screen.tap(everyone).tap("primaryButton")
    screen.tap("primaryButton")
    assert screen.primary() == "Paid: place 2"
    assert not screen.shift.table.round.place(2).settled
    shown = screen.text("settlement", "settlementFigure")
    screen.tap("primaryButton")
    results = screen.shift.table.round.place(2).results.values()
    paid = sum(result.paid for result in results)
    taken = sum(result.stake - result.returned for result in results)
    assert shown == Money(paid or taken).display().removesuffix(".00")
    assert screen.text("settlement", "settlementTitle") == "Place 1"


def test_taps_that_were_on_their_way_when_the_table_changed_are_refused(made: Made) -> None:
    screen = with_antes(made(), 1, 2)
    screen.wait(FINGER_MS)
    at = screen.centre("primaryButton")
    screen.shift.controller.submit(c.NoMoreBets())
    screen.touch(at)
    screen.settle()
    assert phase(screen) is Phase.DEAL
    assert "The table has changed. Look again." in screen.text("guidance", "guidanceText")


def double_tap(screen: Screen, *names: str) -> Screen:
    """Two taps before anything has answered, long after the label has changed."""
    screen.wait(FINGER_MS)
    at = screen.centre(*names)
    screen.touch(at)
    screen.touch(at)
    return screen.settle()


def test_a_double_tap_at_a_table_dealt_by_hand_deals_no_card_twice(made: Made) -> None:
    screen = with_antes(made(table_rules("sd", places=7)), 1, 2)
    double_tap(screen, "primaryButton")
    assert phase(screen) is Phase.DEAL
    assert screen.primary() == "All hole cards are down"
    double_tap(screen, "primaryButton")
    assert len(screen.shift.table.round.drawn) == 6, "two places and the dealer"
    screen.tap("allBetButton")
    assert screen.primary() == "4 cards are out"
    double_tap(screen, "primaryButton")
    assert len(screen.shift.table.round.drawn) == 10, "one burnt, three turned"
    assert screen.text("cardPad", "cardPadTitle") == "Key community card 1"


def community(screen: Screen) -> list[str]:
    return [str(screen.item(f"community{n}").property("code")) for n in range(5)]


def test_what_is_keyed_by_hand_is_seen_before_the_street_is_confirmed(made: Made) -> None:
    screen = with_antes(made(table_rules("sd", places=7)), 1, 2)
    screen.tap("primaryButton").tap("primaryButton").tap("allBetButton").tap("primaryButton")
    screen.tap("key-Ks").tap("key-Kd").tap("key-2c")
    assert screen.primary() == "Reveal the flop"
    assert community(screen) == ["Ks", "Kd", "2c", "", ""]
    screen.tap("undoButton").tap("key-2d")
    assert community(screen) == ["Ks", "Kd", "2d", "", ""]
    screen.shift.supervised(c.Report(c.Irregularity.SUPERVISOR_VOID))
    screen.settle().tap("primaryButton").tap("primaryButton").tap("primaryButton")
    for place in (1, 2):
        screen.tap(f"place{place}").tap("chip25").tap("chipSet")
    screen.tap("primaryButton").tap("primaryButton").tap("allBetButton").tap("primaryButton")
    screen.tap("key-3s")
    keyed = [screen.item("cardPad", f"keyed{n}").property("code") for n in range(3)]
    assert keyed == ["3s", "back", "back"], "of this round only"


def test_what_is_keyed_is_seen_wherever_it_lies_until_it_is_confirmed(made: Made) -> None:
    """Cards that a device has not read: of the flop, the dealer and a player."""
    screen = dealt(made(), 1, 2, read=False)
    screen.tap("allBetButton").tap("key-Ks").tap("key-Kd").tap("key-2c")
    assert community(screen) == ["Ks", "Kd", "2c", "back", "back"]
    screen.tap("primaryButton").tap("allCheckButton").tap("key-9h").tap("primaryButton")
    screen.tap("allCheckButton").tap("key-9d").tap("primaryButton").tap("key-3s")
    assert [screen.item("cardPad", f"keyed{n}").property("code") for n in (0, 1)] == ["3s", "back"]
    screen.tap("key-4s").tap("primaryButton").tap("key-5s")
    assert screen.shift.controller.snapshot().house.table.round.place(2).cards[1] is None
    assert screen.item("place2", "card0").property("code") == "5s"
    assert screen.item("place2", "card1").property("code") == "back"
    assert [screen.item("cardPad", f"keyed{n}").property("code") for n in (0, 1)] == ["5s", "back"]


def test_a_players_cards_are_put_right_by_undo_until_the_place_is_settled(made: Made) -> None:
    screen = with_antes(made(table_rules("sd", places=7)), 1, 2)
    screen.tap("primaryButton").tap("primaryButton").tap("allBetButton").tap("primaryButton")
    screen.tap("key-Ks").tap("key-Kd").tap("key-2c").tap("primaryButton")
    for card in ("9h", "9d"):
        screen.tap("allCheckButton").tap("primaryButton").tap(f"key-{card}").tap("primaryButton")
    screen.tap("key-3s").tap("key-4s").tap("primaryButton")
    for wrong in ("5s 6s", "5h 6h", "5c 6c"):
        for card in wrong.split():
            screen.tap(f"key-{card}")
        assert screen.primary().endswith("place 2"), "the hand is turned"
        screen.tap("undoButton").tap("undoButton")
        assert screen.text("cardPadTitle") == "Key the first card of place 2"
    screen.tap("key-As").tap("key-Ad").tap("primaryButton")
    place = screen.shift.table.round.place(2)
    assert (place.settled, [str(card) for card in place.cards]) == (True, ["As", "Ad"])
    assert not screen.enabled("undoButton"), "settled: money has moved"


def test_the_card_pad_waits_until_everybody_has_decided(made: Made) -> None:
    """What is keyed is turned over: nobody turns the flop while players decide."""
    screen = dealt(made(), 1, 2, read=False)
    assert screen.find("cardPad") is None
    assert screen.text("primaryButton", "reason") == "Ask place 1"
    screen.tap("place1")
    assert screen.find("cardPad") is None
    screen.tap("place2")
    assert screen.text("cardPad", "cardPadTitle") == "Key community card 1"
    screen.tap("undoButton")
    assert screen.find("cardPad") is None, "a decision was taken back"


def test_after_a_round_by_hand_the_deck_is_shuffled_and_cut_by_two_taps(made: Made) -> None:
    screen = with_antes(made(table_rules("sd", places=7)), 1, 2)
    screen.shift.supervised(c.Report(c.Irregularity.SUPERVISOR_VOID))
    screen.settle().tap("primaryButton")
    assert phase(screen) is Phase.WAGERS, "no card was out: the deck is as good as before"
    for place in (1, 2):
        screen.tap(f"place{place}").tap("chip25").tap("chipSet")
    screen.tap("primaryButton").tap("primaryButton")
    screen.shift.supervised(c.Report(c.Irregularity.SUPERVISOR_VOID))
    screen.settle().tap("primaryButton")
    assert phase(screen) is Phase.IDLE
    assert screen.text("guidanceText") == "Dealer: shuffle deck A by hand."
    assert screen.primary() == "Deck A is shuffled"
    double_tap(screen, "primaryButton")
    assert screen.primary() == "Deck A is cut"
    double_tap(screen, "primaryButton")
    assert phase(screen) is Phase.WAGERS, "the next round opens by itself"
    assert screen.find("guidanceText") is not None
    assert "The table has changed" not in screen.text("guidanceText")


# What is keyed and not set


def ante(screen: Screen, place: int) -> Money:
    return screen.shift.table.round.place(place).stakes[Area.ANTE].amount


def test_bets_are_not_closed_over_an_amount_that_is_keyed_and_not_set(made: Made) -> None:
    screen = with_antes(made(), 1, 2).tap("place1").tap("chip100")
    assert screen.text("primaryButton", "reason") == "Set place 1 first"
    screen.tap("primaryButton")
    assert phase(screen) is Phase.WAGERS
    screen.tap("chipSet").tap("primaryButton")
    assert phase(screen) is Phase.DEAL
    assert ante(screen, 1) == Money.parse("125")


def test_a_tap_on_the_next_place_sets_what_was_keyed_and_close_drops_it(made: Made) -> None:
    screen = with_antes(made(), 1, 2).tap("place1").tap("chip100").tap("place2")
    assert ante(screen, 1) == Money.parse("125")
    assert screen.text("chipTitle") == "Place 2"
    screen.tap("chip100").tap("chipBonus")
    assert ante(screen, 2) == Money.parse("150"), "also from one area to the other"
    screen.tap("chip5").tap("chipClose")
    assert Area.BONUS not in screen.shift.table.round.place(2).stakes
    assert screen.enabled("primaryButton")


def test_what_was_keyed_when_the_bets_were_locked_is_said_not_to_count(made: Made) -> None:
    screen = with_antes(made(), 1, 2).tap("place1").tap("chip100")
    screen.do(c.NoMoreBets())
    assert ante(screen, 1) == Money.parse("25")
    assert screen.text("guidanceText") == "Place 1: $125 was keyed but not set."


def test_an_ante_keyed_as_it_lies_is_no_flop_wager_later(made: Made) -> None:
    screen = with_antes(made(), 1, 2).tap("place1").tap("chipClear").tap("chip25")
    deal(screen.tap("primaryButton"))
    assert screen.enabled("allBetButton")
    screen.tap("allBetButton").tap("primaryButton")
    assert phase(screen) is Phase.TURN_DECISIONS


def test_a_street_is_not_revealed_over_a_bet_that_is_keyed_and_not_set(made: Made) -> None:
    screen = dealt(made(), 1, 2)
    screen.tap("place1").tap("place1").tap("choice-amount").tap("chip25")
    assert screen.text("primaryButton", "reason") == "Set place 1 first"
    assert not screen.enabled("allBetButton")


def test_cards_that_no_device_has_read_are_keyed_on_the_card_pad(made: Made) -> None:
    screen = dealt(made(), 1, 2, read=False).tap("allBetButton")
    assert screen.text("cardPad", "cardPadTitle") == "Key community card 1"
    assert screen.text("primaryButton", "reason") == "Key the 3 cards first"
    screen.tap("key-Ks").tap("key-Kd").tap("key-2c")
    assert screen.find("cardPad") is None
    screen.tap("primaryButton")
    assert [str(card) for card in screen.shift.table.round.community[:3]] == ["Ks", "Kd", "2c"]


@pytest.mark.parametrize("after_ms", [0, 120])
def test_a_double_tap_on_the_card_pad_keys_one_card(made: Made, after_ms: int) -> None:
    """Before the first tap is answered, and when the next card is already asked for."""
    screen = dealt(made(), 1, 2, read=False).tap("allBetButton")
    if after_ms:
        screen.tap("key-Ks").tap("key-Ks", after_ms=after_ms)
    else:
        double_tap(screen, "key-Ks")
    assert len(screen.shift.table.round.keyed) == 1
    assert screen.text("cardPadTitle") == "Key community card 2"
    assert not any("The table has changed" in text for text in screen.texts())
    screen.tap("key-Kd")
    assert screen.text("cardPadTitle") == "Key community card 3"


def test_a_mouse_does_what_a_finger_does(made: Made) -> None:
    screen = with_antes(made(), 1)
    screen.click("primaryButton")
    assert phase(screen) is Phase.DEAL
