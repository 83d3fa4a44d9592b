"""A table whose notices go to a log: raised, changed, and held against its journal."""

import json
from collections.abc import Callable
from typing import Any

from typer.testing import CliRunner, Result

from controller.floor.calls import AnswerCall, CallSupervisor
from tests.helpers.shift import LiveShift
from tests.unit.running.tables import House, files, payloads, put_back, soon
from ui.commands.journal import journal as journal_command

OLDER = "It is an older copy, or another journal"


def called(house: House, **more: Any) -> LiveShift:
    """Brought up; the dealer calls a supervisor, of which a notice goes out."""
    shift = LiveShift(house.up(**more).controller).compared()
    shift.do(CallSupervisor()).supervised(AnswerCall())
    assert soon(lambda: not shift.house.notices.pending), "the notice is delivered"
    return shift


def rolled_back(house: House, *names: str, again: Callable[[House], object] = called) -> None:
    """A shift with a notice; all of it is taken back but what went out."""
    called(house)
    house.down()
    older = {name: files(house, name) for name in names}
    again(house)
    house.down()
    for name in names:
        put_back(house, name, older[name])


def goes_on(house: House) -> None:
    """The table comes up, is verified from the first record on, and can be played."""
    called(house)
    assert house.running[-1].controller.snapshot().held is None
    house.down()
    assert verified(house).exit_code == 0, verified(house).output


def verified(house: House, *more: str, of: str = "table.journal") -> Result:
    """`feltwork journal verify --heads`."""
    named = ["--keys", str(house.folder / "table.keys"), "--heads", str(house.notices)]
    return CliRunner().invoke(
        journal_command, ["verify", str(house.folder / of), *named, *more], catch_exceptions=False
    )


def archived(house: House) -> None:
    where = [str(house.journal), "--keys", str(house.folder / "table.keys")]
    done = CliRunner().invoke(journal_command, ["archive", *where])
    assert done.exit_code == 0, done.stderr


def doubts(house: House) -> list[str]:
    return [json.loads(payload)["why"] for payload in payloads(house, "HeadsDoubted")]


def changed(house: House, line: int, **fields: str) -> None:
    """One line of the log says something else."""
    lines = house.notices.read_bytes().splitlines(keepends=True)
    content = json.loads(lines[line]) | fields
    lines[line] = json.dumps(content).encode() + b"\n"
    house.notices.write_bytes(b"".join(lines))
