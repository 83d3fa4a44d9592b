"""What is on the sign of any table, as pages: a function of the table, never commanded.

When it closes, where the terms of a promotion are, where to ask and where to find help. A game
puts its own pages before and between them.
"""

from collections.abc import Iterator
from datetime import datetime, tzinfo
from typing import Final

from controller.domain.frozen import Frozen
from controller.domain.instant import MINUTE_MS, SECOND_MS, Instant
from controller.floor.approval import approval_line, rules_clause
from controller.floor.notices import time_of
from controller.floor.state import Floor
from controller.floor.terms import Rules

_NEAR_MS: Final = 2 * SECOND_MS
"""The wall clock is steered while the steady one measures: a time may be off by that much."""


class SignLine(Frozen):
    """One line of a page: what it is about, and the figure where it has one."""

    text: str
    figure: str = ""


class SignPage(Frozen):
    """One page for the sign window."""

    title: str
    lines: tuple[SignLine, ...]
    urgent: bool = False
    """A notice: of a change, of closing. Its first line says when."""


def page(title: str, *lines: str) -> SignPage:
    """Sentences only."""
    return SignPage(title, tuple(SignLine(line) for line in lines))


def clock_text(wall_ms: int, zone: tzinfo) -> str:
    """`14:20`; where it is no whole minute with seconds, never announced too early."""
    nearest_ms = (wall_ms + _NEAR_MS) // MINUTE_MS * MINUTE_MS
    whole = abs(nearest_ms - wall_ms) <= _NEAR_MS
    seconds = -(-(nearest_ms if whole else wall_ms) // SECOND_MS)
    return datetime.fromtimestamp(seconds, zone).strftime("%H:%M" if whole else "%H:%M:%S")


def closed_pages(rules: Rules) -> tuple[SignPage, ...]:
    """A table that is not open."""
    return (page("Table closed", "This table is closed."), *information_pages(rules))


def closing_pages(floor: Floor, now: Instant, zone: tzinfo) -> Iterator[SignPage]:
    """13.9 (13.8 of `nsw-legacy`)."""
    if floor.closing_notice is not None:
        time = clock_text(time_of(floor, floor.closing_notice, now), zone)
        closes = SignLine(f"This table closes at {time}.")
        yield SignPage("Table closing", (closes,), urgent=True)


def promotion_pages(floor: Floor) -> Iterator[SignPage]:
    """14.6 and 14.7.4: where the terms are; its wager is a message, never a limit."""
    promotion = floor.promotion
    if promotion is None:
        return
    lines = [SignLine("Terms and conditions", promotion.terms_at)]
    if promotion.wager:
        lines.append(SignLine("Wager for this promotion", promotion.wager.display()))
    yield SignPage("Promotion", tuple(lines))


def information_pages(rules: Rules) -> Iterator[SignPage]:
    """The guide's help and footer; the rules for reading."""
    lines = ["See table games staff for further information on how to play."]
    if clause := rules_clause(rules):
        lines.append(f"The rules can be read on request (rule {clause}).")
    lines.append(approval_line(rules))
    lines += rules.terms.help
    yield page("Information", *lines)
