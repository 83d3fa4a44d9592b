"""Players: seats, Player Cards, wagers refused, abstaining (5, 13)."""

import pytest

from controller.floor.base import Day
from controller.floor.refusals import FloorRefusal
from controller.floor.rounds import FinishRound
from controller.floor.seats import CardForm, ConfirmCard, LeaveSeat, TakeSeat, abstainers
from controller.games.bonus import commands as c
from controller.games.bonus.floor.outcomes import round_command
from controller.games.bonus.floor.refusals import BonusFloorRefusal
from controller.games.bonus.floor.wagers import (
    AssistPlacement,
    InvalidGround,
    MarkWagersInvalid,
    PlacementAssisted,
    Plea,
    RefuseWager,
    WagerRefused,
    WagersMarkedInvalid,
)
from controller.games.bonus.steps import guide
from controller.games.bonus.wagers import Area, Outcome
from controller.staff.roles import HouseReason
from tests.helpers.felt import Felt, table_rules
from tests.unit.floor.pit import CASINO, DEALER, Pit, Request

CARDS = "2d 5s 9h Qd 3c Jh Js Ad Kd 7c 7d"


@pytest.mark.clause("nsw-2024", "5.1")
@pytest.mark.parametrize("form", list(CardForm))
def test_from_19_august_2024_no_wager_is_taken_before_a_player_card_is_confirmed(
    form: CardForm,
) -> None:
    pit = Pit(day=Day(2024, 8, 19)).opened().do(TakeSeat(1, "P1"), TakeSeat(2, "P2"))
    assert pit.against(1) == (FloorRefusal.NO_PLAYER_CARD, "5.1")
    assert "Place 1: confirm the player's own Player Card. (5.1)" in pit.prompts()
    pit.do(ConfirmCard(1, form))
    assert pit.against(1) is None
    assert pit.against(2) == (FloorRefusal.NO_PLAYER_CARD, "5.1"), "each seat for itself"


@pytest.mark.clause("nsw-2024", "5.1")
def test_before_that_business_date_no_player_card_is_asked_for() -> None:
    pit = Pit(day=Day(2024, 8, 18)).opened().do(TakeSeat(1, "P1"))
    assert pit.against(1) is None
    assert "Player Card" not in pit.prompts()


@pytest.mark.parametrize("ruleset", ["nsw-legacy", "sd"])
def test_other_rules_ask_for_no_player_card(ruleset: str) -> None:
    assert Pit(ruleset).opened().do(TakeSeat(1, "P1")).against(1) is None


@pytest.mark.clause("nsw-legacy", "5.6")
@pytest.mark.clause("nsw-2024", "5.7")
def test_one_player_has_one_hand(ruleset: str, clause: str) -> None:
    pit = Pit(ruleset).opened().seat(1)
    assert pit.why(TakeSeat(2, "P1")) == (FloorRefusal.PLAYS_ALREADY, clause)
    assert pit.against(2) == (FloorRefusal.SEAT_EMPTY, clause)
    pit.do(LeaveSeat(1), TakeSeat(2, "P1"))


@pytest.mark.clause("nsw-legacy", "5.8")
@pytest.mark.clause("nsw-2024", "5.9")
def test_a_wager_placed_with_the_dealers_help_is_the_players_own(ruleset: str, clause: str) -> None:
    pit = Pit(ruleset).playing(1).begin().do(AssistPlacement(1, Area.BONUS))
    helped = pit.last(PlacementAssisted)
    assert (helped.player, helped.area, helped.by) == ("P1", Area.BONUS, (DEALER,))
    told = guide(Felt(table_rules(ruleset)).wagers(p1="25").table).reminders
    assert f"Players are responsible for the position of their wagers (rule {clause})." in told


INVALID = [(ground, plea) for ground in InvalidGround for plea in (None, *Plea)]


@pytest.mark.clause("nsw-2024", "13.1", "13.1.1", "13.1.2")
@pytest.mark.parametrize(("ground", "plea"), INVALID)
def test_wagers_without_an_own_card_are_invalid_whatever_is_pleaded_or_whose_money_it_is(
    ground: InvalidGround, plea: Plea | None
) -> None:
    pit = Pit().playing(1, 2).dealt()
    pit.do(MarkWagersInvalid(1, ground, plea))
    marked = pit.last(WagersMarkedInvalid)
    assert (marked.player, marked.round, marked.ground, marked.plea) == ("P1", 1, ground, plea)
    assert pit.against(1) == (FloorRefusal.WAGERS_INVALID, "13.1")
    assert pit.against(2) is None
    command = round_command(marked)
    assert isinstance(command, c.Report)
    felt = Felt(table_rules("nsw-2024", places=5)).wagers(p1="25", p2="25").bonus(1, "5")
    felt.deal(CARDS).go(command)
    for result in felt.place(1).results.values():
        assert (result.outcome, result.paid) == (Outcome.RETURNED, 0), "11.19"
    assert felt.place(2).playing
    pit.do(FinishRound((2,)), ConfirmCard(1))
    assert pit.against(1) is None, "with an own card the player may play again"


def test_between_rounds_there_is_nothing_to_give_back() -> None:
    pit = Pit().playing(1).do(MarkWagersInvalid(1, InvalidGround.WAGER_FOR_ANOTHER))
    assert round_command(pit.last(WagersMarkedInvalid)) is None


@pytest.mark.clause("nsw-2024", "13.1")
def test_before_19_august_2024_no_wager_is_invalid_for_its_player_card() -> None:
    pit = Pit(day=Day(2024, 8, 18)).opened().do(TakeSeat(1, "P1"))
    refused = pit.refuses(MarkWagersInvalid(1, InvalidGround.NO_VALID_CARD))
    assert (refused.refusal, refused.clause) == (FloorRefusal.NOT_IN_THESE_RULES, "13.1")


@pytest.mark.clause("nsw-legacy", "13.11")
@pytest.mark.clause("nsw-2024", "13.12")
def test_a_wager_is_refused_with_a_reason_before_the_first_card_and_taken_off(
    ruleset: str, clause: str
) -> None:
    pit = Pit(ruleset).playing(1)
    order = Request(RefuseWager(1, Area.ANTE), by=(CASINO,), reason=HouseReason.CONDUCT)
    assert pit.refuses(order).refusal is FloorRefusal.NO_ROUND
    pit.begin().do(order)
    event = pit.last(WagerRefused)
    assert (event.reason, event.by, event.round) == ("conduct", (CASINO,), 1)
    felt = Felt(table_rules(ruleset)).wagers(p1="25").bonus(1, "5")
    command = round_command(event)
    assert isinstance(command, c.TakeBackWager)
    assert not felt.do(command).place(1).stakes
    pit.ready().do(FinishRound(())).dealt()
    assert pit.why(order) == (FloorRefusal.CARDS_ARE_OUT, clause)


def test_only_wagers_placed_before_the_first_card_are_refused_and_jackpots_by_hand() -> None:
    pit = Pit().playing(1).begin()
    assert pit.refuses(RefuseWager(1, Area.FLOP)).refusal is BonusFloorRefusal.NOT_PLACED_BY_HAND
    pit.do(RefuseWager(1, Area.JACKPOT))
    assert round_command(pit.last(WagerRefused)) is None


@pytest.mark.clause("nsw-legacy", "13.9")
@pytest.mark.clause("nsw-2024", "13.10")
def test_after_three_rounds_without_a_wager_at_a_full_table_the_seat_may_be_asked_for(
    ruleset: str, clause: str
) -> None:
    pit = Pit(ruleset).playing(1, 2, 3, 4, 5)
    pit.play(2, 3, 4, 5).play(2, 3, 4, 5)
    assert abstainers(pit.floor) == ()
    pit.play(2, 3, 4, 5)
    assert abstainers(pit.floor) == (1,)
    told = "Place 1: three rounds without a wager; the player may be asked to leave."
    assert f"{told} ({clause})" in pit.prompts()
    pit.do(LeaveSeat(5))
    assert abstainers(pit.floor) == (), "a seat is free"
    pit.seat(5)
    assert abstainers(pit.floor) == (1,)
    assert abstainers(pit.play(1, 2, 3, 4, 5).floor) == (), "consecutive rounds"


def test_whoever_comes_after_the_first_card_has_not_abstained() -> None:
    pit = Pit().playing(1).dealt().seat(2).do(FinishRound((1,)))
    assert pit.floor.seat(2).abstained == 0
    assert pit.play(1).floor.seat(2).abstained == 1
