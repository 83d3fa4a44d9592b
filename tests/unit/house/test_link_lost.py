"""11.14: a linked table without its pool closes its jackpot; a person opens it again."""

import pytest

from controller.domain.base import evolve
from controller.domain.money import Money
from controller.floor.refusals import FloorRefusal
from controller.games.bonus import commands as c
from controller.games.bonus.floor.jackpots import (
    ApproveWithoutJackpot,
    EnableJackpot,
    JackpotFailed,
)
from controller.games.bonus.floor.state import JackpotState, ShownOn
from controller.games.bonus.pool_answers import pool_shows
from controller.games.bonus.pool_orders import LINK, jackpot_closes
from controller.games.bonus.shared_meter import SharedMeter
from controller.games.bonus.treaty import HouseRefusal
from controller.games.bonus.wagers import Choice
from controller.notices.outbox import NoticeRaised
from controller.running.outputs import derive_outputs
from tests.helpers.shift import GAMING, Shift
from tests.unit.running.tables import folded_out

METER = Money.parse("60000")
ENABLE = EnableJackpot(ShownOn.VIDEO_SIGN)


@pytest.fixture
def shift() -> Shift:
    return Shift().playing(1, 2)


def link(shift: Shift, *, up: bool) -> None:
    shift.now(pool_shows(shift.controller, SharedMeter(METER, up)))


def state(shift: Shift) -> JackpotState:
    return shift.floor.jackpot


def sign(shift: Shift) -> str:
    snapshot = shift.controller.snapshot()
    return derive_outputs(snapshot.house, shared=snapshot.shared).sign_text


def test_after_the_set_time_the_jackpot_closes_on_record_with_its_notice(shift: Shift) -> None:
    link(shift, up=False)
    assert sign(shift) == "$60,000.00 NOT LINKED"
    shift.wait(minutes=4, seconds=59)
    assert state(shift) is JackpotState.ON
    shift.wait(seconds=1)
    assert state(shift) is JackpotState.FAILED
    assert sign(shift) == "JACKPOT CLOSED"
    (failed,) = (event for event in shift.events() if isinstance(event, JackpotFailed))
    assert (failed.what, failed.round) == (LINK, None)
    told = [event.notice.to for event in shift.events() if isinstance(event, NoticeRaised)]
    assert "inspector" in [str(who) for who in told]
    assert shift.why(c.OpenRound(1)) == (FloorRefusal.TABLE_HELD, "11.14")
    shift.supervised(ApproveWithoutJackpot())
    assert state(shift) is JackpotState.SUSPENDED
    shift.wagers(p1="25")


def test_a_person_opens_it_again_once_the_link_is_back(shift: Shift) -> None:
    link(shift, up=False)
    shift.wait(minutes=5)
    shift.supervised(ApproveWithoutJackpot())
    shift.on(GAMING)
    assert shift.why(ENABLE, shift.likeliest(ENABLE)) == (HouseRefusal.LINK_LOST, "11.14")
    link(shift, up=True)
    assert state(shift) is JackpotState.SUSPENDED, "not by itself"
    shift.do(ENABLE).off()
    shift.wait(minutes=10)
    assert state(shift) is JackpotState.ON
    assert sign(shift) == "$60,000.00"


def test_a_link_that_comes_back_in_time_closes_nothing(shift: Shift) -> None:
    link(shift, up=False)
    link(shift, up=False)
    shift.wait(minutes=4)
    link(shift, up=True)
    link(shift, up=True)
    link(shift, up=False)
    shift.wait(minutes=4)
    assert state(shift) is JackpotState.ON
    kinds = [kind for kind in shift.kinds() if kind.startswith("Link")]
    assert kinds == ["LinkLost", "LinkBack", "LinkLost"]


def test_a_round_is_played_to_its_end_first(shift: Shift) -> None:
    shift.wagers(p1="25", p2="25", jackpot=(1,))
    link(shift, up=False)
    shift.wait(minutes=6)
    assert state(shift) is JackpotState.ON
    shift.deal("9h Th Jh 3c 2d 4c 5s 6d 8c 2s 3s")
    shift.do(c.Decide(1, Choice.FOLD), c.Decide(2, Choice.FOLD))
    folded_out(shift)
    assert state(shift) is JackpotState.FAILED
    assert shift.table.round.awards == ()


def test_after_a_restart_the_time_counts_anew(shift: Shift) -> None:
    link(shift, up=False)
    shift.wait(minutes=4)
    shift.restart()
    assert jackpot_closes(shift.house, shift.clock.now()) is None
    link(shift, up=False)
    assert shift.house.link_lost == shift.clock.now()


def test_a_table_without_a_floor_or_without_a_jackpot_on_closes_none(shift: Shift) -> None:
    link(shift, up=False)
    later = evolve(shift.clock.now(), steady_ms=10**9)
    assert jackpot_closes(shift.house, later) is not None
    assert jackpot_closes(evolve(shift.house, floor=None), later) is None
    off = evolve(shift.house, floor=evolve(shift.floor, jackpot=JackpotState.OFF))
    assert jackpot_closes(off, later) is None
