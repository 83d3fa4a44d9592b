"""What a shift came to at a table of the poker room, read from its record."""

from collections.abc import Iterable
from typing import Any

from controller.domain.money import Money
from controller.domain.words import sentence
from controller.games.poker.award import HandFinished, PotsAwarded
from controller.games.poker.blinds import HandBegun
from controller.games.poker.dead_hands import ClockRanOut, HandFouled, HandKilled
from controller.games.poker.misdeals import HandInvalidated, HandMisdealt
from controller.games.poker.reports import Irregularity
from controller.games.poker.stacks import StakesChanged
from controller.games.poker.state import Pot
from controller.journal.sealing import Recorded
from ui.commands.shift.account import Happening, RoundAccount, Told, house_happening, spaced
from ui.games.poker.words import rules_name

_ENDINGS = {HandFinished: "settled", HandMisdealt: "misdeal", HandInvalidated: "void"}


def read_hands(recorded: Iterable[Recorded]) -> Told:
    """The hands of a table of the room: the pots, and the commission out of them."""
    told = Told([], [])
    number, began_ms, pots = 0, 0, tuple[Pot, ...]()
    for one in recorded:
        event: Any = one.event
        if text := _happening(event):
            told.happenings.append(Happening(one.at_ms, one.round, text))
        match event:
            case HandBegun():
                number, began_ms, pots = event.number, one.at_ms, ()
            case PotsAwarded():
                pots = event.pots
        if ending := _ENDINGS.get(type(event)):
            wagered, held = sum(pot.amount for pot in pots), sum(pot.commission for pot in pots)
            told.rounds.append(
                RoundAccount(number, began_ms, one.at_ms, ending, Money(wagered), Money(held))
            )
    return told


def _happening(event: Any) -> str:
    what = getattr(event, "what", None)
    match event:
        case StakesChanged():
            return sentence(f"{rules_name(event.after)} from the next hand on")
        case HandFouled() | HandKilled():
            return f"Seat {event.seat}: a dead hand"
        case ClockRanOut():
            return f"Seat {event.seat}: the clock ran out, and the hand was folded"
        case HandInvalidated():
            return f"Hand void, rule {event.clause}"
    if isinstance(what, Irregularity):
        clause = getattr(event, "clause", "")
        return f"{spaced(what)}, rule {clause}" if clause else spaced(what)
    return house_happening(event)
