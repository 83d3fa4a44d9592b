"""Over many days: what is closed leaves the state, what is open stays, no number comes twice."""

import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from controller.domain.money import Money
from controller.floor.base import Day
from controller.floor.closing import CloseTable
from controller.floor.corrections import (
    CloseCorrection,
    CorrectionRecorded,
    RecordCorrection,
    RecordEnquiries,
    RecordRectified,
)
from controller.floor.disputes import CloseDispute, DecideDispute, DisputeOpened, OpenDispute
from controller.floor.entries import DeviceMeasure, IncidentKind, Intent
from controller.floor.measures import (
    CollusionMeasure,
    IncidentReported,
    RecordHandOver,
    ReportIncident,
    TakeCollusionMeasure,
    TakeDeviceMeasures,
    TakenOverBy,
)
from controller.floor.money import CountFloat, ExchangeVoucher, FillTray, WithholdPayment
from controller.floor.promotions import (
    ClaimRefused,
    PostponePromotion,
    RecordClaimantTold,
    RefuseClaim,
)
from controller.floor.refusals import FloorRefusal
from controller.floor.reports import RecordMonthlyReport, monthly_report
from controller.floor.seats import LeaveSeat
from controller.floor.tasks import RecordNotified, TaskRaised
from controller.games.bonus.floor.core import FLOOR
from tests.unit.floor.pit import Pit, dollars

ONE = dollars("1")
BIG = dollars("1000.01")


KINDS: dict[type, str] = {
    IncidentReported: "incident",
    CorrectionRecorded: "correction",
    DisputeOpened: "dispute",
    ClaimRefused: "claim",
    TaskRaised: "task",
}


class Days:
    """A table that is opened day after day, with one entry of every kind a day."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.pit = Pit()
        self.day = Day(2025, 3, 1)

    def sometimes(self) -> bool:
        return self.chance.random() < 0.5

    def one_day(self, *, finish: bool) -> None:
        """What is opened today; finished today as well, or left open."""
        pit = self.pit
        pit.day = self.day
        pit.playing(1, 2).play(1)
        pit.do(ExchangeVoucher("V1", ONE, ONE), FillTray(ONE, "F1"))
        pit.do(WithholdPayment(pit.floor.last_round, 1, "ante", ONE))
        self.incident(finish=finish)
        self.correction(BIG if self.sometimes() else ONE, finish=finish)
        pit.do(OpenDispute(), RefuseClaim(ONE), PostponePromotion("DRAW"))
        if finish:
            dispute, claim = pit.last(DisputeOpened).dispute, pit.last(ClaimRefused).claim
            pit.do(DecideDispute(dispute), CloseDispute(dispute, satisfied=True))
            pit.do(RecordClaimantTold(claim), RecordNotified(pit.last(TaskRaised).task))
        pit.do(LeaveSeat(1), LeaveSeat(2), CloseTable(), CountFloat(dollars("9000")))

    def incident(self, *, finish: bool) -> None:
        pit = self.pit
        pit.do(ReportIncident(IncidentKind.TALK), ReportIncident(IncidentKind.APPARATUS, 1))
        number = pit.last(IncidentReported).incident
        pit.do(TakeDeviceMeasures(number, 1, frozenset({DeviceMeasure.DETAIN})))
        if finish:
            pit.do(RecordHandOver(number, TakenOverBy.POLICE))

    def correction(self, over: Money, *, finish: bool) -> None:
        pit = self.pit
        pit.do(RecordCorrection(pit.floor.last_round, 1, "ante", over, Money(0)))
        number = pit.last(CorrectionRecorded).correction
        if finish:
            pit.do(RecordEnquiries(number, Intent.NOT_SUSPECTED, "cctv"), RecordRectified(number))
            pit.do(CloseCorrection(number))

    def next_day(self) -> None:
        year, month, day = self.day
        self.day = Day(year, month, day + 1) if day < 28 else Day(year, month + 1, 1)

    def entries(self) -> dict[str, int]:
        floor = self.pit.floor
        kinds = ("incidents", "corrections", "disputes", "claims", "tasks", "withheld")
        return {kind: len(getattr(floor, kind)) for kind in kinds}


@settings(max_examples=3, deadline=None)
@given(st.integers(0, 2**32))
def test_over_many_days_the_state_stays_bounded_and_no_number_comes_twice(seed: int) -> None:
    days = Days(seed)
    pit = days.pit
    for count in range(32):
        days.one_day(finish=True)
        month = days.day.month
        days.next_day()
        if days.day.month != month:
            pit.do(RecordMonthlyReport(days.day.year, month))
        open_now = days.entries()
        assert open_now.pop("corrections") <= 29, count
        assert max(open_now.values()) <= 2, (count, open_now)
    assert FLOOR.fold(pit.fresh, pit.events) == pit.floor
    given = [
        (kind, getattr(event, KINDS[kind]))
        for event in pit.events
        if (kind := type(event)) in KINDS
    ]
    assert max(Counter(given).values()) == 1, "a number was given twice"


def test_what_is_open_stays_and_is_found_by_its_number() -> None:
    days = Days(1)
    days.one_day(finish=True)
    days.one_day(finish=False)
    days.one_day(finish=True)
    pit = days.pit.opened()
    floor = pit.floor
    assert [one.number for one in floor.incidents] == [4]
    assert [one.number for one in floor.disputes] == [2]
    assert [one.number for one in floor.claims] == [2]
    assert [one.number for one in floor.tasks] == [2]
    assert 2 in [one.number for one in floor.corrections]
    assert floor.withheld == ()
    assert floor.cash.vouchers == floor.cash.slips == frozenset()
    for gone in (RecordNotified(1), RecordClaimantTold(3), CloseDispute(1, satisfied=True)):
        assert pit.refuses(gone).refusal is FloorRefusal.NO_SUCH_ENTRY
    pit.do(RecordNotified(2), RecordClaimantTold(2), RecordHandOver(4, TakenOverBy.INSPECTOR))
    assert pit.refuses(RecordNotified(2)).refusal is FloorRefusal.TOLD_ALREADY


def test_clause_11_18_a_correction_waits_for_its_monthly_report() -> None:
    days = Days(1)
    pit = days.pit
    pit.day = days.day
    pit.playing(1).play(1)
    days.correction(BIG, finish=True)
    days.correction(ONE, finish=True)
    days.correction(BIG, finish=False)

    def next_opening() -> list[int]:
        leaving = [LeaveSeat(seat.place) for seat in pit.floor.seated()]
        pit.do(*leaving, CloseTable(), CountFloat(dollars("9000"))).opened()
        return [one.number for one in pit.floor.corrections]

    assert next_opening() == [1, 3]
    assert [one.number for one in monthly_report(pit.floor, 2025, 3).lines] == [1, 3]
    pit.do(RecordMonthlyReport(2025, 3))
    assert next_opening() == [3], "reported, but not closed"


def test_clause_11_18_no_report_of_a_month_ahead_or_under_other_rules() -> None:
    pit = Pit().opened()
    for year, month in ((2025, 4), (2026, 1), (2025, 0), (2024, 13)):
        assert pit.why(RecordMonthlyReport(year, month)) == (FloorRefusal.MONTH_AHEAD, "11.18")
    pit.do(RecordMonthlyReport(2025, 3), RecordMonthlyReport(2024, 12))
    assert Pit().refuses(RecordMonthlyReport(2025, 3)).refusal is FloorRefusal.MONTH_AHEAD
    legacy = Pit("nsw-legacy").opened().refuses(RecordMonthlyReport(2025, 3))
    assert legacy.refusal is FloorRefusal.NOT_IN_THESE_RULES


def test_the_same_players_are_kept_apart_once() -> None:
    pit = Pit().playing(1, 2)
    apart = TakeCollusionMeasure(CollusionMeasure.BAR_TOGETHER, (1, 2))
    pit.do(apart, apart)
    assert pit.floor.apart == (frozenset({"P1", "P2"}),)
