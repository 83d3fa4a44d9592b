"""South Dakota, subdivision (18)(b): the envy payout (R29, R30)."""

from typing import Any

import pytest

from controller.domain.cards import parse_cards
from controller.games.bonus import commands as c
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.round.view import public_view
from controller.games.bonus.steps import guide
from tests.helpers.felt import Felt, dealt_by_hand, jackpot_rules, table_rules
from tests.helpers.rounds import betting, by_hand, event, results

BOARD, DEALER = "Qh Jh Th 2c 3d", "4c 6d"
ROYAL, STRAIGHT_FLUSH, FLUSH = "Ah Kh", "9h 8h", "5h 4h"
NOTHING = ("7c 7d", "5c 5d")


def played(
    *players: str,
    schedule: str = "PMG-01",
    wager: str = "1",
    board: str = BOARD,
    dealer: str = DEALER,
    fold: tuple[int, ...] = (),
    without: tuple[int, ...] = (),
    invalid: int | None = None,
) -> dict[str, Any]:
    """Places 1, 2, ... hold these cards; they bet the progressive but for those `without`."""
    hands = betting(len(players), fold=fold, without=without)
    events = [event("showdown", "invalid-wager", place=invalid)] if invalid else []
    jackpot = {"schedule": schedule, "wager": wager, "meter": "12000", "seed": "10000"}
    return results("sd", by_hand(board, dealer, *players), hands, *events, jackpot=jackpot)[0]


def envy(result: dict[str, Any]) -> list[tuple[int, str, str]]:
    """Place, the hand that set it off, amount."""
    paid = [award for award in result["jackpots"] if award["kind"] == "envy"]
    for award in paid:
        assert (award["from_meter"], award["from_house"]) == ("0.00", award["amount"])
    return [(award["place"], award["award"], award["amount"]) for award in paid]


def own(result: dict[str, Any]) -> list[tuple[int, str]]:
    paid = [award for award in result["jackpots"] if award["kind"] != "envy"]
    return [(award["place"], award["award"]) for award in paid]


@pytest.mark.parametrize(
    ("schedule", "wager", "royal", "straight_flush"),
    [
        ("PMG-01", "1", "1000.00", "300.00"),
        ("PMG-02", "5", "5000.00", "1500.00"),
        ("PMG-01", "2", "2000.00", "600.00"),
        ("PMG-02", "2", "2000.00", "600.00"),
        ("PMG-01", "0.50", "500.00", "150.00"),
    ],
)
@pytest.mark.clause("sd", "(18)PMG-01#1", "(18)PMG-02", "(18)#6", "(18)(b)i#1")
def test_envy_is_as_printed_and_scales_with_the_wager(
    schedule: str, wager: str, royal: str, straight_flush: str
) -> None:
    big = played(NOTHING[0], ROYAL, NOTHING[1], schedule=schedule, wager=wager)
    assert envy(big) == [(3, "royal-flush", royal), (1, "royal-flush", royal)]
    small = played(NOTHING[0], STRAIGHT_FLUSH, schedule=schedule, wager=wager)
    assert envy(small) == [(1, "straight-flush", straight_flush)]


@pytest.mark.parametrize(
    ("hole", "board"),
    [
        ("9h 9s", "9c 9d 2h 3c 7d"),
        ("9h 9s", "9c 2d 2h 3c 7d"),
        ("Kh 9h", "2h 5h 7h 3c 8d"),
        ("9h 8c", BOARD),
        ("9h 9s", "9c 2d 3h 5c 7d"),
    ],
)
@pytest.mark.clause("sd", "(18)PMG-01#1", "(18)PMG-02", "(18)(b)i#1")
def test_no_lesser_hand_sets_off_envy(hole: str, board: str) -> None:
    for schedule, wager in (("PMG-01", "1"), ("PMG-02", "5")):
        result = played("Jc 4h", hole, board=board, schedule=schedule, wager=wager)
        assert own(result)[0][0] == 2
        assert envy(result) == []


@pytest.mark.clause("sd", "(18)THBP-08#1", "(18)(b)i#1")
def test_thbp_08_has_no_envy() -> None:
    result = played(NOTHING[0], ROYAL, STRAIGHT_FLUSH, schedule="THBP-08")
    assert own(result) == [(3, "straight-flush"), (2, "royal-flush")]
    assert envy(result) == []


@pytest.mark.clause("sd", "(18)(b)i#1")
def test_nobody_has_envy_for_the_own_hand() -> None:
    assert envy(played(ROYAL)) == []
    assert envy(played(ROYAL, NOTHING[0], without=(2,))) == []


@pytest.mark.clause("sd", "(18)(b)i#1")
def test_a_place_that_won_an_award_itself_has_envy_for_the_hand_of_another() -> None:
    result = played(FLUSH, STRAIGHT_FLUSH)
    assert own(result) == [(2, "straight-flush"), (1, "flush")]
    assert envy(result) == [(1, "straight-flush", "300.00")]


@pytest.mark.clause("sd", "(18)(b)i#1", "(18)(b)i#2")
def test_only_a_place_with_a_progressive_wager_has_envy() -> None:
    result = played(NOTHING[0], ROYAL, NOTHING[1], without=(3,))
    assert envy(result) == [(1, "royal-flush", "1000.00")]


@pytest.mark.parametrize(
    ("cards", "award", "amount"),
    [(ROYAL, "royal-flush", "1000.00"), (STRAIGHT_FLUSH, "straight-flush", "300.00")],
)
@pytest.mark.clause("sd", "(18)(b)i#2")
def test_a_hand_without_a_progressive_wager_sets_off_envy_and_wins_only_the_base_game(
    cards: str, award: str, amount: str
) -> None:
    result = played(NOTHING[0], cards, without=(2,))
    assert own(result) == []
    assert envy(result) == [(1, award, amount)]
    winner = result["hands"][1]
    assert winner["outcome"] == "win"
    assert winner["wagers"]["ante"]["paid"] == "25.00"
    assert result["meter"]["after"] == "12000.00"
    # Envy alone is no progressive winner: nobody has to be told (R30).
    assert result["notices"] == []


@pytest.mark.clause("sd", "(18)(b)i#2")
def test_a_royal_without_a_progressive_wager_has_no_envy_for_the_hand_of_another() -> None:
    result = played(ROYAL, STRAIGHT_FLUSH, without=(1,))
    assert own(result) == [(2, "straight-flush")]
    assert envy(result) == [(2, "royal-flush", "1000.00")]


@pytest.mark.clause("sd", "(5)(a)#2", "(18)(b)i#1")
def test_a_folded_place_keeps_its_envy() -> None:
    result = played(NOTHING[0], ROYAL, fold=(1,))
    assert envy(result) == [(1, "royal-flush", "1000.00")]
    assert result["hands"][0]["wagers"]["jackpot"]["outcome"] == "taken"


@pytest.mark.clause("sd", "(5)(a)#2", "(18)(b)i#1")
def test_a_folded_hand_wins_nothing_and_sets_off_no_envy() -> None:
    result = played(NOTHING[0], ROYAL, fold=(2,))
    assert own(result) == []
    assert envy(result) == []


@pytest.mark.clause("sd", "(18)(b)i#1")
def test_the_dealers_hand_never_sets_off_envy() -> None:
    result = played(NOTHING[0], NOTHING[1], dealer=ROYAL)
    assert result["dealer"]["hand"] == "royal flush"
    assert envy(result) == []


@pytest.mark.parametrize("board", ["Qh Jh 2c Th 3d", "Qh Jh 2c 3d Th"])
@pytest.mark.clause("sd", "(18)PMG-01#2", "(18)(b)i#1")
def test_a_royal_complete_only_with_turn_or_river_sets_off_no_envy(board: str) -> None:
    result = played(NOTHING[0], ROYAL, board=board)
    assert result["hands"][1]["hand"] == "royal flush"
    assert envy(result) == []


@pytest.mark.clause("sd", "(18)(b)i#1")
def test_an_invalid_wager_sets_off_no_envy_and_has_none() -> None:
    assert envy(played(NOTHING[0], ROYAL, invalid=2)) == []
    assert envy(played(NOTHING[0], ROYAL, NOTHING[1], invalid=1)) == [(3, "royal-flush", "1000.00")]


@pytest.mark.clause("sd", "(18)(b)iii#1", "(18)(b)iii#2")
def test_each_hand_of_another_pays_on_its_own_in_counterclockwise_order_and_last() -> None:
    result = played(NOTHING[0], STRAIGHT_FLUSH, FLUSH, ROYAL, NOTHING[1])
    kinds = [(award["place"], award["kind"]) for award in result["jackpots"]]
    assert kinds[:3] == [(4, "progressive"), (3, "fixed"), (2, "progressive")]
    assert envy(result) == [
        (5, "royal-flush", "1000.00"),
        (3, "royal-flush", "1000.00"),
        (2, "royal-flush", "1000.00"),
        (1, "royal-flush", "1000.00"),
        (5, "straight-flush", "300.00"),
        (4, "straight-flush", "300.00"),
        (3, "straight-flush", "300.00"),
        (1, "straight-flush", "300.00"),
    ]
    assert len(result["jackpots"]) == 3 + 8


def settling(*hands: str) -> Felt:
    """Every place bet the progressive; the dealer's hand is up and nobody is settled."""
    rules = table_rules("sd", jackpot=jackpot_rules("PMG-01", wager="1", seed="10000"))
    places = range(1, len(hands) + 1)
    felt = Felt(rules, meter="12000").wagers(**{f"p{place}": "25" for place in places})
    felt.jackpot(*places).deal(dealt_by_hand(DEALER, *hands)).all("bet")
    felt.reveal("flop", "2s Qh Jh Th").all("check").reveal("turn", "3s 2c")
    return felt.all("check").reveal("river", "5s 3d").go(c.ShowDealersHand())


@pytest.mark.clause("sd", "(18)(b)iii#1", "(18)(a)vii#1")
def test_envy_comes_after_every_place_is_settled_and_before_the_end_of_the_hand() -> None:
    felt = settling(NOTHING[0], STRAIGHT_FLUSH).settle(2)
    straight = "straight-flush"
    assert [due.award.kind for due in felt.round.awards] == ["progressive"]
    felt.pay(2, straight)
    assert felt.refuses(c.PayAward(1, straight)).refusal is Refusal.NO_SUCH_AWARD
    felt.settle(1)
    assert [due.award.kind for due in felt.round.awards] == ["progressive", "envy"]
    for close in (c.CloseRound(), c.FinishSettlement()):
        assert felt.refuses(close).refusal is Refusal.UNSETTLED
    assert felt.refuses(c.OpenRound(2)).refusal is Refusal.ROUND_IN_PROGRESS
    felt.go(c.PayAward(1, straight))
    assert felt.phase == "reconcile"
    assert felt.round.sensed == {1, 2}
    felt.go(c.CloseRound())
    assert felt.phase == "idle"
    assert felt.round.sensed == frozenset()


@pytest.mark.clause("sd", "(18)(b)ii")
def test_a_hand_that_sets_off_envy_stays_face_up_until_every_payment_is_made() -> None:
    felt = settling(NOTHING[0], ROYAL).settle(2)
    royal = "royal-flush"

    def stays() -> bool:
        face_up = public_view(felt.table).round.place(2).cards == parse_cards(ROYAL)
        return face_up and any("(18)(b)ii)" in line for line in guide(felt.table).reminders)

    assert stays()
    felt.pay(2, royal)
    assert stays()
    felt.settle(1)
    assert stays()
    assert felt.refuses(c.CloseRound()).refusal is Refusal.UNSETTLED
    felt.go(c.PayAward(1, royal))
    assert public_view(felt.table).round.place(2).cards == parse_cards(ROYAL)
    felt.go(c.CloseRound(), c.OpenRound(2))
    assert public_view(felt.table).round.place(2).cards == ()


@pytest.mark.clause("sd", "(18)(b)ii")
def test_a_hand_that_sets_off_no_envy_need_not_stay() -> None:
    for hands in ((NOTHING[0], FLUSH), (ROYAL,)):
        felt = settling(*hands).settle(len(hands))
        assert not any("(18)(b)ii)" in line for line in guide(felt.table).reminders)
