"""A table of the room as its file says: limit, blinds, seats, and the house's commission."""

from typing import Annotated, Any

from pydantic import BeforeValidator

from controller.config import Dollars, read_config
from controller.domain.dealing import Dealing
from controller.domain.money import ZERO, Money
from controller.floor.state import Settings
from controller.games.poker.figures import scale_of
from controller.games.poker.game import POKER
from controller.games.poker.rules import DOLLAR, Limit, PokerRules, RuleSet, problem_with
from controller.games.poker.terms import TERMS
from controller.tables import HouseTable, TableKeys


class TableFile(TableKeys):
    """The keys of a table of the room."""

    ruleset: Annotated[RuleSet, BeforeValidator(RuleSet)]
    limit: Annotated[Limit, BeforeValidator(Limit)]
    blinds: list[Dollars]
    """Small and big: the big one is twice the small one (12.1)."""
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
    commission: dict[str, Any] | None = None
    """`[commission]`; where it is left out, the one of the house (`config/games/poker`)."""


def read_table(tree: dict[str, Any]) -> HouseTable:
    """A table of this game, checked; a `ValueError` says what does not fit."""
    read = TableFile.model_validate(tree)
    if len(read.blinds) != 2:
        raise ValueError(f"blinds: {len(read.blinds)} seen: expected two, small and big")
    if read.dealing not in TERMS.sources:
        expected = " or ".join(sorted(TERMS.sources))
        raise ValueError(f"dealing: {read.dealing.value!r} seen: expected {expected}")
    small, big = map(int, read.blinds)
    figures = read.commission
    if figures is None:
        figures = read_config("games/poker", "commission")["commission"]
    rules = PokerRules(
        limit=read.limit,
        small=small,
        big=big,
        ante=int(read.ante),
        chip=int(read.chip),
        seats=read.places,
        dealing=read.dealing,
        scale=scale_of(figures, big),
        bank_min=int(read.bank_min),
        dealer_seats=read.dealer_seats,
        keyed=read.cards_keyed,
    )
    if problem := problem_with(rules):
        raise ValueError(problem)
    return HouseTable(
        name=read.name,
        game=POKER,
        rules=rules,
        settings=Settings(effective_from=read.effective_from, cashless=read.cashless),
        devices=read.devices,
        sinks=read.sinks,
    )
