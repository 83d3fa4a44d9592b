"""What is wrong with the devices of the table, and what the rules make of it.

A shuffling device that jams or does not finish its cycle: the cards are shuffled again (12.1). A
wrong count, a card left inside, an unfinished cycle or a card of another back: nobody knows which
cards the deck has, it is counted before it is dealt (3.8). That a device is no longer capable is
for a person to confirm (12.2), never for a fault code.
"""

from dataclasses import dataclass
from typing import Final

from controller.domain.base import evolve
from controller.floor.base import Command, Event
from controller.floor.citations import cite
from controller.floor.deck_orders import DeckCountOrdered
from controller.floor.deck_steps import device
from controller.floor.decks import ShuffleFailed
from controller.floor.draft import Draft, Folds, Handler, Handlers, always
from controller.floor.state import Deck, DeviceState, Floor, Trouble, TroubleCode

RESHUFFLE: Final = frozenset({TroubleCode.JAM, TroubleCode.UNFINISHED_CYCLE})
COUNT: Final = frozenset(
    {
        TroubleCode.WRONG_COUNT,
        TroubleCode.MISCOUNTED,
        TroubleCode.RESIDUAL_CARD,
        TroubleCode.UNFINISHED_CYCLE,
        TroubleCode.WRONG_BACK,
    }
)


@dataclass(frozen=True)
class FitDevices(Command):
    """Observation: the table has come up with these devices."""

    devices: tuple[str, ...]


@dataclass(frozen=True)
class ReportDevice(Command):
    """Observation: something is wrong with a device, or is no longer."""

    device: str
    code: TroubleCode
    text: str = ""
    part: str = ""
    """What of it: a deck by its back, a place."""
    over: bool = False
    times: int = 1
    """How often it has happened since it was last said."""


@dataclass(frozen=True)
class DevicesFitted(Event):
    devices: tuple[str, ...]


@dataclass(frozen=True)
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


def _fit(draft: Draft, command: FitDevices) -> None:
    if tuple(known.name for known in draft.floor.devices) != command.devices:
        draft.emit(DevicesFitted(command.devices))


def _report(draft: Draft, command: ReportDevice) -> None:
    """What is known already is not said twice, but for what happens again and again."""
    known = state_of(draft.floor, command.device).trouble(command.code, command.part)
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
    deck = _deck(draft.floor, command.part)
    if deck is not None and not command.over:
        _block(draft, deck, command.code)


def _deck(floor: Floor, back: str) -> Deck | None:
    """The deck of this back, where a device shuffles."""
    found = [deck for deck in floor.decks_here() if deck.back == back]
    return found[0] if found and device(floor) else None


def _block(draft: Draft, deck: Deck, code: TroubleCode) -> None:
    floor = draft.floor
    if code in RESHUFFLE and deck.loaded and not floor.in_play(deck.name):
        draft.emit(ShuffleFailed(deck.name))
    if code in COUNT and all(order.deck != deck.name for order in floor.orders):
        draft.emit(DeckCountOrdered(deck.name, cite(floor.rules, "count ordered")))


def _trouble(said: ReportDevice | DeviceReported) -> Trouble:
    return Trouble(said.code, said.text, said.part, said.times)


def _fitted(floor: Floor, event: DevicesFitted) -> Floor:
    return evolve(floor, devices=tuple(state_of(floor, name) for name in event.devices))


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
