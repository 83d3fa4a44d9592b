"""The frame of the console around a game that it has never heard of: high card (`tests/toy`)."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from PySide6.QtGui import QGuiApplication

from controller.cards.commands import CardDrawn
from controller.domain.cards import Card
from controller.games.registry import GAMES
from tests.helpers.screen import Screen
from tests.helpers.shift import DEALER, GAMING
from tests.toy import core as c
from tests.toy.screen import TOY_SCREEN
from tests.toy.shift import ToyShift, high_card
from ui.bridge import Bridge
from ui.games.registry import SCREENS, screen_of


class Toy(NamedTuple):
    screen: Screen
    shift: ToyShift


@pytest.fixture
def toy(qapp: QGuiApplication) -> Iterator[Toy]:
    with high_card(), SCREENS.with_game(TOY_SCREEN):
        bridge = Bridge(simulated=True)
        shift = ToyShift(viewers=(bridge,)).playing(1, 2)
        screen = Screen(shift, bridge)
        yield Toy(screen, shift)
        screen.close()


def drawn(toy: Toy, *cards: str) -> None:
    toy.shift.do(*(CardDrawn(Card.parse(card)) for card in cards))
    toy.screen.settle()


def test_the_screen_of_a_game_is_found_by_its_name(toy: Toy) -> None:
    assert screen_of(toy.shift.house.game) is TOY_SCREEN
    shown = {screen.name for screen in SCREENS}
    assert {game.name for game in GAMES} <= shown


def test_the_frame_shows_what_the_game_brings(toy: Toy) -> None:
    screen, _ = toy
    assert screen.text("toyFelt") == "0 chips"
    assert screen.text("game") == "High card"
    assert screen.text("limit0").endswith("Chip $1")
    assert screen.text("guidanceText") == "The next deal may begin."
    assert screen.primary() == "Next deal"
    assert screen.enabled("primaryButton")
    assert not screen.enabled("chip1Button")


def test_a_deal_is_played_by_touch_and_shows_no_card_too_early(toy: Toy) -> None:
    screen, shift = toy
    screen.tap("primaryButton").tap("chip1Button").tap("chip2Button")
    assert (shift.table.phase, shift.table.chips) == (c.Phase.CHIPS, (1, 2))
    assert not screen.enabled("primaryButton")
    drawn(toy, "7h", "Kd")
    assert screen.text("toyFelt") == "1: face down, 2: face down"
    screen.tap("primaryButton")
    assert screen.text("toyFelt") == "1: 7h, 2: Kd"
    assert screen.text("guidanceText") == "Pay the highest card."
    screen.tap("primaryButton")
    assert shift.table.at_rest


def test_undo_takes_the_last_chip_back(toy: Toy) -> None:
    screen, shift = toy
    screen.tap("primaryButton").tap("chip1Button").tap("chip2Button").tap("undoButton")
    assert shift.table.chips == (1,)


def test_a_supervisor_voids_on_the_games_own_page(toy: Toy) -> None:
    screen, shift = toy
    screen.tap("primaryButton").tap("chip1Button").tap("chip2Button")
    drawn(toy, "7h", "Kd")
    shift.on(GAMING)
    screen.settle().tap("supervisorButton").tap("entry-Deal").tap("entry-void")
    screen.tap("entry-high-card-no-luck").tap("supervisorConfirm")
    assert shift.table.at_rest
    assert screen.text("toyFelt") == "1: face down, 2: face down"


def test_after_a_kill_the_dealer_compares_the_felt(qapp: QGuiApplication) -> None:
    with high_card(), SCREENS.with_game(TOY_SCREEN):
        bridge = Bridge(simulated=True)
        shift = ToyShift(viewers=(bridge,)).playing(1, 2).dealt("7h Kd").restart().on(DEALER)
        screen = Screen(shift, bridge)
        assert screen.primary() == "Felt compared"
        screen.tap("primaryButton")
        assert screen.primary() == "Turn the cards over"
        screen.close()


def test_the_menu_has_the_pages_of_the_house_and_of_this_game_only(toy: Toy) -> None:
    screen, shift = toy
    shift.on(GAMING)
    screen.settle().tap("supervisorButton")
    assert screen.find("entry-Open and close") is not None
    assert screen.find("entry-Deal") is not None
    assert screen.find("entry-Round") is None
    assert screen.find("entry-Jackpot") is None
    for page in {entry.group for entry in TOY_SCREEN.menu}:
        assert screen.tap(f"entry-{page}").text("supervisorTitle") == page
        screen.tap("supervisorBack")
    screen.tap("supervisorAbout")
    assert any("Rules: High card" in text for text in screen.texts())


def test_the_game_says_what_is_left_on_the_felt(toy: Toy) -> None:
    screen, _ = toy
    screen.tap("primaryButton")
    screen.window.close()
    screen.settle()
    assert screen.text("leavingTitle") == "Close the console? Deal 1 is not over."
