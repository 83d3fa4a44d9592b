"""What the shuffler is told next, from the table as it is: nobody taps for it.

After "no more bets" it puts out packet after packet, each when the one before was taken. The deck
that waits in the tray is loaded and shuffled while the other is in play, so that no round waits for
a shuffle when there was time (3.2.1). In the poker room a whole deck is released as soon as the
other has gone in (4.4 there). An order is given only when record and machine agree on how many
cards are out: a packet that came out and is not on record yet is never put out twice.
"""

from enum import StrEnum
from typing import NamedTuple

from controller.cards.plan import packet
from controller.devices.faults import back_of, dealt_from
from controller.floor.deck_steps import Step, decks_in_turn, next_step, to_release
from controller.floor.decks import FULL_DECK
from controller.floor.rounds import verify_deal
from controller.floor.state import Deck, Floor
from controller.house.state import House
from drivers.shuffler.protocol import Back, ShufflerState
from drivers.shuffler.protocol import Deck as Bay


class Task(StrEnum):
    """What a shuffler can be told to do."""

    LOAD = "load deck"
    SHUFFLE = "shuffle"
    EJECT = "eject"
    RELEASE = "release"


class Order(NamedTuple):
    """One thing for it to do."""

    task: Task
    back: Back
    cards: int = 0


def order_due(house: House, state: ShufflerState) -> Order | None:
    """What to tell it now; dealing comes first."""
    if house.floor is None or state.door_open:
        return None
    return (
        _packet_due(house, house.floor, state)
        or _release_due(house.floor, state)
        or _deck_due(house.floor, state)
    )


def done_already(order: Order, state: ShufflerState) -> bool:
    """Does the machine say that it has done this, though the record does not? So it does before its
    report has come, and where a shuffled deck has to be shuffled once more."""
    return order.task is Task.SHUFFLE and state.deck(order.back) is Bay.READY


def awaited(house: House) -> bool:
    """Is there anything that the table waits for it to do, or that is to be brought to it?"""
    floor = house.floor
    if floor is None:
        return False
    return bool(cards_awaited(house)) or any(
        next_step(floor, deck) in (Step.LOAD, Step.DEVICE_SHUFFLE, Step.RELEASE)
        for deck in floor.decks_here()
        if not floor.in_play(deck.name)
    )


def cards_awaited(house: House) -> int:
    """How many cards are to come out of the device now, whatever state that is in."""
    if house.floor is None or verify_deal(house.floor) is not None:
        return 0
    return house.game.deal(house.table).awaited


def miscounted(house: House, state: ShufflerState) -> tuple[Back, str] | None:
    """Where the machine holds another number of cards than the record leaves it."""
    back, deal = dealt_from(house.floor) if house.floor else None, house.game.deal(house.table)
    if back is None or not deal.in_play or state.deck(back) is not Bay.READY:
        return None
    expected = FULL_DECK - deal.out
    if state.count(back) == expected:
        return None
    return back, f"{state.count(back)} cards are inside; by the record it should be {expected}."


def _packet_due(house: House, floor: Floor, state: ShufflerState) -> Order | None:
    back, awaited = dealt_from(floor), cards_awaited(house)
    if back is None or not awaited or state.gate_occupied:
        return None
    deal = house.game.deal(house.table)
    if state.deck(back) is not Bay.READY or state.count(back) != FULL_DECK - deal.out:
        return None
    return Order(Task.EJECT, back, packet(deal.plan, deal.out, awaited))


def _release_due(floor: Floor, state: ShufflerState) -> Order | None:
    deck = to_release(floor)
    back = back_of(deck) if deck else None
    if back is None or state.gate_occupied or state.deck(back) is not Bay.READY:
        return None
    return Order(Task.RELEASE, back)


def _deck_due(floor: Floor, state: ShufflerState) -> Order | None:
    """Loading and shuffling share one mechanism: the deck that is dealt next comes first."""
    if any(state.deck(back) in (Bay.LOADING, Bay.SHUFFLING) for back in Back):
        return None
    for deck in decks_in_turn(floor):
        back = back_of(deck)
        idle = back is not None and not floor.in_play(deck.name)
        if back and idle and (order := _mixing_due(floor, deck, back, state)):
            return order
    return None


def _mixing_due(floor: Floor, deck: Deck, back: Back, state: ShufflerState) -> Order | None:
    step = next_step(floor, deck)
    if step is Step.DEVICE_SHUFFLE and state.deck(back) in (Bay.LOADED, Bay.READY):
        return Order(Task.SHUFFLE, back)
    waiting = state.tray_occupied and state.deck(back) is Bay.ABSENT
    if step in (Step.LOAD, Step.DEVICE_SHUFFLE) and waiting:
        return Order(Task.LOAD, back)
    return None
