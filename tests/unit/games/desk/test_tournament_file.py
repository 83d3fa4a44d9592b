"""Tournament files of the house: every key checked, what is wrong named with what was expected."""

from pathlib import Path

import pytest

from controller.cards.plan import Deal
from controller.config import WrongConfiguration
from controller.floor.approval import approval_line
from controller.games.desk.game import DESK
from controller.games.desk.house import DeskHouse
from controller.games.desk.tournament_file import load_tournament
from controller.tables import names_in
from controller.tournament.buying import CloseRebuys
from controller.tournament.format import AddOns, InKind, problem_with
from controller.tournament.state import Desk
from tests.helpers.tournament_desk import chips, level

LEAST = """
name = "Friday"
ruleset = "poker-room"
entry = "100"
bank = "1000"
prizes = ["1"]
"""


def written(folder: Path, more: str = "") -> str:
    path = folder / "own.toml"
    path.write_text(LEAST + more)
    return str(path)


@pytest.mark.parametrize("name", names_in("tournaments"))
def test_every_tournament_that_comes_with_the_program_can_be_held(name: str) -> None:
    table = load_tournament(name)
    assert table.game is DESK
    assert problem_with(table.rules) is None
    assert table.rules.levels


def test_a_file_says_all_that_management_determines(tmp_path: Path) -> None:
    more = """
tables = 3
seats = 8
rebuys = true
rebuy_levels = 1
addon = "double"
session_minutes = 90

[[levels]]
minutes = 20
blinds = ["25", "50"]
ante = "5"

[[levels]]
minutes = 10

[[in_kind]]
place = 1
what = "a watch"
cost = "250"

[sinks.pit]
kind = "log-file"
path = "/tmp/pit.log"
"""
    table = load_tournament(written(tmp_path, more))
    form = table.rules
    assert (form.tables, form.seats, form.rebuy_levels, form.session_minutes) == (3, 8, 1, 90)
    assert form.addons is AddOns.DOUBLE
    assert form.levels == (level(20, 25, 50, 5), level(10))
    assert form.in_kind == (InKind(1, "a watch", chips(250)),)
    assert set(table.sinks) == {"pit"}


# fmt: off
WRONG = [
    ('house = "0.31"',                              "house: 0.31 seen: expected at most 0.30"),
    ('rebuy_levels = 1',                            "rebuy_levels: 1 seen"),
    ('[[levels]]\nminutes = 5\nblinds = ["1"]',     "1 blinds at level 1 seen: expected two"),
    ('[[levels]]\nminutes = 5\nblinds = ["1", "3"]', "expected a big blind of twice the small one"),
    ('colour = "red"',                              "colour: Extra inputs are not permitted"),
    ('seats = "nine"',                              "seats: 'nine' seen"),
    ('[sinks.log]\nkind = "log-file"',              "that is the table's own log file"),
]
# fmt: on


@pytest.mark.parametrize(("more", "message"), WRONG)
def test_what_is_wrong_is_named(more: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(WrongConfiguration) as wrong:
        load_tournament(written(tmp_path, more))
    assert message in str(wrong.value)


def test_a_tournament_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(WrongConfiguration, match=r"config/tournaments/monday.toml is not there"):
        load_tournament("monday")


def test_a_desk_has_no_floor_no_cards_and_no_devices() -> None:
    house = DeskHouse(Desk(load_tournament("friday").rules), "Friday")
    assert not DESK.voids(CloseRebuys())
    assert DESK.floor_before(house, CloseRebuys()) == ()
    assert DESK.tell_floor(house, CloseRebuys()) is None
    assert list(DESK.drawn_cards(house.table)) == []
    assert DESK.deal(house.table) == Deal()


def test_a_tournament_is_played_by_the_rules_of_the_poker_room() -> None:
    form = load_tournament("friday").rules
    assert form.ruleset == "poker-room"
    assert approval_line(form) == "Approved rules for Texas Holdem Poker"
