"""Tables in memory at which one thing goes wrong in every round, and what must come of it."""

import random
from collections.abc import Container, Sequence
from typing import Final, NamedTuple

from controller.domain.cards import Card
from controller.games.bonus.round.state import Ending, Round
from controller.games.bonus.rules import TableRules
from drivers.health import Condition
from simulators.faults import WIRE, Trouble
from simulators.games.bonus.people.checks import BonusChecks
from simulators.games.bonus.people.dealer import CARD_KEYED, Dealer
from simulators.games.bonus.people.players import TEMPERAMENTS, Player, Temperament
from simulators.games.bonus.people.table import LiveBonus
from simulators.games.bonus.soak import BONUS_SOAK
from simulators.people.live import LiveTable
from simulators.people.pit import Pit
from simulators.people.swiping import LiveSeat
from simulators.people.tapping import face
from simulators.people.traces import Signs
from simulators.people.troubles import SEEN_MS_MAX, devices_for, inject
from simulators.world import Spot
from tests.helpers.felt import jackpot_rules, table_rules

ACTS: Final = (
    "OpenRound",
    "wagers",
    "NoMoreBets",
    "deal",
    "decisions",
    "Reveal",
    "ShowDealersHand",
    "SettlePlace",
)
"""One in every phase of a round that the dealer plays; the last "paid" reconciles it."""
HEAL_MS_MAX: Final = 15_000
"""After the end of a fault every device is back within this: the longest wait for a port, the
longest hello, and a wrong device looked at once more."""
ROUND_MS_MAX: Final = 75_000
"""A round in which somebody waits for a device in vain, and then for another one."""
ROUNDS_MAX: Final = 20
"""In so many rounds every moment comes: in some of them everybody folds."""

HEALED: Final = frozenset(WIRE) - {Trouble.POWER_CUT}
"""Those that the stack puts right by itself: they leave nothing in the round."""

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


PLAY_ON_MAX: Final = 5
PAUSE_MS: Final = 60_000
"""In so many rounds more, with a pause before each, a wire's fault strikes: a sign says little."""


def rules(dealing: str, ruleset: str) -> TableRules:
    jackpot = jackpot_rules("PMG-01") if ruleset == "sd" else jackpot_rules(bonus=True)
    return table_rules(ruleset, places=5, dealing=dealing, jackpot=jackpot)


class Rig:
    """An open table with three steady players and a dealer who makes no mistakes."""

    def __init__(
        self,
        dealing: str,
        seed: int = 1,
        ways: Temperament = TEMPERAMENTS["steady"],
        ruleset: str = "nsw-2024",
    ) -> None:
        self.checks = BonusChecks()
        self.game = LiveBonus(rules(dealing, ruleset))
        self.table = LiveTable(self.game, seed, watchers=(self.checks,))
        chance = random.Random(seed)
        players = [Player(place, chance, ways) for place in (1, 2, 4)]
        self.seat = LiveSeat(self.table, players)
        self.dealer = Dealer(self.seat, players)
        self.signs = Signs(self.seat, BONUS_SOAK.sights)
        self.pit = Pit(self.dealer, self.seat)
        self.pit.open()
        self.cards: list[tuple[Card, ...]] = []
        """What the record had of every round, in order."""

    @property
    def now_ms(self) -> int:
        return self.table.felt.pump.clock.now_ms

    def round(self) -> Round:
        """One, with all that must hold after it; the cards on record are those on the felt."""
        reports, began = self.reports(), self.now_ms
        self.pit.play_round()
        round_: Round = self.table.house.table.round
        assert self.now_ms - began < ROUND_MS_MAX, f"{self.now_ms - began} ms for a round"
        if self.reports() == reports:
            self._cards_are_those_on_the_felt()
        self._everybody_sits_where_they_sat()
        self.pit.tidy()
        self.checks.between_rounds(self.table)
        return round_

    def _everybody_sits_where_they_sat(self) -> None:
        """Under the own card, which was taken sooner or later however often it was swiped."""
        seated = {seat.place: seat.player for seat in self.table.floor.seated() if seat.card}
        assert seated == {player.place: player.card for player in self.dealer.players.values()}
        assert self.seat.swiping.given_up == 0, "a card came to nothing"

    def reports(self) -> int:
        """How often the dealer had to say that something was wrong; by hand every card is keyed."""
        seen = self.seat.seen
        return seen.total() - (0 if self.table.felt.source else seen[CARD_KEYED])

    def _cards_are_those_on_the_felt(self) -> None:
        assert self.checks.house is not None
        drawn = self.checks.house.table.round.drawn
        felt = [face(piece) for piece in self.table.felt.world.pile(Spot.TABLE)]
        assert len(drawn) == len(felt), "cards lost or doubled"
        read = [(card, lies) for card, lies in zip(drawn, felt, strict=True) if card is not None]
        assert all(card == lies for card, lies in read), "another card on record"
        self.cards.append(tuple(felt))

    def healed(self) -> None:
        """Every device works again within the bound, and the lamps show what they should."""
        pump = self.table.felt.pump
        assert pump.until(self._all_work, HEAL_MS_MAX), self.table.devices.health
        self.checks.lamps(self.table)

    def _all_work(self) -> bool:
        health = self.table.devices.health
        return all(one.condition is Condition.WORKING for one in health.values())


class Case(NamedTuple):
    """One thing that goes wrong, where and when."""

    trouble: Trouble
    device: str
    act: str


def cases(
    rig: Rig, trouble: Trouble, devices: Container[str], acts: Sequence[str] = ACTS
) -> list[Case]:
    """In every phase or in some, wherever of these devices it can happen."""
    where = [device for device in devices_for(rig.table.felt, trouble) if device in devices]
    return [Case(trouble, device, act) for device in where for act in acts]


def suffer(rig: Rig, case: Case, chance: random.Random) -> Round:
    """A round in which this happens; then the table must be as good as new.

    People swipe seldom, so that at the reader somebody does right away; and they must notice.
    """
    waiting, before = [case], struck(rig, case)
    marks = rig.signs.marks(case.trouble, case.device)

    def strike(act: str) -> None:
        if waiting and act == case.act:
            waiting.clear()
            inject(rig.table.felt, case.trouble, case.device, chance)
            if case.device == "reader":
                rig.seat.swiping.somebody()

    reports, rig.dealer.acted = rig.reports(), strike
    suffered = next((one for one in (rig.round() for _ in range(ROUNDS_MAX)) if not waiting), None)
    rig.dealer.acted = lambda act: None
    assert suffered is not None, f"{case}: the moment never came"
    judge(case, suffered)
    if case.trouble in WIRE:
        play_on(rig, case, before)
    if case.device == "reader":
        # What comes twice comes with the next look at the reader.
        noticed = lambda: rig.signs.marks(case.trouble, case.device) != marks  # noqa: E731
        assert rig.table.felt.pump.until(noticed, SEEN_MS_MAX), f"{case}: nobody could have noticed"
    if case.trouble in HEALED:
        assert rig.reports() == reports, f"{case}: {rig.seat.seen}"
    rig.healed()
    return suffered


def struck(rig: Rig, case: Case) -> int:
    """How often this has happened on the wire so far; of what has no wire nobody counts it."""
    if case.trouble not in WIRE:
        return 0
    return rig.table.felt.scripts[case.device].injected[case.trouble]


def play_on(rig: Rig, case: Case, before: int) -> None:
    """Until it has struck: a fault that waits for a unit that never came has proved nothing."""
    for _ in range(PLAY_ON_MAX):
        if rig.table.felt.pump.until(lambda: struck(rig, case) > before, PAUSE_MS):
            return
        judge(case, rig.round())
    raise AssertionError(f"{case}: it never struck")


def judge(case: Case, round_: Round) -> None:
    """Settled, or ended by the clause that the rules have for it."""
    ending, clause = round_.ending, round_.clause
    if ending is not Ending.SETTLED:
        assert (ending, clause) in ENDS.get(case.trouble, ()), f"{case}: {ending} by {clause}"
