"""The files of the register: private, whole, and silent about what is in them."""

import os
import shutil
import sqlite3
import stat
import traceback
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from controller.domain.instant import MINUTE_MS
from controller.staff import pins
from controller.staff.pins import RegisterError, StaffCard
from controller.staff.powers import NotAllowed
from controller.staff.register import Register
from controller.staff.roles import HouseReason, Rejected, TrailPoint
from controller.staff.session import Admitted, Denied, Why
from tests.unit.staff.crew import ADA, BO, EVE, GIL, LATER, NOON, PINS, WEAK, order, pin


def test_the_files_are_private_from_the_first_moment(register: Register, path: Path) -> None:
    old = os.umask(0)
    try:
        Register.create(path.with_name("other.db"), WEAK)
    finally:
        os.umask(old)
    files = sorted(path.parent.iterdir())
    assert [file.name for file in files] == ["other.db", "other.db.key", "staff.db", "staff.db.key"]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_a_register_is_never_made_in_place_of_another(register: Register, path: Path) -> None:
    with pytest.raises(RegisterError, match=r"staff\.db: cannot be made: File exists"):
        Register.create(path)
    assert len(register.people()) == 4


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o660, 0o602, 0o777])
@pytest.mark.parametrize("which", ["staff.db", "staff.db.key"])
def test_a_file_that_others_may_read_is_refused(
    register: Register, path: Path, mode: int, which: str
) -> None:
    path.with_name(which).chmod(mode)
    with pytest.raises(RegisterError, match=rf"{which}: others may .* mode 0600, found {mode:04o}"):
        Register.open(path)


def test_a_file_opened_to_others_later_is_refused_at_the_next_attempt(
    register: Register, path: Path
) -> None:
    path.chmod(0o644)
    with pytest.raises(RegisterError, match="found 0644"):
        register.try_pin("117", pin(BO), NOON)


def _write(path: Path, content: bytes) -> None:
    path.write_bytes(content)


def _sql(path: Path, script: str) -> None:
    file = sqlite3.connect(path)
    file.executescript(script)
    file.close()


def _scratch(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096:] = bytes(len(content) - 4096)
    path.write_bytes(content)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda path: _write(path, b"not a database, " * 100), "file is not a database"),
        (lambda path: _write(path, b""), "expected a staff register, found another file"),
        (lambda path: _write(path, b'{"people": []}'), "file is not a database"),
        (lambda path: _sql(path, "PRAGMA application_id = 7"), "expected a staff register"),
        (lambda path: _sql(path, "PRAGMA user_version = 1"), "expected version 3, found 1"),
        (lambda path: _sql(path, "DROP TABLE meta"), "no such table: meta"),
        (lambda path: _sql(path, "DROP TABLE people"), "no such table: people"),
        (lambda path: _sql(path, "UPDATE people SET role = 'boss'"), "'boss' is not a valid Role"),
        (_scratch, "damaged|malformed"),
        (lambda path: path.unlink(), "No such file or directory"),
        (lambda path: pins.key_path(path).unlink(), r"\.key: No such file or directory"),
        (lambda path: _write(pins.key_path(path), bytes(32)), "the key of another register"),
    ],
)
def test_a_bad_file_is_named_and_nothing_is_made_of_it(
    register: Register, path: Path, spoil: Callable[[Path], None], message: str
) -> None:
    spoil(path)
    before = sorted(path.parent.iterdir())
    with pytest.raises(RegisterError, match=message) as caught:
        Register.open(path)
    assert str(path) in str(caught.value)
    assert sorted(path.parent.iterdir()) == before


def test_a_folder_in_its_place_is_refused(path: Path) -> None:
    path.mkdir()
    with pytest.raises(RegisterError, match="expected a plain file, found something else"):
        Register.open(path)


def test_a_register_that_cannot_be_written_admits_nobody(
    register: Register, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = sqlite3.connect

    def full(*given: object, **named: object) -> sqlite3.Connection:
        file: sqlite3.Connection = connect(*given, **named)  # type: ignore[call-overload]
        file.execute("PRAGMA query_only = ON")
        return file

    monkeypatch.setattr(sqlite3, "connect", full)
    with pytest.raises(RegisterError, match=r"staff\.db: cannot be used .* attempt to write"):
        register.try_pin("117", pin(BO), NOON)


def test_a_register_that_cannot_be_made_leaves_nothing_but_its_key(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(sqlite3, "connect", full)
    with pytest.raises(RegisterError, match="cannot be made: database or disk is full"):
        Register.create(path)
    monkeypatch.undo()
    assert [file.name for file in path.parent.iterdir()] == ["staff.db.key"]
    assert Register.create(path).people() == ()


def test_a_copied_register_without_its_key_opens_nothing(
    register: Register, path: Path, tmp_path: Path
) -> None:
    copied = tmp_path / "copy" / "staff.db"
    copied.parent.mkdir()
    shutil.copy2(path, copied)
    pins.make_key(pins.key_path(copied))
    with pytest.raises(RegisterError, match="the key of another register"):
        Register.open(copied)


def test_no_pin_card_key_or_hash_gets_out(
    register: Register, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    number = "6011000990139424"
    card = StaffCard(number)
    outcomes: list[object] = [
        register,
        register.give_card("204", card, order(HouseReason.JOINED)),
        register.owner(card, NOON),
        register.try_pin("117", pin(BO), NOON),
        register.change_own_pin("117", pin(BO), pin(EVE), NOON),
        register.reset_pin("117", pin(GIL), order(HouseReason.PIN_SEEN)),
        register.people(),
        register.trail(),
        *(register.try_pin("117", pin(ADA), NOON + n * LATER) for n in range(6)),
    ]
    told = caplog.text + "".join(f"{x!r}{x!s}" for x in outcomes)
    told += "".join(x.text() for x in outcomes if isinstance(x, Denied | Rejected | NotAllowed))
    file = sqlite3.connect(path)
    kept = [x for row in file.execute("SELECT pin, card FROM people") for x in row if x]
    file.execute("UPDATE people SET pin = 'broken', role = 'boss' WHERE number = '117'")
    file.commit()
    file.close()
    key = pins.key_path(path).read_bytes()
    for number_, shown in (("117", pin(BO)), ("204", pin(GIL))):
        try:
            register.try_pin(number_, shown, NOON + 99 * LATER)
            Register.open(path)
        except RegisterError as error:
            told += "".join(traceback.format_exception(error)) + repr(error)
    secrets = [*PINS.values(), number, *kept, "$argon2", key.hex(), repr(key)]
    assert not [secret for secret in secrets if secret in told]
    on_disk = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert not [text for text in (*PINS.values(), number) if text.encode() in on_disk]


BEFORE = """
ALTER TABLE meta DROP COLUMN bond;
ALTER TABLE people DROP COLUMN tried_boot;
ALTER TABLE trail DROP COLUMN people;
DROP TABLE guesses;
PRAGMA user_version = 2;
"""
"""Makes a register one of the version before."""


def test_a_register_of_the_version_before_is_carried_over_with_its_people(
    register: Register, path: Path
) -> None:
    people, last = register.people(), register.trail()[-1]
    with closing(sqlite3.connect(path)) as file, file:
        file.executescript(BEFORE)
        file.execute("UPDATE people SET failures = 7, tried_ms = ? WHERE number = '117'", (NOON,))
        file.execute("DROP TRIGGER trail_fixed")
        file.execute("UPDATE trail SET mark = 'of its own time' WHERE seq = ?", (last.seq,))
    carried = Register.open(path, WEAK)
    assert [entry.number for entry in carried.people()] == [entry.number for entry in people]
    here = TrailPoint(register.id, last.seq, "of its own time")
    assert [line.what for line in carried.read_on(here).lines] == ["carried-over"]
    carried.check_vouched()
    waits = carried.try_pin("117", pin(BO), NOON)
    assert waits == Denied(Why.WAIT, "117", 4 * MINUTE_MS), "it was locked: now it waits"
    assert isinstance(carried.try_pin("204", pin(GIL), NOON), Admitted)
    Register.open(path, WEAK).check_vouched()


def test_a_register_that_only_says_it_is_of_the_version_before_is_of_no_use(
    register: Register, path: Path
) -> None:
    """Carried over, its people would be vouched for, whoever they are."""
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE people SET role = 'casino-supervisor'")
        file.execute("PRAGMA user_version = 2")
    with pytest.raises(RegisterError, match="cannot be used as the staff register"):
        Register.open(path, WEAK)
