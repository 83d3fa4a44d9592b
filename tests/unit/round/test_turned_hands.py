"""A hand is turned before it is paid: what it comes to is seen first, and nothing is moved yet."""

from controller.domain.cards import Card
from controller.games.bonus import commands as c
from controller.games.bonus import events as e
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.round.showdown import settlement_of
from controller.games.bonus.round.state import Standing
from controller.games.bonus.round.story import narrate
from controller.games.bonus.round.view import public_view
from controller.games.bonus.steps import guide
from tests.helpers.felt import Felt, jackpot_felt, table_rules

CARDS = "Ks 9d 4h 2c 7s Ah Ad Kd Kc 9s 9h"


def at_the_showdown() -> Felt:
    return Felt(table_rules()).wagers(p1="25", p2="50").deal(CARDS).to_showdown()


def test_a_turned_hand_is_public_and_nothing_is_taken_or_paid() -> None:
    felt = at_the_showdown()
    assert public_view(felt.table).round.place(2).cards == (None, None)
    felt.go(c.TurnHand(2))
    shown = public_view(felt.table)
    assert [str(card) for card in shown.round.place(2).cards if card is not None] == ["9s", "9h"]
    assert felt.place(2).results == {}
    assert felt.phase == "showdown"
    preview = settlement_of(shown, shown.round.place(2))
    felt.settle(2)
    assert felt.place(2).results == preview


def test_only_the_next_hand_is_turned_and_only_once() -> None:
    felt = at_the_showdown()
    assert felt.refuses(c.TurnHand(1)).refusal is Refusal.NOT_THE_NEXT
    felt.go(c.TurnHand(2))
    assert felt.refuses(c.TurnHand(2)).refusal is Refusal.FACE_UP_ALREADY


def test_a_turned_hand_can_still_be_conceded_and_the_guidance_says_so_first() -> None:
    felt = at_the_showdown().go(c.TurnHand(2), c.Concede(2), c.TurnHand(1))
    assert felt.place(2).standing is Standing.CONCEDED
    assert "conceding hand" in guide(felt.table).text


def test_no_hand_that_lies_face_up_is_to_be_turned() -> None:
    felt = at_the_showdown()
    assert "Turn the cards of place 2" in guide(felt.table).text
    felt.go(c.TurnHand(2))
    assert "Turn the cards" not in guide(felt.table).text
    assert 'Place 2: announce "' in guide(felt.table).text
    felt.go(c.Concede(2), c.TurnHand(1))
    assert 'Place 1: announce "' in guide(felt.table).text


def test_a_misread_card_is_put_right_when_the_hand_is_turned() -> None:
    felt = at_the_showdown().go(c.TurnHand(2))
    draw = [str(card) for card in felt.round.drawn].index("9h")
    felt.go(c.KeyCard(draw, Card.parse("3h")))
    assert [str(card) for card in felt.place(2).cards] == ["9s", "3h"]


def test_the_guidance_tells_what_a_turned_hand_comes_to() -> None:
    felt = at_the_showdown().go(c.TurnHand(2)).settle(2).go(c.TurnHand(1))
    told = guide(felt.table)
    assert told.text.startswith('Place 1: announce "')
    assert told.place == 1


def test_a_folded_hand_is_turned_for_its_jackpot_only() -> None:
    felt = jackpot_felt(method="B").wagers(p1="25", p2="50").jackpot(2).deal(CARDS)
    felt.decide(1, "bet").decide(2, "fold").reveal("flop").all("check").reveal("turn")
    felt.all("check").reveal("river").go(c.ShowDealersHand(), c.BeginSettlement(), c.TurnHand(2))
    assert guide(felt.table).text.startswith("Place 2 has folded: pay only a jackpot.")


def test_the_story_tells_of_it() -> None:
    felt = at_the_showdown()
    before = felt.table
    felt.go(c.TurnHand(2))
    told = narrate(before, felt.table, e.HandTurned(2))
    assert told == "The cards of place 2 were turned face up."
