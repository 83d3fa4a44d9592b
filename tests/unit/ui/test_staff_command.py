"""`feltwork staff` as a user meets it: output, exit status, messages, and no PIN in any of them."""

import os
import pty
import select
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from controller.games.registry import every_action
from controller.staff.budget import PERSON_FREE
from controller.staff.pins import Pin, StaffCard
from controller.staff.register import Register
from controller.staff.roles import HouseReason
from controller.staff.session import Admitted
from controller.tables import load_table
from tests.helpers.commands import says, stops
from tests.helpers.meddling import meddle
from tests.unit.staff import crew
from tests.unit.staff.crew import NOON, WEAK, joined, order
from ui.commands import staff as command
from ui.commands.folders import DEFAULT_TABLE
from ui.commands.staff import staff
from ui.table_folder import TableFolder, default_folder

ADA, EVE, BO, NEW = (crew.PINS[number] for number in ("900", "901", "117", "204"))
CARD = "%B6011000990139424?"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "feltwork" / "staff.db"


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The time on the wall, a minute later at every look: no wait is ever due."""
    now = [NOON]

    def tick() -> int:
        now[0] += 60_000
        return now[0]

    monkeypatch.setattr(command, "now_ms", tick)
    return now


@pytest.fixture
def register(path: Path) -> Register:
    """Ada and Eve of the pit, and Bo who deals."""
    path.parent.mkdir()
    return joined(Register.create(path, WEAK), crew.ADA, crew.EVE, crew.BO)


Run = Callable[..., Result]


@pytest.fixture
def run(path: Path) -> Run:
    """Runs the command; whatever it prints, none of the secrets is in it."""

    def runs(*arguments: str, typed: tuple[str, ...] = ()) -> Result:
        lines = "".join(f"{line}\n" for line in typed)
        result = CliRunner().invoke(
            staff, arguments, input=lines, env={"FELTWORK_STAFF": str(path), "COLUMNS": "100"}
        )
        told = result.output + repr(result.exception)
        assert not [x for x in (ADA, EVE, BO, NEW, CARD, "$argon2", "Traceback") if x in told]
        return result

    return runs


def fail(register: Register, number: str) -> None:
    for _ in range(PERSON_FREE):
        register.try_pin(number, Pin("271828"), NOON)


def test_the_first_person_is_a_casino_supervisor_and_makes_the_register(
    run: Run, path: Path
) -> None:
    dealer = run("add", "117", "--name", "Bo", "--role", "dealer", "--pin-stdin", typed=(BO,))
    assert (dealer.exit_code, path.exists()) == (2, False)
    assert "Its first person must be a casino supervisor" in dealer.stderr
    title = "assistant-gaming-manager"
    first = run("add", "900", "--name", "Ada", "--role", title, "--pin-stdin", typed=(ADA,))
    assert first.exit_code == 0
    assert first.stdout.startswith("900 Ada, casino supervisor: registered.\n")
    assert "second casino supervisor now" in first.stdout
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert isinstance(Register.open(path).try_pin("900", Pin(ADA), NOON), Admitted)


def test_a_first_pin_that_will_not_do_leaves_the_way_in_open(run: Run, path: Path) -> None:
    first = ("add", "900", "--name", "Ada", "--role", "casino-supervisor", "--pin-stdin")
    weak = run(*first, typed=("123456",))
    assert (weak.exit_code, "123456" in weak.output) == (1, False)
    assert "the digits follow one another" in weak.stderr
    assert run(*first, typed=(ADA,)).exit_code == 0


def test_everybody_after_the_first_needs_a_casino_supervisor(run: Run, register: Register) -> None:
    new = ("add", "118", "--name", "Cy", "--role", "dealer", "--pin-stdin")
    stops(run(*new, typed=(NEW,)), 2, "Add --by NUMBER")
    stops(run(*new, "--by", "900", typed=(EVE, NEW)), 1, "PIN or card is wrong")
    stops(run(*new, "--by", "117", typed=(BO, NEW)), 1, "This role may not do this")
    stops(run(*new, "--by", "999", typed=(ADA, NEW)), 1, "PIN or card is wrong")
    assert register.person("118") is None
    done = run(*new, "--by", "900", typed=(ADA, NEW))
    assert (done.exit_code, done.stdout) == (0, "118 Cy, dealer: registered.\n")
    assert isinstance(register.try_pin("118", Pin(NEW), NOON), Admitted)


def test_a_number_twice_and_a_role_nobody_knows_are_refused(run: Run, register: Register) -> None:
    twice = run(
        *("add", "117", "--name", "Cy", "--role", "dealer", "--by", "900", "--pin-stdin"),
        typed=(ADA, NEW),
    )
    assert (twice.exit_code, twice.stderr) == (1, "This staff number is taken.\n")
    stops(run("add", "118", "--name", "Cy", "--role", "boss", "--by", "900"), 2, "found 'boss'")


def test_the_list_shows_people_and_their_wrong_pins(run: Run, register: Register) -> None:
    fail(register, "117")
    register.try_pin("901", Pin("271828"), NOON)
    register.give_card("900", StaffCard(CARD), order(HouseReason.JOINED))
    result = run("list")
    rows = [line.split("│")[1:-1] for line in result.stdout.splitlines() if "│" in line]
    assert [[cell.strip() for cell in row] for row in rows] == [
        ["117", "Bo", "dealer", "5 wrong", "no"],
        ["900", "Ada", "casino supervisor", "in order", "yes"],
        ["901", "Eve", "casino supervisor", "1 wrong", "no"],
    ]


def test_ones_own_pin_is_changed_with_the_old_one(run: Run, register: Register) -> None:
    stops(run("pin", "117", "--pin-stdin", typed=(ADA, NEW)), 1, "PIN or card is wrong")
    done = run("pin", "117", "--pin-stdin", typed=(BO, NEW))
    assert (done.exit_code, done.stdout) == (0, "117 Bo, dealer: has a new PIN.\n")
    assert isinstance(register.try_pin("117", Pin(NEW), NOON), Admitted)


def test_a_forgotten_pin_is_given_anew_by_a_casino_supervisor(run: Run, register: Register) -> None:
    fail(register, "117")
    done = run(
        *("pin", "117", "--by", "900", "--reason", "pin-seen", "--pin-stdin"), typed=(ADA, NEW)
    )
    assert (done.exit_code, done.stdout) == (0, "117 Bo, dealer: has a new PIN.\n")
    assert isinstance(register.try_pin("117", Pin(NEW), NOON), Admitted)
    (line,) = [line for line in register.trail() if line.what == "reset-pin"]
    assert (line.by, line.reason) == ("900", "pin-seen")


def test_a_reason_that_does_not_fit_is_answered_with_those_that_do(
    run: Run, register: Register
) -> None:
    result = run("pin", "117", "--by", "900", "--reason", "fraud", "--pin-stdin", typed=(ADA, NEW))
    stops(result, 2, "pin-forgotten (PIN forgotten), pin-seen")


def test_guesses_here_and_at_the_table_share_one_budget(run: Run, register: Register) -> None:
    fail(register, "900")
    told = run("card", "117", "--by", "900", "--pin-stdin", typed=(ADA, CARD))
    assert told.exit_code == 1
    assert told.stderr.startswith("Too many wrong attempts. Next attempt in ")
    other = run("card", "117", "--by", "901", "--pin-stdin", typed=(EVE, CARD))
    assert other.exit_code == 0


def test_a_register_changed_by_other_means_serves_no_command(
    run: Run, register: Register, path: Path
) -> None:
    meddle(path, "UPDATE people SET role = 'casino-supervisor' WHERE number = '117'")
    result = run("remove", "900", "--by", "117", "--pin-stdin", typed=(BO,))
    stops(result, 2, "changed by means other")
    assert register.person("900") is not None


def test_somebody_is_removed_but_not_the_last_casino_supervisor(
    run: Run, register: Register
) -> None:
    by = ("--by", "900", "--pin-stdin")
    assert run("remove", "117", *by, typed=(ADA,)).stdout == "117 Bo, dealer: removed.\n"
    assert run("remove", "901", *by, typed=(ADA,)).exit_code == 0
    stops(run("remove", "900", *by, typed=(ADA,)), 1, "no casino supervisor")


def test_a_card_is_given_and_withdrawn(run: Run, register: Register) -> None:
    by = ("--by", "900", "--pin-stdin")
    given = run("card", "117", *by, typed=(ADA, CARD))
    assert (given.exit_code, given.stdout) == (0, "117 Bo, dealer: has a card.\n")
    assert register.owner(StaffCard(CARD), 0) == "117"
    gone = run("card", "117", "--withdraw", "--reason", "left", *by, typed=(ADA,))
    assert (gone.exit_code, gone.stdout) == (0, "117 Bo, dealer: has no card.\n")


@pytest.mark.parametrize("name", ["add", "pin", "card", "remove"])
def test_a_pin_as_an_argument_is_refused_and_not_repeated(
    run: Run, register: Register, name: str
) -> None:
    more = ("--name", "Cy", "--role", "dealer") if name == "add" else ()
    before = register.people(), register.trail()
    result = run(name, "117", NEW, *more, "--by", "900", "--pin-stdin", typed=(ADA, NEW))
    stops(result, 2, "A PIN is never an argument")
    for option in (f"--pin={NEW}", f"--pin-stdin={NEW}"):
        assert run(name, "117", *more, "--by", "900", option).exit_code == 2
    assert (register.people(), register.trail()) == before


def test_no_option_of_any_command_takes_a_pin(run: Run) -> None:
    for name in ("add", "pin", "card", "remove"):
        text = " ".join(run(name, "--help").stdout.split())
        assert "--pin-stdin" in text
        assert "--pin " not in text


def test_without_a_terminal_and_without_pin_stdin_nothing_is_read(
    run: Run, register: Register
) -> None:
    result = run("pin", "117", typed=(BO, NEW))
    assert result.exit_code == 2
    assert result.stderr == "Old PIN of 117: there is no terminal to type it on. Use --pin-stdin.\n"
    result = run("pin", "117", "--pin-stdin", typed=(BO,))
    stops(result, 2, "expected another line (New PIN of 117)")


def test_a_bad_register_is_named(run: Run, register: Register, path: Path) -> None:
    path.chmod(0o644)
    for arguments in (("list",), ("remove", "117", "--by", "900", "--pin-stdin")):
        stops(run(*arguments, typed=(ADA,)), 2, f"{path}: others may read")


def test_no_register_at_all_is_named_and_not_made(run: Run, path: Path) -> None:
    result = run("list")
    expected = f"{path}: no register here. `feltwork staff add` creates one\n"
    assert (result.exit_code, result.stderr) == (2, expected)
    assert not path.exists()
    path.parent.write_text("in the way")
    add = ("add", "900", "--name", "Ada", "--role", "casino-supervisor", "--pin-stdin")
    stops(run(*add, typed=(ADA,)), 2, str(path.parent))


def test_powers_prints_every_action_with_people_reasons_and_clauses(run: Run) -> None:
    result = run("--powers")
    assert result.exit_code == 0
    rows = [line.split("│")[1:-1] for line in result.stdout.splitlines() if "│" in line]
    table = {cells[0].strip(): [cell.strip() for cell in cells[1:]] for cells in rows}
    assert set(table) - {""} == {str(action) for action in every_action()}
    who, why = "dealer and supervisor", "Hand, wager and meter compared and agreed"
    assert table["confirm-award"] == [who, "2", "", why, "15.2.9", "15.2.9", "(18)(a)iv", ""]
    assert table["invalidate-hand"][-4:] == ["", "", "", "23.1"]
    assert table["refuse-wager"][:3] == ["supervisor", "1", "before the first card"]


def test_without_a_command_the_help_is_shown(run: Run) -> None:
    says(run(), "--powers")


def _at_a_terminal(path: Path, *arguments: str, typed: list[str]) -> tuple[int, str, str]:
    """Runs the command on a pseudo-terminal: status, what it shows, its process-list entry."""
    script = "from ui.commands.staff import staff; staff()"
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", script, *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        env={**os.environ, "FELTWORK_STAFF": str(path)},
    )
    os.close(theirs)
    shown, listed = "", ""
    with open(ours, "r+b", buffering=0) as terminal:
        for line in typed:
            start = len(shown)
            while not shown[start:].rstrip(" ").endswith(":"):
                assert select.select([terminal], [], [], 60)[0], shown
                shown += terminal.read(4096).decode()
            listed += Path(f"/proc/{process.pid}/cmdline").read_text()
            terminal.write(f"{line}\n".encode())
        try:
            while select.select([terminal], [], [], 60)[0] and (more := terminal.read(4096)):
                shown += more.decode()
        except OSError:  # Linux: nobody is left at the other end
            pass
    return process.wait(60), shown, listed


def test_on_a_terminal_pins_are_typed_twice_and_do_not_show(register: Register, path: Path) -> None:
    status, shown, listed = _at_a_terminal(path, "pin", "117", typed=[BO, NEW, NEW])
    assert status == 0
    told = " ".join(shown.split())
    assert told == "Old PIN of 117: New PIN of 117: Once more: 117 Bo, dealer: has a new PIN."
    assert "pin" in listed
    assert not [text for text in (BO, NEW) if text in shown + listed]
    assert b"$argon2id$v=19$m=65536,t=3,p=2$" in path.read_bytes(), "as strong as STRONG"
    assert isinstance(register.try_pin("117", Pin(NEW), NOON), Admitted)


def test_on_a_terminal_two_different_pins_change_nothing(register: Register, path: Path) -> None:
    status, shown, _ = _at_a_terminal(path, "pin", "117", typed=[BO, NEW, EVE])
    assert (status, "The two PINs differ" in shown) == (1, True)
    assert isinstance(register.try_pin("117", Pin(BO), NOON), Admitted)


def test_pin_stdin_is_refused_on_a_terminal_where_it_would_show(
    register: Register, path: Path
) -> None:
    status, shown, _ = _at_a_terminal(path, "pin", "117", "--pin-stdin", typed=[])
    assert (status, "typed on a terminal would show" in shown) == (2, True)


def test_without_a_register_named_it_is_the_one_that_the_tables_console_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("FELTWORK_STAFF", raising=False)
    add = ("add", "900", "--name", "Ada", "--role", "casino-supervisor", "--pin-stdin")
    for named in ((), ("--table", "16")):
        assert CliRunner().invoke(staff, [*add, *named], input=f"{ADA}\n").exit_code == 0
        table = load_table(named[-1] if named else DEFAULT_TABLE)
        folder = TableFolder(default_folder(table.name, simulated=False))
        assert [one.number for one in Register.open(folder.staff).people()] == ["900"]
    stops(CliRunner().invoke(staff, ["list", "--table", "no-such-table"]), 2, "--table")
