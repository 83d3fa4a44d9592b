"""A floor of tables that play on one pool at once, whatever becomes of the server and the wire.

Every table sends its transfers one at a time, each until it is answered, as a teller does; some it
sends again, and of some it dies before the answer. In the end the transfers are played once more in
the order in which the pool says it took them, on the reference: every answer that a table got, and
the books, have to be those.
"""

import random
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import Any

import psycopg

from controller.domain.cards import parse_cards
from controller.domain.money import ZERO, Money
from controller.pools import PARTS, AtMost, Parameters, Percent, Terms
from controller.pools import contract as c
from controller.pools.contract import Answer, Pool, Receipt, Transfer
from controller.pools.postgres import PostgresPools
from controller.pools.refusals import PoolFault, PoolRefused
from controller.pools.server import Address
from tests.unit.pools.backends import PEOPLE, ROYAL, done, terms
from tests.unit.pools.reference import Reference

FIGURES = Parameters("nsw", Money(125), 123_457, Money(9_000), 17_003, Money(12_000))


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
    """The tables of one pool, and what they were told."""

    def __init__(self, url: str, tables: int, seed: int) -> None:
        self.url, self.seed, self.plays = url, seed, 0
        self.names = tuple(f"t{n}" for n in range(tables))
        self.answers: dict[str, tuple[Transfer, Answer]] = {}
        self.up = threading.Event()
        """Is it worth while to try again?"""
        self.up.set()
        self._told = threading.Condition()
        pools = PostgresPools(Address(url))
        opened = pools.open("main", FIGURES, PEOPLE, 1)
        assert not isinstance(opened, PoolRefused), opened
        for name in self.names:
            self._note(c.Join(f"{name}/join", name, terms(FIGURES)), opened)
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
        pool = pools.pool("main")
        assert pool is not None
        pool.audit()
        query = "SELECT id, content, seq FROM pool.transfers WHERE pool = 'main' ORDER BY seq"
        rows = pools.rows(query)
        assert [seq for *_, seq in rows] == list(range(1, len(rows) + 1))
        assert {id for id, *_ in rows} - {"open"} == {
            id
            for id, (sent, answer) in self.answers.items()
            if isinstance(answer, Receipt) or isinstance(sent, c.Claim)
        }
        reference = Reference({1: FIGURES}, Fraction(int(FIGURES.seed)))
        for id, said, _ in rows[1:]:
            sent, answer = self.answers[id]
            assert transfer_of(id, said) == sent
            _agree(reference, sent, answer)
        _same_books(pool, reference)
        paid = {id for id, (sent, got) in self.answers.items() if _award(sent, got)}
        hits = pool.history(10_000)
        assert {hit.id for hit in hits} == paid
        assert len(hits) == len(paid), "every award once"
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
    if "cards" in values:
        values["cards"] = parse_cards(" ".join(values["cards"]))
        values["who"] = tuple(values["who"])
    return kind(id, **values)


class _Table:
    """One table at work."""

    def __init__(self, floor: Floor, name: str, chance: random.Random, pools: DyingPools) -> None:
        self._floor, self._name, self._chance, self._pools = floor, name, chance, pools
        self._sent = 0
        pool = None
        while pool is None:
            pool = self._through(lambda: pools.pool("main"))
        self._pool = pool

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
        if self._chance.random() < 0.1:
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

    def _win(self, number: int) -> None:
        chance = self._chance
        share = chance.choice((Percent(10), Percent(10, 3), Percent(25), Percent(100)))
        held = self._send(c.Reserve(self._id(), self._name, number, share))
        amount = held.amount if isinstance(held, Receipt) else ZERO
        reservation = given_id(held)
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
