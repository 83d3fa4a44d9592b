"""Events and snapshots as canonical JSON: nothing lost, nothing taken that was not written."""

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.cards.plan import Slot, To
from controller.domain.base import BrokenInvariant
from controller.domain.cards import DECK, Card
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.games.bonus import events as e
from controller.games.bonus.events import Event
from controller.games.bonus.round.core import CORE, decide
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Round, Table, new_table
from controller.games.bonus.wagers import Area, Stake
from controller.house.events import Authorised
from controller.journal.codec import Codec, Undecodable, form_of, from_bytes, to_bytes
from tests.helpers.chaos import any_command, next_step
from tests.unit.journal.shift import RULES, in_memory

CODEC = Codec(*CORE.folds)
KINDS: tuple[type, ...] = tuple(CORE.folds)

st.register_type_strategy(Card, st.sampled_from(DECK))
st.register_type_strategy(Money, st.integers(-(10**12), 10**12).map(Money))


def there_and_back(event: object) -> Any:
    kind, payload = CODEC.write(event)
    back = CODEC.read(kind, payload)
    assert CODEC.write(back) == (kind, payload)
    return back


def in_order(value: object) -> object:
    """With mappings as lists, since dictionaries are equal in any order."""
    if isinstance(value, Mapping):
        return [(key, in_order(part)) for key, part in value.items()]
    if hasattr(value, "__dict__") and not isinstance(value, type):
        return [type(value).__name__, in_order(vars(value))]
    return [in_order(part) for part in value] if isinstance(value, tuple) else value


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@given(data=st.data())
@settings(max_examples=5, deadline=None)
def test_every_kind_of_event_is_written_canonically_and_comes_back_as_it_was(
    kind: type, data: st.DataObject
) -> None:
    event = data.draw(st.from_type(kind))
    payload = CODEC.write(event)[1]
    tree = json.loads(payload)
    assert json.dumps(tree, separators=(",", ":")).encode() == payload
    assert list(tree) == sorted(tree)
    back = there_and_back(event)
    assert type(back) is kind
    assert in_order(back) == in_order(event)


@given(st.integers(0, 2**32), st.integers(0, len(RULES) - 1), st.integers(0, 120))
@settings(max_examples=15, deadline=None)
def test_events_and_tables_of_random_rounds_come_back(seed: int, rules: int, steps: int) -> None:
    chance, table = random.Random(seed), new_table(RULES[rules], Money(5_000_000))
    for _ in range(steps):
        patient = table.round.phase is not Phase.IDLE and chance.random() < 0.7
        decided = decide(table, next_step(chance, table) if patient else any_command(chance, table))
        if not isinstance(decided, Refused):
            for event in decided.events:
                assert in_order(there_and_back(event)) == in_order(event)
            table = decided.state
    data = to_bytes(Table, table)
    back = from_bytes(Table, data)
    assert back == table
    assert in_order(back.round) == in_order(table.round)
    assert to_bytes(Table, back) == data


@given(st.integers(0, 2**32), st.integers(0, len(RULES) - 1))
@settings(max_examples=8, deadline=None)
def test_a_table_is_recovered_after_every_single_command(seed: int, rules: int) -> None:
    shift = in_memory(seed=seed, rules=rules)
    shift.play(1, mishaps=5)
    shift.bets()
    for _ in range(60):
        if shift.table.round.phase is Phase.IDLE:
            break
        shift.do(next_step(shift.chance, shift.table))
        assert shift.recovered() == shift.table


def test_the_pay_table_keeps_its_order() -> None:
    table = new_table(RULES[0])
    assert table.rules.ante_bonus is not None
    back = from_bytes(Table, to_bytes(Table, table)).rules.ante_bonus
    assert back is not None
    assert list(back.odds) == list(table.rules.ante_bonus.odds)


def test_named_tuples_sets_and_mappings_with_numbers() -> None:
    slots = tuple[Slot, ...]
    written = form_of(slots).write((Slot(To.PLACE, 3), Slot(To.BURN)), "", _NO_CARDS)
    assert written == '[["place",3],["burn",0]]'
    assert form_of(frozenset[int]).write(frozenset((10, 9, 1)), "", _NO_CARDS) == "[1,9,10]"
    assert form_of(Mapping[int, bool]).write({10: True, 9: False}, "", _NO_CARDS) == (
        '{"10":true,"9":false}'
    )


class _NoCards:
    def write(self, card: Card | None, field: str) -> str | None:
        raise AssertionError(f"a card at {field}")

    def read(self, tree: object, field: str) -> Card | None:
        raise AssertionError(f"a card at {field}")


_NO_CARDS = _NoCards()


@pytest.mark.parametrize(
    ("kind", "payload", "message"),
    [
        ("RoundOpened", b'{"number":7,"x":1}', r"RoundOpened: unknown \['x'\] seen"),
        ("RoundOpened", b"{}", r"RoundOpened: \['number'\] missing"),
        ("RoundOpened", b'{"number":"7"}', "RoundOpened.number: '7' seen, expected a whole"),
        ("RoundOpened", b'{"number":7.0}', "7.0 seen, expected a whole number"),
        ("RoundOpened", b'{"number":true}', "True seen, expected a whole number"),
        ("RoundOpened", b'{"number":NaN}', "not JSON"),
        ("RoundOpened", b'{"number": 7}', "not canonical"),
        ("RoundOpened", b'{"number":7,"number":8}', "not canonical"),
        ("RoundOpened", b"[7]", "a list of 1 seen, expected RoundOpened with number"),
        ("RoundOpened", b"{", "not JSON"),
        ("RoundOpened", b"\xff", "not JSON"),
        ("RoundOpened", b"[" * 100_000, "not JSON"),
        ("JackpotSensed", b'{"place":3,"present":1}', "1 seen, expected true or false"),
        ("WagerTakenBack", b'{"place":3,"area":"ante"}', "keys out of order"),
        ("WagerTakenBack", b'{"area":"chair","place":3}', "'chair' seen, expected one of ante"),
        ("WagerTakenBack", b'{"area":true,"place":3}', "True seen, expected one of ante"),
        ("BetsLocked", b'{"jackpot_wager":5,"jackpots":3,"trigger":"x"}', "expected a list"),
        ("CardDealt", b'{"card":"1h"}', "CardDealt.card: expected the name of a card"),
        ("CardDealt", b'{"card":5}', "CardDealt.card: expected the name of a card"),
        ("KnownCardDrawn", b'{"card":null}', "no card seen, expected one"),
        ("HandSettled", b'{"place":1,"results":[]}', "a list of 0 seen, expected an object"),
        ("HandSettled", b'{"place":1,"results":{"x":{}}}', "'x' seen, expected one of ante"),
        ("ChairMoved", b"{}", "record of kind 'ChairMoved' seen"),
    ],
)
def test_what_was_not_written_is_refused(kind: str, payload: bytes, message: str) -> None:
    with pytest.raises(Undecodable, match=message):
        CODEC.read(kind, payload)


@pytest.mark.parametrize("name", ["01", "-0", "x", "", "\u0661", "1_0"])
def test_a_number_for_a_key_is_written_one_way(name: str) -> None:
    with pytest.raises(Undecodable, match="expected a whole number"):
        form_of(Mapping[int, bool]).read({name: True}, "results", _NO_CARDS)


@pytest.mark.parametrize("text", ["[2,1]", "[1,1]", '["1"]', "5"])
def test_a_set_is_in_order_with_each_member_once(text: str) -> None:
    with pytest.raises(Undecodable):
        form_of(frozenset[int]).read(json.loads(text), "sensed", _NO_CARDS)


def test_a_row_has_its_length() -> None:
    with pytest.raises(Undecodable, match="a list of 1 seen, expected a list of 2"):
        form_of(Slot).read(["burn"], "slot", _NO_CARDS)


@pytest.mark.parametrize(
    "event",
    [
        e.RoundOpened(True),
        e.RoundOpened(Money(7)),
        e.RoundOpened("7"),  # type: ignore[arg-type]
        e.CardDealt(5),  # type: ignore[arg-type]
        e.WagerPlaced(1, "ante", Stake(Money(1))),  # type: ignore[arg-type]
        e.WagerPlaced(1, Area.ANTE, Stake(1)),  # type: ignore[arg-type]
        e.WagerPlaced(1, Area.ANTE, None),  # type: ignore[arg-type]
        e.BetsLocked([1], Money(5), ""),  # type: ignore[arg-type]
        e.HandSettled(1, ()),  # type: ignore[arg-type]
    ],
)
def test_what_is_not_of_its_type_is_not_written(event: Event) -> None:
    with pytest.raises(BrokenInvariant, match="expected"):
        CODEC.write(event)


def test_a_wrong_value_in_a_snapshot_is_not_written() -> None:
    table = new_table(RULES[0])
    for name, wrong in (("sensed", {1}), ("phases", [1]), ("plan", (1, 2)), ("ending", "void")):
        broken = Round(1, (), None, **{name: wrong})  # type: ignore[arg-type]
        with pytest.raises(BrokenInvariant):
            to_bytes(Table, Table(table.rules, None, broken))


@dataclass(frozen=True)
class OldStake:
    amount: Money


@dataclass(frozen=True)
class Picky:
    number: int

    def __post_init__(self) -> None:
        if self.number < 0:
            raise ValueError("negative")


@dataclass(frozen=True)
class Nothing:
    pass


@dataclass(frozen=True)
class Either:
    which: Picky | OldStake | Nothing | None


@dataclass(frozen=True)
class Fractional:
    share: float


@dataclass(frozen=True)
class Mixed:
    part: int | str


class Size(IntEnum):
    SMALL = 1


@dataclass(frozen=True)
class Sized:
    by: Mapping[Size, int]


def test_a_file_from_before_a_field_takes_its_default() -> None:
    assert from_bytes(Stake, to_bytes(OldStake, OldStake(Money(5)))) == Stake(Money(5))


def test_what_the_type_itself_refuses_is_refused_in_words() -> None:
    with pytest.raises(Undecodable, match="Picky: negative"):
        from_bytes(Picky, b'{"number":-1}')


@pytest.mark.parametrize("which", [Picky(1), OldStake(Money(2)), Nothing(), None])
def test_one_of_several_types_says_which(which: Any) -> None:
    assert from_bytes(Either, to_bytes(Either, Either(which))) == Either(which)


def test_none_of_the_several_types_is_refused() -> None:
    with pytest.raises(Undecodable, match="expected one of Picky, OldStake, Nothing"):
        from_bytes(Either, b'{"which":{"is":"Stake"}}')
    with pytest.raises(BrokenInvariant, match="expected one of Picky"):
        to_bytes(Either, Either(Stake(Money(1))))  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", [Fractional, Mixed, Sized])
def test_a_type_without_a_form_is_found_when_the_codec_is_made(kind: type) -> None:
    with pytest.raises(BrokenInvariant, match="the journal has no form"):
        Codec(kind)


def test_two_kinds_of_one_name_are_not_told_apart() -> None:
    other: type = dataclass(frozen=True)(type("RoundOpened", (), {}))
    with pytest.raises(BrokenInvariant, match="two kinds of event are called RoundOpened"):
        Codec(*CORE.folds, other)


def test_an_event_the_journal_does_not_know_is_not_written() -> None:
    with pytest.raises(BrokenInvariant, match="Nothing is not a kind"):
        CODEC.write(Nothing())


def test_no_message_tells_a_face_down_card() -> None:
    table = new_table(RULES[0])
    data = to_bytes(Table, table).replace(b'"drawn":[]', b'"drawn":"7h"')
    with pytest.raises(Undecodable) as told:
        from_bytes(Table, data.replace(b'"drawn":"7h"', b'"drawn":{"x":"7h"}'))
    assert "7h" not in str(told.value)


def test_a_line_of_the_powers_table_that_nobody_has_is_refused() -> None:
    with pytest.raises(Undecodable, match=r"'fly' seen, expected one of .*fill"):
        from_bytes(Authorised, b'{"action":"fly","by":[],"clause":null,"reason":null}')
    with pytest.raises(BrokenInvariant, match=r"str seen, expected one of .*fill"):
        to_bytes(Authorised, Authorised("fill", (), None, None))  # type: ignore[arg-type]
