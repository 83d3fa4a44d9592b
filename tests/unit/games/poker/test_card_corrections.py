"""A card that was keyed as another one, put right before the pots are pushed."""

from controller.domain.base import existing
from controller.domain.cards import Card, parse_cards
from controller.games.poker.award import AwardPots, FinishHand
from controller.games.poker.card_corrections import CardCorrected, CorrectCard
from controller.games.poker.core import CORE
from controller.games.poker.history import histories
from controller.games.poker.refusals import PokerRefusal
from controller.games.poker.showdown import TableHand
from controller.games.poker.state import Table
from controller.games.poker.story import narrate
from tests.helpers.poker import Felt


def correct(was: str, card: str) -> CorrectCard:
    return CorrectCard(Card.parse(was), Card.parse(card))


def at_the_flop() -> Felt:
    """Seats 1 to 3; the nine of hearts was the ten."""
    felt = Felt({1: 200, 2: 200, 3: 200}).deal().act("1 call, 2 call, 3 check")
    return felt.street("9h Td 4c")


def shown() -> Felt:
    felt = at_the_flop().act("2 check, 3 check, 1 check").street("2s")
    felt.act("2 check, 3 check, 1 check").street("3s").act("2 check, 3 check, 1 check")
    return felt.do(TableHand(2, parse_cards("9c 9d"))).do(TableHand(3, parse_cards("Ts Ah")))


def why(felt: Felt, command: CorrectCard) -> object:
    return existing(felt.ask(command), "it is accepted").refusal


def test_a_card_of_the_board_is_put_right_and_cards_speak_by_what_lies_there() -> None:
    felt = shown().do(correct("9h", "Th"))
    assert felt.hand.board == parse_cards("Th Td 4c 2s 3s")
    felt.do(TableHand(1, parse_cards("Kc Kd"))).do(AwardPots())
    assert [pot.winners for pot in felt.hand.pots] == [(3,)], "three tens, not three nines"


def test_a_card_of_a_hand_that_was_shown_is_put_right() -> None:
    felt = shown().do(correct("Ts", "Tc"))
    assert felt.hand.of(3).cards == parse_cards("Tc Ah")
    assert felt.hand.of(2).cards == parse_cards("9c 9d")


def test_only_a_card_that_was_keyed_becomes_one_that_does_not_lie_there() -> None:
    felt = at_the_flop()
    assert why(felt, correct("Kh", "Th")) is PokerRefusal.CARD_NOT_KEYED
    assert why(felt, correct("9h", "4c")) is PokerRefusal.CARD_KNOWN
    assert why(Felt({1: 200, 2: 200}), correct("9h", "Th")) is PokerRefusal.WRONG_PHASE


def test_once_the_pots_are_pushed_the_result_is_corrected_instead() -> None:
    felt = shown().do(TableHand(1, parse_cards("Kc Kd"))).do(AwardPots())
    assert why(felt, correct("9h", "Th")) is PokerRefusal.WRONG_PHASE


def test_moves_before_it_stand_and_the_betting_goes_on() -> None:
    felt = at_the_flop().act("2 bet 10")
    turn = felt.hand.turn
    felt.do(correct("4c", "4d"))
    assert (felt.hand.turn, felt.table.earlier) == (turn, ())


def test_the_story_and_the_history_have_the_card_as_it_is() -> None:
    felt = shown().do(correct("9h", "Th")).do(correct("Ts", "Tc"))
    felt.do(TableHand(1, parse_cards("Kc Kd"))).do(AwardPots()).do(FinishHand())
    told = [event for event in felt.events if isinstance(event, CardCorrected)]
    said = narrate(felt.table, felt.table, told[0])
    assert said.text == "The card keyed as 9♥ is 10♥."
    (text,) = histories(steps(felt))
    assert "d db ThTd4c" in text
    assert "sm TcAh" in text
    assert "sm 9c9d" in text


def steps(felt: Felt) -> list[tuple[Table, object, Table]]:
    """Every event, with the table before and after it."""
    table, found = Felt({1: 200, 2: 200, 3: 200}).table, list[tuple[Table, object, Table]]()
    for event in felt.events[3:]:
        before, table = table, CORE.fold_one(table, event)
        found.append((before, event, table))
    return found
