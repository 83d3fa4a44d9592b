"""What is wrong with the devices of the table, and what the rules make of it.

A shuffling device that jams or does not finish its cycle: the cards are shuffled again (12.1). A
wrong count, a card left inside, an unfinished cycle or a card of another back: nobody knows which
cards the deck has, it is counted before it is dealt (3.8); for a card that is missing or does not
belong, as 11.9 has it. That a device is no longer capable is for a person to confirm (12.2), never
for a fault code. What a device says of itself goes before a tick on the opening checklist (2.4).
"""

from typing import Final

from controller.domain.base import evolve
from controller.domain.kernel import Folds, Handler, Handlers, always
from controller.floor.base import Command, Event
from controller.floor.citations import cite
from controller.floor.deck_orders import DeckCountOrdered
from controller.floor.deck_steps import device
from controller.floor.decks import notify_of_cards
from controller.floor.device_state import DeviceState, Trouble, TroubleCode
from controller.floor.loading import ShuffleFailed
from controller.floor.state import Deck, Draft, Floor
from controller.staff.powers import Nobody

RESHUFFLE: Final = frozenset({TroubleCode.JAM, TroubleCode.UNFINISHED_CYCLE})
COUNT: Final = frozenset(
    {
        TroubleCode.WRONG_COUNT,
        TroubleCode.MISCOUNTED,
        TroubleCode.RESIDUAL_CARD,
        TroubleCode.UNFINISHED_CYCLE,
        TroubleCode.WRONG_BACK,
        TroubleCode.CARDS_TOLD,
    }
)
CARDS: Final = frozenset({TroubleCode.WRONG_COUNT, TroubleCode.WRONG_BACK})
"""3.1: a card is missing, or one does not belong: 11.9 is gone through."""


class FitDevices(Command, action=Nobody.OBSERVED):
    """Observation: the table has come up with these devices."""

    devices: tuple[str, ...]
    sensors: frozenset[int] | None = None
    """Places with a bet sensor of their own."""


class ReportDevice(Command, action=Nobody.OBSERVED):
    """Observation: something is wrong with a device, or is no longer."""

    device: str
    code: TroubleCode
    text: str = ""
    part: str = ""
    """What of it: a deck by its back, a place."""
    over: bool = False
    times: int = 1
    """How often it has happened since it was last said."""


class DevicesFitted(Event):
    devices: tuple[str, ...]
    sensors: frozenset[int] | None = None


class DeviceReported(Event):
    device: str
    code: TroubleCode
    text: str
    part: str
    over: bool
    times: int


def state_of(floor: Floor, name: str) -> DeviceState:
    """How a device is; one that nothing was heard of has no trouble."""
    return next((known for known in floor.devices if known.name == name), DeviceState(name))


def works(floor: Floor, name: str) -> bool:
    """Is nothing known that keeps this device from doing its work (2.4)?"""
    state = state_of(floor, name)
    return state.in_use and state.trouble(TroubleCode.NOT_SHOWING) is None


def _fit(draft: Draft, command: FitDevices) -> None:
    known = tuple(known.name for known in draft.state.devices), draft.state.sensors
    if known != (command.devices, command.sensors):
        draft.emit(DevicesFitted(command.devices, command.sensors))


def _report(draft: Draft, command: ReportDevice) -> None:
    """What is known already is not said twice, but for what happens again and again."""
    known = state_of(draft.state, command.device).trouble(command.code, command.part)
    if known is None if command.over else known == _trouble(command):
        return
    draft.emit(
        DeviceReported(
            command.device,
            command.code,
            command.text,
            command.part,
            command.over,
            command.times,
        )
    )
    deck = _deck(draft.state, command.part)
    if deck is not None and not command.over:
        _block(draft, deck, command.code)


def _deck(floor: Floor, back: str) -> Deck | None:
    """The deck of this back, where a device shuffles."""
    found = [deck for deck in floor.decks_here() if deck.back == back]
    return found[0] if found and device(floor) else None


def _block(draft: Draft, deck: Deck, code: TroubleCode) -> None:
    floor = draft.state
    if code in RESHUFFLE and deck.loaded and not floor.in_play(deck.name):
        draft.emit(ShuffleFailed(deck.name))
    if code in COUNT and all(order.deck != deck.name for order in floor.orders):
        fact = "missing card" if code in CARDS else "count ordered"
        draft.emit(DeckCountOrdered(deck.name, cite(floor.rules, fact)))
    if code in CARDS:
        notify_of_cards(draft)


def _trouble(said: ReportDevice | DeviceReported) -> Trouble:
    return Trouble(said.code, said.text, said.part, said.times)


def _fitted(floor: Floor, event: DevicesFitted) -> Floor:
    devices = tuple(state_of(floor, name) for name in event.devices)
    return evolve(floor, devices=devices, sensors=event.sensors)


def _reported(floor: Floor, event: DeviceReported) -> Floor:
    state = state_of(floor, event.device)
    rest = tuple(
        trouble
        for trouble in state.troubles
        if (trouble.code, trouble.part) != (event.code, event.part)
    )
    state = evolve(state, troubles=rest if event.over else (*rest, _trouble(event)))
    if all(known.name != event.device for known in floor.devices):
        return evolve(floor, devices=(*floor.devices, state))
    others = (state if known.name == state.name else known for known in floor.devices)
    return evolve(floor, devices=tuple(others))


HANDLERS: Handlers = {
    FitDevices: Handler(always, _fit),
    ReportDevice: Handler(always, _report),
}

FOLDS: Folds = {
    DevicesFitted: _fitted,
    DeviceReported: _reported,
}
