"""The tournament desk on the runtime of a table: record, recovery, powers, undo, story."""

from pathlib import Path

import pytest

from controller.authority import internal
from controller.clock import MachineClock
from controller.domain.base import evolve
from controller.games.desk.game import DESK
from controller.games.desk.house import DeskHouse
from controller.games.desk.tournament_file import load_tournament
from controller.games.registry import KINDS, every_action, on_record
from controller.house.events import ActionRefused, Authorised, SessionEnded
from controller.journal.export import Describer
from controller.journal.keys import keys_for
from controller.journal.recorder import JournalFault, State
from controller.journal.sqlite import SqliteRecorder
from controller.journal.verify import verify
from controller.notices.outbox import NoticeRaised
from controller.running.history import last_rounds
from controller.running.running_table import RunningTable, TableSetup
from controller.running.snapshot import Accepted, NotNow
from controller.running.undo import every_row
from controller.staff.powers import Objection
from controller.tournament.balance import BalanceTables
from controller.tournament.buying import AddOn, CloseRebuys, Rebuy, TakeBackPurchase
from controller.tournament.clock import AddTime, BeginHand, PauseClock, ResumeClock, left_ms
from controller.tournament.conduct import Disqualify
from controller.tournament.core import CORE
from controller.tournament.corrections import CorrectHand
from controller.tournament.ending import End, PlayHandForHand, Start
from controller.tournament.entries import Enter, WithdrawEntry
from controller.tournament.format import AddOns
from controller.tournament.management import Alter, Cancel
from controller.tournament.phases import Phase
from controller.tournament.powers import TERMS, DeskAction, DeskReason
from controller.tournament.prizes import won
from controller.tournament.publishing import PublishPrizes
from controller.tournament.seating import ComeBack, GiveUpSeat, GoAway, MovePlayer, TakeSeat
from controller.whose import recorded_table
from tests.helpers.desk_shift import DeskShift
from tests.helpers.shift import CASINO, DEALER, GAMING, MIDNIGHT_MS, fresh_house
from tests.helpers.tournament_desk import cut, form, level, seat, stacks

CLOCK = {"levels": (level(20, 25, 50), level(5), level(20, 50, 100))}


def on_disk(folder: Path) -> tuple[SqliteRecorder, Path]:
    path = folder / "table.journal"
    return SqliteRecorder(path, keys_for(path, None, create=True), MIDNIGHT_MS), path


# The record


def test_a_tournament_is_recorded_verified_and_recovered_without_a_comparison(
    tmp_path: Path,
) -> None:
    recorder, path = on_disk(tmp_path)
    keys = keys_for(path, None, create=False)
    shift = DeskShift(recorder=recorder, keys=keys).started().hand(1, anna=2000, ben=0, cara=1000)
    whole = shift.house
    assert verify(path, keys).state is State.INTACT
    assert shift.restart().house == whole
    assert shift.controller.snapshot().held is None, "nothing lies on a felt"
    shift.on(GAMING).do(End())
    assert [one.name for one in won(shift.table)] == ["anna", "cara", "ben"]
    assert recorded_table(path, keys) == "Friday"
    recorder.close()


def test_a_desk_is_not_brought_up_on_the_record_of_a_table() -> None:
    shift = DeskShift().started()
    shift.fresh = fresh_house  # type: ignore[method-assign,assignment]
    with pytest.raises(JournalFault, match="of bonus, found one of tournament"):
        shift.restart()


def test_every_chapter_leaves_a_state_to_start_from() -> None:
    shift = DeskShift(form(**CLOCK)).started()
    before = shift.recorder.last_checkpoint()
    shift.do(BeginHand(1)).hand(1, anna=1500, ben=500, cara=1000)
    assert shift.recorder.last_checkpoint() == before
    shift.wait(minutes=20)
    after = shift.recorder.last_checkpoint()
    assert after != before
    assert after is not None
    assert after.position == shift.recorder.head().position


def test_cards_that_are_cut_are_readable_in_the_record() -> None:
    shift = DeskShift().started("anna 1.1", "ben 1.2").do(End())
    assert shift.table.phase is Phase.CUTTING
    shift.do(cut(anna="Kh", ben="As"))
    shown = [Describer(*KINDS).text(one) for one in shift.recorder.records()]
    assert any("ben" in line and "As" in line for line in shown)
    assert [one.name for one in won(shift.table)] == ["ben", "anna"]


def test_its_chapters_are_told_afterwards() -> None:
    shift = DeskShift(form(**CLOCK)).started().do(PauseClock()).off()
    (story,) = last_rounds(shift.recorder, shift.keys)
    assert story.ending == "Play begins."
    texts = [line.text for line in story.lines]
    assert "Gaming supervisor 201 authorised enter player." in texts
    assert "anna enters for $100." in texts
    assert texts[-1] == "Play begins."


# Who may


def test_every_command_has_its_line_and_every_line_its_clause() -> None:
    by_people = {command for command in CORE.handlers if not internal(command)}
    lines = {command.action for command in by_people}  # type: ignore[attr-defined]
    assert lines == set(DeskAction)
    assert all(TERMS.powers.values())
    assert set(DeskAction) <= set(every_action())
    assert DESK in set(on_record())
    assert {row.command for row in every_row(DESK)} == by_people == set(DESK.undo_rows)


def test_whoever_works_at_the_desk_takes_entries_and_the_director_starts() -> None:
    shift = DeskShift().on(DEALER).entered("anna 1.1", "ben 1.2")
    refused = shift.refuses(PublishPrizes())
    assert (refused.refusal, refused.clause) == (Objection.NOT_THIS_ROLE, "31.1")
    shift.directed(PublishPrizes(), Start())
    assert shift.table.phase is Phase.PLAYING
    by = [event for event in shift.events() if isinstance(event, Authorised)]
    assert [event.clause for event in by[-2:]] == ["31.1", "31.1"]
    assert by[0].by[0].number == DEALER.number
    assert any(isinstance(event, ActionRefused) for event in shift.events())


def test_nobody_signed_on_nothing_is_taken() -> None:
    assert DeskShift().refuses(Enter("anna")).refusal is Objection.NOBODY_SIGNED_ON


def test_26_1_cancelling_takes_the_pit_boss_and_a_reason() -> None:
    shift = DeskShift().started()
    assert shift.refuses(Cancel(), DeskReason.TOO_FEW_ENTRIES).refusal is Objection.NOT_THIS_ROLE
    shift.off().on(CASINO)
    assert shift.refuses(Cancel()).refusal is Objection.REASON_NEEDED
    shift.do(Cancel(), reason=DeskReason.TOO_FEW_ENTRIES)
    (cancelled,) = [one for one in shift.events() if isinstance(one, Authorised)][-1:]
    assert (cancelled.reason, cancelled.clause) == (DeskReason.TOO_FEW_ENTRIES, "26.1")


def test_34_1_a_disqualification_takes_the_director_and_a_reason() -> None:
    shift = DeskShift().on(DEALER).entered("anna 1.1", "ben 1.2", "cara 1.3")
    shift.directed(PublishPrizes(), Start())
    refused = shift.refuses(Disqualify("ben"), DeskReason.RULES_BROKEN)
    assert (refused.refusal, refused.clause) == (Objection.NOT_THIS_ROLE, "34.1")
    shift.directed(Disqualify("ben"), reason=DeskReason.RULES_BROKEN)
    assert shift.table.disqualified == ("ben",)


def test_the_director_stays_signed_on_for_a_quarter_of_an_hour() -> None:
    shift = DeskShift().started().wait(minutes=14)
    shift.hand(1, anna=2000, ben=500, cara=500)
    shift.wait(minutes=16)
    assert isinstance(shift.events()[-1], SessionEnded)


# Notices


def test_surveillance_is_told_of_what_changes_money_or_places() -> None:
    """Never by name: who it was, the record says."""
    shift = DeskShift(form(rebuys=True)).on(CASINO).entered("anna 1.1", "ben 1.2", "cara 1.3")
    shift.do(Enter("dan"), WithdrawEntry("dan")).do(PublishPrizes(), Start())
    shift.hand(1, anna=2000, ben=0, cara=1000).do(Rebuy("ben"), TakeBackPurchase("ben"))
    shift.do(CorrectHand(1, stacks(anna=1500, ben=500, cara=1000)), Disqualify("cara"))
    shift.do(Alter(evolve(shift.table.form, entries_max=2)), Cancel())
    told = [event.notice for event in shift.events() if isinstance(event, NoticeRaised)]
    assert [(one.about, one.text, one.clause) for one in told] == [
        ("money-returned", "$100 was returned to a player of the tournament.", "26.1.i"),
        ("money-returned", "$100 was returned to a player of the tournament.", "29.2.d"),
        ("hand-corrected", "The stacks of table 1 were corrected at the desk.", "25.1"),
        ("player-disqualified", "A player was disqualified from the tournament.", "34.1"),
        ("tournament-altered", "The format of the tournament was altered.", "26.1"),
        (
            "tournament-cancelled",
            "The tournament is cancelled: $200 goes back to the players.",
            "26.1",
        ),
    ]


# Taps


def test_a_tap_on_what_has_changed_by_hand_is_stale_and_hands_do_no_harm() -> None:
    shift = DeskShift(form(**CLOCK)).started()
    seen = shift.controller.snapshot().seen()
    shift.do(BeginHand(1)).hand(1, anna=1500, ben=500, cara=1000)
    first = shift.controller.handle(AddTime(1), seen, DeskAction.SET_CLOCK.reasons[0])
    assert isinstance(first, Accepted)
    again = shift.controller.handle(AddTime(1), seen, DeskAction.SET_CLOCK.reasons[0])
    assert again.refusal is NotNow.STALE  # type: ignore[union-attr]


UNDONE = [
    (Enter("dan"), "Entry"),
    (WithdrawEntry("cara"), "Withdrawal"),
    (TakeSeat("cara", seat("1.3")), "Seat"),
    (GiveUpSeat("ben"), "Seat given up"),
    (MovePlayer("ben", seat("2.2")), "Move"),
]


@pytest.mark.parametrize(("command", "what"), UNDONE)
def test_a_tap_before_the_start_is_undone(command: object, what: str) -> None:
    shift = DeskShift().on(GAMING).entered("anna 1.1", "ben 1.2").do(Enter("cara"))
    before = {one.name: one.seat for one in shift.table.entrants}
    assert undone(shift.do(command)) == what
    assert {one.name: one.seat for one in shift.table.entrants} == before


IN_PLAY = [
    (GoAway("ben"), "Absent"),
    (PauseClock(), "Pause"),
    (BeginHand(1), "Hand begun"),
    (PlayHandForHand(), "Hand for hand"),
    (AddTime(2), "Minutes"),
    (BalanceTables(), "Move"),
    (Rebuy("eve"), "Re-buy"),
]


@pytest.mark.parametrize(("command", "what"), IN_PLAY)
def test_a_tap_in_play_is_undone(command: object, what: str) -> None:
    shift = DeskShift(form(rebuys=True, **CLOCK)).started(
        "anna 1.1", "ben 1.2", "cara 1.3", "dan 1.4", "eve 2.1", "fay 2.2", "gil 2.3"
    )
    shift.hand(2, eve=0, fay=2000, gil=1000)
    before = shift.table
    assert undone(shift.do(command)) == what
    after = shift.table
    assert (after.books, after.phase) == (before.books, before.phase)
    assert [evolve(one, visit=0) for one in after.entrants] == [
        evolve(one, visit=0) for one in before.entrants
    ]
    assert all(table.level is None for table in after.tables)


def test_what_stands_for_others_is_undone_too() -> None:
    shift = DeskShift(form(rebuys=True, addons=AddOns.SINGLE, **CLOCK)).started()
    shift.do(GoAway("ben"), ComeBack("ben"))
    assert undone(shift) == "Back"
    shift.do(PauseClock(), ResumeClock())
    assert undone(shift) == "Clock runs"
    shift.do(CloseRebuys(), AddOn("anna"))
    assert undone(shift) == "Add-on"
    assert shift.table.addons == 0


def undone(shift: DeskShift) -> str:
    """What the button offers, and that it does it."""
    what = shift.undo().what
    assert shift.kinds()[-1] == "TapUndone"
    return what


# The clock


def test_levels_come_by_themselves_and_the_clock_goes_on_through_a_stop() -> None:
    shift = DeskShift(form(**CLOCK)).started().wait(minutes=20)
    assert shift.table.clock.level == 1
    shift.clock.wait(3 * 60_000)
    shift.restart()
    assert left_ms(shift.table.clock, shift.clock.now()) == 2 * 60_000
    shift.wait(minutes=2)
    assert shift.table.clock.level == 2


def test_a_desk_runs_as_a_table_does(tmp_path: Path) -> None:
    table = load_tournament("friday")
    path = tmp_path / "table.journal"
    keys = keys_for(path, None, create=True)
    setup = TableSetup(table.name, table.game, table.rules, table.settings, path, keys)
    running = RunningTable(setup, MachineClock())
    try:
        house = running.controller.snapshot().house
        assert isinstance(house, DeskHouse)
        assert (house.name, house.table.form.tables) == ("Friday", 2)
    finally:
        running.close()
    assert verify(path, keys).state is State.INTACT
