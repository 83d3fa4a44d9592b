"""The back ends that keep the contract, and short ways to ask a pool for something."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from controller.domain.cards import parse_cards
from controller.domain.money import Money
from controller.pools import Parameters, Percent, Terms
from controller.pools import transfers as c
from controller.pools.contract import Pool, Pools
from controller.pools.memory import MemoryPools
from controller.pools.postgres import PostgresPools
from controller.pools.refusals import PoolRefusal, PoolRefused
from controller.pools.server import Address
from controller.pools.sqlite import SqlitePools
from controller.pools.transfers import Answer, Post, Receipt, Transfer
from tests.helpers.postgres import quick_server


class Backend(NamedTuple):
    """One implementation of the contract."""

    name: str
    start: Callable[[Path], Pools]
    """A new store."""
    another: Callable[[Path, Pools], Pools]
    """Another way into the same store: of a second table, or after a restart."""


def _sqlite(folder: Path) -> Pools:
    return SqlitePools(folder / "pools.db")


def _postgres(_: Path) -> Pools:
    return PostgresPools(Address(quick_server().url()))


def _new_postgres(folder: Path) -> Pools:
    quick_server().emptied()
    return _postgres(folder)


BACKENDS: Final = (
    Backend("memory", lambda _: MemoryPools(), lambda _, pools: pools),
    Backend("sqlite", _sqlite, lambda folder, _: _sqlite(folder)),
    Backend("postgres", _new_postgres, lambda folder, _: _postgres(folder)),
)


@contextmanager
def audited(backend: Backend, folder: Path) -> Iterator[Pools]:
    """A new store; in the end every transfer ever made is added up."""
    store = backend.start(folder)
    yield store
    for name in store.names():
        store.named(name).audit()
    store.close()


PEOPLE: Final = ("Ada", "Bob")
ROYAL: Final = parse_cards("As Ks Qs Js Ts")


def dollars(text: str) -> Money:
    return Money.parse(text)


def figures(
    *,
    wager: str = "5",
    increment: int = 200_000,
    seed: str = "50000",
    reserve: int = 0,
    limit: str | None = None,
    version: int = 1,
) -> Parameters:
    """The parameters of a pool: a dollar of every five onto a meter seeded with 50,000."""
    top = None if limit is None else dollars(limit)
    return Parameters("nsw", dollars(wager), increment, dollars(seed), reserve, top, version)


def terms(parameters: Parameters) -> Terms:
    """Those of a table that fits."""
    of = parameters
    return Terms(of.schedule, of.wager, of.increment_millionths, of.seed)


def opened(
    pools: Pools,
    parameters: Parameters | None = None,
    *,
    name: str = "main",
    meter: str | None = None,
    reserve: str = "0",
    tables: tuple[str, ...] = ("t1", "t2", "t3"),
) -> Pool:
    """A pool with tables."""
    sound, standing = parameters or figures(), None if meter is None else dollars(meter)
    pool = pools.open(name, sound, PEOPLE, 1_700_000_000, standing, dollars(reserve))
    assert not isinstance(pool, PoolRefused), pool
    for table in tables:
        done(pool.join(f"join {table}", table, terms(sound)))
    return pool


def done(answer: Answer) -> Receipt:
    """It was carried out."""
    assert isinstance(answer, Receipt), answer
    return answer


def refused(answer: Answer, refusal: PoolRefusal) -> None:
    """It was refused for this reason."""
    assert isinstance(answer, PoolRefused), answer
    assert answer.refusal is refusal, answer


def award(
    pool: Pool, id: str, reservation: str, amount: str | Money, *, resets: bool = False
) -> Answer:
    """Post an award as a table would."""
    value = amount if isinstance(amount, Money) else dollars(amount)
    level = "royal-flush" if resets else "straight-flush"
    return pool.apply(Post(id, reservation, level, value, resets, ROYAL, PEOPLE, 1_700_000_100))


def win(pool: Pool, table: str, round: int, amount: c.Asked, *, resets: bool = False) -> Receipt:
    """Reserved and posted in one go; the award is called `award <table> <round>`."""
    held = done(pool.reserve(f"hold {table} {round}", table, round, amount))
    return done(award(pool, f"award {table} {round}", held.id, held.amount, resets=resets))


def shown(pool: Pool) -> tuple[str, str, str, str]:
    """Available, reserve, overflow and house balance, as people read them."""
    status = pool.status()
    return (
        str(status.available),
        str(status.reserve),
        str(status.overflow),
        str(status.house_balance),
    )


def every_transfer() -> list[Transfer]:
    """One of each kind, in an order in which all of them are carried out."""
    return [
        c.Join("i1", "t9", terms(figures())),
        c.Contribute("i2", "t9", 7, 4, 1),
        c.TakeBack("i3", "i2", 1),
        c.Reserve("i4", "t9", 7, Percent(10)),
        c.Amend("i5", "i4", dollars("6000")),
        c.Post("i6", "i4", "straight-flush", dollars("5500"), False, ROYAL, PEOPLE, 5, 3),
        c.Reverse("i7", "i6"),
        c.Release("i8", "i4"),
        c.ChangeParameters("i9", figures(seed="1", version=2), PEOPLE, 6),
        c.WithdrawChange("i10", 2, PEOPLE, 6),
        c.Leave("i11", "t9"),
    ]


OTHER: Final[dict[str, Any]] = {
    "table": "t8",
    "terms": Terms("sd", dollars("5"), 200_000, dollars("50000")),
    "round": 8,
    "wagers": 2,
    "version": None,
    "contribution": "i1",
    "amount": Money(1),
    "reservation": "i1",
    "level": "royal-flush",
    "resets": True,
    "cards": ROYAL[:4],
    "who": ("Ada",),
    "at": 7,
    "place": 4,
    "award": "i1",
    "parameters": figures(seed="2", version=2),
}
"""Something else for every field."""
