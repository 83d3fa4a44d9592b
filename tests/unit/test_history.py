"""The last rounds from the journal: every card that was turned, none that was not, bounded."""

from pathlib import Path

from controller.domain.cards import parse_cards
from controller.floor.disputes import OpenDispute, kept_rounds
from controller.games.bonus import commands as c
from controller.games.bonus.rules import Street
from controller.games.bonus.wagers import Choice
from controller.games.narration import RoundStory
from controller.journal.memory import MemoryRecorder
from controller.journal.reader import JournalReader
from controller.journal.sqlite import SqliteRecorder
from controller.running.history import ROUNDS_MAX, History, last_rounds
from tests.helpers.shift import GAMING, KEYS, Shift

HAND = "9h 8h 4c 4d 7h 6h 5h As Kd Qc 2d"


def played(shift: Shift, rounds: int) -> Shift:
    """So many rounds: the first is played, the others are voided right after the deal."""
    shift.playing(1, 2)
    full_round(shift)
    for _ in range(rounds - 1):
        shift.deck_ready().wagers(p1="25", p2="50").deal(HAND)
        shift.supervised(c.Report(c.Irregularity.SUPERVISOR_VOID)).do(c.CloseRound())
    return shift


def full_round(shift: Shift) -> None:
    shift.wagers(p1="25", p2="50").deal(HAND)
    for street in Street:
        shift.do(c.DecideAll(Choice.BET if street is Street.FLOP else Choice.CHECK))
        shift.do(c.Reveal(street))
    shift.do(c.ShowDealersHand(), c.SettlePlace(2), c.SettlePlace(1))


def told(shift: Shift, most: int = ROUNDS_MAX) -> tuple[RoundStory, ...]:
    return last_rounds(shift.recorder, shift.keys, most)


def test_a_round_is_told_with_every_card_and_the_rules_behind_it() -> None:
    (one,) = told(played(Shift(), 1))
    assert (one.number, one.ending) == (1, "settled")
    assert {card for hand in one.hands for card in hand.cards} < set(HAND.split())
    assert None not in one.community
    assert {"7.1", "7.2.6", "1.1"} <= {line.clause for line in one.lines}
    assert sum(hand.staked or 0 for hand in one.hands) > 0


def test_a_card_that_was_never_turned_over_has_no_face() -> None:
    newest = told(played(Shift(), 2))[0]
    assert newest.ending == "void"
    assert set(newest.community) == {None}
    assert {card for hand in newest.hands for card in hand.cards} == {None}
    text = repr(newest)
    assert not any(repr(str(card)) in text for card in parse_cards(HAND))
    assert any("Gaming supervisor 201 authorised" in line.text for line in newest.lines)


def test_only_the_latest_rounds_are_told_newest_first() -> None:
    shift = played(Shift(), 8)
    assert [one.number for one in told(shift, 3)] == [8, 7, 6]
    assert [one.number for one in told(shift)] == list(range(8, 0, -1))


def test_a_round_in_dispute_is_told_however_long_ago_it_was() -> None:
    shift = played(Shift(), 8).do(OpenDispute(round=2, place=1), OpenDispute(round=7))
    kept = kept_rounds(shift.floor)
    found = last_rounds(shift.recorder, shift.keys, 3, kept)
    assert [one.number for one in found] == [8, 7, 6, 2]
    assert found[-1] == told(shift)[-2]
    assert [one.number for one in last_rounds(shift.recorder, shift.keys, 3, frozenset({99}))] == [
        *(8, 7, 6)
    ]


def test_only_what_is_wanted_is_read() -> None:
    shift = played(Shift(recorder=Counting(KEYS)), 12)
    recorder = shift.recorder
    assert isinstance(recorder, Counting)
    recorder.read = 0
    told(shift)
    whole, recorder.read = recorder.read, 0
    told(shift, 2)
    assert recorder.read < whole / 3


class Counting(MemoryRecorder):
    """Counts the records that are handed out."""

    read = 0

    def records(self, since: int = 0):  # type: ignore[no-untyped-def]
        for record in super().records(since):
            self.read += 1
            yield record


def test_nothing_is_told_of_a_table_that_was_never_opened() -> None:
    assert told(Shift()) == ()


def test_a_file_is_read_beside_the_one_who_writes_it(tmp_path: Path) -> None:
    file = tmp_path / "table.sqlite"
    recorder = SqliteRecorder(file, KEYS, 0)
    played(Shift(recorder=recorder), 2).on(GAMING)
    history = History(lambda: JournalReader(file), KEYS)
    assert [one.number for one in history.read().result(30)] == [2, 1]
    history.close()
    recorder.close()
