"""What runs beside a table for its game, such as a jackpot pool; for most games there is nothing.

It is brought up before the controller, which starts from what it says, and goes down after it. It
follows the table as a viewer does, and tells the controller what it hears (`runtime.learn`).
"""

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from controller.journal.recorder import Head, Recorder
    from controller.journal.witness import Stray
    from controller.running.runtime import TableController
    from controller.running.snapshot import Snapshot


class Beside:
    """What a game brings up beside one table: nothing, unless it says otherwise."""

    def __init__(self, fresh: Any) -> None:
        self.fresh = fresh
        """The house before its first round."""

    def strays(self, recorder: "Recorder") -> "Iterable[Stray]":
        """Heads that it was told by and the journal lacks: then the journal is another one."""
        return ()

    def replaced(self, head: "Head", journal: str, by: tuple[str, ...]) -> None:
        """These people have begun a new journal in the place of the one it was told by."""

    def held(self, why: str) -> str:
        """Why a table is held, with what it knows better than a journal that is not believed."""
        return why

    def open(
        self, controller: "TableController", recorder: "Recorder", distrust: Callable[[str], None]
    ) -> None:
        """The controller stands and its journal is believed; `distrust` where it must not be."""

    def start(self, opened: ExitStack) -> None:
        """The table is about to run; `opened` ends what was started."""

    def show(self, snapshot: "Snapshot") -> None:
        """The table has changed."""
