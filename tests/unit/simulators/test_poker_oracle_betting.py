"""The oracle of the poker room: what a seat is offered (R45 to R48, R53 to R56)."""

from typing import Any

from tests.helpers.poker_files import FOUR, bets, deck, offered, outcomes, seat_of, table, wrong_in
from tests.helpers.poker_oracle import play


def file(
    stacks: dict[int, Any], streets: dict[str, Any], big: int = 2, **fields: Any
) -> dict[str, Any]:
    """One hand with the button at the last seat: seat 1 posts the small blind."""
    fields = {"button": max(stacks), "blinds": [str(big // 2), str(big)]} | fields
    return table(stacks, [streets], **fields)


RICH = {1: 1000, 2: 1000, 3: 1000, 4: 1000}
LIMP = ["3 call", "4 call", "1 call", "2 check"]


# R45, R56: no-limit.


def test_r45_the_next_raise_is_at_least_the_last() -> None:
    """Bet 10, raise to 30: at least to 50 (17.4)."""
    offer = offered(file(RICH, {"preflop": LIMP, "flop": ["1 bet 10", "2 raise 30"]}))
    assert bets(offer) == (50, 998)


def test_r56_whoever_acted_may_not_raise_a_short_all_in() -> None:
    """A bets 10, B all-in 15, C calls 15: A may call 5 or fold."""
    stacks = RICH | {2: 17}
    streets = {"preflop": LIMP, "flop": ["1 bet 10", "2 all-in", "3 call", "4 fold"]}
    offer = offered(file(stacks, streets))
    assert (offer.call, bets(offer), offer.may_go_all_in) == (15_00, None, False)


def test_r56_who_has_not_acted_may_raise_it() -> None:
    stacks = RICH | {2: 17}
    offer = offered(file(stacks, {"preflop": LIMP, "flop": ["1 bet 10", "2 all-in"]}))
    assert bets(offer) == (25, 998)


def test_r45_several_short_all_ins_add_up_to_a_full_raise() -> None:
    stacks = RICH | {2: 17, 3: 22}
    streets = {"preflop": LIMP, "flop": ["1 bet 10", "2 all-in", "3 all-in", "4 call"]}
    assert bets(offered(file(stacks, streets))) == (30, 998)  # from 10 to 20: the size of the bet
    stacks |= {3: 21}
    assert bets(offered(file(stacks, streets))) is None


def test_r56_a_checker_facing_a_short_all_in_may_not_raise() -> None:
    stacks = RICH | {2: 3}
    streets = {"preflop": LIMP, "flop": ["1 check", "2 all-in", "3 call", "4 call"]}
    offer = offered(file(stacks, streets))
    assert (offer.call, bets(offer)) == (1_00, None)


def test_r56_opened_all_in_for_less_than_the_big_blind() -> None:
    """Big blind 100, opened all-in for 40: to 140."""
    stacks = dict.fromkeys(RICH, 5000) | {1: 140}
    offer = offered(file(stacks, {"preflop": LIMP, "flop": ["1 all-in"]}, big=100))
    assert (offer.word, bets(offer)) == ("raise", (140, 4900))


def test_r53_the_full_big_blind_is_the_call_where_its_poster_was_short() -> None:
    offer = offered(file(RICH | {2: 60}, {}, big=100))
    assert (offer.call, bets(offer)) == (100_00, (200, 1000))


# R45, R46, R56: fixed limit.


def fixed(stacks: dict[int, Any], streets: dict[str, list[str]], big: int = 8) -> dict[str, Any]:
    return file(stacks, streets, big=big, limit="fixed")


def test_r56_less_than_half_a_bet_is_completed() -> None:
    """Limit 8: bet 8, all-in 11: call 11 or to 16; the bettor may only call."""
    streets = {"preflop": LIMP, "flop": ["1 bet", "2 all-in"]}
    offer = offered(fixed(RICH | {2: 19}, streets))
    assert (offer.call, bets(offer)) == (11_00, (16, 16))
    streets["flop"] += ["3 call", "4 call"]
    assert bets(offered(fixed(RICH | {2: 19}, streets))) is None


def test_r45_half_a_bet_or_more_counts_as_a_full_bet() -> None:
    """Limit 8: bet 8, all-in 12 counts as 16, the next raise is to 24."""
    streets = {"preflop": LIMP, "flop": ["1 bet", "2 all-in"]}
    assert bets(offered(fixed(RICH | {2: 20}, streets))) == (24, 24)
    streets["flop"] += ["3 call", "4 call"]
    assert bets(offered(fixed(RICH | {2: 20}, streets))) == (24, 24)


def test_clauses_12_2_to_12_4_bets_and_caps() -> None:
    """Big blind 4: capped at 16, at 16 on the flop, at 32 on turn and river."""
    raising = ["3 raise 8", "4 raise 12", "1 raise 16"]
    offer = offered(fixed(RICH, {"preflop": raising}, big=4))
    assert (offer.call, bets(offer), offer.may_go_all_in) == (16_00, None, False)
    streets = {"preflop": LIMP, "flop": ["1 bet 4", "2 raise 8", "3 raise", "4 raise 16"]}
    assert bets(offered(fixed(RICH, streets, big=4))) is None
    checks = ["1 check", "2 check", "3 check", "4 check"]
    streets = {"preflop": LIMP, "flop": checks}
    streets["turn"] = ["1 bet 8", "2 raise 16", "3 raise 24"]
    assert bets(offered(fixed(RICH, streets, big=4))) == (32, 32)
    streets["turn"] += ["4 raise"]
    assert bets(offered(fixed(RICH, streets, big=4))) is None


def test_r46_no_cap_while_two_are_in() -> None:
    streets = {"preflop": ["3 fold", "4 fold", "1 raise", "2 raise", "1 raise", "2 raise"]}
    assert bets(offered(fixed(RICH, streets, big=4))) == (24, 24)


def test_r46_once_capped_it_stays_capped_with_two() -> None:
    streets = {"preflop": ["3 raise", "4 raise", "1 raise", "2 fold", "3 fold"]}
    assert bets(offered(fixed(RICH, streets, big=4))) is None


def test_r55_a_fixed_raise_without_an_amount_is_never_all_in_for_less() -> None:
    assert wrong_in(fixed(RICH | {3: 14}, {"preflop": ["3 raise"]})).place == (
        *(1, "preflop"),
        *(1, False),
    )
    assert offered(fixed(RICH | {3: 14}, {"preflop": ["3 all-in"]})).call == 14_00


def test_r55_a_fixed_all_in_above_the_raise_is_refused() -> None:
    assert not wrong_in(fixed(RICH, {"preflop": ["3 all-in"]})).missing


# R47, R55: pot-limit and half-pot.


def test_r47_the_pot_after_the_call() -> None:
    """Pot 10, bet 10: full pot to 40, half pot to 25."""
    stacks = {1: 1000, 2: 1000, 3: 1000, 4: 1000, 5: 1000}
    limp = ["3 call", "4 call", "5 call", "1 call", "2 check"]
    streets: dict[str, Any] = {"preflop": limp, "cards": deck(FOUR + " 8s-8h")}
    streets["flop"] = ["1 check", "2 check", "3 check", "4 bet 10"]
    full = file(stacks, streets, limit="pot-limit")
    assert bets(offered(full)) == (20, 40)
    streets["flop"] = ["1 bet 5"]
    half = file(stacks, streets, limit="half-pot")
    assert bets(offered(half)) == (10, 15)  # 5 + (10 + 5 + 5) / 2
    streets["flop"] = []
    assert bets(offered(file(stacks, streets, limit="half-pot"))) == (2, 5)


def test_r47_half_pot_is_rounded_down_to_the_chip() -> None:
    """Blinds 1 and 2: 2 + (3 + 2) / 2 = 4.50."""
    assert bets(offered(file(RICH, {}, limit="half-pot"))) == (4, 4)


def test_r55_where_the_most_is_below_the_least_the_least_is_the_most() -> None:
    """Short blinds of 1 and 3 for 10: half the pot is to 10 + (4 + 10) / 2, the least to 20."""
    assert bets(offered(file(RICH | {1: 1, 2: 3}, {}, big=10, limit="half-pot"))) == (20, 20)


def test_r55_antes_and_dead_blinds_are_in_the_pot() -> None:
    offer = offered(file(RICH, {}, limit="pot-limit", ante="1"))
    assert bets(offer) == (4, 2 + 4 + 3 + 2)


def test_r55_an_all_in_above_the_most_is_refused() -> None:
    assert not wrong_in(file(RICH, {"preflop": ["3 all-in"]}, limit="pot-limit")).missing
    assert offered(file(RICH | {3: 7}, {"preflop": ["3 all-in"]}, limit="pot-limit")).call == 7_00


def test_r55_the_least_is_rounded_up_to_the_chip() -> None:
    """An all-in to 13 over 10: the least raise, to 23, is rounded up to 25."""
    offer = offered(file(RICH | {3: 13}, {"preflop": ["3 all-in"]}, big=10, chip="5"))
    assert bets(offer) == (25, 1000)


# R48: two players.


def test_r48_two_in_a_cash_game_the_button_posts_the_big_blind() -> None:
    (hand,) = play(table({2: 100, 5: 100}, [{"preflop": ["5 fold"]}], button=2))["hands"]
    assert (hand["button"], hand["small_blind"], hand["big_blind"]) == (2, 5, 2)


def test_28_4_two_in_a_tournament_the_button_posts_the_small_blind_and_acts_first() -> None:
    streets = {"preflop": ["2 call", "5 check"], "flop": ["5 bet 2", "2 fold"]}
    (hand,) = play(table({2: 100, 5: 100}, [streets], button=2, tournament=True))["hands"]
    assert (hand["button"], hand["small_blind"], hand["big_blind"]) == (2, 2, 5)


def test_r57_a_first_button_nobody_sits_at_goes_to_one_of_two() -> None:
    for tournament, button in ((False, 5), (True, 2)):
        streets = {"preflop": ["2 fold"]}
        file = table({2: 100, 5: 100}, [streets], button=1, tournament=tournament)
        (hand,) = play(file)["hands"]
        assert (hand["button"], hand["small_blind"], hand["big_blind"]) == (button, 2, 5)


# R54: who decides.


def test_r54_nothing_to_decide_against_all_ins_for_no_more() -> None:
    (hand,) = play(file(RICH | {1: 1}, {"preflop": ["3 fold", "4 fold"]}))["hands"]
    assert hand["result"] == "showdown"  # the small blind is all-in for 1, the big blind has 2
    assert seat_of(hand, 2)["returned"] == "1.00"


def test_r54_a_small_blind_facing_a_big_blind_all_in_for_no_more() -> None:
    (hand,) = play(file(RICH | {2: 1}, {"preflop": ["3 fold", "4 fold"]}))["hands"]
    assert seat_of(hand, 1)["in"] == "1.00"


def test_r54_the_full_big_blind_is_called_where_the_short_one_is_more() -> None:
    streets = {"preflop": ["3 fold", "4 fold", "1 call"]}
    (hand,) = play(file(RICH | {2: "1.50"}, streets))["hands"]
    assert (seat_of(hand, 1)["in"], seat_of(hand, 1)["returned"]) == ("1.50", "0.50")


def test_r54_nobody_raises_where_no_other_has_chips() -> None:
    offer = offered(file({1: 50, 2: 100, 3: 50}, {"preflop": ["3 all-in", "1 all-in"]}))
    assert (offer.call, bets(offer), offer.may_go_all_in) == (50_00, None, False)


def test_r53_an_ante_may_take_all_and_the_small_blind_is_named_all_the_same() -> None:
    streets = {"preflop": ["3 fold", "4 fold"]}
    (hand,) = play(file(RICH | {1: 1}, streets, ante="1"))["hands"]
    assert hand["small_blind"] == 1
    assert [pot["amount"] for pot in hand["pots"]] == ["4.00"]
    assert outcomes(hand)[1] == "won"


def test_the_words_check_and_call() -> None:
    assert wrong_in(file(RICH, {"preflop": ["3 check"]})).position == 1
    assert wrong_in(file(RICH, {"preflop": [*LIMP[:3], "2 call"]})).position == 4
    assert wrong_in(file(RICH, {"preflop": LIMP, "flop": ["1 raise 10"]})).position == 1
    assert wrong_in(file(RICH, {"preflop": ["3 bet 10"]})).position == 1
