"""The frame of the console around a game that it has never heard of."""

from collections.abc import Iterable, Iterator
from datetime import tzinfo
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication

from controller.staff.roles import Role
from tests.helpers.screen import Screen
from tests.helpers.shift import GAMING, Shift
from tests.qml.conftest import seven_places
from ui.bridge import Bridge
from ui.games.screen import Frame, GameScreen, GameViewModels, Heading
from ui.shown import Shown
from ui.supervision.asks import Wager
from ui.viewmodels.actions import ActionsProps, ActionsViewModel, Primary, SideKey
from ui.viewmodels.foreseen import Foreseen
from ui.viewmodels.guidance import GuidanceProps, GuidanceViewModel
from ui.viewmodels.panels import PanelsViewModel
from ui.viewmodels.sign import SignViewModel

CONSOLE = """
import QtQuick
import frame
ConsoleFrame {
    placesHeight: 40
    felt: Text { objectName: "toyFelt"; text: "The highest card wins"; y: parent.height / 2 }
}
"""


class ToyActions(ActionsViewModel):
    """Two keys of its own."""

    def __init__(self, frame: Frame) -> None:
        super().__init__(frame.bridge, frame.panels, frame.drawn)
        self.tapped: list[str] = []

    def meaning(self, shown: Shown) -> tuple[Primary, object]:
        return Primary("Deal a card each", reason="Nobody plays"), None

    def bar(self, shown: Shown) -> ActionsProps:
        keys = SideKey("turn", "Turn", True), SideKey("fold", "Fold")
        return ActionsProps("Deal a card each", "Nobody plays", keys=keys)

    def key(self, code: str) -> None:
        self.tapped.append(code)


class ToyDesk(GameViewModels):
    actions: ToyActions

    def __init__(self, frame: Frame) -> None:
        super().__init__()
        said = GuidanceProps(text="Everybody gets a card.")
        guidance = GuidanceViewModel(frame.bridge, lambda _shown, _turn: said)
        self.guidance = self.add("guidance", guidance)
        self.actions = self.add("actions", ToyActions(frame))


class ToyScreen(GameScreen):
    """Deal a card each, high card wins."""

    name = "toy"
    entries = ()

    def __init__(self, folder: Path) -> None:
        (folder / "Console.qml").write_text(CONSOLE, "ascii")
        self.qml = str(folder)
        self.unsettled_said = ""

    def view_models(self, frame: Frame) -> ToyDesk:
        self.shown = ToyDesk(frame)
        return self.shown

    def sign(self, bridge: Bridge, zone: tzinfo) -> SignViewModel:
        raise NotImplementedError

    def rules_name(self, rules: Any) -> str:
        return "toy rules"

    def heading(self, shown: Shown) -> Heading:
        return Heading("High card", "Deal 1", ("Chip $1",))

    def notices(self, floor: Any, time: Any) -> Iterator[str]:
        return iter(())

    def wagers(self, rules: Any) -> Iterable[Wager]:
        return (Wager("chip", "The chip"),)

    def foreseen(self, seen: Any) -> Foreseen | None:
        return None

    def moment(self, table: Any) -> object:
        return 1

    def unsettled(self, table: Any) -> str:
        return self.unsettled_said

    def receive(self, shown: Shown, role: Role, panels: PanelsViewModel) -> bool:
        return False


@pytest.fixture
def toy(qapp: QGuiApplication, tmp_path: Path) -> Iterator[tuple[Screen, ToyScreen]]:
    bridge, game = Bridge(simulated=True), ToyScreen(tmp_path)
    shift = Shift(seven_places(), viewers=(bridge,))
    screen = Screen(shift, bridge, game=game)
    yield screen, game
    screen.close()


def test_the_frame_shows_what_the_game_brings(toy: tuple[Screen, ToyScreen]) -> None:
    screen, _ = toy
    assert screen.text("toyFelt") == "The highest card wins"
    assert screen.text("game") == "High card"
    assert screen.text("limit0").endswith("Chip $1")
    assert screen.text("guidanceText") == "Everybody gets a card."
    assert screen.text("primaryButton", "label") == "Deal a card each"
    assert not screen.enabled("primaryButton")


def test_a_tap_on_its_own_key_goes_to_the_game(toy: tuple[Screen, ToyScreen]) -> None:
    screen, game = toy
    screen.tap("turnButton")
    assert game.shown.actions.tapped == ["turn"]
    assert not screen.enabled("foldButton")


def test_the_menu_has_the_pages_of_the_house(toy: tuple[Screen, ToyScreen]) -> None:
    screen, _ = toy
    screen.shift.playing(1).on(GAMING)
    screen.settle().tap("supervisorButton")
    assert screen.find("entry-Open and close") is not None
    assert screen.find("entry-Round") is None
    assert screen.find("entry-Jackpot") is None
    screen.tap("supervisorAbout")
    assert any("Rules: toy rules" in text for text in screen.texts())


def test_the_game_says_what_is_left_on_the_felt(toy: tuple[Screen, ToyScreen]) -> None:
    screen, game = toy
    game.unsettled_said = "Deal 1 is not over."
    screen.window.close()
    screen.settle()
    assert screen.text("leavingTitle") == "Close the console? Deal 1 is not over."
