"""The jackpot at the table, its method, and what the signs show (11.14, 15; (18); the guide)."""

from dataclasses import replace

import pytest

from controller.domain.money import ZERO
from controller.floor.base import Command
from controller.floor.opening import BeginOpening
from controller.floor.refusals import FloorRefusal
from controller.floor.rounds import BeginRound, FinishRound, RoundBegun, verify_round
from controller.games.bonus.figures import load_schedule
from controller.games.bonus.floor.jackpots import (
    ApproveWithoutJackpot,
    EnableJackpot,
    JackpotEnabled,
    JackpotFailed,
    MethodSet,
    ReportJackpotFailed,
    SetMethod,
    SwitchOffJackpot,
    WithoutJackpotApproved,
    round_rules,
)
from controller.games.bonus.floor.outcomes import round_command
from controller.games.bonus.floor.refusals import BonusFloorRefusal
from controller.games.bonus.floor.signs import FOLD_SENTENCES
from controller.games.bonus.floor.state import ShownOn
from controller.games.bonus.jackpot.awards import Claim, nsw_awards
from controller.games.bonus.rules import Method
from controller.games.bonus.terms import HELPLINE
from tests.helpers.felt import jackpot_rules
from tests.unit.floor.pit import MONDAY, Pit, dollars

ON = EnableJackpot(ShownOn.VIDEO_SIGN)


def with_jackpot(ruleset: str = "nsw-2024", *, bonus: bool = False, method: str = "A") -> Pit:
    return Pit(ruleset, method=method, jackpot=jackpot_rules(bonus=bonus)).opened()


@pytest.mark.clause("nsw-2024", "1.1:Method A", "1.1:Method B")
@pytest.mark.parametrize(
    "game", ["Caribbean Stud", "Mississippi Stud Poker", "Ultimate Texas Hold'em"]
)
def test_a_jackpot_linked_with_another_poker_derivative_takes_method_b(game: str) -> None:
    rules = jackpot_rules()
    alone = Pit(jackpot=rules).opened()
    alone.do(SetMethod(Method.B, ())).do(SetMethod(Method.A, ()))
    assert alone.why(SetMethod(Method.A, (game,))) == (BonusFloorRefusal.METHOD_NOT_ALLOWED, "1.1")
    alone.do(SetMethod(Method.B, (game,)))
    assert alone.last(MethodSet).linked_games == (game,)
    assert (
        alone.refuses(SetMethod(Method.A, (game,))).refusal is BonusFloorRefusal.METHOD_NOT_ALLOWED
    )
    wrong = Pit(jackpot=rules, linked_games=(game,)).refuses(BeginOpening(MONDAY))
    assert wrong.refusal is BonusFloorRefusal.METHOD_NOT_ALLOWED, "rejected at configuration too"
    Pit(jackpot=rules, linked_games=(game,), method="B").opened()
    Pit(linked_games=(game,)).opened()  # no jackpot: Method A may be used


@pytest.mark.clause("nsw-2024", "1.1:Method B")
def test_the_method_does_not_change_during_a_round() -> None:
    pit = Pit(jackpot=jackpot_rules()).playing(1).begin()
    assert pit.last(RoundBegun).method is Method.A
    assert pit.why(SetMethod(Method.B, ())) == (FloorRefusal.ROUND_IN_PROGRESS, "1.1")
    pit.do(FinishRound(()), SetMethod(Method.B, ())).begin()
    assert pit.last(RoundBegun).method is Method.B


@pytest.mark.parametrize("ruleset", ["nsw-legacy", "sd"])
def test_other_rules_know_no_method_b(ruleset: str) -> None:
    refused = Pit(ruleset).opened().refuses(SetMethod(Method.B, ()))
    assert refused.refusal is BonusFloorRefusal.METHOD_NOT_ALLOWED


@pytest.mark.clause("nsw-2024", "15.1.4")
def test_the_sign_on_folding_changes_together_with_the_method() -> None:
    pit = with_jackpot()
    assert pit.pages()["Jackpot and folding"] == (FOLD_SENTENCES[Method.A],)
    pit.do(SetMethod(Method.B, ()))
    assert pit.pages()["Jackpot and folding"] == (FOLD_SENTENCES[Method.B],)
    assert "Jackpot and folding" not in Pit().opened().pages(), "only on tables with a jackpot"
    legacy = Pit("nsw-legacy", jackpot=jackpot_rules()).opened()
    assert "Jackpot and folding" not in legacy.pages()


@pytest.mark.clause("nsw-2024", "15.1.4.1")
def test_the_sign_of_method_a_says_that_whoever_folds_has_no_jackpot() -> None:
    approved = "Player's who fold their cards are not eligible for any jackpot payouts"
    assert with_jackpot().pages()["Jackpot and folding"] == (approved,)


@pytest.mark.clause("nsw-2024", "15.1.4.2")
def test_the_sign_of_method_b_says_that_whoever_folds_stays_eligible() -> None:
    approved = (
        "Player's who fold and have a valid jackpot wager for that particular hand, "
        "shall be eligible for jackpot payouts"
    )
    assert with_jackpot(method="B").pages()["Jackpot and folding"] == (approved,)


@pytest.mark.clause("nsw", "15.2.3")
def test_the_sign_shows_what_a_jackpot_wager_takes(ruleset: str) -> None:
    pit = with_jackpot(ruleset).do(ON)
    assert "Jackpot Wager: $5.00" in pit.pages()["Jackpot"]


PAYOUTS = (
    "Royal flush: $50,000.00 or 100% of the jackpot, whichever is greater",
    "Straight flush: $5,000.00 or 10% of the jackpot, whichever is greater",
    "Four of a kind: $500.00",
    "Full house: $150.00",
    "Flush: $100.00",
)


@pytest.mark.clause("nsw-2024", "15.2.9")
def test_the_2024_payouts_are_on_the_sign_and_no_others_are_offered() -> None:
    pit = with_jackpot().do(ON)
    assert pit.pages("61234.50")["Jackpot"] == (
        "Jackpot Wager: $5.00",
        "Jackpot: $61,234.50",
        *PAYOUTS,
    )
    jackpot = jackpot_rules()
    for index, line in enumerate(jackpot.schedule.lines):
        changed = replace(line, amount=line.amount + 1, guarantee=line.guarantee + 1)
        lines = (*jackpot.schedule.lines[:index], changed, *jackpot.schedule.lines[index + 1 :])
        schedule = replace(jackpot.schedule, lines=lines)
        refused = Pit(jackpot=replace(jackpot, schedule=schedule)).opened().refuses(ON)
        assert (refused.refusal, refused.clause) == (BonusFloorRefusal.NO_FIGURES, "15.2.9")
        assert line.award in refused.detail
    straight = Claim(1, jackpot.schedule.line("straight-flush"))
    (paid,) = nsw_awards(jackpot, [straight], dollars("61000"), bonus_first=False)
    assert str(paid.amount) == "6100.00", "what the sign says is paid"


@pytest.mark.clause("nsw-legacy", "15.2.9")
def test_under_the_old_rules_no_jackpot_is_offered_without_figures_from_configuration() -> None:
    jackpot = jackpot_rules()
    lines = tuple(replace(line, percent=0, amount=ZERO) for line in jackpot.schedule.lines)
    for bare in (
        replace(jackpot.schedule, lines=()),
        replace(jackpot.schedule, lines=jackpot.schedule.lines[:4]),
        replace(jackpot.schedule, lines=lines),
    ):
        pit = Pit("nsw-legacy", jackpot=replace(jackpot, schedule=bare)).opened()
        assert pit.why(ON) == (BonusFloorRefusal.NO_FIGURES, "15.2.9")
        assert pit.pages()["Jackpot"] == ("The jackpot is not offered at present.",)
    own = replace(jackpot.schedule.lines[-1], amount=dollars("75"))
    schedule = replace(jackpot.schedule, lines=(*jackpot.schedule.lines[:-1], own))
    pit = Pit("nsw-legacy", jackpot=replace(jackpot, schedule=schedule)).opened().do(ON)
    assert pit.pages()["Jackpot"][1:] == (*PAYOUTS[:-1], "Flush: $75.00")


@pytest.mark.clause("nsw", "15.2.11")
def test_the_bonus_jackpot_amounts_on_the_sign_are_the_ones_paid(ruleset: str) -> None:
    assert "Bonus jackpot" not in with_jackpot(ruleset).do(ON).pages()
    pit = with_jackpot(ruleset, bonus=True).do(ON)
    assert pit.pages()["Bonus jackpot"] == (
        "Royal flush: $1,000.00 per player with a valid jackpot wager",
        "Straight flush: $500.00 per player with a valid jackpot wager",
    )
    jackpot = jackpot_rules(bonus=True)
    for award, amount in (("royal-flush", "1000.00"), ("straight-flush", "500.00")):
        claims = [Claim(2, jackpot.schedule.line(award)), Claim(1, None)]
        awards = nsw_awards(jackpot, claims, dollars("61000"), bonus_first=True)
        assert [str(one.amount) for one in awards if one.place == 1] == [amount]
    lines = tuple(replace(line, bonus=ZERO) for line in jackpot.schedule.lines)
    schedule = replace(jackpot.schedule, lines=lines)
    bare = Pit(ruleset, jackpot=replace(jackpot, schedule=schedule)).opened().refuses(ON)
    assert (bare.refusal, bare.clause) == (BonusFloorRefusal.NO_FIGURES, "15.2.11")


@pytest.mark.clause("sd", "(18)#4")
@pytest.mark.parametrize("schedule", ["PMG-01", "PMG-02", "THBP-08"])
@pytest.mark.parametrize("sign", list(ShownOn))
def test_sd_opens_the_progressive_only_when_a_placard_or_video_sign_shows_the_schedule(
    schedule: str, sign: ShownOn
) -> None:
    wager = "5" if schedule == "PMG-02" else "1"
    pit = Pit("sd", jackpot=jackpot_rules(schedule, wager=wager)).opened()
    assert pit.why(EnableJackpot(None)) == (BonusFloorRefusal.SIGN_NOT_CONFIRMED, "(18)")
    assert round_rules(pit.floor).jackpot is None
    pit.do(EnableJackpot(sign))
    event = pit.last(JackpotEnabled)
    assert (event.shown_on, event.schedule) == (sign, schedule)
    assert len(pit.pages()[f"Progressive {schedule}"]) == len(load_schedule(schedule).lines) + 1
    assert round_rules(pit.floor).jackpot is not None


def test_the_sd_sign_scales_envy_with_the_wager() -> None:
    pit = Pit("sd", jackpot=jackpot_rules("PMG-01", wager="2")).opened().do(ON)
    lines = pit.pages("10000")["Progressive PMG-01"]
    assert lines[:4] == (
        "Progressive wager: $2.00",
        "Progressive: $10,000.00",
        "Royal flush: 100% of the meter; envy $2,000.00",
        "Straight flush: 10% of the meter; envy $600.00",
    )
    assert lines[4] == "Four of a kind: 300 for 1"
    seven = Pit("sd", jackpot=jackpot_rules("THBP-08", wager="1")).opened().do(ON)
    assert seven.pages()["Progressive THBP-08"][1] == "Royal after 5: 100% of the meter"


@pytest.mark.parametrize(
    ("ruleset", "clause"), [("nsw-legacy", None), ("nsw-2024", "11.14"), ("sd", None)]
)
def test_failed_jackpot_equipment_holds_the_next_round_until_play_without_it_is_approved(
    ruleset: str, clause: str | None
) -> None:
    jackpot = jackpot_rules("PMG-01", wager="1") if ruleset == "sd" else jackpot_rules()
    pit = Pit(ruleset, jackpot=jackpot).playing(1).do(ON).dealt()
    pit.do(ReportJackpotFailed("meter-display"))
    assert round_command(pit.last(JackpotFailed)) is not None, "the round in progress is told"
    (task,) = pit.floor.tasks
    assert (task.to, task.clause) == ("inspector", clause)
    pit.do(FinishRound((1,))).ready()
    assert pit.why(BeginRound(2)) == (FloorRefusal.TABLE_HELD, clause)
    assert "A gaming supervisor has to approve play without it" in pit.prompts()
    pit.do(ApproveWithoutJackpot())
    assert pit.last(WithoutJackpotApproved).clause == clause
    assert verify_round(pit.floor, pit.now) is None
    assert round_rules(pit.floor).jackpot is None
    assert "not offered at present" in " ".join(sum(pit.pages().values(), ()))
    pit.do(ON)
    assert round_rules(pit.floor).jackpot is not None, "resumed"


def test_between_rounds_a_failure_has_no_round_to_tell() -> None:
    pit = Pit(jackpot=jackpot_rules()).opened().do(ON, ReportJackpotFailed("sensors"))
    assert round_command(pit.last(JackpotFailed)) is None


@pytest.mark.parametrize(
    "command",
    [ReportJackpotFailed("sensors"), ApproveWithoutJackpot(), SwitchOffJackpot()],
    ids=lambda one: type(one).__name__,
)
def test_a_jackpot_that_is_not_offered_neither_fails_nor_is_switched_off(command: Command) -> None:
    assert with_jackpot().refuses(command).refusal is BonusFloorRefusal.JACKPOT_STATE


def test_a_jackpot_is_switched_on_and_off_between_rounds_only() -> None:
    pit = Pit(jackpot=jackpot_rules()).playing(1).begin()
    assert pit.refuses(ON).refusal is FloorRefusal.ROUND_IN_PROGRESS
    pit.do(FinishRound(()), ON)
    assert pit.refuses(ON).refusal is BonusFloorRefusal.JACKPOT_STATE
    pit.begin()
    assert pit.refuses(SwitchOffJackpot()).refusal is FloorRefusal.ROUND_IN_PROGRESS
    pit.do(FinishRound(()), SwitchOffJackpot())
    assert round_rules(pit.floor).jackpot is None


def test_a_schedule_of_other_rules_or_without_a_wager_is_not_offered() -> None:
    assert Pit().opened().refuses(ON).refusal is BonusFloorRefusal.JACKPOT_ABSENT
    foreign = Pit(jackpot=jackpot_rules("PMG-01", wager="1")).opened().refuses(ON)
    assert foreign.refusal is BonusFloorRefusal.NO_FIGURES
    assert foreign.detail == "Missing: a schedule for nsw-2024 (the table has PMG-01)."
    free = Pit(jackpot=jackpot_rules(wager="0")).opened().refuses(ON)
    assert (free.refusal, free.detail) == (BonusFloorRefusal.NO_FIGURES, "Missing: the wager.")


@pytest.mark.clause("nsw-guide", "help")
def test_players_are_referred_to_table_games_staff(ruleset: str) -> None:
    assert Pit(ruleset).opened().pages()["Information"][0] == (
        "See table games staff for further information on how to play."
    )


@pytest.mark.clause("nsw-guide", "footer")
def test_the_helpline_is_on_the_sign_open_or_closed(ruleset: str) -> None:
    assert HELPLINE == "1800 858 858"
    for pit in (Pit(ruleset), Pit(ruleset).opened()):
        assert any("Gambling Help 1800 858 858" in line for line in pit.pages()["Information"])
    assert "1800" not in " ".join(sum(Pit("sd").opened().pages().values(), ()))


def test_the_ante_bonus_pay_table_is_on_the_sign(ruleset: str) -> None:
    assert Pit(ruleset).opened().pages()["Ante Bonus Wager"] == (
        "2 aces: 30 to 1",
        "ace and king – suited: 25 to 1",
        "ace and queen – suited or ace and jack – suited: 20 to 1",
        "ace and king – unsuited: 15 to 1",
        "2 kings or 2 queens or 2 jacks: 10 to 1",
        "ace and queen – unsuited or ace and jack – unsuited: 5 to 1",
        "any other pair: 3 to 1",
    )
    assert "Bonus wager" not in Pit("sd").opened().pages(), "none is configured (R13)"
