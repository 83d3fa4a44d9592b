"""Tables that share a meter on a server, with all that runs beside them."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from controller.domain.base import evolve, existing
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.games.bonus import commands as c
from controller.games.bonus.figures import load_schedule
from controller.games.bonus.orders import ChangePool
from controller.games.bonus.transfers import parameters_of, terms_of
from controller.games.bonus.treaty import HouseRefusal
from controller.journal.recorder import Head
from controller.pools.contract import Pool
from controller.pools.health import Condition
from controller.pools.place import PoolOnServer
from controller.pools.postgres import PostgresPools
from controller.pools.refusals import PoolFault
from controller.pools.server import Address
from controller.pools.transfers import Receipt
from controller.running.outputs import derive_outputs
from tests.helpers.postgres import quick_server
from tests.helpers.proxy import Wire
from tests.helpers.refused import refusal
from tests.helpers.shift import CASINO, GAMING, RULES, LiveShift
from tests.unit.pools.backends import PEOPLE, done, opened, win
from tests.unit.running.tables import House, answered, held, played, settled, soon
from ui.games.bonus.viewmodels.meter import won_elsewhere
from ui.shown import Shown

JACKPOT = existing(RULES.jackpot, "no jackpot")
PASSWORD = "only for tests"


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests do not wait for a look by the clock, on which what others play goes on record."""
    monkeypatch.setattr("controller.pools.delivery.HEARD_READ_EVERY_MS", 200)
    monkeypatch.setattr("controller.carrying.RETRY_MS_MAX", 400)


@pytest.fixture
def main() -> Iterator[Pool]:
    """The pool, as the house has opened it."""
    quick_server().emptied()
    pools = PostgresPools(Address(quick_server().url()))
    pool = opened(pools, parameters_of(JACKPOT), meter="60000", tables=())
    yield pool
    pool.audit()
    pools.close()


def linked(folder: Path, name: str, server: str = "") -> House:
    folder.mkdir()
    made = House(folder)
    made.name, made.pool = name, PoolOnServer(server or quick_server().url(), "main")
    return made


@pytest.fixture
def one(main: Pool, tmp_path: Path) -> Iterator[House]:
    made = linked(tmp_path / "one", "T7")
    yield made
    made.down()


@pytest.fixture
def two(main: Pool, tmp_path: Path) -> Iterator[House]:
    made = linked(tmp_path / "two", "T8")
    yield made
    made.down()


def shows(shift: LiveShift) -> str:
    return str(existing(shift.table.meter, "no meter").value)


def seen_elsewhere(shift: LiveShift) -> Money:
    return won_elsewhere(Shown(shift.controller.snapshot()))


def test_what_one_table_plays_the_other_shows(main: Pool, one: House, two: House) -> None:
    shift = LiveShift(two.up().controller)
    first = settled(one)
    assert main.status().tables == ("T7", "T8")
    assert soon(lambda: shows(shift) == shows(first) == "60001.00")
    done(main.contribute("more", "T8", 1, 5))
    assert soon(lambda: shows(shift) == shows(first) == "60006.00")
    held_back = done(main.reserve("hold", "T8", 1, Money.parse("1000")))
    assert soon(lambda: shows(first) == "59006.00"), "what is reserved is not shown"
    assert soon(lambda: seen_elsewhere(first) == Money.parse("1000"))
    done(main.release("let go", held_back.id))
    assert soon(lambda: not seen_elsewhere(first))
    assert soon(lambda: shows(first) == "60006.00")
    assert first.controller.snapshot().held is None


def sign(shift: LiveShift) -> str:
    snapshot = shift.controller.snapshot()
    return derive_outputs(snapshot.house, shared=snapshot.shared).sign_text


@pytest.fixture
def patient(hurried: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks by the clock."""
    monkeypatch.setattr("controller.pools.delivery.READ_EVERY_MS", 3_600_000)
    monkeypatch.setattr("controller.pools.delivery.HEARD_READ_EVERY_MS", 3_600_000)


@pytest.mark.usefixtures("patient")
def test_a_linked_table_is_told_of_a_change_before_it_looks_by_itself(
    main: Pool, one: House
) -> None:
    shift = LiveShift(one.up().controller).playing(1, 2)
    for number in (1, 2):
        done(main.contribute(f"c{number}", "T7", number, 1))
        expected = f"$60,00{number}.00"
        assert soon(lambda: sign(shift) == expected)  # noqa: B023 - called at once


@pytest.mark.usefixtures("patient")
def test_a_link_that_breaks_is_noticed_before_anybody_looks(wire: Wire, wired: House) -> None:
    shift = settled(wired)
    wire.cut()
    assert lost(wired)
    assert soon(lambda: shift.house.link_lost is not None), "11.14 counts from here on"
    assert soon(lambda: sign(shift).endswith(" NOT LINKED"))


def test_an_award_is_worked_out_on_what_all_tables_have_made_of_the_meter(
    main: Pool, one: House
) -> None:
    shift = LiveShift(one.up().controller).playing(1, 2)
    shift.wagers(p1="25", p2="25", jackpot=(1, 2)).deal("Th Jh Qh 3c 2d 4c 5s Ah Kh 6c 8d")
    shift.to_the_river()
    assert answered(shift)
    done(main.contribute("meanwhile", "T7", 99, 98))
    shift.do(c.ShowDealersHand(), c.BeginSettlement())
    assert soon(lambda: shows(shift) == "60100.00"), "two of its own, 98 of others"
    shift.do(c.SettlePlace(2), c.SettlePlace(1))
    won = sum(int(due.award.from_meter) for due in shift.table.round.awards)
    assert won == int(Money.parse("60100"))
    done(main.contribute("later", "T7", 100, 1))
    assert soon(lambda: sign(shift) == "$60,101.00")
    assert shows(shift) == "60100.00", "the record takes it when the first win is keyed"


WIN, BONUS = (1, "straight-flush"), c.PayAward(2, "straight-flush")


def with_a_win(house: House) -> LiveShift:
    """A straight flush at place 1, all hands turned."""
    shift = LiveShift(house.up().controller).playing(1, 2)
    shift.wagers(p1="25", p2="25", jackpot=(1, 2)).deal("Th Jh Qh 3c 2d 4c 5s 8h 9h 6c 8d")
    shift.to_the_river()
    shift.do(c.ShowDealersHand(), c.SettlePlace(2), c.SettlePlace(1))
    assert answered(shift)
    return shift


def won(shift: LiveShift) -> Money:
    """As the screen shows it."""
    return next(due.award.amount for due in shift.table.round.awards if due.award.place == 1)


def test_tables_that_win_at_once_are_paid_what_the_pool_reserved_in_its_order(
    main: Pool, one: House, two: House
) -> None:
    """R24, to the cent: shown, confirmed, paid and posted."""
    shifts = {"T7": with_a_win(one), "T8": with_a_win(two)}
    done(main.join("T9/join", "T9", terms_of(JACKPOT)))
    playing = threading.Event()

    def a_third_plays() -> None:
        for number in range(100):
            done(main.contribute(f"T9/{number}", "T9", number, 3))
            playing.set()

    with ThreadPoolExecutor(3) as at_once:
        third = at_once.submit(a_third_plays)
        assert playing.wait(10)
        keyed = [at_once.submit(shift.do, c.KeyAward(*WIN)) for shift in shifts.values()]
        assert all(key.result(10) for key in keyed)
        third.result(60)
    assert all(map(answered, shifts.values()))
    reserved = {held.table: held.held for held in main.status().reservations}
    for name, shift in shifts.items():
        assert won(shift) == reserved[name]
        shift.supervised(c.ConfirmAward(*WIN)).do(BONUS, c.PayAward(*WIN))
        assert won(shift) == reserved[name]
        assert answered(shift)
        assert shift.controller.snapshot().held is None
    first, second = reserved.values()  # in the order of the wins
    assert second < first, "the second is 10 % of what the first left"
    assert {hit.table: hit.amount for hit in main.history()} == reserved
    assert {hit.place for hit in main.history()} == {WIN[0]}
    assert main.status().meter == Money.parse("60304") - first - second


def test_after_a_restart_the_award_is_what_the_pool_reserved(main: Pool, one: House) -> None:
    shift = with_a_win(one)
    done(main.reserve("hold", "T7", 99, Money.parse("10000")))
    shift.do(c.KeyAward(*WIN))
    assert answered(shift)
    assert str(won(shift)) == "5000.20"
    one.down()
    again = LiveShift(one.up().controller).compared()
    assert str(won(again)) == "5000.20"
    again.supervised(c.ConfirmAward(*WIN)).do(BONUS, c.PayAward(*WIN))
    assert answered(again)
    assert [str(hit.amount) for hit in main.history()] == ["5000.20"]


def test_figures_agreed_at_another_table_are_taken_up(main: Pool, one: House) -> None:
    shift = LiveShift(one.up().controller)
    new = evolve(parameters_of(JACKPOT), seed=Money.parse("20000"), version=2)
    done(main.change_parameters("v2", new, PEOPLE, 1))
    assert soon(lambda: shift.house.pool.agreed == new), "it waits for the next reset"
    win(main, "T7", 1, Money.parse("60000"), resets=True)
    assert soon(lambda: shift.house.pool.figures == new)
    assert existing(shift.floor.rules.jackpot, "none").seed == new.seed
    assert shift.house.pool.agreed is None
    one.down()
    again = LiveShift(one.up().controller)
    assert again.house.pool.figures == new
    assert again.controller.snapshot().held is None, "the set-up may be older"


def test_a_table_on_other_terms_or_without_a_pool_does_not_come_up(main: Pool, one: House) -> None:
    one.rules = evolve(RULES, jackpot=evolve(JACKPOT, seed=Money.parse("1")))
    with pytest.raises(PoolFault, match="seed of the table is not that of the pool"):
        one.up()
    one.pool = PoolOnServer(quick_server().url(), "high")
    with pytest.raises(PoolFault, match="no pool high; pools there: main"):
        one.up()
    assert main.status().tables == ()


def test_terms_are_compared_at_every_start(main: Pool, one: House) -> None:
    """15.2.5: a table that was linked before may have been set up anew since."""
    done(main.join("T7/before", "T7", terms_of(JACKPOT)))
    one.rules = evolve(RULES, jackpot=evolve(JACKPOT, schedule=load_schedule("PMG-01")))
    with pytest.raises(PoolFault, match="PMG-01 seen, nsw expected"):
        one.up()
    one.rules = RULES
    one.up()
    one.down()
    one.rules = evolve(RULES, jackpot=evolve(JACKPOT, seed=Money.parse("1")))
    assert "seed of the table is not that of the pool. 1.00 seen" in held(one.up())


def test_figures_agreed_on_since_are_the_pools_and_the_schedule_is_not(
    main: Pool, one: House
) -> None:
    one.up()
    one.down()
    new = evolve(parameters_of(JACKPOT), seed=Money.parse("20000"), version=2)
    done(main.change_parameters("v2", new, PEOPLE, 1))
    win(main, "T7", 1, Money.parse("60000"), resets=True)
    one.rules = evolve(RULES, jackpot=evolve(JACKPOT, schedule=load_schedule("PMG-01")))
    assert "PMG-01 seen, nsw expected" in held(one.up())


@pytest.fixture
def wire() -> Iterator[Wire]:
    made = Wire(quick_server().port)
    yield made
    made.close()


@pytest.fixture
def wired(main: Pool, wire: Wire, tmp_path: Path) -> Iterator[House]:
    """A table whose way to the server is that wire."""
    server = quick_server()
    server.sql(
        "DROP ROLE IF EXISTS wired",
        f"CREATE ROLE wired LOGIN SUPERUSER PASSWORD '{PASSWORD}'",
    )
    secrets = tmp_path / "passwords"
    secrets.write_text(f"*:*:*:wired:{PASSWORD}\n")
    secrets.chmod(0o600)
    url = f"host=127.0.0.1 port={wire.port} user=wired dbname=pools passfile={secrets}"
    made = linked(tmp_path / "table", "T7", url)
    yield made
    made.down()


@pytest.fixture
def high(main: Pool) -> Iterator[Pool]:
    """Another pool on the same terms."""
    pools = PostgresPools(Address(quick_server().url()))
    yield opened(pools, parameters_of(JACKPOT), name="high", meter="75000", tables=())
    pools.close()


def lost(house: House) -> bool:
    health = house.running[0].beside.pool_health
    return soon(lambda: existing(health(), "no pool").condition is Condition.UNREACHABLE)


def test_without_the_server_a_table_plays_on_and_tells_it_later(
    main: Pool, wire: Wire, wired: House
) -> None:
    shift = settled(wired)
    wire.cut()
    wired.down()
    shift = played(wired)  # brought up without it, too
    assert lost(wired)
    assert len(shift.house.pool.pending) == 1
    assert shift.controller.snapshot().held is None
    assert shows(shift) == "60002.00"
    assert soon(lambda: sign(shift).endswith(" NOT LINKED"))
    assert shift.house.link_lost is not None
    done(main.contribute("other", "T7", 99, 3))
    wire.heal()
    assert soon(lambda: not shift.house.pool.pending)
    assert soon(lambda: shows(shift) == "60005.00")
    assert soon(lambda: sign(shift) == "$60,005.00")
    assert soon(lambda: shift.house.link_lost is None)


def test_a_table_that_starts_while_a_standby_is_not_yet_promoted_plays(
    main: Pool, wired: House
) -> None:
    """It logs in with a password: what the server says then has nothing to do with that."""
    shift = settled(wired)
    wired.down()
    server = quick_server()
    server.sql("ALTER ROLE wired SET default_transaction_read_only = on")
    shift = played(wired)
    assert lost(wired)
    assert shift.controller.snapshot().held is None
    server.sql("ALTER ROLE wired RESET default_transaction_read_only")
    assert answered(shift)
    assert main.counters().wagers_in == 2


def test_on_a_slow_link_nobody_waits_but_whoever_confirms_an_award(
    main: Pool, wire: Wire, wired: House
) -> None:
    shift = with_a_win(wired)
    confirm = c.ConfirmAward(*WIN)
    wire.delay_s = 0.1
    shift.do(c.KeyAward(*WIN)).on(GAMING)
    assert refusal(shift.ask(confirm, shift.likeliest(confirm))) is HouseRefusal.POOL_SILENT
    assert answered(shift)
    shift.do(confirm).off().do(BONUS, c.PayAward(*WIN), c.CloseRound())
    assert shift.house.pool.pending, "the round is over before the pool has heard of it"
    assert answered(shift)
    assert shift.controller.snapshot().held is None
    wire.delay_s = 0.0
    assert [str(hit.amount) for hit in main.history()] == ["6000.20"]


def test_a_table_that_went_over_to_another_pool_starts_without_the_server(
    high: Pool, wire: Wire, wired: House
) -> None:
    terms = terms_of(JACKPOT)
    shift = settled(wired)
    order = ChangePool("high", terms.schedule, terms.wager, terms.increment_millionths, terms.seed)
    shift.on(CASINO)
    assert isinstance(shift.ask(order, shift.likeliest(order)), Refused), "a second has to agree"
    shift.off().supervised(order)
    assert soon(lambda: shift.house.pool.pool == "high" and not shift.house.pool.unread)
    done(high.contribute("at once", "T7", 98, 1))
    assert soon(lambda: sign(shift) == "$75,001.00"), "it listens to the new one"
    wire.cut()
    wired.down()
    shift = played(wired)
    assert lost(wired)
    assert shift.controller.snapshot().held is None
    wire.heal()
    assert answered(shift)
    assert str(high.status().available) == "75002.00"
    assert high.status().tables == ("T7",)


def test_a_server_that_has_lost_what_it_answered_holds_the_table(main: Pool, one: House) -> None:
    settled(one)
    assert isinstance(main.contribute("x", "T7", 9, 1), Receipt)
    quick_server().emptied()
    anchor = partial(main.anchor, "T7", Head(9, 7, b"mac", b"file"))
    for ask in (main.standing, main.status, main.counters, main.audit, anchor):
        with pytest.raises(PoolFault, match="no pool main"):
            ask()
    pools = PostgresPools(Address(quick_server().url()))
    opened(pools, parameters_of(JACKPOT), meter="60000", tables=())
    pools.close()
    words = held(one.running[0])
    assert "has refused transfer T7/" in words, "it was sent again"
    assert "T7 is in no pool, not in main" in words
    assert "in the pool: 60000.00" in words
