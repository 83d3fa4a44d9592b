"""One table of the scripted shift: what happens there, told and shown to whoever watches."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from PySide6.QtGui import QImage
from PySide6.QtQuick import QQuickWindow

from controller.tables import load_table
from ui.bench.staff import SUPERVISOR
from ui.commands.shift.account import TableAccount, Told, read_table
from ui.commands.shift.clock import ShiftClock
from ui.commands.shift.stage import Stage
from ui.games.registry import screen_of
from ui.table_folder import TableFolder
from ui.viewmodels.form_pages import FormProps

S = TypeVar("S", bound=Stage)
SEED = 3


class Pictured(Protocol):
    """A table, or the desk of a tournament, with its windows."""

    @property
    def name(self) -> str: ...

    def look(self) -> None:
        """Until its windows show what is so."""
        ...

    def grab(self, window: QQuickWindow) -> QImage:
        """What a window shows now."""
        ...


class Watcher(Protocol):
    """Who the shift is told to."""

    def say(self, table: str, text: str) -> None:
        """What happens now."""
        ...

    def picture(self, stage: Pictured, caption: str, window: QQuickWindow) -> None:
        """What a window shows as it stands."""
        ...

    def advance(self) -> None:
        """One more chapter of the script."""
        ...


class Evening(ABC, Generic[S]):
    """What happens at one table, chapter by chapter; `folder` keeps the records of the shift."""

    table: ClassVar[str]

    def __init__(self, folder: Path, clock: ShiftClock, watcher: Watcher, more: int = 4) -> None:
        """`more` rounds are played after what a chapter is about."""
        self.folder, self.clock, self._watcher, self.more = folder, clock, watcher, more
        self._watched: Callable[[Any, str], object] = lambda stage, act: None

    @property
    @abstractmethod
    def chapters(self) -> tuple[Callable[[S], None], ...]:
        """In their order."""

    @abstractmethod
    def make_stage(self) -> S:
        """The table with its people; `acted` is told of every act of the dealer."""

    @abstractmethod
    def told(self, recorded: Any) -> Told:
        """What the record of the table came to."""

    def come_up(self) -> None:
        """What happens before the table is up."""
        return

    def play(self) -> None:
        """From the first chapter to the last."""
        self.come_up()
        with self.make_stage() as stage:
            for chapter in self.chapters:
                chapter(stage)
                self._watcher.advance()

    def account(self) -> TableAccount:
        """What is on record so far."""
        table = load_table(self.table)
        rules = screen_of(table.game).rules_name(table.rules)
        return read_table(TableFolder(self.kept), self.table, rules, self.told)

    @property
    def kept(self) -> Path:
        """Where the table keeps its files."""
        return self.folder / f"table-{self.table}"

    # Whoever watches

    def acted(self, stage: Any, act: str) -> None:
        """Before every act of the dealer."""
        self._watched(stage, act)

    @contextmanager
    def watching(self, told: Callable[[Any, str], object]) -> Iterator[None]:
        """Every act of the dealer is shown while this lasts."""
        before, self._watched = self._watched, told
        try:
            yield
        finally:
            self._watched = before

    def say(self, text: str) -> None:
        self._watcher.say(self.table, text)

    def show(self, stage: S, text: str, window: QQuickWindow | None = None) -> None:
        """The console unless another window is named."""
        self._watcher.picture(stage, text, window or stage.console.window)

    def report(self, stage: S, moment: str, what: str, *answers: str) -> None:
        """On the console's own panel, which foresees what comes of it."""
        stage.finger.tap("irregularityButton")
        self.show(stage, f"What may have happened so far ({moment})")
        stage.finger.tap(f"say-{what}", *answers)
        panel = self._foreseen(stage)
        if panel.waits:
            self.show(stage, f"{panel.title}: {panel.waits}")
            stage.seat.sign_on(SUPERVISOR.person)
            stage.finger.see("confirm-")
            panel = self._foreseen(stage)
        self.show(stage, f"{panel.title}, foreseen: {panel.headline.rstrip('.')}. {panel.clause}")
        self.say(f"{panel.headline.rstrip('.')} ({panel.clause}). {panel.besides}".rstrip())
        if panel.shares:
            shares = [f"{one.named.lower()} {one.place} {one.text}" for one in panel.shares]
            self.say(f"{', '.join(shares).capitalize()}.")
        stage.finger.tap("confirm-")
        stage.seat.leave()

    def _foreseen(self, stage: S) -> FormProps:
        """The panel, once the controller has said what would come of it."""
        panel = stage.console.view.parts["irregularities"]
        stage.finger.wait(lambda: bool(panel.props.headline), "what would come of it")
        props: FormProps = panel.props
        return props
