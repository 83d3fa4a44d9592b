"""Poker room, rules 5, 6.4 to 6.5, 10, 15 and 16: the board, the ranking and the showdown."""

import pytest

from controller.domain.cards import DECK, parse_cards
from controller.games.poker.award import AwardPots, FinishHand
from controller.games.poker.betting import DrawIn
from controller.games.poker.deal import DealStreet
from controller.games.poker.phases import Phase
from controller.games.poker.refusals import PokerRefusal
from controller.games.poker.showdown import MuckHand, PassIn, TableHand
from controller.games.poker.steps import guide
from simulators.scenario.reading import WrongScenario
from tests.helpers.poker import Felt, hand_of, seat_of, won

THREE = {1: 200, 2: 200, 3: 200}
CHECKED = {
    "preflop": "1 call, 2 call, 3 check",
    "flop": "2 check, 3 check, 1 check",
    "turn": "2 check, 3 check, 1 check",
    "river": "2 check, 3 check, 1 check",
}


def shown(first: str, second: str, board: str) -> dict[int, str]:
    """Seats 2 and 3 show these; what each is paid."""
    result = hand_of(
        {1: 200, 2: 200, 3: 200, 4: 200},
        preflop="4 fold, 1 fold, 2 call, 3 check",
        flop="2 check, 3 check",
        turn="2 check, 3 check",
        river="2 check, 3 check",
        holes={2: first, 3: second},
        board=board,
    )
    return {seat: amount for seat, amount in won(result).items() if seat in (2, 3)}


@pytest.mark.clause(
    "poker-room", "6.4.d", "6.4.f", "6.4.h", "1.1:Flop", "1.1:Turn", "1.1:River", "1.1:Board",
    "1.1:Burn", "9.2",
)  # fmt: skip
def test_three_one_and_one_are_turned_after_a_burn_until_the_board_has_five() -> None:
    felt = Felt(THREE).deal()
    assert felt.ask(DealStreet(parse_cards("2c 7d 9h"))) is not None  # betting is open
    felt.act("1 call, 2 call, 3 check").do(DrawIn())
    assert "Burn a card and turn three cards" in guide(felt.table).text
    assert felt.why(DealStreet(parse_cards("2c 7d")))[1] == "6.4.d"
    felt.street("2c 7d 9h")
    for card, clause in (("Js", "6.4.f"), ("4s", "6.4.h")):
        felt.act("2 check, 3 check, 1 check").do(DrawIn())
        assert "Burn a card and turn one card" in guide(felt.table).text
        assert felt.why(DealStreet(parse_cards("2c")))[1] == clause  # it lies there already
        felt.street(card)
    assert felt.hand.board == parse_cards("2c 7d 9h Js 4s")
    felt.act("2 check, 3 check, 1 check").do(DrawIn())
    assert felt.table.phase is Phase.SHOWDOWN
    assert felt.ask(DealStreet(parse_cards("5s"))) is not None


@pytest.mark.clause("poker-room", "1.1:Burn Card", "19.1#1")
def test_the_burn_is_a_card_of_its_street_and_never_on_the_board() -> None:
    result = hand_of(THREE, **CHECKED)
    assert len(result["board"]) == 5
    assert result["board"] == ["2c", "7d", "9h", "Js", "4s"]


@pytest.mark.clause("poker-room", "10.1#2", "16.1#3")
def test_the_player_called_shows_first_and_a_beaten_caller_passes_in_unseen() -> None:
    result = hand_of(
        THREE,
        **(CHECKED | {"river": "2 check, 3 bet 5, 1 call, 2 call"}),
        holes={3: "Kh Kd", 1: "Qh Qd", 2: "Ah Ad"},
    )
    assert seat_of(result, 3)["cards"] == ["Kh", "Kd"]
    assert (seat_of(result, 1)["cards"], seat_of(result, 1)["outcome"]) == ([], "lost")
    assert seat_of(result, 2)["cards"] == ["Ah", "Ad"]


@pytest.mark.clause("poker-room", "10.2#1")
def test_after_checks_the_buttons_left_shows_first() -> None:
    result = hand_of(THREE, **CHECKED, holes={2: "3h 8d", 3: "Kh Kd", 1: "Qh Qd"})
    assert [bool(seat["cards"]) for seat in result["seats"]] == [False, True, True]


@pytest.mark.clause("poker-room", "1.1:Cards Speak")
def test_the_best_hand_tabled_wins_whatever_was_thrown_in() -> None:
    holes = {2: "Ah Ad", 3: "Kh Kd", 1: "Qh Qd"}
    assert won(hand_of(THREE, **CHECKED, holes=holes))[2] == "6.00"
    mucked = hand_of(THREE, **CHECKED, holes=holes, muck=[2])
    assert won(mucked) == {1: "0.00", 2: "0.00", 3: "6.00"}
    assert seat_of(mucked, 2)["outcome"] == "mucked"


@pytest.mark.clause("poker-room", "1.1:Muck")
def test_a_mucked_hand_is_not_tabled_any_more() -> None:
    felt = Felt(THREE).deal().act("1 call, 2 call, 3 check").street("2c 7d 9h")
    for card in ("Js", "4s"):
        felt.act("2 check, 3 check, 1 check").street(card)
    felt.act("2 check, 3 check, 1 check").do(DrawIn()).do(MuckHand(2))
    assert felt.why(TableHand(2, parse_cards("Ah Ad")))[0] is PokerRefusal.HAND_GONE
    assert felt.ask(PassIn(3)) is not None  # nobody has shown a hand that beats it
    felt.do(TableHand(3, parse_cards("Kh Kd")))
    assert felt.ask(AwardPots()) is not None
    felt.do(PassIn(1)).do(AwardPots()).do(FinishHand())
    assert felt.table.phase is Phase.IDLE


@pytest.mark.clause("poker-room", "6.5")
@pytest.mark.parametrize(
    ("first", "board", "hand"),
    [
        ("2h 3d", "As Ks Qs Js Ts", "royal flush"),  # none of its own
        ("Ah 3d", "As Ad Qs Jc 9s", "three of a kind"),  # one
        ("Ah Ac", "As Ad Qs Jc 9s", "four of a kind"),  # both
    ],
)
def test_a_hand_is_the_best_five_of_seven(first: str, board: str, hand: str) -> None:
    result = hand_of(THREE, **CHECKED, holes={2: first}, board=board)
    assert seat_of(result, 2)["hand"] == hand


@pytest.mark.clause("poker-room", "5.1#1")
def test_suits_never_decide() -> None:
    assert shown("As Kd", "Ah Kc", "2c 7d 9h Js 4s") == {2: "2.00", 3: "2.00"}


@pytest.mark.clause("poker-room", "5.1#2")
def test_the_deck_has_52_cards() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    with pytest.raises(WrongScenario, match="twice"):
        hand_of(THREE, **CHECKED, cards="Ah Ah")
    with pytest.raises(WrongScenario, match="cards"):
        hand_of(THREE, **CHECKED, cards="Ah Ad 2c 3c 4c 5c 6c 7c")


RANKING = [
    ("15.1.a", "As Ts", "9s 8s", "Ks Qs Js 2d 3c"),
    ("15.1.b", "9s 8s", "Kd Kc", "Ks Qs Js Ts Kh"),
    ("15.1.c", "Kd Kc", "Ad Ac", "Ks Kh As 2d 3c"),
    ("15.1.d", "Ad Ac", "Qs 2s", "As Kh Kc Ts 3s"),
    ("15.1.e", "As 2s", "9h 8d", "Ks Js Ts 7s 3c"),
    ("15.1.f", "Ad 2c", "Kd Kc", "3s 4h 5d Kh 9s"),
    ("15.1.g", "Kd Kc", "Ad Qd", "Kh As Qc 2d 3c"),
    ("15.1.h", "Ad Qd", "Kd Kc", "As Qc 9h 2d 3c"),
    ("15.1.i", "2h 3h", "Ad Qd", "2s Kc 9h 7d 5c"),
    ("15.1.j", "Ad 8h", "Qd 4h", "2s Kc 9h 7d 5c"),
]


@pytest.mark.clause(
    "poker-room", "15.1.a", "15.1.b", "15.1.c", "15.1.d", "15.1.e", "15.1.f", "15.1.g", "15.1.h",
    "15.1.i", "15.1.j",
)  # fmt: skip
@pytest.mark.parametrize(("rule", "better", "worse", "board"), RANKING)
def test_the_order_of_hands(rule: str, better: str, worse: str, board: str) -> None:
    assert shown(better, worse, board) == {2: "4.00", 3: "0.00"}, rule
    assert shown(worse, better, board) == {2: "0.00", 3: "4.00"}, rule


@pytest.mark.clause("poker-room", "15.2", "5.2", "15.2.a", "15.2.b", "15.2.c", "15.2.d")
@pytest.mark.parametrize(
    ("better", "worse", "board"),
    [
        ("Kd 2c", "8d 7d", "Qs Js Ts 9h 3c"),  # a king high straight beats a queen high one
        ("6d 2c", "Ad 9c", "5s 4h 3d 2h Kc"),  # and a six high one the wheel
        ("Kd Qc", "Qd Jc", "Ks Qh Jd 2h 3c"),  # two pairs: the higher pair
        ("Kd Qc", "Kc Jc", "Ks Qh Jd 2h 3c"),  # then the second pair
        ("Kd Ac", "Kc Td", "Ks Qh Qd 2h 3c"),  # then the fifth card
        ("Kd Ac", "Kc Jd", "Ks Qh 9d 2h 3c"),  # one pair: the other cards
        ("Ad 8c", "Ac 7d", "Ks Qh 9d 2h 3c"),  # five odd cards
    ],
)
def test_within_a_category_the_card_values_decide(better: str, worse: str, board: str) -> None:
    assert shown(better, worse, board) == {2: "4.00", 3: "0.00"}
    assert shown(worse, better, board) == {2: "0.00", 3: "4.00"}


@pytest.mark.clause("poker-room", "16.3", "1.1:Kill")
def test_a_tabled_winner_cannot_be_killed() -> None:
    event = {"during": "showdown", "name": "winning-hand-mucked", "seat": 2}
    holes = {2: "Ah Ad", 3: "Kh Kd", 1: "Qh Qd"}
    assert won(hand_of(THREE, **CHECKED, holes=holes, events=[event]))[2] == "6.00"
    with pytest.raises(WrongScenario, match="does not win"):
        hand_of(THREE, **CHECKED, holes=holes, events=[event | {"seat": 1}])


@pytest.mark.clause("poker-room", "28.5", "28.1#1", "32.1")
def test_in_a_tournament_every_hand_is_turned_up_once_somebody_is_all_in() -> None:
    keys = {"tournament": True}
    result = hand_of(
        {1: 10, 2: 40, 3: 40},
        keys=keys,
        preflop="1 all-in, 2 call, 3 fold",
        holes={1: "3h 8d", 2: "Ah Ad"},
    )
    assert [bool(seat["cards"]) for seat in result["seats"]] == [True, True, False]
    assert result["commission"] == "0.00"
    with pytest.raises(WrongScenario, match="face up"):
        hand_of({1: 10, 2: 40, 3: 40}, keys=keys, preflop="1 all-in, 2 call, 3 fold", muck=[1])
    felt = Felt({1: 10, 2: 40, 3: 40}, tournament=True).deal().act("1 all-in, 2 call, 3 fold")
    felt.do(DrawIn())
    assert guide(felt.table).clause == "28.5"
    felt.do(TableHand(1, parse_cards("3h 8d"))).do(TableHand(2, parse_cards("Ah Ad")))
    assert "flop" in guide(felt.table).text


@pytest.mark.clause("poker-room", "28.1#1", "28.1#2")
def test_an_absent_tournament_player_is_dealt_in_blinded_and_folded() -> None:
    hand = {"before": "3 away", "preflop": "1 call, 2 call", "flop": "2 check, 1 check"}
    hand |= {"turn": "2 check, 1 check", "river": "2 check, 1 check"}
    result = hand_of(THREE, keys={"tournament": True}, **hand)
    assert (seat_of(result, 3)["in"], seat_of(result, 3)["outcome"]) == ("2.00", "folded")


@pytest.mark.clause("poker-room", "28.4")
def test_with_two_left_in_a_tournament_the_button_posts_the_small_blind_and_acts_first() -> None:
    felt = Felt({1: 100, 2: 100}, tournament=True).deal()
    assert (felt.hand.button, felt.hand.small_blind, felt.hand.big_blind) == (1, 1, 2)
    assert felt.offered.seat == 1
    felt.act("1 call, 2 check").street("2c 7d 9h")
    assert felt.offered.seat == 2
