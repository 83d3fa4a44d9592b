"""The look: contrast, targets, overlap and cut-off text, in every state at every size."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtGui import QColor
from PySide6.QtQml import QQmlComponent

from controller.domain.money import Money
from controller.floor.device_state import TroubleCode
from controller.floor.equipment import FitDevices, ReportDevice
from controller.games.bonus import commands as c
from controller.games.bonus.pool_answers import pool_shows
from controller.games.bonus.shared_meter import SharedMeter
from controller.games.bonus.wagers import Area, Choice, Stake
from tests.helpers.felt import jackpot_rules, table_rules
from tests.helpers.layout import per_mm
from tests.helpers.screen import LOOKED_AT, SIZES, Made, Screen, contrast
from tests.helpers.shift import GAMING
from tests.qml.test_console import deal, dealt, with_antes

CONTRAST_MIN = 4.5
CAPITALS_MM = 1.9
"""The lowest capitals; what matters most is set at 2.5 mm and more on a screen of 10 inches."""
DEALERS = {"felt", "lowerArea", "guidance", "actionBar"}
"""Where the dealer looks all evening, with all that opens there."""
UNPLUGGED = ReportDevice(
    "sensors", TroubleCode.AWAY, "No XK-12 with unit id 1 seen, one expected: plug it in again."
)
DEVICES = ("shuffler", "sensors", "lamps", "keypad", "sign")


def test_every_pair_of_the_theme_stands_out(made: Made) -> None:
    engine = made().console.engine
    component = QQmlComponent(engine)
    component.setData(
        b"import QtQml\nimport theme\nQtObject { property var pairs: Theme.pairs }", ""
    )
    theme = component.create()
    pairs = theme.property("pairs").toVariant()
    assert len(pairs) > 30
    for ink, ground in pairs:
        seen = contrast(QColor(ink), QColor(ground))
        assert seen >= CONTRAST_MIN, f"{QColor(ink).name()} on {QColor(ground).name()}: {seen:.2f}"
    theme.deleteLater()


State = tuple[str, Callable[[Screen], object]]


def wagers(screen: Screen) -> None:
    screen.shift.do(FitDevices(DEVICES))
    screen.shift.do(c.JackpotSensor(1, present=True))
    above = Stake(Money.parse("1000"))
    screen.shift.do(c.ChangeWager(2, Area.ANTE, above), c.ChangeWager(5, Area.ANTE, above))


def fold_asked(screen: Screen) -> None:
    screen.do(c.Decide(1, Choice.BET), c.Decide(2, Choice.FOLD)).tap("place1").tap("choice-fold")


def to_the_river(screen: Screen) -> None:
    screen.tap("irregularityClose")
    screen.tap("allBetButton").tap("primaryButton").tap("allBetButton").tap("primaryButton")


def to_the_showdown(screen: Screen) -> None:
    screen.tap("allBetButton").tap("primaryButton").tap("primaryButton")


def reported(screen: Screen) -> None:
    screen.tap("choicesClose").tap("irregularityButton").tap("say-missing-card")


def void_asked(screen: Screen) -> None:
    """Five reasons to choose from, and an amount for every place."""
    screen.tap("irregularityClose").tap("irregularityButton").tap("say-supervisor-void")
    screen.shift.on(GAMING)


def place_opened(screen: Screen) -> None:
    screen.shift.off()
    screen.settle().tap("place3", "corner")


def in_trouble(screen: Screen) -> None:
    """Three devices at once, one of them with a long story."""
    story = "51 cards counted in the red deck, 52 expected: the deck is blocked until it is whole."
    screen.shift.do(ReportDevice("shuffler", TroubleCode.WRONG_COUNT, story, "red"))
    screen.shift.do(ReportDevice("sensors", TroubleCode.AWAY, UNPLUGGED.text))
    screen.shift.do(ReportDevice("sign", TroubleCode.AWAY, "The sign does not answer."))


STATES: tuple[State, ...] = (
    ("wagers", wagers),
    ("chip pad", lambda screen: screen.tap("place1").tap("chip500")),
    ("no more bets", lambda screen: screen.tap("chipClose").tap("primaryButton")),
    ("flop decisions", deal),
    ("fold asked", fold_asked),
    ("report foreseen", reported),
    ("void with reasons", void_asked),
    ("place panel", place_opened),
    ("devices in trouble", in_trouble),
    ("faults", lambda screen: screen.tap("devices")),
    ("irregularities", lambda screen: screen.tap("faultsClose").tap("irregularityButton")),
    ("river decisions", to_the_river),
    ("settlement", to_the_showdown),
    ("next place", lambda screen: screen.tap("primaryButton")),
    ("device gone", lambda screen: screen.shift.do(UNPLUGGED)),
    ("recovered", lambda screen: screen.restart()),
    ("felt differs", lambda screen: screen.tap("otherButton")),
    ("held", lambda screen: screen.shift.controller.hold("The journal is damaged at record 17.")),
    ("what to do", lambda screen: screen.tap("otherButton")),
)


def through(screen: Screen, places: int) -> Iterator[str]:
    yield "closed"
    with_antes(screen, *range(1, places + 1))
    for name, reach in STATES:
        reach(screen)
        screen.settle()
        yield name


@pytest.mark.parametrize(("size", "places"), [(SIZES[0], 7), (SIZES[2], 5)])
def test_large_amounts_and_long_names_fit(made: Made, size: tuple[int, int], places: int) -> None:
    limits = ("1000", "25000", "100", "2500")
    jackpot = jackpot_rules(bonus=True)
    rules = table_rules("nsw-2024", places=places, jackpot=jackpot, limits=limits)
    screen = made(rules, size=size)
    screen.shift.playing(*range(1, places + 1)).do(FitDevices(DEVICES))
    for place in range(1, places + 1):
        ante = Stake(Money.parse("12500"), Money.parse("500" if place < 4 else "0"))
        screen.shift.do(
            c.PlaceWager(place, Area.ANTE, ante),
            c.PlaceWager(place, Area.BONUS, Stake(Money.parse("2500"))),
            c.JackpotSensor(place, present=True),
        )
    shared = SharedMeter(Money.parse("12345678.90"), linked=True)
    screen.shift.now(pool_shows(screen.shift.controller, shared))
    fits(screen.settle(), "wagers")
    deal(screen.tap("primaryButton"))
    for _ in range(3):
        screen.tap("allBetButton").tap("primaryButton")
    fits(screen, "river")
    assert amounts_on_chips(screen) == []
    fits(screen.tap("primaryButton"), "settlement")
    screen.shift.on(replace(GAMING, name="Konstantinos Papadopoulos-Featherstonehaugh"))
    fits(screen.settle(), "supervised")
    fits(screen.tap("supervisorButton"), "menu")


def amounts_on_chips(screen: Screen) -> list[tuple[str, str]]:
    """Amounts that touch a chip or a card: their own, or that of the next row."""
    boxes = [(name, one.mapRectToScene(one.boundingRect())) for name, one in screen.items()]
    solid = [(name, box) for name, box in boxes if re.search(r"/place\d/(\w+/ring|card\d)$", name)]
    amounts = [(name, box) for name, box in boxes if re.search(r"/place\d/\w+/amount$", name)]
    assert amounts
    return [
        (a, b)
        for a, box in amounts
        for b, other in solid
        if box.intersects(other.adjusted(0, -1, 0, 1))
    ]


def fits(screen: Screen, state: str) -> None:
    """Amounts that are seldom seen may be set smaller than others."""
    found = [one for one in screen.faults() if not one.what.startswith("type of")]
    assert found == [], state


@pytest.mark.parametrize(
    ("size", "places"),
    [
        (SIZES[0], 7),
        (SIZES[2], 7),
        pytest.param(SIZES[1], 7, marks=pytest.mark.long),
        pytest.param(SIZES[0], 5, marks=pytest.mark.long),
    ],
)
def test_every_state_is_whole_large_enough_and_said_to_be_simulated(
    made: Made, size: tuple[int, int], places: int
) -> None:
    """Keys of twelve millimetres, and what the dealer reads at arm's length."""
    rules = table_rules("nsw-2024", places=places, jackpot=jackpot_rules(bonus=True))
    screen = made(rules, size=size)
    for state in through(screen, places):
        assert screen.faults() == [], state
        small = screen.small_texts(CAPITALS_MM * per_mm(size))
        assert [one for one in small if one.path.split("/")[1] in DEALERS] == [], state
        assert "SIMULATED" in screen.texts(), state
        if size == SIZES[0]:  # colours are the same at every size
            assert screen.faint(CONTRAST_MIN) == [], state


def test_a_table_that_is_not_simulated_is_not_said_to_be(made: Made) -> None:
    assert "SIMULATED" not in made(simulated=False).texts()


@pytest.mark.parametrize("size", LOOKED_AT)
def test_south_dakota_has_its_own_words_and_no_bonus(made: Made, size: tuple[int, int]) -> None:
    rules = table_rules("sd", jackpot=jackpot_rules("PMG-01"))
    screen = with_antes(made(rules, size=size), 1, 2)
    assert screen.text("place1", "jackpot", "word") == "Progressive"
    screen.tap("place1")
    assert screen.find("chipAnte") is not None
    assert screen.find("chipBonus") is None
    assert screen.faults() == []


@pytest.mark.parametrize("size", LOOKED_AT)
def test_the_card_pad_fits(made: Made, size: tuple[int, int]) -> None:
    screen = dealt(made(size=size), 1, 2, read=False).tap("allBetButton")
    assert screen.faults() == []
    screen.tap("key-Ks").tap("key-Kd").tap("key-2c").tap("primaryButton").tap("allBetButton")
    assert screen.text("cardPad", "cardPadTitle") == "Key community card 4"
    assert screen.faint(CONTRAST_MIN) == [], "the keys of the cards that are out"


@pytest.mark.parametrize(("four_colours", "count"), [(False, 2), (True, 4)])
def test_suits_have_two_colours_or_four_as_the_table_is_started(
    made: Made, four_colours: bool, count: int
) -> None:
    screen = dealt(made(four_colours=four_colours), 1, 2, read=False).tap("allBetButton")
    ranks = [screen.item("cardPad", f"key-A{suit}").childItems()[0] for suit in "cdhs"]
    assert len({QColor(rank.property("color")).name() for rank in ranks}) == count
