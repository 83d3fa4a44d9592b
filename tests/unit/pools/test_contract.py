"""What can be said to a pool at all, and the names of what can differ."""

from collections.abc import Callable
from dataclasses import fields

import pytest

from controller.domain.money import ZERO, Money
from controller.pools import Percent, PoolRefusal, PoolRefused
from controller.pools import contract as c
from tests.unit.pools.backends import every_transfer, figures


@pytest.mark.parametrize(
    "ask",
    [
        lambda: c.Contribute("c", "t1", 1, 0),
        lambda: c.Contribute("", "t1", 1, 1),
        lambda: c.Contribute("c", " ", 1, 1),
        lambda: c.TakeBack("c", "d", -1),
        lambda: c.Reserve("c", "t1", -1, ZERO),
        lambda: c.Reserve("c", "t1", 1, Money(-1)),
        lambda: c.Reserve("c", "t1", 1, Percent(101)),
        lambda: c.Post("c", "r", "x", ZERO, False, (), (), 1),
        lambda: figures(increment=1_000_001),
        lambda: figures(seed="2", limit="1"),
    ],
)
def test_what_makes_no_sense_cannot_even_be_said(ask: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match="seen"):
        ask()


def test_every_field_that_can_differ_has_a_name() -> None:
    kinds: list[type[c.Transfer]] = [c.Open, *(type(sent) for sent in every_transfer())]
    names = {field.name for kind in kinds for field in fields(kind)} - {"id"} | {"kind"}
    codes = {why.code for why in PoolRefusal if why.name.startswith("EXISTS")}
    assert codes == {f"exists_with_different_{name}" for name in names}


def test_a_refusal_reads_as_a_sentence_with_what_was_seen() -> None:
    refused = PoolRefused(PoolRefusal.NO_SUCH_AWARD, "p7 seen.")
    assert refused.text() == "There is no such award. p7 seen."
