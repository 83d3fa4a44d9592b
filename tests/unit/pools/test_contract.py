"""What can be said to a pool at all, and the names of what can differ."""

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest

from controller.domain.base import BrokenInvariant
from controller.domain.money import ZERO, Money
from controller.journal.recorder import Head
from controller.pools import AtMost, Percent
from controller.pools import transfers as c
from controller.pools.heads import JOURNALS_MAX
from controller.pools.refusals import PoolFault, PoolRefusal, PoolRefused
from controller.pools.sqlite import SqlitePools
from tests.unit.pools.backends import (
    BACKENDS,
    PEOPLE,
    Backend,
    audited,
    every_transfer,
    figures,
    opened,
)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: c.Contribute("c", "t1", 1, 0),
        lambda: c.Contribute("", "t1", 1, 1),
        lambda: c.Contribute("c", " ", 1, 1),
        lambda: c.Contribute("c", "14/b", 1, 1),
        lambda: c.Contribute("c\n", "14", 1, 1),
        lambda: c.WithdrawChange("c", 1, ("4711", "4711\t"), 1),
        lambda: c.WithdrawChange("c", 1, ("4711", "4711\u00a0"), 1),
        lambda: c.WithdrawChange("c", 1, ("4711", " 4711"), 1),
        lambda: c.WithdrawChange("c", 1, ("STRAUSS", "Strauß"), 1),
        lambda: c.TakeBack("c", "d", -1),
        lambda: c.Reserve("c", "t1", -1, ZERO),
        lambda: c.Reserve("c", "t1", 1, Money(-1)),
        lambda: c.Reserve("c", "t1", 1, Percent(101)),
        lambda: c.Reserve("c", "t1", 1, Percent(10, 0)),
        lambda: c.Reserve("c", "t1", 1, AtMost(Money(-1))),
        lambda: c.Reserve("c", "t1", 10**12 + 1, ZERO),
        lambda: c.Post("c", "r", "x", ZERO, False, (), (), 1),
        lambda: c.Post("c", "r", "x", ZERO, False, (), ("1", "2"), 300_000_000_000),
        lambda: c.WithdrawChange("c", 1, ("1", "2"), -1),
        lambda: figures(increment=1_000_001),
        lambda: figures(seed="2", limit="1"),
    ],
)
def test_what_makes_no_sense_cannot_even_be_said(ask: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match="seen"):
        ask()


def test_every_field_that_can_differ_has_a_name() -> None:
    kinds: list[type[c.Transfer]] = [c.Open, c.Move, *(type(sent) for sent in every_transfer())]
    names = {field.name for kind in kinds for field in fields(kind)} - {"id"} | {"kind"}
    codes = {why.code for why in PoolRefusal if why.name.startswith("EXISTS")}
    assert codes == {f"exists_with_different_{name}" for name in names}


def test_a_refusal_reads_as_a_sentence_with_what_was_seen() -> None:
    refused = PoolRefused(PoolRefusal.NO_SUCH_AWARD, "p7 seen.")
    assert refused.text() == "There is no such award. p7 seen."


@pytest.mark.parametrize("backend", BACKENDS, ids=lambda backend: str(backend.name))
def test_a_pool_keeps_the_last_head_of_each_tables_journal(
    backend: Backend, tmp_path: Path
) -> None:
    with audited(backend, tmp_path) as pools:
        pool = opened(pools)
        assert pool.anchored("t1") == ()
        for position in (5, 9):
            pool.anchor("t1", Head(position, 2, bytes((position,)) * 32, b"f" * 16))
        pool.anchor("t2", Head(3, 1, b"t" * 32, b"g" * 16))
        with pytest.raises(BrokenInvariant, match="the journal of table t1 went back to 8"):
            pool.anchor("t1", Head(8, 2, b"h" * 32, b"f" * 16))
        pool.anchor("t1", Head(9, 2, b"\t" * 32, b"f" * 16))
        with pytest.raises(BrokenInvariant, match="has another record 9 than before"):
            pool.anchor("t1", Head(9, 2, b"h" * 32, b"f" * 16))
        another = backend.another(tmp_path, pools)
        again = another.pool(pool.name)
        assert again is not None
        assert again.anchored("t1") == (Head(9, 2, b"\t" * 32, b"f" * 16),)
        assert again.anchored("t2") == (Head(3, 1, b"t" * 32, b"g" * 16),)
        if another is not pools:
            another.close()


@pytest.mark.parametrize("backend", BACKENDS, ids=lambda backend: str(backend.name))
def test_no_head_goes_back_by_way_of_another_journal(backend: Backend, tmp_path: Path) -> None:
    first, anew = (Head(9, 2, bytes((n,)) * 32, bytes((n,)) * 16) for n in (1, 2))
    with audited(backend, tmp_path) as pools:
        pool, other = opened(pools), opened(pools, name="other", tables=())
        pool.anchor("t1", first)
        for by in ((), ("900",), ("Ada", "ada")):
            with pytest.raises(BrokenInvariant, match="two people have to decide"):
                pool.anchor("t1", anew, by)
        with pytest.raises(BrokenInvariant, match="two people have to decide"):
            other.anchor("t1", anew)
        pool.anchor("t1", anew, ("900", "901"))
        with pytest.raises(BrokenInvariant, match="went back to 8"):
            pool.anchor("t1", first._replace(position=8))
        assert pool.anchored("t1") == other.anchored("t1") == (first, anew)
        pool.anchor("t1", first._replace(position=10), ("900", "901"))
        assert [head.position for head in pool.anchored("t1")] == [9, 10], "the latest is the last"


@pytest.mark.parametrize("backend", BACKENDS, ids=lambda backend: str(backend.name))
def test_a_table_has_so_many_journals_and_no_more(backend: Backend, tmp_path: Path) -> None:
    with audited(backend, tmp_path) as pools:
        pool = opened(pools)
        for number in range(JOURNALS_MAX):
            pool.anchor("t1", Head(1, 1, bytes(32), bytes(15) + bytes((number,))), PEOPLE)
        with pytest.raises(BrokenInvariant, match="has begun 100 journals"):
            pool.anchor("t1", Head(1, 1, bytes(32), b"n" * 16), PEOPLE)


@pytest.mark.parametrize("content", [None, b""])
def test_a_file_that_has_to_be_there_is_not_made(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "pools.db"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(PoolFault, match="it is not there"):
        SqlitePools(path, create=False)
    assert (path.read_bytes() if path.exists() else None) == content
