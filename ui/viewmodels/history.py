"""The last hundred rounds and those in dispute, read from the journal when the panel is opened;
nothing is kept."""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

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

if TYPE_CHECKING:
    from ui.games.screen import GameScreen

READING: Final = "Reading the record…"
NO_RECORD: Final = "The record cannot be read here."


def derive_history(
    rounds: Sequence[RoundStory] | None,
    picked: int,
    message: str = "",
    *,
    named: str = "Round",
    place: str = "Place",
) -> ListedProps:
    """`rounds`: none while they are read; the other two are words of the game."""
    if rounds is None:
        return ListedProps(visible=True, message=message or READING)
    if not rounds:
        return ListedProps(visible=True, message=f"No {named.lower()} has ended yet.")
    one = next((one for one in rounds if one.number == picked), rounds[0])
    return ListedProps(
        visible=True,
        rows=tuple(_row(each, named) for each in rounds),
        picked=one.number,
        details=tuple(_details(one, place)),
    )


def _row(one: RoundStory, named: str) -> ListRow:
    at = time.strftime("%H:%M", time.localtime(one.ended_ms / 1_000))
    said = [at, one.ending]
    staked = [hand.staked for hand in one.hands if hand.staked is not None]
    if one.hands and len(staked) == len(one.hands):
        taken = sum(staked) - sum(hand.back for hand in one.hands)
        sign = "+" if taken > 0 else "-" if taken else ""
        said.append(f"house {sign}{dollars(Money(abs(taken)))}")
    return ListRow(one.number, f"{named} {one.number}", " · ".join(said))


def _details(one: RoundStory, place: str) -> list[DetailRow]:
    rows = [DetailRow(one.ending.capitalize(), rule(one.clause), _cards(one.community))]
    if one.dealer:
        rows.append(DetailRow("Dealer", "", _cards(one.dealer)))
    rows += [_hand(hand, place) for hand in one.hands]
    rows += [DetailRow(line.text, rule(line.clause)) for line in one.lines]
    return rows


def _hand(hand: StoryHand, place: str) -> DetailRow:
    down = "" if hand.staked is None else f"{dollars(hand.staked)} wagered, "
    note = f"{down}{dollars(hand.back)} back"
    return DetailRow(f"{place} {hand.place}: {hand.hand}", note, _cards(hand.cards))


def _cards(cards: Sequence[str | None]) -> tuple[str, ...]:
    return tuple(card or BACK for card in cards)


@qml_element
class HistoryViewModel(ListedViewModel):
    """The last rounds."""

    panel = HISTORY

    def __init__(self, bridge: Bridge, panels: PanelsViewModel, game: "GameScreen") -> None:
        super().__init__(bridge, panels)
        self._words = {"named": game.round, "place": game.place}
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
        return derive_history(self._rounds, self._picked, self._message, **self._words)

    def update(self, shown: Shown) -> None:
        """The panel closes when the person who may read the record signs off."""
        top = shown.snapshot.on_top
        if self._open and (top is None or not may(top.role, HouseAction.READ_RECORD)):
            self._panels.close()
        super().update(shown)
