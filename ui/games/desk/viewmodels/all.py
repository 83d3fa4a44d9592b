"""All screen areas of the desk: made together."""

from typing import TYPE_CHECKING

from controller.games.desk.steps import STEPS, DeskStep
from ui.games.desk.hands import entered_here
from ui.games.desk.rows import desk_shown, tables_of
from ui.games.desk.viewmodels.about import AboutViewModel
from ui.games.desk.viewmodels.actions import DeskActions
from ui.games.desk.viewmodels.level import LevelViewModel
from ui.games.desk.viewmodels.pages import PagesViewModel
from ui.games.screen import Frame, GameViewModels, part
from ui.shown import Shown
from ui.viewmodels.base import qml_element
from ui.viewmodels.guidance import GuidanceProps, GuidanceViewModel
from ui.viewmodels.words import rule

if TYPE_CHECKING:
    from ui.games.screen import GameScreen


def guide(shown: Shown, _: int = 0) -> GuidanceProps:
    """The sentence of the step, and its rule."""
    desk = desk_shown(shown)
    row, refused = STEPS.step_row(desk), shown.snapshot.step.refused
    more = refused.text() if refused is not None else ""
    if row.name is DeskStep.PLAY and any(entered_here(desk, one) for one in tables_of(desk)):
        more = "After a hand enter the stacks, or at least who is out."
    return GuidanceProps(text=f"{row.says(desk)} {more}".rstrip(), clause=rule(row.rule))


@qml_element
class DeskViewModels(GameViewModels):
    """The screen areas of the desk."""

    def __init__(self, frame: Frame, game: "GameScreen") -> None:
        super().__init__()
        bridge, panels, drawn, forms = frame.bridge, frame.panels, frame.drawn, frame.supervisor
        self._level = self.add("level", LevelViewModel(bridge))
        about = AboutViewModel(bridge, panels, drawn, forms, game)
        self.add("pages", PagesViewModel(bridge, about, drawn))
        self.add("about", about)
        self.guidance = self.add("guidance", GuidanceViewModel(bridge, guide))
        self.actions = self.add("actions", DeskActions(bridge, panels, drawn, forms))

    def tick(self) -> None:
        """The clock runs down."""
        self._level.refresh()

    level = part("level")
    pages = part("pages")
    about = part("about")
