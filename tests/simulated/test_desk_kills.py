"""The tournament desk, killed before and after every write: same places, same prizes, same chips.

What stands in the record has happened, and is not asked for again; the rest is entered then. How
far the record has come, the desk says itself: it counts what has happened to it.
"""

import json
import shutil
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from controller.domain.kernel import Asking
from controller.domain.refusals import Refused
from controller.journal.keys import keys_for
from controller.journal.recorder import State
from controller.journal.sqlite import SqliteRecorder
from controller.running.snapshot import Accepted
from controller.staff.roles import HouseReason, Reason
from controller.tournament import (
    balance,
    buying,
    clock,
    colouring,
    conduct,
    corrections,
    ending,
    entries,
    publishing,
    seating,
)
from controller.tournament.core import CORE
from controller.tournament.format import AddOns
from controller.tournament.hands import ReportHand
from controller.tournament.phases import Phase
from controller.tournament.powers import DeskReason
from controller.tournament.prizes import money, won
from controller.tournament.state import Desk
from tests.helpers.desk_shift import DeskShift
from tests.helpers.kill import AFTER, BEFORE, COMMITTED, KILLED, Moment, dying, listed, verdict
from tests.helpers.shift import CASINO, MIDNIGHT_MS
from tests.helpers.tournament_desk import chips, cut, form, holds, level, seat, stacks

pytestmark = pytest.mark.usefixtures("untraced")

EVERYDAY: Final = 7
"""One moment in so many every day, before and after a write in turn; all in the long run."""
FORM: Final = form(
    house=300_000,
    rebuys=True,
    addons=AddOns.DOUBLE,
    seats=4,
    levels=(level(600, 25, 50), level(600, 50, 100)),
)
NAMES: Final = ("anna", "ben", "cara", "dan", "eve", "fay")
WRONG: Final = HouseReason.KEYED_WRONG
CARDS: Final = tuple(map(seat, ("2.3", "1.1", "1.2", "2.1", "1.3", "2.2")))


def _hand(table: int, **counted: float) -> tuple[object, ...]:
    return clock.BeginHand(table), ReportHand(table, stacks(**counted))


# eve 1.3, ben 1.1, cara 1.2; anna 2.3, dan 2.1, fay 2.2
SCRIPT: Final[tuple[object, ...]] = (
    *map(entries.Enter, (*NAMES, "gus")),
    (entries.WithdrawEntry("gus"), WRONG),
    balance.DrawSeats(CARDS),
    publishing.PublishPrizes(),
    ending.Start(),
    *_hand(1, ben=2000, cara=1000, eve=0),
    buying.Rebuy("eve"),
    (buying.TakeBackPurchase("eve"), WRONG),
    buying.Rebuy("eve"),
    seating.GoAway("dan"),
    *_hand(2, anna=1500, dan=925, fay=575),
    (corrections.CorrectHand(2, stacks(anna=1500, dan=950, fay=550)), WRONG),
    seating.ComeBack("dan"),
    clock.PauseClock(),
    clock.ResumeClock(),
    (clock.BeginLevel(1), WRONG),
    buying.CloseRebuys(),
    buying.AddOn("eve", double=True),
    colouring.ColourUp(2, chips(100)),
    (conduct.ForfeitPocketed("ben", chips(300)), DeskReason.CHIPS_HIDDEN),
    (conduct.Disqualify("cara"), DeskReason.RULES_BROKEN),
    (conduct.Readmit("cara"), WRONG),
    ending.PlayHandForHand(),
    *_hand(1, ben=4700, cara=0, eve=1000),
    *_hand(2, anna=2500, dan=0, fay=600),
    ending.EndHandForHand(),
    balance.BreakTable(2, tuple(map(seat, ("1.4", "1.2")))),
    *_hand(1, ben=4400, eve=0, anna=0, fay=4400),
    ending.End(),
    cut(ben="Kh", fay="Ks"),
    cut(ben="3h", fay="Ad"),
)


def asked(line: object) -> tuple[object, Reason | None]:
    """A command, and the reason where one is asked for."""
    return line if isinstance(line, tuple) else (line, None)


@cache
def progress() -> list[int]:
    """How much has happened to the desk after each line."""
    desk, found = Desk(FORM), []
    for line in SCRIPT:
        command, reason = asked(line)
        decided = CORE.decide(desk, command, Asking(DeskShift().clock.now(), reason=reason))
        assert not isinstance(decided, Refused), f"{command}: {decided.text()}"
        desk = decided.state
        found.append(desk.changes)
    return found


def run(folder: Path) -> str:
    """The rest of the tournament, from wherever the record of this folder has come to."""
    path = folder / "table.journal"
    keys = keys_for(path, None, create=True)
    recorder = SqliteRecorder(path, keys, MIDNIGHT_MS)
    try:
        shift = DeskShift(FORM, recorder, keys=keys)
        assert shift.controller.snapshot().held is None
        shift.on(CASINO)
        done = [0, *progress()].index(shift.table.changes)
        for line in SCRIPT[done:]:
            command, reason = asked(line)
            answer = shift.ask(command, reason)
            assert isinstance(answer, Accepted), f"{command}: {answer.text()}"
            holds(shift.table)
        return result(shift.table)
    finally:
        recorder.close()


def result(desk: Desk) -> str:
    """Who came where, with what; where the money and the chips are."""
    assert desk.phase is Phase.DECIDED
    places, names = won(desk), sorted(one.name for one in desk.entrants)
    assert sum(one.cash for one in places) == money(desk).prizes
    assert sorted(one.name for one in places) == names
    counted = [money(desk), desk.books, desk.rebuys, desk.addons, desk.changes]
    return json.dumps([[list(one) for one in places], [repr(one) for one in counted]])


class Sweep(NamedTuple):
    """A tournament that nobody has disturbed, and every moment at which it could be."""

    disk: Path
    whole: str
    moments: list[Moment]


@pytest.fixture
def sweep(disk: Path) -> Sweep:
    (disk / "whole").mkdir()
    (disk / "again").mkdir()
    whole = run(disk / "whole")
    return Sweep(disk, whole, listed(lambda: run(disk / "again")))


def test_the_tournament_has_what_a_desk_can_have(sweep: Sweep) -> None:
    names = [moment.name for moment in sweep.moments]
    assert names.count(BEFORE) == names.count(AFTER) > len(SCRIPT)
    assert [name for _, name, *_ in json.loads(sweep.whole)[0]] == [
        "fay", "ben", "anna", "eve", "cara", "dan",
    ]  # fmt: skip


@pytest.mark.parametrize("step", [EVERYDAY, pytest.param(1, marks=pytest.mark.long)])
def test_a_desk_killed_at_a_write_ends_with_the_same_places_and_prizes(
    sweep: Sweep, step: int
) -> None:
    writes = [at for at, one in enumerate(sweep.moments) if step == 1 or one.name != COMMITTED]
    for at in writes[::step]:
        where = f"killed at moment {at}, {sweep.moments[at]}"
        folder = sweep.disk / str(at)
        folder.mkdir()
        assert dying(lambda folder=folder: run(folder), at).status == KILLED, where  # type: ignore[misc]
        assert run(folder) == sweep.whole, where
        assert verdict(folder / "table.journal").state is State.INTACT, where
        shutil.rmtree(folder)


def test_a_desk_killed_again_and_again_still_gets_to_its_end(sweep: Sweep) -> None:
    folder, runs = sweep.disk / "stubborn", 1
    folder.mkdir()
    while (ended := dying(lambda: run(folder), 15)).status == KILLED:
        runs += 1
    assert (ended.status, ended.said) == (0, sweep.whole), ended.said
    assert runs > 5
