"""Tables in memory at which one thing goes wrong in every round, and what must come of it."""

import random
from collections.abc import Container
from functools import partial
from typing import Final, NamedTuple

from controller.domain.cards import Card
from controller.domain.rules import TableRules
from controller.round.state import Ending, Round
from drivers.health import Condition
from simulators.people.checks import Checks
from simulators.people.dealer import Dealer, face
from simulators.people.house import LiveTable
from simulators.people.pit import Pit
from simulators.people.players import TEMPERAMENTS, Player, Temperament
from simulators.people.troubles import HEALED, Trouble, devices_for, inject
from simulators.world import Spot
from tests.helpers.felt import jackpot_rules, table_rules

ACTS: Final = (
    "open_round",
    "take_wagers",
    "no_more_bets",
    "deal",
    "ask",
    "reveal",
    "show_hand",
    "settle",
)
"""One in every phase of a round that the dealer plays; the last "paid" reconciles it."""
HEAL_MS_MAX: Final = 15_000
"""After the end of a fault every device is back within this: the longest wait for a port, the
longest hello, and a wrong device looked at once more."""
ROUND_MS_MAX: Final = 75_000
"""A round in which somebody waits for a device in vain, and then for another one."""
ROUNDS_MAX: Final = 20
"""In so many rounds every moment comes: in some of them everybody folds."""

# fmt: off
ENDS: Final = {
    #                       besides settled, by which clause
    Trouble.POWER_CUT:    {(Ending.VOID, "12.2.1")},
    Trouble.JAM:          {(Ending.VOID, "12.2.1")},
    Trouble.MISREAD:      set[tuple[Ending, str]](),
    Trouble.DOUBLE_FEED:  {(Ending.MISDEAL, "11.1")},
    Trouble.FOREIGN_CARD: {(Ending.VOID, "11.9.2"), (Ending.VOID, "12.2.1")},
    Trouble.STUCK_SENSOR: set[tuple[Ending, str]](),
}
# fmt: on


def rules(dealing: str) -> TableRules:
    return table_rules("nsw-2024", places=5, dealing=dealing, jackpot=jackpot_rules(bonus=True))


class Rig:
    """An open table with three steady players and a dealer who makes no mistakes."""

    def __init__(
        self, dealing: str, seed: int = 1, ways: Temperament = TEMPERAMENTS["steady"]
    ) -> None:
        self.checks = Checks()
        self.table = LiveTable(rules(dealing), seed, watchers=(self.checks,))
        chance = random.Random(seed)
        players = [Player(place, chance, ways) for place in (1, 2, 4)]
        self.dealer = Dealer(self.table, players, chance)
        self.pit = Pit(self.dealer)
        self.pit.open()
        self.cards: list[tuple[Card, ...]] = []
        """What the record had of every round, in order."""

    @property
    def now_ms(self) -> int:
        return self.table.felt.pump.clock.now_ms

    def round(self) -> Round:
        """One, with all that must hold after it; the cards on record are those on the felt."""
        reports, began = self.reports(), self.now_ms
        self.dealer.play_round()
        round_ = self.table.house.table.round
        assert self.now_ms - began < ROUND_MS_MAX, f"{self.now_ms - began} ms for a round"
        if self.reports() == reports:
            self._cards_are_those_on_the_felt()
        self.pit.tidy()
        self.checks.between_rounds(self.table)
        return round_

    def reports(self) -> int:
        """How often the dealer had to say that something was wrong."""
        return sum(self.dealer.seen.values())

    def _cards_are_those_on_the_felt(self) -> None:
        assert self.checks.house is not None
        drawn = self.checks.house.table.round.drawn
        felt = [face(piece) for piece in self.table.felt.world.pile(Spot.TABLE)]
        assert len(drawn) == len(felt), "cards lost or doubled"
        read = [(card, lies) for card, lies in zip(drawn, felt, strict=True) if card is not None]
        assert all(card == lies for card, lies in read), "another card on record"
        self.cards.append(tuple(felt))

    def healed(self) -> None:
        """Every device works again within the bound, and the lamps show what they should: a lost
        report is sent again, one that was delayed comes in."""
        pump = self.table.felt.pump
        assert pump.until(self._all_work, HEAL_MS_MAX), self.table.devices.health
        wrong = partial(self.checks.wrong_lamps, self.table)
        assert pump.until(lambda: not wrong(), HEAL_MS_MAX), wrong()

    def _all_work(self) -> bool:
        health = self.table.devices.health
        return all(one.condition is Condition.WORKING for one in health.values())


class Case(NamedTuple):
    """One thing that goes wrong, where and when."""

    trouble: Trouble
    device: str
    act: str


def cases(dealing: str, trouble: Trouble, devices: Container[str]) -> list[Case]:
    """In every phase, wherever of these devices it can happen."""
    table = LiveTable(rules(dealing))
    where = [device for device in devices_for(table, trouble) if device in devices]
    return [Case(trouble, device, act) for device in where for act in ACTS]


def suffer(rig: Rig, case: Case, chance: random.Random) -> Round:
    """A round in which this happens; then the table must be as good as new."""
    waiting = [case]

    def strike(act: str) -> None:
        if waiting and act == case.act:
            waiting.clear()
            inject(rig.table, case.trouble, case.device, chance)

    reports, rig.dealer.hook = rig.reports(), strike
    suffered = next((one for one in (rig.round() for _ in range(ROUNDS_MAX)) if not waiting), None)
    rig.dealer.hook = lambda act: None
    assert suffered is not None, f"{case}: the moment never came"
    judge(case, suffered)
    if case.trouble in HEALED:
        assert rig.reports() == reports, f"{case}: {rig.dealer.seen}"
    rig.healed()
    return suffered


def judge(case: Case, round_: Round) -> None:
    """Settled, or ended by the clause that the rules have for it."""
    ending, clause = round_.ending, round_.clause
    if ending is not Ending.SETTLED:
        assert (ending, clause) in ENDS.get(case.trouble, ()), f"{case}: {ending} by {clause}"
