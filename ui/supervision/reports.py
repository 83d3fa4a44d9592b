"""What a dealer can report at every table, whatever is played there."""

from typing import Final

from controller.domain.dealing import Dealing
from controller.floor.deck_orders import ReportCardsDropped, ReportDeviceFailed
from controller.floor.disputes import OpenDispute
from controller.floor.entries import About, IncidentKind
from controller.floor.measures import ReportIncident
from controller.floor.state import Hold, Status
from controller.staff.powers import HouseAction
from ui.forms.asks import DECK, Scene, choice, place_of, place_or_none, words
from ui.forms.entries import REPORT, Entry, sends


def not_open(scene: Scene) -> str:
    """Why nothing of the house can be reported now."""
    if scene.held is not None:
        return "The table is held"
    floor = scene.house.floor
    return "" if floor is not None and floor.status is Status.OPEN else "The table is not open"


def _no_device(scene: Scene) -> str:
    if why := not_open(scene):
        return why
    floor = scene.floor
    if scene.house.in_round or floor.rules.dealing is Dealing.HAND:
        return "No device is in use"
    failed = any(one.hold is Hold.DEVICE_FAILED for one in floor.holds)
    return "It has been reported" if failed else ""


WHOSE: Final = choice("place", "Who was it?", place_or_none)
KIND: Final = choice("kind", "What happened?", words(*IncidentKind))

# fmt: off
DROPPED: Final = sends(
    "cards-dropped", REPORT, "Cards were dropped", ReportCardsDropped, (DECK,), not_open,
    outcome="A supervisor checks that every card is there before this deck is used again",
)
DISPUTE: Final = Entry(
    "dispute", REPORT, "A player disagrees", HouseAction.OPEN_DISPUTE,
    lambda scene, a: OpenDispute(About.GAME, scene.house.table.number or None, place_of(a)),
    (WHOSE,), not_open,
    outcome="It is recorded. A gaming supervisor decides",
)
INCIDENT: Final = sends(
    "incident", REPORT, "Conduct at the table", ReportIncident, (KIND, WHOSE), not_open,
    outcome="It is recorded. A supervisor decides what to do",
)
DEVICE_FAILED: Final = sends(
    "device-failed", REPORT, "{source} has failed", ReportDeviceFailed, (), _no_device,
)
# fmt: on
