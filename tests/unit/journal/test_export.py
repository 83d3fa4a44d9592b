"""Exports: everything in them, signed, and worthless after any change."""

import csv
import json
import shutil
from pathlib import Path

import pytest

from controller.domain.cards import DECK
from controller.domain.money import Money
from controller.games.bonus import events as e
from controller.games.bonus.round.core import CORE
from controller.games.bonus.wagers import Area, Outcome, Stake, WagerResult
from controller.games.registry import KINDS
from controller.house.events import SessionBegun
from controller.journal.codec import Codec
from controller.journal.export import (
    CSV,
    JSON,
    SIGNATURE,
    Describer,
    export,
    fingerprint,
    is_export,
    moment,
    public_key,
    read_rounds,
    verify_export,
)
from controller.journal.files import file_name
from controller.journal.keys import TableKeys
from controller.journal.recorder import CHECKPOINT, JournalFault, Record, State
from controller.journal.sealing import CardsTurned, Sealer, TurnedCard
from controller.pools.outbox import TransfersDue
from controller.pools.transfers import Contribute, Release
from controller.staff.roles import Actor, Role
from controller.staff.session import Means
from tests.helpers.shift import Shift as TableShift
from tests.unit.house.test_people import won
from tests.unit.journal.shift import (
    COPY,
    KEYS,
    anchor_of,
    copied,
    open_journal,
    playing,
    put,
    stored,
    unguarded,
)

MARK = fingerprint(public_key(KEYS))


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("exported") / "run.journal"
    shift = playing(path, 2)
    shift.archive()
    shift.play(1)
    shift.recorder.close()
    return path


@pytest.fixture(scope="module")
def exported(journal: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    into = tmp_path_factory.mktemp("export") / "export"
    assert export(journal, into, KEYS, *KINDS).state is State.INTACT
    return into


def every(journal: Path) -> list[Record]:
    return stored(journal, 1) + stored(journal, 2)


def test_an_export_holds_every_record_twice(journal: Path, exported: Path) -> None:
    document = json.loads((exported / JSON).read_bytes())
    with (exported / CSV).open(newline="") as file:
        table = list(csv.DictReader(file))
    records = every(journal)
    assert len(table) == len(document["records"]) == len(records)
    for record, row, item in zip(records, table, document["records"], strict=True):
        assert int(row["position"]) == item["position"] == record.position
        assert row["mac"] == item["mac"] == record.mac.hex()
        assert row["kind"] == item["kind"] == record.kind
        assert row["at"] == item["at"] == moment(record.at_ms)
        if record.kind == CHECKPOINT:
            assert (row["payload"], item["payload"]) == ("", None)
        else:
            assert row["payload"].encode() == record.payload
            assert item["payload"] == json.loads(record.payload)
    assert document["journal"] == "intact"
    assert document["head"]["position"] == records[-1].position


def test_cards_that_stayed_face_down_stay_sealed(journal: Path, exported: Path) -> None:
    document = json.loads((exported / JSON).read_bytes())
    dealt = [item for item in document["records"] if item["kind"] == "CardDealt"]
    assert dealt
    assert all(item["text"] == "card face down" for item in dealt)
    assert all(item["payload"]["card"].startswith("sealed:") for item in dealt)
    turned = [item for item in document["records"] if item["kind"] == "CardsTurned"]
    assert turned
    assert all(card["card"] in map(repr, DECK) for card in turned[0]["payload"]["cards"])


def test_the_signature_is_by_the_key_people_know(exported: Path) -> None:
    assert is_export(exported)
    verdict = verify_export(exported, MARK)
    assert verdict.state is State.INTACT
    assert f"signed by {MARK}" in str(verdict)
    assert verify_export(exported, MARK.replace(" ", "").upper()).state is State.INTACT


def test_another_key_is_not_the_one_people_know(journal: Path, tmp_path: Path) -> None:
    forger = TableKeys(KEYS.chain, KEYS.sealing, b"x" * 32)
    export(journal, tmp_path / "forged", forger, *KINDS)
    verdict = verify_export(tmp_path / "forged", MARK)
    assert verdict.state is State.DAMAGED
    assert "signed by another key" in str(verdict)


@pytest.mark.parametrize("name", [CSV, JSON, SIGNATURE])
def test_any_change_to_any_file_is_found(exported: Path, tmp_path: Path, name: str) -> None:
    data = (exported / name).read_bytes()
    for offset in range(0, len(data), max(1, len(data) // 150)):
        shutil.copytree(exported, tmp_path / "copy", dirs_exist_ok=True)
        changed = bytearray(data)
        changed[offset] ^= 1
        (tmp_path / "copy" / name).write_bytes(changed)
        verdict = verify_export(tmp_path / "copy", MARK)
        if verdict.state is not State.DAMAGED:  # a space of the layout, or its line's end
            assert name == SIGNATURE
            assert json.loads(bytes(changed)) == json.loads(data)


@pytest.mark.parametrize("name", [CSV, JSON, SIGNATURE])
def test_a_missing_file_is_named(exported: Path, tmp_path: Path, name: str) -> None:
    copy = Path(shutil.copytree(exported, tmp_path / "copy"))
    (copy / name).unlink()
    verdict = verify_export(copy, MARK)
    assert verdict.state is State.DAMAGED
    assert name in str(verdict)


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b'{"signature":5}', b'{"signature":"00"}'])
def test_a_signature_file_of_any_content_is_damage_not_an_error(
    exported: Path, tmp_path: Path, content: bytes
) -> None:
    copy = Path(shutil.copytree(exported, tmp_path / "copy"))
    (copy / SIGNATURE).write_bytes(content)
    assert verify_export(copy, MARK).state is State.DAMAGED


def test_an_export_never_goes_over_anything(journal: Path, tmp_path: Path) -> None:
    with pytest.raises(JournalFault, match="Name a new folder"):
        export(journal, tmp_path, KEYS, *KINDS)
    (tmp_path / "file").write_text("x")
    with pytest.raises(JournalFault, match="cannot be written"):
        export(journal, tmp_path / "file" / "export", KEYS, *KINDS)


def test_an_export_of_a_damaged_journal_says_so_for_good(journal: Path, tmp_path: Path) -> None:
    copy = copied(journal, tmp_path / COPY)
    records = stored(copy, 2)
    with unguarded(copy, 2) as connection:
        put(connection, [*records[:5], records[5]._replace(at_ms=0), *records[6:]])
    position = records[5].position
    verdict = export(copy, tmp_path / "export", KEYS, *KINDS)
    assert (verdict.state, verdict.record) == (State.DAMAGED, position)
    taken = verify_export(tmp_path / "export", MARK)
    assert str(taken).startswith(f"damaged at record {position}: export signed by")
    document = json.loads((tmp_path / "export" / JSON).read_bytes())
    assert len(document["records"]) == len(every(journal))


def test_an_export_of_an_unreadable_journal_holds_what_could_be_read(
    journal: Path, tmp_path: Path
) -> None:
    copy = copied(journal, tmp_path / COPY)
    file_name(copy, 2).chmod(0o600)
    file_name(copy, 2).write_bytes(b"noise" * 5000)
    verdict = export(copy, tmp_path / "export", KEYS, *KINDS)
    assert verdict.state is State.DAMAGED
    document = json.loads((tmp_path / "export" / JSON).read_bytes())
    assert len(document["records"]) == len(stored(journal, 1))


def test_an_export_with_a_tail_not_anchored_says_so(journal: Path, tmp_path: Path) -> None:
    copy = copied(journal, tmp_path / COPY)
    anchor_of(copy).unlink()
    export(copy, tmp_path / "export", KEYS, *KINDS)
    taken = verify_export(tmp_path / "export", MARK)
    assert str(taken).startswith("tail not anchored since round 0: export signed by")
    assert taken.state.value == 3


def test_rounds_are_read_by_number_or_the_newest(journal: Path) -> None:
    assert {record.round for record in read_rounds(journal, 2)} == {2}
    assert {record.round for record in read_rounds(journal, newest=2)} == {2, 3}
    assert [record.position for record in read_rounds(journal)] == [
        record.position for record in every(journal)
    ]
    assert list(read_rounds(journal, 77)) == []
    assert len(list(read_rounds(file_name(journal, 2)))) == len(stored(journal, 2))


def test_reading_what_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "run.journal"
    with pytest.raises(JournalFault, match="No journal here"):
        list(read_rounds(path))
    path.write_bytes(b"noise" * 1000)
    with pytest.raises(JournalFault, match="found a file that is not an SQLite database"):
        list(read_rounds(path))
    path.unlink()
    open_journal(path).close()
    path.write_bytes(path.read_bytes()[:4096] + b"noise" * 1000)
    with pytest.raises(JournalFault, match="cannot be read from here on"):
        list(read_rounds(path))


def described(event: object) -> str:
    kind, payload = Codec(*CORE.folds, CardsTurned).write(event, Sealer(KEYS).cards("", 1))
    return Describer(*KINDS).text(Record(1, 1, 1, kind, payload, b""))


def test_records_are_told_in_words() -> None:
    assert described(e.CardDealt(DECK[3])) == "card face down"
    assert described(e.WagerPlaced(3, Area.ANTE, Stake(Money(123_456)))) == (
        "place 3, area ante, stake amount $1,234.56, tokens $0.00"
    )
    result = WagerResult(Outcome.WIN, Money(2500), Money(2500), Money(2500))
    assert described(e.HandSettled(3, {Area.ANTE: result})) == (
        "place 3, results ante: outcome win, stake $25.00, paid $25.00, returned $25.00, "
        "tokens_returned $0.00"
    )
    assert described(e.JackpotSensed(3, present=True)) == "place 3, present yes"
    assert described(e.BetsLocked((1, 3), Money(500), "no_more_bets")) == (
        "jackpots 1; 3, jackpot_wager $5.00, trigger no_more_bets"
    )
    assert described(e.DealEnded()) == ""


def test_turned_cards_are_named() -> None:
    payload = b'{"cards":[{"card":"2s","index":0,"where":"dealer"}]}'
    record = Record(1, 1, 1, "CardsTurned", payload, b"")
    assert Describer(*KINDS).text(record) == "cards where dealer, index 0, card 2s"
    assert described(CardsTurned((TurnedCard("dealer", 0, DECK[3]),))).endswith("card face down")


def test_what_people_and_the_floor_do_is_told_in_words_too() -> None:
    def told(event: object) -> str:
        kind, payload = Codec(*KINDS).write(event, Sealer(KEYS).cards("", 1))
        return Describer(*KINDS).text(Record(1, 1, 1, kind, payload, b""))

    dealer = Actor("101", Role.DEALER)
    assert told(SessionBegun(dealer, Means.PIN)) == "actor number 101, role dealer, means pin"
    due = TransfersDue((Contribute("T7/1", "T7", 1, 2), Release("T7/2", "r")))
    assert told(due) == (
        "due Contribute (id T7/1, table T7, round 1, wagers 2); Release (id T7/2, reservation r)"
    )


def test_every_kind_of_event_can_be_described() -> None:
    """Nothing in a record of a table falls back to how it is stored."""
    night = TableShift().playing(1, 2)
    won(night)
    describer = Describer(*KINDS)
    records = list(night.recorder.records())
    assert len({record.kind for record in records}) > 30
    for record in records:
        text = describer.text(record)
        assert text != "cannot be read", record.kind
        assert "{" not in text, record.kind
        assert "sealed:" not in text, record.kind


def test_what_cannot_be_told_in_words_is_told_as_it_stands() -> None:
    def text(kind: str, payload: bytes) -> str:
        return Describer(*KINDS).text(Record(1, 1, 1, kind, payload, b""))

    assert text("ChairMoved", b'{"card":"sealed:0A","to":[3,4]}') == "card face down, to 3; 4"
    assert text("RoundOpened", b"[]") == "[]"
    assert text("RoundOpened", b"\xff") == "cannot be read"
    assert text(CHECKPOINT, b"x" * 2076) == "sealed, 2 KiB"


def test_moments_are_told_in_utc() -> None:
    assert moment(1_790_000_000_250) == "2026-09-21T14:13:20.250Z"
    assert moment(10**18) == str(10**18)
