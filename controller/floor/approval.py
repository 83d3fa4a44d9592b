"""What the approved rules are, since when they hold, and the rules for reading.

An approved order takes effect on the day the operator published it, which the operator sets; no
table is opened under it for an earlier business date.
"""

from datetime import date

from controller.domain.refusals import Refused
from controller.floor.base import Day
from controller.floor.citations import cite, refuse
from controller.floor.refusals import FloorRefusal
from controller.floor.state import Settings
from controller.floor.terms import Rules


def approval_line(rules: Rules) -> str:
    """The rules by their title and the date of their approval, for whoever wants to read them."""
    title, approved_on = rules.terms.title, rules.terms.approved_on
    if approved_on is None:
        return title
    return f"{title}, approved by order dated {date(*approved_on):%d %B %Y}"


def verify_in_force(rules: Rules, settings: Settings, day: Day) -> Refused | None:
    """Order:Effect: may a table play by these rules on this business date?"""
    signed = rules.terms.approved_on
    if signed is None:
        return None
    since = settings.effective_from
    if since is None or since < signed:
        said = f"says {since}, before their approval on {signed}" if since else "has none"
        detail = f"Enter the day they were published: the table's file {said}."
        return refuse(rules, FloorRefusal.WRONG_SETTING, "in force", detail)
    if day < since:
        detail = f"They apply from {since}; the business date is {day}."
        return refuse(rules, FloorRefusal.NOT_EFFECTIVE, "in force", detail)
    return None


def rules_clause(rules: Rules) -> str | None:
    """The clause by which the rules are offered for reading."""
    return cite(rules, "rules for reading")
