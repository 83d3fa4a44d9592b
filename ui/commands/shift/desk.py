"""The tournament of the scripted shift: a small field at two tables, from the start to the prizes.

Desk and tables are real controllers with their records; players and director are simulated. The
desk's own screen and the players' clock show how it goes.
"""

import time
from contextlib import ExitStack
from functools import cached_property
from typing import Final

from PySide6.QtGui import QImage
from PySide6.QtQuick import QQuickWindow

from controller.domain.words import dollars
from controller.tournament.prizes import won
from controller.tournament.state import Desk
from simulators.games.tournament.people.room import Room
from simulators.games.tournament.people.turbo import turbo
from ui.bridge import Bridge
from ui.commands.shift.clock import ShiftClock
from ui.commands.shift.evening import SEED, Watcher
from ui.commands.shift.finger import Finger
from ui.commands.shift.stage import SIZE
from ui.console import Console
from ui.games.desk.screen import DESK_SCREEN
from ui.sign import SignWindow

SEATS: Final = 6
PLAYERS: Final = 12
NAME: Final = "tournament"


class DeskStage:
    """A context manager: the field is seated and plays, the desk's windows are up."""

    name = NAME

    def __init__(self, clock: ShiftClock) -> None:
        self.clock, self._open = clock, ExitStack()

    def __enter__(self) -> "DeskStage":
        with ExitStack() as opened:
            self.room = Room(turbo(SEATS), PLAYERS, SEED, None, opened)
            director = self.room.director
            self.bridge = Bridge(simulated=True)
            self.bridge.attach(director.controller)
            now_ms = lambda: director.clock.now().steady_ms  # noqa: E731
            self.console = Console(
                self.bridge, DESK_SCREEN, 0, size=SIZE, now_ms=now_ms, time_of_day=self._time
            )
            opened.callback(self.console.close)
            self.console.show()
            self._open = opened.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def _time(self) -> str:
        return time.strftime("%H:%M", time.gmtime(self.room.director.clock.now().wall_ms // 1_000))

    @property
    def desk(self) -> Desk:
        return self.room.desk

    @cached_property
    def finger(self) -> Finger:
        return Finger(self.console.window, self.clock, self._is_shown)

    def _is_shown(self) -> bool:
        shown = self.console.view.parts["actions"].shown
        current = shown is not None and shown.snapshot is self.room.director.snapshot
        return current and self.console.view.drawn.current

    @cached_property
    def wall(self) -> QQuickWindow:
        """The players' clock, from now on."""
        made = SignWindow(self.bridge, DESK_SCREEN)
        self._open.callback(made.close)
        made.show()
        return made.window

    def look(self) -> None:
        """Until the desk's screen is as the tournament is."""
        self.bridge.show(self.room.director.snapshot)
        self.finger.look()

    def grab(self, window: QQuickWindow) -> QImage:
        """What it shows now."""
        self.console.view.tell_time(self._time())
        self.look()
        return window.grabWindow()


class TournamentEvening:
    """Entries to prizes."""

    chapters: Final = 1

    def __init__(self, clock: ShiftClock, watcher: Watcher) -> None:
        self._clock, self._watcher = clock, watcher

    def play(self) -> None:
        """The whole course."""
        with DeskStage(self._clock) as stage:
            self._say(f"{PLAYERS} players have entered and sit at two tables. Play begins.")
            self._page(stage, "players", "The desk: who has entered, with seat and stack")
            self._page(stage, "tables", "The desk: the tables at a glance")
            left = PLAYERS
            for left_now in stage.room.windows():
                if left > PLAYERS // 2 >= left_now:
                    self._halfway(stage, left_now)
                left = left_now
            self._say(f"The tournament is decided: {_prizes(stage.desk)}.")
            self._page(stage, "prizes", "The desk: places and prizes")
        self._watcher.advance()
        self._say("End of the shift.")

    def _halfway(self, stage: DeskStage, left: int) -> None:
        self._say(f"{left} players are left: one table plays on.")
        self._page(stage, "tables", "The desk: the last table")
        self._watcher.picture(stage, "The players' clock, for a wall", stage.wall)

    def _page(self, stage: DeskStage, page: str, caption: str) -> None:
        stage.look()
        stage.finger.tap(f"page-{page}")
        self._watcher.picture(stage, caption, stage.console.window)

    def _say(self, text: str) -> None:
        self._watcher.say(NAME, text)


def _prizes(desk: Desk) -> str:
    paid = [one for one in won(desk) if one.cash]
    return ", ".join(f"{one.name} {dollars(one.cash)}" for one in paid)
