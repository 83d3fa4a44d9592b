"""The bonus game as a soak plays it: the tables a house has of it, and its people."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Final

from controller.domain.dealing import Dealing
from controller.domain.money import Money
from controller.games.bonus import commands as c
from controller.games.bonus.figures import load_game, load_schedule
from controller.games.bonus.floor.limits import ChangeLimits
from controller.games.bonus.floor.state import TableLimits
from controller.games.bonus.game import BONUS
from controller.games.bonus.round.state import Table
from controller.games.bonus.rules import JackpotRules, Limits, Method, RuleSet, TableRules
from simulators.faults import Trouble
from simulators.games.bonus.people.checks import CHECKS, BonusChecks
from simulators.games.bonus.people.dealer import CARD_KEYED, Dealer
from simulators.games.bonus.people.players import Player
from simulators.games.bonus.people.table import LiveBonus
from simulators.games.soak import GameSoak
from simulators.people.hands import DECK_WRONG, RELOADED
from simulators.people.tapping import Seat

# fmt: off
TABLES: Final = (
    # rule set             method    dealing           places
    (RuleSet.NSW_2024,     Method.A, Dealing.SHUFFLER, 7),
    (RuleSet.NSW_2024,     Method.B, Dealing.SHOE,     5),
    (RuleSet.NSW_LEGACY,   Method.A, Dealing.SHOE,     7),
    (RuleSet.NSW_2024,     Method.A, Dealing.SHOE,     5),
    (RuleSet.NSW_2024,     Method.B, Dealing.SHUFFLER, 5),
    (RuleSet.NSW_LEGACY,   Method.A, Dealing.SHUFFLER, 7),
    (RuleSet.SD,           Method.A, Dealing.HAND,     7),
)
# fmt: on


class BonusSoak(GameSoak):
    """Texas Hold'em Bonus Poker, as people play and deal it."""

    name = BONUS.name
    tables = len(TABLES)
    checked = CHECKS
    sights: ClassVar = {
        Trouble.MISREAD: (CARD_KEYED,),
        Trouble.DOUBLE_FEED: (c.Irregularity.WRONG_CARD_COUNT,),
        Trouble.FOREIGN_CARD: (c.Irregularity.FOREIGN_CARD, DECK_WRONG),
        Trouble.STUCK_SENSOR: (c.Irregularity.JACKPOT_EQUIPMENT_FAILED,),
        Trouble.JAM: (c.Irregularity.SHUFFLER_JAM, c.Irregularity.SHUFFLER_FAILED, RELOADED),
    }

    def table(self, kind: int, chance: random.Random) -> LiveBonus:
        return LiveBonus(table_rules(kind, chance))

    def players(self, game: LiveBonus, chance: random.Random) -> list[Player]:
        seats = chance.sample(range(1, game.rules.places + 1), chance.randint(2, 5))
        return [Player(place, chance) for place in sorted(seats)]

    def dealer(self, seat: Seat, players: Sequence[Player]) -> Dealer:
        return Dealer(seat, players)

    def checks(self, held: Counter[str]) -> BonusChecks:
        return BonusChecks(held)

    def happen(self, dealer: Dealer, number: int) -> None:
        if number % 31 == 20:
            raise_minimum(dealer)

    def ending(self, table: Table) -> str:
        return table.round.ending.value if table.round.ending else "none"


def raise_minimum(dealer: Dealer) -> None:
    """A higher minimum at once; whoever sits keeps the old one, with a marker."""
    spot = dealer.floor.limits.spot
    higher = replace(spot, ante_min=Money(min(int(spot.ante_min) + 500, int(spot.ante_max))))
    dealer.seat.must(ChangeLimits(TableLimits(higher), at_once=True))


def table_rules(kind: int, chance: random.Random) -> TableRules:
    """One of the tables a house has."""
    ruleset, method, dealing, places = TABLES[kind]
    game = load_game(ruleset)
    low = Money(500 * chance.choice((1, 2, 5)))
    return TableRules(
        ruleset=ruleset,
        method=method,
        dealing=dealing,
        places=places,
        limits=Limits(low, low * 20, Money(500), Money(10_000)),
        ante_bonus=game.ante_bonus,
        jackpot=_jackpot(ruleset, chance),
        packet_reversed=game.settings.packet_reversed,
        bonus_jackpots_first=game.settings.bonus_jackpots_first,
    )


def _jackpot(ruleset: RuleSet, chance: random.Random) -> JackpotRules:
    if ruleset is RuleSet.SD:
        schedule = load_schedule(chance.choice(("PMG-01", "PMG-02", "THBP-08")))
        wager = schedule.printed_wager or Money(500)
        return JackpotRules(schedule, wager, 200_000, Money.parse("50000"))
    bonus = chance.random() < 0.5
    return JackpotRules(load_schedule("nsw"), Money(500), 200_000, Money.parse("50000"), bonus)


BONUS_SOAK: Final = BonusSoak()
