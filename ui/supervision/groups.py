"""The pages of the menu that every table has, and when a table is in a state for an entry."""

from collections.abc import Callable
from typing import Final

from controller.floor.state import Status
from ui.forms.asks import Scene
from ui.forms.entries import Group

TABLE: Final = Group("Open and close")
MONEY: Final = Group("Float and drop")
CARDS: Final = Group("Cards")
PLAYERS: Final = Group("Players")
DISPUTES: Final = Group("Disputes, rules")
PAYMENTS: Final = Group("Wrong payments")
NOTICES: Final = Group("Calls, notices")
DEVICES: Final = Group("Devices")
WAITING: Final = Group("Waiting for you")
"""The first page where more than one entry is waiting. It is not in the menu."""


def status_is(*fits: Status) -> Callable[[Scene], str]:
    """The entry is offered only while the table has one of these statuses."""

    def why(scene: Scene) -> str:
        status = scene.floor.status
        return "" if status in fits else f"The table is {status.value}"

    return why


OPEN: Final = status_is(Status.OPEN)
