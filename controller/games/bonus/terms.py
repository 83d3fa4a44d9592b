"""What each approved rule set of the bonus game says of the life of a table."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from controller.domain.dealing import Dealing
from controller.domain.instant import HOUR_MS
from controller.floor.base import Day
from controller.floor.terms import Terms
from controller.games.bonus.clauses import FACTS, POWERS, RULESETS

HELPLINE: Final = "1800 858 858"
GAMBLING_HELP: Final = f"Think! About your choices. Call Gambling Help {HELPLINE}"
_COMPLAINT: Final = (
    "Advise a person who is not satisfied of the right to lodge a complaint with an inspector"
    " under section 33 of the Gaming and Liquor Administration Act 2007."
)

_NSW: Final[Mapping[str, Any]] = {
    "supervisor": "a gaming or casino supervisor",
    "places": frozenset({5, 7}),  # Diagram A
    "low_limit": True,
    "help": (GAMBLING_HELP, "www.gamblinghelp.nsw.gov.au"),
    "complaint": _COMPLAINT,
}


def _cited(ruleset: str) -> dict[str, Any]:
    """Its column of the tables of clauses."""
    column = RULESETS.index(ruleset)
    powers = {action: row[column] for action, row in POWERS.items()}
    return {
        "clauses": MappingProxyType({fact: row[column] for fact, row in FACTS.items()}),
        "powers": MappingProxyType({action: clause for action, clause in powers.items() if clause}),
    }


TERMS: Final[Mapping[str, Terms]] = {
    "nsw-legacy": Terms(
        title="Texas Hold'em Bonus Poker",
        regulator="Authority",
        cashless=False,
        **_NSW,
        **_cited("nsw-legacy"),
    ),
    "nsw-2024": Terms(
        title="Amended Rules for the playing of Texas Hold'em Bonus Poker",
        approved_by=(
            "NSW Independent Casino Commission, order under section 66(1), Casino Control Act 1992"
        ),
        approved_on=Day(2024, 8, 16),
        regulator="NICC",
        player_cards_from=Day(2024, 8, 19),
        withholding=True,
        monthly_report=True,
        notify_within_ms=48 * HOUR_MS,
        **_NSW,
        **_cited("nsw-2024"),
    ),
    "sd": Terms(
        title="Texas Hold'em Bonus poker, South Dakota 20:18:16:15.12",
        regulator="regulator",
        supervisor="a supervisor",
        sources=frozenset({Dealing.HAND}),
        **_cited("sd"),
    ),
}
"""By the name of the rule set. One that is not here is refused when a table asks for it."""
