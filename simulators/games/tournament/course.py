"""A line of a course as a command; what the rules forbid is for the desk to refuse."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from controller.domain.cards import Card
from controller.domain.money import Money
from controller.tournament.buying import AddOn, CloseRebuys, Rebuy
from controller.tournament.conduct import Disqualify, ForfeitPocketed
from controller.tournament.ending import CutCards, End, EndHandForHand, PlayHandForHand, Start
from controller.tournament.entries import Enter
from controller.tournament.hands import ReportHand
from controller.tournament.seating import MovePlayer, TakeSeat
from controller.tournament.state import Seat

_SEAT: Final = re.compile(r"([0-9]{1,6})\.([0-9]{1,6})")
_TABLE: Final = re.compile(r"([0-9]{1,6}):")


def command_of(line: str) -> object:
    """What a line asks of the desk; `ValueError` says what is expected of a line."""
    words = line.split()
    match words:
        case ["table", number, *stacks] if table := _TABLE.fullmatch(number):
            return _hand(int(table.group(1)), stacks)
        case ["cut", *cards]:
            return CutCards(tuple((name, Card.parse(card)) for name, card in _pairs(cards, "CARD")))
    for form, make in _LINES.items():
        parts = form.split()
        if make is None or len(parts) != len(words):
            continue
        pairs = list(zip(parts, words, strict=True))
        if all(part in _READ or part == word for part, word in pairs):
            return make(*(_READ[part](word) for part, word in pairs if part in _READ))
    raise ValueError(f"expected one of {', '.join(map(repr, _LINES))}")


def _hand(table: int, words: list[str]) -> ReportHand:
    stacks = [(name, Money.parse(amount)) for name, amount in _pairs(words, "STACK")]
    commission = None
    if stacks and stacks[-1][0] == "commission":
        commission = stacks.pop()[1]
    return ReportHand(table, tuple(stacks), commission)


def _pairs(words: list[str], second: str) -> list[tuple[str, str]]:
    if len(words) % 2 or not words:
        raise ValueError(f"{len(words)} words seen: expected NAME {second} NAME {second} ...")
    return list(zip(words[::2], words[1::2], strict=True))


def _seat(text: str) -> Seat:
    found = _SEAT.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is not a seat: expected TABLE.SEAT such as '1.3'")
    return Seat(int(found.group(1)), int(found.group(2)))


_READ: Final[Mapping[str, Callable[[str], object]]] = {
    "NAME": str,
    "TABLE.SEAT": _seat,
    "AMOUNT": Money.parse,
}
"""What stands for a word of the line's own."""
_LINES: Final[Mapping[str, Callable[..., object] | None]] = {
    "NAME enters": Enter,
    "NAME at TABLE.SEAT": TakeSeat,
    "start": Start,
    "table N: NAME STACK NAME STACK ...": None,
    "NAME rebuys": Rebuy,
    "rebuys close": CloseRebuys,
    "NAME adds on": AddOn,
    "NAME adds on double": partial(AddOn, double=True),
    "NAME moves to TABLE.SEAT": MovePlayer,
    "NAME pockets AMOUNT": ForfeitPocketed,
    "NAME disqualified": Disqualify,
    "hand for hand": PlayHandForHand,
    "hand for hand ends": EndHandForHand,
    "end": End,
    "cut NAME CARD NAME CARD ...": None,
}
"""Every line and its command; None: `command_of` reads the rest, which may be of any length."""
