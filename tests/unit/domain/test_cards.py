import copy
import pickle

import phevaluator.card
import pytest

from controller.domain.cards import DECK, Card, parse_cards


def test_the_deck_is_fifty_two_different_cards() -> None:
    assert len(DECK) == len(set(DECK)) == len({str(card) for card in DECK}) == 52


def test_every_card_is_numbered_as_phevaluator_numbers_it() -> None:
    assert [int(card) for card in DECK] == [*range(52)]
    assert [phevaluator.card.Card(str(card)).id_ for card in DECK] == [*range(52)]


def test_every_card_reads_back_from_its_own_name() -> None:
    assert all(Card.parse(str(card)) is card for card in DECK)


@pytest.mark.parametrize(
    ("name", "rank", "suit"), [("7h", 7, "h"), ("2c", 2, "c"), ("Td", 10, "d"), ("As", 14, "s")]
)
def test_a_card_knows_its_rank_and_suit(name: str, rank: int, suit: str) -> None:
    card = Card.parse(name)
    assert (card.rank, card.suit) == (rank, suit)


def test_a_card_shows_as_its_name_however_it_is_shown() -> None:
    card = Card.parse("7h")
    assert (str(card), repr(card), f"{card}", f"{[card]}") == ("7h", "7h", "7h", "[7h]")


@pytest.mark.parametrize("name", ["", "7", "7H", "td", "10d", "1c", "7x", " 7h", "7h "])
def test_a_name_that_is_no_card_is_refused_with_what_was_seen_and_expected(name: str) -> None:
    with pytest.raises(ValueError, match=r"^card '.*' seen, expected a rank of .*, as in '7h'$"):
        Card.parse(name)


def test_there_is_one_object_for_each_card() -> None:
    card = Card.parse("Qs")
    assert Card(int(card)) is card
    assert copy.deepcopy(card) is card
    assert pickle.loads(pickle.dumps(card)) is card


@pytest.mark.parametrize("number", [-1, 52])
def test_a_number_outside_the_deck_is_no_card(number: int) -> None:
    with pytest.raises(ValueError, match=f"card number {number} seen, expected 0 to 51"):
        Card(number)


def test_reverse_order_is_high_to_low_with_equal_ranks_as_s_h_d_c() -> None:
    cards = parse_cards("2c Kd Ks Kc 2s Kh")
    assert sorted(cards, reverse=True) == [*parse_cards("Ks Kh Kd Kc 2s 2c")]


def test_several_cards_are_read_in_the_order_they_stand() -> None:
    assert [str(card) for card in parse_cards(" 7h 2c  Kd")] == ["7h", "2c", "Kd"]
    assert parse_cards("") == ()


def test_one_wrong_name_among_several_is_refused() -> None:
    with pytest.raises(ValueError, match="card '2x' seen"):
        parse_cards("7h 2x Kd")
