"""South Dakota, subdivisions (12) to (17): bonus, base game, and one player after the other."""

from dataclasses import replace
from typing import Any

import pytest

from controller.games.bonus import commands as c
from controller.games.bonus.events import AwardPaid, AwardsRecognised, HandSettled
from controller.games.bonus.paytables import AnteBonusTable
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.wagers import Area, Stake
from simulators.games.bonus.scenario.result import round_result
from simulators.scenario.reading import WrongScenario
from tests.helpers.felt import Felt, dealt_by_hand, dollars, jackpot_rules, play, table_rules
from tests.helpers.rounds import by_hand, results
from tests.helpers.scenario_gen import to_toml

Results = dict[str, tuple[str, str, str]]


def settled(
    dealer: str, hole: str, board: str, decisions: tuple[str, ...] = ("bet", "bet", "bet")
) -> tuple[str, Results]:
    """A hand with an ante of 10: its outcome, and outcome, paid and returned of each wager."""
    hand = {"place": 1, "ante": "10", "decisions": list(decisions)}
    limits = {"ante": ["5", "100"], "bonus": ["5", "100"]}
    (round_,) = results("sd", by_hand(board, dealer, hole), [hand], limits=limits)
    result = round_["hands"][0]
    wagers = {
        area: (wager["outcome"], wager["paid"], wager["returned"])
        for area, wager in result["wagers"].items()
    }
    return result["outcome"], wagers


@pytest.mark.parametrize(
    ("dealer", "hole", "board"),
    [
        ("Qd Jc", "Qh Jd", "2c 3d 5h 7s 9c"),  # the same ranks
        ("2h 3s", "2d 4c", "Ks Kh Qd Jc 9s"),  # the board plays for both
    ],
)
@pytest.mark.clause("sd", "(13)#1")
def test_equal_hands_push_and_nothing_is_paid_or_collected(
    dealer: str, hole: str, board: str
) -> None:
    outcome, wagers = settled(dealer, hole, board)
    assert outcome == "stand-off"
    assert wagers == {
        "ante": ("stand-off", "0.00", "10.00"),
        "flop": ("stand-off", "0.00", "20.00"),
        "turn": ("stand-off", "0.00", "10.00"),
        "river": ("stand-off", "0.00", "10.00"),
    }


@pytest.mark.parametrize(
    ("dealer", "hole", "board"),
    [
        ("Qd Qc", "Jh Jd", "2c 3d 5h 7s 9c"),
        ("Qd Qc", "Kh 4h", "2h 5h 7h Qs 2s"),  # a flush below a full house
        ("Qd Tc", "Qh 8d", "2c 3d 5h 7s 9c"),  # by the kicker
    ],
)
@pytest.mark.clause("sd", "(14)")
def test_a_lower_hand_loses_every_wager_of_the_base_game(
    dealer: str, hole: str, board: str
) -> None:
    outcome, wagers = settled(dealer, hole, board)
    assert outcome == "lose"
    assert wagers == dict.fromkeys(("ante", "flop", "turn", "river"), ("lose", "0.00", "0.00"))


@pytest.mark.parametrize(
    ("decisions", "paid"),
    [
        (("bet", "bet", "bet"), {"flop": "20.00", "turn": "10.00", "river": "10.00"}),
        (("bet", "check", "bet"), {"flop": "20.00", "river": "10.00"}),
        (("bet", "bet", "check"), {"flop": "20.00", "turn": "10.00"}),
        (("bet", "check", "check"), {"flop": "20.00"}),
    ],
)
@pytest.mark.clause("sd", "(15)", "(16)#2")
def test_a_higher_hand_is_paid_even_money_on_the_streets_it_bet(
    decisions: tuple[str, ...], paid: dict[str, str]
) -> None:
    outcome, wagers = settled("Qd Jc", "Kh Kd", "2c 3d 5h 7s 9c", decisions)
    assert outcome == "win"
    assert wagers.pop("ante") == ("stand-off", "0.00", "10.00")
    assert wagers == {area: ("win", amount, amount) for area, amount in paid.items()}


@pytest.mark.parametrize(
    ("hole", "board", "ante"),
    [
        ("Kh 4h", "2h 5h 7h 9s Tc", "win"),  # flush
        ("2h 2d", "2c 5h 5s 9s Tc", "win"),  # full house
        ("2h 2d", "2c 2s 7h 9s Tc", "win"),  # four of a kind
        ("4h 3h", "2h 5h 6h 9s Tc", "win"),  # straight flush
        ("4h 3d", "2h 5c 6s 9s Tc", "stand-off"),  # straight
        ("9h 9d", "2h 5c 6s 9s Tc", "stand-off"),  # three of a kind
        ("9h Td", "2h 5c 6s 9s Tc", "stand-off"),  # two pair
        ("Kh 8d", "2h 5c 6s 9s Tc", "stand-off"),  # king high
    ],
)
@pytest.mark.clause("sd", "(15)", "(16)#1", "(16)#2")
def test_a_winning_hand_is_paid_its_ante_from_a_flush_up_and_keeps_it_below(
    hole: str, board: str, ante: str
) -> None:
    outcome, wagers = settled("Qd Jc", hole, board)
    assert outcome == "win"
    assert wagers["ante"] == (ante, "10.00" if ante == "win" else "0.00", "10.00")
    even = {area: paid for area, (_, paid, _) in wagers.items() if area != "ante"}
    assert even == {"flop": "20.00", "turn": "10.00", "river": "10.00"}


def with_bonus(*hands: str, dealer: str, board: tuple[str, str, str]) -> Felt:
    """Antes of 10, a bonus of 5 and a progressive wager at every place; the dealer is shown."""
    rules = replace(
        table_rules("sd", jackpot=jackpot_rules("PMG-01", wager="1", increment_millionths=0)),
        ante_bonus=AnteBonusTable({"AA": 30, "KK": 10}),
    )
    places = range(1, len(hands) + 1)
    felt = Felt(rules, meter="12000").wagers(**{f"p{place}": "10" for place in places})
    for place in places:
        felt.bonus(place, "5")
    felt.jackpot(*places).deal(dealt_by_hand(dealer, *hands))
    for street, cards in zip(("flop", "turn", "river"), board, strict=True):
        felt.all("bet").reveal(street, cards)
    return felt.go(c.ShowDealersHand())


def bonus_of(felt: Felt, place: int) -> tuple[str, Any]:
    result = felt.place(place).results[Area.BONUS]
    return str(result.outcome), str(result.paid)


@pytest.mark.clause("sd", "(2)#2", "(12)#4")
def test_the_bonus_is_settled_on_its_own_pay_table_whatever_the_dealer_holds() -> None:
    board = ("2s 2c 3d 5h", "3s 7s", "4s 9c")
    # Place 3 wins the game without a hand on the table, place 2 loses it with one, 1 pushes.
    felt = with_bonus("Qh Jd", "Kh Kd", "3h 3c", dealer="Qd Jc", board=board)
    felt.settle(3)
    felt.pay(3, "three-of-a-kind").settle(2, 1)
    assert [hand["outcome"] for hand in round_result(felt.table)["hands"]] == [
        "stand-off",
        "win",
        "win",
    ]
    assert [bonus_of(felt, place) for place in (1, 2, 3)] == [
        ("lose", "0.00"),
        ("win", "50.00"),
        ("lose", "0.00"),
    ]
    lost = with_bonus("Ah Ad", dealer="Qd Qc", board=("2s 2c 3d Qh", "3s 7s", "4s 9c")).settle(1)
    assert round_result(lost.table)["hands"][0]["outcome"] == "lose"
    assert bonus_of(lost, 1) == ("win", "150.00")


@pytest.mark.clause("sd", "(12)#4")
def test_without_a_configured_pay_table_the_bonus_is_not_offered() -> None:
    felt = Felt(table_rules("sd")).wagers(p1="25")
    refused = felt.refuses(c.PlaceWager(1, Area.BONUS, Stake(dollars("5"))))
    assert (refused.refusal, refused.clause) == (Refusal.BONUS_NOT_OFFERED, "(12)")
    hand = {"place": 1, "ante": "25", "bonus": "5", "decisions": ["fold"]}
    table = to_toml({"ruleset": "sd", "rounds": [{"cards": "2c 3c 4c 5c", "hands": [hand]}]})
    with pytest.raises(WrongScenario, match=r"hands\[1\].bonus"):
        play(table)


THREE_OF_A_KIND = ("Ts 2c 3d 9h", "3s 7s", "4s 8c")
"""Threes and nines of a kind on the flop."""


@pytest.mark.clause("sd", "(17)#1")
def test_one_player_is_finished_with_the_progressive_before_the_next_is_touched() -> None:
    felt = with_bonus("Kh Kd", "9c 9d", "3h 3c", dealer="Qd Jc", board=THREE_OF_A_KIND)
    felt.settle(3)
    assert [due.award.place for due in felt.round.awards] == [3]
    assert felt.refuses(c.SettlePlace(2)).refusal is Refusal.NOT_THE_NEXT
    assert felt.refuses(c.KeyAward(2, "three-of-a-kind")).refusal is Refusal.NO_SUCH_AWARD
    felt.go(c.KeyAward(3, "three-of-a-kind"))
    assert felt.refuses(c.SettlePlace(2)).refusal is Refusal.NOT_THE_NEXT
    felt.go(c.PayAward(3, "three-of-a-kind"))
    assert felt.refuses(c.SettlePlace(1)).refusal is Refusal.NOT_THE_NEXT
    felt.settle(2)
    assert felt.refuses(c.SettlePlace(1)).refusal is Refusal.NOT_THE_NEXT
    felt.pay(2, "three-of-a-kind").settle(1)
    assert felt.round.settlement_order == (3, 2, 1)


@pytest.mark.clause("sd", "(17)#2")
def test_within_one_player_the_order_is_bonus_then_base_game_then_progressive() -> None:
    felt = with_bonus("9c 9d", dealer="Qd Jc", board=THREE_OF_A_KIND)
    key = c.KeyAward(1, "three-of-a-kind")
    assert felt.refuses(key).refusal is Refusal.WRONG_PHASE
    felt.go(c.BeginSettlement())
    assert felt.refuses(key).refusal is Refusal.NO_SUCH_AWARD
    felt.settle(1).go(key, c.PayAward(1, "three-of-a-kind"))
    steps = [
        event
        for event in felt.events
        if isinstance(event, HandSettled | AwardsRecognised | AwardPaid)
    ]
    assert [type(step) for step in steps] == [HandSettled, AwardsRecognised, AwardPaid]
    assert isinstance(steps[0], HandSettled)
    assert list(steps[0].results) == [
        Area.BONUS,
        Area.ANTE,
        Area.FLOP,
        Area.TURN,
        Area.RIVER,
        Area.JACKPOT,
    ]
