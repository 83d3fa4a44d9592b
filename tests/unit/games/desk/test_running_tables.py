"""A desk and a table that run on their threads and meet in a file, as two processes would."""

from collections.abc import Callable
from pathlib import Path

from controller.clock import MachineClock
from controller.floor.state import Settings
from controller.games.desk.game import DESK
from controller.games.desk_link import DeskLinkView
from controller.games.poker.game import POKER
from controller.journal.keys import keys_for
from controller.relay.keys import admitted
from controller.running.running_table import RunningTable, TableSetup
from controller.running.snapshot import Accepted, Snapshot
from controller.staff.session import Admitted, Means
from controller.tournament.entries import Enter
from controller.tournament.seating import TakeSeat
from controller.tournament.under_desk import DeskPlace
from simulators.people.felt import wait_until
from tests.helpers.patience import WAIT_S
from tests.helpers.shift import GAMING
from tests.helpers.tournament_desk import form, seat
from tests.helpers.under_desk import RULES


def running(folder: Path, own: DeskPlace | None = None) -> RunningTable:
    folder.mkdir()
    path = folder / "table.journal"
    rules, game = (RULES, POKER) if own else (form(), DESK)
    keys = keys_for(path, None, create=True)
    setup = TableSetup(folder.name, game, rules, Settings(), path, keys, own=own)
    return RunningTable(setup, MachineClock())


def comes(table: RunningTable, fact: Callable[[Snapshot], bool]) -> None:
    """It comes to that at the table, by itself."""
    assert wait_until(lambda: fact(table.controller.snapshot()), WAIT_S), "it has not come to that"


def test_a_desk_and_a_table_find_each_other_whoever_starts_first(tmp_path: Path) -> None:
    folder = tmp_path / "desk"
    table = running(tmp_path / "table", DeskPlace(folder, 3))
    comes(table, lambda shown: shown.shared is not None)
    trouble = table.controller.snapshot().shared
    assert isinstance(trouble, DeskLinkView)
    assert "No tournament desk here" in trouble.trouble
    desk = running(folder)
    desk.controller.sign_on(Admitted(GAMING, Means.PIN), GAMING.role)
    for command in (Enter("anna"), TakeSeat("anna", seat("3.1"))):
        assert isinstance(desk.controller.submit(command).result(WAIT_S), Accepted)
    comes(desk, lambda shown: shown.house.table.table(3).link is not None)
    comes(table, lambda shown: _names(shown) == ["anna"])
    assert admitted(folder) == (3,)
    table.close()
    desk.close()


def test_of_two_consoles_with_one_number_only_the_first_is_heard(tmp_path: Path) -> None:
    desk = running(tmp_path / "desk")
    place = DeskPlace(tmp_path / "desk", 3)
    first = running(tmp_path / "first", place)
    comes(first, lambda shown: shown.house.desk.order is not None)  # type: ignore[attr-defined]
    second = running(tmp_path / "second", place)
    comes(second, lambda shown: "Another console is table 3" in _trouble(shown))
    assert second.controller.snapshot().house.desk.order is None  # type: ignore[attr-defined]
    first.close()
    comes(second, lambda shown: not _trouble(shown))
    second.close()
    desk.close()


def _trouble(shown: Snapshot) -> str:
    return shown.shared.trouble if isinstance(shown.shared, DeskLinkView) else ""


def _names(shown: Snapshot) -> list[str]:
    order = shown.house.desk.order  # type: ignore[attr-defined]
    return [line.name for line in order.seats] if order else []
