"""What the table waits for of a device, and for how long it does so without a word.

A card that does not come, a deck that is not loaded or shuffled: past its bound a wait is said,
with what is waited for and since when. Where it is known what is wrong with the device, that is
said instead. Whatever else is waited for has a bound at its driver: a device that does not answer
is away, a sign that does not show what it was sent is not showing, a contact that does not settle
is unsteady, a pool that cannot be reached has lost its link.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Final, NamedTuple

from controller.devices.dealing import cards_awaited
from controller.devices.faults import back_of
from controller.domain.dealing import Dealing
from controller.domain.instant import SECOND_MS
from controller.floor.deck_steps import Step, next_step, to_release
from controller.floor.device_state import TroubleCode
from controller.floor.equipment import ReportDevice, state_of
from controller.floor.state import Deck, Floor
from controller.house.state import House
from drivers.link.messages import Message
from drivers.shuffler.protocol import Deck as Bay
from drivers.shuffler.protocol import ShufflerState

# fmt: off
PACKET_MS_MAX: Final  = 15 * SECOND_MS
CARD_MS_MAX: Final    = 30 * SECOND_MS
LOAD_MS_MAX: Final    = 30 * SECOND_MS
SHUFFLE_MS_MAX: Final = 120 * SECOND_MS
RELEASE_MS_MAX: Final = 15 * SECOND_MS
# fmt: on
"""A packet comes by itself, a card out of the shoe is drawn; a shuffle takes 45 seconds."""

_NO_REASON: Final = frozenset(
    {
        TroubleCode.OVERDUE,
        TroubleCode.UNREADABLE_CARD,
        TroubleCode.SUSPECT_FRAME,
        TroubleCode.CUT_CARD,
    }
)
"""Trouble that stops no card and no deck."""


class Wait(NamedTuple):
    """One thing that the table waits for; another card is another wait."""

    device: str
    part: str
    what: str
    """Before "since": a card that is waited for."""
    ms_max: int
    about: tuple[int, int] = (0, 0)
    """Which round, and how many cards were out."""


def waits(house: House, shuffler: Message | None) -> Iterator[Wait]:
    """All of them, with the shuffler as it was last read."""
    floor = house.floor
    if floor is None:
        return
    yield from _cards(house, floor)
    if floor.rules.dealing is Dealing.SHUFFLER:
        for deck in floor.decks_here():
            if not floor.in_play(deck.name):
                yield from _deck(floor, deck, shuffler)


def _cards(house: House, floor: Floor) -> Iterator[Wait]:
    dealing = floor.rules.dealing
    if dealing.by_hand or not cards_awaited(house):
        return
    deal = house.game.deal(house.table)
    what = f"Waiting for card {deal.out + 1} of {deal.due}"
    ms_max = PACKET_MS_MAX if dealing is Dealing.SHUFFLER else CARD_MS_MAX
    yield Wait(dealing.value, "", what, ms_max, (house.table.number, deal.out))


def _deck(floor: Floor, deck: Deck, state: Message | None) -> Iterator[Wait]:
    """Putting a deck into the tray is for the dealer; from there on it is for the device."""
    step, back = next_step(floor, deck), back_of(deck)
    if step is Step.DEVICE_SHUFFLE:
        what = f"Waiting for the {deck.back} deck to be shuffled"
        yield Wait("shuffler", deck.back, what, SHUFFLE_MS_MAX)
    elif deck is to_release(floor):
        what = f"Waiting for the {deck.back} deck to be released"
        yield Wait("shuffler", deck.back, what, RELEASE_MS_MAX)
    elif step is Step.LOAD and back is not None and isinstance(state, ShufflerState):
        taking = state.tray_occupied or state.deck(back) is Bay.LOADING
        what = f"Waiting for the {deck.back} deck to be loaded"
        yield from (Wait("shuffler", deck.back, what, LOAD_MS_MAX),) if taking else ()


class Patience:
    """How long what is waited for has been waited for; no thread and no clock of its own."""

    def __init__(self) -> None:
        self._since: dict[Wait, tuple[int, int]] = {}
        """When each began, by both clocks."""
        self._shuffler: Message | None = None
        """As it was read before it was asked again."""

    def look(
        self, house: House, shuffler: Message | None, now_ms: int, wall_ms: int
    ) -> list[ReportDevice]:
        """What is to be said, or is over: nothing that stands in the record already."""
        floor = house.floor
        if floor is None:
            return []
        self._shuffler = shuffler or self._shuffler
        present = waits(house, self._shuffler)
        found = {wait: self._since.get(wait, (now_ms, wall_ms)) for wait in present}
        self._since = found
        overdue = {
            (wait.device, wait.part): f"{wait.what} since {_time(since_ms)}."
            for wait, (began_ms, since_ms) in found.items()
            if now_ms - began_ms >= wait.ms_max and not _explained(floor, wait)
        }
        standing = {
            (state.name, one.part): one.text
            for state in floor.devices
            for one in state.troubles
            if one.code is TroubleCode.OVERDUE
        }
        over = [_report(*key, over=True) for key in standing if key not in overdue]
        new = [_report(*key, text) for key, text in overdue.items() if standing.get(key) != text]
        return over + new


def _time(wall_ms: int) -> str:
    """On the clocks of the house."""
    return datetime.fromtimestamp(wall_ms // SECOND_MS).astimezone().strftime("%H:%M:%S")


def _report(device: str, part: str, text: str = "", *, over: bool = False) -> ReportDevice:
    return ReportDevice(device, TroubleCode.OVERDUE, text, part, over)


def _explained(floor: Floor, wait: Wait) -> bool:
    """Is it known what is wrong with the device, or with this deck in it?"""
    return any(
        one.code not in _NO_REASON and (wait.part in ("", one.part) or not one.part)
        for one in state_of(floor, wait.device).troubles
    )
