"""A line of a course as a command; what the rules forbid is for the desk to refuse."""

import re
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

_FORMS: Final = (
    "'NAME enters'",
    "'NAME at TABLE.SEAT'",
    "'start'",
    "'table N: NAME STACK NAME STACK ...'",
    "'NAME rebuys'",
    "'rebuys close'",
    "'NAME adds on'",
    "'NAME adds on double'",
    "'NAME moves to TABLE.SEAT'",
    "'NAME pockets AMOUNT'",
    "'NAME disqualified'",
    "'hand for hand'",
    "'hand for hand ends'",
    "'end'",
    "'cut NAME CARD NAME CARD ...'",
)
_SEAT: Final = re.compile(r"([0-9]{1,6})\.([0-9]{1,6})")
_TABLE: Final = re.compile(r"([0-9]{1,6}):")


def command_of(line: str) -> object:
    """What a line asks of the desk; `ValueError` says what is expected of a line."""
    words = line.split()
    command = _without_name(words) or _of_a_player(words)
    if command is None:
        raise ValueError(f"expected one of {', '.join(_FORMS)}")
    return command


def _without_name(words: list[str]) -> object | None:
    match words:
        case ["start"]:
            return Start()
        case ["end"]:
            return End()
        case ["rebuys", "close"]:
            return CloseRebuys()
        case ["hand", "for", "hand"]:
            return PlayHandForHand()
        case ["hand", "for", "hand", "ends"]:
            return EndHandForHand()
        case ["table", number, *stacks] if table := _TABLE.fullmatch(number):
            return _hand(int(table.group(1)), stacks)
        case ["cut", *cards]:
            return CutCards(tuple((name, Card.parse(card)) for name, card in _pairs(cards, "CARD")))
    return None


def _of_a_player(words: list[str]) -> object | None:
    match words:
        case [name, "enters"]:
            return Enter(name)
        case [name, "at", seat]:
            return TakeSeat(name, _seat(seat))
        case [name, "moves", "to", seat]:
            return MovePlayer(name, _seat(seat))
        case [name, "rebuys"]:
            return Rebuy(name)
        case [name, "adds", "on"]:
            return AddOn(name)
        case [name, "adds", "on", "double"]:
            return AddOn(name, double=True)
        case [name, "pockets", amount]:
            return ForfeitPocketed(name, Money.parse(amount))
        case [name, "disqualified"]:
            return Disqualify(name)
    return None


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
        raise ValueError(f"{text!r} is no seat: expected TABLE.SEAT such as '1.3'")
    return Seat(int(found.group(1)), int(found.group(2)))
