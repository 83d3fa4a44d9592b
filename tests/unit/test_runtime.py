"""The running table: recorded before it is shown, stale taps refused, recovered as it was."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from controller.domain import commands as c
from controller.domain.cards import parse_cards
from controller.domain.events import Event
from controller.domain.money import Money
from controller.domain.refusals import Refusal, Refused
from controller.domain.rules import Street
from controller.domain.wagers import Area, Choice, Stake
from controller.journal.keys import TableKeys
from controller.journal.memory import MemoryRecorder
from controller.journal.recorder import Entry, JournalFault
from controller.journal.sealing import SealedJournal
from controller.outputs import Lamp, Outputs, derive_outputs
from controller.ports import Instant
from controller.round.state import Table, new_table
from controller.runtime import COMPARE, Accepted, TableController
from tests.helpers.felt import Felt, jackpot_rules, table_rules

CARDS = "7h 2c Kd 9s 4d  Ah Ad  Ks Kh"
KEYS = TableKeys(*(secrets.token_bytes(32) for _ in range(3)))
RULES = table_rules(jackpot=jackpot_rules())


@dataclass
class TestClock:
    """A clock that is set by hand."""

    __test__ = False
    wall_ms: int = 1_700_000_000_000

    def now(self) -> Instant:
        return Instant(self.wall_ms, self.wall_ms)


class Display:
    """Keeps what it was shown, and how long the record was then."""

    def __init__(self, recorder: MemoryRecorder) -> None:
        self.recorder = recorder
        self.shown: list[tuple[Table, Outputs, int]] = []

    def show(self, table: Table, outputs: Outputs) -> None:
        self.shown.append((table, outputs, self.recorder.head().position))


def running(recorder: MemoryRecorder | None = None) -> tuple[TableController, Display]:
    recorder = recorder or MemoryRecorder(KEYS)
    display = Display(recorder)
    journal = SealedJournal(recorder, KEYS, Event)
    fresh = new_table(RULES, Money(6_000_000))
    return TableController(fresh, journal, TestClock(), [display]), display


def accepted(controller: TableController, *commands: c.Command) -> None:
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
    positions = [position for _, _, position in display.shown]
    assert positions == sorted(positions)
    assert positions[-1] > positions[0]


def test_nothing_face_down_is_published() -> None:
    controller, display = running()
    dealt(controller)
    for card in parse_cards(CARDS):
        assert all(repr(card) not in repr(table.round) for table, _, _ in display.shown)


def test_the_table_goes_on_by_itself_when_the_last_card_is_down() -> None:
    controller, _ = running()
    dealt(controller)
    assert controller.snapshot().table.round.phase.value == "flop-decisions"


def test_a_second_tap_on_the_same_button_is_refused() -> None:
    controller, _ = running()
    dealt(controller)
    seen = controller.snapshot().seen(1)
    assert isinstance(controller.handle(c.Decide(1, Choice.BET), seen), Accepted)
    again = controller.handle(c.Decide(1, Choice.BET), seen)
    assert isinstance(again, Refused)
    assert again.refusal is Refusal.STALE


def test_a_tap_meant_for_the_phase_before_is_refused() -> None:
    controller, _ = running()
    dealt(controller)
    seen = controller.snapshot().seen()
    accepted(controller, c.DecideAll(Choice.BET))
    assert isinstance(controller.handle(c.Reveal(Street.FLOP), seen), Accepted)
    late = controller.handle(c.Reveal(Street.FLOP), seen)
    assert isinstance(late, Refused)
    assert late.refusal is Refusal.STALE


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
    before = len(controller.snapshot().table.round.drawn)
    assert isinstance(controller.handle(c.CardDrawn(None)), Accepted)
    assert len(controller.snapshot().table.round.drawn) == before + 1


def test_after_an_interruption_the_table_is_where_it_was_and_asks_to_compare() -> None:
    recorder = MemoryRecorder(KEYS)
    controller, _ = running(recorder)
    dealt(controller)
    accepted(controller, c.DecideAll(Choice.BET), c.Reveal(Street.FLOP))
    again, display = running(recorder)
    assert display.shown[-1][0] == controller.snapshot().table
    assert again.snapshot().held == COMPARE
    refused = again.handle(c.DecideAll(Choice.CHECK))
    assert isinstance(refused, Refused)
    assert refused.refusal is Refusal.HELD
    again.continue_after_recovery()
    accepted(again, c.DecideAll(Choice.CHECK), c.Reveal(Street.TURN))


def test_recovery_between_rounds_needs_no_comparison() -> None:
    recorder = MemoryRecorder(KEYS)
    controller, _ = running(recorder)
    accepted(controller, c.OpenRound(1), c.Report(c.Irregularity.SUPERVISOR_VOID))
    accepted(controller, c.CloseRound())
    again, _ = running(recorder)
    assert again.snapshot().held is None
    assert again.snapshot().table == controller.snapshot().table


def test_a_record_that_cannot_be_kept_holds_the_table_and_changes_nothing() -> None:
    class Full(MemoryRecorder):
        def append(self, entries: Sequence[Entry]) -> int:
            if full:
                raise JournalFault("no space left on the disk: free some, then restart")
            return super().append(entries)

    full = False
    controller, display = running(Full(KEYS))
    dealt(controller)
    before, full = controller.snapshot().table, True
    refused = controller.handle(c.DecideAll(Choice.BET))
    assert isinstance(refused, Refused)
    assert "no space left" in refused.text()
    assert controller.snapshot().table == before == display.shown[-1][0]
    full = False
    held = controller.handle(c.DecideAll(Choice.BET))
    assert isinstance(held, Refused)
    assert held.refusal is Refusal.HELD


def test_commands_of_other_threads_are_answered_in_order() -> None:
    controller, _ = running()
    thread = controller.start()
    first = controller.submit(c.OpenRound(1))
    second = controller.submit(c.OpenRound(1))
    observed = controller.submit(c.JackpotSensor(2, present=True))
    assert isinstance(first.result(5), Accepted)
    assert isinstance(second.result(5), Refused)
    assert isinstance(observed.result(5), Accepted)
    controller.stop()
    thread.join(5)
    assert not thread.is_alive()


def test_a_full_inbox_turns_taps_away() -> None:
    recorder = MemoryRecorder(KEYS)
    journal = SealedJournal(recorder, KEYS, Event)
    controller = TableController(new_table(RULES), journal, TestClock(), inbox_max=1)
    controller.submit(c.OpenRound(1))
    refused = controller.submit(c.NoMoreBets()).result(0)
    assert isinstance(refused, Refused)
    assert refused.refusal is Refusal.BUSY


def test_lamps_locks_and_the_sign_follow_the_round() -> None:
    felt = Felt(RULES, meter="60000")
    assert derive_outputs(felt.table).sign_text == "$60,000.00"
    assert derive_outputs(felt.table).shoe_locked
    felt.wagers(p1="25", p2="25").jackpot(1, 3)
    out = derive_outputs(felt.table)
    assert out.jackpot_lamps == (Lamp.ON, *(Lamp.OFF,) * 6)
    assert not out.sensors_locked
    assert out.keypad_lamps == {"close-bets"}
    felt.deal("7h 2h Kh 9s 4d  3c 8c  Ah Qh  Jc Js")
    out = derive_outputs(felt.table)
    assert out.sensors_locked
    assert out.shoe_locked
    assert out.sign_text == "$60,001.00"
    felt.to_showdown().settle(2, 1)
    out = derive_outputs(felt.table)
    assert out.jackpot_lamps[0] is Lamp.FLASH
    assert out.keypad_lamps == {"flush"}
