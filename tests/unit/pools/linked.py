"""A table with its outbox, its delivery and a pool: every command goes through all of them."""

import random
import tomllib
from collections.abc import Callable
from typing import Any, Final

from controller.domain.base import existing
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.games.bonus import commands as c
from controller.games.bonus.round.core import fold_one as fold_round
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Round, Table
from controller.games.bonus.rules import TableRules
from controller.games.bonus.transfers import due_after, fixed_by, parameters_of, terms_of
from controller.journal.codec import Codec
from controller.pools.contract import Pool, Pools
from controller.pools.delivery import PoolDelivery
from controller.pools.health import GOOD
from controller.pools.outbox import PoolEvent, PoolOutbox, TransfersDue, fold_one, record_answer
from controller.pools.refusals import PoolRefused
from controller.pools.transfers import Answer, Transfer
from simulators.games.bonus.scenario.file import Scenario, checked_scenario
from simulators.games.bonus.scenario.play import play_round
from simulators.games.bonus.scenario.table import BonusScenarioTable
from tests.helpers.chaos import next_step
from tests.helpers.felt import Felt
from tests.helpers.scenario_gen import scenarios, to_toml
from tests.unit.pools.backends import done

WHO: Final = ("Ada (dealer)", "Bob (supervisor)")
AT: Final = 1_700_000_000
CODEC: Final = Codec(PoolEvent)


def pool_for(
    pools: Pools, rules: TableRules, meter: Money, reserve: Money, *tables: str, name: str = "main"
) -> Pool:
    """A pool that stands where the table's own meter stands."""
    jackpot = existing(rules.jackpot, "no jackpot")
    pool = pools.open(name, parameters_of(jackpot), WHO, AT, meter, reserve)
    assert not isinstance(pool, PoolRefused), pool
    for table in tables or ("t1",):
        done(pool.join(f"join {table}", table, terms_of(jackpot)))
    return pool


class Books:
    """The outbox of one table, through the journal's own form, and the delivery that empties it."""

    def __init__(self, pool: Pool, name: str = "t1") -> None:
        self.pool, self.name = pool, name
        self.outbox = PoolOutbox()
        self.sent: list[Transfer] = []
        self.table: Table | None = None
        """After the last command, and after what the pool has fixed since."""
        self.delivery = PoolDelivery(pool, self.answered)

    def note(self, *events: PoolEvent) -> None:
        for event in events:
            written = CODEC.read(*CODEC.write(event))
            assert written == event
            self.outbox = fold_one(self.outbox, written)
        self.delivery.due(self.outbox.pending)

    def changed(self, before: Table, after: Table) -> None:
        """A command was carried out."""
        self.table = after
        due = due_after(
            before,
            after,
            table_name=self.name,
            told=self.outbox.told,
            who=WHO,
            at=AT + after.round.number,
            cause=f"{len(self.sent) + 1}",
            version=self.outbox.version_played,
        )
        if due:
            event = TransfersDue(due)
            self.sent += event.transfers
            self.note(event)

    def answered(self, id: str, answer: Answer) -> None:
        table = existing(self.table, "an answer to nothing")
        if fixed := fixed_by(self.outbox.told, table, self.outbox.due[0], answer):
            self.table = fold_round(table, fixed)
        self.note(*record_answer(self.outbox, id, answer))

    def restart(self) -> None:
        """The process died; a new delivery is given what the journal says."""
        self.delivery = PoolDelivery(self.pool, self.answered)
        self.delivery.due(self.outbox.pending)

    def deliver(self) -> None:
        """All of it, and nothing was refused."""
        assert self.delivery.deliver_all() == GOOD
        assert self.outbox.due == ()

    def agrees_with(self, table: Table) -> None:
        """To the millionth of a cent; what is shown is what is not reserved."""
        assert self.outbox.due == (), self.outbox.refused
        assert self.table == table, "no other table has played on this pool"
        meter, status = existing(table.meter, "no meter"), self.pool.status()
        assert status.accounts.meter == meter.exact
        assert status.accounts.reserve == meter.exact_reserve
        assert status.accounts.overflow == 0
        assert status.reserved == self.outbox.told.held

    def closed(self, table: Table) -> None:
        """Between rounds nothing is held, and the books balance."""
        self.agrees_with(table)
        assert self.pool.status().reservations == ()
        assert self.outbox.told.reservation is None
        self.pool.audit()


def agreed(books: Books, table: Table) -> None:
    """Delivered at once, and the pool is where the table is."""
    books.deliver()
    books.agrees_with(table)


class LinkedScenario(BonusScenarioTable):
    """A scenario whose jackpot is on a pool."""

    def __init__(self, scenario: Scenario, pools: Pools) -> None:
        jackpot = existing(scenario.content.jackpot, "no jackpot")
        super().__init__(scenario)
        self.books = Books(pool_for(pools, scenario.rules, jackpot.meter, jackpot.reserve))
        self.after: Callable[[Books, Table], None] = agreed
        """What happens after every command."""
        self.rounds = len(scenario.content.rounds)

    def play_round(self, number: int) -> Round:
        """One round of the file."""
        return play_round(self, number)

    def do(self, command: c.Command) -> Refused | None:
        before = self.table
        refused = super().do(command)
        self.books.changed(before, self.table)
        self.after(self.books, self.table)
        return refused


class LinkedFelt(Felt):
    """A table to try things on, whose jackpot is on a pool."""

    def __init__(self, rules: TableRules, books: Books, *, meter: str, reserve: str) -> None:
        super().__init__(rules, meter=meter, reserve=reserve)
        self.books = books

    def do(self, *commands: c.Command) -> "Felt":
        for command in commands:
            before = self.table
            super().do(command)
            self.books.changed(before, self.table)
            self.books.delivery.deliver_all()
            self.table = existing(self.books.table, "no command")
        return self


def drawn(seed: int, **jackpot: str) -> Scenario | None:
    """A random scenario, if it has a jackpot; with these figures instead of random ones."""
    content: dict[str, Any] = scenarios(random.Random(seed))
    if "jackpot" not in content:
        return None
    content["jackpot"] |= jackpot
    return checked_scenario(f"seed {seed}", tomllib.loads(to_toml(content)))


class Interrupted(Exception):
    """The settlement begins: from here on anything may happen."""


class Mischief(LinkedScenario):
    """Plays a scenario up to the settlement, then anything that can happen there, to the end."""

    def __init__(self, scenario: Scenario, pools: Pools, chance: random.Random) -> None:
        super().__init__(scenario, pools)
        self._chance = chance

    def do(self, command: c.Command) -> Refused | None:
        refused = super().do(command)
        if self.table.round.phase is Phase.SETTLEMENT and not self.table.round.settlement_order:
            raise Interrupted
        return refused

    def play_round(self, number: int) -> Round:
        """To its end, one way or another."""
        try:
            super().play_round(number)
        except Interrupted:
            self._play_on()
        return self.table.round

    def _play_on(self) -> None:
        while self.table.round.phase is not Phase.IDLE:
            wild = self._chance.random() < 0.4
            command = self._anything() if wild else next_step(self._chance, self.table)
            refused = super().do(command)
            assert wild or refused is None, refused
        if self.table.deck_check_due:
            super().do(c.DeckVerified())

    def _anything(self) -> c.Command:
        chance, round_ = self._chance, self.table.round
        place = chance.choice([place.number for place in round_.dealt_in()])
        awards = [(due.award.place, due.award.award) for due in round_.awards] or [(place, "flush")]
        report = chance.choice(
            (
                c.Report(c.Irregularity.INVALID_WAGER, place),
                c.Report(c.Irregularity.INVALID_WAGER, place),
                c.Report(c.Irregularity.SUPERVISOR_VOID),
                c.Report(c.Irregularity.OUTCOME_INVALIDATED, forfeit=(place,)),
                c.Report(c.Irregularity.JACKPOT_EQUIPMENT_FAILED, decision=c.Decision.VOID),
                c.Report(c.Irregularity.JACKPOT_EQUIPMENT_FAILED),
            )
        )
        if chance.random() < (0.5 if any(due.paid for due in round_.awards) else 0.15):
            return report
        of = chance.choice(awards)
        key = c.KeyAward(*of)
        return chance.choice((key, key, key, c.ConfirmAward(*of), c.PayAward(*of)))
