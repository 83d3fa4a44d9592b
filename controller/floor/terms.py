"""What a rule set says of the life of a table, as far as rule sets differ in it.

The floor asks the rules of its table and knows no rule set by name: which there are, and what each
of them says, is data of the game.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Protocol

from controller.domain.dealing import Dealing
from controller.domain.frozen import Frozen
from controller.floor.base import Day
from controller.staff.powers import Action


class Terms(Frozen):
    """What one rule set says of opening, playing at and closing a table."""

    title: str
    clauses: Mapping[str, str | None]
    """The clause behind each fact that the floor cites; none where the rule set is silent."""
    powers: Mapping[Action, str]
    """The clause behind each action; the house's own actions are not in it."""
    regulator: str
    """Who is told of wrong payments, as the rules call them (1.1)."""
    supervisor: str
    """Who is called, with the article: "a supervisor"."""
    approved_by: str | None = None
    approved_on: Day | None = None
    places: frozenset[int] | None = None
    """How many a table may have; none where the rules do not say."""
    sources: frozenset[Dealing] = frozenset({Dealing.SHUFFLER, Dealing.SHOE})
    """Where cards may come from."""
    whole_decks: bool = False
    """Does a shuffling device release whole decks, and no device tell a card? Otherwise the cards
    of a round leave it, read one by one."""
    low_limit: bool = False
    """Is there low limit gaming, from a shuffling device only (6.6)?"""
    cashless: bool = True
    """May a table do without a drop box?"""
    player_cards_from: Day | None = None
    """From this business date on nobody plays without an own Player Card; none: everybody may."""
    withholding: bool = False
    """May a payment be withheld (13.15)?"""
    monthly_report: bool = False
    """Are wrong payments reported every month (11.18)?"""
    notice_minutes_min: int = 20
    """So long, at least, a change or the closing is on the sign."""
    rounds_abstained_max: int = 3
    """After so many rounds without a wager a player may be asked to give up the seat."""
    notify_within_ms: int = 0
    """How long there is to tell the inspector of a promotion postponed (14.11)."""
    help: tuple[str, ...] = ()
    """What the sign says to players who want help with their gambling."""
    complaint: str = ""
    """What somebody who is not satisfied with a decision is advised of."""


class Rules(Protocol):
    """What the floor asks of the rules of its table."""

    @property
    def ruleset(self) -> StrEnum:
        """Which rule set it is."""

    @property
    def method(self) -> StrEnum:
        """Which of the methods of the rule set."""

    @property
    def dealing(self) -> Dealing:
        """Who shuffles, and where the cards come from."""

    @property
    def places(self) -> int:
        """How many the layout has."""

    @property
    def terms(self) -> Terms:
        """What the rule set says of the life of a table."""
