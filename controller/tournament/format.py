"""What a tournament is played by: all that Casino Management determines beforehand (26.1)."""

# ruff: noqa: E501  (rows of a table)

from enum import StrEnum
from typing import Final

from controller.domain.frozen import Frozen
from controller.domain.money import ZERO, Money
from controller.domain.words import dollars
from controller.tournament.powers import TERMS, DeskTerms

WHOLE: Final = 1_000_000
"""Shares are in millionths."""
HOUSE_MAX: Final = 300_000
"""31.2.b: at least 70 % of the entry fees are expended where no commission is deducted."""
SEATS_MAX: Final = 11
"""2.1: of a table."""


class Chips(StrEnum):
    """What is played with (32, 33)."""

    TOURNAMENT = "tournament"
    VALUE = "value"


class AddOns(StrEnum):
    """29.3: what may be added at the end of the re-buy period."""

    NONE = "none"
    SINGLE = "single"
    DOUBLE = "double"
    """29.3.e: a single one or a double one."""


class Level(Frozen):
    """A stretch of the clock: blinds and ante, or a break."""

    minutes: int
    small: Money = ZERO
    big: Money = ZERO
    ante: Money = ZERO

    @property
    def is_break(self) -> bool:
        """No hand begins while it lasts."""
        return not self.big


class InKind(Frozen):
    """31.2: a prize other than cash for a place, bought from the entry fees."""

    place: int
    what: str
    cost: Money


class Format(Frozen):
    """One tournament, as it is announced."""

    name: str
    entry: Money
    """26.1.a: the fee of each entry."""
    bank: Money
    """The chips that each entry, re-buy and add-on brings."""
    prizes: tuple[int, ...]
    """26.1.h: shares of the prize money by place."""
    buyin: Money = ZERO
    """26.1.b: what the bank costs besides the fee; no prize money."""
    house: int = 0
    """31.2: the share of the entry fees that is not paid out."""
    chips: Chips = Chips.TOURNAMENT
    commission: bool = False
    """32.2: is it deducted from the pots?"""
    entries_max: int = 1
    """26.1.i: how often one person may enter."""
    players_max: int | None = None
    """26.1.d: how many entries there may be."""
    rebuys: bool = False
    addons: AddOns = AddOns.NONE
    added: Money = ZERO
    """31.3: prizes on top, not from entry fees."""
    advance: int = 0
    """25.1: how many of each table go on to the next heat."""
    tables: int = 0
    """How many are set; 0: as many as the players fill."""
    seats: int = SEATS_MAX
    """2.1: of each table, as far as the desk gives them out."""
    in_kind: tuple[InKind, ...] = ()
    levels: tuple[Level, ...] = ()
    """26.1.c: the limits of the tables as time goes by; the last one lasts."""
    sessions: int = 1
    """26.1.e: of the first heat, played one after the other."""
    session_minutes: int | None = None
    session_hands: int | None = None
    """25.1: a session lasts so long, or so many hands of each table; neither: until the desk ends
    it."""
    rebuy_levels: int | None = None
    """29.1: the re-buy period lasts so many levels, breaks counted; None: until it is closed."""

    @property
    def places(self) -> int:
        """None has a seat at the desk itself."""
        return 0

    @property
    def ruleset(self) -> str:
        """Sections 24 to 34 are rules of the poker room."""
        return "poker-room"

    @property
    def terms(self) -> DeskTerms:
        """What the rules say of the lines of the powers table."""
        return TERMS


def problem_with(form: Format) -> str | None:
    """Why no tournament may be held in this format, or None: the key, what was seen, the rule."""
    house, most, several = share(form.house), form.players_max, form.sessions > 1
    # fmt: off
    rows = (
        # key          seen                                  wrong where                                      expected                                          rule
        ("bank",       "0",                                  form.bank <= 0,                                  "starting chips",                                 "29.2.c"),
        ("commission", "true",                               form.commission and form.chips is Chips.TOURNAMENT, "false with tournament chips",                 "32.1"),
        ("house",      house,                                form.house and form.commission,                  "0 where commission is deducted from the pots",   "31.2.a"),
        ("house",      house,                                form.house > HOUSE_MAX,                          "at most 0.30",                                   "31.2.b"),
        ("entries",    form.entries_max,                     form.entries_max < 1,                            "at least 1",                                     "26.1.i"),
        ("players",    most,                                 most is not None and most < 1,                   "at least 1",                                     "26.1.d"),
        ("advance",    form.advance,                         form.advance < 0,                                "0 or more",                                      "25.1"),
        ("sessions",   form.sessions,                        form.sessions < 1 or (several and not form.advance), "one, or several from which players advance", "25.1"),
        ("seats",      form.seats,                           not 2 <= form.seats <= SEATS_MAX,                f"2 to {SEATS_MAX}",                              "2.1"),
        ("tables",     form.tables,                          form.tables < 0,                                 "1 or more",                                      "26.1.d"),
        ("prizes",     f"{share(sum(form.prizes))} in all",  sum(form.prizes) != WHOLE,                       "1",                                              "26.1.h"),
    )
    # fmt: on
    for key, seen, wrong, expected, rule in rows:
        if wrong:
            return f"{key}: {seen} seen: expected {expected} (rule {rule})"
    return _problem_in_kind(form) or _problem_with_time(form)


def _problem_in_kind(form: Format) -> str | None:
    places = [prize.place for prize in form.in_kind]
    for prize in form.in_kind:
        if not 1 <= prize.place <= len(form.prizes) or places.count(prize.place) > 1:
            expected = f"one prize in kind for a place from 1 to {len(form.prizes)}"
            return f"in kind: place {prize.place} seen: expected {expected} (rule 31.2)"
        if prize.cost <= 0:
            return f"in kind: {prize.what}: expected what it costs (rule 31.2)"
    return None


def _problem_with_time(form: Format) -> str | None:
    for number, level in enumerate(form.levels, 1):
        blinds = (level.small, level.big, level.ante)
        if level.minutes < 1:
            return f"levels: {level.minutes} minutes at level {number} seen: expected at least 1"
        if level.big != 2 * level.small or min(blinds) < 0 or level.ante > level.big:
            expected = "a big blind of twice the small one, and an ante of at most the big one"
            return f"levels: level {number}: expected {expected} (rules 12.1, 12.7)"
    lasts = [last for last in (form.session_minutes, form.session_hands) if last is not None]
    if len(lasts) > 1 or any(last < 1 for last in lasts):
        return "session: expected a number of minutes or a number of hands, not both (rule 25.1)"
    period = form.rebuy_levels
    if period is not None and not (form.rebuys and 1 <= period <= len(form.levels)):
        expected = f"re-buys, and 1 to {len(form.levels)} levels of them"
        return f"rebuy_levels: {period} seen: expected {expected} (rule 29.1)"
    return None


def share(millionths: int) -> str:
    """`0.30`: as a format has it."""
    whole, part = divmod(millionths, WHOLE)
    return f"{whole}.{part:06d}".rstrip("0").ljust(len(str(whole)) + 3, "0")


def amount(cents: int) -> str:
    """Chips and money alike, as files and results have them."""
    return str(Money(cents))


def chips(cents: int) -> str:
    """`15,000`: chips are counted, not paid."""
    return dollars(cents).removeprefix("$")
