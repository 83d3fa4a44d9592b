"""What the rules leave to the house is set in `config/games/`; the defaults are the readings'."""

import tomllib
from collections.abc import Callable
from typing import Any

import pytest

from controller import config
from controller.config import WrongConfiguration
from controller.domain.books import balances
from controller.domain.money import Money
from controller.games.bonus import figures
from controller.games.bonus.figures import HouseSettings, load_game
from controller.games.bonus.jackpot.meter import Meter
from controller.games.bonus.round.books import RESERVE, entries
from controller.games.bonus.rules import MeterAwards, RuleSet
from simulators.games.bonus.scenario.file import checked_scenario
from simulators.games.bonus.scenario.play import play_round
from simulators.games.bonus.scenario.result import round_result
from simulators.games.bonus.scenario.table import BonusScenarioTable

ROYAL, STRAIGHT_FLUSH = "Ah Kh", "9h 8h"
SD = """
ruleset = "sd"
[jackpot]
schedule = "PMG-01"
wager = "1"
meter = "12000"
seed = "10000"
reserve = "500"
[[rounds]]
cards = "{cards} 2s Qh Jh Th 3s 2c 5s 3d"
hands = [
  {{ place = 1, ante = "10", jackpot = true, decisions = ["bet", "check", "check"] }},
  {{ place = 2, ante = "10", jackpot = true, decisions = ["bet", "check", "check"] }},
]
"""
NSW = """
ruleset = "nsw-2024"
[jackpot]
schedule = "nsw"
wager = "5"
meter = "80000"
bonus = true
[[rounds]]
cards = "{packet}  4c 6d  3c 7s  8h 9h"
hands = [
  {{ place = 1, ante = "25", jackpot = true, decisions = ["bet", "check", "check"] }},
  {{ place = 2, ante = "25", jackpot = true, decisions = ["bet", "check", "check"] }},
]
"""
PACKET = "Qh Jh Th 2c 3d"


@pytest.fixture
def set_to(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """A house that has set something otherwise."""
    read = config.read_config  # the files are what a house changes

    def change(**settings: Any) -> None:
        def changed(folder: str, name: str) -> dict[str, Any]:
            content = read(folder, name)
            return content | {"settings": settings} if folder == "games" else content

        monkeypatch.setattr(figures, "read_config", changed)

    return change


def dealt(text: str, **cards: str) -> BonusScenarioTable:
    table = BonusScenarioTable(checked_scenario("set.toml", tomllib.loads(text.format(**cards))))
    play_round(table, 1)
    return table


def south_dakota(one: str, two: str) -> BonusScenarioTable:
    """Places 1 and 2 hold these cards."""
    (a, b), (x, y) = one.split(), two.split()
    return dealt(SD, cards=f"{a} {x} 4c {b} {y} 6d")


def paid(table: BonusScenarioTable) -> list[tuple[int, str, str, str]]:
    return [
        (award["place"], award["kind"], award["amount"], award["from_meter"])
        for award in round_result(table.table)["jackpots"]
        if award["kind"] != "envy"
    ]


@pytest.mark.parametrize("ruleset", RuleSet)
def test_the_settings_in_the_tree_are_those_of_the_readings(ruleset: RuleSet) -> None:
    legacy = ruleset is RuleSet.NSW_LEGACY
    assert load_game(ruleset).settings == HouseSettings(bonus_jackpots_first=legacy)


def test_each_meter_award_may_be_taken_of_the_meter_as_it_stood(
    set_to: Callable[..., None],
) -> None:
    set_to(meter_awards="same-meter")
    royal_last = south_dakota(ROYAL, STRAIGHT_FLUSH)
    assert paid(royal_last) == [
        (2, "progressive", "1200.00", "1200.00"),
        (1, "progressive", "12000.00", "10800.00"),
    ]
    assert round_result(royal_last.table)["meter"]["after"] == "10500.00"
    royal_first = south_dakota(STRAIGHT_FLUSH, ROYAL)
    assert paid(royal_first) == [
        (2, "progressive", "12000.00", "12000.00"),
        (1, "progressive", "1200.00", "0.00"),
    ]
    assert round_result(royal_first.table)["meter"]["after"] == "10500.00"


def test_the_reserve_may_have_an_increment_of_its_own(set_to: Callable[..., None]) -> None:
    set_to(reserve_increment="0.005")
    table = dealt(SD.replace('wager = "1"', 'wager = "2"'), cards="5c 7h 4c 7d 8d 6d").table
    assert table.meter == Meter.standing_at(Money(1200000), Money(50002))
    assert balances(entries(table))[RESERVE] == Money(2)


def test_a_reset_takes_the_reserve_with_its_increment(set_to: Callable[..., None]) -> None:
    set_to(reserve_increment="0.015")
    table = south_dakota(ROYAL, "7c 8d").table
    assert table.meter == Meter.standing_at(Money(1050003), Money(0))
    assert balances(entries(table))[RESERVE] == Money(3 - 50003)


def test_a_reset_uses_the_reserve_up_to_the_last_part_of_a_cent() -> None:
    meter = Meter.standing_at(Money(0)).contribute(Money(100), 0, 1, 15_000)
    assert meter.reserve == Money(1)
    again = meter.reset(Money(0))
    assert (again.exact, again.exact_reserve) == (1_500_000, 0)


@pytest.mark.parametrize(
    ("first", "kinds"), [(False, ["progressive", "bonus"]), (True, ["bonus", "progressive"])]
)
def test_bonus_jackpots_may_come_first_under_the_new_rules_too(
    set_to: Callable[..., None], first: bool, kinds: list[str]
) -> None:
    set_to(bonus_jackpots_first=first)
    assert [kind for _, kind, _, _ in paid(dealt(NSW, packet=PACKET))] == kinds


def test_a_device_may_eject_its_packet_the_other_way_round(set_to: Callable[..., None]) -> None:
    set_to(packet_reversed=True)
    table = dealt(NSW, packet=" ".join(reversed(PACKET.split())))
    assert round_result(table.table)["community"] == PACKET.split()


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"meter_awards": "by-lot"}, "meter_awards"),
        ({"reserve_increment": "1.5"}, "'1.5' seen: expected a share from '0' to '1'"),
        ({"reserve_increment": 0.2}, "0.2 is not a string: write a share in quotes"),
        ({"tips": True}, "tips"),
    ],
)
def test_a_setting_that_cannot_be_is_named_with_its_file(
    set_to: Callable[..., None], settings: dict[str, Any], complaint: str
) -> None:
    set_to(**settings)
    with pytest.raises(WrongConfiguration, match=complaint) as wrong:
        load_game(RuleSet.SD)
    assert str(wrong.value).startswith("config/games/sd.toml: ")


def test_the_default_is_each_award_on_what_the_one_before_left() -> None:
    assert HouseSettings().meter_awards is MeterAwards.IN_TURN
    assert paid(south_dakota(ROYAL, STRAIGHT_FLUSH))[1] == (
        1,
        "progressive",
        "10800.00",
        "10800.00",
    )
