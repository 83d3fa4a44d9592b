"""The top bar: what was called for and announced stands there, whoever is signed on."""

import pytest

from controller.domain.base import evolve
from controller.domain.money import Money
from controller.floor.calls import AnswerCall
from controller.floor.closing import AnnounceClosing
from controller.floor.device_state import TroubleCode
from controller.floor.equipment import FitDevices, ReportDevice
from controller.games.bonus.floor.limits import ChangeLimits
from controller.games.bonus.pool_answers import pool_shows
from controller.games.bonus.shared_meter import SharedMeter
from controller.staff.roles import Person
from tests.helpers.screen import SIZES, Made, Screen
from tests.helpers.shift import GAMING
from tests.qml.test_console import with_antes
from tests.qml.test_look import DEVICES, in_trouble
from tests.qml.test_supervisor import menu

LONG = Person("201", "Konstantinos Papadopoulos-Featherstonehaugh", GAMING.role)


def notices(screen: Screen) -> list[str]:
    screen.settle()
    found: list[str] = []
    while screen.find(f"notice{len(found)}"):
        found.append(screen.text(f"notice{len(found)}", "badgeText"))
    return found


def test_a_call_stands_in_the_top_bar_until_it_is_answered(made: Made) -> None:
    screen = with_antes(made(), 1, 2)
    assert notices(screen) == []
    screen.tap("irregularityButton").tap("say-call")
    assert notices(screen) == ["Supervisor called 00:00"]
    screen.shift.supervised(AnswerCall())
    assert notices(screen) == []


def announced(screen: Screen) -> Screen:
    shift, limits = screen.shift, screen.shift.floor.limits
    raised = evolve(limits, spot=evolve(limits.spot, ante_min=Money.parse("50")))
    shift.supervised(AnnounceClosing(minutes=30)).supervised(ChangeLimits(raised, minutes=25))
    return screen.settle()


def test_a_notice_stands_in_the_top_bar_with_its_time(made: Made) -> None:
    screen = announced(with_antes(made(), 1, 2))
    assert notices(screen) == ["Closes 00:30", "Ante $50 from 00:25"]
    lower = evolve(
        screen.shift.floor.limits,
        spot=evolve(screen.shift.floor.limits.spot, bonus_min=Money.parse("1")),
    )
    screen.shift.supervised(ChangeLimits(lower))
    assert "Bonus $1 from the next round" in notices(screen)


def test_supervisor_mode_keeps_what_is_decided_on(made: Made) -> None:
    screen = with_antes(made(), 1, 2)
    kept = ("tableName", "game", "dealer", "meter", "limit0", "limit1")
    before = [screen.text(name) for name in kept]
    menu(screen)
    assert [screen.text(name) for name in kept] == before
    assert screen.text("sessionRole") == "Gaming supervisor 201"
    assert screen.text("sessionLeft").endswith(" left")


@pytest.mark.parametrize("size", [SIZES[0], SIZES[2]])
def test_long_names_and_large_amounts_fit(made: Made, size: tuple[int, int]) -> None:
    screen = announced(with_antes(made(size=size), *range(1, 8)))
    screen.shift.do(FitDevices(DEVICES))
    screen.tap("irregularityButton").tap("say-call")
    shared = SharedMeter(Money.parse("12345678.90"), linked=False)
    screen.shift.now(pool_shows(screen.shift.controller, shared))
    screen.bridge.show(screen.shift.controller.snapshot())
    in_trouble(screen)
    screen.settle()
    assert screen.find("device-pool") is not None
    for state in ("dealer", "supervisor"):
        assert screen.faults() == [], state
        menu(screen, LONG)
    assert screen.text("sessionName") == LONG.name


def test_the_strip_leads_to_every_fault(made: Made) -> None:
    screen = with_antes(made(), 1, 2)
    screen.shift.do(FitDevices(DEVICES))
    in_trouble(screen)
    screen.do(ReportDevice("keypad", TroubleCode.AWAY, "gone")).tap("stripTap")
    assert screen.text("faultsMore", "reason") == "1 of 2"
    first = screen.text("fault0", "faultDevice")
    screen.tap("faultsMore")
    assert screen.text("fault0", "faultDevice") != first
    screen.tap("faultsClose")
    screen.restart()
    assert screen.text("stripTitle") == "Recovered after an interruption"
    screen.tap("stripTap")
    assert screen.find("fault2") is not None
