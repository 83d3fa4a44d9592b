"""Tables as their files say, and the folder in which one keeps its own."""

from pathlib import Path

import pytest

from controller.config import WrongConfiguration
from controller.devices.pairings import WrongPairings, save_pairings
from controller.domain.dealing import Dealing
from controller.domain.kernel import Asking
from controller.floor.opening import BeginOpening
from controller.games.bonus.floor.core import FLOOR
from controller.games.bonus.floor.state import new_floor
from controller.games.bonus.rules import RuleSet
from controller.games.poker.rules import RuleSet as PokerRuleSet
from controller.pools.place import PoolOnServer
from controller.staff.register import Register
from controller.staff.roles import Actor, Role
from controller.tables import load_table, table_names
from tests.helpers.shift import MONDAY, HandClock
from tests.unit.staff.crew import WEAK
from ui.station import Station
from ui.table_folder import TableFolder, default_folder


def test_every_table_that_comes_with_the_program_is_right() -> None:
    found = [load_table(name).rules for name in table_names()]
    assert {rules.ruleset for rules in found} == {*RuleSet, *PokerRuleSet}
    assert {rules.dealing for rules in found} == set(Dealing)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('dealing = "hand"', "dealing: 'hand' seen"),
        ('method = "B"\nruleset = "nsw-legacy"', "method: 'B' seen"),
        ("places = 6", "places: 6 seen"),
        ('name = "14/b"', "name"),
        ('schedule = "PMG-01"', "jackpot.schedule: 'PMG-01' seen"),
        ('effective_from = "soon"', "expected a day"),
        ("colour = 1", "colour"),
        ('game = "bridge"', "game: 'bridge' seen: expected one of bonus"),
        ("game = 1", "game: 1 seen"),
    ],
)
def test_what_a_table_cannot_be_is_named(tmp_path: Path, line: str, said: str) -> None:
    content = (Path("config/tables/14.toml")).read_text("utf-8")
    for one in line.splitlines():
        key = one.split(" = ")[0]
        kept = [row for row in content.splitlines() if not row.startswith(f"{key} =")]
        where = kept.index("[jackpot]") + 1 if key == "schedule" else 0
        content = "\n".join([*kept[:where], one, *kept[where:]])
    file = tmp_path / "odd.toml"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(WrongConfiguration, match=r"odd\.toml") as wrong:
        load_table(str(file))
    assert said in str(wrong.value)


def written(folder: Path, *changes: tuple[str, str], more: str = "") -> str:
    """Table 14, otherwise."""
    content = Path("config/tables/14.toml").read_text("utf-8")
    for before, after in changes:
        content = content.replace(before, after)
    file = folder / "other.toml"
    file.write_text(content + more, encoding="utf-8")
    return str(file)


DESK = '\n[sinks.desk]\nkind = "webhook"\nurl = "https://desk.example/{}"\n[jackpot]'


def brought_up(named: str, folder: Path, *, simulated: bool) -> list[str]:
    """The sinks of the table when it runs."""
    home = TableFolder(folder / "home").create()
    register = Register.create(home.staff, WEAK)
    one = (load_table(named), home, register, HandClock(), lambda _: None)
    with Station(*one, simulated=simulated) as station:
        return list(station.running.controller.snapshot().house.notices.sinks)


def test_notices_go_where_the_tables_file_says_and_always_to_its_own_log(tmp_path: Path) -> None:
    named = written(tmp_path, ("\n[jackpot]", DESK.format("SECRET")))
    assert load_table("14").sinks == {}
    (tmp_path / "real").mkdir()
    (tmp_path / "tried").mkdir()
    assert brought_up(named, tmp_path / "real", simulated=False) == ["log", "desk"]
    assert brought_up(named, tmp_path / "tried", simulated=True) == ["log"]
    wrong = written(tmp_path, ("\n[jackpot]", DESK.format("a b SECRET")))
    with pytest.raises(WrongConfiguration, match="sink 'desk': url: ") as told:
        brought_up(wrong, tmp_path / "wrong", simulated=False)
    assert "SECRET" not in str(told.value)
    taken = written(tmp_path, ("\n[jackpot]", DESK.replace("desk]", "log]")))
    with pytest.raises(WrongConfiguration, match="own log file"):
        load_table(taken)


def test_other_games_on_the_jackpot_make_method_b_compulsory(tmp_path: Path) -> None:
    linked = ("[jackpot]", '[jackpot]\nlinked_games = ["caribbean-stud"]')
    settings = load_table(written(tmp_path, linked)).settings
    assert settings.linked_games == ("caribbean-stud",)
    for method, refused in (("A", True), ("B", False)):
        table = load_table(written(tmp_path, linked, ('method = "A"', f'method = "{method}"')))
        asking = Asking(by=(Actor("201", Role.GAMING_SUPERVISOR),))
        floor = new_floor(table.rules, table.settings)
        opening = FLOOR.verify(floor, BeginOpening(MONDAY), asking)
        assert ("Method B is compulsory" in opening.text() if opening else False) is refused


def test_a_table_may_come_up_cashless(tmp_path: Path) -> None:
    assert not load_table("14").settings.cashless
    named = written(tmp_path, ("places = 7", "places = 7\ncashless = true"))
    assert load_table(named).settings.cashless


def test_a_table_that_is_not_there_is_told_with_those_that_are() -> None:
    with pytest.raises(WrongConfiguration, match="14, 15, 16"):
        load_table("99")


def test_a_simulated_table_never_shares_the_folder_of_a_real_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    simulated = default_folder("14", simulated=True)
    assert simulated.is_relative_to(tmp_path)
    assert simulated != default_folder("14", simulated=False)
    assert TableFolder(simulated).create().path.stat().st_mode & 0o077 == 0


def test_keys_that_are_kept_elsewhere_have_the_pairings_beside_them(tmp_path: Path) -> None:
    safe = tmp_path / "safe"
    safe.mkdir()
    folder = TableFolder(tmp_path / "table", safe / "14.keys").create()
    keys = folder.keys()
    save_pairings(safe / "14.pairings", keys, {})
    (safe / "14.pairings").write_bytes(b"not what was written")
    with pytest.raises(WrongPairings, match=r"14\.pairings"):
        folder.paired(keys)
    assert list(folder.path.iterdir()) == []


def test_a_table_says_which_pool_it_shares_and_never_the_password(tmp_path: Path) -> None:
    where = "postgresql://feltwork_table_14@pools.house/feltwork"
    linked = '\n[jackpot.linked]\nserver = "{}"\npool = "main"\n'
    table = load_table(written(tmp_path, more=linked.format(where)))
    assert table.own.server == PoolOnServer(where, "main")
    assert load_table("14").own.server is None, "a pool of its own"
    assert table.settings.link_lost_s_max == 300
    later = linked.format(where) + "closes_after_s = 60\n"
    assert load_table(written(tmp_path, more=later)).settings.link_lost_s_max == 60
    with_password = linked.format(where.replace("@", ":secret@"))
    with pytest.raises(WrongConfiguration, match="expected no password") as wrong:
        load_table(written(tmp_path, more=with_password))
    assert "secret" not in str(wrong.value)


@pytest.mark.parametrize(
    ("before", "after", "more", "said"),
    [
        ('name = "14"', "", '[sinks.desk]\nurl = "https://hooks.example/SECRET"', "name: Field"),
        ("", "", '[sinks]\ndesk = "https://hooks.example/SECRET"', "sinks.desk: Input"),
        ("", "", '[sink.desk]\nurl = "https://hooks.example/SECRET"', "sink: Extra"),
        ("", "", '[jackpot.linked]\npool = "main"\npassword = "SECRET"', "linked.password: Extra"),
        ("places = 7", 'places = 7\npassword = "SECRET"', "", "password: Extra"),
    ],
)
def test_what_is_wrong_is_told_without_what_may_be_a_secret(
    tmp_path: Path, before: str, after: str, more: str, said: str
) -> None:
    changes = [(before, after)] if before else []
    with pytest.raises(WrongConfiguration) as wrong:
        load_table(written(tmp_path, *changes, more=f"\n{more}\n"))
    assert said in str(wrong.value)
    assert "SECRET" not in str(wrong.value)
