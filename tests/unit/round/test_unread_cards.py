"""Cards a device did not read, read twice, or let out too many of."""

import pytest

from controller.cards.plan import Unexplained
from controller.domain.base import BrokenInvariant
from controller.domain.books import balances
from controller.domain.cards import DECK, Card, parse_cards
from controller.domain.kernel import NOBODY
from controller.domain.money import Money
from controller.games.bonus import commands as c
from controller.games.bonus.events import CardTakenBack
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.round.books import entries
from controller.games.bonus.round.core import CORE, verify
from controller.games.bonus.round.irregularities import report
from controller.games.bonus.round.state import Ending
from controller.games.bonus.round.story import narrate
from controller.games.bonus.round.view import public_view, published_view
from controller.games.bonus.rules import Street
from controller.games.bonus.wagers import Area, Choice, Outcome
from tests.helpers.felt import Felt, jackpot_felt, table_rules

NINE = "7h 2c Kd 9s 4d  Ah Ad  Ks Kh"


def unread(*draws: int) -> Felt:
    """One player, the usual nine cards, some of them not read."""
    felt = Felt(table_rules()).wagers(p1="25").do(c.NoMoreBets())
    for draw, card in enumerate(parse_cards(NINE)):
        felt.go(c.CardDrawn(None if draw in draws else card))
    return felt


def test_a_street_with_an_unread_card_is_keyed_before_it_is_revealed() -> None:
    felt = unread(1).all("bet")
    assert felt.refuses(c.Reveal(Street.FLOP)).refusal is Refusal.CARDS_UNREAD
    felt.do(c.KeyCard(1, Card.parse("2c"))).reveal("flop")
    assert [str(card) for card in felt.round.community[:3]] == ["7h", "2c", "Kd"]


def test_a_card_that_is_out_already_cannot_be_keyed_again() -> None:
    felt = unread(4).all("bet").reveal("flop")
    assert felt.refuses(c.KeyCard(4, Card.parse("7h"))).refusal is Refusal.CARD_KNOWN
    assert felt.refuses(c.KeyCard(9, Card.parse("2c"))).refusal is Refusal.NO_SUCH_CARD


def test_keying_tells_nobody_which_cards_lie_face_down() -> None:
    felt = unread(1).all("bet")
    face_up_or_not = {verify(felt.table, c.KeyCard(1, card)) for card in DECK}
    assert face_up_or_not == {None}
    felt.do(c.KeyCard(1, Card.parse("Ah")))  # the dealer's card, face down
    assert felt.round.unexplained is Unexplained.KNOWN_CARD
    assert felt.refuses(c.Reveal(Street.FLOP)).refusal is Refusal.CARDS_UNEXPLAINED
    felt.do(c.KeyCard(1, Card.parse("2c"))).reveal("flop")


def test_an_extra_card_hides_no_card_that_was_read_twice() -> None:
    felt = Felt(table_rules()).wagers(p1="25").do(c.NoMoreBets())
    for card in parse_cards("7h 2c Kd 9s 4d  Ah Ad  Ks 7h  3c 3d"):
        felt.go(c.CardDrawn(card))
    assert felt.round.unexplained is Unexplained.KNOWN_CARD
    felt.do(c.CardsAtEmptyBox(2))  # the two cards too many are explained, the seven is not
    assert felt.refuses(c.DealDone()).refusal is Refusal.CARDS_UNEXPLAINED


def test_behind_a_card_that_was_read_twice_there_may_be_one_too_many() -> None:
    felt = Felt(table_rules()).wagers(p1="25").do(c.NoMoreBets())
    for card in parse_cards("7h 2c Kd 9s 4d  Ah Ad  Ks 7h  3c"):
        felt.go(c.CardDrawn(card))
    felt.do(c.KeyCard(8, Card.parse("Kh")))
    assert felt.round.unexplained is Unexplained.EXTRA_CARD


def test_one_card_is_not_keyed_twice_into_a_hand_that_is_being_turned() -> None:
    felt = unread(5, 6).to_river().do(c.KeyCard(5, Card.parse("Ah")))
    assert felt.refuses(c.KeyCard(6, Card.parse("Ah"))).refusal is Refusal.CARD_KNOWN
    felt.do(c.KeyCard(6, Card.parse("3c"))).go(c.ShowDealersHand()).settle(1)
    assert felt.round.ending is Ending.SETTLED


def test_the_dealers_unread_card_is_keyed_before_the_hand_is_shown() -> None:
    felt = unread(5).to_river()
    assert felt.refuses(c.ShowDealersHand()).refusal is Refusal.CARDS_UNREAD
    felt.do(c.KeyCard(5, Card.parse("Ah"))).go(c.ShowDealersHand()).settle(1)
    assert felt.round.ending is Ending.SETTLED


def test_a_players_unread_card_is_keyed_before_the_place_is_settled() -> None:
    felt = unread(8).to_showdown()
    assert felt.refuses(c.SettlePlace(1)).refusal is Refusal.CARDS_UNREAD
    felt.do(c.KeyCard(8, Card.parse("Kh"))).settle(1)
    assert felt.place(1).results[Area.FLOP].outcome is Outcome.WIN


def test_a_misread_card_is_corrected_and_both_values_are_kept() -> None:
    felt = unread().all("bet")
    assert felt.refuses(c.KeyCard(0, Card.parse("7d"))).refusal is Refusal.FACE_DOWN
    felt.reveal("flop").do(c.KeyCard(0, Card.parse("7d")))
    keyed = felt.events[-1]
    assert (getattr(keyed, "was", None), getattr(keyed, "card", None)) == parse_cards("7h 7d")


def test_a_card_read_twice_holds_the_deal_until_it_is_put_right() -> None:
    felt = Felt(table_rules()).wagers(p1="25").do(c.NoMoreBets())
    felt.go(*(c.CardDrawn(card) for card in parse_cards("7h 2c Kd 9s 4d Ah Ad Ks")))
    felt.go(c.CardDrawn(Card.parse("7h")))
    assert felt.phase == "deal"
    assert felt.round.unexplained is Unexplained.KNOWN_CARD
    assert felt.refuses(c.DealDone()).refusal is Refusal.CARDS_UNEXPLAINED
    felt.go(c.KeyCard(8, Card.parse("Kh")))
    assert felt.phase == "flop-decisions"


def test_a_card_too_many_is_recorded_and_holds_the_flop_until_a_ruling() -> None:
    felt = unread().all("bet").do(c.CardDrawn(Card.parse("3c")))
    assert felt.round.drawn[-1] == Card.parse("3c")
    assert felt.refuses(c.Reveal(Street.FLOP)).refusal is Refusal.CARDS_UNEXPLAINED
    ruling = c.Report(c.Irregularity.CARD_OUT_OF_TURN, decision=c.Decision.CONTINUE)
    felt.do(ruling).reveal("flop")
    assert felt.refuses(ruling).refusal is Refusal.CANNOT_HAPPEN


def test_a_card_too_many_voids_the_round_unless_a_supervisor_lets_it_stand() -> None:
    felt = unread().all("bet").do(c.CardDrawn(Card.parse("3c")))
    felt.do(c.Report(c.Irregularity.CARD_OUT_OF_TURN))
    assert (felt.round.ending, felt.round.clause) == (Ending.VOID, None)


def test_a_packet_the_other_way_round_is_laid_out_flop_first() -> None:
    from dataclasses import replace

    felt = Felt(replace(table_rules(), packet_reversed=True)).wagers(p1="25")
    felt.deal("4d 9s Kd 2c 7h  Ah Ad  Ks Kh")
    assert [str(card) for card in felt.round.community] == ["7h", "2c", "Kd", "9s", "4d"]


def test_a_street_is_not_revealed_to_nobody() -> None:
    felt = unread().do(c.Decide(1, Choice.FOLD))
    assert felt.refuses(c.Reveal(Street.FLOP)).refusal is Refusal.NOBODY_IN


def test_a_card_that_is_face_up_cannot_be_exposed() -> None:
    felt = unread().to_showdown().do(c.BeginSettlement())
    exposed = c.Report(c.Irregularity.DEALER_CARD_EXPOSED)
    assert felt.refuses(exposed).refusal is Refusal.FACE_UP_ALREADY


def test_a_box_that_was_dealt_to_needs_a_number_and_two_cards() -> None:
    felt = unread()
    box = c.Irregularity.CARDS_TO_EMPTY_BOX
    assert felt.refuses(c.Report(box)).refusal is Refusal.NEEDS_A_PLACE
    assert felt.refuses(c.Report(box, 3, handled=True)).refusal is Refusal.CARDS_MISSING


def test_only_a_place_of_the_layout_concedes() -> None:
    assert unread().to_showdown().refuses(c.Concede(8)).refusal is Refusal.NO_SUCH_PLACE


def test_a_jackpot_wager_given_back_before_it_was_locked_leaves_no_trace_in_the_books() -> None:
    felt = jackpot_felt().wagers(p1="25", p2="25")
    felt.jackpot(1).do(c.Report(c.Irregularity.INVALID_WAGER, 1))
    assert felt.place(1).results[Area.JACKPOT].returned == Money(500)
    assert not any(balances(entries(felt.table)).get(name) for name in ("player 1", "felt 1"))


def test_a_report_that_was_not_verified_is_a_bug_and_says_so() -> None:
    with pytest.raises(BrokenInvariant, match="refused"):
        report(CORE.draft(Felt(table_rules()).table, NOBODY), c.Report(c.Irregularity.SHUFFLER_JAM))


def test_a_card_keyed_by_mistake_is_taken_back_once_while_it_could_tell_of_others() -> None:
    """Cards that a device has read lie face down, and players still decide."""
    felt = unread(0, 1).all("bet").go(c.KeyCard(0, Card.parse("7h")), c.KeyCard(1, DECK[0]))
    felt.do(c.TakeBackCard(1))
    assert felt.refuses(c.Reveal(Street.FLOP)).refusal is Refusal.CARDS_UNREAD
    assert felt.refuses(c.TakeBackCard(1)).refusal is Refusal.NOT_TAKEN_BACK
    felt.do(c.KeyCard(1, Card.parse("2c")))
    assert felt.refuses(c.TakeBackCard(1)).refusal is Refusal.NOT_TAKEN_BACK, "only once"
    felt.reveal("flop")
    assert felt.refuses(c.TakeBackCard(0)).refusal is Refusal.FACE_UP_ALREADY


def test_where_no_device_reads_a_card_is_taken_back_until_it_is_confirmed() -> None:
    felt = unread(*range(9)).all("bet").go(c.KeyCard(1, Card.parse("7h")))
    for card in ("7d", "7c", "7s"):
        felt.go(c.TakeBackCard(1), c.KeyCard(1, Card.parse(card)))
    felt.go(c.KeyCard(0, Card.parse("2h")), c.KeyCard(2, Card.parse("2d"))).reveal("flop")
    assert felt.refuses(c.TakeBackCard(1)).refusal is Refusal.FACE_UP_ALREADY


def test_what_device_and_dealer_have_shown_tells_nothing_more() -> None:
    felt = unread(3, 4, 5, 6, 7, 8).all("bet").reveal("flop").all("check")
    for card in ("9h", "9d", "9s"):
        felt.go(c.KeyCard(3, Card.parse(card)), c.TakeBackCard(3))
    felt.go(c.KeyCard(3, Card.parse("9c"))).reveal("turn")


def settling(*draws: int) -> Felt:
    """The dealer's hand lies open; these cards were not read."""
    felt = unread(*draws).all("bet").reveal("flop").all("check").reveal("turn").all("check")
    return felt.reveal("river").go(c.ShowDealersHand())


def test_a_players_card_is_taken_back_until_the_hand_is_settled_as_often_as_it_takes() -> None:
    felt = settling(7, 8)
    for _ in range(3):
        felt.go(c.KeyCard(7, Card.parse("Qs")), c.KeyCard(8, Card.parse("Qh")), c.TurnHand(1))
        assert felt.place(1).shown
        felt.go(c.TakeBackCard(8))
        assert not felt.place(1).shown, "a hand that lacks a card is not turned"
        felt.go(c.TakeBackCard(7))
    felt.go(c.KeyCard(7, Card.parse("Ks")), c.KeyCard(8, Card.parse("Kh")), c.TurnHand(1))
    felt.settle(1)
    assert [str(card) for card in felt.place(1).cards] == ["Ks", "Kh"]
    assert felt.refuses(c.TakeBackCard(8)).refusal is Refusal.NOT_TAKEN_BACK, "the round is over"


def test_a_hand_that_is_settled_or_not_next_keeps_its_cards() -> None:
    felt = Felt(table_rules()).wagers(p1="25", p2="25").do(c.NoMoreBets())
    for card in (*parse_cards("7h 2c Kd 9s 4d Ah Ad Ks Kh"), None, None):
        felt.go(c.CardDrawn(card))
    felt.to_showdown().go(c.KeyCard(9, Card.parse("3s")), c.KeyCard(10, Card.parse("3h")))
    felt.go(c.TurnHand(2), c.SettlePlace(2))
    assert felt.refuses(c.TakeBackCard(9)).refusal is Refusal.FACE_UP_ALREADY


def test_a_card_too_many_that_was_keyed_is_taken_back_too() -> None:
    felt = unread().all("bet").do(c.CardDrawn(None)).go(c.KeyCard(9, Card.parse("3c")))
    felt.do(c.TakeBackCard(9))
    assert felt.round.drawn[9] is None


def test_what_was_keyed_is_published_where_it_lies_and_nothing_else() -> None:
    felt = unread(1, 5, 7).all("bet")
    felt.go(*(c.KeyCard(draw, parse_cards(NINE)[draw]) for draw in (1, 5, 7)))
    assert public_view(felt.table).round.community == (None,) * 5, "not turned over yet"
    seen = published_view(felt.table).round
    assert [str(card) for card in (seen.community[1], seen.dealer[0], seen.place(1).cards[0])] == [
        "2c",
        "Ah",
        "Ks",
    ]
    hidden = (*seen.community, *seen.dealer, *seen.place(1).cards, *seen.drawn)
    assert len([card for card in hidden if card is not None]) == 3
    felt.go(c.TakeBackCard(5))
    assert published_view(felt.table).round.dealer == (None, None)


def test_what_is_keyed_later_hides_nothing_that_is_face_up() -> None:
    felt = unread(3).all("bet").reveal("flop").all("check").go(c.KeyCard(3, Card.parse("9s")))
    seen = published_view(felt.table).round.community
    assert [str(card) for card in seen[:4]] == ["7h", "2c", "Kd", "9s"]


def test_while_the_deal_is_under_way_nothing_lies_there_to_be_published() -> None:
    felt = Felt(table_rules()).wagers(p1="25").do(c.NoMoreBets()).go(c.CardDrawn(None))
    felt.go(c.KeyCard(0, Card.parse("2c")))
    assert published_view(felt.table) == public_view(felt.table)


def test_two_cards_keyed_alike_are_explained_again_when_one_is_taken_back() -> None:
    felt = unread(0, 1).all("bet")
    felt.do(c.KeyCard(0, Card.parse("7h"))).do(c.KeyCard(1, Card.parse("7h")))
    assert felt.refuses(c.Reveal(Street.FLOP)).refusal is Refusal.CARDS_UNEXPLAINED
    felt.do(c.TakeBackCard(1))
    assert felt.round.unexplained is Unexplained.NOTHING
    felt.do(c.KeyCard(1, Card.parse("2c"))).reveal("flop")


def test_what_a_device_has_read_is_not_taken_back_by_a_dealer() -> None:
    felt = unread(1).all("bet")
    for draw in (0, 1, 99):
        assert felt.refuses(c.TakeBackCard(draw)).refusal is Refusal.NOT_TAKEN_BACK
    assert Felt(table_rules()).refuses(c.TakeBackCard(0)).refusal is Refusal.NOT_TAKEN_BACK


def test_a_card_that_was_taken_back_is_told_without_its_name() -> None:
    felt = unread(0).all("bet").do(c.KeyCard(0, Card.parse("7h")))
    before = felt.table
    felt.do(c.TakeBackCard(0))
    told = narrate(before, felt.table, CardTakenBack(0))
    assert told == "Card 1 was a mistake and is keyed again."
