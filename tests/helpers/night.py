"""A whole table on the disk, its pool beside it, and a script for a night."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from controller.authority import Command
from controller.domain.base import existing
from controller.domain.cards import parse_cards
from controller.domain.money import ZERO, Money
from controller.games.bonus import commands as c
from controller.games.bonus.pool_answers import transfer_answered
from controller.games.bonus.rules import Street
from controller.games.bonus.wagers import Area, Choice, Stake
from controller.games.registry import KINDS
from controller.journal.digests import table_started
from controller.journal.sealing import Recorded, SealedJournal
from controller.journal.sqlite import SqliteRecorder
from controller.pools.contract import Pool
from controller.pools.delivery import PoolDelivery
from controller.pools.health import GOOD
from controller.pools.sqlite import SqlitePools
from controller.running.snapshot import Accepted
from controller.staff.roles import Trail, TrailLine
from tests.helpers.shift import DEALER, GAMING, KEYS, MIDNIGHT_MS, RULES, Shift
from tests.unit.pools.linked import pool_for

METER: Final = Money.parse("60000")


class Night:
    """A table on the disk with its pool beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.recorder = SqliteRecorder(folder / "table.journal", KEYS, MIDNIGHT_MS)
        self.shift: Shift = Shift(recorder=self.recorder, started=table_started(), sinks=("log",))

    def close(self) -> None:
        self.recorder.close()

    def record(self) -> list[Recorded]:
        return list(SealedJournal(self.recorder, KEYS, *KINDS).events())

    def compare(self) -> None:
        """After a start: the screen is held against the felt."""
        if self.shift.controller.snapshot().held:
            answer = self.shift.now(self.shift.controller.compare_done())
            assert isinstance(answer, Accepted)

    def deliver(self) -> None:
        """What is due to the pool is delivered, and what people have to know."""
        controller = self.shift.controller
        with pool_in(self.folder) as pool:
            delivery = PoolDelivery(
                pool, lambda *said: self.shift.now(transfer_answered(controller, *said))
            )
            delivery.due(self.shift.house.pool.pending)
            assert delivery.deliver_all() == GOOD
        for pending in self.shift.house.notices.pending:
            self.shift.now(controller.notice_delivered(pending.notice.number, "log"))


@contextmanager
def pool_in(folder: Path) -> Iterator[Pool]:
    pools = SqlitePools(folder / "pool.db")
    try:
        yield existing(pools.pool("T7"), "the pool is gone")
    finally:
        pools.close()


class Step(NamedTuple):
    """One thing that is done at the table."""

    name: str
    do: Callable[[Night], object]
    again: bool = False
    """Carrying to others: what of it is not on record is simply carried again."""


def tap(command: Command) -> Step:
    return Step(str(command), lambda night: night.shift.do(command))


def ante(place: int, amount: str) -> Step:
    return tap(c.PlaceWager(place, Area.ANTE, Stake(Money.parse(amount))))


DEALER_ON: Final = Step("dealer on", lambda night: night.shift.on(DEALER))
GAMING_ON: Final = Step("supervisor on", lambda night: night.shift.on(GAMING))
GAMING_OFF: Final = Step("supervisor off", lambda night: night.shift.off())
COMPARE: Final = Step("compare", Night.compare)
DELIVER: Final = Step("deliver", Night.deliver, again=True)
TRAIL: Final = Trail("r", "", (TrailLine(1, MIDNIGHT_MS, "failed-pin", "201", None, None),))
EXPOSED: Final = c.Report(
    c.Irregularity.COMMUNITY_CARD_EXPOSED, card=Street.TURN, decision=c.Decision.CONTINUE
)
FLUSH: Final = "straight-flush"

SCRIPT: Final = (
    DEALER_ON,
    COMPARE,
    tap(c.OpenRound(1)),
    ante(1, "25"),
    ante(2, "25"),
    ante(3, "50"),
    tap(c.JackpotSensor(1, present=True)),
    tap(c.JackpotSensor(2, present=True)),
    tap(c.NoMoreBets()),
    *(tap(c.CardDrawn(card)) for card in parse_cards("9h Th Jh 3c 2d 4c 5s Qh Kh 6c 8d 7s 7d")),
    DELIVER,
    tap(c.Decide(1, Choice.BET)),
    tap(c.Decide(2, Choice.BET)),
    tap(c.Decide(3, Choice.FOLD)),
    GAMING_ON,
    tap(EXPOSED),
    GAMING_OFF,
    tap(c.Reveal(Street.FLOP)),
    tap(c.DecideAll(Choice.CHECK)),
    tap(c.Reveal(Street.TURN)),
    tap(c.DecideAll(Choice.CHECK)),
    tap(c.Reveal(Street.RIVER)),
    tap(c.ShowDealersHand()),
    tap(c.BeginSettlement()),
    tap(c.SettlePlace(2)),
    tap(c.SettlePlace(1)),
    tap(c.PayAward(2, FLUSH)),
    tap(c.KeyAward(1, FLUSH)),
    DELIVER,
    Step("trail", lambda night: night.shift.now(night.shift.controller.copy_trail(TRAIL))),
    GAMING_ON,
    tap(c.ConfirmAward(1, FLUSH)),
    GAMING_OFF,
    tap(c.PayAward(1, FLUSH)),
    tap(c.CloseRound()),
    DELIVER,
    Step("deck", lambda night: night.shift.deck_ready(), again=True),
)


def prepared(folder: Path) -> Path:
    """A table that is open, with players and a deck ready, and its pool."""
    folder.mkdir()
    pools = SqlitePools(folder / "pool.db")
    pool_for(pools, RULES, METER, ZERO, "T7", name="T7")
    pools.close()
    night = Night(folder)
    night.shift.playing(1, 2, 3)
    night.close()
    return folder
