"""The guidance line of the deal: every card to its place, and a card that does not fit."""

import pytest

from controller.domain.cards import DECK, Card, parse_cards
from controller.games.bonus import commands as c
from tests.unit.round.test_guidance import at_the_flop, felt_of, said


def test_sd_deals_one_card_at_a_time_the_dealer_last() -> None:
    felt = felt_of("sd, PMG-01").wagers(p2="25", p5="25").do(c.NoMoreBets())
    for card, place in zip(DECK, (2, 5, None, 2, 5, None), strict=False):
        step = said(felt)
        assert (step.clause, step.place, step.cards) == ("(4)", place, 1)
        felt.go(c.CardDrawn(card))
    assert felt.phase != "deal"


def test_the_stack_is_spread_before_the_hole_cards() -> None:
    felt = felt_of("nsw-2024 A, shuffler").wagers(p2="25").do(c.NoMoreBets())
    assert said(felt).text == "Deal five cards face down in one stack on the first Flop box."
    felt.deal("7h")
    assert said(felt).text.startswith("Deal four more of the five cards face down")
    felt.deal("2c Kd 9s 4d")
    assert said(felt).text == (
        "Spread the five community cards face down from left to right: top card on River, "
        "second on Turn, bottom three on Flop. Then deal two cards together, face down, "
        "to yourself."
    )
    felt.deal("Ah Ad Ks")
    assert said(felt).text == "Deal the second card, face down, to place 2."
    assert "All cards go face down (rule 7.2)." in said(felt).reminders


def test_a_shoe_lays_the_community_cards_singly() -> None:
    felt = felt_of("nsw-legacy, shoe").wagers(p2="25").do(c.NoMoreBets())
    boxes = []
    for card in parse_cards("7h 2c Kd 9s 4d"):
        boxes.append(said(felt).text.rpartition(": ")[2])
        felt.go(c.CardDrawn(card))
    assert boxes == [
        "card 1 of 5 goes on Flop.",
        "card 2 of 5 goes on Flop.",
        "card 3 of 5 goes on Flop.",
        "card 4 of 5 goes on Turn.",
        "card 5 of 5 goes on River.",
    ]
    assert said(felt).text == "Deal the first card, face down, to place 2."
    assert "All cards go face down (rule 7.3)." in said(felt).reminders


@pytest.mark.parametrize(
    ("name", "clause"),
    [
        ("nsw-2024 A, shuffler", "7.2.5"),
        ("nsw-legacy, shoe", "7.3.6"),
        ("sd, no progressive", "(5)"),
    ],
)
def test_players_may_look_at_their_cards_when_the_last_hole_card_is_down(
    name: str, clause: str
) -> None:
    felt = felt_of(name).wagers(p1="25").do(c.NoMoreBets())
    felt.do(
        *(c.CardDrawn(card) for card in DECK[: felt.round.plan.due[0] if felt.round.plan else 0])
    )
    assert felt.phase == "deal"
    assert said(felt).text == "All hole cards are down. Let the players look at their cards."
    assert said(felt).clause == clause


def test_a_hand_that_is_void_before_the_deal_ends_leaves_nobody() -> None:
    felt = felt_of("nsw-2024 A, shuffler").wagers(p1="25").do(c.NoMoreBets())
    felt.do(c.Report(c.Irregularity.INVALID_WAGER, 1))
    assert said(felt).text == "No hand is left in: the round ends here."
    assert said(felt).clause == "9.6"


# Cards that do not fit


def test_a_card_before_any_ante_is_reported() -> None:
    felt = felt_of("nsw-2024 A, shuffler").do(c.OpenRound(1), c.CardDrawn(DECK[0]))
    assert said(felt).text == (
        "Stop: a card came out that was not due. "
        "Report a card out of turn, for a gaming or casino supervisor to decide."
    )
    assert said(felt).clause == "11.1"


def test_a_card_too_many_in_the_deal_is_reported() -> None:
    felt = at_the_flop().go(c.CardDrawn(Card.parse("2h")))
    assert said(felt).text == (
        "Stop: a card came out that was not due. Report cards at an empty place, "
        "a wrong card count, or a card out of turn, for a gaming or casino supervisor to decide."
    )


def test_a_card_read_twice_is_keyed_or_reported_as_foreign() -> None:
    felt = felt_of("nsw-2024 A, shuffler").wagers(p1="25").deal("7h 7h")
    assert said(felt).text == (
        "Stop: this card is already out. "
        "If it was misread, key the right card; if not, report a foreign card."
    )
    assert said(felt).clause == "11.9"
    sd = felt_of("sd, no progressive").wagers(p1="25").deal("7h 7h")
    assert said(sd).clause is None


def test_in_the_settlement_a_card_that_does_not_fit_is_a_warning() -> None:
    felt = at_the_flop().to_showdown().go(c.CardDrawn(Card.parse("2h")))
    assert said(felt).clause == "9.7"
    assert said(felt).warnings == (
        "A card came out that was not due. "
        "Report a card out of turn, for a gaming or casino supervisor to decide.",
    )
