"""What a poker-room file says about the table, and where a file is wrong."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final

from tests.helpers.oracle import RANKS, SUITS

STREETS: Final = ("preflop", "flop", "turn", "river")
LIMITS: Final = ("fixed", "half-pot", "pot-limit", "no-limit")
DECK: Final = frozenset(rank + suit for rank in RANKS for suit in SUITS)

# What each event needs (a name with "?" only sometimes), and when it may be.
EVENTS: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "card-exposed-in-cut": ((), ("deal",)),
    "dealt-out-of-turn": (("seat", "looked"), ("deal",)),
    "hole-card-exposed": (("seat", "card"), ("deal",)),
    "boxed-card": (("seat", "card"), ("deal",)),
    "wrong-number-of-hands": (("correctable",), ("deal",)),
    "flop-too-many": (("cards",), ("flop",)),
    "dealt-early": (("cards",), ("preflop", "flop", "turn")),
    "wrong-burn": (("cards?",), ("flop", "turn", "river")),
    "two-cards": (("correct", "cards?"), ("turn", "river")),
    "hand-fouled": (("seat",), (*STREETS, "showdown")),
    "hand-killed": (("seat",), STREETS),
    "folded-hand-exposed": (("seat",), STREETS),
    "winning-hand-mucked": (("seat",), ("showdown",)),
    "out-of-turn": (("seat", "action"), STREETS),
    "short-call": (("seat", "amount", "decision"), STREETS),
    "short-raise": (("seat", "amount", "decision"), STREETS),
    "string-bet": (("seat", "amount"), STREETS),
    "clock-expired": (("seat",), STREETS),
    "outcome-invalidated": (("cause",), ("deal", *STREETS, "showdown")),
    "power-loss": ((), ("deal", *STREETS, "showdown")),
}
CHOICES: Final = {
    "decision": ("complete", "forfeit", "withdraw"),
    "cause": ("cards", "disruption", "fraud"),
    "card": (1, 2),
    "looked": (True, False),
    "correctable": (True, False),
    "correct": (True, False),
}


class WrongFile(Exception):
    """The file is wrong (exit 2), first of all here.

    `street` is "before" for a line between the hands and None for the rest of the file; `position`
    counts the lines of that list from 1, or the events where `event` is true. `offer` is what the
    rules offer the seat whose turn it is, `bound` the wager it is bound to.
    """

    def __init__(
        self,
        hand: int | None,
        street: str | None,
        position: int | None,
        seen: str,
        *,
        event: bool = False,
        offer: Any = None,
        bound: int | None = None,
        missing: bool = False,
    ) -> None:
        super().__init__(f"hand {hand}, {street}, {position}: {seen}")
        self.hand, self.street, self.position = hand, street, position
        self.seen, self.event, self.offer = seen, event, offer
        self.bound, self.missing = bound, missing

    @property
    def place(self) -> tuple[int | None, str | None, int | None, bool]:
        return self.hand, self.street, self.position, self.event


class Misfit(Exception):
    """What was seen cannot be; whoever knows the place in the file makes it a `WrongFile`."""


def cents(text: Any) -> int:
    if not isinstance(text, str) or not re.fullmatch(r"\d+(\.\d{1,2})?", text):
        raise Misfit(f"{text!r} is no amount of dollars")
    whole, _, part = text.partition(".")
    return int(whole) * 100 + int((part + "00")[:2])


def dollars(amount: int) -> str:
    return f"{amount // 100}.{amount % 100:02}"


def parse_cards(text: Any) -> list[str]:
    if not isinstance(text, str):
        raise Misfit("cards are a string")
    cards = text.split()
    if not DECK.issuperset(cards) or len(set(cards)) != len(cards):
        raise Misfit("an unknown card, or a card twice")
    return cards


@dataclass(frozen=True)
class Rules:
    """The table as the file describes it; amounts in cents."""

    limit: str
    small: int
    big: int
    ante: int
    chip: int
    seats: int
    raked: bool
    tournament: bool
    button: int | None

    @property
    def share_unit(self) -> int:
        """R66: shares are whole dollars; in a tournament a dollar means the smallest chip."""
        return self.chip if self.tournament else 100

    def bet(self, street: str) -> int:
        """The least bet (R55); in `fixed` the bet of the street (12.2 to 12.4)."""
        return 2 * self.big if self.limit == "fixed" and street in STREETS[2:] else self.big


TABLE_KEYS: Final = {
    *("ruleset", "limit", "blinds", "ante", "chip", "seats", "dealing", "commission"),
    *("tournament", "button", "players", "hands"),
}
HAND_KEYS: Final = frozenset((*STREETS, "before", "cards", "muck", "events", "expect"))


def read_rules(scenario: dict[str, Any]) -> Rules:
    def check(fits: bool, name: str) -> None:
        if not fits:
            raise Misfit(f"{name}: {scenario.get(name)!r}")

    check(scenario.get("ruleset") == "poker-room", "ruleset")
    for key in scenario:
        check(key in TABLE_KEYS, key)
    limit = scenario.get("limit")
    check(limit in LIMITS, "limit")
    blinds = scenario.get("blinds")
    check(isinstance(blinds, list) and len(blinds) == 2, "blinds")
    small, big = cents(scenario["blinds"][0]), cents(scenario["blinds"][1])
    ante, chip = cents(scenario.get("ante", "0")), cents(scenario.get("chip", "1"))
    check(chip > 0, "chip")
    check(small > 0 and big == 2 * small, "blinds")  # 12.1
    check(small % chip == 0, "blinds")
    check(ante <= big and ante % chip == 0, "ante")  # 12.7.a
    seats = scenario.get("seats")
    check(type(seats) is int and 2 <= seats <= 11, "seats")
    check(scenario.get("dealing", "hand") in ("hand", "shuffler"), "dealing")
    commission, tournament = scenario.get("commission", "22.1"), scenario.get("tournament", False)
    check(commission in ("22.1", "none"), "commission")
    check(type(tournament) is bool, "tournament")
    button = scenario.get("button")
    check(button is None or button in range(1, scenario["seats"] + 1), "button")
    raked = commission == "22.1" and not tournament  # 32.1
    return Rules(
        scenario["limit"], small, big, ante, chip, scenario["seats"], raked, tournament, button
    )


@dataclass
class Event:
    """One row of `events`; `number` is its position in the list, from 1."""

    number: int
    during: str
    after: int
    name: str
    given: dict[str, Any] = field(default_factory=dict)
    happened: bool = False


def deals_again(name: str, during: str, after: int, given: dict[str, Any]) -> bool:
    """`cards if after = 0`; "on the river it is discarded, no `cards`" (R61)."""
    if name == "wrong-burn":
        return after == 0
    return not (name == "two-cards" and during == "river" and given.get("correct"))


def read_event(number: int, row: dict[str, Any], rules: Rules) -> Event:
    given = dict(row)
    name, during, after = given.pop("name", None), given.pop("during", None), given.pop("after", 0)
    if name not in EVENTS:
        raise Misfit(f"no event is called {name!r}")
    needs, moments = EVENTS[name]
    if during not in moments:
        raise Misfit(f"{name} cannot be during {during!r}")
    if type(after) is not int or after < 0 or (after and during not in STREETS):
        raise Misfit(f"after: {after!r}")
    if not set(given) <= {need.rstrip("?") for need in needs}:
        raise Misfit(f"{name} has nothing to do with {sorted(given)}")
    again = deals_again(name, during, after, given)
    for need in needs:
        due = again or not need.endswith("?")
        if due and need.rstrip("?") not in given:
            raise Misfit(f"{name} needs {need.rstrip('?')}")
    if "cards" in given and not again:
        raise Misfit(f"nothing is dealt from the cards of this {name}")
    for key, choices in CHOICES.items():
        if key in given and (given[key] not in choices or type(given[key]) is not type(choices[0])):
            raise Misfit(f"{key}: {given[key]!r}")
    if "seat" in given and given["seat"] not in range(1, rules.seats + 1):
        raise Misfit(f"seat: {given['seat']!r}")
    if "amount" in given:
        given["amount"] = cents(given["amount"])
    if "cards" in given:
        given["cards"] = parse_cards(given["cards"])
    return Event(number, during, after, name, given)
