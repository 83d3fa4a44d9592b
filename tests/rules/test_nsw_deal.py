"""New South Wales, rule 7 and its definitions: which card goes where, and when it is turned."""

import re

import pytest

from controller.domain.cards import DECK, parse_cards
from controller.domain.refusals import Refused
from controller.games.bonus import commands as c
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.round.state import Table
from controller.games.bonus.round.view import public_view
from controller.games.bonus.rules import Street, TableRules
from controller.games.bonus.wagers import Choice
from tests.helpers.felt import Felt, table_rules
from tests.helpers.oracle import deal_order

both_devices = pytest.mark.parametrize("dealing", ["shuffler", "shoe"])

OUT = "2c 3c 4c 5c 6c  7d 8d 9d Td Jd Qd Kd Ad"
"""Thirteen cards in the order in which they leave the device: for three places and the dealer."""
BOARD, DEALER, HANDS = "2c 7d 9h Js 4c", "Kc Qd", {"p1": "Ah Ad", "p3": "8s 8d"}


def as_dealt(rules: TableRules, board: str, dealer: str, **hands: str) -> str:
    """`as_dealt(rules, board, dealer, p1="Ah Ad")`: in the order of this table's deal."""
    held = {"community": board.split(), "dealer": dealer.split()}
    held |= {key.removeprefix("p"): cards.split() for key, cards in hands.items()}
    places = [int(key.removeprefix("p")) for key in hands]
    order = deal_order(rules.ruleset, rules.dealing, places)
    return " ".join(held[owner].pop(0) for owner in order)


def dealt(felt: Felt, board: str, dealer: str, **hands: str) -> Felt:
    """The antes are down: these hands are dealt."""
    return felt.deal(as_dealt(felt.table.rules, board, dealer, **hands))


def two_hands(ruleset: str, dealing: str | None = None, method: str = "A") -> Felt:
    """Places 1 and 3 with an ante each, before the first decision."""
    felt = Felt(table_rules(ruleset, dealing=dealing, method=method)).wagers(p1="25", p3="50")
    return dealt(felt, BOARD, DEALER, **HANDS)


def face_up(table: Table) -> set[str]:
    """Every card that anybody at the table may see."""
    return set(re.findall(r"\b[2-9TJQKA][cdhs]\b", repr(public_view(table))))


def lie(felt: Felt) -> dict[str, str]:
    """Where the cards lie."""
    round_ = felt.round
    held = {"community": round_.community, "dealer": round_.dealer}
    held |= {f"p{place.number}": place.cards for place in round_.places if place.cards}
    return {owner: " ".join(map(str, cards)) for owner, cards in held.items()}


def out_of(ruleset: str, dealing: str) -> Felt:
    """Antes at 2, 3 and 6 of seven places, and thirteen cards out of the device."""
    return Felt(table_rules(ruleset, dealing=dealing)).wagers(p6="25", p2="25", p3="25").deal(OUT)


# fmt: off
DEALT = [
    # rule set     device       place 2  place 3  place 6  dealer
    ("nsw-legacy", "shuffler", ("7d 8d", "9d Td", "Jd Qd", "Kd Ad")),  # two to each, dealer last
    ("nsw-legacy", "shoe",     ("7d Jd", "8d Qd", "9d Kd", "Td Ad")),  # one to each, and again
    ("nsw-2024",   "shuffler", ("9d Td", "Jd Qd", "Kd Ad", "7d 8d")),  # the dealer first
    ("nsw-2024",   "shoe",     ("8d Qd", "9d Kd", "Td Ad", "7d Jd")),
]
# fmt: on


@pytest.mark.clause("nsw", "7.1", "7.2", "7.2.1", "7.2.2", "7.2.3", "7.2.4", "1.1:Flop", "1.1:Turn")
@pytest.mark.clause("nsw", "7.3", "7.3.1", "7.3.2", "7.3.3", "7.3.4", "7.3.5")
@pytest.mark.clause("nsw", "1.1:River", "1.1:Community cards", "1.1:Hole Cards")
@pytest.mark.parametrize(("ruleset", "dealing", "hands"), DEALT)
def test_after_the_board_the_hands_are_dealt_in_the_order_of_the_rule_set_and_the_device(
    ruleset: str, dealing: str, hands: tuple[str, ...]
) -> None:
    held = dict(zip(("p2", "p3", "p6", "dealer"), hands, strict=True))
    assert lie(out_of(ruleset, dealing)) == held | {"community": "2c 3c 4c 5c 6c"}


@pytest.mark.clause("nsw", "7.2.2", "1.1:Flop", "1.1:Turn", "1.1:River")
@pytest.mark.clause("nsw-guide", "glossary:Flop", "glossary:Turn", "glossary:River")
def test_clause_7_2_2_the_bottom_three_are_the_flop_the_next_the_turn_and_the_top_the_river(
    ruleset: str,
) -> None:
    felt = two_hands(ruleset, "shuffler")  # the first card out is the bottom of the stack
    assert face_up(felt.table) == set()
    felt.all("bet").reveal("flop")
    assert face_up(felt.table) == {"2c", "7d", "9h"}
    felt.all("check").reveal("turn")
    assert face_up(felt.table) == {"2c", "7d", "9h", "Js"}
    felt.all("check").reveal("river")
    assert face_up(felt.table) == {"2c", "7d", "9h", "Js", "4c"}


@pytest.mark.clause("nsw-legacy", "7.1", "5.2")
@pytest.mark.clause("nsw-2024", "7.1", "5.3")
@both_devices
def test_clause_7_1_no_more_bets_may_be_announced_or_not(ruleset: str, dealing: str) -> None:
    rules = table_rules(ruleset, dealing=dealing)
    cards = as_dealt(rules, BOARD, DEALER, **HANDS)
    silent = Felt(rules).wagers(p1="25", p3="50")
    silent.go(*(c.CardDrawn(card) for card in parse_cards(cards)))
    announced = Felt(rules).wagers(p1="25", p3="50").do(c.NoMoreBets()).deal(cards)
    assert lie(silent) == lie(announced)
    assert silent.phase == announced.phase == "flop-decisions"
    assert Felt(rules).wagers().refuses(c.NoMoreBets()).refusal is Refusal.NO_ANTE_AT_ALL


@pytest.mark.clause("nsw", "7.2", "7.2.5", "7.3.6")
@both_devices
def test_no_player_decides_before_the_last_hole_card_is_out(ruleset: str, dealing: str) -> None:
    felt = Felt(table_rules(ruleset, dealing=dealing)).wagers(p1="25", p3="50")
    *cards, last = parse_cards(as_dealt(felt.table.rules, BOARD, DEALER, **HANDS))
    felt.do(c.NoMoreBets())
    for card in cards:
        felt.go(c.CardDrawn(card))
        assert felt.phase == "deal"
        assert felt.refuses(c.Decide(1, Choice.BET)).refusal is Refusal.WRONG_PHASE
        assert felt.refuses(c.DealDone()).refusal is Refusal.CARDS_MISSING
        assert face_up(felt.table) == set()
    felt.go(c.CardDrawn(last))
    assert felt.phase == "flop-decisions"
    assert face_up(felt.table) == set()
    felt.decide(1, "bet")


def test_clause_7_2_5_is_named_where_the_deal_is_not_over(ruleset: str) -> None:
    felt = Felt(table_rules(ruleset)).wagers(p1="25").do(c.NoMoreBets())
    assert felt.refuses(c.DealDone()) == Refused(Refusal.CARDS_MISSING, "7.2.5")


def waits_for_each_place(felt: Felt, street: str, clause: str) -> None:
    """The street stays down until the last place has decided, and then it is turned."""
    for place in (1, 3):
        seen = felt.refuses(c.Reveal(Street(street)))
        assert seen == Refused(Refusal.UNDECIDED, clause, f"Ask place {place}.")
        felt.decide(place, "bet")
    felt.reveal(street)


def streets_wait(felt: Felt, flop: str, turn: str, river: str) -> None:
    """All three, each with its clause; none of them out of its order."""
    seen: list[int] = []
    for street, clause in (("flop", flop), ("turn", turn), ("river", river)):
        for other, its in (("flop", flop), ("turn", turn), ("river", river)):
            if other != street:
                assert felt.refuses(c.Reveal(Street(other))) == Refused(Refusal.WRONG_PHASE, its)
        waits_for_each_place(felt, street, clause)
        seen.append(len(face_up(felt.table)))
    assert seen == [3, 4, 5]
    assert felt.phase == "showdown"


@pytest.mark.clause("nsw", "7.2.6", "7.2.7", "7.2.8")
def test_with_a_shuffler_each_street_waits_until_every_place_has_decided(ruleset: str) -> None:
    streets_wait(two_hands(ruleset, "shuffler"), "7.2.6", "7.2.7", "7.2.8")


@pytest.mark.clause("nsw", "7.3.7", "7.3.8", "7.3.9")
def test_with_a_shoe_each_street_waits_until_every_place_has_decided(ruleset: str) -> None:
    streets_wait(two_hands(ruleset, "shoe"), "7.3.7", "7.3.8", "7.3.9")


@pytest.mark.clause("nsw", "7.2.6", "7.2.7", "7.2.8", "7.3.7", "7.3.8", "7.3.9")
@both_devices
@pytest.mark.parametrize(("folds_on", "cards_up"), [("flop", 3), ("turn", 4), ("river", 5)])
def test_a_folded_place_is_not_waited_for(
    ruleset: str, dealing: str, folds_on: str, cards_up: int
) -> None:
    felt = two_hands(ruleset, dealing)
    for street in ("flop", "turn", "river"):
        felt.decide(3, "bet")
        if street == folds_on:
            felt.decide(1, "fold").reveal(street)
            break
        felt.decide(1, "bet").reveal(street)
    assert len(face_up(felt.table)) == cards_up


@pytest.mark.clause("nsw", "1.1:Community cards")
@pytest.mark.clause("nsw-guide", "glossary:Community Cards")
@both_devices
def test_there_are_five_community_cards_and_a_sixth_has_no_position(
    ruleset: str, dealing: str
) -> None:
    felt = two_hands(ruleset, dealing).go(c.CardDrawn(parse_cards("3d")[0]))
    assert lie(felt) == {"community": BOARD, "dealer": DEALER, **HANDS}
    felt.all("bet")
    assert felt.refuses(c.Reveal(Street.FLOP)) == Refused(Refusal.CARDS_UNEXPLAINED, "11.1")


@pytest.mark.clause("nsw", "1.1:Hole Cards")
@pytest.mark.clause("nsw-guide", "glossary:Hole Cards", "hole-cards#1", "settlement-order#1")
@pytest.mark.clause("nsw-guide", "settlement#1")
@both_devices
def test_two_hole_cards_each_and_nobody_sees_them_before_they_are_turned(
    ruleset: str, dealing: str
) -> None:
    felt = two_hands(ruleset, dealing)
    assert lie(felt) == {"community": BOARD, "dealer": DEALER, **HANDS}
    hole = {*DEALER.split(), *HANDS["p1"].split(), *HANDS["p3"].split()}
    for street in ("flop", "turn", "river"):
        assert not face_up(felt.table) & hole
        felt.all("bet").reveal(street)
    assert face_up(felt.table) == {*BOARD.split()}
    felt.go(c.ShowDealersHand())
    assert face_up(felt.table) & hole == {"Kc", "Qd"}
    felt.settle(3)
    assert face_up(felt.table) & hole == {"Kc", "Qd", "8s", "8d"}
    felt.settle(1)
    assert face_up(felt.table) & hole == hole


@pytest.mark.clause("nsw", "1.1:Hole Cards", "9.1.1", "9.6")
def test_the_cards_of_a_folded_place_are_never_turned(ruleset: str) -> None:
    felt = two_hands(ruleset).decide(1, "fold").to_showdown().settle(3)
    assert felt.phase == "idle"
    assert not face_up(felt.table) & {"Ah", "Ad"}


@pytest.mark.clause("nsw-guide", "intro#2")
@both_devices
def test_one_deck_of_52_cards_and_none_of_them_twice(ruleset: str, dealing: str) -> None:
    assert len({str(card) for card in DECK}) == 52
    assert {card.rank for card in DECK} == {*range(2, 15)}
    felt = Felt(table_rules(ruleset, dealing=dealing)).wagers(p1="25")
    felt.deal("2c 7d 9h Js 4c Ah Ad Kc 2c")
    assert felt.phase == "deal"
    assert felt.refuses(c.DealDone()) == Refused(Refusal.CARDS_UNEXPLAINED, "11.9")
    felt.do(c.KeyCard(0, parse_cards("Ah")[0]))  # neither of the two can be this one
    assert felt.refuses(c.DealDone()) == Refused(Refusal.CARDS_UNEXPLAINED, "11.9")
    felt.do(c.KeyCard(0, parse_cards("2c")[0]))
    felt.go(c.KeyCard(8, parse_cards("Qd")[0]))  # it was misread
    assert felt.phase == "flop-decisions"
