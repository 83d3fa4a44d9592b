"""`@frozen` makes what `dataclass(frozen=True)` makes."""

import copy
import pickle
from collections.abc import Callable, Mapping
from dataclasses import FrozenInstanceError, asdict, dataclass, field, fields, replace
from inspect import signature
from pathlib import Path
from typing import Any, ClassVar

import pytest

from controller.domain.base import BrokenInvariant, evolve
from controller.domain.frozen import frozen

made = [frozen, dataclass(frozen=True)]
either = pytest.mark.parametrize("make", made, ids=["frozen", "dataclass"])
Make = Callable[[type], Any]


@frozen
class Stake:
    """In a module, where it can be pickled."""

    place: int
    cents: int = 2500


@frozen
class Folded(Stake):
    said: str = field(default="fold", kw_only=True)


def kind(make: Make) -> Any:
    class Wager:
        trigger: ClassVar = "wager"
        place: int
        cents: int = 2500
        secret: str = field(default="", repr=False)
        noted: int = field(default=0, compare=False)
        odds: Mapping[str, int] = field(default_factory=dict)
        by: str = field(default="", kw_only=True)

    return make(Wager)


@either
def test_fields_are_taken_in_order_by_name_and_by_default(make: Make) -> None:
    wager = kind(make)
    one = wager(3, 5000, by="dealer")
    assert (one.place, one.cents, one.odds, one.by) == (3, 5000, {}, "dealer")
    assert wager(3).odds is not wager(3).odds
    assert wager(place=3, odds={"flush": 3}).odds == {"flush": 3}
    assert [one.name for one in fields(wager)] == list(asdict(one))
    assert wager.__match_args__ == ("place", "cents", "secret", "noted", "odds")


@either
def test_a_wrong_call_is_refused_as_of_any_function(make: Make) -> None:
    wager = kind(make)
    with pytest.raises(TypeError, match=r"__init__\(\) missing 1 required .* 'place'"):
        wager()
    with pytest.raises(TypeError, match="unexpected keyword argument 'seat'"):
        wager(3, seat=4)
    with pytest.raises(TypeError, match="takes from 2 to 6 positional arguments but 7 were given"):
        wager(3, 1, "", 0, {}, "dealer")


def test_the_signature_is_that_of_the_dataclass() -> None:
    ours, theirs = map(kind, made)
    assert list(signature(ours).parameters) == list(signature(theirs).parameters)
    assert signature(ours).parameters["place"].annotation is int
    assert ours.__init__.__qualname__.endswith("Wager.__init__")


@either
def test_equal_are_those_of_one_kind_with_the_same_compared_fields(make: Make) -> None:
    wager, other = kind(make), kind(make)
    assert wager(3, noted=1) == wager(3, noted=2)
    assert wager(3) != wager(4)
    assert wager(3) != other(3)
    assert wager(3) != 3


@either
def test_equal_ones_are_one_member_of_a_set(make: Make) -> None:
    class Seat:
        place: int
        row: tuple[int, ...] = ()

    class Nothing:
        pass

    seat, nothing = make(Seat), make(Nothing)
    assert len({seat(1), seat(1), seat(2), nothing(), nothing()}) == 3
    with pytest.raises(TypeError, match="unhashable"):
        hash(kind(make)(3))


@either
def test_the_text_names_the_shown_fields(make: Make) -> None:
    text = repr(kind(make)(3, secret="Kd"))
    assert text.endswith("Wager(place=3, cents=2500, noted=0, odds={}, by='')")


@either
def test_nothing_is_assigned_or_deleted_afterwards(make: Make) -> None:
    one = kind(make)(3)
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'place'"):
        one.place = 4
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'place'"):
        del one.place
    assert one.place == 3


@either
def test_a_mutable_default_is_refused(make: Make) -> None:
    class Wrong:
        places: list[int] = []  # noqa: RUF012 - what is refused

    with pytest.raises(ValueError, match="mutable default"):
        make(Wrong)


@either
def test_what_the_class_says_itself_stays(make: Make) -> None:
    class Checked:
        place: int

        def __post_init__(self) -> None:
            if self.place < 1:
                raise BrokenInvariant("no such place")

        def __repr__(self) -> str:
            return f"<{self.place}>"

    checked = make(Checked)
    assert repr(checked(2)) == "<2>"
    with pytest.raises(BrokenInvariant):
        checked(0)


def test_fields_are_inherited_whichever_kind_is_made_first() -> None:
    folded = Folded(3, said="out")
    assert folded == Folded(place=3, cents=2500, said="out")
    assert repr(folded) == "Folded(place=3, cents=2500, said='out')"
    assert folded != Stake(3)
    assert isinstance(folded, Stake)


def test_copies_are_equal_however_they_are_made() -> None:
    one = Stake(3, 5000)
    copies = (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one)), replace(one))
    assert all(same == one and hash(same) == hash(one) for same in copies)
    assert replace(one, cents=1) == evolve(one, cents=1) == Stake(3, 1)


def test_a_kind_that_was_never_made_compares_all_the_same() -> None:
    """Reading a pickle makes values without the constructor."""

    @frozen
    class Seat:
        place: int

    one, other = (object.__new__(Seat) for _ in range(2))
    for seat in (one, other):
        object.__setattr__(seat, "place", 3)
    assert one == other
    assert repr(one).endswith("Seat(place=3)")


def test_a_pattern_takes_the_fields_in_order() -> None:
    match Stake(3):
        case Stake(place, cents):
            assert (place, cents) == (3, 2500)


def test_the_controller_and_the_screen_make_frozen_dataclasses_this_way() -> None:
    """Half a millisecond each at every start, otherwise; one with slots is another thing."""
    root, parts = Path(__file__).parents[3], ("controller", "ui")
    files = [path for part in parts for path in (root / part).rglob("*.py")]
    others = [path for path in files if "\n@dataclass(frozen=True)\n" in path.read_text("utf-8")]
    assert len(files) > 100
    assert others == [], "write @frozen (controller.domain.frozen) for @dataclass(frozen=True)"
