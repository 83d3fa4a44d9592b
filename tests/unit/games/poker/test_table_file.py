"""A table of the room as its file says."""

from pathlib import Path

import pytest

from controller.config import WrongConfiguration
from controller.domain.dealing import Dealing
from controller.games.desk.tournament_file import load_tournament
from controller.games.poker.rules import FULL_SCALE, Limit, Scale
from controller.games.poker.table_file import house_commission
from controller.tables import load_table
from controller.tournament.under_desk import DeskPlace
from ui.table_folder import default_folder

ROOT = Path(__file__).parents[4]
FILE = """
game = "poker"
name = "22"
ruleset = "poker-room"
limit = "pot-limit"
blinds = ["2", "4"]
places = 6
"""


TAKES = '[commission]\nstep = "20"\namount = "1"'
BY_POTS = 'run_by = "pots"\ncards_keyed = false'


def table(folder: Path, *changes: tuple[str, str]) -> str:
    text = FILE
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = folder / "table.toml"
    path.write_text(text, "utf-8")
    return str(path)


def test_what_a_file_leaves_out_is_as_in_the_house(tmp_path: Path) -> None:
    rules = load_table(table(tmp_path)).rules
    assert (rules.limit, rules.small, rules.big, rules.places) == (Limit.POT_LIMIT, 200, 400, 6)
    assert (rules.ante, rules.chip, rules.bank_min) == (0, 100, 0)
    assert (rules.dealing, rules.scale) == (Dealing.HAND, FULL_SCALE)


def test_a_table_of_a_tournament_says_under_which_desk_it_stands(tmp_path: Path) -> None:
    under = f'places = 6\n[tournament]\ndesk = "{tmp_path}"\ntable = 3'
    named = table(tmp_path, ('blinds = ["2", "4"]\n', 'bank_min = "40"\n'), ("places = 6", under))
    loaded = load_table(named)
    assert loaded.rules.bank_min == 0, "nobody buys in at the table"
    assert loaded.own == DeskPlace(tmp_path, 3)
    assert loaded.rules.tournament
    assert loaded.rules.scale is None  # 32.1
    by_pots = table(tmp_path, ("places = 6", f"{BY_POTS}\n{under}"))
    assert not load_table(by_pots).rules.stacks_kept


def test_a_shuffler_may_shuffle(tmp_path: Path) -> None:
    named = table(tmp_path, ("places = 6", 'places = 6\ndealing = "shuffler"'))
    assert load_table(named).rules.dealing is Dealing.SHUFFLER


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('["2", "4"]', '["2"]', "blinds: 1 seen: expected two, small and big"),
        ('["2", "4"]', '["2", "5"]', "blinds: 2.00 and 5.00 seen, expected a small one and a"),
        ("places = 6", "places = 12", "seats: 12 seen, expected 2 to 11"),
        ("places = 6", 'places = 6\ndealing = "shoe"', "dealing: 'shoe' seen: expected hand or"),
        ('"pot-limit"', '"spread"', "limit"),
        ('"poker-room"', '"nsw-2024"', "ruleset"),
        ("places = 6", 'places = 6\n[jackpot]\nschedule = "nsw"', "jackpot"),
        ('blinds = ["2", "4"]\n', "", "expected two, small and big"),
        ("places = 6", "places = 6\n[tournament]\ntable = 3", "desk"),
        ("places = 6", 'places = 6\n[tournament]\ndesk = "/desk"\ntable = 0', "table"),
        ("places = 6", f'places = 6\n[tournament]\ndesk = "/d"\ntable = 1\n{TAKES}', "rule 32.1"),
    ],
)
def test_what_a_table_cannot_be_is_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(WrongConfiguration, match=r"table\.toml: ") as wrong:
        load_table(table(tmp_path, (old, new)))
    assert said in str(wrong.value)


TAKEN = {"step": '"20"', "amount": '"1"'}


def taking(folder: Path, **figures: str) -> str:
    said = "\n".join(f"{key} = {value}" for key, value in (TAKEN | figures).items())
    return table(folder, ("places = 6", f"places = 6\n[commission]\n{said}"))


def test_the_house_takes_what_the_rules_allow_or_less(tmp_path: Path) -> None:
    assert house_commission().scale() == FULL_SCALE
    lower = {"step": '"40"', "amount": '"1.50"', "cap": '"6"'}
    named = taking(tmp_path, **lower, before_flop="false", free_players="3")
    lower_scale = Scale(4000, 150, 600, before_flop=False, players_min=4)
    assert load_table(named).rules.scale == lower_scale


@pytest.mark.parametrize(
    ("figures", "said"),
    [
        ({"step": '"10"'}, "rules 22.1, 22.2"),
        ({"step": '"0"'}, "step of more than 0"),
        ({"step": "20"}, "commission.step: 20 seen: Value error, 20 is not a string"),
        ({"amount": '"much"'}, "commission.amount: 'much' seen"),
        ({"before_flop": '"no"'}, "commission.before_flop: 'no' seen"),
        ({"free_players": "true"}, "commission.free_players: True seen"),
        ({"rake": '"1"'}, "commission.rake: "),
    ],
)
def test_a_commission_that_cannot_be_is_named(
    tmp_path: Path, figures: dict[str, str], said: str
) -> None:
    with pytest.raises(WrongConfiguration) as wrong:
        load_table(taking(tmp_path, **figures))
    assert said in str(wrong.value)


@pytest.mark.parametrize("number", [1, 2])
def test_the_tables_that_come_along_stand_under_the_desk_that_does(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    found = load_table(str(ROOT / "config" / "under_desk" / f"friday-{number}.toml"))
    friday = load_tournament("friday")
    folder = default_folder(friday.name, simulated=True, what="tournament")
    assert found.own == DeskPlace(folder, number)
    assert number <= friday.rules.tables
    assert found.rules.seats == friday.rules.seats
