"""The tournament desk beside a table that is under it: letters go out after every change, and what
the desk orders becomes a command in the table's inbox. A desk that is away stops nothing."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from controller.domain.frozen import Frozen
from controller.games.beside import Beside
from controller.journal.codec import from_bytes, to_bytes
from controller.relay.contract import Relay
from controller.relay.courier import Courier
from controller.relay.keys import Claim, admit
from controller.relay.letters import Side
from controller.relay.sqlite import SqliteRelay
from controller.tournament.orders import Order, TableLetter
from controller.tournament.under_desk import DeskPlace, heard, is_older, letter

if TYPE_CHECKING:
    from controller.journal.recorder import Recorder
    from controller.running.runtime import TableController
    from controller.running.snapshot import Snapshot


OLDER: Final = (
    "The desk knows less than it told this table before: an older copy of its record was put back."
)


class DeskLinkView(Frozen):
    """What the table shows of its link."""

    trouble: str = ""
    """Why the desk is not heard, in a sentence; empty while it is."""

    @property
    def name(self) -> str:
        """As the top bar has what the table is linked to."""
        return "desk"

    @property
    def linked(self) -> bool:
        """Is the desk heard?"""
        return not self.trouble


def relay_in(folder: Path) -> SqliteRelay:
    """The letters of the desk that has this folder."""
    return SqliteRelay(folder / "relay.db")


class DeskLink(Beside):
    """One table's end. `fresh` is a house that has a `desk`."""

    _controller: "TableController"

    def __init__(self, fresh: Any, place: DeskPlace, relay: Relay | None = None) -> None:
        super().__init__(fresh)
        self._place, self._key = place, b""
        self._relay = relay or relay_in(place.folder)
        self._claim: Claim | None = None
        self._read: tuple[bytes, Order | None] = (b"", None)
        self._trouble, self._older = "", False
        self.courier = Courier(self._relay, Side.TABLE, self._keys, self._brought, self._felt)

    def open(
        self, controller: "TableController", recorder: "Recorder", distrust: Callable[[str], None]
    ) -> None:
        self._controller = controller
        self.show(controller.snapshot())

    def start(self, opened: ExitStack) -> None:
        opened.callback(self._relay.close)
        self._claim = Claim(self._place.folder, self._place.table)
        opened.callback(self._claim.release)
        self.courier.start()
        opened.callback(self.courier.stop)

    def show(self, snapshot: "Snapshot") -> None:
        """All that the desk does not know yet."""
        house: Any = snapshot.house
        said = letter(house.desk, at_rest=house.table.at_rest)
        self.courier.say({self._place.table: to_bytes(TableLetter, said)})

    def _keys(self) -> Mapping[int, bytes]:
        self._key = self._key or admit(self._place.folder, self._place.table)
        if self._claim is not None:
            self._claim.hold()
        return {self._place.table: self._key}

    def _brought(self, _: int, body: bytes) -> None:
        if body != self._read[0]:
            self._read = body, from_bytes(Order, body)
        order, house = self._read[1], self._controller.snapshot().house
        if order is None:
            return
        if heard(house.desk, order):  # type: ignore[attr-defined]
            self._controller.learn(lambda house, _: heard(house.desk, order))
        older = is_older(house.desk, order)  # type: ignore[attr-defined]
        if older is not self._older:
            self._older = older
            self._tell()

    def _felt(self, why: str) -> None:
        self._trouble = why
        self._tell()

    def _tell(self) -> None:
        why = self._trouble or (OLDER if self._older else "")
        self._controller.show_shared(DeskLinkView(why), lambda _, __: ())
