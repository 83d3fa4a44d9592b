"""Getting a deck ready: secured, brought, checked, shuffled, cut (rules 3 and 4)."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from controller.domain.base import evolve
from controller.domain.kernel import Asking, Emits, Folds, Handler, Handlers
from controller.domain.refusals import Refused
from controller.floor.base import Command, Event
from controller.floor.citations import refuse
from controller.floor.deck_steps import Step, device, next_step, verify_deck, wrong_step
from controller.floor.refusals import FloorRefusal
from controller.floor.state import CheckMeans, Deck, DeckOrder, Draft, Floor, Held, Hold, Status
from controller.floor.tasks import INSPECTOR, SURVEILLANCE, raise_task
from controller.staff.powers import HouseAction

F = TypeVar("F", bound=Floor)
FULL_DECK: Final = 52
HANDLED: Final = {"shuffled": False, "cut": False, "loaded": False}
"""What becomes of a deck whose cards were taken in hand, or dealt."""


class DeckCommand(Command):
    """About one deck at the table, or to be."""

    deck: str


class SecureDeck(DeckCommand, action=HouseAction.SECURE_DECK):
    """3.5: a deck checked and pre-shuffled in advance is locked away."""

    back: str
    means: CheckMeans


class BringDeck(DeckCommand, action=HouseAction.BRING_DECK):
    """A deck comes to the table, new or from where it was secured."""

    back: str
    seal_intact: bool = True


class CheckDeck(DeckCommand, action=HouseAction.CHECK_DECK):
    """3.4, 3.8, 11.9.3: the deck is counted and verified."""

    means: CheckMeans
    count: int = FULL_DECK
    missing: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()


class ShuffleDeck(DeckCommand, action=HouseAction.RECORD_SHUFFLE):
    """The dealer shuffles by hand."""


class CutDeck(DeckCommand, action=HouseAction.CUT_DECK):
    """The dealer cuts; nobody else does (4.3)."""


class DeckSecured(Event):
    deck: str
    back: str
    means: CheckMeans


class DeckBrought(Event):
    deck: str
    back: str
    checked: CheckMeans | None
    """By which means it was checked before it was secured."""


class DeckChecked(Event):
    deck: str
    means: CheckMeans
    asked_by: DeckOrder | None


class DeckFoundWrong(Event):
    """11.9: cards missing, or cards that do not belong."""

    deck: str
    means: CheckMeans
    count: int
    missing: tuple[str, ...]
    foreign: tuple[str, ...]
    asked_by: DeckOrder | None


class DeckShuffled(Event):
    deck: str


class DeckCut(Event):
    deck: str


def verify_new_deck(
    floor: Floor, name: str, back: str, instead_of: str | None = None
) -> Refused | None:
    """May a deck of this name and colour join those at the table?"""
    known = floor.deck(name)
    if known is not None and (not known.secured or known.back != back):
        return refuse(floor.rules, FloorRefusal.DECK_KNOWN, None, f"Deck {name}.")
    others = [deck for deck in floor.decks_here() if deck.name != instead_of]
    if any(deck.back == back for deck in others):
        return refuse(
            floor.rules, FloorRefusal.SAME_COLOUR, "back colours", f"There is already a {back} one."
        )
    if len(others) >= (2 if device(floor) else 1):
        return refuse(floor.rules, FloorRefusal.DECKS_FULL, "source")
    return None


def _verify_secure(floor: Floor, command: SecureDeck, _: Asking) -> Refused | None:
    if floor.deck(command.deck) is None:
        return None
    detail = f"Deck {command.deck}."
    return refuse(floor.rules, FloorRefusal.DECK_KNOWN, "secured deck", detail)


def _verify_bring(floor: Floor, command: BringDeck, _: Asking) -> Refused | None:
    if floor.status not in (Status.PREPARING, Status.OPEN):
        return refuse(floor.rules, FloorRefusal.NOT_PREPARING)
    return verify_new_deck(floor, command.deck, command.back)


def bring(draft: Draft, name: str, back: str, *, seal_intact: bool) -> None:
    """3.5: what was checked before it was secured stays checked, if the seal held."""
    known = draft.state.deck(name)
    checked = known.checked if known is not None and seal_intact else None
    draft.emit(DeckBrought(name, back, checked))


def _bring(draft: Draft, command: BringDeck) -> None:
    bring(draft, command.deck, command.back, seal_intact=command.seal_intact)


def _order(floor: Floor, deck: str) -> DeckOrder | None:
    return next((order for order in floor.orders if order.deck == deck), None)


def _verify_check(floor: Floor, command: CheckDeck, _: Asking) -> Refused | None:
    deck = verify_deck(floor, command.deck)
    if isinstance(deck, Refused):
        return deck
    if floor.in_play(deck.name) and _order(floor, deck.name) is None:
        return refuse(floor.rules, FloorRefusal.DECK_IN_PLAY, "count ordered")
    return None


def _check(draft: Draft, command: CheckDeck) -> None:
    order = _order(draft.state, command.deck)
    if command.count == FULL_DECK and not command.missing and not command.foreign:
        draft.emit(DeckChecked(command.deck, command.means, order))
        return
    draft.emit(
        DeckFoundWrong(
            command.deck, command.means, command.count, command.missing, command.foreign, order
        )
    )
    notify_of_cards(draft)


def notify_of_cards(draft: Draft) -> None:
    """11.9.4: Surveillance and an Inspector are notified."""
    for to in (SURVEILLANCE, INSPECTOR):
        raise_task(draft, to, "a missing or foreign card", "notify")


def at_rest(floor: Floor, name: str) -> Deck | Refused:
    """A deck at the table that is not being dealt from."""
    deck = verify_deck(floor, name)
    if isinstance(deck, Deck) and floor.in_play(name):
        return refuse(floor.rules, FloorRefusal.DECK_IN_PLAY, "shuffle")
    return deck


def _verify_shuffle(floor: Floor, command: ShuffleDeck, _: Asking) -> Refused | None:
    deck = at_rest(floor, command.deck)
    if isinstance(deck, Refused):
        return deck
    if device(floor) and deck.loaded:
        return refuse(floor.rules, FloorRefusal.DECK_IN_DEVICE, "device shuffle")
    if next_step(floor, deck) in (Step.REPLACE, Step.CHECK):
        return wrong_step(floor, deck)
    return None


def _verify_cut(floor: Floor, command: CutDeck, asking: Asking) -> Refused | None:
    deck = at_rest(floor, command.deck)
    if isinstance(deck, Refused):
        return deck
    if [actor.number for actor in asking.by] != [floor.dealer]:
        return refuse(floor.rules, FloorRefusal.NOT_THE_DEALER, "only the dealer cuts")
    if device(floor) and not deck.extra_cut:
        return refuse(floor.rules, FloorRefusal.NO_CUT, "no cut")
    if next_step(floor, deck) is not Step.CUT:
        return wrong_step(floor, deck)
    return None


def with_deck(floor: F, name: str, **changes: Any) -> F:
    """The floor with one deck changed."""
    return evolve(
        floor,
        decks=tuple(evolve(deck, **changes) if deck.name == name else deck for deck in floor.decks),
    )


def deck_becomes(**so: Any) -> Callable[[Floor, Any], Floor]:
    """A fold after which the deck that the event names is so."""
    return lambda floor, event: with_deck(floor, event.deck, **so)


def _brought(floor: Floor, event: DeckBrought) -> Floor:
    others = tuple(deck for deck in floor.decks if deck.name != event.deck)
    return evolve(floor, decks=(*others, Deck(event.deck, event.back, event.checked)))


def _secured(floor: Floor, event: DeckSecured) -> Floor:
    deck = Deck(event.deck, event.back, event.means, secured=True)
    return evolve(floor, decks=(*floor.decks, deck))


def _without_order(floor: Floor, deck: str) -> Floor:
    return evolve(floor, orders=tuple(order for order in floor.orders if order.deck != deck))


def _checked(floor: Floor, event: DeckChecked) -> Floor:
    floor = _without_order(floor, event.deck)
    handled = {} if event.means is CheckMeans.DEVICE else HANDLED
    return with_deck(floor, event.deck, checked=event.means, **handled)


def lift_hold(floor: Floor, held: Held) -> Floor:
    """The floor without one of its holds."""
    return evolve(floor, holds=tuple(one for one in floor.holds if one != held))


def _found_wrong(floor: Floor, event: DeckFoundWrong) -> Floor:
    # The count has answered whether all cards were collected (4.2.1); the deck is out.
    floor = lift_hold(floor, Held(Hold.CARDS_DROPPED, event.deck))
    return with_deck(_without_order(floor, event.deck), event.deck, checked=None, unfit=True)


def _shuffled(floor: Floor, event: DeckShuffled) -> Floor:
    if device(floor):
        return with_deck(floor, event.deck, hand_shuffled=True, extra_shuffle=False)
    return with_deck(floor, event.deck, extra_shuffle=False, **HANDLED | {"shuffled": True})


HANDLERS: Handlers = {
    SecureDeck: Handler(_verify_secure, Emits(DeckSecured)),
    BringDeck: Handler(_verify_bring, _bring),
    CheckDeck: Handler(_verify_check, _check),
    ShuffleDeck: Handler(_verify_shuffle, Emits(DeckShuffled)),
    CutDeck: Handler(_verify_cut, Emits(DeckCut)),
}

FOLDS: Folds = {
    DeckSecured: _secured,
    DeckBrought: _brought,
    DeckChecked: _checked,
    DeckFoundWrong: _found_wrong,
    DeckShuffled: _shuffled,
    DeckCut: deck_becomes(cut=True, extra_cut=False),
}
