"""Poker room, rules 7 to 10, 12, 14 and 17: the betting, by every limit."""

import pytest

from controller.games.poker.betting import DrawIn, PlayerCalled, PutOverChip
from controller.games.poker.blinds import BeginHand
from controller.games.poker.core import CORE
from controller.games.poker.deal import DealHoleCards, FinishDeal
from controller.games.poker.phases import Phase
from controller.games.poker.refusals import PokerRefusal
from controller.games.poker.rules import Limit
from controller.games.poker.state import Standing
from tests.helpers.poker import Felt, hand_of, seat_of

FOUR = {1: 200, 2: 200, 3: 200, 4: 200}


@pytest.mark.clause("poker-room", "6.4.a#1", "1.1:Blind", "12.1")
def test_the_two_on_the_buttons_left_post_before_any_card_is_dealt() -> None:
    felt = Felt(FOUR).do(BeginHand(1))
    assert (felt.hand.button, felt.hand.small_blind, felt.hand.big_blind) == (1, 2, 3)
    assert [player.wager for player in felt.hand.players] == [100, 200, 0, 0]
    assert felt.ask(FinishDeal()) is not None
    felt.do(DealHoleCards())
    assert felt.table.phase is Phase.DEAL


@pytest.mark.clause("poker-room", "6.4.a#2", "1.1:Ante", "12.6.b")
@pytest.mark.parametrize("limit", [*Limit])
def test_everyone_posts_the_ante_the_blinds_too(limit: Limit) -> None:
    felt = Felt(FOUR, limit, ante=50).do(BeginHand(1))
    assert [player.total for player in felt.hand.players] == [150, 250, 50, 50]
    assert [player.wager for player in felt.hand.players] == [100, 200, 0, 0]


@pytest.mark.clause("poker-room", "6.4.c", "8.1", "1.1:Open")
def test_the_left_of_the_big_blind_opens_the_first_round() -> None:
    assert Felt(FOUR).deal().offered.seat == 4


@pytest.mark.clause("poker-room", "8.1.a", "8.1.b", "8.1.c", "1.1:Call", "1.1:Raise", "1.1:Bet")
def test_the_opener_calls_raises_or_folds() -> None:
    offered = Felt(FOUR).deal().offered
    assert (offered.call, offered.opening, offered.least, offered.most) == (
        200,
        "raise",
        400,
        20000,
    )
    called = Felt(FOUR).deal().act("4 call")
    assert called.hand.of(4).wager == 200
    raised = Felt(FOUR).deal().act("4 raise 6")
    assert (raised.hand.of(4).wager, raised.hand.of(4).stack, raised.hand.high) == (600, 19400, 600)
    folded = Felt(FOUR).deal().act("4 fold")
    assert folded.hand.of(4).standing is Standing.FOLDED
    assert folded.refuses("4 call").refusal is PokerRefusal.OUT_OF_TURN


@pytest.mark.clause("poker-room", "1.1:Fold", "1.1:Pass")
def test_a_player_may_fold_in_turn_though_nobody_has_bet() -> None:
    felt = Felt(FOUR).deal().act("4 call, 1 call, 2 call, 3 check").street("2c 7d 9h")
    felt.act("2 fold")
    assert felt.hand.of(2).standing is Standing.FOLDED
    assert felt.offered.seat == 3


@pytest.mark.clause("poker-room", "8.2", "14.3")
def test_each_player_acts_in_turn_clockwise() -> None:
    felt = Felt(FOUR).deal()
    for seat in (4, 1, 2, 3):
        assert felt.offered.seat == seat
        other = seat % 4 + 1
        assert felt.refuses(f"{other} fold").clause == "14.3"
        felt.act(f"{seat} {'check' if seat == 3 else 'call'}")


@pytest.mark.clause("poker-room", "8.2.a")
def test_the_last_player_left_wins_the_pot() -> None:
    result = hand_of(FOUR, preflop="4 fold, 1 fold, 2 fold")
    assert result["result"] == "uncontested"
    assert result["pots"][0]["winners"] == [3]
    assert seat_of(result, 3)["after"] == "201.00"


@pytest.mark.clause("poker-room", "8.2.b", "8.3", "8.3.a")
def test_the_round_ends_when_all_are_in_for_the_same_and_the_big_blind_has_had_its_turn() -> None:
    felt = Felt(FOUR).deal().act("4 call, 1 call, 2 call")
    assert felt.offered.seat == 3
    assert felt.offered.call == 0
    assert felt.refuses("3 call").refusal is PokerRefusal.NOTHING_TO_CALL
    assert felt.ask(DrawIn()) is not None
    felt.act("3 check").do(DrawIn())
    assert {player.total for player in felt.hand.players} == {200}


@pytest.mark.clause("poker-room", "8.3.b", "8.3.c", "1.1:Live Blind Bet")
def test_the_blinds_raise_or_fold_in_turn_and_the_blind_counts_as_their_bet() -> None:
    felt = Felt(FOUR).deal().act("4 call, 1 fold")
    assert felt.offered.call == 100
    felt.act("2 fold")
    assert felt.hand.of(2).total == 100
    assert felt.hand.pot == 500
    felt.act("3 raise 6")
    assert felt.hand.high == 600


@pytest.mark.clause("poker-room", "6.4.e", "6.4.g", "6.4.i", "9.1", "10.1#1", "14.1#1")
def test_later_rounds_begin_at_the_buttons_left_with_a_bet_or_a_check() -> None:
    felt = Felt(FOUR).deal().act("4 call, 1 call, 2 fold, 3 check")
    for cards, phase in (("2c 7d 9h", Phase.FLOP), ("Js", Phase.TURN), ("4s", Phase.RIVER)):
        felt.street(cards)
        assert felt.table.phase is phase
        assert (felt.offered.seat, felt.offered.call, felt.offered.opening) == (3, 0, "bet")
        felt.act("3 check, 4 check, 1 check")


@pytest.mark.clause("poker-room", "9.1.a", "9.1.b", "9.1.c")
def test_after_a_bet_the_others_call_raise_or_fold() -> None:
    felt = Felt(FOUR).deal().act("4 call, 1 call, 2 call, 3 check").street("2c 7d 9h")
    felt.act("2 bet 5, 3 call, 4 raise 10, 1 fold")
    assert [felt.hand.of(seat).wager for seat in (2, 3, 4)] == [500, 500, 1000]


@pytest.mark.clause("poker-room", "14.1#2")
def test_if_all_check_the_next_card_is_dealt() -> None:
    felt = Felt({1: 200, 2: 200}).deal().act("2 call, 1 check").street("2c 7d 9h")
    felt.act("2 check, 1 check").street("Js")
    assert felt.hand.pot == 400


@pytest.mark.clause("poker-room", "14.2", "1.1:Check")
def test_no_check_after_a_wager() -> None:
    felt = Felt(FOUR).deal()
    assert felt.refuses("4 check").clause == "14.2"
    felt.act("4 call, 1 call, 2 call, 3 check").street("2c 7d 9h").act("2 check, 3 bet 4")
    assert felt.refuses("4 check").refusal is PokerRefusal.CHECK_AFTER_WAGER
    felt.act("4 fold, 1 fold, 2 call")  # a check keeps the right to call


@pytest.mark.clause(
    "poker-room", "7.1", "1.1:Fixed Bet", "1.1:Limit", "1.1:Structured Limits", "12.2"
)
def test_fixed_limit_before_the_flop_raises_by_one_big_blind_three_times() -> None:
    felt = Felt(FOUR, Limit.FIXED, small=200, big=400).deal()
    for seat, to in ((4, 800), (1, 1200), (2, 1600)):
        assert (felt.offered.least, felt.offered.most) == (to, to)
        assert felt.refuses(f"{seat} raise 10").refusal in (
            PokerRefusal.ABOVE_THE_MOST,
            PokerRefusal.BELOW_THE_LEAST,
        )
        felt.act(f"{seat} raise")
    assert felt.refuses("3 raise").clause == "12.2"
    assert felt.hand.high == 1600


@pytest.mark.clause("poker-room", "12.3", "12.4", "1.1:Capped")
@pytest.mark.parametrize(("street", "bet"), [("flop", 400), ("turn", 800), ("river", 800)])
def test_fixed_limit_later_bets_and_their_cap(street: str, bet: int) -> None:
    felt = Felt(FOUR, Limit.FIXED, small=200, big=400).deal()
    felt.act("4 call, 1 call, 2 call, 3 check").street("2c 7d 9h")
    for card in ("Js", "4s")[: ("flop", "turn", "river").index(street)]:
        felt.act("2 check, 3 check, 4 check, 1 check").street(card)
    felt.act("2 bet, 3 raise, 4 raise, 1 raise")
    assert felt.hand.high == 4 * bet
    refused = felt.refuses("2 raise")
    assert refused.refusal is PokerRefusal.CAPPED
    assert refused.clause == ("12.3" if street == "flop" else "12.4")


@pytest.mark.clause("poker-room", "12.5", "1.1:Heads-up")
def test_two_players_raise_each_other_without_a_cap() -> None:
    felt = Felt({1: 20, 2: 200}, Limit.FIXED).deal()
    felt.act("2 raise, 1 raise, 2 raise, 1 raise, 2 raise, 1 raise, 2 raise, 1 raise, 2 raise")
    assert felt.hand.high == 2000
    assert felt.refuses("1 raise").refusal is PokerRefusal.ABOVE_THE_STACK


@pytest.mark.clause("poker-room", "19.16")
def test_a_capped_round_stays_capped_when_it_becomes_heads_up() -> None:
    three = {1: 200, 2: 200, 3: 200}
    felt = Felt(three, Limit.FIXED).deal().act("1 raise, 2 raise, 3 raise, 1 fold")
    assert felt.refuses("2 raise").refusal is PokerRefusal.CAPPED
    felt = Felt(three, Limit.FIXED).deal().act("1 raise, 2 raise, 3 fold, 1 raise, 2 raise")
    felt.act("1 raise")
    assert felt.hand.high == 1200


@pytest.mark.clause("poker-room", "12.6.a.i", "12.6.a.ii")
@pytest.mark.parametrize(("limit", "to"), [(Limit.HALF_POT, 2500), (Limit.POT_LIMIT, 4000)])
def test_the_pot_counts_the_call_first(limit: Limit, to: int) -> None:
    stacks = {1: 200, 2: 200, 3: 200, 4: 200, 5: 200}
    felt = Felt(stacks, limit).deal().act("4 call, 5 call, 1 call, 2 call, 3 check")
    assert felt.hand.pot == 1000
    felt.street("2c 7d 9h")
    assert felt.offered.most == (500 if limit is Limit.HALF_POT else 1000)
    felt = Felt(stacks, limit).deal().act("4 call, 5 call, 1 call, 2 call, 3 check")
    felt.street("2c 7d 9h")
    felt.act("2 bet 5" if limit is Limit.HALF_POT else "2 bet 10")
    if limit is Limit.HALF_POT:
        assert felt.offered.most == 500 + (1500 + 500) // 2
    else:
        assert felt.offered.most == to
    over = felt.offered.most // 100 + 1
    assert (
        felt.refuses(f"3 raise {over}").clause
        == {Limit.HALF_POT: "12.6.a.i", Limit.POT_LIMIT: "12.6.a.ii"}[limit]
    )
    assert felt.refuses("3 all-in").refusal is PokerRefusal.ABOVE_THE_MOST


@pytest.mark.clause("poker-room", "12.6.a.iii", "1.1:No-Limit", "1.1:Table Stakes")
def test_no_limit_is_limited_by_the_table_stake_alone() -> None:
    felt = Felt(FOUR).deal()
    assert felt.offered.most == 20000
    assert felt.refuses("4 raise 201").clause == "1.1:Table Stakes"
    felt.act("4 raise 200")
    assert felt.hand.of(4).stack == 0


@pytest.mark.clause("poker-room", "7.2", "17.2", "17.4#1")
def test_a_raise_is_at_least_the_last_bet_or_raise() -> None:
    felt = Felt(FOUR).deal().act("4 call, 1 call, 2 call, 3 check").street("2c 7d 9h")
    felt.act("2 bet 10, 3 raise 30")
    assert felt.offered.least == 5000
    assert felt.refuses("4 raise 49").clause == "17.4"
    felt.act("4 raise 50")
    assert felt.offered.least == 7000


@pytest.mark.clause("poker-room", "17.4#2")
def test_a_short_all_in_does_not_reopen_the_betting_for_who_has_acted() -> None:
    stacks = {1: 200, 2: 200, 3: 17, 4: 200}
    felt = Felt(stacks).deal().act("4 call, 1 call, 2 call, 3 check").street("2c 7d 9h")
    felt.act("2 bet 10, 3 all-in, 4 call, 1 fold")
    assert felt.offered.call == 500
    assert felt.refuses("2 raise 40").clause == "17.4"
    assert felt.refuses("2 all-in").refusal is PokerRefusal.NOT_REOPENED
    felt.act("2 call")


@pytest.mark.clause("poker-room", "17.4#2")
def test_several_short_all_ins_that_add_up_reopen_it() -> None:
    stacks = {1: 24, 2: 200, 3: 17, 4: 200}
    felt = Felt(stacks).deal().act("4 call, 1 call, 2 call, 3 check").street("2c 7d 9h")
    felt.act("2 bet 10, 3 all-in, 4 call, 1 all-in")
    assert felt.hand.high == 2200
    assert felt.offered.least == 3200
    felt.act("2 raise 32")


@pytest.mark.clause("poker-room", "17.3#1", "17.3#2")
@pytest.mark.parametrize(("allin", "to"), [("11", 1600), ("12", 2400)])
def test_limit_an_all_in_of_half_a_bet_counts_as_a_full_one(allin: str, to: int) -> None:
    stacks = {1: 200, 2: 200, 3: 8 + int(allin), 4: 200}
    felt = Felt(stacks, Limit.FIXED, small=400, big=800).deal()
    felt.act("4 call, 1 call, 2 call, 3 check").street("2c 7d 9h")
    felt.act("2 bet 8, 3 all-in")
    assert (felt.offered.seat, felt.offered.least) == (4, to)
    felt.act("4 call, 1 fold")
    if to == 1600:
        assert felt.refuses("2 raise").clause == "17.3"
    else:
        felt.act("2 raise")
        assert felt.hand.high == 2400


@pytest.mark.clause("poker-room", "17.1#1", "1.1:All-In", "16.4")
def test_who_cannot_meet_a_wager_goes_all_in_and_has_no_more_decisions() -> None:
    result = hand_of(
        {1: 200, 2: 200, 3: 5},
        preflop="1 raise 20, 2 call, 3 call",
        flop="2 check, 1 check",
        turn="2 bet 10, 1 fold",
        holes={3: "Ah Ad", 2: "Kh Kd"},
    )
    assert seat_of(result, 3)["outcome"] == "won"
    assert seat_of(result, 3)["won"] == "15.00"


@pytest.mark.clause("poker-room", "1.1:Over-Chip")
def test_a_single_larger_chip_is_a_call_with_change_due() -> None:
    felt = Felt(FOUR).deal().do(PutOverChip(4, 2500))
    assert felt.events[-1] == PlayerCalled(4, 200, 2300)
    assert felt.hand.of(4).stack == 19800
    assert felt.why(PutOverChip(1, 200))[1] == "1.1:Over-Chip"
    felt.act("1 raise 25")  # announced


@pytest.mark.clause("poker-room", "20.5#2")
def test_half_pot_pot_limit_and_no_limit_say_the_amount() -> None:
    for limit in (Limit.HALF_POT, Limit.POT_LIMIT, Limit.NO_LIMIT):
        assert Felt(FOUR, limit).deal().refuses("4 raise").clause == "20.5"


@pytest.mark.clause("poker-room", "6.4.b", "1.1:Hole Cards")
def test_the_core_has_no_hole_card_before_it_is_shown() -> None:
    felt = Felt(FOUR).deal().act("4 call, 1 call, 2 call, 3 check")
    assert all(player.cards == () for player in felt.hand.players)
    assert [player.seat for player in felt.hand.players] == [2, 3, 4, 1]  # the button comes last


@pytest.mark.clause("poker-room", "21.5", "21.4")
def test_no_command_divides_a_pot_or_lends_chips() -> None:
    names = {kind.__name__ for kind in CORE.handlers}
    assert len(names) > 20
    assert not any(word in name for name in names for word in ("Divide", "Split", "Lend", "Give"))
