"""Whole tournaments of simulated people: what is killed or cut changes neither chips nor prizes."""

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from controller.domain.money import Money
from controller.journal.keys import keys_for
from controller.journal.recorder import State
from controller.journal.verify import verify
from controller.tournament.format import AddOns, Format
from simulators.games.tournament.people.room import Course, play
from simulators.games.tournament.people.turbo import turbo
from ui.cli import app


def short(seats: int, bank: int, **more: Any) -> Format:
    """With so few chips that it is soon over."""
    return turbo(seats, bank=Money(100 * bank), **more)


def same(one: Course, other: Course) -> bool:
    """In everything but what happened on the way."""
    return one._replace(happened=other.happened) == other


def test_a_tournament_of_three_tables_is_played_to_its_prizes() -> None:
    left: list[int] = []
    course = play(turbo(5), 12, seed=3, shown=left.append)
    assert left[-1] == 1
    assert [won.place for won in course.places] == list(range(1, 13))
    assert len({won.name for won in course.places}) == 12
    assert sum(won.cash for won in course.places) == 12 * 10000
    assert [won.cash > 0 for won in course.places[:4]] == [True, True, True, False]
    assert course.places[0].chips == 12 * 150000


def test_kills_and_cut_lines_leave_places_and_prizes_as_they_are() -> None:
    plain = play(short(4, 800), 8, seed=5)
    struck = play(short(4, 800), 8, seed=5, crashes=25)
    assert same(plain, struck), struck.happened
    assert struck.happened.total() > 5


def test_rebuys_and_add_ons_are_chips_at_the_tables_through_kills_too() -> None:
    form = short(4, 250, rebuys=True, rebuy_levels=3, addons=AddOns.SINGLE)
    plain, struck = play(form, 6, 8), play(form, 6, 8, crashes=25)
    assert same(plain, struck)
    assert plain.rebuys > 0
    assert plain.addons > 0
    bought = 6 + plain.rebuys + plain.addons
    assert plain.places[0].chips == bought * 25000


def test_on_disk_every_record_is_whole_and_the_course_is_the_same(tmp_path: Path) -> None:
    plain = play(short(3, 400), 5, seed=6)
    kept = play(short(3, 400), 5, seed=6, folder=tmp_path, crashes=20)
    assert same(plain, kept)
    for path in sorted(tmp_path.glob("*.journal")):
        assert verify(path, keys_for(path, None, create=False)).state is State.INTACT, path


def test_the_command_plays_to_the_prizes_and_says_who_came_where() -> None:
    run = CliRunner().invoke(
        app, ["tournament", "simulate", "--players", "5", "--seats", "3", "--crashes", "10"]
    )
    assert run.exit_code == 0, run.output
    assert "Every chip is accounted for" in run.output
    assert "5 players" in run.output


def test_a_tournament_of_the_house_is_simulated_and_a_folder_is_never_written_over(
    tmp_path: Path,
) -> None:
    wrong = CliRunner().invoke(app, ["tournament", "simulate", "--data", str(tmp_path)])
    assert wrong.exit_code == 2
    assert "name a new folder" in wrong.output
    unknown = CliRunner().invoke(app, ["tournament", "simulate", "saturday"])
    assert unknown.exit_code == 2


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 108))
def test_any_small_tournament_ends_the_same_with_crashes(seed: int) -> None:
    """After every window: chips, seats and balance are checked (`Room.check`)."""
    players, seats = 5 + seed % 9, 3 + seed % 4
    rebuys = {"rebuys": True, "rebuy_levels": 2, "addons": AddOns.SINGLE} if seed % 2 else {}
    form = short(seats, 600, **rebuys)
    plain, struck = play(form, players, seed), play(form, players, seed, crashes=30)
    assert same(plain, struck), struck.happened
    places = [won.place for won in plain.places]
    assert places == list(range(1, players + 1))
    assert len({won.name for won in plain.places}) == players


@pytest.mark.long
@pytest.mark.timeout(1_800)
def test_two_hundred_players_with_crashes_end_as_without(tmp_path: Path) -> None:
    plain = play(turbo(9), 200, seed=1)
    struck = play(turbo(9), 200, seed=1, folder=tmp_path, crashes=4)
    assert same(plain, struck), struck.happened
    assert struck.happened["kills of the desk"]
    assert struck.happened["kills of a table"]
    assert struck.happened["lines cut"]
