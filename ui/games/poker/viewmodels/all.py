"""All screen areas of the poker room: made together."""

from ui.games.poker.house import floor_of
from ui.games.poker.viewmodels.actions import PokerActions
from ui.games.poker.viewmodels.board import MiddleViewModel
from ui.games.poker.viewmodels.card_pad import HandPadViewModel
from ui.games.poker.viewmodels.felt import SeatViewModel
from ui.games.poker.viewmodels.guidance import guide_with
from ui.games.poker.viewmodels.keyed import Keyed
from ui.games.poker.viewmodels.passing import PassingViewModel
from ui.games.poker.viewmodels.pots import PotPadViewModel
from ui.games.poker.viewmodels.seat_panel import SeatPanelViewModel
from ui.games.poker.viewmodels.settlement import PushViewModel
from ui.games.poker.viewmodels.wagers import WagersViewModel
from ui.games.screen import Frame, GameViewModels, part
from ui.viewmodels.base import qml_element
from ui.viewmodels.felt import FeltViewModel
from ui.viewmodels.guidance import GuidanceViewModel


@qml_element
class PokerViewModels(GameViewModels):
    """The screen areas of the poker room."""

    def __init__(self, frame: Frame) -> None:
        super().__init__()
        bridge, panels, drawn = frame.bridge, frame.panels, frame.drawn
        passing = self.add("passing", PassingViewModel(bridge, drawn))
        push = self.add("push", PushViewModel(bridge))
        pots = self.add("potPad", PotPadViewModel(bridge))
        keyed = Keyed(passing, push, pots)
        numbers = range(1, frame.places + 1)
        seats = [SeatViewModel(bridge, panels, keyed, number) for number in numbers]
        self._oval = self.add("oval", FeltViewModel(bridge, seats))
        self.add("middle", MiddleViewModel(bridge, keyed))
        guide = guide_with(lambda: passing.seat, bridge.now, lambda: push.walk)
        self.guidance = self.add("guidance", GuidanceViewModel(bridge, guide))
        passing.changed.connect(self.guidance.refresh)
        push.changed.connect(self.guidance.refresh)
        passing.early.connect(self.guidance.say)
        self.add("wagers", WagersViewModel(bridge, panels, passing))
        pad = self.add("handPad", HandPadViewModel(bridge, panels))
        self.actions = self.add("actions", PokerActions(bridge, panels, drawn, keyed, pad))
        self.add("seatPanel", SeatPanelViewModel(bridge, panels, drawn, frame.supervisor))

    def tick(self) -> None:
        """A clock that was called on a player runs down."""
        shown = self._oval.shown
        if shown is not None and floor_of(shown).clock is not None:
            self._oval.tick()
            self.guidance.refresh()

    oval = part("oval")
    middle = part("middle")
    wagers = part("wagers")
    handPad = part("handPad")
    potPad = part("potPad")
    push = part("push")
    seatPanel = part("seatPanel")
