"""The finger and the ruler themselves: what they find when something is wrong."""

from tests.helpers.screen import Made
from tests.qml.test_console import with_antes


def test_the_ruler_finds_text_that_is_cut_off_overlaps_or_is_too_small_to_tap(made: Made) -> None:
    screen = with_antes(made(), 1, 2)
    assert (screen.cut_off(), screen.overlaps()) == ([], [])
    label = screen.item("guidance", "clause")
    label.setProperty("text", "Rule 7.1 " * 30)
    assert "/guidance/clause" in [fault.path for fault in screen.cut_off()]
    label.setProperty("text", "Rule 7.1")
    screen.item("topBar", "clock").setProperty("text", "20:41" * 4)
    assert screen.overlaps() != []
    screen.item("undoButton").setWidth(20)
    assert "/actionBar/undoButton" in screen.small_targets(56)
