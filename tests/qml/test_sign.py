"""The table sign, on the real QML: its pages, its notices, the meter, what was won."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPointF

from controller.domain.money import Money
from controller.floor.closing import AnnounceClosing
from controller.games.bonus import commands as c
from controller.games.bonus.pool_answers import pool_shows
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.shared_meter import SharedMeter
from tests.helpers.screen import Made, Screen, faint_in
from tests.helpers.shift import GAMING
from tests.helpers.window import items, named, until
from tests.qml.test_console import phase, with_antes
from tests.qml.test_jackpot import ROYAL, STRAIGHT_FLUSH, rules_of, to_the_awards
from tests.qml.test_jackpot import until as pressed_until
from tests.qml.test_look import CONTRAST_MIN
from tests.qml.test_supervisor import confirm, menu
from ui.games.bonus.screen import BONUS_SCREEN
from ui.sign import SignWindow

NOT_LINKED = "JACKPOT · NOT LINKED"


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("ruleset", ["nsw-2024", "sd"])
def test_every_page_of_the_sign_stands_whole_above_its_foot(
    made: Made, ruleset: str, size: tuple[int, int]
) -> None:
    screen = made(rules_of(ruleset, "nsw" if ruleset != "sd" else "PMG-01"))
    screen.shift.playing(1, 2)
    sign = SignWindow(screen.bridge, BONUS_SCREEN, size)
    sign.show()
    screen.settle()
    titles = []
    for _ in range(sign.model.props.pages):
        page = named(sign.window, "signPage")
        bottom = page.mapToScene(QPointF(0, page.height())).y()
        for index in range(len(sign.model.props.lines)):
            line = named(sign.window, f"signLine{index}")
            end = line.mapToScene(QPointF(0, line.height())).y()
            assert end <= bottom + 1, (sign.model.props.title, index)
            assert ruleset not in line.property("text"), "no code of ours in public"
            short = len(line.property("text")) < 20
            assert not short or line.property("lineCount") == 1, line.property("text")
        titles.append(named(sign.window, "signTitle").property("text"))
        assert faint_in(sign.window, CONTRAST_MIN) == [], titles[-1]
        sign.model.turnPage()
        screen.settle()
    assert titles[0] == "Table limits"
    assert len(set(titles)) == len(titles)
    sign.close()


def test_a_notice_of_closing_stands_under_every_page(made: Made) -> None:
    screen = made()
    screen.shift.playing(1, 2).supervised(AnnounceClosing())
    sign = SignWindow(screen.bridge, BONUS_SCREEN)
    sign.show()
    screen.settle()
    for _ in range(sign.model.props.pages):
        assert named(sign.window, "signNotice").property("text").startswith("Table closing: ")
        sign.model.turnPage()
    sign.close()


def test_a_shared_meter_runs_on_console_and_sign_and_says_when_it_is_not_linked(made: Made) -> None:
    screen = made()
    screen.shift.playing(1, 2)
    sign = SignWindow(screen.bridge, BONUS_SCREEN)
    sign.show()
    for linked, texts in ((True, ("JACKPOT", "JACKPOT")), (False, ("NOT LINKED", NOT_LINKED))):
        shared = SharedMeter(Money.parse("58000"), linked)  # less than before: no counting up
        screen.shift.now(pool_shows(screen.shift.controller, shared))
        screen.bridge.show(screen.shift.controller.snapshot())
        screen.settle()
        labels = named(screen.window, "meterLabel"), named(sign.window, "signMeterLabel")
        assert tuple(label.property("text") for label in labels) == texts
        assert named(screen.window, "meter").property("text") == "$58,000.00"
        assert named(sign.window, "signMeter").property("text") == "$58,000.00"
    sign.close()


class Beside:
    """A sign beside a console whose round comes to a jackpot."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.sign = SignWindow(screen.bridge, BONUS_SCREEN)
        self.sign.show()
        self.look()

    def look(self) -> "Beside":
        self.screen.bridge.show(self.screen.shift.controller.snapshot())
        self.screen.settle()
        return self

    def shows(self, name: str) -> str | None:
        """What stands there, if anything does."""
        self.look()
        found = [item for item in items(self.sign.window) if item.objectName() == name]
        return str(found[0].property("text")) if found else None

    def confirmed(self) -> "Beside":
        """Keyed by the dealer, confirmed by a supervisor, who leaves."""
        pressed_until(self.screen, "Key ").tap("primaryButton")
        self.screen.shift.on(GAMING)
        self.screen.settle().tap("primaryButton").tap("leaveButton")
        return self

    def paid(self) -> "Beside":
        for _ in range(20):
            if phase(self.screen) not in (Phase.SETTLEMENT, Phase.RECONCILE):
                return self
            self.screen.tap("primaryButton")
        raise AssertionError("the round does not end")

    def turn(self, times: int = 1) -> "Beside":
        for _ in range(times):
            self.sign.model.turnPage()
        return self


@pytest.fixture
def beside(made: Made) -> Iterator[Beside]:
    one = Beside(to_the_awards(made(rules_of("nsw-2024", "nsw")), *STRAIGHT_FLUSH))
    yield one
    one.sign.close()


def test_the_sign_shows_a_win_when_it_is_confirmed_and_not_before(beside: Beside) -> None:
    pressed_until(beside.screen, "Key ").tap("primaryButton")
    assert beside.shows("signWinner") is None, "keyed is not confirmed"
    award = beside.screen.shift.table.round.awards[2].award
    beside.screen.shift.on(GAMING)
    beside.screen.settle().tap("primaryButton")
    assert beside.shows("signWinner") == "Straight flush at place 1"
    assert beside.shows("signWon") == award.amount.display()
    assert beside.shows("signPage") is None, "nothing else stands there"
    assert beside.shows("signMeterLabel") == "JACKPOT"


def test_a_win_stays_for_a_while_after_the_next_round_has_opened(beside: Beside) -> None:
    beside.confirmed().turn(9).paid()
    beside.screen.shift.deck_ready()
    assert phase(beside.screen) is Phase.WAGERS, "the next round is open"
    assert beside.shows("signWinner") == "Straight flush at place 1"
    assert beside.turn().shows("signWinner") == "Straight flush at place 1"
    assert beside.turn().shows("signWinner") is None
    assert beside.shows("signTitle") == "Table limits", "the pages go on where they were"


def test_a_win_that_does_not_stand_leaves_the_sign_at_once(beside: Beside) -> None:
    beside.confirmed()
    assert beside.shows("signWinner") is not None
    menu(beside.screen)
    confirm(beside.screen, "Round", "void", "cards-mixed-up")
    assert beside.shows("signWinner") is None


def test_after_a_royal_the_meter_stands_at_its_seed_without_counting_down(made: Made) -> None:
    one = Beside(to_the_awards(made(rules_of("nsw-2024", "nsw")), *ROYAL))
    before = one.shows("signMeter")
    one.confirmed()
    one.screen.tap("primaryButton")
    meter, jackpot = one.screen.shift.table.meter, one.screen.shift.rules.jackpot
    assert meter is not None
    assert jackpot is not None
    one.paid()
    assert one.shows("signMeter") == jackpot.seed.display() != before
    one.sign.close()


def test_the_meter_counts_up_to_what_it_stands_at(made: Made) -> None:
    screen = with_antes(made(), 1, 2)
    one = Beside(screen)
    sign = named(one.sign.window, "tableSign")
    sign.setProperty("countMs", 400)
    seen = [one.shows("signMeter")]
    screen.shift.do(*(c.JackpotSensor(place, present=True) for place in (1, 2)), c.NoMoreBets())
    meter = screen.shift.table.meter
    assert meter is not None

    def arrived() -> bool:
        text = str(named(one.sign.window, "signMeter").property("text"))
        if text != seen[-1]:
            seen.append(text)
        return text == meter.value.display()

    assert until(arrived)
    figures = [float((text or "").replace("$", "").replace(",", "")) for text in seen]
    assert figures == sorted(figures)
    assert len(figures) > 2, "it does not jump"
    one.sign.close()
