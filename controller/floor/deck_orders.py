"""What supervisors and inspectors order about the cards, and what happens to them by mishap.

A deck is changed between rounds only (3.7). A count may be ordered at any moment (3.8). Cards that
were dropped hold the table until a supervisor confirms that all are there (4.2.1).
"""

from controller.domain.base import evolve
from controller.domain.dealing import Dealing
from controller.domain.kernel import Asking, Emits, Folds, Handler, Handlers
from controller.domain.refusals import Refused
from controller.floor.base import Command, Event
from controller.floor.citations import cited, refuse
from controller.floor.deck_steps import device, verify_deck
from controller.floor.decks import (
    HANDLED,
    DeckCommand,
    bring,
    deck_becomes,
    lift_hold,
    verify_new_deck,
    with_deck,
)
from controller.floor.refusals import FloorRefusal
from controller.floor.state import DeckOrder, Draft, Floor, Held, Hold
from controller.staff.powers import HouseAction


class ChangeDeck(DeckCommand, action=HouseAction.CHANGE_DECK):
    """3.7: all cards of a deck are replaced."""

    new: str
    back: str
    seal_intact: bool = True


class ReplaceCards(DeckCommand, action=HouseAction.CHANGE_DECK):
    """3.7: single cards that are unfit are replaced by others of the same back."""

    cards: tuple[str, ...]


class OrderDeckCheck(DeckCommand, action=HouseAction.ORDER_DECK_CHECK):
    """3.8: a casino supervisor or an inspector wants the cards counted and verified."""


class ReportCardsDropped(DeckCommand, action=HouseAction.CARDS_DROPPED):
    """4.2.1: the dealer dropped or mishandled cards; the casino supervisor is called."""


class ConfirmCardsCollected(DeckCommand, action=HouseAction.CARDS_ACCOUNTED):
    """4.2.1: the casino supervisor has verified that all cards were collected."""


class OrderExtraShuffle(DeckCommand, action=HouseAction.EXTRA_SHUFFLE):
    """4.4.5: a casino supervisor is not satisfied with the shuffle."""

    shuffle: bool = True
    cut: bool = False


class ReportDeviceFailed(Command, action=HouseAction.SHUFFLER_FAILED):
    """12.2: a person confirms that the device is no longer capable."""


class ReplaceSource(Command, action=HouseAction.SWAP_DEVICE):
    """12.2.3: another device or a shoe, with new cards."""

    dealing: Dealing


class DeckRemoved(Event):
    deck: str
    instead: str


class CardsReplaced(Event):
    deck: str
    cards: tuple[str, ...]


class DeckCountOrdered(Event):
    deck: str
    clause: str | None


class CardsDropped(Event):
    """The casino supervisor is called; play is held."""

    deck: str


class CardsCollected(Event):
    deck: str


class ExtraShuffleOrdered(Event):
    deck: str
    shuffle: bool
    cut: bool


class DeviceFailed(Event):
    dealing: Dealing


class SourceReplaced(Event):
    """All cards go with the old device."""

    before: Dealing
    dealing: Dealing


def verify_source(floor: Floor, dealing: Dealing) -> Refused | None:
    """3.6, 6.6.2: where cards may come from."""
    terms = floor.rules.terms
    if floor.settings.low_limit and terms.low_limit and not dealing.device_shuffles:
        return refuse(floor.rules, FloorRefusal.SOURCE_NOT_ALLOWED, "shuffler only")
    if dealing not in terms.sources:
        return refuse(floor.rules, FloorRefusal.SOURCE_NOT_ALLOWED, "dealt from")
    return None


def _between_rounds(floor: Floor, fact: str) -> Refused | None:
    return refuse(floor.rules, FloorRefusal.ROUND_IN_PROGRESS, fact) if floor.round else None


def _uncounted(floor: Floor, deck: str | None = None) -> Refused | None:
    """A deck that is to be counted does not leave the table uncounted."""
    if any(deck in (None, order.deck) for order in floor.orders):
        return refuse(floor.rules, FloorRefusal.DECK_CHECK_DUE, "count ordered")
    return None


def _known(floor: Floor, deck: str) -> Refused | None:
    found = verify_deck(floor, deck)
    return found if isinstance(found, Refused) else None


def _verify_change(floor: Floor, command: ChangeDeck, _: Asking) -> Refused | None:
    return (
        _between_rounds(floor, "card change")
        or _known(floor, command.deck)
        or _uncounted(floor, command.deck)
        or verify_new_deck(floor, command.new, command.back, instead_of=command.deck)
    )


def _change(draft: Draft, command: ChangeDeck) -> None:
    draft.emit(DeckRemoved(command.deck, command.new))
    bring(draft, command.new, command.back, seal_intact=command.seal_intact)


def _verify_replace(floor: Floor, command: ReplaceCards, _: Asking) -> Refused | None:
    return _between_rounds(floor, "card change") or _known(floor, command.deck)


def _verify_named(floor: Floor, command: DeckCommand, _: Asking) -> Refused | None:
    return _known(floor, command.deck)


def _verify_collected(floor: Floor, command: ConfirmCardsCollected, _: Asking) -> Refused | None:
    if Held(Hold.CARDS_DROPPED, command.deck) in floor.holds:
        return None
    return refuse(floor.rules, FloorRefusal.NOTHING_DROPPED, "cards dropped")


def _verify_extra(floor: Floor, command: OrderExtraShuffle, _: Asking) -> Refused | None:
    if unknown := _known(floor, command.deck):
        return unknown
    if floor.in_play(command.deck):
        return refuse(floor.rules, FloorRefusal.DECK_IN_PLAY, "extra shuffle")
    if not command.shuffle and not command.cut:
        return refuse(floor.rules, FloorRefusal.NO_CHANGE, "extra shuffle")
    return None


def _verify_failed(floor: Floor, _: ReportDeviceFailed, __: Asking) -> Refused | None:
    if device(floor):
        return None
    return refuse(floor.rules, FloorRefusal.NOT_IN_THESE_RULES, "device failed")


def _verify_source(floor: Floor, command: ReplaceSource, _: Asking) -> Refused | None:
    return (
        _between_rounds(floor, "device failed")
        or _uncounted(floor)
        or verify_source(floor, command.dealing)
    )


def _dealing(floor: Floor, _: object) -> Dealing:
    return floor.rules.dealing


def _hold(floor: Floor, held: Held) -> Floor:
    floor = lift_hold(floor, held)
    return evolve(floor, holds=(*floor.holds, held))


def _check_ordered(floor: Floor, event: DeckCountOrdered) -> Floor:
    order = DeckOrder(event.deck, event.by, event.at, event.clause)
    return evolve(floor, orders=(*floor.orders, order))


def _cards_dropped(floor: Floor, event: CardsDropped) -> Floor:
    floor = _hold(floor, Held(Hold.CARDS_DROPPED, event.deck))
    if floor.in_play(event.deck):
        return floor
    return with_deck(floor, event.deck, **HANDLED, stale="cards dropped")


def _extra_ordered(floor: Floor, event: ExtraShuffleOrdered) -> Floor:
    return with_deck(
        floor,
        event.deck,
        extra_shuffle=event.shuffle,
        extra_cut=event.cut and device(floor),
        stale="extra shuffle",
        **HANDLED,
    )


def _source_replaced(floor: Floor, event: SourceReplaced) -> Floor:
    floor = lift_hold(floor, Held(Hold.DEVICE_FAILED))
    return evolve(
        floor,
        rules=evolve(floor.rules, dealing=event.dealing),
        decks=tuple(deck for deck in floor.decks if deck.secured),
    )


HANDLERS: Handlers = {
    ChangeDeck: Handler(_verify_change, _change),
    ReplaceCards: Handler(_verify_replace, Emits(CardsReplaced)),
    OrderDeckCheck: Handler(_verify_named, Emits(DeckCountOrdered, clause=cited("count ordered"))),
    ReportCardsDropped: Handler(_verify_named, Emits(CardsDropped)),
    ConfirmCardsCollected: Handler(_verify_collected, Emits(CardsCollected)),
    OrderExtraShuffle: Handler(_verify_extra, Emits(ExtraShuffleOrdered)),
    ReportDeviceFailed: Handler(_verify_failed, Emits(DeviceFailed, dealing=_dealing)),
    ReplaceSource: Handler(_verify_source, Emits(SourceReplaced, before=_dealing)),
}

FOLDS: Folds = {
    DeckRemoved: lambda floor, event: evolve(
        floor, decks=tuple(deck for deck in floor.decks if deck.name != event.deck)
    ),
    CardsReplaced: deck_becomes(checked=None, unfit=False, **HANDLED, stale="card change"),
    DeckCountOrdered: _check_ordered,
    CardsDropped: _cards_dropped,
    CardsCollected: lambda floor, event: lift_hold(floor, Held(Hold.CARDS_DROPPED, event.deck)),
    ExtraShuffleOrdered: _extra_ordered,
    DeviceFailed: lambda floor, _: _hold(floor, Held(Hold.DEVICE_FAILED)),
    SourceReplaced: _source_replaced,
}
