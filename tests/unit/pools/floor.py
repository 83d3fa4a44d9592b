"""A floor of tables that play on two pools at once, whatever becomes of the server and the wire.

Every table sends its transfers one at a time, each until it is answered, as real ones do; some it
sends again, and of some it dies before the answer. Now and then one moves to the other pool, or
people at it agree on figures. In the end the transfers are played once more in the order in which
the server says it took them, on the reference: every answer that a table got, and the books, have
to be those.
"""

import random
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from typing import Any

import psycopg

from controller.domain.cards import parse_cards
from controller.domain.money import ZERO, Money
from controller.pools import PARTS, AtMost, Parameters, Percent, Terms
from controller.pools import transfers as c
from controller.pools.contract import Pool
from controller.pools.postgres import PostgresPools
from controller.pools.refusals import PoolFault, PoolRefused
from controller.pools.server import Address
from controller.pools.transfers import Answer, Receipt, Transfer
from tests.unit.pools.backends import PEOPLE, ROYAL, done, terms
from tests.unit.pools.reference import Reference

FIGURES = Parameters("nsw", Money(125), 123_457, Money(9_000), 17_003, Money(12_000))
POOLS = ("main", "second")


class DyingPools(PostgresPools):
    """A client that now and then dies with its transfer on the way."""

    dies: Callable[[], bool] = staticmethod(lambda: False)

    def rows(self, query: str, values: Any = (), *, safe: bool = False) -> list[tuple[Any, ...]]:
        if not self.dies():
            return super().rows(query, values, safe=safe)
        with self._lock, self._translated() as link:
            text = psycopg.ClientCursor(link).mogrify(query.encode(), values)
            link.pgconn.send_query(text.encode())
            link.pgconn.flush()
            self._hang_up()
            raise psycopg.OperationalError("dead")


class Floor:
    """The tables of two pools, all in the first at the beginning, and what they were told."""

    def __init__(self, url: str, tables: int, seed: int) -> None:
        self.url, self.seed, self.plays = url, seed, 0
        self.names = tuple(f"t{n}" for n in range(tables))
        self.answers: dict[str, tuple[Transfer, Answer]] = {}
        self.up = threading.Event()
        """Is it worth while to try again?"""
        self.up.set()
        self._told = threading.Condition()
        pools = PostgresPools(Address(url))
        for pool in POOLS:
            assert not isinstance(pools.open(pool, FIGURES, PEOPLE, 1), PoolRefused)
        for name in self.names:
            self._note(c.Join(f"{name}/join", name, terms(FIGURES)), pools.named("main"))
        pools.close()

    def _note(self, transfer: Transfer, pool: Pool) -> None:
        self.answers[transfer.id] = transfer, done(pool.apply(transfer))

    def play(self, rounds: int, *troubles: Callable[[], None]) -> None:
        """All tables play so many rounds; troubles strike one after the other meanwhile."""
        self.plays += 1
        before = len(self.answers)
        with ThreadPoolExecutor(len(self.names) + 1) as threads:
            playing = [threads.submit(self._table, name, rounds) for name in self.names]
            expected = len(self.names) * rounds
            for number, trouble in enumerate(troubles, 1):
                self.wait_until(before + expected * number // (len(troubles) + 1))
                trouble()
            for each in playing:
                each.result()

    def wait_until(self, answered: int) -> None:
        with self._told:
            assert self._told.wait_for(lambda: len(self.answers) >= answered, 60)

    def _table(self, name: str, rounds: int) -> None:
        chance = random.Random(f"{self.seed} {self.plays} {name}")
        dice = random.Random(f"{self.seed} {self.plays} {name} dies")
        pools = DyingPools(Address(self.url), at_once=False)  # the server may be down already
        pools.dies = lambda: dice.random() < 0.02
        table = _Table(self, name, chance, pools)
        for number in range(1, rounds + 1):
            table.round(number)
        pools.close()

    def answered(self, transfer: Transfer, answer: Answer) -> None:
        with self._told:
            before = self.answers.setdefault(transfer.id, (transfer, answer))
            assert before == (transfer, answer), "the same answer however often it is sent"
            self._told.notify_all()

    def settled(self) -> Reference:
        """Nothing is under way: the books, and what everybody was told, are as they should be."""
        pools = PostgresPools(Address(self.url))
        rows = pools.rows("SELECT pool, id, content, seq FROM pool.transfers ORDER BY at")
        assert {id for _, id, *_ in rows} - {"open"} == {
            id
            for id, (sent, answer) in self.answers.items()
            if isinstance(answer, Receipt) or isinstance(sent, c.Claim)
        }
        reference = Reference({1: FIGURES}, Fraction(int(FIGURES.seed)))
        reference.beside("second")
        for pool, id, said, seq in rows:
            if id != "open":
                sent, answer = self.answers[id]
                assert transfer_of(id, said) == sent
                _agree(reference.others[pool], sent, answer)
            assert reference.others[pool].time == seq, "in their order, without a gap"
        for name in POOLS:
            pools.named(name).audit()
            _same_books(pools.named(name), reference.others[name])
        paid = sorted(id for id, (sent, got) in self.answers.items() if _award(sent, got))
        hits = [hit.id for name in POOLS for hit in pools.named(name).history(10_000)]
        assert sorted(hits) == paid, "every award once"
        pools.close()
        return reference


def _award(sent: Transfer, answer: Answer) -> bool:
    return isinstance(sent, c.Post) and isinstance(answer, Receipt)


def _agree(reference: Reference, sent: Transfer, answer: Answer) -> None:
    expected = reference.apply(sent)
    if isinstance(answer, PoolRefused):
        assert answer.refusal.code == expected
        return
    assert isinstance(expected, dict), (sent, expected)
    assert {name: getattr(answer, name) for name in expected} == expected
    assert answer.available == reference.available


def _same_books(pool: Pool, reference: Reference) -> None:
    status, seeds = pool.status(), int(FIGURES.seed) + reference.seeds
    accounts = status.accounts
    assert accounts.meter == reference.meter * PARTS
    assert accounts.reserve == reference.reserve * PARTS
    assert accounts.overflow == reference.overflow * PARTS
    assert accounts.paid == reference.paid * PARTS
    assert accounts.contributed == reference.contributed * PARTS
    assert accounts.seeds + accounts.house == (seeds + reference.carried) * PARTS
    assert status.reserved == reference.held


def transfer_of(id: str, said: dict[str, Any]) -> Transfer:
    """A transfer as it was sent, by what the server kept of it."""
    kind: type[Transfer] = getattr(c, said["kind"])
    values = {name: value for name, value in said.items() if name != "kind"}
    if isinstance(values.get("amount"), dict):
        asked = values["amount"]
        values["amount"] = AtMost(**asked) if "at_most" in asked else Percent(**asked)
    if "terms" in values:
        values["terms"] = Terms(**values["terms"])
    if "parameters" in values:
        values["parameters"] = Parameters(**values["parameters"])
    if "cards" in values:
        values["cards"] = parse_cards(" ".join(values["cards"]))
    if "who" in values:
        values["who"] = tuple(values["who"])
    return kind(id, **values)


class _Table:
    """One table at work."""

    def __init__(self, floor: Floor, name: str, chance: random.Random, pools: DyingPools) -> None:
        self._floor, self._name, self._chance, self._pools = floor, name, chance, pools
        self._sent = 0
        self._pool = pools.named(self._through(lambda: pools.pool_of(name)))

    def _through(self, call: Callable[[], Any]) -> Any:
        while True:
            try:
                return call()
            except PoolFault:
                assert self._floor.up.wait(60)

    def _id(self) -> str:
        self._sent += 1
        return f"{self._name}/{self._floor.plays}/{self._sent}"

    def _send(self, transfer: Transfer) -> Answer:
        answer: Answer = self._through(lambda: self._pool.apply(transfer))
        self._floor.answered(transfer, answer)
        again = isinstance(answer, Receipt) or isinstance(transfer, c.Claim)
        if again and self._chance.random() < 0.1:
            self._floor.answered(transfer, self._through(lambda: self._pool.apply(transfer)))
        return answer

    def round(self, number: int) -> None:
        """Wagers; some taken back; now and then a win, which may be void."""
        chance, wagers = self._chance, self._chance.randint(1, 5)
        given = self._send(c.Contribute(self._id(), self._name, number, wagers))
        if chance.random() < 0.1:
            self._send(c.TakeBack(self._id(), given_id(given), chance.randint(1, 5)))
        if chance.random() < 0.3:
            self._win(number)
        if chance.random() < 0.1:
            self._change()
        if chance.random() < 0.1:
            self._move()

    def _change(self) -> None:
        """Another table may have been faster: it is refused then."""
        latest = self._through(self._pool.standing).latest
        new = replace(FIGURES, seed=Money(self._chance.randint(0, 9_000)), version=latest + 1)
        self._send(c.ChangeParameters(self._id(), new, PEOPLE, 1))

    def _move(self) -> None:
        """Figures may have changed meanwhile: it is refused then."""
        (into,) = (self._pools.named(name) for name in POOLS if name != self._pool.name)
        figures = self._through(into.standing).parameters
        move = c.Move(self._id(), self._name, self._pool.name, into.name, terms(figures))
        before, self._pool = self._pool, into
        if isinstance(self._send(move), PoolRefused):
            self._pool = before

    def _win(self, number: int) -> None:
        chance = self._chance
        share = chance.choice((Percent(10), Percent(10, 3), Percent(25), Percent(100)))
        held = self._send(c.Reserve(self._id(), self._name, number, share))
        amount = held.amount if isinstance(held, Receipt) else ZERO
        reservation = given_id(held)
        if chance.random() < 0.3:
            share = chance.choice((Percent(10), Percent(100)))
            amended = self._send(c.Amend(self._id(), reservation, share))
            amount = amended.amount if isinstance(amended, Receipt) else ZERO
        awards = []
        if chance.random() < 0.7:
            resets = share.percent == 100
            post = c.Post(self._id(), reservation, "level", amount, resets, ROYAL, PEOPLE, 1)
            self._send(post)
            awards.append(post.id)
        for award in awards:
            if chance.random() < 0.3:
                self._send(c.Reverse(self._id(), award))
        self._send(c.Release(self._id(), reservation))


def given_id(answer: Answer) -> str:
    return answer.id if isinstance(answer, Receipt) else "nothing"
