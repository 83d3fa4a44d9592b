"""South Dakota, subdivisions (1) to (12): wagers, deal, decisions, reveals and hands."""

from dataclasses import replace
from typing import Any

import pytest

from controller.cards.plan import Slot, To, Unexplained
from controller.domain.cards import Card, parse_cards
from controller.games.bonus import commands as c
from controller.games.bonus.commands import Irregularity, Report
from controller.games.bonus.paytables import AnteBonusTable
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.round.view import public_view
from controller.games.bonus.rules import Street
from controller.games.bonus.steps import guide
from controller.games.bonus.wagers import Area, Choice, Stake
from simulators.games.bonus.scenario.result import round_result
from tests.helpers.felt import Felt, dealt_by_hand, dollars, jackpot_rules, table_rules
from tests.helpers.rounds import BETS, results

FLOP, TURN, RIVER = "2s Kh 9d 4h", "3s 7c", "4s 2d"
"""A street with its burn card first."""
DEALER = "Qd Jc"
LIMITS = {"ante": ["5", "100"], "bonus": ["5", "100"]}
HANDS = {1: "Ah Ad", 2: "Kc 5s", 3: "8s 6d"}
"""Against king high: aces win, kings win, and eight with a six for nothing loses."""


def wagers(*places: int, bonus: bool = False) -> Felt:
    """Antes of 10 at these places; the bonus is offered only where a pay table is configured."""
    rules = table_rules("sd", jackpot=jackpot_rules("PMG-01", wager="1"))
    if bonus:
        rules = replace(rules, ante_bonus=AnteBonusTable({"AA": 30}))
    return Felt(rules, meter="12000").wagers(**{f"p{place}": "10" for place in places})


def dealt(*places: int) -> Felt:
    return wagers(*places).deal(dealt_by_hand(DEALER, *(HANDS[place] for place in places)))


def to_the_end(felt: Felt) -> Felt:
    """Everybody bets the flop and checks the rest; the dealer's hand is not shown."""
    felt.all("bet").reveal("flop", FLOP).all("check").reveal("turn", TURN)
    return felt.all("check").reveal("river", RIVER)


@pytest.mark.clause("sd", "(1)#1", "(1)#2", "(4)#2")
def test_only_places_with_an_ante_are_dealt_two_cards_each() -> None:
    felt = dealt(1, 3)
    assert [place.number for place in felt.round.places if place.cards] == [1, 3]
    assert felt.place(1).cards == parse_cards(HANDS[1])
    assert felt.place(3).cards == parse_cards(HANDS[3])
    assert felt.round.dealer == parse_cards(DEALER)
    assert felt.round.community == ()
    assert len(felt.round.drawn) == 2 * 2 + 2
    assert felt.why(c.Decide(2, Choice.BET)) == (Refusal.NOT_DEALT_IN, "(1)")


@pytest.mark.clause("sd", "(1)#1")
def test_without_an_ante_there_is_no_deal() -> None:
    felt = Felt(table_rules("sd")).wagers()
    assert felt.why(c.NoMoreBets()) == (Refusal.NO_ANTE_AT_ALL, "(1)")


@pytest.mark.clause("sd", "(1)#2")
def test_one_ante_brings_one_hand() -> None:
    felt = wagers(1)
    again = c.PlaceWager(1, Area.ANTE, Stake(dollars("10")))
    assert felt.refuses(again).refusal is Refusal.AREA_TAKEN


@pytest.mark.clause("sd", "(2)#1")
def test_bonus_and_progressive_are_free_to_choose_each_on_its_own() -> None:
    felt = wagers(1, 2, 3, 4, bonus=True).bonus(2, "5").bonus(4, "5").jackpot(3, 4)
    felt.do(c.NoMoreBets())
    placed = [set(felt.place(number).stakes) - {Area.ANTE} for number in (1, 2, 3, 4)]
    assert placed == [set(), {Area.BONUS}, {Area.JACKPOT}, {Area.BONUS, Area.JACKPOT}]


@pytest.mark.clause("sd", "(2)#1")
def test_neither_bonus_nor_progressive_is_there_without_an_ante_or_after_the_window() -> None:
    felt = wagers(1, bonus=True).jackpot(2)
    late = c.PlaceWager(1, Area.BONUS, Stake(dollars("5")))
    no_ante = c.PlaceWager(2, Area.BONUS, Stake(dollars("5")))
    assert felt.refuses(no_ante).refusal is Refusal.NO_ANTE
    felt.do(c.NoMoreBets(), c.JackpotSensor(1, present=True))
    assert felt.refuses(late).refusal is Refusal.WRONG_PHASE
    assert set(felt.place(1).stakes) == {Area.ANTE}
    assert not felt.place(2).stakes
    assert felt.meter == "12000.00"


@pytest.mark.clause("sd", "(4)#2", "(4)#3")
def test_hole_cards_go_out_one_at_a_time_clockwise_in_two_passes_the_dealer_last() -> None:
    felt = wagers(6, 2, 3).deal("")
    assert felt.round.plan is not None
    round_once = [Slot(To.PLACE, 2), Slot(To.PLACE, 3), Slot(To.PLACE, 6), Slot(To.DEALER)]
    assert list(felt.round.plan.slots[:8]) == round_once * 2
    assert felt.round.plan.due[0] == 2 * 3 + 2
    felt.deal("2c 3c 4c 5c 2d 3d 4d 5d")
    assert felt.phase == "flop-decisions"
    held = [felt.place(2).cards, felt.place(3).cards, felt.place(6).cards, felt.round.dealer]
    assert held == [parse_cards(f"{rank}c {rank}d") for rank in "2345"]


def test_the_dealer_says_once_that_all_cards_due_are_out() -> None:
    felt = wagers(1, 2)
    assert felt.refuses(c.DealByHand(6)).refusal is Refusal.WRONG_PHASE, "bets are not locked"
    felt.go(c.NoMoreBets())
    assert felt.refuses(c.DealByHand(5)).refusal is Refusal.CARDS_NOT_DUE
    felt.do(c.DealByHand(6))
    assert felt.round.drawn == (None,) * 6, "nobody has read them"
    assert felt.why(c.DealByHand(6)) == (Refusal.CARDS_NOT_DUE, "(4)")
    felt.go(c.DealDone(), c.DecideAll(Choice.BET), c.DealByHand(10))
    assert felt.round.unexplained is Unexplained.NOTHING
    assert felt.refuses(c.DealByHand(10)).detail == "10 cards are due by now, 10 are out."


def test_where_a_device_deals_nobody_says_which_cards_are_out() -> None:
    felt = Felt(table_rules("nsw-2024")).wagers(p1="25").go(c.NoMoreBets())
    assert felt.refuses(c.DealByHand(9)).refusal is Refusal.WRONG_PHASE


@pytest.mark.clause("sd", "(4)#2")
def test_all_hole_cards_lie_face_down() -> None:
    view = public_view(dealt(1, 2).table).round
    assert view.place(1).cards == view.place(2).cards == view.dealer == (None, None)


@pytest.mark.clause("sd", "(5)#1")
def test_before_the_flop_there_is_only_fold_or_bet_and_everybody_decides() -> None:
    felt = dealt(1, 2)
    assert felt.why(c.Decide(1, Choice.CHECK)) == (Refusal.NOT_OFFERED, "(5)")
    felt.decide(1, "bet")
    assert felt.refuses(c.Reveal(Street.FLOP)).refusal is Refusal.UNDECIDED
    # The flop is not even due: its burn card would be a card out of turn.
    early = Felt(felt.table.rules)
    early.table = felt.table
    early.do(c.CardDrawn(Card.parse("2s"))).decide(2, "bet")
    assert early.refuses(c.Reveal(Street.FLOP)).refusal is Refusal.CARDS_UNEXPLAINED
    felt.decide(2, "fold").reveal("flop", FLOP)
    assert felt.phase == "turn-decisions"


@pytest.mark.clause("sd", "(5)(a)#1")
def test_a_folded_hand_is_out_of_turn_river_and_settlement() -> None:
    felt = dealt(1, 2, 3).decide(2, "fold").all("bet").reveal("flop", FLOP)
    assert felt.refuses(c.Decide(2, Choice.CHECK)).refusal is Refusal.HAND_OVER
    felt.decide(1, "check").decide(3, "check").reveal("turn", TURN)
    felt.decide(1, "bet").decide(3, "check").reveal("river", RIVER).go(c.ShowDealersHand())
    felt.settle(3)
    assert felt.refuses(c.SettlePlace(2)).refusal is Refusal.NOT_THE_NEXT
    felt.settle(1)
    result = round_result(felt.table)
    assert result["settlement_order"] == [3, 1]
    assert result["hands"][1]["outcome"] == "folded"
    assert result["hands"][1]["cards"] == []


@pytest.mark.clause("sd", "(5)(a)#2")
def test_a_fold_costs_the_ante_and_neither_bonus_nor_progressive_can_be_won() -> None:
    felt = wagers(1, 2, bonus=True).bonus(1, "5").jackpot(1)
    felt.deal(dealt_by_hand(DEALER, "Ah Ad", HANDS[2])).decide(1, "fold").decide(2, "bet")
    # The flop would make four aces.
    felt.reveal("flop", "2s As Ac 4h").all("check").reveal("turn", TURN)
    felt.all("check").reveal("river", RIVER).go(c.ShowDealersHand()).settle(2)
    (folded, _) = round_result(felt.table)["hands"]
    lost = {area: (won["paid"], won["returned"]) for area, won in folded["wagers"].items()}
    assert lost == dict.fromkeys(("ante", "bonus", "jackpot"), ("0.00", "0.00"))
    assert felt.round.awards == ()


@pytest.mark.parametrize("ante", ["10", "25", "33.50"])
@pytest.mark.clause("sd", "(5)(b)#1", "(7)#2", "(9)")
def test_a_bet_is_twice_the_ante_on_the_flop_and_once_on_turn_and_river(ante: str) -> None:
    felt = Felt(table_rules("sd")).wagers(p1=ante).deal(dealt_by_hand(DEALER, HANDS[1]))
    felt.all("bet").reveal("flop", FLOP).all("bet").reveal("turn", TURN).all("bet")
    once = dollars(ante)
    stakes = {area: stake.amount for area, stake in felt.place(1).stakes.items()}
    assert stakes == {Area.ANTE: once, Area.FLOP: once * 2, Area.TURN: once, Area.RIVER: once}


@pytest.mark.parametrize("wrong", ["19", "25"])
@pytest.mark.clause("sd", "(5)(b)#1")
def test_the_flop_waits_for_any_other_amount_to_be_put_right(wrong: str) -> None:
    felt = dealt(1, 2).decide(1, "bet", wrong).decide(2, "bet")
    held = guide(felt.table)
    assert (held.clause, held.place) == ("(5)(b)", 1)
    felt.go(Report(Irregularity.FLOP_WAGER_CORRECTED, 1))
    assert felt.place(1).stakes[Area.FLOP].amount == dollars("20")
    assert guide(felt.table).clause == "(6)"


@pytest.mark.parametrize(
    ("street", "placed", "counts"),
    [("flop", "25", "20"), ("turn", "15", "10"), ("river", "15", "10")],
)
@pytest.mark.clause("sd", "(5)(b)#1", "(7)#2", "(9)")
def test_no_more_than_the_rules_ask_ever_plays(street: str, placed: str, counts: str) -> None:
    hand = {"place": 1, "ante": "10", "decisions": ["bet", "bet", "bet"], street: placed}
    for cards, outcome in (("Ah Ad", "win"), ("8s 6d", "lose")):
        hole = dealt_by_hand(DEALER, cards)
        dealt = " ".join((hole, FLOP, TURN, RIVER))
        wager = results("sd", dealt, [hand], limits=LIMITS)[0]["hands"][0]["wagers"][street]
        assert wager["outcome"] == outcome
        if outcome == "win":
            assert dollars(wager["paid"]) == dollars(counts)
        else:
            assert dollars(wager["returned"]) == dollars(placed) - dollars(counts)


@pytest.mark.clause("sd", "(5)(b)#2")
def test_whoever_has_bet_the_flop_is_in_for_the_finish() -> None:
    felt = dealt(1, 2).all("bet").reveal("flop", FLOP)
    for street, cards in (("turn", TURN), ("river", RIVER)):
        assert felt.refuses(c.Decide(1, Choice.FOLD)).refusal is Refusal.NOT_OFFERED
        assert felt.refuses(Report(Irregularity.DEEMED_FOLD, 1)).refusal is Refusal.NOT_OFFERED
        felt.all("check").reveal(street, cards)
    concede = c.Concede(1)
    felt.go(c.ShowDealersHand())
    assert felt.why(concede) == (Refusal.NOT_OFFERED, "(5)(b)")
    felt.settle(2)
    assert felt.refuses(concede).refusal is Refusal.NOT_OFFERED


@pytest.mark.clause("sd", "(6)#1", "(7)#3", "(10)#1")
def test_each_street_is_turned_after_a_burn_card_that_nobody_sees() -> None:
    felt = dealt(1, 2).all("bet")
    assert felt.refuses(c.Reveal(Street.FLOP)).refusal is Refusal.CARDS_MISSING
    felt.go(*map(c.CardDrawn, parse_cards("2s Kh 9d")))
    assert felt.refuses(c.Reveal(Street.FLOP)).refusal is Refusal.CARDS_MISSING
    felt.reveal("flop", "4h").all("check")
    assert felt.refuses(c.Reveal(Street.TURN)).refusal is Refusal.CARDS_MISSING
    felt.reveal("turn", TURN).all("check")
    felt.go(c.CardDrawn(Card.parse("4s")))
    assert felt.refuses(c.Reveal(Street.RIVER)).refusal is Refusal.CARDS_MISSING
    felt.reveal("river", "2d")
    assert felt.round.community == parse_cards("Kh 9d 4h 7c 2d")
    # 2n + 2 hole cards, five community cards, three burns.
    assert len(felt.round.drawn) == 2 * 2 + 2 + 5 + 3
    assert felt.round.plan is not None
    burnt = [index for index, slot in enumerate(felt.round.plan.slots) if slot.to is To.BURN]
    assert burnt == [6, 10, 12]
    assert public_view(felt.table).round.drawn == (None,) * 14


@pytest.mark.clause("sd", "(7)#1", "(8)")
def test_after_flop_and_turn_players_are_asked_one_by_one_clockwise_check_or_bet() -> None:
    felt = dealt(1, 2, 3).decide(3, "bet").decide(1, "bet").decide(2, "bet").reveal("flop", FLOP)
    for street, cards, clause in (("turn", TURN, "(7)"), ("river", RIVER, "(8)")):
        for place in (1, 2, 3):
            for later in range(place + 1, 4):
                assert felt.why(c.Decide(later, Choice.CHECK)) == (Refusal.OUT_OF_TURN, clause)
            assert felt.refuses(c.Decide(place, Choice.FOLD)).refusal is Refusal.NOT_OFFERED
            assert felt.refuses(c.Reveal(Street(street))).refusal is Refusal.UNDECIDED
            felt.decide(place, "bet" if place == 2 else "check")
        felt.reveal(street, cards)


@pytest.mark.clause("sd", "(8)")
def test_a_check_on_the_turn_leaves_the_river_open_and_nothing_is_bet_after_it() -> None:
    felt = dealt(1).all("bet").reveal("flop", FLOP).all("check").reveal("turn", TURN)
    felt.all("bet").reveal("river", RIVER)
    assert set(felt.place(1).stakes) == {Area.ANTE, Area.FLOP, Area.RIVER}
    assert felt.phase == "showdown"
    assert felt.refuses(c.Decide(1, Choice.BET)).refusal is Refusal.WRONG_PHASE


@pytest.mark.clause("sd", "(11)#1")
def test_the_dealers_cards_are_turned_after_the_river_and_before_any_players_hand() -> None:
    felt = dealt(1, 2).all("bet").reveal("flop", FLOP).all("check").reveal("turn", TURN)
    assert felt.refuses(c.ShowDealersHand()).refusal is Refusal.WRONG_PHASE
    felt.all("check").reveal("river", RIVER)
    assert felt.refuses(c.SettlePlace(2)).refusal is Refusal.DEALER_NOT_SHOWN
    assert felt.refuses(c.BeginSettlement()).refusal is Refusal.DEALER_NOT_SHOWN
    felt.go(c.ShowDealersHand())
    assert public_view(felt.table).round.dealer == parse_cards(DEALER)
    assert public_view(felt.table).round.place(2).cards == (None, None)


@pytest.mark.clause("sd", "(12)#1")
def test_the_hand_at_the_dealers_right_is_the_first_to_be_turned() -> None:
    felt = to_the_end(dealt(1, 2, 3)).go(c.ShowDealersHand())
    for place in (1, 2):
        assert felt.why(c.SettlePlace(place)) == (Refusal.NOT_THE_NEXT, "(17)")
    felt.settle(3)
    view = public_view(felt.table).round
    assert view.place(3).cards == parse_cards(HANDS[3])
    assert view.place(2).cards == (None, None)


BOARD_PLAYS = "2s Kh Kd Ks", "3s 7c", "4s 7d"
"""Kings full on the board."""


@pytest.mark.parametrize(
    ("hole", "streets", "hand", "best"),
    [
        ("Ah Ad", (FLOP, TURN, RIVER), "one pair", "Ah Ad Kh 9d 7c"),  # two and three
        ("Kc 5s", (FLOP, TURN, RIVER), "one pair", "Kh Kc 9d 7c 5s"),
        ("9h 3c", ("2s Kh Kd 9s", "3s 9c", "4s 7d"), "full house", "9s 9h 9c Kh Kd"),
        ("Qs 6c", ("2s 2h 3h 5h", "3s 9h", "4s Kh"), "flush", "Kh 9h 5h 3h 2h"),  # the board
        ("Jh 6c", ("2s 2h 3h 5h", "3s 9h", "4s Kh"), "flush", "Kh Jh 9h 5h 3h"),  # one and four
        ("6h 5c", BOARD_PLAYS, "full house", "Ks Kh Kd 7d 7c"),
    ],
)
@pytest.mark.clause("sd", "(11)#2", "(12)#2")
def test_dealer_and_player_have_the_best_five_of_seven_the_board_alone_included(
    hole: str, streets: tuple[str, str, str], hand: str, best: str
) -> None:
    other = "Th 8d"
    expected = {"hand": hand, "best": best.split(), "cards": hole.split()}
    for dealer, player, whose in ((hole, other, "dealer"), (other, hole, "player")):
        shown = shown_hands(dealt_by_hand(dealer, player), streets)[whose]
        assert {key: shown[key] for key in expected} == expected


def shown_hands(hole: str, streets: tuple[str, str, str]) -> dict[str, dict[str, Any]]:
    hand = {"place": 1, "ante": "10", "decisions": BETS}
    (result,) = results("sd", " ".join((hole, *streets)), [hand], limits=LIMITS)
    return {"dealer": result["dealer"], "player": result["hands"][0]}
