"""The tables beside the desk: their letters become records, and each is told how it is to be."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from controller.domain.base import evolve
from controller.domain.frozen import Frozen
from controller.domain.instant import Instant
from controller.domain.kernel import Asking
from controller.domain.refusals import Refused
from controller.games.beside import Beside
from controller.games.desk_link import relay_in
from controller.journal.codec import from_bytes, to_bytes
from controller.relay.contract import Relay
from controller.relay.courier import Courier
from controller.relay.keys import NoKey, admitted, load_key, receive_tables
from controller.relay.letters import Side
from controller.tournament.core import CORE
from controller.tournament.orders import Order, TableLetter
from controller.tournament.refusals import DeskRefusal
from controller.tournament.state import Desk
from controller.tournament.tables import LinkTable, SeeTableStand, TakeReport, order_for

if TYPE_CHECKING:
    from controller.journal.recorder import Recorder
    from controller.running.runtime import TableController
    from controller.running.snapshot import Snapshot


class Taken(NamedTuple):
    """What a letter leads to at a desk."""

    events: tuple[object, ...]
    refused: Refused | None
    """Why its next report is not accepted: people have to look at the table."""


def take(desk: Desk, table: int, letter: TableLetter, now: Instant) -> Taken:
    """All that is new in it, in order."""
    events: list[object] = []
    while (command := _next(desk, table, letter)) is not None:
        decided = CORE.decide(desk, command, Asking(now))
        if isinstance(decided, Refused):
            return Taken(tuple(events), decided)
        events += decided.events
        desk = decided.state
    return Taken(tuple(events), _other_past(desk, table, letter))


def _other_past(desk: Desk, number: int, letter: TableLetter) -> Refused | None:
    """A table that knows of fewer hands than the desk, or has forgotten some that the desk has
    still to hear of, has another past than the desk knows."""
    link = desk.table(number).link
    if link is None or link.by_desk:
        return None
    first = letter.reports[0].number if letter.reports else letter.played + 1
    if link.taken == letter.played or first <= link.taken + 1 <= letter.played:
        return None
    detail = f"{letter.played} hands were reported, {link.taken} are recorded here."
    return Refused(DeskRefusal.OTHER_RECORD, "25.1", detail)


def _next(desk: Desk, number: int, letter: TableLetter) -> object | None:
    link = desk.table(number).link
    if link is None:
        return LinkTable(number, letter.played)
    report = next((one for one in letter.reports if one.number == link.taken + 1), None)
    if report is not None and not link.by_desk:
        return TakeReport(number, report)
    told = link.by_desk or letter.played == link.taken
    stands, since = letter.stands or 0, link.held_since
    if since is None or not told or not desk.changes >= stands >= since > link.stands:
        return None
    return SeeTableStand(number, stands)


class TablesView(Frozen):
    """What the desk shows about its tables that is not on record."""

    troubles: tuple[str, ...] = ()
    """Sentences: why a report is not accepted, or letters do not come; none while all is well."""

    @property
    def name(self) -> str:
        """As the top bar has what the desk is linked to."""
        return "tables"

    @property
    def linked(self) -> bool:
        """Is every table heard?"""
        return not self.troubles


class TablesBeside(Beside):
    """The desk's end of all its tables."""

    _controller: "TableController"

    def __init__(self, fresh: Any, folder: Path, relay: Relay | None = None) -> None:
        super().__init__(fresh)
        self._folder, self._relay = folder, relay or relay_in(folder)
        self._known: dict[int, bytes] = {}
        self._read: dict[int, tuple[bytes, TableLetter]] = {}
        self._said: dict[int, tuple[Order, bytes]] = {}
        self._refused: dict[int, Refused] = {}
        """By table, why its next report is not accepted."""
        self._keyless: dict[int, str] = {}
        """By table, why its key is not accepted."""
        self._trouble = ""
        self.courier = Courier(self._relay, Side.DESK, self._keys, self._brought, self._felt)

    def open(
        self, controller: "TableController", recorder: "Recorder", distrust: Callable[[str], None]
    ) -> None:
        self._controller = controller
        receive_tables(self._folder)
        self.show(controller.snapshot())

    def start(self, opened: ExitStack) -> None:
        opened.callback(self._relay.close)
        self.courier.start()
        opened.callback(self.courier.stop)

    def show(self, snapshot: "Snapshot") -> None:
        """What has changed for a table goes out to it."""
        desk: Desk = snapshot.house.table
        for table in desk.tables:
            order = order_for(desk, table.number)
            if order is not None and self._is_news(table.number, order, desk):
                self._said[table.number] = order, to_bytes(Order, order)
        self.courier.say({table: body for table, (_, body) in self._said.items()})

    def _is_news(self, table: int, order: Order, desk: Desk) -> bool:
        """Something else than before, or a wait that the table has to confirm anew."""
        if table not in self._said:
            return True
        last, link = self._said[table][0], desk.table(table).link
        since = link.held_since if link else None
        return evolve(order, number=last.number) != last or (since or 0) > last.number

    def _keys(self) -> Mapping[int, bytes]:
        """Tables join the desk by making their key. A key that is no good keeps no other table
        from the desk."""
        keyless = {}
        for table in admitted(self._folder):
            if table not in self._known:
                try:
                    self._known[table] = load_key(self._folder, table)
                except NoKey as wrong:
                    keyless[table] = str(wrong)
        if keyless != self._keyless:
            self._keyless = keyless
            self._tell()
        return self._known

    def _brought(self, table: int, body: bytes) -> None:
        known = self._read.get(table)
        if known is None or known[0] != body:
            known = self._read[table] = body, from_bytes(TableLetter, body)
        letter = known[1]
        desk: Desk = self._controller.snapshot().house.table
        taken = take(desk, table, letter, self._controller.now())
        if taken.refused != self._refused.get(table):
            others = {one: why for one, why in self._refused.items() if one != table}
            self._refused = {**others, table: taken.refused} if taken.refused else others
            self._tell()
        if taken.events:
            self._controller.learn(partial(_learned, table=table, letter=letter))

    def _felt(self, why: str) -> None:
        self._trouble = why
        self._tell()

    def _tell(self) -> None:
        """Shown at the desk: somebody has to look into it."""
        told = [
            f"Table {table}: its report was not accepted. {why.text()}"
            for table, why in sorted(self._refused.items())
        ]
        told += [f"Table {table}: {why}." for table, why in self._keyless.items()]
        view = TablesView((*told, self._trouble) if self._trouble else tuple(told))
        self._controller.show_shared(view, lambda _, __: ())


def _learned(house: Any, now: Instant, *, table: int, letter: TableLetter) -> tuple[object, ...]:
    return take(house.table, table, letter, now).events
