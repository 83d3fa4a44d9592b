"""All view-models of the console: made together, updated together.

A panel of the frame adds its view-model here: one line in `__init__`, one property for QML. The
game that is played brings its own.
"""

from collections.abc import Callable
from datetime import date, tzinfo
from typing import TypeVar

from PySide6.QtCore import Property, QObject, Signal

from controller.floor.base import Day
from ui.bridge import Answered, Bridge
from ui.games.screen import Frame, GameScreen, part
from ui.shown import Shown
from ui.viewmodels.base import ViewModel, qml_element
from ui.viewmodels.drawn import Drawn
from ui.viewmodels.faults import FaultsViewModel
from ui.viewmodels.history import HistoryViewModel
from ui.viewmodels.irregularities import IrregularitiesViewModel
from ui.viewmodels.leaving import LeavingViewModel
from ui.viewmodels.panels import PanelsViewModel
from ui.viewmodels.rule_list import RuleListViewModel
from ui.viewmodels.session import SessionViewModel
from ui.viewmodels.sign_on import SignOnViewModel
from ui.viewmodels.strip import StripViewModel
from ui.viewmodels.supervisor import SupervisorViewModel
from ui.viewmodels.top_bar import TopBarViewModel
from ui.viewmodels.zone import local_zone

V = TypeVar("V", bound=ViewModel)


def calendar_day() -> Day:
    """Today, where the table stands."""
    now = date.today()
    return Day(now.year, now.month, now.day)


@qml_element
class ConsoleViewModel(QObject):
    """The whole console."""

    clockChanged = Signal()
    shownOnce = Signal()
    """The first snapshot is on the screen."""

    def __init__(
        self,
        bridge: Bridge,
        game: GameScreen,
        places: int,
        now_ms: Callable[[], int],
        today: Callable[[], Day] = calendar_day,
        zone: tzinfo | None = None,
    ) -> None:
        super().__init__()
        self._bridge = bridge
        self.parts: dict[str, ViewModel] = {}
        """All screen areas, in the order in which they are updated."""
        self._clock = ""
        self.drawn = drawn = Drawn(now_ms, self)
        panels = self._add("panels", PanelsViewModel(bridge, game.moment))
        self._top_bar = self._add("topBar", TopBarViewModel(bridge, game, zone or local_zone()))
        self._add("strip", StripViewModel(bridge, game))
        self._add("faults", FaultsViewModel(bridge, panels, game))
        sign_on = SignOnViewModel(bridge, panels)
        supervisor = SupervisorViewModel(bridge, panels, game, sign_on, today, drawn)
        self._add("supervisor", supervisor)
        sign_on.arrived.connect(supervisor.arrive)
        reports = IrregularitiesViewModel(bridge, panels, game, today, drawn)
        self._add("irregularities", reports)
        self._game = game.view_models(Frame(bridge, panels, supervisor, reports, drawn, places))
        self._game.setParent(self)
        self.parts |= self._game.parts
        self._game.actions.early.connect(self._game.guidance.say)
        # After the panels that go on when somebody has signed on.
        self._sign_on = self._add("signOn", sign_on)
        self._add("history", HistoryViewModel(bridge, panels, game))
        self._add("rules", RuleListViewModel(bridge, panels))
        self.leaves = self._add("leaving", LeavingViewModel(bridge, panels, game))
        self._session = self._add("session", SessionViewModel(bridge, menu_below=game.menu_below))
        bridge.watch(self._show)
        bridge.answered.connect(self._answer)

    def _add(self, name: str, made: V) -> V:
        made.setParent(self)
        self.parts[name] = made
        return made

    def _show(self, shown: Shown) -> None:
        for one in self.parts.values():
            one.update(shown)
        self.shownOnce.emit()

    def _answer(self, answered: Answered) -> None:
        self._game.guidance.answered(answered)

    def tell_time(self, text: str) -> None:
        """The time of day as the top bar shows it; every second, for what runs out as well."""
        self._session.refresh()
        self._sign_on.refresh()
        self._top_bar.tick()
        self._game.tick()
        self._bridge.look_at_devices()
        if text != self._clock:
            self._clock = text
            self.clockChanged.emit()

    def _get_clock(self) -> str:
        return self._clock

    def _get_game(self) -> QObject:
        return self._game

    clock = Property(str, _get_clock, notify=clockChanged)
    game = Property(QObject, _get_game, constant=True)
    panels = part("panels")
    topBar = part("topBar")
    strip = part("strip")
    guidance = part("guidance")
    actions = part("actions")
    faults = part("faults")
    supervisor = part("supervisor")
    irregularities = part("irregularities")
    signOn = part("signOn")
    history = part("history")
    rules = part("rules")
    leaving = part("leaving")
    session = part("session")
