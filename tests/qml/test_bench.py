"""The bench window, on the real QML."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QGuiApplication
from PySide6.QtQuick import QQuickWindow

from controller.devices import reader
from controller.domain.base import existing
from controller.floor.deck_steps import next_step
from controller.floor.equipment import state_of
from controller.floor.pairing import BeginPairing, CompareCodes
from controller.games.bonus import commands as c
from controller.games.bonus.round.phases import Phase
from drivers.shuffler.protocol import Back, Deck
from simulators.world import BAY, Spot
from tests.helpers.screen import faint_in
from tests.helpers.shift import GAMING, TECHNICIAN, LiveShift
from tests.helpers.window import click, items, named, until
from tests.qml.test_look import CONTRAST_MIN
from ui.bench.crew import Crew
from ui.bench.staff import STRANGERS, SUPERVISOR
from ui.bench.window import BenchWindow
from ui.commands.shift.bonus.stage import BonusStage
from ui.commands.shift.clock import ShiftClock

Parts = tuple[BonusStage, BenchWindow, Crew]


def staged(stage: BonusStage) -> Iterator[Parts]:
    """The bench beside a table that its crew has opened."""
    crew = Crew()
    crew.start(stage.dealer)
    window = BenchWindow(stage.station.bridge, stage.felt, crew)
    window.show()
    stage.station.bridge.show(stage.snapshot)
    assert until(lambda: crew.ready)
    yield stage, window, crew
    crew.stop()
    window.close()


@pytest.fixture
def bench(qapp: QGuiApplication, tmp_path: Path) -> Iterator[Parts]:
    with BonusStage("14", tmp_path, ShiftClock(), places=(1, 2), seed=2, screen=False) as stage:
        yield from staged(stage)


def test_a_chip_on_a_sensor_reaches_the_table_and_its_lamp(bench: Parts) -> None:
    stage, window, _ = bench
    for _ in range(2):  # on and off, whichever the player has begun with
        lies = stage.felt.has_chip(2)
        click(window.window, "sensor2")
        assert until(lambda lies=lies: (2 in stage.round.sensed) is not lies)  # type: ignore[misc]
        wanted = "off" if lies else "on"
        assert until(lambda wanted=wanted: window.model.props.sensors[1].lamp == wanted)  # type: ignore[misc]


def test_the_bench_shows_all_at_once_and_cuts_nothing_off(bench: Parts) -> None:
    """At the size it comes up with, on both pages; whether cards move by themselves is seen."""
    _, window, crew = bench
    switch = named(window.window, "cardsByThemselves")
    assert switch.property("on")
    click(window.window, "cardsByThemselves")
    assert until(lambda: not crew.cards and not switch.property("on"))
    for page in ("troublesPage", "devicesPage"):
        check_page(window.window, page)


def check_page(window: QQuickWindow, page: str) -> None:
    """All of it is seen at once, whole, and stands out."""
    flick = next(item for item in items(window) if item.inherits("QQuickFlickable"))
    click(window, page)

    def fits() -> bool:  # cards that were just dealt are laid out with the next frame
        texts = (item for item in items(window) if item.inherits("QQuickText"))
        rights = [item.mapToScene(QPointF(item.width(), 0)).x() for item in texts]
        return max(rights) <= window.width() and flick.property("contentHeight") <= flick.height()

    assert until(fits), page
    assert faint_in(window, CONTRAST_MIN) == []


def test_a_plug_that_is_pulled_is_on_record_until_it_is_put_back(bench: Parts) -> None:
    stage, window, _ = bench

    def troubled() -> bool:
        return any(one.name == "keypad" and one.troubles for one in stage.floor.devices)

    window.model.togglePlug("keypad")
    assert until(troubled)
    window.model.togglePlug("keypad")
    assert until(lambda: not troubled())


def test_deal_for_me_plays_rounds_by_itself(bench: Parts) -> None:
    stage, window, crew = bench
    window.model.choosePace("full")
    click(window.window, "dealForMe")
    assert until(lambda: stage.round.number >= 3), crew.says
    click(window.window, "dealForMe")
    assert until(lambda: not window.model.props.deals)


def test_a_card_that_is_swiped_here_fills_in_the_number_on_the_console(
    qapp: QGuiApplication, tmp_path: Path
) -> None:
    """The whole way: card, reader, driver, register, screen."""
    with BonusStage("14", tmp_path, ShiftClock(), places=(1, 2), seed=2) as stage:
        for _, window, _ in staged(stage):
            assert stage.console is not None
            there = stage.console.window

            def seen(name: str, there: QQuickWindow = there) -> str:
                found = [item for item in items(there) if item.objectName() == name]
                return str(found[0].property("text")) if found else ""

            click(window.window, f"swipe-{STRANGERS}=")
            assert until(lambda: seen("guidanceText") == reader.UNKNOWN_STAFF)
            assert not any(item.objectName() == "supervisorFrame" for item in items(there))
            click(window.window, f"swipe-{SUPERVISOR.card}=")
            assert until(lambda: seen("signOnNumber") == SUPERVISOR.person.number)
            assert stage.snapshot.on_top is None


def test_a_deck_is_loaded_by_hand(bench: Parts) -> None:
    """Nobody else touches the cards, and the deck of the last round lies on the felt."""
    stage, window, crew = bench
    window.model.choosePace("full")
    click(window.window, "cardsByThemselves")
    assert until(lambda: window.model.props.by_hand)
    while not (stage.round.number == 2 and stage.round.phase is Phase.WAGERS):
        stage.dealer.step()  # here, so that no tap is under way when the round is over
    for back in Back:  # whatever is still in the device is taken out
        stage.felt.lines["shuffler"].act(partial(stage.felt.shuffler.clear_bay, back))
    assert until(lambda: any(waiting(stage)))
    click(window.window, "loadDeck")
    assert until(lambda: not any(waiting(stage))), crew.says


def waiting(stage: BonusStage) -> list[bool]:
    """Of every deck that is not in play: does it wait for something?"""
    floor = stage.floor
    return [
        next_step(floor, deck) is not None
        for deck in floor.decks_here()
        if not floor.in_play(deck.name)
    ]


def test_a_bench_with_nothing_to_load_says_so(bench: Parts) -> None:
    stage, window, crew = bench
    stage.decks_ready()
    click(window.window, "cardsByThemselves")
    click(window.window, "loadDeck")
    assert until(lambda: window.model.props.says == "No deck is waiting to be loaded."), crew.says


def test_a_card_is_drawn_from_the_shoe_by_hand(qapp: QGuiApplication, tmp_path: Path) -> None:
    """One tap, one card: through the device, its driver and onto the record."""
    with BonusStage("15", tmp_path, ShiftClock(), places=(1, 2), seed=2, screen=False) as stage:
        for _, window, crew in staged(stage):
            stage.decks_ready()
            click(window.window, "cardsByThemselves")
            assert until(lambda window=window: window.model.props.by_hand)  # type: ignore[misc]
            stage.seat.must(c.NoMoreBets())
            assert until(lambda: stage.felt.shoe.delivering), crew.says
            for drawn in (1, 2):
                click(window.window, "drawCard")
                assert until(lambda drawn=drawn: len(stage.round.drawn) == drawn), crew.says  # type: ignore[misc]


def test_a_jam_blocks_the_deck_and_is_reported(bench: Parts) -> None:
    stage, window, crew = bench
    stage.decks_ready()
    click(window.window, "cardsByThemselves")  # or the crew clears it before anybody has looked
    assert until(lambda: not crew.cards)
    click(window.window, "troublesPage")
    click(window.window, "trouble-jam")
    click(window.window, "letHappen")
    assert [one.fate for one in window.troubles.props.incidents] == ["waits"]
    stage.seat.must(c.NoMoreBets())

    def blocked() -> bool:
        return any(stage.felt.shuffler.deck(back) is Deck.BLOCKED for back in Back)

    def reported() -> bool:
        return any(one.name == "shuffler" and one.troubles for one in stage.floor.devices)

    assert until(lambda: blocked() and reported()), crew.says
    assert not stage.round.drawn


def test_the_jackpot_sign_shows_the_meter(bench: Parts) -> None:
    """As its lights do: what has come over the line, not what was meant."""
    stage, window, _ = bench

    def led() -> str:
        return str(named(window.window, "ledText").property("text"))

    assert until(lambda: led().strip() == "$61,235.50"), led()
    assert faint_in(window.window, CONTRAST_MIN) == []
    if not stage.felt.has_chip(1):
        click(window.window, "sensor1")
    window.model.choosePace("full")
    click(window.window, "dealForMe")
    assert until(lambda: stage.round.number >= 3)
    click(window.window, "dealForMe")
    assert until(lambda: not window.model.props.deals)

    def meter() -> str:
        table = stage.snapshot.house.table
        return table.meter.value.display() if table.meter else ""

    assert until(lambda: led().strip() == meter()), (led(), meter())
    assert meter() != "$61,235.50", "a jackpot wager has been taken since"


def test_the_shuffler_is_paired_by_its_button_and_the_code_it_shows(bench: Parts) -> None:
    stage, window, _ = bench
    before = stage.felt.shuffler.paired
    click(window.window, "pairDevice")
    assert until(lambda: window.model.props.pairing)
    shift = LiveShift(stage.station.running.controller, stage.table.rules)
    begin = BeginPairing("shuffler")
    shift.on(TECHNICIAN).ask(begin, shift.likeliest(begin))
    shift.on(GAMING).do(begin)
    assert until(lambda: window.model.props.code != "")
    label = named(window.window, "pairDevice").property("text")
    assert window.model.props.code == label.replace(" ", "")[7:13]
    shift.do(CompareCodes(equal=True, code=window.model.props.code)).off()
    click(window.window, "pairDevice")
    assert until(lambda: stage.felt.shuffler.paired != before)
    assert until(lambda: not window.model.props.pairing)
    assert until(lambda: state_of(shift.floor, "shuffler").in_use)


def test_hands_clear_away_what_a_quick_finger_has_left_on_the_felt(
    qapp: QGuiApplication, tmp_path: Path
) -> None:
    """The next round was begun before the cards of the last one were collected."""
    with BonusStage("14", tmp_path, ShiftClock(), places=(1, 2), seed=2, screen=False) as stage:
        stage.dealer.take_wagers()
        stage.decks_ready()
        playing = existing(stage.floor.round, "a round is open").deck
        idle = next(deck for deck in stage.floor.decks_here() if deck.name != playing)
        back = Back[idle.back.upper()]
        bay = BAY[back]
        stage.felt.lines["shuffler"].act(lambda: stage.felt.world.move_top(bay, Spot.TABLE, 9))
        stage.seat.must(c.NoMoreBets())

        def dealt() -> bool:
            stage.dealer.hands.step()
            return stage.round.phase is Phase.FLOP_DECISIONS

        assert until(dealt)
        assert not any(
            card.back is Back[idle.back.upper()] for card in stage.felt.world.pile(Spot.TABLE)
        )
