"""New South Wales, rule 9: fold, check or bet, and what a fold costs."""

import pytest

from controller.domain.refusals import Refused
from controller.games.bonus import commands as c
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.round.state import Standing
from controller.games.bonus.rules import Street
from controller.games.bonus.wagers import Choice
from tests.helpers.felt import Felt, dollars, table_rules
from tests.rules.test_nsw_deal import both_devices, dealt, face_up
from tests.rules.test_nsw_wagers import settled

BOARD, DEALER = "2h 7d 9h Js 4c", "Kc Qd"
STREETS = ("flop", "turn", "river")
LOST = ("lose", "0.00", "0.00")


def aces(ruleset: str, ante: str = "25", bonus: str | None = "5", *, others: int = 1) -> Felt:
    """Place 1 holds two aces, and the other places very little."""
    felt = Felt(table_rules(ruleset)).wagers(p1=ante, **{f"p{n + 2}": "25" for n in range(others)})
    if bonus:
        felt.bonus(1, bonus)
    little = ("3c 5s", "3d 5c", "3s 6c")
    hands = {f"p{n + 2}": little[n] for n in range(others)}
    return dealt(felt, BOARD, DEALER, p1="Ah Ad", **hands)


def stakes(felt: Felt, place: int) -> dict[str, str]:
    return {str(area): str(stake.amount) for area, stake in felt.place(place).stakes.items()}


def to(felt: Felt, street: str) -> Felt:
    """Everyone bets and the streets before this one are revealed."""
    for earlier in STREETS[: STREETS.index(street)]:
        felt.all("bet").reveal(earlier)
    return felt


# What is offered


@pytest.mark.clause("nsw", "9.1")
@pytest.mark.clause("nsw-guide", "flop-wager#1")
@both_devices
def test_clause_9_1_before_the_flop_a_player_folds_or_bets_and_cannot_check(
    ruleset: str, dealing: str
) -> None:
    felt = Felt(table_rules(ruleset, dealing=dealing)).wagers(p1="25", p2="25")
    dealt(felt, BOARD, DEALER, p1="Ah Ad", p2="3c 5s")
    seen = felt.refuses(c.Decide(1, Choice.CHECK))
    assert seen == Refused(Refusal.NOT_OFFERED, "9.1", "The player may bet or fold.")
    assert felt.refuses(c.DecideAll(Choice.CHECK)) == Refused(Refusal.NOT_OFFERED, "9.1")
    felt.decide(1, "bet").decide(2, "fold")
    assert [place.standing for place in felt.round.dealt_in()] == [Standing.IN, Standing.FOLDED]


@pytest.mark.clause("nsw", "9.2", "9.3")
@pytest.mark.clause("nsw-guide", "turn-wager#1", "river-wager#1")
@pytest.mark.parametrize("street", ["turn", "river"])
def test_after_the_flop_and_after_the_turn_a_player_folds_checks_or_bets(
    ruleset: str, street: str
) -> None:
    felt = to(aces(ruleset, others=2), street)
    felt.decide(1, "bet").decide(2, "check").decide(3, "fold").reveal(street)
    assert [place.standing for place in felt.round.dealt_in()] == [
        Standing.IN,
        Standing.IN,
        Standing.FOLDED,
    ]
    assert [street in stakes(felt, place) for place in (1, 2, 3)] == [True, False, False]


@pytest.mark.clause("nsw", "1.1:Check")
@pytest.mark.clause("nsw-guide", "glossary:Check")
def test_a_check_stakes_nothing_and_stays_in_the_hand(ruleset: str) -> None:
    felt = aces(ruleset).all("bet").reveal("flop")
    for street in ("turn", "river"):
        felt.all("check").reveal(street)
        assert stakes(felt, 1) == {"ante": "25.00", "bonus": "5.00", "flop": "50.00"}
        assert felt.place(1).playing
    felt.go(c.ShowDealersHand()).settle(2, 1)
    assert settled(felt, 1)["flop"] == ("win", "50.00", "50.00")


# What a bet is


@pytest.mark.clause("nsw", "1.1:Flop Wager", "9.1.2")
@pytest.mark.clause("nsw-guide", "flop-wager#4", "glossary:Flop Wager")
@pytest.mark.parametrize(
    ("ante", "flop"), [("25", "50.00"), ("37.50", "75.00"), ("500", "1000.00")]
)
def test_clause_9_1_2_the_flop_wager_is_twice_the_ante(ruleset: str, ante: str, flop: str) -> None:
    felt = aces(ruleset, ante, None).all("bet")
    assert stakes(felt, 1)["flop"] == flop
    felt.reveal("flop").all("check").reveal("turn").all("check").reveal("river")
    felt.go(c.ShowDealersHand()).settle(2, 1)
    assert settled(felt, 1)["flop"] == ("win", flop, flop)


@pytest.mark.clause("nsw", "1.1:Flop Wager", "9.1.2")
@pytest.mark.clause("nsw-guide", "flop-wager#4")
def test_clause_9_1_2_another_flop_wager_is_put_right_or_never_plays_for_more(ruleset: str) -> None:
    felt = aces(ruleset, bonus=None).decide(1, "bet", "60")
    felt.go(c.Report(c.Irregularity.FLOP_WAGER_CORRECTED, 1))
    assert stakes(felt, 1)["flop"] == "50.00"
    left = aces(ruleset, bonus=None).decide(1, "bet", "60").to_showdown().settle(2, 1)
    assert settled(left, 1)["flop"] == ("win", "50.00", "60.00")
    assert felt.refuses(c.Decide(2, Choice.BET, dollars("0"))).refusal is Refusal.NOT_A_STAKE


@pytest.mark.clause("nsw", "1.1:Flop Wager")
@pytest.mark.clause("nsw-guide", "glossary:Flop Wager")
def test_nobody_stays_in_past_the_flop_without_a_flop_wager(ruleset: str) -> None:
    felt = aces(ruleset, others=2).decide(1, "bet").decide(2, "fold")
    seen = felt.refuses(c.Reveal(Street.FLOP))
    assert (seen.refusal, seen.detail) == (Refusal.UNDECIDED, "Ask place 3.")
    assert felt.refuses(c.ShowDealersHand()).refusal is Refusal.WRONG_PHASE
    felt.decide(3, "bet").reveal("flop")
    assert all("flop" in stakes(felt, place.number) for place in felt.round.playing())
    felt.all("bet")  # and there is no flop wager any more: this is the turn's
    assert [stakes(felt, place).get("flop") for place in (1, 2, 3)] == ["50.00", None, "50.00"]


@pytest.mark.clause("nsw", "1.1:Turn Wager", "9.2.3")
@pytest.mark.clause("nsw-guide", "turn-wager#3", "glossary:Turn Wager")
@pytest.mark.parametrize("ante", ["25", "37.50", "500"])
def test_clause_9_2_3_the_turn_wager_is_the_ante_once_and_before_the_turn(
    ruleset: str, ante: str
) -> None:
    felt = aces(ruleset, ante, None)
    assert "turn" not in stakes(felt.all("bet"), 1)
    felt.reveal("flop").all("bet")
    once = str(dollars(ante))
    assert stakes(felt, 1)["turn"] == once
    felt.reveal("turn").all("check").reveal("river").go(c.ShowDealersHand()).settle(2, 1)
    assert settled(felt, 1)["turn"] == ("win", once, once)
    late = aces(ruleset, ante, None).all("bet").reveal("flop").all("check").reveal("turn")
    late.all("bet")  # too late for the turn
    assert {"turn", "river"} & {*stakes(late, 1)} == {"river"}


@pytest.mark.clause("nsw", "1.1:River Wager", "9.3.3")
@pytest.mark.clause("nsw-guide", "river-wager#3", "glossary:River Wager")
@pytest.mark.parametrize("ante", ["25", "37.50", "500"])
@pytest.mark.parametrize("on_the_turn", ["bet", "check"])
def test_clause_9_3_3_the_river_wager_is_the_ante_once_also_after_a_check(
    ruleset: str, ante: str, on_the_turn: str
) -> None:
    felt = aces(ruleset, ante, None).all("bet").reveal("flop").all(on_the_turn)
    assert "river" not in stakes(felt, 1)
    felt.reveal("turn").all("bet")
    once = str(dollars(ante))
    assert stakes(felt, 1)["river"] == once
    felt.reveal("river")
    assert felt.refuses(c.Decide(1, Choice.BET)).refusal is Refusal.WRONG_PHASE
    felt.go(c.ShowDealersHand()).settle(2, 1)
    assert settled(felt, 1)["river"] == ("win", once, once)


@pytest.mark.clause("nsw", "9.2.3", "9.3.3")
@pytest.mark.clause("nsw-guide", "turn-wager#3", "river-wager#3")
def test_of_a_turn_or_river_wager_no_more_than_the_ante_plays(ruleset: str) -> None:
    felt = aces(ruleset, bonus=None).all("bet").reveal("flop")
    felt.decide(1, "bet", "40").decide(2, "bet", "40").reveal("turn")
    felt.decide(1, "bet", "26").decide(2, "bet", "26").reveal("river")
    felt.go(c.ShowDealersHand()).settle(2, 1)
    assert settled(felt, 1)["turn"] == ("win", "25.00", "40.00")
    assert settled(felt, 1)["river"] == ("win", "25.00", "26.00")
    assert settled(felt, 2)["turn"] == ("lose", "0.00", "15.00")
    assert settled(felt, 2)["river"] == ("lose", "0.00", "1.00")


# The end of the betting


@pytest.mark.clause("nsw", "9.7", "10.1")
@pytest.mark.clause("nsw-guide", "settlement#1")
@both_devices
def test_clause_9_7_the_dealers_cards_are_turned_after_the_river_and_not_before(
    ruleset: str, dealing: str
) -> None:
    felt = Felt(table_rules(ruleset, dealing=dealing)).wagers(p1="25")
    dealt(felt, BOARD, DEALER, p1="Ah Ad")
    down = Refused(Refusal.WRONG_PHASE, "10.1")
    for street in STREETS:
        assert felt.refuses(c.ShowDealersHand()) == down
        felt.all("bet")
        assert felt.refuses(c.ShowDealersHand()) == down  # the street comes first
        felt.reveal(street)
        assert not face_up(felt.table) & {"Kc", "Qd"}
    felt.go(c.ShowDealersHand())
    assert face_up(felt.table) == {*BOARD.split(), "Kc", "Qd"}
    assert felt.refuses(c.ShowDealersHand()) == Refused(Refusal.ALREADY_SHOWN, "10.1")
