"""What the rules want on a sign of the room, as pages, and in one line for a sign of few letters.

The game and its limits (13.7), the least bank (13.1), the commission (22.2), the order of hands
(5); notices: other stakes from the next hand on (13.8), the last hands, and when the table closes
(23.4); that the rules can be read (23.10). A function of the table, never commanded.
"""

from collections.abc import Iterator
from datetime import UTC, tzinfo
from typing import Final

from controller.domain.hands import Category
from controller.domain.instant import Instant
from controller.domain.words import dollars, sentence
from controller.floor.signs import (
    SignLine,
    SignPage,
    closed_pages,
    closing_pages,
    information_pages,
    page,
    promotion_pages,
)
from controller.floor.state import Status
from controller.games.poker.floor.state import PokerFloor
from controller.games.poker.rules import Limit, PokerRules, Scale
from controller.games.poker.words import LIMITS

GAME: Final = "Texas Hold'em"
LINE_MAX: Final = 120
"""So many letters a line has at most; what comes last is left out first."""


def sign_pages(floor: PokerFloor, now: Instant, zone: tzinfo = UTC) -> tuple[SignPage, ...]:
    """All pages, in the order in which they are shown."""
    if floor.status is not Status.OPEN:
        return closed_pages(floor.rules)
    return (
        SignPage(_title(floor.rules), tuple(_stakes(floor.rules))),
        *_changed(floor),
        *_last_hands(floor),
        *closing_pages(floor, now, zone),
        page("Order of hands", *(sentence(hand.text) for hand in reversed(Category))),
        *promotion_pages(floor),
        *information_pages(floor.rules),
    )


def sign_line(rules: PokerRules, floor: PokerFloor | None) -> str:
    """In capitals, what is urgent first; by the rules of the hand where there is no floor."""
    if floor is not None and floor.status is not Status.OPEN:
        return "TABLE CLOSED"
    said = [*_urgent(floor)] if floor else []
    rules = floor.rules if floor else rules
    blinds = f"{dollars(rules.small)}/{dollars(rules.big)}"
    said += [_title(rules), f"blinds {blinds}"]
    if rules.ante:
        said.append(f"ante {dollars(rules.ante)}")
    if rules.bank_min:
        said.append(f"minimum bank {dollars(rules.bank_min)}")
    scale = rules.scale
    said.append(f"commission {_per(scale) if scale else 'none'}")
    line = said[0]
    for part in said[1:]:
        longer = f"{line} - {part}"
        line = longer if len(longer) <= LINE_MAX else line
    return line.upper()


def _per(scale: Scale, of: str = "") -> str:
    cap = f", at most {dollars(scale.cap)}" if scale.cap is not None else ""
    return f"{dollars(scale.amount)} per {dollars(scale.step)}{of}{cap}"


def _commission(rules: PokerRules) -> Iterator[SignLine]:
    """22.1, 22.2: what the house takes from a pot, and from which it takes nothing."""
    scale = rules.scale
    yield SignLine("Commission", _per(scale, " of each pot") if scale else "none")
    if scale is not None and not scale.before_flop:
        yield SignLine("No commission on a pot that is won before the flop")
    if scale is not None and scale.players_min > 2:
        yield SignLine(f"No commission with fewer than {scale.players_min} players")


def _urgent(floor: PokerFloor) -> Iterator[str]:
    if floor.last_hands:
        yield f"last hands: {floor.last_hands}"
    if floor.closing_notice is not None:
        yield "this table closes soon"
    if _stakes_change(floor):
        yield "new stakes"


def _title(rules: PokerRules) -> str:
    return f"{GAME}, {LIMITS[rules.limit]}"


def _stakes(rules: PokerRules) -> Iterator[SignLine]:
    yield SignLine("Blinds", f"{dollars(rules.small)} and {dollars(rules.big)}")
    if rules.ante:
        yield SignLine("Ante", dollars(rules.ante))
    yield SignLine("Minimum wager", dollars(rules.bet_of(late=False)))
    yield SignLine("Maximum wager", _most(rules))
    if rules.bank_min:
        yield SignLine("Minimum bank", dollars(rules.bank_min))
    yield from _commission(rules)


def _most(rules: PokerRules) -> str:
    early, late = (dollars(rules.bet_of(late=late)) for late in (False, True))
    return {
        Limit.FIXED: f"{early} before and on the flop, {late} after it",
        Limit.HALF_POT: "half of the pot",
        Limit.POT_LIMIT: "the pot",
        Limit.NO_LIMIT: "all chips on the table",
    }[rules.limit]


def _stakes_change(floor: PokerFloor) -> bool:
    return floor.stakes_from > floor.last_round


def _changed(floor: PokerFloor) -> Iterator[SignPage]:
    if _stakes_change(floor):
        lines = (SignLine("From the next hand on."), *_stakes(floor.rules))
        yield SignPage("New stakes", lines, urgent=True)


def _last_hands(floor: PokerFloor) -> Iterator[SignPage]:
    if floor.last_hands:
        left = "one hand" if floor.last_hands == 1 else f"{floor.last_hands} hands"
        yield SignPage("Last hands", (SignLine(f"This table closes after {left}."),), urgent=True)
