"""The places of a table, and the spots of each: what lies where, and what a tap on it comes to.

A game says what is at a place (`PlaceProps`) and what a tap there does (`Tap`); how many places
there are and which spots each has is the table's and the game's.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Protocol

from PySide6.QtCore import Property, Signal, Slot

from controller.authority import Command
from controller.domain.frozen import frozen
from ui.bridge import Bridge
from ui.shown import Shown
from ui.viewmodels.base import ROWS, ViewModel, qml_element
from ui.viewmodels.panels import PanelsViewModel


@frozen
class SpotRow:
    """One spot of a place: where a wager lies, or what a player has before them."""

    name: str = ""
    word: str = ""
    """As it is printed on the felt."""
    amount: str = ""
    state: str = "free"
    """`free`; `lies` where chips do, `flash` where a lamp does; `blank` where nothing is printed,
    `gone` where it takes no room now."""
    glyph: str = ""
    """The sign of a square spot; a round one has the first letter of its word."""
    tappable: bool = False
    """A tap on it is not a tap on the place."""


@frozen
class PlaceProps:
    """One place."""

    number: int = 0
    out: bool = False
    """It has left the felt: folded, void, settled."""
    badge: str = ""
    """What the place has decided, or how it was settled."""
    badge_glyph: str = ""
    badge_kind: str = ""
    """`act` where somebody must, `good` where it has decided; else it is told quietly."""
    note: str = ""
    """Where no cards lie: what goes back, or why there is no wager."""
    returns: bool = False
    """The note is what goes back: large, and in place of the spots."""
    sign: str = ""
    """A sign where the badge would be: the wagers are those of the last round."""
    mark: str = ""
    """A sign beside the number: what lies at the place besides wagers."""
    spots: tuple[SpotRow, ...] = ()
    large: bool = False
    """The spots stand one under the other, large: there are no cards yet."""
    cards: tuple[str, ...] = ()
    forward: tuple[bool, ...] = ()
    """Which cards are part of the hand being settled."""
    active: bool = False
    """The step now is about this place."""
    opened: bool = False
    """A panel is open for this place."""


@frozen
class Tap:
    """What a tap on a place comes to: a command, or a panel to choose in."""

    command: Command | None = None
    panel: str = ""
    card: bool = False
    """The card that was swiped belongs here."""


class TapOn(Protocol):
    """What a tap comes to: on a place, held for long, or on one of its spots."""

    def __call__(self, shown: Shown, number: int, *, long: bool = False, spot: str = "") -> Tap: ...


DerivePlace = Callable[[Shown, int, int], PlaceProps]
"""A place by its number; the last is the settled place whose hand is looked at again, or 0."""


@qml_element
class SpotViewModel(ViewModel):
    """One spot: of six, only the one that has changed is drawn anew."""

    shows = SpotRow


@qml_element
class PlaceViewModel(ViewModel):
    """One place, and its spots with a view-model each."""

    shows = PlaceProps

    spotListChanged = Signal()

    def __init__(
        self,
        bridge: Bridge,
        panels: PanelsViewModel,
        number: int,
        derive: DerivePlace,
        tap_on: TapOn,
    ) -> None:
        super().__init__(bridge)
        self._panels, self._number = panels, number
        self._derive, self._tap_on = derive, tap_on
        self._spots: list[SpotViewModel] = []
        panels.opened.connect(self.refresh)

    def derive(self, shown: Shown) -> PlaceProps:
        opened = self._panels.props.place == self._number
        return replace(self._derive(shown, self._number, self._panels.again), opened=opened)

    def swap(self, props: PlaceProps) -> None:
        if len(props.spots) != len(self._spots):
            self._spots = [SpotViewModel(self.bridge, self) for _ in props.spots]
            self.spotListChanged.emit()
        if props.spots != self.props.spots:
            for spot, row in zip(self._spots, props.spots, strict=True):
                if row != spot.props:
                    spot.swap(row)
        super().swap(props)

    def _get_spots(self) -> list[Any]:
        return list(self._spots)

    spotList = Property(ROWS, _get_spots, notify=spotListChanged)

    @Slot()
    def tap(self) -> None:
        self._tapped()

    @Slot()
    def hold(self) -> None:
        self._tapped(long=True)

    @Slot(str)
    def tapSpot(self, name: str) -> None:
        self._tapped(spot=name)

    def _tapped(self, *, long: bool = False, spot: str = "") -> None:
        if self.shown is None or self._panels.answered_by(self._number):
            return
        tap = self._tap_on(self.shown, self._number, long=long, spot=spot)
        if tap.card:
            self.bridge.pick(self._number)
        elif tap.command is not None:
            self.submit(tap.command)
        elif tap.panel:
            self._panels.openPanel(tap.panel, self._number)


@frozen
class FeltProps:
    """Nothing but the places."""


@qml_element
class FeltViewModel(ViewModel):
    """The places, each with a view-model of its own."""

    shows = FeltProps

    def __init__(self, bridge: Bridge, places: Iterable[ViewModel]) -> None:
        super().__init__(bridge)
        self._places = list(places)
        for place in self._places:
            place.setParent(self)

    def derive(self, shown: Shown) -> FeltProps:
        return FeltProps()

    def update(self, shown: Shown) -> None:
        super().update(shown)
        for place in self._places:
            place.update(shown)

    def tick(self) -> None:
        """A second of a clock has passed."""
        for place in self._places:
            place.refresh()

    def _get_places(self) -> list[Any]:
        return list(self._places)

    places = Property(ROWS, _get_places, constant=True)
