"""All view-models of the console: made together, updated together.

A panel adds its view-model here: one line in `__init__`, one property for QML.
"""

from collections.abc import Callable
from datetime import date, tzinfo
from typing import Any, TypeVar

from PySide6.QtCore import Property, QObject, Signal

from controller.floor.base import Day
from ui.bridge import Answered, Bridge
from ui.games.bonus.viewmodels.actions import ActionsViewModel
from ui.games.bonus.viewmodels.awards import AwardsViewModel
from ui.games.bonus.viewmodels.board import BoardViewModel
from ui.games.bonus.viewmodels.card_pad import CardPadViewModel
from ui.games.bonus.viewmodels.chip_pad import ChipPadViewModel
from ui.games.bonus.viewmodels.choices import ChoicesViewModel
from ui.games.bonus.viewmodels.felt import FeltViewModel
from ui.games.bonus.viewmodels.guidance import GuidanceViewModel
from ui.games.bonus.viewmodels.irregularities import IrregularitiesViewModel
from ui.games.bonus.viewmodels.place_panel import PlacePanelViewModel
from ui.games.bonus.viewmodels.settlement import SettlementViewModel
from ui.games.bonus.viewmodels.table_sign import local_zone
from ui.shown import Shown
from ui.viewmodels.base import ViewModel, qml_element
from ui.viewmodels.drawn import Drawn
from ui.viewmodels.faults import FaultsViewModel
from ui.viewmodels.history import HistoryViewModel
from ui.viewmodels.leaving import LeavingViewModel
from ui.viewmodels.panels import PanelsViewModel
from ui.viewmodels.rule_list import RuleListViewModel
from ui.viewmodels.session import SessionViewModel
from ui.viewmodels.sign_on import SignOnViewModel
from ui.viewmodels.strip import StripViewModel
from ui.viewmodels.supervisor import SupervisorViewModel
from ui.viewmodels.top_bar import TopBarViewModel

V = TypeVar("V", bound=ViewModel)


def calendar_day() -> Day:
    """Today, where the table stands."""
    now = date.today()
    return Day(now.year, now.month, now.day)


def _part(name: str) -> Any:
    """A view-model for QML; it stays the same as long as the console lives."""
    return Property(QObject, lambda self: self.parts[name], constant=True)


@qml_element
class ConsoleViewModel(QObject):
    """The whole console."""

    clockChanged = Signal()
    shownOnce = Signal()
    """The first snapshot is on the screen."""

    def __init__(
        self,
        bridge: Bridge,
        places: int,
        now_ms: Callable[[], int],
        today: Callable[[], Day] = calendar_day,
        zone: tzinfo | None = None,
    ) -> None:
        super().__init__()
        self._bridge = bridge
        self.parts: dict[str, ViewModel] = {}
        self._clock = ""
        self.drawn = drawn = Drawn(now_ms, self)
        panels = self._add("panels", PanelsViewModel(bridge))
        self._add("topBar", TopBarViewModel(bridge, zone or local_zone()))
        self._add("strip", StripViewModel(bridge))
        self._add("felt", FeltViewModel(bridge, panels, places))
        self._add("board", BoardViewModel(bridge, panels))
        self._add("settlement", SettlementViewModel(bridge, panels))
        self._guidance = self._add("guidance", GuidanceViewModel(bridge))
        pad = self._add("chipPad", ChipPadViewModel(bridge, panels, drawn))
        pad.dropped.connect(self._guidance.say)
        actions = self._add("actions", ActionsViewModel(bridge, panels, pad, drawn))
        actions.early.connect(self._guidance.say)
        self._add("choices", ChoicesViewModel(bridge, panels, drawn))
        self._add("cardPad", CardPadViewModel(bridge, drawn))
        self._add("faults", FaultsViewModel(bridge, panels))
        reports = self._add("irregularities", IrregularitiesViewModel(bridge, panels, drawn))
        self._add("placePanel", PlacePanelViewModel(bridge, panels, drawn, reports))
        sign_on = SignOnViewModel(bridge, panels)
        supervisor = SupervisorViewModel(bridge, panels, sign_on, today, drawn)
        self._add("supervisor", supervisor)
        sign_on.arrived.connect(supervisor.arrive)
        self._add("awards", AwardsViewModel(bridge, panels, supervisor))
        # After the panel that goes on when somebody has signed on.
        self._sign_on = self._add("signOn", sign_on)
        self._add("history", HistoryViewModel(bridge, panels))
        self._add("rules", RuleListViewModel(bridge, panels))
        self.leaves = self._add("leaving", LeavingViewModel(bridge, panels))
        self._session = self._add("session", SessionViewModel(bridge))
        bridge.watch(self._show)
        bridge.answered.connect(self._answer)

    def _add(self, name: str, part: V) -> V:
        part.setParent(self)
        self.parts[name] = part
        return part

    def _show(self, shown: Shown) -> None:
        for part in self.parts.values():
            part.update(shown)
        self.shownOnce.emit()

    def _answer(self, answered: Answered) -> None:
        self._guidance.answered(answered)

    def tell_time(self, text: str) -> None:
        """The time of day as the top bar shows it; every second, for what runs out as well."""
        self._session.refresh()
        self._sign_on.refresh()
        self._bridge.look_at_reader()
        if text != self._clock:
            self._clock = text
            self.clockChanged.emit()

    def _get_clock(self) -> str:
        return self._clock

    clock = Property(str, _get_clock, notify=clockChanged)
    panels = _part("panels")
    topBar = _part("topBar")
    strip = _part("strip")
    felt = _part("felt")
    board = _part("board")
    settlement = _part("settlement")
    guidance = _part("guidance")
    actions = _part("actions")
    chipPad = _part("chipPad")
    choices = _part("choices")
    cardPad = _part("cardPad")
    irregularities = _part("irregularities")
    placePanel = _part("placePanel")
    faults = _part("faults")
    supervisor = _part("supervisor")
    awards = _part("awards")
    signOn = _part("signOn")
    history = _part("history")
    rules = _part("rules")
    leaving = _part("leaving")
    session = _part("session")
