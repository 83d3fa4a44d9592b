"""The felt of any game: as many places as there are, each with the spots that its game has."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QRectF, QSize, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtQuick import QQuickItem, QQuickView
from PySide6.QtTest import QTest

import ui
from tests.helpers import layout
from tests.helpers.screen import LOOKED_AT, SIZES, faint_in, touchscreen
from tests.helpers.shift import Shift
from tests.qml.test_look import CONTRAST_MIN
from ui.bridge import Bridge
from ui.shown import Shown
from ui.viewmodels.felt import FeltViewModel, PlaceProps, PlaceViewModel, SpotRow, Tap
from ui.viewmodels.panels import PanelsViewModel

QML = Path(ui.__file__).parent / "qml"
FELT = """
import QtQuick
import theme
import felt
Item {
    id: table
    property alias model: cloth.model
    property real inches: 10
    Binding { target: Theme; property: "width"; value: table.width }
    Binding { target: Theme; property: "height"; value: table.height }
    Binding { target: Theme; property: "inches"; value: table.inches }
    Felt { id: cloth; anchors.fill: parent; upper: Theme.px(40); lower: Theme.px(190) }
}
"""
STACK = SpotRow("stack", "Stack", "12,500", "lies", tappable=True)
BET = SpotRow("bet", "Bet", "1,250", "lies")
ANTE = SpotRow("ante", "Ante", glyph="star", state="flash", amount="25")
WORDS = (
    ("FOLDED", "cross", ""),
    ("DECIDES", "question", "act"),
    ("RAISE", "check", "good"),
    ("ALL IN", "check", "good"),
    ("WAITS", "", ""),
)


def derive(_: Shown, number: int, __: int) -> PlaceProps:
    """A poker seat in every state that there is."""
    badge, glyph, kind = WORDS[number % len(WORDS)]
    place = PlaceProps(
        number, badge == "FOLDED", badge, glyph, kind, mark="flag", active=kind == "act"
    )
    match number % 4:
        case 0:
            return replace(place, badge="", note="free", spots=(STACK, replace(BET, state="gone")))
        case 1:
            spots = STACK, replace(BET, amount="", state="free")
            return replace(place, spots=spots, cards=("back", "back"))
        case 2:
            return replace(place, spots=(STACK, BET, ANTE), cards=("Ks", "Kd"), forward=(True,) * 2)
    return replace(place, spots=(STACK, BET), cards=("back", "back"))


def tap_on(shown: Shown, number: int, *, long: bool = False, spot: str = "") -> Tap:
    return Tap(panel=spot or ("place" if long else "seat"))


class Felt:
    """The felt alone in a window, and the finger on it."""

    def __init__(self, places: int, size: tuple[int, int]) -> None:
        bridge = Bridge()
        self.panels = PanelsViewModel(bridge, lambda _table: 0)
        numbers = range(1, places + 1)
        tiles = (PlaceViewModel(bridge, self.panels, n, derive, tap_on) for n in numbers)
        self.model = FeltViewModel(bridge, tiles)
        shown = Shown(Shift().controller.snapshot())
        self.panels.update(shown)
        self.model.update(shown)
        self.view = QQuickView()
        self.view.engine().addImportPath(str(QML))
        self.view.setResizeMode(QQuickView.ResizeMode.SizeRootObjectToView)
        self.view.resize(QSize(*size))
        self.view.setInitialProperties({"model": self.model, "inches": layout.INCHES[size]})

    def show(self, file: Path) -> "Felt":
        file.write_text(FELT, "ascii")
        self.view.setSource(file.as_uri())
        self.view.show()
        for _ in range(6):
            QGuiApplication.sendPostedEvents()
            QGuiApplication.processEvents()
        return self

    def items(self) -> list[QQuickItem]:
        return [one.item for one in layout.visible(self.view)]

    def inside(self, place: int, name: str) -> QQuickItem:
        (tile,) = (one for one in self.items() if one.objectName() == f"place{place}")
        return next(one for one in self.items() if one.objectName() == name and holds(tile, one))

    def touch(self, item: QQuickItem, x: float = 0.5, y: float = 0.5) -> tuple[str, int]:
        """What was opened by it, and for which place."""
        at = item.mapToScene(QPointF(item.width() * x, item.height() * y)).toPoint()
        QTest.touchEvent(self.view, touchscreen()).press(0, at, self.view).commit()
        QTest.touchEvent(self.view, touchscreen()).release(0, at, self.view).commit()
        QGuiApplication.processEvents()
        return self.panels.props.open, self.panels.props.place


def holds(tile: QQuickItem, item: QQuickItem) -> bool:
    above: QQuickItem | None = item
    while above is not None and above is not tile:
        above = above.parentItem()
    return above is not None


@pytest.fixture
def felts(qapp: QGuiApplication, tmp_path: Path) -> Iterator[list[Felt]]:
    made: list[Felt] = []
    yield made
    for one in made:
        one.view.setSource(QUrl())  # before the places that it shows
        one.view.close()


@pytest.mark.parametrize("size", LOOKED_AT)
@pytest.mark.parametrize("places", [8, 9, 10, 11])
def test_up_to_eleven_places_fit(
    felts: list[Felt], tmp_path: Path, places: int, size: tuple[int, int]
) -> None:
    felt = Felt(places, size)
    felts.append(felt)
    felt.show(tmp_path / "Table.qml")
    window = QRectF(0, 0, *size)
    assert layout.faults(felt.view) == []
    assert faint_in(felt.view, CONTRAST_MIN) == []
    tiles = [one for one in felt.items() if one.objectName().removeprefix("place").isdigit()]
    assert [one.objectName() for one in sorted(tiles, key=QQuickItem.x)] == [
        f"place{n}" for n in range(1, places + 1)
    ]
    boxes = [one.mapRectToScene(one.boundingRect()) for one in tiles]
    assert all(window.contains(box) for box in boxes)
    assert not any(a.intersects(b) for a in boxes for b in boxes if a is not b)
    least, _ = layout.touch_of(size)
    tapped = [one for one in felt.items() if layout.is_tappable(one)]
    assert len(tapped) == 3 * places, "the place, its corner, its stack"
    assert min(min(one.width(), one.height()) for one in tapped) >= least - 0.01


def test_a_place_shows_the_spots_that_its_game_has(felts: list[Felt], tmp_path: Path) -> None:
    felts.append(felt := Felt(11, SIZES[0]))
    felt.show(tmp_path / "Table.qml")
    names = {one.objectName() for one in felt.items()}
    assert {"stack", "bet", "ante"} <= names
    assert "flop" not in names
    (amount,) = (
        one
        for one in felt.items()
        if one.objectName() == "amount" and holds(felt.inside(2, "bet"), one)
    )
    assert amount.property("text") == "1,250"
    with pytest.raises(StopIteration):
        felt.inside(4, "bet")


def test_a_tap_on_a_spot_is_its_own_where_it_takes_one(felts: list[Felt], tmp_path: Path) -> None:
    felts.append(felt := Felt(11, SIZES[0]))
    felt.show(tmp_path / "Table.qml")
    assert felt.touch(felt.inside(3, "stack")) == ("stack", 3)
    assert felt.touch(felt.inside(6, "card1")) == ("seat", 6)
    assert felt.touch(felt.inside(7, "corner"), 0.2, 0.2) == ("place", 7)
