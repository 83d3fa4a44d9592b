"""The look: contrast, targets, overlap and cut-off text, in every state at every size."""

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
from tests.helpers.screen import SIZES, Made, Screen, contrast
from tests.helpers.shift import DEALER, GAMING
from tests.qml.test_console import deal, with_antes

CONTRAST_MIN = 4.5
TARGET_MM = 12
CAPITALS_MM = 1.9
"""The lowest capitals; what matters most is set at 2.5 mm and more on a screen of 10 inches."""
DEALERS = {"felt", "lowerArea", "guidance", "actionBar"}
"""Where the dealer looks all evening, with all that opens there."""
INCHES = {(1024, 600): 10.0, (1280, 800): 10.0, (1920, 1080): 15.0}
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
    screen.shift.do(c.Decide(1, Choice.BET), c.Decide(2, Choice.FOLD))
    screen.settle().tap("place1").tap("choice-fold")


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


def recovered(screen: Screen) -> None:
    shift = screen.shift.restart()
    screen.bridge.attach(shift.controller)
    shift.on(DEALER)


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
    ("recovered", recovered),
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
    screen = made(rules, size=size, inches=INCHES[size])
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
    screen.tap("primaryButton")
    deal(screen)
    for _ in range(3):
        screen.tap("allBetButton").tap("primaryButton")
    fits(screen, "river")
    fits(screen.tap("primaryButton"), "settlement")
    screen.shift.on(replace(GAMING, name="Konstantinos Papadopoulos-Featherstonehaugh"))
    fits(screen.settle(), "supervised")
    fits(screen.tap("supervisorButton"), "menu")


def fits(screen: Screen, state: str) -> None:
    assert screen.cut_off() == [], state
    assert screen.overlaps() == [], state
    assert screen.hidden_places() == [], state


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("places", [pytest.param(5, marks=pytest.mark.long), 7])
def test_no_text_is_cut_off_or_lies_on_another(
    made: Made, size: tuple[int, int], places: int
) -> None:
    rules = table_rules("nsw-2024", places=places, jackpot=jackpot_rules(bonus=True))
    screen = made(rules, size=size, inches=INCHES[size])
    for state in through(screen, places):
        fits(screen, state)


def test_every_text_stands_out_from_what_is_painted_behind_it(made: Made) -> None:
    screen = made()
    for state in through(screen, 7):
        assert screen.faint(CONTRAST_MIN) == [], state


@pytest.mark.parametrize("size", SIZES)
def test_everything_that_is_tapped_measures_twelve_millimetres(
    made: Made, size: tuple[int, int]
) -> None:
    screen = made(size=size, inches=INCHES[size])
    diagonal = (size[0] ** 2 + size[1] ** 2) ** 0.5
    least = TARGET_MM * diagonal / INCHES[size] / 25.4
    for state in through(screen, 7):
        assert screen.small_targets(least) == [], state


@pytest.mark.parametrize("size", SIZES)
def test_what_a_dealer_reads_can_be_read_at_arms_length(made: Made, size: tuple[int, int]) -> None:
    screen = made(size=size, inches=INCHES[size])
    per_mm = (size[0] ** 2 + size[1] ** 2) ** 0.5 / INCHES[size] / 25.4
    for state in through(screen, 7):
        small = screen.small_texts(CAPITALS_MM * per_mm)
        assert [one for one in small if one.path.split("/")[1] in DEALERS] == [], state


@pytest.mark.parametrize("size", SIZES)
def test_south_dakota_has_its_own_words_and_no_bonus(made: Made, size: tuple[int, int]) -> None:
    rules = table_rules("sd", jackpot=jackpot_rules("PMG-01"))
    screen = with_antes(made(rules, size=size, inches=INCHES[size]), 1, 2)
    assert screen.text("place1", "jackpot", "word") == "Progressive"
    screen.tap("place1")
    assert screen.find("chipAnte") is not None
    assert screen.find("chipBonus") is None
    assert screen.cut_off() == []
    assert screen.overlaps() == []


@pytest.mark.parametrize("size", SIZES)
def test_the_card_pad_fits(made: Made, size: tuple[int, int]) -> None:
    screen = with_antes(made(size=size, inches=INCHES[size]), 1, 2)
    screen.tap("primaryButton")
    deal(screen, read=False)
    screen.tap("allBetButton")
    diagonal = (size[0] ** 2 + size[1] ** 2) ** 0.5
    assert screen.small_targets(TARGET_MM * diagonal / INCHES[size] / 25.4) == []
    assert screen.cut_off() == []
    assert screen.overlaps() == []
    assert screen.hidden_places() == []
    screen.tap("key-Ks").tap("key-Kd").tap("key-2c").tap("primaryButton").tap("allBetButton")
    assert screen.text("cardPad", "cardPadTitle") == "Key community card 4"
    assert screen.faint(CONTRAST_MIN) == [], "the keys of the cards that are out"


@pytest.mark.parametrize(("four_colours", "count"), [(False, 2), (True, 4)])
def test_suits_have_two_colours_or_four_as_the_table_is_started(
    made: Made, four_colours: bool, count: int
) -> None:
    screen = with_antes(made(four_colours=four_colours), 1, 2).tap("primaryButton")
    deal(screen, read=False)
    screen.tap("allBetButton")
    ranks = [screen.item("cardPad", f"key-A{suit}").childItems()[0] for suit in "cdhs"]
    assert len({QColor(rank.property("color")).name() for rank in ranks}) == count


def test_the_screen_always_says_that_it_is_simulated(made: Made) -> None:
    screen = made(simulated=True)
    for _ in through(screen, 7):
        assert "SIMULATED" in screen.texts()
    assert "SIMULATED" not in made(simulated=False).texts()
