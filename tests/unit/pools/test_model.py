"""Any transfers in any order, with retries, duplicates and cuts, against the reference."""

import os
import random
import shutil
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import fields, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from controller.domain.base import existing
from controller.domain.money import Money
from controller.pools import PARTS, AtMost, Parameters, Percent
from controller.pools import transfers as c
from controller.pools.contract import Pool, Pools
from controller.pools.memory import MemoryPools
from controller.pools.postgres import PostgresPools
from controller.pools.refusals import PoolFault, PoolRefused, Trouble
from controller.pools.server import Address
from controller.pools.sqlite import SqlitePools
from controller.pools.transfers import Answer, Transfer
from tests.helpers.postgres import quick_server
from tests.unit.pools.backends import OTHER, PEOPLE, terms
from tests.unit.pools.frail import FrailConnection, PowerCut, frail_sqlite, power_on_again
from tests.unit.pools.reference import Reference

FIRST = Parameters("nsw", Money(125), 123_457, Money(90), 17_003, Money(120))
"""Small figures: the limit, a short meter and a residue are never far."""
tables = st.sampled_from(("t1", "t2", "t3", "t4"))
rounds = st.integers(1, 3)
wagers = st.integers(1, 4)
amounts = st.one_of(
    st.sampled_from((Percent(10), Percent(25, 3), Percent(100), Percent(100))),
    st.integers(0, 150).map(Money),
    st.integers(0, 150).map(Money).map(AtMost),
)
picks = st.integers(0, 10**6)
changes = st.sampled_from(
    (
        {"seed": Money(40)},
        {"limit": Money(100)},
        {"limit": None},
        {"wager": Money(250)},
        {"increment_millionths": 31_337, "reserve_increment_millionths": 0},
    )
)


class PoolMachine(RuleBasedStateMachine):
    """A pool, another one to which tables move, and their references."""

    def __init__(self) -> None:
        super().__init__()
        self.clean = ExitStack()
        self.pools = self.start()
        for name in ("main", "second"):
            assert not isinstance(self.pools.open(name, FIRST, PEOPLE, 1), PoolRefused)
        self.find_pools()
        self.reference = Reference({1: FIRST}, Fraction(int(FIRST.seed)))
        self.second = self.reference.beside("second")
        self.answers: dict[str, tuple[Transfer, Answer]] = {}
        self.made = 0
        for table in ("t1", "t2", "t3"):
            self.join(table)

    def start(self) -> Pools:
        return MemoryPools()

    def find_pools(self) -> None:
        self.there = {
            name: existing(self.pools.pool(name), f"no pool {name}") for name in ("main", "second")
        }
        self.pool = self.there["main"]

    def teardown(self) -> None:
        self.pools.close()
        self.clean.close()

    def id(self) -> str:
        self.made += 1
        return f"i{self.made}"

    def pick(self, kind: type[Transfer], at: int) -> str:
        """An id of this kind that was used before, or one of nobody."""
        ids = [id for id, (sent, _) in self.answers.items() if type(sent) is kind]
        return ids[-1 - at % len(ids)] if ids else "nobody"

    def to(self, transfer: Transfer) -> Pool:
        """Only moves go to the other pool."""
        return self.there[transfer.into if isinstance(transfer, c.Move) else "main"]

    def deliver(self, transfer: Transfer) -> Answer:
        return self.to(transfer).apply(transfer)

    def send(self, transfer: Transfer) -> None:
        answer = self.deliver(transfer)
        reference = self.reference.others[self.to(transfer).name]
        expected = reference.apply(transfer)
        if isinstance(answer, PoolRefused):
            assert answer.refusal.code == expected
            if not isinstance(transfer, c.Claim) or expected == "more_than_available":
                return
        else:
            assert isinstance(expected, dict), expected
            said = {name: getattr(answer, name) for name in expected}
            assert said == expected
            assert answer.available == reference.available
            assert answer.version == reference.version
            event(
                f"{type(transfer).__name__}, {'at the house' if answer.house_carries else 'plain'}"
            )
        self.answers[transfer.id] = transfer, answer

    @rule(table=tables)
    def join(self, table: str) -> None:
        self.send(c.Join(self.id(), table, terms(self.reference.versions[self.reference.version])))

    @rule(table=tables)
    def join_on_first_terms(self, table: str) -> None:
        self.send(c.Join(self.id(), table, terms(FIRST)))

    @rule(table=tables)
    def leave(self, table: str) -> None:
        self.send(c.Leave(self.id(), table))

    @rule(table=tables, out_of=st.sampled_from((None, None, "main", "second")))
    def move(self, table: str, out_of: str | None) -> None:
        """Into the other pool, or back; now and then out of one that it is not in."""
        here = "second" if table in self.second.tables else "main"
        into = self.reference.others["main" if here == "second" else "second"]
        figures = into.versions[into.version]
        self.send(c.Move(self.id(), table, out_of or here, into.name, terms(figures)))

    @rule(change=changes, people=st.sampled_from((PEOPLE, PEOPLE, ("Ada",))))
    def change_parameters(self, change: dict[str, Any], people: tuple[str, ...]) -> None:
        latest = self.reference.versions[max(self.reference.versions)]
        new = replace(latest, **change, version=latest.version + 1)
        self.send(c.ChangeParameters(self.id(), new, people, 1))

    @rule(version=st.sampled_from((1, 2, 3, 4)), people=st.sampled_from((PEOPLE, ("Ada",))))
    def withdraw_change(self, version: int, people: tuple[str, ...]) -> None:
        self.send(c.WithdrawChange(self.id(), version, people, 1))

    @rule(table=tables, round=rounds, wagers=wagers, version=st.sampled_from((None, None, 1, 2)))
    def contribute(self, table: str, round: int, wagers: int, version: int | None) -> None:
        self.send(c.Contribute(self.id(), table, round, wagers, version))

    @precondition(lambda self: self.reference.bets)
    @rule(at=picks, wagers=wagers)
    def take_back(self, at: int, wagers: int) -> None:
        self.send(c.TakeBack(self.id(), self.pick(c.Contribute, at), wagers))

    @rule(table=tables, round=rounds, amount=amounts)
    def reserve(self, table: str, round: int, amount: c.Asked) -> None:
        self.send(c.Reserve(self.id(), table, round, amount))

    @precondition(lambda self: self.reference.holds)
    @rule(at=picks, amount=amounts)
    def amend(self, at: int, amount: c.Asked) -> None:
        self.send(c.Amend(self.id(), self.pick(c.Reserve, at), amount))

    @precondition(lambda self: self.reference.holds)
    @rule(at=picks, amount=st.none() | st.integers(0, 99).map(Money), resets=st.booleans())
    def post(self, at: int, amount: Money | None, resets: bool) -> None:
        reservation = self.pick(c.Reserve, at)
        hold = self.reference.holds.get(reservation)
        held = Money(hold.held if hold else 1)
        value = held if amount is None else amount
        self.send(c.Post(self.id(), reservation, "level", value, resets, (), PEOPLE, 1))

    @precondition(lambda self: self.reference.holds)
    @rule(at=picks)
    def release(self, at: int) -> None:
        self.send(c.Release(self.id(), self.pick(c.Reserve, at)))

    @precondition(lambda self: self.reference.prizes)
    @rule(at=picks)
    def reverse(self, at: int) -> None:
        self.send(c.Reverse(self.id(), self.pick(c.Post, at)))

    @precondition(lambda self: self.answers)
    @rule(at=picks)
    def send_again(self, at: int) -> None:
        transfer, answer = list(self.answers.values())[at % len(self.answers)]
        assert self.deliver(transfer) == answer

    @precondition(lambda self: self.answers)
    @rule(at=picks)
    def send_something_else_under_a_used_id(self, at: int) -> None:
        transfer, _ = list(self.answers.values())[at % len(self.answers)]
        names = [field.name for field in fields(transfer) if field.name != "id"]
        change: dict[str, Any] = {names[-1]: OTHER[names[-1]]}
        other = replace(transfer, **change)
        if other != transfer:
            answer = self.deliver(other)
            assert isinstance(answer, PoolRefused)
            assert answer.refusal.code == f"exists_with_different_{names[-1]}"

    @invariant()
    def the_books_are_those_of_the_reference(self) -> None:
        status, reference = self.pool.status(), self.reference
        accounts = status.accounts
        assert accounts.meter == reference.meter * PARTS
        assert accounts.reserve == reference.reserve * PARTS
        assert accounts.overflow == reference.overflow * PARTS
        assert accounts.paid == reference.paid * PARTS
        assert accounts.contributed == reference.contributed * PARTS
        assert accounts.seeds == (FIRST.seed + reference.seeds) * PARTS
        assert accounts.house == reference.carried * PARTS
        assert (status.reserved, status.available) == (reference.held, reference.available)
        assert status.parameters == reference.versions[reference.version]
        following = reference.following()
        pending = None if following == reference.version else reference.versions[following]
        assert status.pending == pending
        assert status.latest == max(reference.versions)
        assert status.tables == tuple(sorted(reference.tables))
        assert status.seq == reference.time
        beside = self.there["second"].status()
        assert beside.tables == tuple(sorted(self.second.tables))
        assert beside.seq == self.second.time


class SqliteMachine(PoolMachine):
    """On a disk, with power cuts."""

    fuse: int | None = None

    def start(self) -> Pools:
        self.folder = Path(tempfile.mkdtemp(dir=os.environ.get("PYTEST_DEBUG_TEMPROOT")))
        self.clean.callback(shutil.rmtree, self.folder)
        self.clean.enter_context(frail_sqlite())
        return SqlitePools(self.folder / "pools.db")

    def deliver(self, transfer: Transfer) -> Answer:
        FrailConnection.fuse, self.fuse = self.fuse, None
        try:
            return super().deliver(transfer)
        except PowerCut:
            self.restart()
            return super().deliver(transfer)
        finally:
            FrailConnection.fuse = None

    @rule(statements=st.integers(1, 26))
    def the_power_will_fail_at_the_next_transfer(self, statements: int) -> None:
        self.fuse = statements

    @rule()
    def restart(self) -> None:
        assert isinstance(self.pools, SqlitePools)
        self.pools = power_on_again(self.pools, self.folder / "pools.db")
        self.find_pools()


class LossyPools(PostgresPools):
    """A server whose link breaks at the next transfer: before it arrives, or before the answer."""

    breaks: str = ""

    def rows(self, query: str, values: Any = (), *, safe: bool = False) -> list[tuple[Any, ...]]:
        breaks, self.breaks = self.breaks, ""
        if breaks == "before":
            self._cut()
            raise PoolFault(Trouble.UNREACHABLE, "test", "cut")
        rows = super().rows(query, values, safe=safe)
        if breaks == "after":
            self._cut()
            raise PoolFault(Trouble.UNREACHABLE, "test", "cut")
        return rows

    def _cut(self) -> None:
        with self._lock:
            self._hang_up()


class PostgresMachine(PoolMachine):
    """On a server, with a link that breaks."""

    breaks: str = ""

    def start(self) -> LossyPools:
        quick_server().emptied()
        return LossyPools(Address(quick_server().url()))

    def deliver(self, transfer: Transfer) -> Answer:
        assert isinstance(self.pools, LossyPools)
        self.pools.breaks, self.breaks = self.breaks, ""
        try:
            return super().deliver(transfer)
        except PoolFault:
            return super().deliver(transfer)

    @rule(when=st.sampled_from(("before", "after")))
    def the_link_will_break_at_the_next_transfer(self, when: str) -> None:
        self.breaks = when


TestMemory = PoolMachine.TestCase
TestMemory.settings = settings(max_examples=20, stateful_step_count=40, deadline=None)
TestSqlite = SqliteMachine.TestCase
TestSqlite.settings = settings(max_examples=8, stateful_step_count=40, deadline=None)
TestPostgres = PostgresMachine.TestCase
TestPostgres.settings = settings(max_examples=3, stateful_step_count=40, deadline=None)


def evening(seed: int, machine: PoolMachine, steps: int) -> None:
    """A busy floor, its books compared after every step and added up in the end."""
    chance = random.Random(seed)
    try:
        for _ in range(steps):
            any_step(chance, machine)
            machine.the_books_are_those_of_the_reference()
        machine.pool.audit()
    finally:
        machine.teardown()


def any_step(chance: random.Random, machine: PoolMachine) -> None:
    """Three tables win, void and play on; few steps are nonsense."""
    table, round_ = chance.choice(("t1", "t2", "t3")), chance.randint(1, 4)
    recent = chance.choice((0, 0, 1, chance.randint(0, 9)))
    cents = Money(chance.randint(0, 60))
    amount = chance.choice((Percent(10), Percent(25, 3), Percent(100), cents, AtMost(cents)))
    count, version = chance.randint(1, 4), chance.choice((None, None, None, 1))
    steps: tuple[Callable[[], None], ...] = (
        lambda: machine.contribute(table, round_, count, version),
        lambda: machine.contribute(table, round_, count, None),
        lambda: machine.take_back(recent, count),
        lambda: machine.reserve(table, round_, amount),
        lambda: machine.reserve(table, round_, Percent(100)),
        lambda: machine.amend(recent, amount),
        lambda: machine.post(recent, None, chance.random() < 0.6),
        lambda: machine.post(recent, Money(chance.randint(0, 30)), chance.random() < 0.3),
        lambda: machine.release(recent),
        lambda: machine.reverse(recent),
        lambda: machine.reverse(recent),
        lambda: rare_step(chance, machine),
    )
    chance.choice(steps)()


def rare_step(chance: random.Random, machine: PoolMachine) -> None:
    """Parameters, links, copies; on a disk also a power cut to come, and a restart."""
    table, at = chance.choice(("t1", "t2", "t3")), chance.randint(0, 1000)
    machine.send_again(at)
    machine.send_something_else_under_a_used_id(at)
    if chance.random() < 0.3:
        machine.change_parameters({"seed": Money(chance.randint(0, 99))}, PEOPLE)
    if chance.random() < 0.2:
        machine.leave(table)
    if chance.random() < 0.3:
        machine.move(table, None)
    machine.join(table)
    if isinstance(machine, SqliteMachine):
        machine.restart()
        machine.the_power_will_fail_at_the_next_transfer(chance.randint(1, 26))
    if isinstance(machine, PostgresMachine):
        machine.the_link_will_break_at_the_next_transfer(chance.choice(("before", "after")))


@pytest.mark.parametrize("kind", [PoolMachine, SqliteMachine])
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_busy_evening_agrees_with_the_reference(kind: type[PoolMachine], seed: int) -> None:
    evening(seed, kind(), 120)


@settings(max_examples=2, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_busy_evening_on_a_server_agrees_with_the_reference(seed: int) -> None:
    evening(seed, PostgresMachine(), 120)


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("kind", [PoolMachine, SqliteMachine])
@settings(max_examples=80, deadline=None)
@given(seed=st.integers(0, 2**64))
def test_long_busy_evenings_agree_with_the_reference(kind: type[PoolMachine], seed: int) -> None:
    evening(seed, kind(), 300)


@pytest.mark.long
@pytest.mark.timeout(900)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**64))
def test_long_busy_evenings_on_a_server_agree_with_the_reference(seed: int) -> None:
    evening(seed, PostgresMachine(), 300)
