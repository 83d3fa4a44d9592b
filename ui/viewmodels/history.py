"""The last hundred rounds and those in dispute, read from the journal when the panel is opened;
nothing is kept."""

import time
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QObject

from controller.domain.money import Money
from controller.floor.disputes import kept_rounds
from controller.games.narration import RoundStory, StoryHand
from controller.staff.powers import HouseAction, may
from ui.bridge import Bridge
from ui.shown import Shown
from ui.viewmodels.base import qml_element
from ui.viewmodels.listed import DetailRow, ListedProps, ListedViewModel, ListRow
from ui.viewmodels.panels import HISTORY, PanelsViewModel
from ui.viewmodels.words import BACK, dollars, rule

READING: Final = "Reading the record…"
NO_RECORD: Final = "The record cannot be read here."
NOTHING: Final = "No round has ended yet."


def derive_history(
    rounds: Sequence[RoundStory] | None, picked: int, message: str = ""
) -> ListedProps:
    """`rounds`: none while they are read."""
    if rounds is None:
        return ListedProps(visible=True, message=message or READING)
    if not rounds:
        return ListedProps(visible=True, message=NOTHING)
    one = next((one for one in rounds if one.number == picked), rounds[0])
    return ListedProps(
        visible=True,
        rows=tuple(_row(each) for each in rounds),
        picked=one.number,
        details=tuple(_details(one)),
    )


def _row(one: RoundStory) -> ListRow:
    at = time.strftime("%H:%M", time.localtime(one.ended_ms / 1_000))
    taken = sum(hand.staked - hand.back for hand in one.hands)
    won = f"house {'+' if taken >= 0 else '-'}{dollars(Money(abs(taken)))}"
    return ListRow(one.number, f"Round {one.number}", f"{at} · {one.ending} · {won}")


def _details(one: RoundStory) -> list[DetailRow]:
    rows = [DetailRow(one.ending.capitalize(), rule(one.clause), _cards(one.community))]
    rows.append(DetailRow("Dealer", "", _cards(one.dealer)))
    rows += [_hand(hand) for hand in one.hands]
    rows += [DetailRow(line.text, rule(line.clause)) for line in one.lines]
    return rows


def _hand(hand: StoryHand) -> DetailRow:
    note = f"{dollars(hand.staked)} down, {dollars(hand.back)} back"
    return DetailRow(f"Place {hand.place}: {hand.hand}", note, _cards(hand.cards))


def _cards(cards: Sequence[str | None]) -> tuple[str, ...]:
    return tuple(card or BACK for card in cards)


@qml_element
class HistoryViewModel(ListedViewModel):
    """The last rounds."""

    panel = HISTORY

    def __init__(self, bridge: Bridge, panels: PanelsViewModel, parent: QObject | None = None):
        super().__init__(bridge, panels, parent)
        self._rounds: tuple[RoundStory, ...] | None = None
        self._message = ""
        bridge.told.connect(self._told)

    def _opened(self) -> None:
        self._rounds, self._message = None, ""
        if self._open and not self.bridge.ask_history(self._kept()):
            self._message = NO_RECORD
        super()._opened()

    def _kept(self) -> frozenset[int]:
        floor = self.shown.snapshot.house.floor if self.shown else None
        return kept_rounds(floor) if floor else frozenset()

    def _told(self, rounds: object) -> None:
        if not self._open:
            return
        if isinstance(rounds, tuple):
            self._rounds = rounds
        else:
            self._message = NO_RECORD
        self.refresh()

    def derive(self, shown: Shown) -> ListedProps:
        if not self._open:
            return ListedProps()
        return derive_history(self._rounds, self._picked, self._message)

    def update(self, shown: Shown) -> None:
        """Who may not read the record does not see it: whoever leaves takes the panel along."""
        top = shown.snapshot.on_top
        if self._open and (top is None or not may(top.role, HouseAction.READ_RECORD)):
            self._panels.close()
        super().update(shown)
