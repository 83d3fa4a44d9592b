"""The look of supervisor mode: nothing cut off or overlapping, large targets, at all sizes."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtQuick import QQuickItem

from controller.running.history import History
from tests.helpers.layout import Eye
from tests.helpers.screen import LOOKED_AT, SIZES, Made, Screen
from tests.helpers.shift import CASINO, GAMING
from tests.qml.test_console import deal, play_by_touch, with_antes
from tests.qml.test_jackpot import STRAIGHT_FLUSH, rules_of, to_the_awards, until
from tests.qml.test_look import CONTRAST_MIN
from tests.qml.test_supervisor import key, menu, pick
from ui.games.bonus.screen import BONUS_SCREEN
from ui.games.poker.screen import POKER_SCREEN

GROUPS = tuple(dict.fromkeys(entry.group for entry in BONUS_SCREEN.menu))


def measure(screen: Screen, state: str, size: tuple[int, int]) -> None:
    assert screen.faults() == [], state
    if size == SIZES[0]:  # colours are the same at every size
        assert screen.faint(CONTRAST_MIN) == [], state


def signing_on(screen: Screen) -> Iterator[str]:
    screen.tap("supervisorButton")
    yield "number"
    screen.key("signOn", "2012345678").tap("signOnGo")
    screen.key("signOn", "802461802461")
    yield "PIN"
    screen.tap("signOnGo")
    yield "refused"
    screen.tap("signOnClose")


def forms(screen: Screen) -> Iterator[str]:
    menu(screen, CASINO)
    yield "menu"
    for group in GROUPS:
        pick(screen, group)
        yield group
        if screen.find("entry-more"):
            pick(screen, "more")
            yield f"{group}, second page"
        screen.tap("supervisorBack")
    pick(screen, "Round", "void")
    yield "reasons"
    pick(screen, "dealing-error")
    yield "confirm"
    for _ in range(3):
        screen.tap("supervisorBack")
    pick(screen, "Limits", "limits-notice")
    for figure in ("50", "99999.99", "10"):
        key(screen, figure)
    yield "number pad"
    key(screen, "200")
    pick(screen, "keep", "20", "demand")
    yield "long confirmation"
    screen.tap("leaveButton")


def cards(screen: Screen) -> Iterator[str]:
    deal(screen.tap("primaryButton")).tap("allBetButton").tap("primaryButton")
    pick(menu(screen, GAMING), "Round", "override-card")
    yield "which card"
    screen.tap(next(f"entry-{draw}" for draw in range(30) if screen.find(f"entry-{draw}")))
    yield "card pad"


@pytest.mark.parametrize("size", LOOKED_AT)
def test_sign_on_menu_and_forms_fit(made: Made, size: tuple[int, int]) -> None:
    screen = with_antes(made(size=size), 1, 2, 3)
    for states in (signing_on, forms, cards):
        for state in states(screen):
            measure(screen, state, size)


def test_every_page_of_the_rooms_menu_is_to_be_read_and_tapped(room: Made) -> None:
    screen, eye = menu(room(), CASINO), Eye()
    eye.look(screen.window, "menu")
    for page in dict.fromkeys(str(row.group) for row in POKER_SCREEN.menu):
        screen.tap(f"entry-{page}")
        eye.look(screen.window, page)
        if screen.find("entry-more"):
            screen.tap("entry-more")
            eye.look(screen.window, f"{page}, second page")
        screen.tap("supervisorBack")
    assert eye.found == []


def _inside(view: QQuickItem, shape: QQuickItem) -> bool:
    rect = shape.mapRectToItem(view, QRectF(0, 0, shape.width(), shape.height()))
    return QRectF(0, -1, view.width(), view.height() + 2).contains(rect)


@pytest.mark.parametrize("size", LOOKED_AT)
def test_the_list_of_rounds_fits(made: Made, size: tuple[int, int]) -> None:
    screen = with_antes(made(size=size), *range(1, 8))
    play_by_touch(screen)
    history = History(lambda: screen.shift.recorder, screen.shift.keys)
    screen.bridge.attach(screen.shift.controller, None, history)
    pick(menu(screen), "history")
    history.close()
    measure(screen, "history", size)
    details = screen.item("listedDetails")
    assert details.property("contentHeight") > details.height(), "there is something to clip"
    drawn = [
        item for path, item in screen.items() if item.inherits("QQuickShape") and "listed" in path
    ]
    assert drawn
    for shape in drawn:
        assert _inside(details, shape), "drawn signs are not clipped"
    screen.tap("listedBack")
    pick(screen, "Disputes, rules", "rules")
    measure(screen, "rules", size)


@pytest.mark.parametrize("size", LOOKED_AT)
def test_the_awards_fit(made: Made, size: tuple[int, int]) -> None:
    rules = rules_of("nsw-2024", "nsw")
    screen = to_the_awards(made(rules, size=size), *STRAIGHT_FLUSH)
    measure(screen, "first award", size)
    until(screen, "Key ").tap("primaryButton")
    measure(screen, "keyed", size)
    screen.tap("allAwards")
    measure(screen, "list", size)
    screen.shift.on(GAMING)
    measure(screen, "list, supervised", size)
