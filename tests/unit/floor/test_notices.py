"""Notice periods and signs under bad conditions: dark signs, odd seconds, restarts."""

from datetime import timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.floor.closing import AnnounceClosing
from controller.floor.notices import ClockRestarted, ReportSign, TimePassed, shown_ms
from controller.floor.rounds import PassTime, follow_up
from controller.floor.signs import SignLine, clock_text
from controller.games.bonus.floor.limits import ChangeLimits, RaiseOldMinimum, limits_for
from controller.games.bonus.floor.signs import sign_pages
from tests.helpers.felt import jackpot_rules
from tests.unit.floor.pit import MIDNIGHT, Pit, dollars, limits

RAISE = ChangeLimits(limits(ante=("50", "500")))


def raised(pit: Pit) -> bool:
    return limits_for(pit.settle_down().floor, 1).spot.ante_min == dollars("50")


def test_a_dark_sign_shows_nothing_and_its_time_does_not_count() -> None:
    pit = Pit().opened().seat(1).do(RAISE).wait(15).do(ReportSign(lit=False)).wait(60)
    assert not raised(pit)
    pit.do(ReportSign(lit=True)).wait(4.9)
    assert not raised(pit)
    assert raised(pit.wait(0.1))


def test_a_notice_given_while_the_sign_is_dark_begins_when_it_is_lit() -> None:
    pit = Pit().opened().seat(1).do(ReportSign(lit=False), RAISE).wait(30)
    assert not raised(pit)
    assert not raised(pit.do(ReportSign(lit=True)).wait(19.9))
    assert raised(pit.wait(0.1))


def test_a_sign_reported_twice_changes_nothing() -> None:
    pit = Pit().opened().seat(1).do(RAISE).wait(10).do(ReportSign(lit=True)).wait(10)
    assert raised(pit)


def test_a_restart_with_a_dark_sign_counts_nothing_until_it_is_lit() -> None:
    pit = Pit().opened().seat(1).do(RAISE, ReportSign(lit=False)).restart().seat(2).wait(30)
    assert not raised(pit)
    pit.do(ReportSign(lit=True)).wait(20)
    assert raised(pit)


def test_before_anything_is_recorded_in_a_new_run_the_sign_shows_what_is_proved() -> None:
    pit = Pit().opened().seat(1).do(RAISE).wait(5).seat(2).restart(steady_ms=10**12)
    notice = pit.floor.limit_notice
    assert notice is not None
    assert shown_ms(pit.floor, notice.notice, pit.now) == 5 * 60_000


def test_every_kind_of_notice_survives_a_restart() -> None:
    pit = Pit().opened().seat(1).do(ChangeLimits(limits(ante=("50", "500")), at_once=True))
    pit.do(RaiseOldMinimum(), AnnounceClosing()).wait(10).seat(2).restart().seat(3).wait(10)
    pit.settle_down()
    assert pit.status().value == "counting"


def test_after_a_restart_the_tick_alone_lets_a_notice_run_on() -> None:
    pit = Pit().opened().seat(1).do(AnnounceClosing()).wait(10).seat(2)
    pit.restart(down_minutes=60)
    assert isinstance(follow_up(pit.floor, pit.now), PassTime)
    pit.settle_down()
    assert isinstance(pit.events[-1], ClockRestarted)
    assert follow_up(pit.floor, pit.now) is None
    assert pit.wait(9.9).settle_down().status().value == "open", "the hour it was down is no notice"
    assert pit.wait(0.1).settle_down().status().value == "counting"


@pytest.mark.parametrize("playing", [True, False])
def test_a_crash_loses_a_minute_of_a_notice_at_most_and_gains_none(playing: bool) -> None:
    pit = Pit().playing(1).do(RAISE)
    if playing:
        pit.dealt()
    for _ in range(100):
        pit.wait(0.1).settle_down()
    noted = [event for event in pit.events if isinstance(event, TimePassed)]
    assert len(noted) == 10
    pit.wait(0.9).restart(down_minutes=30).settle_down()
    notice = pit.floor.limit_notice
    assert notice is not None
    assert shown_ms(pit.floor, notice.notice, pit.now) == 10 * 60_000


def test_without_a_notice_or_with_a_dark_sign_there_is_no_time_to_note() -> None:
    pit = Pit().opened().seat(1).wait(30)
    assert follow_up(pit.floor, pit.now) is None
    pit.restart()
    assert follow_up(pit.floor, pit.now) is None
    pit.do(RAISE, ReportSign(lit=False)).wait(30)
    assert follow_up(pit.floor, pit.now) is None
    pit.restart()
    assert follow_up(pit.floor, pit.now) is None


@pytest.mark.parametrize("second", [0, 1, 30, 59])
def test_the_announced_time_is_a_full_minute_at_least_20_minutes_on(second: int) -> None:
    pit = Pit().opened().seat(1).wait(second / 60).do(AnnounceClosing())
    assert pit.now.wall_ms == MIDNIGHT + second * 1_000
    expected = "00:20" if second == 0 else "00:21"
    assert pit.pages()["Table closing"] == (f"This table closes at {expected}.",)
    assert pit.wait(20).settle_down().status().value == ("counting" if second == 0 else "open")


@pytest.mark.untraced
@given(st.integers(0, 10**6), st.integers(0, 999))
def test_the_announced_time_stands_still_while_the_clocks_run(ms: int, offset_ms: int) -> None:
    pit = Pit()
    pit.wait(ms=offset_ms)
    pit.opened().seat(1).do(AnnounceClosing())
    before = pit.pages()["Table closing"]
    pit.wait(ms=ms)
    assert pit.pages()["Table closing"] == before


def test_a_time_that_is_no_full_minute_shows_its_seconds() -> None:
    pit = Pit().opened().seat(1).do(AnnounceClosing()).set_clock(20)
    assert pit.pages()["Table closing"] == ("This table closes at 00:20:20.",)


def test_a_time_zone_changes_what_is_shown_and_nothing_else() -> None:
    pit = Pit().opened().seat(1).do(AnnounceClosing())
    sydney = timezone(timedelta(hours=11))
    pages = sign_pages(pit.floor.rules, pit.floor, None, pit.now, sydney)
    (page,) = [page for page in pages if page.title == "Table closing"]
    assert page.urgent
    assert page.lines == (SignLine("This table closes at 11:20."),)
    assert clock_text(MIDNIGHT - 1_000, sydney) == clock_text(MIDNIGHT + 2_000, sydney) == "11:00"


def test_south_dakota_names_its_own_wagers_on_the_sign() -> None:
    pit = Pit("sd", jackpot=jackpot_rules("PMG-01", wager="1")).opened().seat(1)
    assert pit.pages()["Table limits"] == ("Ante: minimum $25.00, maximum $500.00",)
    assert pit.pages()["Progressive"] == ("The progressive is not offered at present.",)
    pit.do(ChangeLimits(limits(ante=("50", "500")), at_once=True), RaiseOldMinimum())
    assert pit.pages()["Change of table minimum"][1:] == ("Ante: minimum $50.00",)
    assert pit.pages()["Information"] == (
        "See table games staff for further information on how to play.",
        "Texas Hold'em Bonus poker, South Dakota 20:18:16:15.12",
    )
