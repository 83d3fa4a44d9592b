"""What the dealer is told, line by line, and the page of the table."""

import pytest

from controller.domain.cards import parse_cards
from controller.domain.dealing import Dealing
from controller.games.poker.award import AwardPots
from controller.games.poker.betting import DrawIn
from controller.games.poker.blinds import BeginHand
from controller.games.poker.core import CORE
from controller.games.poker.deal import DealHoleCards, FinishDeal
from controller.games.poker.reports import Irregularity, ReportIrregularity
from controller.games.poker.rules import Scale
from controller.games.poker.showdown import PassIn, TableHand
from controller.games.poker.state import new_table
from controller.games.poker.steps import guide
from controller.games.poker.story import narrate
from tests.helpers.poker import Felt


def told(felt: Felt) -> tuple[str, str]:
    step = guide(felt.table)
    return step.text, step.announce


def test_the_dealer_is_told_every_step_of_a_hand() -> None:
    felt = Felt({1: 200, 2: 200, 3: 100})
    shuffle = "Shuffle and cut. Button to seat 1; small blind seat 2, big blind seat 3."
    assert told(felt) == (shuffle, "Blinds, please")
    felt.do(BeginHand(1))
    assert "from seat 2 clockwise" in told(felt)[0]
    felt.do(DealHoleCards())
    assert told(felt)[0] == "Confirm that everyone has two cards."
    felt.do(FinishDeal())
    assert told(felt) == (
        "Seat 1 acts: fold, call $2 or raise to $4 up to all-in $200.",
        "Seat 1, $2 to call",
    )
    felt.act("1 raise 20, 2 fold, 3 all-in, 1 call")
    assert told(felt) == ("Draw the wagers into the middle.", "Betting is complete")
    felt.do(DrawIn())
    assert told(felt) == ("Burn a card and turn three cards: the flop.", "Flop")
    felt.street("2c 7d 9h").street("Js").street("4s").do(DrawIn())
    assert told(felt) == ("Seat 3 shows both cards.", "Seat 3, your hand please")
    felt.do(TableHand(3, parse_cards("Ah Ad")))
    assert told(felt)[0] == "Seat 1 shows both cards, or passes them in if beaten."
    felt.do(PassIn(1))
    assert "push the main pot $201" in told(felt)[0]
    felt.do(AwardPots())
    paid = "Pay the main pot of $201: $191 to seat 3, $10 to the house. Then collect the cards."
    assert told(felt) == (paid, "seat 3 one pair, A♥ A♦")


def test_a_call_that_takes_every_chip_is_offered_once() -> None:
    felt = Felt({1: 200, 2: 200, 3: 100}).deal().act("1 raise 150, 2 fold")
    why = "no raise: the player does not have that many chips (rule 17.1)"
    assert told(felt)[0] == f"Seat 3 acts: fold or call $98 all-in; {why}."


def test_where_a_device_shuffles_nobody_is_told_to_shuffle_or_cut() -> None:
    felt = Felt({1: 200, 2: 200, 3: 100}, dealing=Dealing.SHUFFLER)
    button = "Button to seat 1; small blind seat 2, big blind seat 3."
    assert told(felt)[0] == f"Take the deck that is out. {button}"
    assert not [one for one in guide(felt.table).reminders if "rule 4.3" in one]
    felt.do(BeginHand(1)).do(DealHoleCards())
    felt.do(ReportIrregularity(Irregularity.WRONG_NUMBER_OF_HANDS, correctable=False))
    assert "Take the other deck: button and blinds stay." in told(felt)[0]


def test_the_last_player_is_paid_without_showing() -> None:
    felt = Felt({1: 200, 2: 200, 3: 100}).deal().act("1 raise 20, 2 fold, 3 fold")
    assert told(felt)[0] == "Give $18 back to seat 1. Draw the wagers into the middle."
    felt.do(DrawIn())
    assert told(felt)[0] == "Take the commission and push the pot to seat 1; the hand is not shown."
    felt.do(AwardPots())
    assert told(felt)[1] == "Pot to seat 1"


@pytest.mark.parametrize(
    "scale", [None, Scale(before_flop=False), Scale(players_min=4)], ids=("none", "no flop", "few")
)
def test_no_commission_is_asked_for_where_none_is_taken(scale: Scale | None) -> None:
    felt = Felt({1: 200, 2: 200, 3: 100}, scale=scale).deal().act("1 raise 20, 2 fold, 3 fold")
    felt.do(DrawIn())
    assert told(felt)[0] == "Push the pot to seat 1; the hand is not shown."


def test_no_line_advises_a_player_or_looks_at_a_hidden_card() -> None:
    felt = Felt({1: 200, 2: 200}).deal()
    words = " ".join((*told(felt), *guide(felt.table).reminders)).lower()
    assert "18.1" in words
    assert not any(word in words for word in ("should", "better", "odds", "chance"))


def test_the_story_tells_what_happened() -> None:
    felt = Felt({1: 200, 2: 200, 3: 100}).deal().act("1 raise 20, 2 call, 3 call")
    felt.street("2c 7d 9h").do(ReportIrregularity(Irregularity.HAND_KILLED, 2)).act(
        "3 all-in, 1 call"
    )
    table, lines = new_table(felt.table.rules), list[str]()
    for event in felt.events:
        after = CORE.fold_one(table, event)
        lines.append(narrate(table, after, event).text)
        table = after
    assert lines[3:] == [
        "Hand 1: button seat 1; seat 2 small blind $1 and seat 3 big blind $2.",
        "Two cards each were dealt face down.",
        "The first betting round began.",
        "Seat 1 raised to $20.",
        "Seat 2 called $19.",
        "Seat 3 called $18.",
        "The wagers were drawn in.",
        "Flop: 2♣ 7♦ 9♥.",
        "The dealer mucked the hand of seat 2: it is dead.",
        "Seat 3 bet $80 and is all-in.",
        "Seat 1 called $80.",
    ]
