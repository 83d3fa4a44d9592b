"""Killed before and after every write of a round: nothing is lost, nothing happens twice.

First a scenario on the command line, then the whole table with its floor, people, pool and notices.
What is recorded has happened; what is not, has not; there is nothing between the two.
"""

import random
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from controller.domain.books import balances
from controller.domain.money import Money
from controller.games.bonus import commands as c
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.round.books import METER, entries
from controller.house.fold import fold
from controller.house.state import public_house
from controller.journal.housekeeping import TableStarted, TailAdopted
from controller.journal.recorder import State
from controller.journal.sealing import Recorded
from controller.journal.verify import verify
from controller.pools import Status
from controller.running.writer import COMPARE
from tests.helpers.kill import (
    AFTER,
    BEFORE,
    COMMITTED,
    KILLED,
    Moment,
    dying,
    eventful,
    goes_on,
    listed,
    moments,
    play,
    playing,
    verdict,
)
from tests.helpers.night import DEALER_ON, GAMING_OFF, GAMING_ON, SCRIPT, Night, pool_in, prepared
from tests.helpers.shift import DEALER, GAMING, KEYS, fresh_house

pytestmark = pytest.mark.usefixtures("untraced")

sweeps = pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.long)])
"""One moment in seven every day, before and after a write in turn; all of them in the long run."""


def swept(found: list[Moment], step: int) -> list[int]:
    """One in so many moments.

    Between commit and anchor only in the long run: the cut sweep does that every day.
    """
    return [at for at, (name, _) in enumerate(found) if step == 1 or name != COMMITTED][::step]


# A scenario on the command line


class Bench(NamedTuple):
    """A scenario, what it prints when nothing happens, and its moments with a journal."""

    folder: Path
    scenario: Path
    result: str
    moments: list[Moment]

    def journal(self, name: object) -> Path:
        folder = self.folder / str(name)
        folder.mkdir()
        return folder / "run.journal"


@pytest.fixture
def bench(disk: Path) -> Bench:
    scenario, result = eventful(disk)
    found = listed(lambda: play(scenario, disk / "whole.journal"))
    return Bench(disk, scenario, result, found)


def killed_once(bench: Bench, at: int) -> None:
    where = f"killed at moment {at}, {bench.moments[at]}"
    journal = bench.journal(at)
    assert dying(playing(bench.scenario, journal), at).status == KILLED, where
    if journal.exists():
        assert verdict(journal).state is not State.DAMAGED, where
    goes_on(bench.scenario, journal, bench.result, where)
    shutil.rmtree(journal.parent)


def test_the_scenario_has_what_a_round_can_have(bench: Bench) -> None:
    for part in ('"kind": "progressive"', '"kind": "bonus"', '"folded"', '"result": "void"'):
        assert part in bench.result
    names = [moment.name for moment in bench.moments]
    assert names.count(BEFORE) == names.count(AFTER) > 40


@sweeps
@pytest.mark.timeout(1200)
def test_a_scenario_killed_before_and_after_writes_ends_the_same(bench: Bench, step: int) -> None:
    for at in swept(bench.moments, step):
        killed_once(bench, at)


def killed_often(bench: Bench, seed: int) -> None:
    """Two or three times, each time somewhere in what was left to do."""
    chance = random.Random(seed)
    journal = bench.journal(f"seed {seed}")
    for _ in range(chance.choice((2, 3))):
        at = chance.randrange(len(bench.moments) // 2)
        ended = dying(playing(bench.scenario, journal), at)
        assert ended.status in (KILLED, 0), f"seed {seed}: {ended.said}"
        assert ended.said in ("", bench.result), f"seed {seed}"
    goes_on(bench.scenario, journal, bench.result, f"seed {seed}")


@pytest.mark.parametrize("often", [5, pytest.param(200, marks=pytest.mark.long)])
def test_a_scenario_killed_two_and_three_times_ends_the_same(bench: Bench, often: int) -> None:
    for seed in range(often):
        killed_often(bench, seed)


def test_a_scenario_killed_at_every_start_still_gets_to_its_end(bench: Bench) -> None:
    """Each run gets a few writes further than the one before."""
    journal = bench.journal("stubborn")
    runs = 1
    while (ended := dying(playing(bench.scenario, journal), 12)).status == KILLED:
        runs += 1
    assert (ended.status, ended.said) == (0, bench.result)
    assert runs > 10
    goes_on(bench.scenario, journal, bench.result)


# The whole table


class Account(NamedTuple):
    """Where a night has left everything."""

    house: str
    """All that is on record of the table; steady clocks differ from start to start, and ids of
    transfers from one night to the other."""
    books: dict[str, Money]
    pool: Status


def account(night: Night) -> Account:
    """The table as it was left, to be compared to the cent."""
    house = folded(night.record())
    assert public_house(house) == night.shift.house
    with pool_in(night.folder) as pool:
        status = pool.status()
    assert (house.pool.pending, house.notices.pending) == ((), ()), "all was delivered"
    assert house.table.meter is not None
    assert house.table.meter.exact == status.accounts.meter, "table and pool agree"
    told = re.sub(r"steady_ms=\d+, run=\d+", "", _without_ids(house))
    return Account(told, money(house), status)


def _without_ids(what: object) -> str:
    """An id is made of the record it follows, which is sealed under chance."""
    return re.sub(r"[0-9a-f]{32}", "", repr(what))


def money(house: BonusHouse) -> dict[str, Money]:
    gained = balances(entries(house.table))
    assert sum(gained.values()) == 0
    return gained


def folded(record: Sequence[Recorded]) -> BonusHouse:
    """From the first record on, without any checkpoint."""
    return fold(fresh_house(), (one.event for one in record))


class Reference(NamedTuple):
    """A night in which nothing happened, and what was written when."""

    moments: list[Moment]
    firsts: dict[int, int]
    """The last record of the first write of every step that writes."""
    lasts: dict[int, int]
    """The last record of every step."""
    record: list[Recorded]
    account: Account

    def until(self, position: int) -> list[Recorded]:
        return [one for one in self.record if one.position <= position]

    def done(self, index: int, position: int) -> bool:
        """Has this step happened, if the record ends here?"""
        ends = self.lasts if SCRIPT[index].again else self.firsts
        return ends.get(index, position + 1) <= position


def uninterrupted(folder: Path) -> Reference:
    """The script from beginning to end."""
    found: list[Moment] = []
    firsts: dict[int, int] = {}
    lasts: dict[int, int] = {}
    with moments(found.append):
        night = Night(folder)
        for index, step in enumerate(SCRIPT):
            begun = len(found)
            step.do(night)
            written = [moment.position for moment in found[begun:] if moment.name == AFTER]
            if written:
                firsts[index], lasts[index] = written[0], written[-1]
    reference = Reference(found, firsts, lasts, night.record(), account(night))
    night.close()
    return reference


def script(folder: Path) -> str:
    """For the child."""
    night = Night(folder)
    for step in SCRIPT:
        step.do(night)
    return "to the end"


def come_up(folder: Path, reference: Reference, position: int) -> Night:
    """Exactly what was recorded, nobody signed on, and the question whether the felt agrees."""
    before = reference.until(position)
    night = Night(folder)
    snapshot = night.shift.controller.snapshot()
    record = night.record()
    own = [one for one in record if one.position <= position]
    assert [*map(_without_ids, own)] == [*map(_without_ids, before)]
    assert {type(one.event) for one in record if one.position > position} <= OF_A_START
    house = folded(own)
    assert snapshot.house == public_house(house)
    assert (snapshot.dealer, snapshot.on_top) == (None, None)
    assert snapshot.held == COMPARE
    return night


OF_A_START: Final = {TailAdopted, TableStarted}


def take_up(night: Night, reference: Reference, position: int) -> None:
    """People sign on again, compare, and go on where the record ends."""
    shift = night.shift
    shift.clock.restart()
    done = [reference.done(index, position) for index in range(len(SCRIPT))]
    shift.on(DEALER)
    night.compare()
    happened = [step for step, there in zip(SCRIPT, done, strict=True) if there]
    if happened.count(GAMING_ON) > happened.count(GAMING_OFF):
        shift.on(GAMING)
    for step, there in zip(SCRIPT, done, strict=True):
        if not there and step is not DEALER_ON:
            step.do(night)


def killed_at_night(base: Path, reference: Reference, at: int) -> None:
    moment = reference.moments[at]
    folder = base.with_name(f"killed at {at}")
    shutil.copytree(base, folder)
    assert dying(lambda: script(folder), at).status == KILLED, moment
    journal = folder / "table.journal"
    found = verify(journal, KEYS)
    wanted = State.NOT_ANCHORED if moment.name == COMMITTED else State.INTACT
    assert found.state is wanted, moment
    night = come_up(folder, reference, moment.position)
    take_up(night, reference, moment.position)
    assert account(night) == reference.account, moment
    night.shift.do(c.OpenRound(2))
    night.close()
    assert verify(journal, KEYS).state is State.INTACT, moment
    shutil.rmtree(folder)


class Prepared(NamedTuple):
    """A night before it begins, and one as it should go."""

    base: Path
    reference: Reference


@pytest.fixture
def night(disk: Path) -> Prepared:
    base = prepared(disk / "base")
    shutil.copytree(base, disk / "whole")
    return Prepared(base, uninterrupted(disk / "whole"))


def test_the_night_has_what_a_round_can_have(night: Prepared) -> None:
    kinds = {type(one.event).__name__ for one in night.reference.record}
    assert kinds >= {
        "HandFolded",
        "IrregularityRuled",
        "AwardConfirmed",
        "AwardPaid",
        "Authorised",
        "SessionBegun",
        "SessionEnded",
        "SlipIssued",
        "NoticeDelivered",
        "TransferAnswered",
        "TrailCopied",
    }
    _, books, pool = night.reference.account
    assert books[METER] == pool.meter - Money.parse("60000") < 0
    assert pool.reservations == ()


@sweeps
@pytest.mark.timeout(1200)
def test_a_table_killed_before_and_after_writes_goes_on_where_it_was(
    night: Prepared, step: int
) -> None:
    for at in swept(night.reference.moments, step):
        killed_at_night(*night, at)
