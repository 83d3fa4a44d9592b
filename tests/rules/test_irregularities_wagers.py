"""Wagers that do not comply, and hands nobody plays: rules 11.10, 11.11 and 11.13 (R10 to R12)."""

from typing import Any

import pytest

from controller.games.bonus.commands import Decision, Irregularity, Report
from controller.games.bonus.events import HandFolded
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.steps import guide
from controller.games.bonus.wagers import Area
from tests.helpers.felt import Felt, dollars, jackpot_felt, table_rules
from tests.helpers.rounds import from_shuffler, results

BOARD, DEALER = "Kh 9h 4h 7d 2s", "Qd Jc"
WINNER, LOSER, OTHER = "Ad Ac", "Tc 8s", "Kd 3c"
"""The winner has aces (bonus 30 to 1, ante a stand-off), the loser ten high; the other wins."""


def played(
    ruleset: str, cards: str, *events: dict[str, Any], method: str = "A", **hand: Any
) -> dict[str, Any]:
    """One round of a hand at place 1, and of an ordinary one at place 4."""
    own = {"place": 1, "ante": "25", "decisions": ["bet", "bet", "bet"], **hand}
    other = {"place": 4, "ante": "25", "decisions": ["bet", "check", "check"]}
    dealt = from_shuffler(ruleset, BOARD, DEALER, cards, OTHER)
    figures = {"schedule": "nsw", "wager": "5", "meter": "60000", "increment": "0.20"}
    return results(ruleset, dealt, [own, other], *events, method=method, jackpot=figures)[0]


def wagers(result: dict[str, Any], place: int = 1) -> dict[str, tuple[str, str, str, str]]:
    """Stake, outcome, paid and returned by area."""
    (hand,) = (hand for hand in result["hands"] if hand["place"] == place)
    return {
        area: (wager["stake"], wager["outcome"], wager["paid"], wager["returned"])
        for area, wager in hand["wagers"].items()
    }


def outcomes(result: dict[str, Any]) -> list[str]:
    return [hand["outcome"] for hand in result["hands"]]


def correction(decision: str | None = None) -> dict[str, Any]:
    ruled = {"decision": decision} if decision else {}
    return {"during": "flop-decisions", "name": "flop-wager-corrected", "place": 1, **ruled}


def at_the_flop_decisions(ruleset: str, ante: str = "25") -> Felt:
    felt = Felt(table_rules(ruleset)).wagers(p1=ante, p4="25")
    return felt.deal(from_shuffler(ruleset, BOARD, DEALER, WINNER, OTHER))


@pytest.mark.untraced
@pytest.mark.parametrize("decision", [None, "correct"])
@pytest.mark.parametrize(("ante", "wrong"), [("25", "60"), ("25", "30"), ("20", "50")])
@pytest.mark.clause("nsw", "11.10.1")
def test_a_wrong_flop_wager_is_put_right_to_twice_the_ante(
    ruleset: str, decision: str | None, ante: str, wrong: str
) -> None:
    right = played(ruleset, WINNER, ante=ante)
    put_right = played(ruleset, WINNER, correction(decision), ante=ante, flop=wrong)
    assert put_right == right
    twice = str(dollars(ante) * 2)
    assert wagers(put_right)["flop"] == (twice, "win", twice, twice)


@pytest.mark.parametrize("wrong", ["60", "30"])
@pytest.mark.parametrize("cards", [WINNER, LOSER])
@pytest.mark.clause("nsw", "11.10.2")
def test_a_player_who_folds_instead_loses_ante_and_bonus_and_has_the_flop_wager_back(
    ruleset: str, wrong: str, cards: str
) -> None:
    result = played(ruleset, cards, correction("fold"), flop=wrong, bonus="5")
    assert outcomes(result) == ["folded", "win"]
    assert wagers(result) == {
        "ante": ("25.00", "lose", "0.00", "0.00"),
        "bonus": ("5.00", "lose", "0.00", "0.00"),
        "flop": (f"{wrong}.00", "returned", "0.00", f"{wrong}.00"),
    }
    assert result["settlement_order"] == [4]


@pytest.mark.clause("nsw", "11.10.1", "11.10.2")
def test_correct_and_fold_are_the_only_choices_and_only_before_the_flop_is_revealed(
    ruleset: str,
) -> None:
    felt = at_the_flop_decisions(ruleset)
    assert felt.refuses(Report(Irregularity.FLOP_WAGER_CORRECTED)).refusal is Refusal.NEEDS_A_PLACE
    assert felt.why(Report(Irregularity.FLOP_WAGER_CORRECTED, 1)) == (Refusal.AREA_EMPTY, "11.10")
    felt.decide(1, "bet", "60").decide(4, "bet")
    stays = Report(Irregularity.FLOP_WAGER_CORRECTED, 1, decision=Decision.CONTINUE)
    assert felt.refuses(stays).refusal is Refusal.NOT_A_RULING
    felt.go(Report(Irregularity.FLOP_WAGER_CORRECTED, 1))
    assert felt.place(1).stakes[Area.FLOP].amount == dollars("50")
    felt.reveal("flop")
    for decision in (Decision.CORRECT, Decision.FOLD):
        late = felt.refuses(Report(Irregularity.FLOP_WAGER_CORRECTED, 1, decision=decision))
        assert late.refusal is Refusal.CANNOT_HAPPEN


@pytest.mark.parametrize("decision", [Decision.CORRECT, Decision.FOLD])
@pytest.mark.parametrize("wrong", ["60", "30"])
@pytest.mark.clause("nsw", "11.10")
def test_the_dealer_is_held_before_the_flop_until_a_wrong_flop_wager_is_seen_to(
    ruleset: str, decision: Decision, wrong: str
) -> None:
    felt = at_the_flop_decisions(ruleset).decide(1, "bet", wrong).decide(4, "bet")
    held = guide(felt.table)
    assert (held.clause, held.place, held.cards) == ("11.10", 1, None)
    felt.go(Report(Irregularity.FLOP_WAGER_CORRECTED, 1, decision=decision))
    free = guide(felt.table)
    assert (free.clause, free.place, free.cards) == ("7.2.6", None, 3)


@pytest.mark.clause("nsw", "11.10")
def test_twice_an_ante_below_the_minimum_is_a_right_flop_wager(ruleset: str) -> None:
    felt = at_the_flop_decisions(ruleset, ante="20").decide(1, "bet", "40").decide(4, "bet")
    assert guide(felt.table).clause == "7.2.6"


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("street", "placed", "paid", "back"),
    [
        ("flop", "30", "30.00", "0.00"),
        ("flop", "60", "50.00", "10.00"),
        ("turn", "10", "10.00", "0.00"),
        ("turn", "40", "25.00", "15.00"),
        ("river", "10", "10.00", "0.00"),
        ("river", "40", "25.00", "15.00"),
    ],
)
@pytest.mark.clause("nsw", "11.11", "11.11.1", "11.11.2")
def test_a_wrong_wager_found_at_the_settlement_wins_and_loses_no_more_than_is_required(
    ruleset: str, street: str, placed: str, paid: str, back: str
) -> None:
    stake = f"{placed}.00"
    won, lost = (stake, "win", paid, stake), (stake, "lose", "0.00", back)
    for cards, outcome, wager in ((WINNER, "win", won), (LOSER, "lose", lost)):
        result = played(ruleset, cards, **{street: placed})
        assert (result["result"], outcomes(result)) == ("settled", [outcome, "win"])
        right = wagers(played(ruleset, cards))
        assert wagers(result) == {**right, street: wager}


@pytest.mark.clause("nsw", "11.11", "11.11.1")
def test_an_ante_and_bonus_below_the_minimum_are_paid_and_taken_as_placed(ruleset: str) -> None:
    below = {"ante": "10", "bonus": "2"}
    assert wagers(played(ruleset, WINNER, **below)) == {
        "ante": ("10.00", "stand-off", "0.00", "10.00"),
        "bonus": ("2.00", "win", "60.00", "2.00"),
        "flop": ("20.00", "win", "20.00", "20.00"),
        "turn": ("10.00", "win", "10.00", "10.00"),
        "river": ("10.00", "win", "10.00", "10.00"),
    }
    lost = wagers(played(ruleset, LOSER, **below))
    assert {wager[1:] for wager in lost.values()} == {("lose", "0.00", "0.00")}


ABOVE = {"ante": "600", "bonus": "150"}
"""The limits are 500 and 100: the player puts down twice and once the ante as placed (R12)."""


@pytest.mark.clause("nsw", "11.11", "11.11.2")
def test_wagers_above_the_maximum_win_up_to_the_maximum(ruleset: str) -> None:
    assert wagers(played(ruleset, WINNER, **ABOVE)) == {
        "ante": ("600.00", "stand-off", "0.00", "600.00"),
        "bonus": ("150.00", "win", "3000.00", "150.00"),
        "flop": ("1200.00", "win", "1000.00", "1200.00"),
        "turn": ("600.00", "win", "500.00", "600.00"),
        "river": ("600.00", "win", "500.00", "600.00"),
    }


@pytest.mark.parametrize("concede", [False, True])
@pytest.mark.clause("nsw", "11.11", "11.11.2")
def test_wagers_above_the_maximum_lose_up_to_the_maximum_and_the_excess_goes_back(
    ruleset: str, concede: bool
) -> None:
    lost = played(ruleset, LOSER, **ABOVE, concede=concede)
    assert wagers(lost) == {
        "ante": ("600.00", "lose", "0.00", "100.00"),
        "bonus": ("150.00", "lose", "0.00", "50.00"),
        "flop": ("1200.00", "lose", "0.00", "200.00"),
        "turn": ("600.00", "lose", "0.00", "100.00"),
        "river": ("600.00", "lose", "0.00", "100.00"),
    }
    folded = played(ruleset, WINNER, **ABOVE, decisions=["bet", "fold"])
    assert wagers(folded) == {
        "ante": ("600.00", "lose", "0.00", "100.00"),
        "bonus": ("150.00", "lose", "0.00", "50.00"),
        "flop": ("1200.00", "lose", "0.00", "200.00"),
    }


DEEMED = {"name": "deemed-fold", "place": 1}
streets = pytest.mark.parametrize("street", ["flop", "turn", "river"])


@streets
@pytest.mark.clause("nsw", "11.13")
def test_a_hand_nobody_decides_on_is_folded_where_the_decision_was_due(
    ruleset: str, street: str
) -> None:
    made = ["flop", "turn", "river"].index(street)
    bets = ["bet"] * made
    deemed = played(
        ruleset,
        WINNER,
        {"during": f"{street}-decisions", **DEEMED},
        bonus="5",
        jackpot=True,
        decisions=bets,
    )
    folded = played(ruleset, WINNER, bonus="5", jackpot=True, decisions=[*bets, "fold"])
    assert deemed == folded
    assert outcomes(deemed) == ["folded", "win"]
    assert {wager[2:] for wager in wagers(deemed).values()} == {("0.00", "0.00")}
    assert len(wagers(deemed)) == 3 + made
    assert deemed["settlement_order"] == [4]


@pytest.mark.parametrize(("method", "won"), [("A", []), ("B", ["flush"])])
@pytest.mark.clause("nsw-2024", "11.13")
def test_a_deemed_fold_keeps_its_jackpot_under_method_b_and_not_under_method_a(
    method: str, won: list[str]
) -> None:
    absent = {"during": "turn-decisions", **DEEMED}
    result = played("nsw-2024", "Ah 3h", absent, method=method, jackpot=True, decisions=["bet"])
    assert outcomes(result) == ["folded", "win"]
    assert [award["award"] for award in result["jackpots"]] == won


@pytest.mark.clause("nsw", "11.13")
def test_only_a_hand_whose_decision_is_due_can_be_deemed_folded(ruleset: str) -> None:
    waiting = jackpot_felt(ruleset).wagers(p1="25", p4="25")
    deemed = Report(Irregularity.DEEMED_FOLD, 1)
    assert waiting.refuses(deemed).refusal is Refusal.CANNOT_HAPPEN
    felt = at_the_flop_decisions(ruleset)
    assert felt.refuses(Report(Irregularity.DEEMED_FOLD)).refusal is Refusal.NEEDS_A_PLACE
    assert felt.refuses(Report(Irregularity.DEEMED_FOLD, 2)).refusal is Refusal.NOT_DEALT_IN
    felt.decide(4, "bet")
    assert felt.refuses(Report(Irregularity.DEEMED_FOLD, 4)).refusal is Refusal.DECIDED
    felt.go(deemed)
    assert [event.deemed for event in felt.events if isinstance(event, HandFolded)] == [True]
    assert felt.refuses(deemed).refusal is Refusal.HAND_OVER
    felt.reveal("flop")
