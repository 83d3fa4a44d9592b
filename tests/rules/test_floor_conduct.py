"""Conduct at the table: incidents, measures against it, outcomes invalidated (9, 11.12, 13)."""

import pytest

from controller.domain.refusals import Refused
from controller.floor.entries import DeviceMeasure, IncidentKind
from controller.floor.measures import (
    CollusionMeasure,
    CollusionMeasureTaken,
    DetaineeHandedOver,
    DeviceMeasuresTaken,
    IncidentReported,
    LiftCollusionMeasure,
    Person,
    RecordHandOver,
    ReportIncident,
    TakeCollusionMeasure,
    TakeDeviceMeasures,
    TakenOverBy,
    decide_first,
    verify_decision,
)
from controller.floor.refusals import FloorRefusal
from controller.floor.rounds import FinishRound
from controller.floor.seats import LeaveSeat, ReopenSeat, TakeSeat
from controller.games.bonus import commands as c
from controller.games.bonus.floor.outcomes import (
    Disruption,
    Ground,
    InvalidateOutcome,
    OutcomeInvalidated,
    round_command,
)
from controller.games.bonus.round.core import decide
from controller.games.bonus.round.state import Ending
from controller.games.bonus.steps import guide
from controller.games.bonus.wagers import Area, Choice, Outcome
from controller.staff.roles import HouseReason
from tests.helpers.felt import Felt, table_rules
from tests.helpers.refused import why
from tests.helpers.shift import CASINO as HEAD
from tests.helpers.shift import Shift
from tests.unit.floor.pit import CASINO, DEALER, Pit, Request
from ui.games.bonus.viewmodels.felt import derive_place
from ui.games.bonus.viewmodels.guidance import derive_guidance
from ui.shown import Shown

CARDS = "2d 5s 9h Qd 3c Jh Js Ad Kd 7c 7d"


# fmt: off
INCIDENTS = [
    #                                legacy   2024     leads to (legacy, 2024)
    (IncidentKind.CARDS_LEFT_LAYOUT, "9.8",   "9.8",   None,     None),
    (IncidentKind.TALK,              "9.9",   "9.9",   "11.12",  "11.12"),
    (IncidentKind.ADVICE,            "13.7",  "13.8",  None,     None),
    (IncidentKind.SIDE_BET,          "13.10", "13.11", None,     None),
    (IncidentKind.APPARATUS,         "13.1",  "13.2",  "13.3",   "13.4"),
]
# fmt: on


@pytest.mark.clause("nsw-legacy", "13.1")
@pytest.mark.clause("nsw-2024", "13.2")
@pytest.mark.parametrize("row", INCIDENTS, ids=lambda row: row[0])
def test_the_dealer_enters_an_incident_with_place_round_and_clause(
    ruleset: str, row: tuple[IncidentKind, str, str, str | None, str | None]
) -> None:
    kind, *clauses = row
    pit = Pit(ruleset).playing(1, 2).dealt().do(ReportIncident(kind, 2))
    clause, leads_to = clauses[0::2] if ruleset == "nsw-legacy" else clauses[1::2]
    event = pit.last(IncidentReported)
    assert (event.place, event.round, event.clause, event.leads_to) == (2, 1, clause, leads_to)
    (entry,) = pit.floor.incidents
    assert (entry.kind, entry.at, entry.by) == (kind, pit.now, (DEALER,))


REMINDED = {
    IncidentKind.CARDS_LEFT_LAYOUT: "Cards stay on the layout",
    IncidentKind.TALK: "Players say only fold, check or bet",
    IncidentKind.ADVICE: "Nobody may advise a player who has not asked",
    IncidentKind.SIDE_BET: "No side bets among players or spectators",
}


@pytest.mark.clause("nsw-legacy", "9.8", "9.9", "13.7", "13.10")
@pytest.mark.clause("nsw-2024", "9.8", "9.9", "13.8", "13.11")
def test_the_dealer_is_reminded_of_what_there_is_an_incident_entry_for(ruleset: str) -> None:
    felt = Felt(table_rules(ruleset, places=5)).wagers(p1="25", p2="25")
    said = list(guide(felt.table).reminders)
    said += guide(felt.deal(CARDS).table).reminders
    pit = Pit(ruleset).playing(1, 2).dealt()
    for kind, words in REMINDED.items():
        pit.do(ReportIncident(kind))
        assert f"{words} (rule {pit.last(IncidentReported).clause})." in said


@pytest.mark.clause("nsw-legacy", "13.2")
@pytest.mark.clause("nsw-2024", "13.3")
def test_equipment_of_people_on_duty_is_no_incident(ruleset: str, clause: str) -> None:
    pit = Pit(ruleset).playing(1)
    refused = pit.refuses(ReportIncident(IncidentKind.APPARATUS, person=Person.ON_DUTY))
    assert (refused.refusal, refused.clause) == (FloorRefusal.EXEMPT, clause)
    pit.do(ReportIncident(IncidentKind.TALK, person=Person.ON_DUTY))


def suspect(pit: Pit, measure: CollusionMeasure, *places: int) -> CollusionMeasureTaken:
    pit.do(
        Request(
            TakeCollusionMeasure(measure, places), by=(CASINO,), reason=HouseReason.VIEWED_CARDS
        )
    )
    event = pit.last(CollusionMeasureTaken)
    assert isinstance(event, CollusionMeasureTaken)
    return event


@pytest.mark.clause("nsw", "11.12")
@pytest.mark.parametrize("measure", list(CollusionMeasure))
def test_a_measure_against_information_sharing_is_recorded_with_seats_and_reason(
    ruleset: str, measure: CollusionMeasure
) -> None:
    event = suspect(Pit(ruleset).playing(1, 2, 3), measure, 2, 3)
    clauses = dict(zip(CollusionMeasure, ("11.12.1", "11.12.2", "11.12.3"), strict=True))
    assert (event.places, event.players, event.clause) == ((2, 3), ("P2", "P3"), clauses[measure])
    assert (event.by, event.reason) == ((CASINO,), "viewed-cards")


@pytest.mark.clause("nsw", "11.12.1")
def test_a_named_player_decides_before_the_others(ruleset: str) -> None:
    pit = Pit(ruleset).playing(1, 2, 3)
    assert not decide_first(pit.floor)
    suspect(pit, CollusionMeasure.DECIDE_FIRST, 3)
    assert decide_first(pit.floor) == {3}
    assert why(verify_decision(pit.floor, 1, (1, 2, 3))) == (FloorRefusal.DECIDES_LATER, "11.12.1")
    assert verify_decision(pit.floor, 3, (1, 2, 3)) is None
    assert verify_decision(pit.floor, 1, (1, 2)) is None, "place 3 has decided"
    assert "Place 3 decides before the others touch their cards. (11.12.1)" in pit.prompts()
    pit.do(LiftCollusionMeasure(CollusionMeasure.DECIDE_FIRST))
    assert verify_decision(pit.floor, 1, (1, 2, 3)) is None


@pytest.mark.clause("nsw", "11.12.1")
def test_the_dealer_is_told_to_ask_a_named_player_first(ruleset: str) -> None:
    shift = Shift(table_rules(ruleset, places=5)).playing(1, 2, 3)
    named = TakeCollusionMeasure(CollusionMeasure.DECIDE_FIRST, (3,))
    shift.on(HEAD).do(named, reason=HouseReason.VIEWED_CARDS).off()
    shift.wagers(p1="25", p2="25", p3="25").deal("Ks 9d 4h 2c 7s Ah Ad 9s 8h 3d 5c 6c 6d")
    seen = Shown(shift.controller.snapshot(), simulated=True)
    assert "Ask place 3:" in derive_guidance(seen).text
    assert [derive_place(seen, place).active for place in (1, 2, 3)] == [False, False, True]
    shift.do(c.Decide(3, Choice.BET))
    seen = Shown(shift.controller.snapshot(), simulated=True)
    assert "Ask place 1:" in derive_guidance(seen).text
    assert [derive_place(seen, place).active for place in (1, 2, 3)] == [True, False, False]


@pytest.mark.clause("nsw", "11.12.2")
def test_barred_players_do_not_play_together_at_this_table(ruleset: str) -> None:
    pit = Pit(ruleset).playing(1, 2, 3)
    suspect(pit, CollusionMeasure.BAR_TOGETHER, 1, 2)
    for place in (1, 2):
        assert pit.against(place) == (FloorRefusal.BARRED_TOGETHER, "11.12.2")
    assert pit.against(3) is None
    pit.do(LeaveSeat(2))
    assert pit.against(1) is None, "apart from each other they may play"
    assert pit.why(TakeSeat(4, "P2")) == (FloorRefusal.BARRED_TOGETHER, "11.12.2")
    pit.do(LiftCollusionMeasure(CollusionMeasure.BAR_TOGETHER), TakeSeat(4, "P2"))


@pytest.mark.clause("nsw", "11.12.3")
def test_english_only_stands_as_a_reminder_until_it_is_lifted(ruleset: str) -> None:
    pit = Pit(ruleset).playing(1)
    suspect(pit, CollusionMeasure.ENGLISH_ONLY)
    for _ in range(3):
        assert "Only English is spoken at the table. (11.12.3)" in pit.play(1).prompts()
    pit.do(LiftCollusionMeasure(CollusionMeasure.ENGLISH_ONLY))
    assert "English" not in pit.prompts()


def breach(ruleset: str, *measures: DeviceMeasure) -> Pit:
    pit = Pit(ruleset).playing(1, 2).dealt().do(ReportIncident(IncidentKind.APPARATUS))
    return pit.do(
        Request(
            TakeDeviceMeasures(1, 1, frozenset(measures)),
            by=(CASINO,),
            reason=HouseReason.DEVICE_USED,
        )
    )


@pytest.mark.clause("nsw-legacy", "13.3")
@pytest.mark.clause("nsw-2024", "13.4")
def test_a_supervisor_chooses_any_measures_against_a_prohibited_device(
    ruleset: str, clause: str
) -> None:
    pit = breach(ruleset, *DeviceMeasure)
    event = pit.last(DeviceMeasuresTaken)
    assert (event.place, event.player, event.clause) == (1, "P1", clause)
    assert (event.by, event.reason) == ((CASINO,), "device-used")
    assert pit.floor.incidents[0].measures == set(DeviceMeasure)
    none = TakeDeviceMeasures(1, 2, frozenset())
    assert pit.refuses(none).refusal is FloorRefusal.NEEDS_MEASURE
    pit.do(ReportIncident(IncidentKind.TALK))
    other = TakeDeviceMeasures(2, 2, frozenset(DeviceMeasure))
    assert pit.refuses(other).refusal is FloorRefusal.NOT_THE_GROUND


@pytest.mark.clause("nsw-legacy", "13.3.1")
@pytest.mark.clause("nsw-2024", "13.4.1")
def test_wagers_declared_void_have_no_result(ruleset: str) -> None:
    command = round_command(breach(ruleset, DeviceMeasure.VOID_WAGERS).last(DeviceMeasuresTaken))
    assert isinstance(command, c.Report)
    felt = Felt(table_rules(ruleset, places=5)).wagers(p1="25", p2="25").deal(CARDS).go(command)
    result = felt.place(1).results[Area.ANTE]
    assert (result.outcome, result.returned, result.paid) == (Outcome.RETURNED, 2500, 0)
    kept = breach(ruleset, DeviceMeasure.EXCLUDE).last(DeviceMeasuresTaken)
    assert round_command(kept) is None, "only where this measure was chosen"


@pytest.mark.clause("nsw-legacy", "13.3.2")
@pytest.mark.clause("nsw-2024", "13.4.2")
def test_an_excluded_persons_seat_is_closed_and_no_other_is_open_to_that_person(
    ruleset: str, clause: str
) -> None:
    pit = breach(ruleset, DeviceMeasure.EXCLUDE).do(FinishRound((1, 2)))
    assert pit.against(1) is not None
    assert pit.why(TakeSeat(1, "P9")) == (FloorRefusal.SEAT_CLOSED, clause)
    assert pit.why(TakeSeat(3, "P1")) == (FloorRefusal.PLAYER_EXCLUDED, clause)
    pit.do(ReopenSeat(1), TakeSeat(1, "P9"))


@pytest.mark.clause("nsw-legacy", "13.3.3")
@pytest.mark.clause("nsw-2024", "13.4.3")
def test_an_exclusion_from_the_casino_is_recorded_and_carried_out_elsewhere(ruleset: str) -> None:
    pit = breach(ruleset, DeviceMeasure.EXCLUDE_FROM_CASINO)
    assert pit.floor.incidents[0].measures == {DeviceMeasure.EXCLUDE_FROM_CASINO}
    assert pit.floor.seat(1).player == "P1", "nothing happens on the console"


@pytest.mark.clause("nsw-legacy", "13.3.4")
@pytest.mark.clause("nsw-2024", "13.4.4")
@pytest.mark.parametrize("to", list(TakenOverBy))
def test_a_detention_is_recorded_with_the_time_somebody_takes_over(
    ruleset: str, to: TakenOverBy
) -> None:
    pit = breach(ruleset, DeviceMeasure.DETAIN)
    assert pit.floor.incidents[0].handed_over is None
    pit.wait(12).do(RecordHandOver(1, to))
    assert pit.floor.incidents[0].handed_over == pit.now
    assert pit.last(DetaineeHandedOver).to is to
    assert pit.refuses(RecordHandOver(1, to)).refusal is FloorRefusal.NOT_DETAINED
    assert (
        breach(ruleset, DeviceMeasure.EXCLUDE).refuses(RecordHandOver(1, to)).refusal
        is FloorRefusal.NOT_DETAINED
    )


def invalidated(
    ruleset: str, command: InvalidateOutcome | Request
) -> tuple[OutcomeInvalidated, Felt]:
    pit = Pit(ruleset).playing(1, 2).dealt().do(command)
    event = pit.last(OutcomeInvalidated)
    report = round_command(event)
    assert report is not None
    felt = Felt(table_rules(ruleset, places=5)).wagers(p1="25", p2="25").deal(CARDS)
    assert not isinstance(decide(felt.table, report), Refused)
    return event, felt.go(report)


@pytest.mark.clause("nsw-legacy", "13.4", "13.4.1")
@pytest.mark.clause("nsw-2024", "13.5", "13.5.1")
@pytest.mark.parametrize("cause", list(Disruption))
def test_an_outcome_is_invalidated_for_a_disruption_of_the_game(
    ruleset: str, cause: Disruption
) -> None:
    event, felt = invalidated(ruleset, InvalidateOutcome(Ground.DISRUPTION, cause))
    assert (event.ground, event.disruption) == (Ground.DISRUPTION, cause)
    assert felt.round.ending is Ending.VOID
    assert felt.place(1).results[Area.ANTE].returned == 2500


@pytest.mark.clause("nsw-legacy", "13.4", "13.4.2")
@pytest.mark.clause("nsw-2024", "13.5", "13.5.2")
def test_an_outcome_is_invalidated_for_a_fraud_with_the_players_named(ruleset: str) -> None:
    fraud = Request(
        InvalidateOutcome(Ground.FRAUD, players=(2,), forfeit=(2,)), reason=HouseReason.FRAUD
    )
    event, felt = invalidated(ruleset, fraud)
    assert event.players == (2,)
    assert felt.place(1).results[Area.ANTE].returned == 2500
    assert felt.place(2).results[Area.ANTE].returned == 0


@pytest.mark.clause("nsw-legacy", "13.4")
@pytest.mark.clause("nsw-2024", "13.5")
@pytest.mark.parametrize(
    "command",
    [
        InvalidateOutcome(Ground.DISRUPTION),
        InvalidateOutcome(Ground.DISRUPTION, Disruption.FIRE, players=(1,)),
        InvalidateOutcome(Ground.FRAUD),
        InvalidateOutcome(Ground.FRAUD, Disruption.FIRE, players=(1,)),
        InvalidateOutcome(Ground.FRAUD, players=(1,), forfeit=(2,)),
        InvalidateOutcome(Ground.DISRUPTION, Disruption.FIRE, forfeit=(2,)),
    ],
)
def test_there_is_no_third_ground(ruleset: str, command: InvalidateOutcome) -> None:
    assert {ground.value for ground in Ground} == {"disruption", "fraud"}
    pit = Pit(ruleset).playing(1, 2).dealt()
    assert pit.refuses(command).refusal is FloorRefusal.NOT_THE_GROUND
