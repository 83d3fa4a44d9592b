"""What lies face down cannot be read, told apart or moved; what was turned over can."""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.domain.cards import DECK, Card
from controller.games.bonus import commands as c
from controller.games.bonus import events as e
from controller.games.bonus.events import Event
from controller.games.bonus.round.core import CORE
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Table
from controller.games.bonus.round.view import public_view, turned
from controller.games.bonus.rules import Street
from controller.games.bonus.wagers import Choice
from controller.journal.codec import Undecodable
from controller.journal.housekeeping import CARDS_TURNED, replays
from controller.journal.keys import TableKeys
from controller.journal.memory import MemoryRecorder
from controller.journal.recorder import CHECKPOINT, Record
from controller.journal.sealing import (
    SEALED,
    CardsTurned,
    SealedJournal,
    Sealer,
    TurnedCard,
    cards_turned,
)
from tests.helpers.chaos import any_command, next_step
from tests.helpers.felt import Felt, jackpot_rules, table_rules
from tests.unit.journal.shift import KEYS, Shift, in_memory, open_journal

SEALED_KINDS = ("CardDealt", "ExtraCardDrawn", "KnownCardDrawn", "CardKeyed")


def journal_of(*events: object) -> SealedJournal:
    journal = SealedJournal(MemoryRecorder(KEYS), KEYS, *CORE.folds)
    journal.append(events, round_number=1, at_ms=5)
    return journal


def payloads(journal: SealedJournal) -> list[bytes]:
    return [record.payload for record in journal.recorder.records(1)]


def every_sealed_event(card: Card | None) -> list[Event]:
    events: list[Event] = [e.CardDealt(card), e.ExtraCardDrawn(card)]
    events.append(e.CardKeyed(3, card, DECK[9]))
    if card is not None:
        events += [e.KnownCardDrawn(card), e.CardKeyed(3, None, card)]
    return events


def test_a_sealed_card_comes_back_and_neither_name_nor_length_tells_it() -> None:
    lengths: dict[str, set[int]] = {}
    for card in (None, *DECK):
        events = every_sealed_event(card)
        journal = journal_of(*events)
        assert [recorded.event for recorded in journal.events(1)] == events
        for record in journal.recorder.records(1):
            assert SEALED.encode() in record.payload, card
            assert not [name for name in map(repr, DECK) if name.encode() in record.payload], card
            lengths.setdefault(record.kind, set()).add(len(record.payload))
    assert set(lengths) == set(SEALED_KINDS)
    assert all(len(seen) == 1 for seen in lengths.values())


def test_the_same_card_is_sealed_differently_every_time() -> None:
    found = payloads(journal_of(*[e.CardDealt(DECK[5])] * 200))
    assert len(set(found)) == 200


def moved(record: Record, **changes: object) -> Record:
    return record._replace(**changes)  # type: ignore[arg-type]


def test_a_seal_opens_only_in_its_record_and_field() -> None:
    journal = journal_of(e.CardDealt(DECK[5]), e.CardKeyed(3, DECK[6], DECK[7]))
    dealt, keyed = journal.recorder.records(1)
    with pytest.raises(Undecodable, match=r"record 9 CardDealt\.card: the seal does not open"):
        journal.read(moved(dealt, position=9))
    with pytest.raises(Undecodable, match="the seal does not open"):
        journal.read(moved(dealt, kind="ExtraCardDrawn"))
    tree = json.loads(keyed.payload)
    tree["was"], tree["card"] = tree["card"], tree["was"]
    swapped = json.dumps(tree, separators=(",", ":")).encode()
    with pytest.raises(Undecodable, match="the seal does not open"):
        journal.read(moved(keyed, payload=swapped))


def test_a_seal_opens_only_under_its_key() -> None:
    recorder = MemoryRecorder(KEYS)
    SealedJournal(recorder, KEYS, *CORE.folds).append([e.CardDealt(None)], round_number=1, at_ms=5)
    other = SealedJournal(recorder, TableKeys(KEYS.chain, b"x" * 32, KEYS.export), *CORE.folds)
    with pytest.raises(Undecodable, match="check the key file"):
        list(other.events(1))


@pytest.mark.parametrize("text", ["7h", "", SEALED, SEALED + "zz", SEALED + "00" * 29])
def test_what_is_not_a_seal_is_refused_and_not_told(text: str) -> None:
    journal = journal_of(e.CardDealt(DECK[5]))
    (record,) = journal.recorder.records(1)
    payload = json.dumps({"card": text}, separators=(",", ":")).encode()
    with pytest.raises(Undecodable, match=r"sealed card|seal does not open") as told:
        journal.read(moved(record, payload=payload))
    assert "7h" not in str(told.value)


@dataclass(frozen=True)
class CardsSeen:
    """An event nobody has thought of yet."""

    cards: tuple[Card | None, ...]


def test_cards_in_any_event_to_come_are_sealed_too() -> None:
    journal = SealedJournal(MemoryRecorder(KEYS), KEYS, *CORE.folds, CardsSeen)
    journal.append([CardsSeen((DECK[3], None))], round_number=1, at_ms=5)
    (record,) = journal.recorder.records(1)
    assert record.payload.count(SEALED.encode()) == 2
    assert repr(DECK[3]).encode() not in record.payload
    assert journal.read(record).event == CardsSeen((DECK[3], None))


def test_a_checkpoint_is_sealed_whole_in_steps_of_one_kib() -> None:
    sealer = Sealer(KEYS)
    for length in (0, 1, 1019, 1020, 1021, 5000):
        sealed = sealer.seal(b"x" * length, 7)
        assert len(sealed) == 28 + 1024 * -(-(length + 4) // 1024)
        assert b"xxxx" not in sealed
        assert sealer.open(sealed, 7) == b"x" * length
    with pytest.raises(Undecodable, match="record 8 Checkpoint: the seal does not open"):
        sealer.open(sealer.seal(b"x", 7), 8)
    with pytest.raises(Undecodable, match="the seal does not open"):
        sealer.open(b"", 7)


def test_no_face_down_card_is_in_the_bytes_of_the_files(tmp_path: Path) -> None:
    recorder = open_journal(tmp_path / "run.journal")
    shift = Shift(recorder, tell_cards=False)
    shift.play(2)
    shift.bets()
    shift.do(c.NoMoreBets())
    for card in DECK[:21]:
        shift.do(c.CardDrawn(card))
    shift.checkpoint()
    sealed = [record for record in recorder.records() if record.kind in SEALED_KINDS]
    assert len(sealed) > 40
    for record in sealed:
        assert not any(repr(card).encode() in record.payload for card in DECK)
    written = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"sealed:" in written
    for card in DECK:
        assert f'"{card!r}"'.encode() not in written
    recorder.close()


def told(felt: Felt, *commands: c.Command) -> list[TurnedCard]:
    found: list[TurnedCard] = []
    for command in commands:
        before = felt.table
        felt.go(command)
        new = cards_turned(*turned(before, felt.table))
        found += new.cards if new else ()
    return found


def test_cards_are_told_when_they_are_turned_over_and_not_before() -> None:
    felt = Felt(table_rules("nsw-2024", dealing="shuffler", jackpot=jackpot_rules()))
    felt.wagers(p1="25", p2="25")
    before = felt.table
    felt.deal("7h 2c Kd 9s 4d  Ah Ad  Ks Kh  3c 5c")
    assert cards_turned(*turned(before, felt.table)) is None
    felt.all("bet")
    names = [repr(card.card) for card in told(felt, c.Reveal(Street.FLOP))]
    assert names == ["7h", "2c", "Kd"]
    felt.all("check")
    assert told(felt, c.Reveal(Street.TURN)) == [TurnedCard("community", 3, Card.parse("9s"))]
    assert told(felt, c.Decide(2, Choice.FOLD)) == []
    felt.all("check")
    told(felt, c.Reveal(Street.RIVER))
    shown = told(felt, c.ShowDealersHand())
    assert [(card.where, repr(card.card)) for card in shown] == [("dealer", "Ah"), ("dealer", "Ad")]
    shown = told(felt, c.SettlePlace(1))
    assert {card.where for card in shown} == {"place 1"}
    assert "place 2" not in {card.where for card in shown}


@given(st.integers(0, 2**32), st.integers(0, 3))
@settings(max_examples=15, deadline=None)
def test_what_is_told_is_what_the_public_view_shows(seed: int, rules: int) -> None:
    shift = in_memory(seed=seed, rules=rules)
    shift.bets()
    lying: dict[tuple[str, int], Card] = {}
    while shift.table.round.phase is not Phase.IDLE:
        before = shift.table
        out_of_the_blue = shift.chance.random() < 0.2
        command = (any_command if out_of_the_blue else next_step)(shift.chance, before)
        shift.do(command)
        if shift.table.round.number != before.round.number:
            lying.clear()
        new = cards_turned(*turned(before, shift.table))
        lying |= {(one.where, one.index): one.card for one in new.cards} if new else {}
        seen = public_view(shift.table).round
        hands = {"community": seen.community, "dealer": seen.dealer}
        hands |= {f"place {place.number}": place.cards for place in seen.places}
        for where, cards in hands.items():
            for index, card in enumerate(cards):
                assert card is None or lying.pop((where, index)) == card
        lying = {
            (where, index): card
            for where, cards in hands.items()
            for index, card in enumerate(cards)
            if card is not None
        }


def test_turned_cards_stand_readable_and_are_not_replayed() -> None:
    note = CardsTurned((TurnedCard("dealer", 0, DECK[3]),))
    journal = journal_of(e.CardDealt(DECK[3]), note)
    assert b'"card":"2s"' in payloads(journal)[1]
    recovery = journal.recover(Table)
    assert [recorded.event for recorded in recovery.recorded] == [e.CardDealt(DECK[3])]
    assert not any(map(replays, (CARDS_TURNED, CHECKPOINT, "JournalOpened", "TailAdopted")))
    assert replays("CardDealt")


def test_a_record_says_when_and_in_which_round() -> None:
    journal = journal_of(e.RoundOpened(1))
    (recorded,) = journal.events(1)
    assert (recorded.position, recorded.round, recorded.at_ms) == (2, 1, 5)
    assert recorded.event == e.RoundOpened(1)
