"""A table of the room as its file says: limit, blinds, seats, and the house's commission."""

from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field

from controller.config import Dollars, Strict, read_config
from controller.domain.dealing import Dealing
from controller.domain.money import ZERO, Money
from controller.floor.state import Settings
from controller.games.poker.game import POKER
from controller.games.poker.rules import (
    DOLLAR,
    Limit,
    PokerRules,
    RuleSet,
    RunBy,
    Scale,
    problem_with,
)
from controller.games.poker.terms import TERMS
from controller.tables import HouseTable, TableKeys
from controller.tournament.under_desk import DeskPlace

UNTIL_ORDERED: Final = [Money(DOLLAR), Money(2 * DOLLAR)]
"""Nothing is played by these: the desk says which blinds before the first hand."""


class TournamentKeys(Strict):
    """`[tournament]`: the desk that gives seats, chips and blinds."""

    desk: str
    """The folder of the desk, as `feltwork tournament new` has made it."""
    table: int = Field(ge=1)
    """The number of the table in the tournament."""


class CommissionKeys(Strict):
    """`[commission]`: the house's commission as figures (22.1, 22.2)."""

    step: Dollars
    amount: Dollars
    """So much of every full step of a pot."""
    cap: Dollars | None = None
    """Never more than this from a pot."""
    before_flop: bool = True
    """Is anything taken from a pot that was won before the flop?"""
    free_players: int = 1
    """Nothing is taken from a hand with so many players or fewer."""

    def scale(self) -> Scale:
        cap = None if self.cap is None else int(self.cap)
        least = self.free_players + 1
        return Scale(int(self.step), int(self.amount), cap, self.before_flop, least)


def house_commission() -> CommissionKeys:
    """What the house takes where a table says nothing else."""
    return CommissionKeys.model_validate(read_config("games/poker", "commission")["commission"])


class TableFile(TableKeys):
    """The keys of a table of the room."""

    ruleset: Annotated[RuleSet, BeforeValidator(RuleSet)]
    limit: Annotated[Limit, BeforeValidator(Limit)]
    blinds: list[Dollars] = Field(default_factory=list)
    """Small and big: the big one is twice the small one (12.1); in a tournament, the desk's."""
    ante: Dollars = ZERO
    chip: Dollars = Money(DOLLAR)
    """The smallest chip."""
    dealing: Annotated[Dealing, BeforeValidator(Dealing)] = Dealing.HAND
    bank_min: Dollars = ZERO
    """13.1: what a joining player has at least on the table."""
    dealer_seats: bool = True
    """19.8: may the dealer give a seat, as delegate of the Table Inspector?"""
    cards_keyed: bool = True
    """Are open cards keyed? Otherwise the dealer says who wins."""
    run_by: Annotated[RunBy, BeforeValidator(RunBy)] = RunBy.ACTIONS
    """`actions`: every action is keyed; `pots`: who is left, each pot and its winners."""
    commission: CommissionKeys | None = None
    """`[commission]`; where it is left out, the one of the house (`config/games/poker`)."""
    tournament: TournamentKeys | None = None
    """`[tournament]`: under which desk it stands; left out where cash is played."""


def read_table(tree: dict[str, Any]) -> HouseTable:
    """A table of this game, checked; a `ValueError` says what does not fit."""
    read = TableFile.model_validate(tree)
    under = read.tournament
    if under is not None and read.commission is not None:
        raise ValueError("commission: expected none in a tournament (rule 32.1)")
    blinds = read.blinds or (UNTIL_ORDERED if under else [])
    if len(blinds) != 2:
        raise ValueError(f"blinds: {len(blinds)} seen: expected two, small and big")
    if read.dealing not in TERMS.sources:
        expected = " or ".join(sorted(TERMS.sources))
        raise ValueError(f"dealing: {read.dealing.value!r} seen: expected {expected}")
    small, big = map(int, blinds)
    rules = PokerRules(
        limit=read.limit,
        small=small,
        big=big,
        ante=int(read.ante),
        chip=int(read.chip),
        seats=read.places,
        dealing=read.dealing,
        scale=None if under else (read.commission or house_commission()).scale(),
        tournament=under is not None,
        bank_min=0 if under else int(read.bank_min),  # nobody buys in at the table
        dealer_seats=read.dealer_seats,
        keyed=read.cards_keyed,
        run_by=read.run_by,
    )
    if problem := problem_with(rules):
        raise ValueError(problem)
    return HouseTable(
        name=read.name,
        game=POKER,
        rules=rules,
        settings=Settings(effective_from=read.effective_from, cashless=read.cashless),
        devices=read.devices,
        own=DeskPlace(Path(under.desk).expanduser().absolute(), under.table) if under else None,
        sinks=read.sinks,
    )
