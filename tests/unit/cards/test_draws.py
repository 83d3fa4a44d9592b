"""A card fits or it does not; what is keyed for a draw explains a card that was there twice."""

from controller.cards.draws import next_card, oddity, others, taken_for
from controller.cards.plan import Unexplained
from controller.domain.cards import parse_cards

ACE, KING, QUEEN = parse_cards("As Ks Qs")
NOTHING, EXTRA, KNOWN = Unexplained.NOTHING, Unexplained.EXTRA_CARD, Unexplained.KNOWN_CARD


def test_a_card_that_is_due_fits_also_unread() -> None:
    assert next_card((ACE,), KING, 2) is NOTHING
    assert next_card((ACE, None), None, 3) is NOTHING


def test_one_more_than_are_due_and_one_that_is_out_already_do_not() -> None:
    assert next_card((ACE,), KING, 1) is EXTRA
    assert next_card((ACE,), ACE, 1) is KNOWN


def test_another_card_is_taken_for_a_draw_and_the_rest_stays() -> None:
    assert taken_for((ACE, None, QUEEN), 1, KING) == (ACE, KING, QUEEN)
    assert taken_for((ACE, KING), 0, None) == (None, KING)
    assert others((ACE, KING, QUEEN), 1) == (ACE, QUEEN)


def test_a_card_that_is_there_twice_is_odd_whatever_else_there_is() -> None:
    assert oddity((ACE, ACE), NOTHING) is KNOWN
    assert oddity((ACE, ACE), EXTRA) is KNOWN
    assert oddity((ACE, KING), NOTHING) is NOTHING
    assert oddity((ACE, None), EXTRA) is EXTRA
