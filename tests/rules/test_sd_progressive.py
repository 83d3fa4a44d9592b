"""South Dakota, subdivision (18): the progressive schedules and the meter (R26 to R28, R30)."""

from typing import Any

import pytest

from controller.domain.cards import parse_cards
from controller.games.bonus import commands as c
from controller.games.bonus.figures import load_schedule
from controller.games.bonus.jackpot.awards import grade
from controller.games.bonus.refusals import Refusal
from simulators.scenario.reading import WrongScenario
from tests.helpers.felt import Felt, dealt_by_hand, jackpot_rules, table_rules
from tests.helpers.rounds import betting, by_hand, results

DEALER = "4c 6d"
ROYAL_FLOP = "Qh Jh Th 2c 3d"


def played(
    schedule: str,
    board: str,
    *players: str,
    dealer: str = DEALER,
    fold: tuple[int, ...] = (),
    without: tuple[int, ...] = (),
    rounds: int = 1,
    **jackpot: str,
) -> list[dict[str, Any]]:
    """Places 1, 2, ... hold these cards; they bet the progressive but for those `without`."""
    hands = betting(len(players), fold=fold, without=without, ante="10")
    wager = {"PMG-02": "5"}.get(schedule, "1")
    figures = {"schedule": schedule, "wager": wager, "meter": "12000", "seed": "10000"} | jackpot
    cards = by_hand(board, dealer, *players)
    return results("sd", cards, hands, rounds=rounds, jackpot=figures)


def awards(result: dict[str, Any]) -> list[tuple[int, str, str, str]]:
    """Place, award, amount, and what of it came off the meter; envy left out."""
    return [
        (award["place"], award["award"], award["amount"], award["from_meter"])
        for award in result["jackpots"]
        if award["kind"] != "envy"
    ]


PMG = [
    ("royal-flush", "Ah Kh", ROYAL_FLOP),
    ("straight-flush", "9h 8h", ROYAL_FLOP),
    ("four-of-a-kind", "9h 9s", "9c 9d 2h 3c 7d"),
    ("full-house", "9h 9s", "9c 2d 2h 3c 7d"),
    ("flush", "Kh 9h", "2h 5h 7h 3c 8d"),
    ("straight", "9h 8c", ROYAL_FLOP),
    ("three-of-a-kind", "9h 9s", "9c 2d 3h 5c 7d"),
]
NOT_A_WINNER = [
    ("9h 2s", "9c 2d 3h 5c 7d"),
    ("9h Ts", "9c 2d 3h 5c 7d"),
    ("9h Ts", "Kc 2d 3h 5c 7d"),
]


@pytest.mark.parametrize(
    ("schedule", "amounts"),
    [
        ("PMG-01", ["12000.00", "1200.00", "300.00", "50.00", "40.00", "30.00", "9.00"]),
        ("PMG-02", ["12000.00", "1200.00", "1500.00", "250.00", "200.00", "150.00", "45.00"]),
    ],
)
@pytest.mark.clause(
    "sd", "(2)#4", "(18)PMG-01#1", "(18)PMG-02", "(18)#5", "(18)(a)i", "(18)(a)ii", "(18)(a)vi#1"
)
def test_the_pmg_schedules_pay_as_printed_and_keep_the_stake(
    schedule: str, amounts: list[str]
) -> None:
    for (award, hole, board), amount in zip(PMG, amounts, strict=True):
        (result,) = played(schedule, board, hole)
        off = amount if award in ("royal-flush", "straight-flush") else "0.00"
        assert awards(result) == [(1, award, amount, off)]
        after = {"royal-flush": "10000.00", "straight-flush": "10800.00"}.get(award, "12000.00")
        assert result["meter"]["after"] == after
        wager = result["hands"][0]["wagers"]["jackpot"]
        assert (wager["outcome"], wager["paid"], wager["returned"]) == ("taken", "0.00", "0.00")


@pytest.mark.parametrize("schedule", ["PMG-01", "PMG-02", "THBP-08"])
@pytest.mark.parametrize(("hole", "board"), NOT_A_WINNER)
@pytest.mark.clause("sd", "(18)#3")
def test_less_than_three_of_a_kind_loses_the_progressive(
    schedule: str, hole: str, board: str
) -> None:
    (result,) = played(schedule, board, hole)
    assert result["jackpots"] == []
    assert result["hands"][0]["wagers"]["jackpot"]["outcome"] == "taken"
    assert result["meter"]["after"] == "12000.00"


@pytest.mark.parametrize(("award", "hole", "board"), PMG[4:])
@pytest.mark.clause("sd", "(2)#4", "(18)#3")
def test_what_the_active_schedule_does_not_list_loses(award: str, hole: str, board: str) -> None:
    assert [won[1] for won in awards(played("PMG-01", board, hole)[0])] == [award]
    assert played("THBP-08", board, hole)[0]["jackpots"] == []


@pytest.mark.parametrize(
    ("hole", "board"),
    [
        ("9h 9s", "Kc 2d 3h 9c 9d"),  # four of a kind by the river
        ("Kh 9h", "2h 5h 7c 3h 8d"),  # a flush with the turn
        ("Ah Kh", "Qh Jh 2c Th 3d"),  # a royal with the turn
        ("2s 3d", "Qh Jh 4h Kh Ah"),  # the board alone
    ],
)
@pytest.mark.parametrize("schedule", ["PMG-01", "PMG-02"])
@pytest.mark.clause("sd", "(18)PMG-01#2")
def test_pmg_looks_at_the_hole_cards_and_the_flop_alone(
    schedule: str, hole: str, board: str
) -> None:
    assert played(schedule, board, hole)[0]["jackpots"] == []


@pytest.mark.parametrize(
    ("hole", "board", "award", "amount", "after"),
    [
        ("Ah Kh", "Qh Jh Th 2c 3d", "royal-flush", "12000.00", "10000.00"),
        ("Ah Kh", "Qh Jh 2c Th 3d", "royal-after-6", "3000.00", "9000.00"),
        ("Ah 4d", "Qh Jh Kh Th 3d", "royal-after-6", "3000.00", "9000.00"),
        ("Ah Kh", "Qh Jh 2c 3d Th", "royal-after-7", "600.00", "11400.00"),
        ("Ah 4d", "Qh Jh Th 3d Kh", "royal-after-7", "600.00", "11400.00"),
        ("4h 4d", "Qh Jh Th Ah Kh", "community-royal", "3000.00", "12000.00"),
        ("9h 4d", "Qh Jh Th Ah Kh", "community-royal", "3000.00", "12000.00"),
        ("9h 8h", "Qh Jh 2c 3d Th", "straight-flush", "250.00", "12000.00"),
        ("9h 9s", "Kc 2d 3h 9c 9d", "four-of-a-kind", "100.00", "12000.00"),
        ("9h 9s", "Kc 2d 3h 9c Kd", "full-house", "10.00", "12000.00"),
    ],
)
@pytest.mark.clause(
    "sd",
    "(2)#4",
    "(18)THBP-08#1",
    "(18)THBP-08#2",
    "(18)THBP-08#3",
    "(18)THBP-08#4",
    "(18)(a)i",
    "(18)(a)ii",
)
def test_thbp_08_pays_royals_by_when_they_were_complete_and_the_rest_on_seven_cards(
    hole: str, board: str, award: str, amount: str, after: str
) -> None:
    (result,) = played("THBP-08", board, hole, dealer="5c 8d")
    off = amount if award.startswith("royal") else "0.00"
    assert awards(result) == [(1, award, amount, off)]
    assert result["meter"]["after"] == after


@pytest.mark.clause("sd", "(18)THBP-08#3")
def test_a_community_royal_is_paid_to_every_bettor_still_in_and_not_off_the_meter() -> None:
    players = ("4h 4d", "9h 4s", "7c 7d", "8c 8d")
    (result,) = played("THBP-08", "Qh Jh Th Ah Kh", *players, fold=(2,), without=(3,))
    assert awards(result) == [
        (4, "community-royal", "3000.00", "0.00"),
        (1, "community-royal", "3000.00", "0.00"),
    ]
    assert result["meter"]["after"] == "12000.00"


@pytest.mark.clause("sd", "(18)THBP-08#4")
def test_thbp_08_pays_only_the_highest_line_a_hand_qualifies_for() -> None:
    schedule = load_schedule("THBP-08")
    # Four nines and a full house of nines and kings in one hand of seven.
    line = grade(schedule, parse_cards("9h 9s"), parse_cards("9c 9d Kh Kd Ks"))
    assert line == schedule.line("four-of-a-kind")
    (result,) = played("THBP-08", "9c 9d Kh Kd Ks", "9h 9s")
    assert len(result["jackpots"]) == 1


@pytest.mark.parametrize("wager", ["0.50", "2", "5"])
@pytest.mark.clause("sd", "(18)THBP-08#1")
def test_thbp_08_is_for_a_wager_of_one_dollar(wager: str) -> None:
    with pytest.raises(WrongScenario, match=r"jackpot.wager"):
        played("THBP-08", ROYAL_FLOP, "9h 8h", wager=wager)


@pytest.mark.clause("sd", "(18)#1")
def test_only_a_locked_progressive_wager_is_graded() -> None:
    (result,) = played("PMG-01", "9c 2d 2h 3c 7d", "9h 9s", "2s 4h", without=(1,))
    assert awards(result) == [(2, "three-of-a-kind", "9.00", "0.00")]
    assert "jackpot" not in result["hands"][0]["wagers"]


@pytest.mark.clause("sd", "(18)#1")
def test_a_table_that_does_not_offer_the_progressive_grades_nothing() -> None:
    felt = Felt(table_rules("sd")).wagers(p1="25")
    assert felt.why(c.JackpotSensor(1, present=True)) == (Refusal.JACKPOT_NOT_OFFERED, "(18)")


@pytest.mark.parametrize("dealer", ["2s 2d", "4c 6d"])
@pytest.mark.parametrize("schedule", ["PMG-01", "PMG-02"])
@pytest.mark.clause("sd", "(18)#2")
def test_the_dealers_hand_does_not_matter_for_the_progressive(schedule: str, dealer: str) -> None:
    # Nines of a kind; with deuces the dealer has four of a kind and wins the base game.
    (result,) = played(schedule, "9c 2c 3h 2h 7d", "9h 9s", dealer=dealer)
    assert result["hands"][0]["outcome"] == ("lose" if dealer == "2s 2d" else "win")
    assert [award["award"] for award in result["jackpots"]] == ["three-of-a-kind"]


@pytest.mark.clause("sd", "(14)", "(18)#2")
def test_a_progressive_award_is_paid_to_a_hand_that_pushes_or_loses() -> None:
    (result,) = played("THBP-08", "Qh Jh Th Ah Kh", "4h 4d", dealer="5c 8d")
    assert result["hands"][0]["outcome"] == "stand-off"
    assert awards(result) == [(1, "community-royal", "3000.00", "0.00")]
    (beaten,) = played("PMG-01", ROYAL_FLOP, "9h 8h", dealer="Ah Kh")
    assert beaten["hands"][0]["outcome"] == "lose"
    assert awards(beaten) == [(1, "straight-flush", "1200.00", "1200.00")]
    lost = dict(beaten["hands"][0]["wagers"])
    assert lost.pop("jackpot")["outcome"] == "taken"
    assert {wager["outcome"] for wager in lost.values()} == {"lose"}


@pytest.mark.parametrize("schedule", ["PMG-01", "PMG-02"])
@pytest.mark.clause("sd", "(18)#6")
def test_a_wager_of_two_dollars_scales_the_lines_for_one(schedule: str) -> None:
    amounts = ["12000.00", "1200.00", "600.00", "100.00", "80.00", "60.00", "18.00"]
    for (_, hole, board), amount in zip(PMG, amounts, strict=True):
        (result,) = played(schedule, board, hole, wager="2")
        assert [award["amount"] for award in result["jackpots"]] == [amount]


@pytest.mark.clause("sd", "(18)(a)i")
def test_a_percentage_is_of_the_meter_with_the_increments_of_the_round() -> None:
    (result,) = played("PMG-01", ROYAL_FLOP, "9h 8h", "4h 5d", meter="11999.60", increment="0.20")
    assert result["meter"]["contributed"] == "0.40"
    assert awards(result) == [(1, "straight-flush", "1200.00", "1200.00")]
    (odd,) = played("PMG-01", ROYAL_FLOP, "9h 8h", meter="12345.67")
    assert awards(odd) == [(1, "straight-flush", "1234.56", "1234.56")]
    assert odd["meter"]["after"] == "11111.11"


@pytest.mark.clause("sd", "(18)(a)i", "(18)(a)vi#2")
def test_a_whole_meter_resets_to_seed_and_reserve_and_the_reserve_is_used_up() -> None:
    first, second = played("PMG-01", ROYAL_FLOP, "Ah Kh", rounds=2, reserve="500")
    assert awards(first) == [(1, "royal-flush", "12000.00", "12000.00")]
    assert first["meter"]["after"] == "10500.00"
    assert awards(second) == [(1, "royal-flush", "10500.00", "10500.00")]
    assert second["meter"]["after"] == "10000.00"


@pytest.mark.clause("sd", "(18)(a)i", "(18)(a)vi#1", "(18)(a)vi#2", "(18)(a)vi#3")
def test_two_awards_off_the_meter_are_paid_counterclockwise_each_on_what_the_other_left() -> None:
    (royal_first,) = played("PMG-01", ROYAL_FLOP, "9h 8h", "Ah Kh", reserve="500")
    assert awards(royal_first) == [
        (2, "royal-flush", "12000.00", "12000.00"),
        (1, "straight-flush", "1050.00", "1050.00"),
    ]
    assert royal_first["meter"]["after"] == "9450.00"
    (royal_last,) = played("PMG-01", ROYAL_FLOP, "Ah Kh", "9h 8h", reserve="500")
    assert awards(royal_last) == [
        (2, "straight-flush", "1200.00", "1200.00"),
        (1, "royal-flush", "10800.00", "10800.00"),
    ]
    assert royal_last["meter"]["after"] == "10500.00"


@pytest.mark.clause("sd", "(18)(a)vi#3")
def test_progressive_hands_follow_each_other_counterclockwise_meter_or_tray() -> None:
    (result,) = played("PMG-01", ROYAL_FLOP, "5h 4h", "9h 8h", "7c 7d", "9c 8c")
    assert awards(result) == [
        (4, "straight", "30.00", "0.00"),
        (2, "straight-flush", "1200.00", "1200.00"),
        (1, "flush", "40.00", "0.00"),
    ]


@pytest.mark.parametrize(("award", "hole", "board"), PMG)
@pytest.mark.clause("sd", "(18)(a)iv")
def test_a_supervisor_is_told_of_every_progressive_winner(
    award: str, hole: str, board: str
) -> None:
    (result,) = played("PMG-01", board, hole)
    assert [won[1] for won in awards(result)] == [award]
    assert result["notices"] == ["supervisor"]


def test_nobody_is_told_where_nobody_wins_the_progressive() -> None:
    assert played("PMG-01", "9c 2d 3h 5c 7d", "9h Ts")[0]["notices"] == []


def settled(*hands: str) -> Felt:
    """On the flop of a royal; every place bet the progressive, the dealer's hand is up."""
    rules = table_rules(
        "sd", jackpot=jackpot_rules("PMG-01", wager="1", seed="10000", increment_millionths=0)
    )
    places = range(1, len(hands) + 1)
    felt = Felt(rules, meter="12000", reserve="500")
    felt.wagers(**{f"p{place}": "10" for place in places}).jackpot(*places)
    felt.deal(dealt_by_hand(DEALER, *hands)).to_river("2s Qh Jh Th", "3s 2c", "5s 3d")
    return felt.go(c.ShowDealersHand())


@pytest.mark.clause("sd", "(18)(a)iii#1", "(18)(a)iii#2", "(18)(a)iv", "(18)(a)vi#1")
def test_a_meter_award_is_keyed_and_confirmed_before_it_is_paid_and_leaves_the_meter() -> None:
    felt = settled("9h 8h").settle(1)
    key, confirm = c.KeyAward(1, "straight-flush"), c.ConfirmAward(1, "straight-flush")
    pay = c.PayAward(1, "straight-flush")
    assert felt.refuses(pay).refusal is Refusal.AWARD_NOT_KEYED
    felt.go(key, key)
    assert felt.refuses(pay).refusal is Refusal.AWARD_NOT_KEYED
    assert felt.refuses(confirm).refusal is Refusal.AWARD_NOT_KEYED
    felt.go(key)
    assert felt.why(pay) == (Refusal.AWARD_NOT_CONFIRMED, "(18)(a)iv")
    assert felt.meter == "12000.00"
    felt.go(confirm, pay)
    assert felt.meter == "10800.00"


@pytest.mark.clause("sd", "(18)(a)iii#1", "(18)(a)iv")
def test_an_award_from_the_tray_needs_its_key_and_no_confirmation() -> None:
    felt = settled("9h 8c").settle(1)
    assert felt.refuses(c.PayAward(1, "straight")).refusal is Refusal.AWARD_NOT_KEYED
    felt.pay(1, "straight")
    assert felt.meter == "12000.00"
    assert felt.phase == "reconcile"
