"""What a device says of itself, as the table records it: trouble by code, and what became of decks.

A missing card is named where the shuffler has counted a deck: such a deck lies on no table.
"""

from collections.abc import Iterator
from typing import Final

from controller.authority import Command
from controller.devices.faces import card_of
from controller.domain.instant import NEVER
from controller.floor import decide as floor_core
from controller.floor.decks import CompleteShuffle, ReportDeckLoaded
from controller.floor.equipment import ReportDevice
from controller.floor.state import Deck, Floor, TroubleCode
from drivers.link.messages import Message
from drivers.shoe import protocol as shoe
from drivers.shuffler import protocol as shuffler
from drivers.shuffler.protocol import Back, Fault

# fmt: off
_FAULTS: Final = {
    Fault.JAM:              TroubleCode.JAM,
    Fault.WRONG_COUNT:      TroubleCode.WRONG_COUNT,
    Fault.DOOR_OPEN:        TroubleCode.DOOR_OPEN,
    Fault.RESIDUAL_CARD:    TroubleCode.RESIDUAL_CARD,
    Fault.WRONG_BACK:       TroubleCode.WRONG_BACK,
    Fault.UNFINISHED_CYCLE: TroubleCode.UNFINISHED_CYCLE,
}
_SAID: Final = {
    Fault.JAM:              "{count} cards of the {back} deck are stuck inside.",
    Fault.WRONG_COUNT:      "{count} cards of the {back} deck seen, 52 expected{missing}.",
    Fault.DOOR_OPEN:        "Its door is open.",
    Fault.RESIDUAL_CARD:    "{count} cards lie in the {back} bay, none expected.",
    Fault.WRONG_BACK:       "A card of another back is in the {back} deck.",
    Fault.UNFINISHED_CYCLE: "The {back} deck was not finished: {count} cards are inside.",
}
# fmt: on


def back_of(deck: Deck) -> Back | None:
    """A deck as the shuffler knows it; none where it has no bay for that colour."""
    return Back.__members__.get(deck.back.upper())


def reports_of(body: Message) -> tuple[ReportDevice, ...]:
    """What a message says is wrong, or no longer; the same whenever it is said."""
    match body:
        case shuffler.FaultReported(fault=fault) if fault in _FAULTS:
            return (ReportDevice("shuffler", _FAULTS[fault], _text(body), _part(body)),)
        case shuffler.FaultCleared(fault=fault) if fault in _FAULTS:
            return (ReportDevice("shuffler", _FAULTS[fault], part=_part(body), over=True),)
        case shoe.LidOpened():
            return (ReportDevice("shoe", TroubleCode.LID_OPEN, "Its lid is open."),)
        case shoe.LidClosed(empty=empty):
            gone = (TroubleCode.LID_OPEN, TroubleCode.CUT_CARD, TroubleCode.EMPTY)
            return tuple(
                ReportDevice("shoe", code, over=True) for code in gone[: 2 if empty else 3]
            )
        case shoe.Emptied():
            return (ReportDevice("shoe", TroubleCode.EMPTY, "It is empty."),)
        case shoe.CutCardReached():
            return (ReportDevice("shoe", TroubleCode.CUT_CARD, "The cut card is out."),)
    return ()


def deck_command(floor: Floor, body: Message) -> Command | None:
    """What a message says of a deck, where the floor waits for it."""
    found: Iterator[Command] = (
        command
        for deck in floor.decks_here()
        for command in _about(deck, body)
        if floor_core.can(floor, command, NEVER)
    )
    return next(found, None)


def _about(deck: Deck, body: Message) -> Iterator[ReportDeckLoaded | CompleteShuffle]:
    match body:
        case shuffler.DeckLoaded(back=back, count=count) if back is back_of(deck):
            yield ReportDeckLoaded(deck.name, count)
        case shuffler.ShuffleCompleted(back=back) if back is back_of(deck):
            yield CompleteShuffle(deck.name)


def _text(body: shuffler.FaultReported) -> str:
    card = card_of(body.missing)
    missing = "" if card is None else f", {card!r} is missing or there twice"
    back = body.back.name.lower()
    return _SAID[body.fault].format(count=body.count, back=back, missing=missing)


def _part(body: shuffler.FaultReported | shuffler.FaultCleared) -> str:
    """A door is the shuffler's, everything else a deck's."""
    return "" if body.fault is Fault.DOOR_OPEN else body.back.name.lower()
