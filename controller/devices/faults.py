"""What a device says of itself, as the table records it: trouble by code, and what became of decks.

Events tell it as it happens. Its whole state tells what no event could: what happened while it was
off, what its memory had no place for, and that another unit stands there now.
"""

from collections.abc import Iterator
from itertools import product
from typing import Final

from controller.authority import Command
from controller.devices.faces import card_of
from controller.domain.dealing import Dealing
from controller.floor.core import ANY_FLOOR
from controller.floor.decks import FULL_DECK
from controller.floor.device_state import Trouble, TroubleCode
from controller.floor.equipment import ReportDevice, state_of
from controller.floor.loading import CompleteShuffle, ReportDeckLoaded, ReportDeckReleased
from controller.floor.state import Deck, Floor
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
    Fault.WRONG_COUNT:      "The {back} deck has {count} cards instead of 52{missing}.",
    Fault.DOOR_OPEN:        "Its door is open.",
    Fault.RESIDUAL_CARD:    "The {back} bay should be empty and holds {count} cards.",
    Fault.WRONG_BACK:       "A card with another back is in the {back} deck.",
    Fault.UNFINISHED_CYCLE: "The {back} deck was not finished. {count} cards are inside.",
}
_OF_THE_SHOE: Final = {
    TroubleCode.LID_OPEN: "Its lid is open.",
    TroubleCode.EMPTY:    "It is empty.",
    TroubleCode.CUT_CARD: "The cut card is out.",
}
# fmt: on
_OF_A_DECK: Final = tuple(fault for fault in _FAULTS if fault is not Fault.DOOR_OPEN)


def back_of(deck: Deck) -> Back | None:
    """A deck as the shuffler knows it; none where it has no bay for that colour."""
    return Back.__members__.get(deck.back.upper())


def dealt_from(floor: Floor) -> Back | None:
    """The deck of the round that is on."""
    deck = floor.deck(floor.round.deck) if floor.round else None
    return back_of(deck) if deck else None


def reports_of(body: Message, floor: Floor | None = None) -> tuple[ReportDevice, ...]:
    """What an event says is wrong, or no longer."""
    match body:
        case shuffler.FaultReported(fault=fault) if fault in _FAULTS:
            text = _text(fault, body.back, body.count, _missing(body, floor))
            return (_report(fault, body.back, text),)
        case shuffler.FaultCleared(fault=fault) if fault in _FAULTS:
            return (_report(fault, body.back, over=True),)
        case shuffler.DeckLoaded() | shuffler.DeckReleased() if body.count != FULL_DECK:
            text = _text(Fault.WRONG_COUNT, body.back, body.count)
            return (_report(Fault.WRONG_COUNT, body.back, text),)
        case shoe.LidOpened():
            return (_shoe(TroubleCode.LID_OPEN, True),)
        case shoe.LidClosed(empty=empty):
            gone = (TroubleCode.LID_OPEN, TroubleCode.CUT_CARD, TroubleCode.EMPTY)
            return tuple(_shoe(code, False) for code in gone[: 2 if empty else 3])
        case shoe.Emptied():
            return (_shoe(TroubleCode.EMPTY, True),)
        case shoe.CutCardReached():
            return (_shoe(TroubleCode.CUT_CARD, True),)
    return ()


def cards_told(body: shoe.CardDrawn | shuffler.PacketEjected) -> ReportDevice:
    """A device has put cards out, or told them, where it only has to count: none is named."""
    text = "It gives out single cards without being asked. Have the deck counted."
    if isinstance(body, shoe.CardDrawn):
        return ReportDevice("shoe", TroubleCode.CARDS_TOLD, text)
    return ReportDevice("shuffler", TroubleCode.CARDS_TOLD, text, body.back.name.lower())


def untold(state: Message, floor: Floor) -> tuple[ReportDevice, ...]:
    """What a device's whole state says otherwise than the record: no event has told it."""
    return tuple(
        report
        for report in _whole(state, floor)
        if report.over is not (_standing(floor, report) is None)
    )


def _standing(floor: Floor, report: ReportDevice) -> Trouble | None:
    return state_of(floor, report.device).trouble(report.code, report.part)


def _whole(state: Message, floor: Floor) -> Iterator[ReportDevice]:
    """All that a state tells to be wrong, and not to be. Under an open lid hands are at work: what
    is in the shoe is known when it is closed. A shoe that nobody deals from may be empty."""
    match state:
        case shoe.ShoeState():
            yield _shoe(TroubleCode.LID_OPEN, state.lid_open)
            if not state.lid_open:
                needed = floor.rules.dealing is Dealing.SHOE
                yield _shoe(TroubleCode.EMPTY, state.empty and needed)
                yield _shoe(TroubleCode.CUT_CARD, state.cut_card_out)
        case shuffler.ShufflerState():
            yield _report(Fault.DOOR_OPEN, Back.RED, _SAID[Fault.DOOR_OPEN], not state.door_open)
            for back, fault in product(Back, _OF_A_DECK):
                text = _text(fault, back, state.count(back))
                yield _report(fault, back, text, state.fault(back) is not fault)
            yield from _counted_since(floor)


def _counted_since(floor: Floor) -> Iterator[ReportDevice]:
    """A deck of which cards were told is like any other once it was counted."""
    counted = {deck.back for deck in floor.decks_here()} - {deck.back for deck in _to_count(floor)}
    for back in sorted(counted):
        yield ReportDevice("shuffler", TroubleCode.CARDS_TOLD, "", back, over=True)


def _to_count(floor: Floor) -> list[Deck]:
    ordered = {order.deck for order in floor.orders}
    return [deck for deck in floor.decks_here() if deck.name in ordered]


def deck_command(floor: Floor, body: Message) -> Command | None:
    """What a message says of a deck, where the floor waits for it."""
    found: Iterator[Command] = (
        command
        for deck in floor.decks_here()
        for command in _about(deck, body)
        if ANY_FLOOR.can(floor, command)
    )
    return next(found, None)


def _about(deck: Deck, body: Message) -> Iterator[Command]:
    match body:
        case shuffler.DeckLoaded(back=back, count=count) if back is back_of(deck):
            yield ReportDeckLoaded(deck.name, count)
        case shuffler.ShuffleCompleted(back=back) if back is back_of(deck):
            yield CompleteShuffle(deck.name)
        case shuffler.DeckReleased(back=back, count=count) if back is back_of(deck):
            yield ReportDeckReleased(deck.name, count)


def _missing(body: shuffler.FaultReported, floor: Floor | None) -> str:
    """The card that is not there once. While a round is dealt from the deck it may lie face down on
    the table: then it is not named. Nor is another one while the deck waits to be counted, so that
    no device tells a deck card by card."""
    card = card_of(body.missing)
    if card is None or floor is None or dealt_from(floor) is body.back:
        return ""
    if body.back in map(back_of, _to_count(floor)):
        return ""
    return f": {card!r} is missing or there twice"


def _text(fault: Fault, back: Back, count: int, missing: str = "") -> str:
    return _SAID[fault].format(count=count, back=back.name.lower(), missing=missing)


def _report(fault: Fault, back: Back, text: str = "", over: bool = False) -> ReportDevice:
    """A door is the shuffler's, everything else a deck's."""
    part = "" if fault is Fault.DOOR_OPEN else back.name.lower()
    return ReportDevice("shuffler", _FAULTS[fault], "" if over else text, part, over)


def _shoe(code: TroubleCode, wrong: bool) -> ReportDevice:
    return ReportDevice("shoe", code, _OF_THE_SHOE[code] if wrong else "", over=not wrong)
