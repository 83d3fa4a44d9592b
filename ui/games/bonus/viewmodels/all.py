"""All screen areas of the bonus game: made together."""

from ui.games.bonus.viewmodels.actions import BonusActions
from ui.games.bonus.viewmodels.awards import AwardsViewModel
from ui.games.bonus.viewmodels.board import BoardViewModel
from ui.games.bonus.viewmodels.card_pad import CardPadViewModel
from ui.games.bonus.viewmodels.chip_pad import ChipPadViewModel
from ui.games.bonus.viewmodels.choices import ChoicesViewModel
from ui.games.bonus.viewmodels.felt import derive_place, tap_on
from ui.games.bonus.viewmodels.guidance import derive_guidance
from ui.games.bonus.viewmodels.place_panel import PlacePanelViewModel
from ui.games.bonus.viewmodels.settlement import SettlementViewModel
from ui.games.screen import Frame, GameViewModels, part
from ui.viewmodels.base import qml_element
from ui.viewmodels.felt import FeltViewModel, PlaceViewModel
from ui.viewmodels.guidance import GuidanceViewModel


@qml_element
class BonusViewModels(GameViewModels):
    """The screen areas of the bonus game."""

    def __init__(self, frame: Frame) -> None:
        super().__init__()
        bridge, panels, drawn = frame.bridge, frame.panels, frame.drawn
        numbers = range(1, frame.places + 1)
        places = [PlaceViewModel(bridge, panels, n, derive_place, tap_on) for n in numbers]
        self.add("felt", FeltViewModel(bridge, places))
        self.add("board", BoardViewModel(bridge, panels))
        self.add("settlement", SettlementViewModel(bridge, panels))
        self.guidance = self.add("guidance", GuidanceViewModel(bridge, derive_guidance))
        pad = self.add("chipPad", ChipPadViewModel(bridge, panels, drawn))
        pad.dropped.connect(self.guidance.say)
        self.actions = self.add("actions", BonusActions(bridge, panels, pad, drawn))
        self.add("choices", ChoicesViewModel(bridge, panels, drawn))
        self.add("cardPad", CardPadViewModel(bridge, drawn))
        self.add("placePanel", PlacePanelViewModel(bridge, panels, drawn, frame.irregularities))
        self.add("awards", AwardsViewModel(bridge, panels, frame.supervisor))

    felt = part("felt")
    board = part("board")
    settlement = part("settlement")
    chipPad = part("chipPad")
    choices = part("choices")
    cardPad = part("cardPad")
    placePanel = part("placePanel")
    awards = part("awards")
