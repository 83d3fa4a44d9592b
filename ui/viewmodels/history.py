"""The last hundred rounds, read from the journal when the panel is opened; nothing is kept."""

import time
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QObject, Slot

from controller.domain.frozen import frozen
from controller.domain.money import Money
from controller.history import ToldHand, ToldRound
from controller.staff.powers import Action, may
from ui.bridge import Bridge
from ui.shown import Shown
from ui.viewmodels.base import ViewModel, qml_element
from ui.viewmodels.panels import PanelsViewModel
from ui.viewmodels.words import BACK, dollars

PANEL: Final = "history"
READING: Final = "Reading the record…"
NO_RECORD: Final = "The record cannot be read here."
NOTHING: Final = "No round has ended yet."


@frozen
class RoundRow:
    """One round of the list."""

    number: int
    text: str
    note: str


@frozen
class DetailRow:
    """A hand with its cards, or a sentence with its clause."""

    text: str
    note: str
    cards: tuple[str, ...] = ()


@frozen
class HistoryProps:
    """The list, and the round that was picked."""

    visible: bool = False
    message: str = ""
    rounds: tuple[RoundRow, ...] = ()
    picked: int = 0
    details: tuple[DetailRow, ...] = ()


def derive_history(
    rounds: Sequence[ToldRound] | None, picked: int, message: str = ""
) -> HistoryProps:
    """`rounds`: none while they are read."""
    if rounds is None:
        return HistoryProps(visible=True, message=message or READING)
    if not rounds:
        return HistoryProps(visible=True, message=NOTHING)
    one = next((one for one in rounds if one.number == picked), rounds[0])
    return HistoryProps(
        visible=True,
        rounds=tuple(_row(each) for each in rounds),
        picked=one.number,
        details=tuple(_details(one)),
    )


def _row(one: ToldRound) -> RoundRow:
    at = time.strftime("%H:%M", time.localtime(one.ended_ms / 1_000))
    taken = sum(hand.staked - hand.back for hand in one.hands)
    won = f"house {'+' if taken >= 0 else '-'}{dollars(Money(abs(taken)))}"
    return RoundRow(one.number, f"Round {one.number}", f"{at} · {one.ending} · {won}")


def _details(one: ToldRound) -> list[DetailRow]:
    rule = f"Rule {one.clause}" if one.clause else ""
    rows = [DetailRow(one.ending.capitalize(), rule, _cards(one.community))]
    rows.append(DetailRow("Dealer", "", _cards(one.dealer)))
    rows += [_hand(hand) for hand in one.hands]
    rows += [DetailRow(line.text, _rule(line.clause)) for line in one.lines]
    return rows


def _hand(hand: ToldHand) -> DetailRow:
    note = f"{dollars(hand.staked)} down, {dollars(hand.back)} back"
    return DetailRow(f"Place {hand.place}: {hand.hand}", note, _cards(hand.cards))


def _rule(clause: str | None) -> str:
    return f"Rule {clause}" if clause else ""


def _cards(cards: Sequence[str | None]) -> tuple[str, ...]:
    return tuple(card or BACK for card in cards)


@qml_element
class HistoryViewModel(ViewModel):
    """The last rounds."""

    shows = HistoryProps

    def __init__(self, bridge: Bridge, panels: PanelsViewModel, parent: QObject | None = None):
        super().__init__(bridge, parent)
        self._panels = panels
        self._rounds: tuple[ToldRound, ...] | None = None
        self._picked, self._message = 0, ""
        panels.opened.connect(self._opened)
        bridge.told.connect(self._told)

    @property
    def _open(self) -> bool:
        return bool(self._panels.props.open == PANEL)

    def _opened(self) -> None:
        self._rounds, self._picked, self._message = None, 0, ""
        if self._open and not self.bridge.ask_history():
            self._message = NO_RECORD
        self.refresh()

    def _told(self, rounds: object) -> None:
        if not self._open:
            return
        if isinstance(rounds, tuple):
            self._rounds = rounds
        else:
            self._message = NO_RECORD
        self.refresh()

    def derive(self, shown: Shown) -> HistoryProps:
        if not self._open:
            return HistoryProps()
        return derive_history(self._rounds, self._picked, self._message)

    def update(self, shown: Shown) -> None:
        """Who may not read the record does not see it: whoever leaves takes the panel along."""
        top = shown.snapshot.on_top
        if self._open and (top is None or not may(top.role, Action.READ_RECORD)):
            self._panels.close()
        super().update(shown)

    @Slot(int)
    def pick(self, number: int) -> None:
        self._picked = number
        self.bridge.stay()
        self.refresh()

    @Slot()
    def close(self) -> None:
        """Back to the menu."""
        self._panels.openLasting("supervisor")
