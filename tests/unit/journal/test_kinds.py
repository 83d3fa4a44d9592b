"""A record's kind is part of the format: renaming a class does not rename it."""

from pathlib import Path
from typing import ClassVar

import pytest

from controller.domain.base import BrokenInvariant
from controller.domain.cards import Card
from controller.domain.frozen import frozen
from controller.games.registry import KINDS
from controller.journal.codec import Codec, from_bytes, to_bytes
from controller.journal.housekeeping import Housekeeping
from controller.journal.keys import TableKeys
from controller.journal.kinds import kind_of, kinds_of
from controller.journal.memory import MemoryRecorder
from controller.journal.recorder import NewRecord
from controller.journal.sealing import CardsTurned, SealedJournal, Sealer

KEYS = TableKeys(b"c" * 32, b"s" * 32, b"e" * 32)
KNOWN = Path(__file__).parents[2] / "fixtures" / "kinds.txt"


@frozen
class Dealt:
    KIND: ClassVar = "CardDealt"
    FORMER: ClassVar = ("CardOut",)
    card: Card


@frozen
class OtherGame:
    RECORD_PREFIX: ClassVar = "other."


@frozen
class CardDealt(OtherGame):
    place: int


@frozen
class Namesake:
    KIND: ClassVar = "CardOut"


def test_every_kind_that_a_version_has_written_can_be_read() -> None:
    """A kind stays on this list for ever; a new one is added to it."""
    known = KNOWN.read_text().split()

    assert sorted(kinds_of(*KINDS, Housekeeping, CardsTurned)) == known


def test_a_class_that_was_renamed_is_written_under_its_kind() -> None:
    kind, payload = Codec(Dealt).write(Dealt(Card.parse("Ah")))

    assert (kind, payload) == ("CardDealt", b'{"card":"Ah"}')
    assert Codec(Dealt).read("CardOut", payload) == Dealt(Card.parse("Ah"))


def test_a_card_sealed_under_a_former_kind_is_opened() -> None:
    recorder = MemoryRecorder(KEYS)
    position = recorder.head().position + 1
    cards = Sealer(KEYS).cards("CardOut", position)
    payload = f'{{"card":"{cards.write(Card.parse("Ah"), "CardOut.card")}"}}'.encode()
    recorder.append((NewRecord("CardOut", 1, 0, payload),))

    [last] = [record for record in recorder.records() if record.position == position]

    assert SealedJournal(recorder, KEYS, Dealt).read(last).event == Dealt(Card.parse("Ah"))


def test_games_may_have_events_of_the_same_name() -> None:
    assert kind_of(CardDealt) == "other.CardDealt"
    assert dict(kinds_of(Dealt, CardDealt)) == {
        "CardDealt": Dealt,
        "CardOut": Dealt,
        "other.CardDealt": CardDealt,
    }
    with pytest.raises(BrokenInvariant, match="two kinds of event are called CardOut"):
        kinds_of(Dealt | Namesake)


def test_a_value_on_its_own_goes_by_its_kind_too() -> None:
    assert from_bytes(Dealt, to_bytes(Dealt, Dealt(Card.parse("2c")))) == Dealt(Card.parse("2c"))
