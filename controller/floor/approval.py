"""What the approved rules are, since when they hold, and the rules for reading.

The 2024 order takes effect on the day the operator published it, which the operator sets; no table
is opened under it for an earlier business date.
"""

from datetime import date
from typing import Final

from controller.domain.frozen import frozen
from controller.domain.refusals import Refused
from controller.floor.base import Day
from controller.floor.citations import cite, refuse
from controller.floor.refusals import FloorRefusal
from controller.floor.state import Settings
from controller.games.bonus.rules import RuleSet, TableRules


@frozen
class Approval:
    """By whom and when a rule set was approved."""

    ruleset: RuleSet
    title: str
    approved_by: str | None = None
    approved_on: Day | None = None


APPROVALS: Final = {
    RuleSet.NSW_LEGACY: Approval(RuleSet.NSW_LEGACY, "Texas Hold'em Bonus Poker"),
    RuleSet.NSW_2024: Approval(
        RuleSet.NSW_2024,
        "Amended Rules for the playing of Texas Hold'em Bonus Poker",
        "NSW Independent Casino Commission, order under section 66(1), Casino Control Act 1992",
        Day(2024, 8, 16),
    ),
    RuleSet.SD: Approval(RuleSet.SD, "Texas Hold'em Bonus poker, South Dakota 20:18:16:15.12"),
}


def approval(rules: TableRules) -> Approval:
    """The approval behind the table's rules."""
    return APPROVALS[rules.ruleset]


def approval_line(rules: TableRules) -> str:
    """The rules by their title and the date of their approval, for whoever wants to read them."""
    found = approval(rules)
    if found.approved_on is None:
        return found.title
    day = f"{date(*found.approved_on):%d %B %Y}"
    return f"{found.title}, approved by order dated {day}"


def verify_in_force(rules: TableRules, settings: Settings, day: Day) -> Refused | None:
    """Order:Effect: may a table play by these rules on this business date?"""
    signed = approval(rules).approved_on
    if signed is None:
        return None
    since = settings.effective_from
    if since is None or since < signed:
        detail = f"Effective date {since} seen, the day of publication expected."
        return refuse(rules, FloorRefusal.WRONG_SETTING, "in force", detail)
    if day < since:
        detail = f"{day} seen, {since} or later expected."
        return refuse(rules, FloorRefusal.NOT_EFFECTIVE, "in force", detail)
    return None


def rules_clause(rules: TableRules) -> str | None:
    """The clause by which the rules are offered for reading."""
    return cite(rules, "rules for reading")
