"""The running table: recorded before it is shown, stale taps refused, recovered as it was."""

import time
from collections.abc import Sequence
from typing import Any

from controller.authority import Command
from controller.domain.cards import parse_cards
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.games.bonus import commands as c
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.pool_answers import pool_shows
from controller.games.bonus.round.state import new_table
from controller.games.bonus.rules import Street
from controller.games.bonus.shared_meter import SharedMeter
from controller.games.bonus.wagers import Area, Choice, Stake
from controller.games.registry import KINDS
from controller.journal.memory import MemoryRecorder
from controller.journal.recorder import JournalFault, NewRecord, RecordedFault
from controller.journal.sealing import SealedJournal
from controller.running.outputs import Lamp, derive_outputs
from controller.running.ports import Outlets
from controller.running.runtime import TICK_MS, TableController
from controller.running.snapshot import Accepted, NotNow, Snapshot
from controller.running.writer import COMPARE
from tests.helpers.felt import Felt, jackpot_rules, table_rules
from tests.helpers.refused import refusal
from tests.helpers.shift import KEYS, HandClock

CARDS = "7h 2c Kd 9s 4d  Ah Ad  Ks Kh"
RULES = table_rules(jackpot=jackpot_rules())


class Display:
    """Keeps what it was shown, and how long the record was then."""

    def __init__(self, recorder: MemoryRecorder) -> None:
        self.recorder = recorder
        self.shown: list[tuple[Snapshot, int]] = []

    def show(self, snapshot: Snapshot) -> None:
        self.shown.append((snapshot, self.recorder.head().position))


class Device:
    """Keeps what it was sent."""

    def __init__(self) -> None:
        self.sent: list[Any] = []

    def send(self, value: Any) -> None:
        self.sent.append(value)


def bench() -> BonusHouse:
    """A table on the bench: rounds and nothing else."""
    return BonusHouse(new_table(RULES, Money(6_000_000)))


def running(
    recorder: MemoryRecorder | None = None, outlets: Outlets | None = None
) -> tuple[TableController, Display]:
    recorder = recorder or MemoryRecorder(KEYS)
    display = Display(recorder)
    journal = SealedJournal(recorder, KEYS, *KINDS)
    return TableController(bench(), journal, HandClock(), outlets, [display]), display


def accepted(controller: TableController, *commands: Command) -> None:
    for command in commands:
        assert isinstance(controller.handle(command), Accepted), command


def dealt(controller: TableController) -> None:
    """One player with a jackpot wager, up to the first decision."""
    stake = Stake(Money(2500))
    accepted(controller, c.OpenRound(1), c.PlaceWager(1, Area.ANTE, stake))
    accepted(controller, c.JackpotSensor(1, present=True), c.NoMoreBets())
    accepted(controller, *(c.CardDrawn(card) for card in parse_cards(CARDS)))


def test_what_is_shown_is_on_the_record_first() -> None:
    controller, display = running()
    dealt(controller)
    positions = [position for _, position in display.shown]
    assert positions == sorted(positions)
    assert positions[-1] > positions[0]


def test_nothing_face_down_is_published() -> None:
    controller, display = running()
    dealt(controller)
    for card in parse_cards(CARDS):
        assert all(
            repr(card) not in repr(snapshot.house.table.round) for snapshot, _ in display.shown
        )


def test_the_table_goes_on_by_itself_when_the_last_card_is_down() -> None:
    controller, _ = running()
    dealt(controller)
    assert controller.snapshot().house.table.round.phase.value == "flop-decisions"


def test_a_second_tap_on_the_same_button_is_refused() -> None:
    controller, _ = running()
    dealt(controller)
    seen = controller.snapshot().seen(1)
    assert isinstance(controller.handle(c.Decide(1, Choice.BET), seen), Accepted)
    assert refusal(controller.handle(c.Decide(1, Choice.BET), seen)) is NotNow.STALE


def test_a_tap_meant_for_the_phase_before_is_refused() -> None:
    controller, _ = running()
    dealt(controller)
    seen = controller.snapshot().seen()
    accepted(controller, c.DecideAll(Choice.BET))
    assert isinstance(controller.handle(c.Reveal(Street.FLOP), seen), Accepted)
    assert refusal(controller.handle(c.Reveal(Street.FLOP), seen)) is NotNow.STALE


def test_an_honest_tap_stands_however_much_happens_elsewhere() -> None:
    controller, _ = running()
    dealt(controller)
    seen = controller.snapshot().seen(1)
    accepted(controller, *(c.JackpotSensor(place, present=True) for place in (3, 4, 5)))
    accepted(controller, c.CardDrawn(None))
    assert isinstance(controller.handle(c.Decide(1, Choice.BET), seen), Accepted)


def test_an_observation_is_never_stale() -> None:
    controller, _ = running()
    dealt(controller)
    before = len(controller.snapshot().house.table.round.drawn)
    assert isinstance(controller.handle(c.CardDrawn(None)), Accepted)
    assert len(controller.snapshot().house.table.round.drawn) == before + 1


def test_after_an_interruption_the_table_is_where_it_was_and_asks_to_compare() -> None:
    recorder = MemoryRecorder(KEYS)
    controller, _ = running(recorder)
    dealt(controller)
    accepted(controller, c.DecideAll(Choice.BET), c.Reveal(Street.FLOP))
    again, display = running(recorder)
    assert display.shown[-1][0].house == controller.snapshot().house
    assert again.snapshot().held == COMPARE
    assert refusal(again.handle(c.DecideAll(Choice.CHECK))) is NotNow.HELD
    answer = again.compare_done()
    again.work()
    assert isinstance(answer.result(0), Accepted)
    accepted(again, c.DecideAll(Choice.CHECK), c.Reveal(Street.TURN))


def test_recovery_between_rounds_needs_no_comparison() -> None:
    recorder = MemoryRecorder(KEYS)
    controller, _ = running(recorder)
    accepted(controller, c.OpenRound(1), c.Report(c.Irregularity.SUPERVISOR_VOID))
    accepted(controller, c.CloseRound())
    again, _ = running(recorder)
    assert again.snapshot().held is None
    assert again.snapshot().house.table == controller.snapshot().house.table


def test_a_record_that_cannot_be_kept_holds_the_table_and_changes_nothing() -> None:
    class Full(MemoryRecorder):
        def append(self, entries: Sequence[NewRecord]) -> int:
            if full:
                raise JournalFault("no space left on the disk: free some, then restart")
            return super().append(entries)

    full = False
    controller, display = running(Full(KEYS))
    dealt(controller)
    before, full = controller.snapshot().house.table, True
    refused = controller.handle(c.DecideAll(Choice.BET))
    assert isinstance(refused, Refused)
    assert "no space left" in refused.text()
    assert controller.snapshot().house.table == before == display.shown[-1][0].house.table
    full = False
    assert refusal(controller.handle(c.DecideAll(Choice.BET))) is NotNow.HELD


def test_commands_of_other_threads_are_answered_in_order() -> None:
    controller, _ = running()
    thread = controller.start()
    first = controller.submit(c.OpenRound(1))
    second = controller.submit(c.OpenRound(1))
    observed = controller.submit(c.JackpotSensor(2, present=True))
    assert isinstance(first.result(60), Accepted)
    assert isinstance(second.result(60), Refused)
    assert isinstance(observed.result(60), Accepted)
    controller.stop()
    thread.join(60)
    assert not thread.is_alive()


def test_a_full_inbox_turns_taps_away() -> None:
    recorder = MemoryRecorder(KEYS)
    journal = SealedJournal(recorder, KEYS, *KINDS)
    controller = TableController(bench(), journal, HandClock(), inbox_max=1)
    controller.submit(c.OpenRound(1))
    assert refusal(controller.submit(c.NoMoreBets()).result(0)) is NotNow.BUSY


def test_lamps_locks_and_the_sign_follow_the_round() -> None:
    felt = Felt(RULES, meter="60000")
    assert derive_outputs(BonusHouse(felt.table)).sign_text == "$60,000.00"
    assert derive_outputs(BonusHouse(felt.table)).shoe_locked
    felt.wagers(p1="25", p2="25").jackpot(1, 3)
    out = derive_outputs(BonusHouse(felt.table))
    assert out.place_lamps == (Lamp.ON, *(Lamp.OFF,) * 6)
    assert not out.sensors_locked
    assert out.keypad_lamps == {"close-bets"}
    felt.deal("7h 2h Kh 9s 4d  3c 8c  Ah Qh  Jc Js")
    out = derive_outputs(BonusHouse(felt.table))
    assert out.sensors_locked
    assert out.shoe_locked
    assert out.sign_text == "$60,001.00"
    felt.to_showdown().settle(2, 1)
    out = derive_outputs(BonusHouse(felt.table))
    assert out.place_lamps[0] is Lamp.FLASH
    assert out.keypad_lamps == {"flush"}


def test_only_differences_are_sent_and_a_device_that_came_back_gets_all_of_its_part() -> None:
    lamps, lock, sign = Device(), Device(), Device()
    controller, _ = running(outlets=Outlets(place_lamps=lamps, sensors_locked=lock, sign_text=sign))
    dealt(controller)
    assert lock.sent == [False, True]
    assert sign.sent == ["$60,000.00", "$60,001.00"]
    assert lamps.sent[-1][0] is Lamp.ON
    before = len(lamps.sent), len(sign.sent)
    controller.outlet_came_back("place_lamps")
    controller.work()
    assert lamps.sent[-1] == lamps.sent[-2]
    assert (len(lamps.sent), len(sign.sent)) == (before[0] + 1, before[1])


def test_a_held_table_locks_the_shoe_and_darkens_the_keypad() -> None:
    shoe, keypad = Device(), Device()
    controller, _ = running(outlets=Outlets(shoe_locked=shoe, keypad_lamps=keypad))
    accepted(controller, c.OpenRound(1), c.PlaceWager(1, Area.ANTE, Stake(Money(2500))))
    assert (shoe.sent[-1], keypad.sent[-1]) == (False, {"close-bets", "undo"})
    controller.hold("the journal is damaged at record 7")
    controller.work()
    assert (shoe.sent[-1], keypad.sent[-1]) == (True, frozenset())
    assert controller.snapshot().held == "the journal is damaged at record 7"


def test_what_is_recorded_stands_though_the_checkpoint_after_it_fails() -> None:
    class NoCheckpoint(MemoryRecorder):
        def checkpoint(self, round_number: int, payload: bytes, at_ms: int) -> int:
            if round_number:
                raise JournalFault("the disk is full: free some space")
            return super().checkpoint(round_number, payload, at_ms)

    recorder = NoCheckpoint(KEYS)
    controller, _ = running(recorder)
    accepted(controller, c.OpenRound(1), c.Report(c.Irregularity.SUPERVISOR_VOID))
    answer = controller.handle(c.CloseRound())
    assert answer == Accepted(recorder.head().position)
    assert controller.snapshot().house.table.round.phase.value == "idle"
    assert "the disk is full" in str(controller.snapshot().held)


def test_what_is_recorded_stands_though_its_anchor_fails() -> None:
    class NoAnchor(MemoryRecorder):
        def append(self, entries: Sequence[NewRecord]) -> int:
            position = super().append(entries)
            if entries[0].kind == "RoundOpened":
                raise RecordedFault("the anchor cannot be written", position)
            return position

    recorder = NoAnchor(KEYS)
    controller, _ = running(recorder)
    assert controller.handle(c.OpenRound(1)) == Accepted(recorder.head().position)
    assert controller.snapshot().house.table.round.phase.value == "wagers"
    assert "the anchor cannot be written" in str(controller.snapshot().held)


def test_what_has_happened_is_recorded_while_the_felt_is_compared() -> None:
    recorder = MemoryRecorder(KEYS)
    controller, _ = running(recorder)
    dealt(controller)
    again, _ = running(recorder)
    accepted(again, c.JackpotSensor(3, present=True))
    assert 3 in again.snapshot().house.table.round.sensed
    assert again.snapshot().held == COMPARE


def test_after_an_interruption_a_supervisor_may_void_instead() -> None:
    recorder = MemoryRecorder(KEYS)
    controller, _ = running(recorder)
    dealt(controller)
    again, _ = running(recorder)
    accepted(again, c.Report(c.Irregularity.SUPERVISOR_VOID))
    assert again.snapshot().house.table.round.phase.value == "reconcile"


def test_comparing_is_refused_where_nothing_was_interrupted() -> None:
    controller, _ = running()
    answer = controller.compare_done()
    controller.work()
    assert answer.result(0) == Refused(NotNow.NOTHING_TO_COMPARE)


def test_an_observation_without_a_round_stands_in_the_record() -> None:
    recorder = MemoryRecorder(KEYS)
    controller, _ = running(recorder)
    accepted(controller, c.CardDrawn(parse_cards("Ah")[0]))
    (unfit,) = [record for record in recorder.records() if record.kind == "ObservationUnfit"]
    assert b"CardDrawn" in unfit.payload
    assert b"Ah" not in unfit.payload


def test_a_mistake_of_ours_holds_the_table() -> None:
    controller, _ = running()
    answer = controller.submit("no command at all")
    controller.work()
    assert answer.exception(0) is not None
    assert "made an error" in str(controller.snapshot().held)


def test_the_clock_is_looked_at_while_nothing_comes_in(monkeypatch: Any) -> None:
    monkeypatch.setattr("controller.running.inbox.TICK_S", 0.01)
    clock = HandClock()
    journal = SealedJournal(MemoryRecorder(KEYS), KEYS, *KINDS)
    controller = TableController(bench(), journal, clock)
    clock.wait(TICK_MS)
    ticks: list[None] = []
    monkeypatch.setattr(controller, "tick", lambda: ticks.append(None))
    thread = controller.start()
    until = time.monotonic() + 5
    while not ticks and time.monotonic() < until:
        time.sleep(0.01)
    controller.stop()
    thread.join(60)
    assert ticks


def test_a_flood_of_meters_takes_one_place_in_the_inbox_and_the_last_is_shown() -> None:
    controller, display = running()
    shown = [pool_shows(controller, SharedMeter(Money(cents), True)) for cents in range(1_000)]
    tap = controller.submit(c.OpenRound(1))
    assert not tap.done(), "it has its place"
    controller.work()
    assert isinstance(tap.result(), Accepted)
    assert {one.result() for one in shown} == {shown[0].result()}
    meters = [snapshot.shared for snapshot, _ in display.shown if snapshot.shared]
    assert {one.available for one in meters} == {Money(999)}
    pool_shows(controller, SharedMeter(Money(7), True))
    controller.work()
    assert controller.snapshot().shared == SharedMeter(Money(7), True)
