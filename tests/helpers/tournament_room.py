"""A tournament desk and its tables over one relay, each a running controller with its record."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

from controller.authority import Command
from controller.domain.base import existing
from controller.domain.instant import Instant
from controller.domain.refusals import Refused, Sentence
from controller.games.desk.tables_beside import TablesBeside, take
from controller.games.desk_link import DeskLink
from controller.journal.memory import MemoryRecorder
from controller.journal.recorder import Recorder
from controller.relay.contract import Relay
from controller.relay.memory import MemoryRelay
from controller.running.runtime import TableController
from controller.staff.roles import Reason
from controller.tournament.format import Format
from controller.tournament.orders import Report, TableLetter
from controller.tournament.state import Desk
from controller.tournament.tables import HoldTables
from controller.tournament.under_desk import DeskPlace
from simulators.games.tournament.people.room import CutRelay
from tests.helpers.desk_shift import DeskShift
from tests.helpers.shift import KEYS, AnyShift
from tests.helpers.tournament_desk import form, level
from tests.helpers.under_desk import BY_POTS, UnderDeskShift

NOW = Instant(0, 0)
LEVELS = (level(20, 25, 50), level(5), level(20, 50, 100))


class Linked(AnyShift):
    """A shift with an end of the link."""

    end: DeskLink | TablesBeside

    def hear(self) -> None:
        """What the other side has said."""
        self.end.courier.exchange()
        self.controller.work()

    def exchange(self) -> None:
        self.end.show(self.controller.snapshot())
        self.hear()
        self.end.show(self.controller.snapshot())


class LinkedTable(Linked, UnderDeskShift):
    """A table with its end of the link."""

    def __init__(self, place: DeskPlace, relay: Relay, **more: Any) -> None:
        self._ends = place, relay
        super().__init__(**more)

    def _started(self) -> TableController:
        self.end = DeskLink(self.fresh(), *self._ends)
        self._more["viewers"] = ()
        controller = super()._started()
        self.end.open(controller, self.recorder, lambda why: None)
        return controller


class LinkedDesk(Linked, DeskShift):
    """The desk with its end of all links."""

    def __init__(self, folder: Path, relay: Relay, rules: Format, **more: Any) -> None:
        self._ends = folder, relay
        super().__init__(rules, **more)

    def _started(self) -> TableController:
        self.end = TablesBeside(self.fresh(), *self._ends)
        controller = super()._started()
        self.end.open(controller, self.recorder, lambda why: None)
        return controller

    @property
    def desk(self) -> Desk:
        found: Desk = self.house.table
        return found


class Room:
    """`Room(tmp_path, "anna 1.1", ...)`: entered, seated, started, every table open."""

    def __init__(
        self,
        folder: Path,
        *at: str,
        relay: Relay | None = None,
        by_pots: bool = False,
        recorder: Callable[[], Recorder] = lambda: MemoryRecorder(KEYS),
        **more: Any,
    ) -> None:
        self.folder, self.relay = folder, CutRelay(relay or MemoryRelay())
        numbers = sorted({int(text.split()[1].split(".")[0]) for text in at})
        rules = form(seats=6, **{"levels": LEVELS, **more})
        self.desk = LinkedDesk(folder, self.relay, rules, recorder=recorder()).started(*at)
        kept = {"rules": BY_POTS} if by_pots else {}
        self.tables = {
            number: LinkedTable(
                DeskPlace(folder, number), self.relay, recorder=recorder(), **kept
            ).opened()
            for number in numbers
        }
        self.carry()

    def carry(self, *_done: object, rounds: int = 4) -> Self:
        """After what was done, letters go to and fro until all is said."""
        for _ in range(rounds):
            for table in self.tables.values():
                table.exchange()
            self.desk.exchange()
        return self

    def do(self, *commands: Command, reason: Reason | None = None) -> Self:
        """At the desk; then the tables hear of it."""
        return self.carry(self.desk.do(*commands, reason=reason))

    def refuses(self, command: Command) -> Refused:
        """By the desk, though there is a reason for it."""
        return self.desk.refuses(command, self.desk.likeliest(command))

    def refuses_report(self, report: Report) -> Sentence:
        """Of table 1, when it is the only one in its letter."""
        taken = take(self.desk.desk, 1, TableLetter(report.number, (report,)), NOW)
        assert taken.events == ()
        return existing(taken.refused, f"{report} was taken").refusal

    def hold(self, *tables: int) -> Self:
        return self.do(HoldTables(tables))

    def chips(self) -> int:
        """In front of players, as the tables have them."""
        return sum(sum(table.stacks().values()) for table in self.tables.values())

    def stacks(self) -> dict[str, int]:
        """In dollars, as the desk has them."""
        return {one.name: one.stack // 100 for one in self.desk.desk.entrants if one.is_in}
