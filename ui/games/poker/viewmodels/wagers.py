"""What the seat in turn can raise to: the usual sizes as keys, any other keyed by its chips."""

from dataclasses import replace
from typing import Final

from PySide6.QtCore import Slot

from controller.domain.frozen import frozen
from controller.domain.refusals import Refused, Sentence
from controller.domain.words import dollars
from controller.games.poker.core import CORE
from controller.games.poker.moves import KeyMoves
from controller.games.poker.offers import Move, Offers, Size, offers, usual_sizes
from controller.games.poker.refusals import PokerRefusal
from ui.bridge import Bridge
from ui.games.poker.viewmodels.passing import PassingViewModel, as_passed
from ui.games.poker.words import SIZES, raised, why
from ui.shown import Shown
from ui.viewmodels.actions import supervised
from ui.viewmodels.base import qml_element
from ui.viewmodels.panels import CHIPS, PanelBound, PanelsViewModel

OTHER: Final = "other"
FORFEIT: Final = "forfeit"
CHIP_STEPS: Final = (1, 5, 25, 100)
"""The chips of the pad, in smallest chips."""
AMOUNT_MAX: Final = 100_000_000
_WRONG: Final[dict[Sentence, str]] = {
    PokerRefusal.BELOW_THE_LEAST: "Too little",
    PokerRefusal.ABOVE_THE_MOST: "Too much",
    PokerRefusal.ABOVE_THE_STACK: "Too much",
}

_SLOTS: Final = (*(size.value for size in Size), OTHER, FORFEIT)


@frozen
class WagerKey:
    """One size."""

    code: str
    text: str
    note: str = ""
    enabled: bool = True
    slot: int = 0
    """Where the key lies, row by row; a size always has the same place."""


@frozen
class WagersProps:
    """The keys, or the pad in their place."""

    visible: bool = False
    title: str = ""
    keys: tuple[WagerKey, ...] = ()
    why_not: str = ""
    """Why nothing can be raised."""
    pad: bool = False
    amount: str = ""
    bounds: str = ""
    chips: tuple[str, ...] = ()
    set_text: str = ""
    set_reason: str = ""


def derive_wagers(shown: Shown, keyed_to: int = 0, keyed: int | None = None) -> WagersProps:
    """The sizes for the seat in turn; `keyed`: the amount on the pad, none while it is closed."""
    snapshot, table = shown.snapshot, shown.snapshot.house.table
    passed = as_passed(table, keyed_to).table
    offered = offers(passed)
    if offered is None or snapshot.held is not None:
        return WagersProps()
    word, title = raised(offered.opening), f"Seat {offered.seat}"
    if keyed is None:
        sizes = usual_sizes(passed)
        keys = tuple(_keys(offered, sizes, enabled=not supervised(shown)))
        reason = "" if sizes or offered.due else why(offered.no_wager)
        why_not = f"No {offered.opening}: {reason[0].lower()}{reason[1:]}" if reason else ""
        return WagersProps(True, title, keys, why_not)
    refused = CORE.verify(table, command_of(offered, keyed))
    return WagersProps(
        True,
        title,
        pad=True,
        amount=dollars(keyed),
        bounds=f"{dollars(offered.least)} to {dollars(offered.most)}",
        chips=tuple(dollars(step * table.rules.chip).removeprefix("$") for step in CHIP_STEPS),
        set_text=f"{word} {dollars(keyed)}",
        set_reason=_wrong(refused) if keyed else "Key the amount",
    )


def _wrong(refused: Refused | None) -> str:
    """Why the amount does not fit, in few words: the bounds stand beside it."""
    return _WRONG.get(refused.refusal) or why(refused) if refused is not None else ""


def _keys(offered: Offers, sizes: dict[Size, int], *, enabled: bool) -> list[WagerKey]:
    least = raised(offered.opening)
    keys = [
        WagerKey(size.value, f"{SIZES.get(size, least)} {dollars(to)}")
        for size, to in sizes.items()
    ]
    if sizes and offered.least != offered.most:
        keys.append(WagerKey(OTHER, "Other amount"))
    if offered.forfeit is not None:
        keys.append(WagerKey(FORFEIT, f"Forfeit {dollars(offered.forfeit.to)}", "and fold"))
    return [replace(one, enabled=enabled, slot=_SLOTS.index(one.code)) for one in keys]


def command_of(offered: Offers, to: int) -> KeyMoves:
    """The seat in turn makes this its whole wager of the street."""
    if to == offered.all_in:
        return KeyMoves(offered.seat, Move.ALL_IN)
    return KeyMoves(offered.seat, offered.opening, to)


@qml_element
class WagersViewModel(PanelBound):
    """The amount is keyed here and sent as one whole wager."""

    shows = WagersProps
    panel = CHIPS

    def __init__(self, bridge: Bridge, panels: PanelsViewModel, passing: PassingViewModel) -> None:
        super().__init__(bridge, panels)
        self._passing, self._keyed = passing, 0
        passing.changed.connect(self._other_seat)

    def derive(self, shown: Shown) -> WagersProps:
        return derive_wagers(shown, self._passing.seat, self._keyed if self._open else None)

    def update(self, shown: Shown) -> None:
        super().update(shown)
        if self._open and not self.props.visible:
            self._panels.close()

    def _other_seat(self) -> None:
        self._keyed = 0
        if self._open:
            self._panels.close()
        self.refresh()

    def _opened(self) -> None:
        self._keyed = 0
        self.refresh()

    def _offered(self) -> Offers | None:
        if self.shown is None:
            return None
        return offers(as_passed(self.shown.snapshot.house.table, self._passing.seat).table)

    @Slot(str)
    def choose(self, code: str) -> None:
        """One of the keys."""
        offered, shown = self._offered(), self.shown
        usable = (one.code for one in self.props.keys if one.enabled)
        if offered is None or shown is None or code not in usable:
            return
        if code == OTHER:
            self._panels.openPanel(CHIPS, offered.seat)
        elif not self._passing.read():
            return
        elif code == FORFEIT:
            self.submit(KeyMoves(offered.seat, Move.FORFEIT))
        else:
            table = as_passed(shown.snapshot.house.table, self._passing.seat).table
            self.submit(command_of(offered, usual_sizes(table)[Size(code)]))

    @Slot(int)
    def add(self, step: int) -> None:
        """A chip more, by its place on the pad."""
        if self.shown is not None and self._open:
            chip = CHIP_STEPS[step] * self.shown.snapshot.house.table.rules.chip
            self._keyed = min(self._keyed + chip, AMOUNT_MAX)
            self.refresh()

    @Slot()
    def clear(self) -> None:
        self._keyed = 0
        self.refresh()

    @Slot()
    def set(self) -> None:
        offered = self._offered()
        if offered is not None and self._open and not self.props.set_reason:
            keyed = self._keyed
            self._panels.close()
            self.submit(command_of(offered, keyed))
