"""What a game is to the screen: one place for all that the frame of the console asks of it.

The frame knows windows, panels, people, forms, faults and the record. What lies on the felt and
what the dealer does next, it asks the game. Nothing here knows any one game.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from datetime import tzinfo
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import Any, ClassVar, TypeVar

from PySide6.QtCore import Property, QObject

from controller.domain.frozen import frozen
from controller.domain.instant import Instant
from controller.domain.words import dollars
from controller.floor.money import hold
from controller.floor.state import SignNotice
from controller.staff.powers import Action
from controller.staff.roles import Role
from ui.bridge import Bridge
from ui.forms.asks import Wager
from ui.forms.entries import Entry
from ui.shown import Shown
from ui.supervision.menu import HOUSE_ENTRIES
from ui.viewmodels.actions import ActionsViewModel
from ui.viewmodels.base import ViewModel
from ui.viewmodels.drawn import Drawn
from ui.viewmodels.faults import Fault
from ui.viewmodels.foreseen import Foreseen
from ui.viewmodels.guidance import GuidanceViewModel
from ui.viewmodels.irregularities import IrregularitiesViewModel
from ui.viewmodels.panels import PanelsViewModel
from ui.viewmodels.sign import SignViewModel
from ui.viewmodels.supervisor import SupervisorViewModel

V = TypeVar("V", bound=ViewModel)


@frozen
class Frame:
    """What the frame of the console lends to the game's own screen areas."""

    bridge: Bridge
    panels: PanelsViewModel
    supervisor: SupervisorViewModel
    irregularities: IrregularitiesViewModel
    drawn: Drawn
    places: int


def part(name: str) -> Any:
    """A view-model for QML; it stays the same as long as the console lives."""
    return Property(QObject, lambda self: self.parts[name], constant=True)


class GameViewModels(QObject):
    """The game's own screen areas. Its QML finds each of them as a `part`."""

    guidance: GuidanceViewModel
    actions: ActionsViewModel

    def __init__(self) -> None:
        super().__init__()
        self.parts: dict[str, ViewModel] = {}
        """By their names in QML, in the order in which they are updated."""

    def tick(self) -> None:
        """Every second, for what runs out."""

    def add(self, name: str, made: V) -> V:
        made.setParent(self)
        self.parts[name] = made
        return made


@frozen
class Heading:
    """What the top bar says of the game."""

    game: str
    round: str
    limits: tuple[str, ...] = ()
    meter: str = ""
    meter_label: str = ""


class GameScreen(ABC):
    """A game on the screen."""

    name: ClassVar[str]
    """As the controller's own `Game` is named."""
    title: ClassVar[str]
    """What is played, as people say it."""
    qml: str
    """The folder of its QML: `Console.qml` and `SignWindow.qml` are the windows it fills."""
    entries: ClassVar[tuple[Entry, ...]]
    """Its own entries of the supervisor's panel; they come before those of the house."""
    without: ClassVar[frozenset[Action]] = frozenset()
    """Lines of the house that mean nothing in it: no entry offers them."""
    house_entries: ClassVar[tuple[Entry, ...]] = HOUSE_ENTRIES
    """What of the house is on its menu."""
    here: ClassVar[str] = "Table"
    """What the console is the console of."""
    worker: ClassVar[str] = "Dealer"
    """Who works there."""
    unmanned: ClassVar[str] = "No dealer"
    place: ClassVar[str] = "Place"
    """What it calls where a player sits."""
    round: ClassVar[str] = "Round"
    """What it calls what is dealt and settled."""
    readable: ClassVar[str] = ""
    """What of it can still be read where the record cannot be kept: the end of a sentence."""
    menu_below: ClassVar[bool] = False
    """The menu has a key on the action bar: the top bar needs none."""
    reports: tuple[Entry, ...] = ()
    """What can be reported with the irregularity key, those of the house among them."""

    @cached_property
    def menu(self) -> tuple[Entry, ...]:
        """Every entry of the supervisor's panel: the game's own pages first; what it adds to a page
        of the house stands at the end of that page."""
        house = [entry for entry in self.house_entries if entry.action not in self.without]
        pages = {entry.group for entry in house}
        whole = [entry for entry in self.entries if entry.group not in pages]
        for page, entries in groupby(house, attrgetter("group")):
            whole += [*entries, *(entry for entry in self.entries if entry.group == page)]
        return tuple(whole)

    @cached_property
    def by_code(self) -> dict[str, Entry]:
        return {entry.code: entry for entry in self.menu}

    def titled(self, name: str) -> str:
        """What the top bar calls it."""
        return f"{self.here} {name}".strip()

    # Its own screen areas

    @abstractmethod
    def view_models(self, frame: Frame) -> GameViewModels:
        """Its view-models on one console."""

    @abstractmethod
    def sign(self, bridge: Bridge, zone: tzinfo) -> SignViewModel:
        """What the table sign shows the players."""

    # What the frame says of it

    @abstractmethod
    def rules_name(self, rules: Any) -> str:
        """The rule set in a few words."""

    @abstractmethod
    def heading(self, shown: Shown) -> Heading:
        """The game, its round, its limits and its meter."""

    def timed(self, shown: Shown, now: Instant) -> tuple[str, ...]:
        """What stands beside the limits and changes as time goes by, such as a clock."""
        return ()

    def faults(self, shown: Shown) -> Iterator[Fault]:
        """What is wrong with anything of its own that is no device of the table."""
        return iter(())

    def kept(self, house: Any) -> str:
        """What the house has kept at this table, as far as it is known."""
        kept = hold(house.floor)
        return "" if kept is None else f"The table kept {dollars(kept)}."

    def notices(self, floor: Any, time: Callable[[SignNotice], str]) -> Iterator[str]:
        """What was announced of the game, such as other limits; `time` says from when."""
        return iter(())

    def wagers(self, rules: Any) -> Iterable[Wager]:
        """What a player can stake, by the names of the screen."""
        return ()

    def foreseen(self, seen: Any) -> Foreseen | None:
        """A preview in words; none where it says nothing."""
        return None

    # What the frame asks

    @abstractmethod
    def moment(self, table: Any) -> object:
        """How far the game is: when this changes, what was open about it closes by itself."""

    @abstractmethod
    def unsettled(self, table: Any) -> str:
        """What lies on the felt and is not over, in words; nothing where nothing does."""

    @abstractmethod
    def receive(self, shown: Shown, role: Role, panels: PanelsViewModel) -> bool:
        """Somebody has signed on above the dealer: is what they came for on the screen now?"""
