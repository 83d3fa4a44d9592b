"""Players with a temperament: what they put down and how they decide, by chance from a seed.

They play their own money and see only what a player sees: nothing here looks at a card.
"""

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from controller.domain.money import ZERO, Money
from controller.games.bonus.rules import Limits, Street, TableRules
from controller.games.bonus.wagers import Choice
from simulators.people.tapping import MEMBER

CHIP: Final = Money(500)


@dataclass(frozen=True)
class Temperament:
    """How often somebody does what, out of 100."""

    plays: int
    bonus: int
    jackpot: int
    bets: int
    """Where a bet is one of the choices."""
    wrong: int
    """Puts down something else than the rules ask for."""
    concedes: int


# fmt: off
TEMPERAMENTS: Final = {
    #                          plays bonus jackpot bets wrong concedes
    "steady":      Temperament(95,   20,   60,     70,  0,    0),
    "cautious":    Temperament(85,   5,    10,     35,  0,    20),
    "reckless":    Temperament(100,  70,   95,     95,  3,    0),
    "absent":      Temperament(50,   30,   50,     60,  15,   5),
}
# fmt: on


class Player:
    """Somebody in a seat."""

    def __init__(self, place: int, chance: random.Random, ways: Temperament | None = None) -> None:
        self.place, self._chance = place, chance
        self._ways = ways or TEMPERAMENTS[chance.choice(sorted(TEMPERAMENTS))]
        self.card = MEMBER.format(place=place)

    def _does(self, out_of_100: int) -> bool:
        return self._chance.randrange(100) < out_of_100

    def ante(self, limits: Limits) -> Money | None:
        """What goes down for this round; none where the player sits it out."""
        return (
            self._wager(limits.ante_min, limits.ante_max) if self._does(self._ways.plays) else None
        )

    def bonus(self, limits: Limits) -> Money | None:
        """An ante bonus, where the table offers it."""
        if not self._does(self._ways.bonus):
            return None
        return self._wager(limits.bonus_min, limits.bonus_max)

    def _wager(self, low: Money, high: Money) -> Money:
        chips = max(0, min(20, (int(high) - int(low)) // int(CHIP)))
        return Money(int(low) + int(CHIP) * self._chance.randint(0, chips))

    def wants_jackpot(self) -> bool:
        return self._does(self._ways.jackpot)

    def decides(self, rules: TableRules, street: Street) -> Choice:
        """One of the choices that the rules offer."""
        offered = list(rules.offered(street))
        if Choice.BET in offered and self._does(self._ways.bets):
            return Choice.BET
        others = [choice for choice in offered if choice is not Choice.BET]
        return self._chance.choice(others)

    def puts_down(self, asked: Money) -> Money | None:
        """Something else than asked; none where it is right."""
        return asked + CHIP if self._does(self._ways.wrong) and asked > ZERO else None

    def corrects(self) -> bool:
        """Puts a wrong wager right rather than fold."""
        return self._does(70)

    def concedes(self) -> bool:
        return self._does(self._ways.concedes)


def regulars(places: Iterable[int], chance: random.Random, ways: str = "") -> list[Player]:
    """Who never sit out, nor put down anything wrong; of one temperament, or of any."""

    def temperament() -> Temperament:
        way = TEMPERAMENTS[ways or chance.choice(sorted(TEMPERAMENTS))]
        return replace(way, plays=100, wrong=0)

    return [Player(place, chance, temperament()) for place in places]
