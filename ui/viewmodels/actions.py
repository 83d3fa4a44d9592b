"""The action bar: one large primary action, everybody's decision at once, undo, irregularity.

The primary action is always there, in the same spot; where it cannot be taken it says why. Its
meaning changes under the finger with every step, so a tap counts only once the label has stood long
enough to be read: a double tap on "Paid" never pays the next place.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Slot

from controller.authority import Command
from controller.domain import commands as c
from controller.domain.refusals import Refused
from controller.domain.rules import Dealing
from controller.domain.wagers import Choice
from controller.keeper import COMPARE
from controller.round.decide import can
from controller.round.guards import undecided
from controller.round.guidance.words import award_name
from controller.round.phases import DECISIONS, STREET_OF, Phase
from controller.round.state import Table
from ui.bridge import Bridge
from ui.shown import Shown
from ui.viewmodels.base import ViewModel, qml_element
from ui.viewmodels.panels import PanelsViewModel

DWELL_MS: Final = 250
"""How long a label stands before a tap on it counts; nobody reads and taps faster."""


@dataclass(frozen=True)
class Primary:
    """The one action: what it says, what it does, why not yet."""

    text: str
    command: Command | None = None
    reason: str = ""
    compares: bool = False
    """It says that the felt was compared with the screen."""
    deals: int = 0
    """By hand: so many cards were dealt, which no device has seen."""

    @property
    def enabled(self) -> bool:
        return not self.reason


@dataclass(frozen=True)
class ActionsProps:
    """What the bar shows."""

    primary_text: str = ""
    primary_reason: str = ""
    primary_enabled: bool = False
    all_bet_text: str = ""
    """The label; empty where it is not offered in this phase."""
    all_bet_enabled: bool = False
    all_check_text: str = ""
    all_check_enabled: bool = False
    undo_note: str = ""
    """Which tap it takes back, or that there is none."""
    undo_enabled: bool = False
    irregularity_enabled: bool = False


def derive_primary(shown: Shown) -> Primary:
    """The step that takes the round on."""
    snapshot, lead = shown.snapshot, shown.snapshot.lead
    table = snapshot.house.table
    if snapshot.held == COMPARE:
        return Primary("Screen and felt agree", compares=True)
    if snapshot.held is not None:
        return Primary("Held", reason="The table is held")
    by_hand = table.rules.dealing is Dealing.HAND and lead.cards_due
    if by_hand and table.round.in_play() and table.round.phase is not Phase.WAGERS:
        return Primary(_dealt_text(table, lead.cards_due), deals=lead.cards_due)
    if lead.command is None:
        return _dealing(table)
    if lead.unread:
        which = "card" if len(lead.unread) == 1 else f"{len(lead.unread)} cards"
        return Primary(_text(table, lead.command), lead.command, f"Key the {which} first")
    reason = _reason(lead.refused)
    if isinstance(lead.command, c.ConfirmAward) and not _supervised(shown):
        reason = "A supervisor confirms"
    return Primary(_text(table, lead.command), lead.command, reason)


def _supervised(shown: Shown) -> bool:
    return shown.snapshot.on_top is not None


def _reason(refused: Refused | None) -> str:
    """The detail where it says more: which place, which deck."""
    if refused is None:
        return ""
    return (refused.detail or refused.refusal.value).rstrip(".")


def _dealing(table: Table) -> Primary:
    round_ = table.round
    due = round_.plan.due[0] if round_.plan else 0
    left = due - len(round_.drawn)
    noun = "card" if left == 1 else "cards"
    return Primary("Deal", reason=f"{left} {noun} to come" if left > 0 else "Waiting for the table")


def _dealt_text(table: Table, due: int) -> str:
    if table.round.phase is Phase.DEAL:
        return "All hole cards are down"
    return f"{due} cards are out"


def _text(table: Table, command: Command) -> str:
    match command:
        case c.OpenRound():
            return "Open the round"
        case c.NoMoreBets():
            return "No more bets"
        case c.Reveal(street=street):
            return f"Reveal the {street.value}"
        case c.ShowDealersHand():
            return "Dealer's hand"
        case c.SettlePlace(place=place):
            return f"Paid: place {place}"
        case c.KeyAward(place=place, award=award):
            return f"Key {award_name(table.rules, award)}, place {place}"
        case c.ConfirmAward(place=place, award=award):
            return f"Confirm {award_name(table.rules, award)}, place {place}"
        case c.PayAward(place=place):
            return f"Award paid: place {place}"
    return "Close the round"


def derive_actions(shown: Shown) -> ActionsProps:
    """The whole bar."""
    table, primary = shown.snapshot.house.table, derive_primary(shown)
    offered = shown.snapshot.undo
    bet, check = (_all(shown, choice) for choice in (Choice.BET, Choice.CHECK))
    return ActionsProps(
        primary_text=primary.text,
        primary_reason=primary.reason,
        primary_enabled=primary.enabled,
        all_bet_text=bet[0],
        all_bet_enabled=bet[1],
        all_check_text=check[0],
        all_check_enabled=check[1],
        undo_note=offered.what if offered else "Nothing to undo",
        undo_enabled=offered is not None and shown.snapshot.held is None,
        irregularity_enabled=table.round.phase is not Phase.IDLE,
    )


def _all(shown: Shown, choice: Choice) -> tuple[str, bool]:
    table = shown.snapshot.house.table
    phase = table.round.phase
    if phase not in DECISIONS or choice not in table.rules.offered(STREET_OF[phase]):
        return "", False
    left, everyone = len(undecided(table.round)), len(table.round.playing())
    who = "All" if left in (0, everyone) else "Rest"
    enabled = shown.snapshot.held is None and can(table, c.DecideAll(choice))
    return f"{who} {choice.value}", enabled


@qml_element
class ActionsViewModel(ViewModel):
    """The action bar."""

    shows = ActionsProps

    def __init__(self, bridge: Bridge, panels: PanelsViewModel, now_ms: Callable[[], int]) -> None:
        super().__init__(bridge)
        self._panels, self._now_ms = panels, now_ms
        self._means: Primary | None = None
        self._since_ms = now_ms() - DWELL_MS

    def derive(self, shown: Shown) -> ActionsProps:
        means = derive_primary(shown)
        if means != self._means:
            self._means, self._since_ms = means, self._now_ms()
        return derive_actions(shown)

    @Slot()
    def primary(self) -> None:
        means = self._means
        if means is None or not means.enabled or self._now_ms() - self._since_ms < DWELL_MS:
            return
        if means.compares:
            self.bridge.compare_done()
        for _ in range(means.deals):
            self.bridge.observe(c.CardDrawn(None))
        if means.command is not None:
            self.submit(means.command)

    @Slot()
    def allBet(self) -> None:
        self.submit(c.DecideAll(Choice.BET))

    @Slot()
    def allCheck(self) -> None:
        self.submit(c.DecideAll(Choice.CHECK))

    @Slot()
    def undo(self) -> None:
        """The last tap; the controller knows whether it still is."""
        if self.shown is not None and self.shown.snapshot.undo is not None:
            self.bridge.undo(self.shown.snapshot.undo)

    @Slot()
    def irregularity(self) -> None:
        self._panels.openPanel("irregularities")
