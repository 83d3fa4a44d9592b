"""A table and its round as folded from events: plain values, nothing computed twice."""

from collections.abc import Iterator, Mapping
from dataclasses import field
from enum import StrEnum

from controller.cards.plan import Cards, DealPlan, Unexplained
from controller.domain import kernel
from controller.domain.frozen import Frozen
from controller.domain.money import ZERO, Money
from controller.games.bonus.events import GiveBack, IrregularityRuled
from controller.games.bonus.jackpot.awards import Award
from controller.games.bonus.jackpot.meter import Meter
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.rules import Street, TableRules
from controller.games.bonus.wagers import Area, Choice, Outcome, Stake, WagerResult


class Standing(StrEnum):
    """What has become of a hand."""

    IN = "in"
    FOLDED = "folded"
    CONCEDED = "conceded"
    VOID = "void"


# An enumeration looks its members up slowly, and these are asked after every command.
_IN, _ANTE = Standing.IN, Area.ANTE


class Ending(StrEnum):
    """How a round came to its end."""

    SETTLED = "settled"
    MISDEAL = "misdeal"
    VOID = "void"


class Place(Frozen):
    """One playing area in one round."""

    number: int
    stakes: Mapping[Area, Stake] = field(default_factory=dict)
    """What was put down, by area; what became of it is in `results`."""
    standing: Standing = Standing.IN
    folded_on: Street | None = None
    """The street a folded hand was given up on."""
    choices: tuple[Choice | None, Choice | None, Choice | None] = (None, None, None)
    cards: Cards = ()
    shown: bool = False
    """Have the cards been turned face up in the normal course?"""
    settled: bool = False
    repeated: bool = False
    """Do the wagers lie there as in the round before, and has nobody keyed otherwise?"""
    results: Mapping[Area, WagerResult] = field(default_factory=dict)
    overturned: Mapping[Area, WagerResult] = field(default_factory=dict)
    """What had become of the wagers before the hand, or the round, was void."""

    @property
    def dealt_in(self) -> bool:
        """A place is in the round only if it holds an ante (1.1)."""
        return Area.ANTE in self.stakes

    @property
    def playing(self) -> bool:
        """Is the hand still to be decided or settled?"""
        return self.standing is _IN and _ANTE in self.stakes

    def again(self, area: Area) -> Stake:
        """A wager of this round put down once more: lost tokens are replaced by chips."""
        stake, result = self.stakes[area], self.results.get(area)
        return stake if result is None else Stake(stake.amount, result.tokens_returned)

    @property
    def returned(self) -> dict[Area, WagerResult]:
        """Wagers that were given back."""
        return {a: one for a, one in self.results.items() if one.outcome is Outcome.RETURNED}

    def standing_stakes(self) -> dict[Area, Stake]:
        """What was put down and has not been given back."""
        returned = self.returned
        return {area: stake for area, stake in self.stakes.items() if area not in returned}


class DueAward(Frozen):
    """A jackpot award on its way from recognition to payment."""

    award: Award
    keyed: bool = False
    confirmed: bool = False
    paid: bool = False


class Round(Frozen):
    """One round of play."""

    number: int
    places: tuple[Place, ...]
    meter_before: Meter | None
    """The meter as the round found it; none without a jackpot."""
    phase: Phase = Phase.IDLE
    phases: tuple[Phase, ...] = ()
    """Those entered, in order."""
    before: Mapping[int, Mapping[Area, Stake]] = field(default_factory=dict)
    """What each place had put down in the round before, until the first wager of this one."""
    sensed: frozenset[int] = frozenset()
    """Places whose jackpot sensor reports a chip."""
    plan: DealPlan | None = None
    drawn: Cards = ()
    """Every card in the order in which it left the device."""
    keyed: tuple[int, ...] = ()
    """Draws that no device had read, once for every time that they were keyed."""
    unexplained: Unexplained = Unexplained.NOTHING
    community: Cards = ()
    revealed: int = 0
    """How many community cards are face up."""
    dealer: Cards = ()
    dealer_shown: bool = False
    jackpot_frozen: bool = False
    """The equipment failed after the flop: settled on the meter as it stood (R38)."""
    jackpot_off: bool = False
    """Play goes on without the jackpot (11.14)."""
    awards: tuple[DueAward, ...] = ()
    declined: frozenset[int] = frozenset()
    """Places whose award off the meter a supervisor declined: their jackpot wager wins nothing."""
    meter_order: tuple[int, ...] = ()
    """Places to whose awards off the meter a supervisor has applied the house procedure."""
    by_others: Mapping[int, Money] = field(default_factory=dict)
    """What other tables had put on the meter, or taken off it, when the pool reserved the awards
    from this place on, counted from the dealer's right (R24)."""
    settlement_order: tuple[int, ...] = ()
    conceding: int | None = None
    """The place that conceded last, until another hand or award is acted on."""
    ending: Ending | None = None
    clause: str | None = None
    give_back: tuple[GiveBack, ...] = ()
    notices: tuple[str, ...] = ()
    ruled: IrregularityRuled | None = None
    """The irregularity ruled on last, until the next step is taken."""

    def place(self, number: int) -> Place:
        """A place by its number on the layout."""
        return self.places[number - 1]

    def dealt_in(self) -> Iterator[Place]:
        """Places with an ante, clockwise from the dealer's left (R1)."""
        return (place for place in self.places if Area.ANTE in place.stakes)

    def first_wagers(self) -> dict[int, dict[Area, Stake]]:
        """What was put down before the first card, by place; jackpots are for the sensors. Tokens
        lie there again only where they went back to the player."""
        areas = (Area.ANTE, Area.BONUS)
        return {
            place.number: {area: place.again(area) for area in areas if area in place.stakes}
            for place in self.dealt_in()
        }

    def playing(self) -> list[Place]:
        """Hands still in, clockwise from the dealer's left."""
        return [place for place in self.places if place.playing]

    def meter_awards(self) -> list[Award]:
        """The awards off the meter, in the order of payment."""
        return [due.award for due in self.awards if due.award.off_the_meter]

    def in_play(self) -> bool:
        """Is the round neither over nor still to begin?"""
        return self.phase not in (Phase.IDLE, Phase.RECONCILE)


class Table(Frozen):
    """A table between and during rounds."""

    rules: TableRules
    meter: Meter | None
    round: Round
    """The round in progress, or the last one."""
    deck_check_due: bool = False
    """11.9.3: no round until the deck has been checked and verified."""

    @property
    def number(self) -> int:
        """Of the round in progress, or of the last one."""
        return self.round.number

    @property
    def phase(self) -> Phase:
        """Where the round is."""
        return self.round.phase

    @property
    def at_rest(self) -> bool:
        """Is no round open?"""
        return self.round.phase is Phase.IDLE

    @property
    def cards_out(self) -> bool:
        """Has a card of the round left the device?"""
        return bool(self.round.drawn)


def new_table(rules: TableRules, meter: Money = ZERO, reserve: Money = ZERO) -> Table:
    """A table before its first round."""
    pool = Meter.standing_at(meter, reserve) if rules.jackpot else None
    places = tuple(Place(number) for number in range(1, rules.places + 1))
    return Table(rules, pool, Round(0, places, pool))


Draft = kernel.Draft[Table]
