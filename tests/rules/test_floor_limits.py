"""Limits on the sign: notice, markers, two minimums, low limit gaming (rule 6)."""

import re
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from controller.config import WrongConfiguration
from controller.domain.dealing import Dealing
from controller.floor.base import Day
from controller.floor.deck_orders import ReplaceSource
from controller.floor.opening import BeginOpening
from controller.floor.refusals import FloorRefusal
from controller.floor.rounds import FinishRound, PassTime
from controller.floor.seats import LeaveSeat, TakeSeat
from controller.games.bonus.floor.limits import (
    ChangeLimits,
    LimitsChanged,
    PlaceMarker,
    RaiseOldMinimum,
    RemoveMarker,
    limit_faults,
    limits_for,
)
from controller.games.bonus.floor.refusals import BonusFloorRefusal
from controller.games.bonus.wagers import Area, Stake
from controller.games.desk.tournament_file import load_tournament
from controller.tables import load_table
from tests.unit.floor.pit import MONDAY, Pit, dollars, limits

RAISED = limits(ante=("50", "500"))
WITH_NOTICE = ChangeLimits(RAISED)
AT_ONCE = ChangeLimits(RAISED, at_once=True)


def ante_min(pit: Pit, place: int = 1) -> str:
    return str(limits_for(pit.floor, place).spot.ante_min)


def faults(pit: Pit, place: int, ante: str, bonus: str = "") -> tuple[str, ...]:
    stakes = {Area.ANTE: Stake(dollars(ante))}
    if bonus:
        stakes[Area.BONUS] = Stake(dollars(bonus))
    return limit_faults(pit.floor, place, stakes)


@pytest.mark.clause("nsw", "6.5")
def test_a_raised_minimum_takes_effect_when_the_sign_has_shown_it_for_20_minutes(
    ruleset: str,
) -> None:
    pit = Pit(ruleset).opened().seat(1)
    assert pit.why(ChangeLimits(RAISED, minutes=19)) == (FloorRefusal.NOTICE_TOO_SHORT, "6.5")
    pit.do(WITH_NOTICE)
    assert pit.pages()["Change of table limits"][:2] == (
        "From 00:20",
        "Ante Wager: minimum $50.00, maximum $500.00",
    )
    pit.wait(19).wait(ms=59_999).do(PassTime()).settle_down()
    assert ante_min(pit) == "25.00"
    pit.wait(ms=1).settle_down()
    assert ante_min(pit) == "50.00"
    assert str(pit.floor.rules.limits.ante_min) == "50.00"
    assert pit.last(LimitsChanged).noticed
    assert "Change of table limits" not in pit.pages()


def test_a_lowered_minimum_and_any_maximum_change_at_once(ruleset: str) -> None:
    pit = Pit(ruleset).opened().seat(1)
    pit.do(ChangeLimits(limits(ante=("10", "200"))))
    spot = limits_for(pit.floor, 1).spot
    assert (str(spot.ante_min), str(spot.ante_max)) == ("10.00", "200.00")


def test_a_change_decided_during_a_round_waits_for_its_end(ruleset: str) -> None:
    pit = Pit(ruleset).playing(1).dealt()
    pit.do(ChangeLimits(limits(ante=("10", "200"))))
    assert ante_min(pit) == "25.00"
    assert ante_min(pit.do(FinishRound((1,)))) == "10.00"


def test_a_notice_that_ends_during_a_round_takes_effect_at_its_end(ruleset: str) -> None:
    pit = Pit(ruleset).playing(1).do(WITH_NOTICE).dealt().wait(25).settle_down()
    assert ante_min(pit) == "25.00"
    assert ante_min(pit.do(FinishRound((1,)))) == "50.00"


@pytest.mark.clause("nsw", "6.5.1")
def test_a_minimum_raised_at_once_leaves_everybody_at_the_table_the_old_one(ruleset: str) -> None:
    pit = Pit(ruleset).opened().seat(1, 3).do(AT_ONCE)
    assert [ante_min(pit, place) for place in (1, 2, 3)] == ["25.00", "50.00", "25.00"]
    assert pit.last(LimitsChanged).keep_old == (1, 3)
    assert not faults(pit, 1, "25")
    (fault,) = faults(pit, 2, "25")
    assert "is below the minimum $50" in fault


def test_a_second_raise_keeps_for_each_player_the_minimum_that_player_had(ruleset: str) -> None:
    pit = Pit(ruleset).opened().seat(1).do(AT_ONCE).seat(2)
    pit.do(ChangeLimits(limits(ante=("100", "500")), at_once=True))
    assert [ante_min(pit, place) for place in (1, 2, 3)] == ["25.00", "50.00", "100.00"]


@pytest.mark.clause("nsw", "6.5.1.1")
def test_the_dealer_is_told_to_put_a_marker_before_every_player_who_keeps_the_old_minimum(
    ruleset: str,
) -> None:
    pit = Pit(ruleset).opened().seat(1, 3)
    assert "marker" not in pit.prompts()
    pit.do(AT_ONCE)
    for place in (1, 3):
        told = f"Put the marker directly in front of the box of place {place}: minimum $25.00."
        assert f"{told} (6.5.1.1)" in pit.prompts()
    assert pit.refuses(PlaceMarker(2)).refusal is BonusFloorRefusal.NO_MARKER
    pit.do(PlaceMarker(1), PlaceMarker(3))
    assert pit.floor.markers == {1, 3}
    assert "marker" not in pit.prompts()


@pytest.mark.clause("nsw", "6.5.1.2")
def test_when_a_marked_player_leaves_the_old_minimum_ends_and_the_marker_comes_off(
    ruleset: str,
) -> None:
    pit = Pit(ruleset).opened().seat(1, 2).do(AT_ONCE, PlaceMarker(1), PlaceMarker(2))
    pit.do(LeaveSeat(1))
    assert "Take the marker of place 1 off the layout. (6.5.1.2)" in pit.prompts()
    assert "marker of place 2" not in pit.prompts()
    pit.do(RemoveMarker(1), TakeSeat(1, "P9"))
    assert ante_min(pit) == "50.00", "the next player at the place has no old minimum"
    assert pit.floor.markers == {2}


@pytest.mark.clause("nsw-legacy", "6.5.1.3")
def test_under_the_old_rules_the_marker_lies_where_the_player_sits_and_nowhere_else() -> None:
    pit = Pit("nsw-legacy").opened().seat(2)
    assert pit.why(TakeSeat(3, "P2")) == (FloorRefusal.PLAYS_ALREADY, "5.6")
    pit.do(AT_ONCE)
    assert "in front of the box of place 2" in pit.prompts()
    assert pit.prompts().count("Put the marker") == 1


@pytest.mark.clause("nsw", "6.5.2")
def test_an_old_minimum_is_raised_only_after_20_minutes_of_its_own_notice(ruleset: str) -> None:
    pit = Pit(ruleset).opened().seat(1).do(AT_ONCE)
    pit.wait(60).settle_down()
    assert ante_min(pit) == "25.00", "time alone raises nothing"
    assert pit.why(RaiseOldMinimum(minutes=10)) == (FloorRefusal.NOTICE_TOO_SHORT, "6.5.2")
    pit.do(RaiseOldMinimum())
    assert pit.pages()["Change of table minimum"] == (
        "Players with a marker: from 01:20",
        "Ante Wager: minimum $50.00",
        "Ante Bonus Wager: minimum $5.00",
    )
    assert ante_min(pit.wait(19.9).settle_down()) == "25.00"
    assert ante_min(pit.wait(0.1).settle_down()) == "50.00"


def test_a_general_notice_does_not_raise_those_who_keep_an_old_minimum(ruleset: str) -> None:
    pit = Pit(ruleset).opened().seat(1).do(AT_ONCE).seat(2)
    pit.do(ChangeLimits(limits(ante=("100", "500")))).wait(20).settle_down()
    assert [ante_min(pit, place) for place in (1, 2)] == ["25.00", "100.00"]


@pytest.mark.clause("nsw", "6.5.3")
def test_while_two_minimums_are_in_force_the_sign_shows_both(ruleset: str) -> None:
    pit = Pit(ruleset).opened().seat(1)
    assert "Previous table limits" not in pit.pages()
    pit.do(AT_ONCE)
    pages = pit.pages()
    assert "Ante Wager: minimum $50.00, maximum $500.00" in pages["New table limits"]
    assert "Ante Wager: minimum $25.00, maximum $500.00" in pages["Previous table limits"]
    pit.do(LeaveSeat(1))
    assert "Previous table limits" not in pit.pages()
    assert "Ante Wager: minimum $50.00, maximum $500.00" in pit.pages()["Table limits"]


@pytest.mark.clause("nsw", "6.5.4")
def test_whoever_joins_after_the_change_plays_at_the_new_minimum(ruleset: str) -> None:
    pit = Pit(ruleset).opened().seat(1).do(AT_ONCE).seat(2)
    assert (ante_min(pit, 1), ante_min(pit, 2)) == ("25.00", "50.00")


@pytest.mark.clause("nsw", "6.1")
def test_the_sign_shows_minimum_and_maximum_and_multiples_only_where_it_says_so(
    ruleset: str,
) -> None:
    pit = Pit(ruleset).opened().seat(1)
    assert pit.pages()["Table limits"] == (
        "Ante Wager: minimum $25.00, maximum $500.00",
        "Ante Bonus Wager: minimum $5.00, maximum $100.00",
    )
    assert not faults(pit, 1, "40"), "not said on the sign, not asked for"
    pit.do(ChangeLimits(limits(multiples=True)))
    assert "Wagers are made in multiples of the minimum" in pit.pages()["Table limits"]
    assert "not a multiple of the minimum" in faults(pit, 1, "40")[0]
    pit.do(ChangeLimits(limits(unit=dollars("10"))))
    assert "Above the minimum in units of $10.00" in pit.pages()["Table limits"]
    assert "not in units of $10" in faults(pit, 1, "40")[0]
    assert not faults(pit, 1, "35")


@pytest.mark.clause("nsw-2024", "6.1")
def test_the_2024_sign_may_limit_all_that_a_player_wagers_besides_each_area() -> None:
    pit = Pit("nsw-2024").opened().seat(1)
    totals = limits(player_min=dollars("40"), player_max=dollars("550"))
    pit.do(ChangeLimits(totals, at_once=True)).seat(2)
    lines = pit.pages()["New table limits"]
    assert "All wagers of a player: minimum $40.00" in lines
    assert "All wagers of a player: maximum $550.00" in lines
    (fault,) = faults(pit, 2, "500", "100")
    assert "all wagers $600 are above the player's maximum $550" in fault
    (fault,) = faults(pit, 2, "25")
    assert "below the player's minimum $40" in fault
    assert not faults(pit, 1, "25"), "this player was there"
    (fault,) = faults(pit, 2, "510")
    assert "Ante Wager $510 is above the maximum $500" in fault


def test_the_old_rules_know_limits_by_playing_area_only() -> None:
    pit = Pit("nsw-legacy").opened()
    refused = pit.refuses(ChangeLimits(limits(player_max=dollars("550"))))
    assert (refused.refusal, refused.clause) == (FloorRefusal.NOT_IN_THESE_RULES, "6.1")


@pytest.mark.clause("nsw", "6.4")
@pytest.mark.parametrize("amount", ["20", "501"])
def test_a_wager_outside_the_limits_is_a_warning_and_stays_the_players_affair(
    ruleset: str, amount: str
) -> None:
    pit = Pit(ruleset).opened().seat(1)
    (fault,) = faults(pit, 1, amount)
    assert fault.startswith(f"Place 1: Ante Wager ${amount} is ")
    assert fault.endswith("; the player is responsible for the limits (rule 6.4).")
    assert not faults(pit, 1, "25")


@pytest.mark.clause("nsw-legacy", "5.4")
@pytest.mark.clause("nsw-2024", "5.5")
def test_the_sign_shows_what_an_ante_bonus_wager_takes_one_amount_or_a_range(ruleset: str) -> None:
    pit = Pit(ruleset).opened()
    assert "Ante Bonus Wager: minimum $5.00, maximum $100.00" in pit.pages()["Table limits"]
    pit.do(ChangeLimits(limits(bonus=("5", "5"))))
    assert "Ante Bonus Wager: $5.00" in pit.pages()["Table limits"]


@pytest.mark.clause("nsw", "6.6", "6.6.2")
def test_low_limit_gaming_deals_from_a_device_only(ruleset: str) -> None:
    low = Pit(ruleset, low_limit=True)
    shoe = Pit(ruleset, dealing="shoe", low_limit=True).refuses(BeginOpening(MONDAY))
    assert (shoe.refusal, shoe.clause) == (FloorRefusal.SOURCE_NOT_ALLOWED, "6.6.2")
    low.opened()
    assert low.why(ReplaceSource(Dealing.SHOE)) == (FloorRefusal.SOURCE_NOT_ALLOWED, "6.6.2")
    low.do(ReplaceSource(Dealing.SHUFFLER))


@pytest.mark.clause("nsw", "6.6.1")
def test_no_tournament_is_played_here_whatever_the_limits(ruleset: str, tmp_path: Path) -> None:
    """Neither does a table of these rules go under a tournament desk, nor a desk by them; and the
    powers of a table where limits are low have no line for it."""
    own = (files("config") / "tables" / "14.toml").read_text("utf-8")
    table = tmp_path / "table.toml"
    own = re.sub(r'ruleset *= *"[^"]*"', f'ruleset = "{ruleset}"', own)
    table.write_text(own, "utf-8")
    assert load_table(str(table)).rules.terms.low_limit
    table.write_text(f'{own}\n[tournament]\ndesk = "/desk"\ntable = 1\n', "utf-8")
    with pytest.raises(WrongConfiguration, match=r"only the poker room plays them \(rule 6.6.1\)"):
        load_table(str(table))
    desk = f'name = "F"\nruleset = "{ruleset}"\nentry = "1"\nbank = "1"\nprizes = ["1"]\n'
    table.write_text(desk, "utf-8")
    with pytest.raises(WrongConfiguration, match="ruleset"):
        load_tournament(str(table))
    powers = Pit(ruleset, low_limit=True).floor.rules.terms.powers
    assert not any("tournament" in action for action in powers)


class TestClocks:
    """Clock jumps and time zones neither shorten nor break a notice period."""

    def raised(self, pit: Pit) -> bool:
        return ante_min(pit.settle_down()) == "50.00"

    def test_a_wall_clock_set_forward_does_not_shorten_it(self) -> None:
        pit = Pit().opened().seat(1).do(WITH_NOTICE).wait(5).set_clock(3_600)
        assert not self.raised(pit)
        assert pit.pages()["Change of table limits"][0] == "From 01:20"
        assert not self.raised(pit.wait(14.9))
        assert self.raised(pit.wait(0.1))

    def test_a_wall_clock_set_back_does_not_stretch_it(self) -> None:
        pit = Pit().opened().seat(1).do(WITH_NOTICE).wait(5).set_clock(-3_600)
        assert pit.pages()["Change of table limits"][0] == "From 23:20"
        assert self.raised(pit.wait(15))

    def test_after_a_restart_it_goes_on_from_what_the_record_proves(self) -> None:
        pit = Pit().opened().seat(1).do(WITH_NOTICE).wait(8).seat(2)
        pit.wait(1).restart(down_minutes=30, steady_ms=99_999_999)
        assert not self.raised(pit), "neither the downtime nor another machine's uptime counts"
        assert pit.pages()["Change of table limits"][0] == "From 00:51"
        pit.seat(3).wait(11.9)
        assert not self.raised(pit)
        assert self.raised(pit.wait(0.1))

    def test_a_monotonic_clock_that_begins_anew_within_a_run_is_noticed(self) -> None:
        pit = Pit().opened().seat(1).do(WITH_NOTICE).wait(8).seat(2)
        pit.now = replace(pit.now, steady_ms=0)
        assert not self.raised(pit.seat(3).wait(11.9))
        assert self.raised(pit.wait(0.1))

    def test_business_days_come_from_the_opening_not_from_a_clock(self) -> None:
        pit = Pit(day=Day(2024, 8, 18)).opened().set_clock(10 * 86_400).seat(1)
        assert pit.floor.business_date == Day(2024, 8, 18)
