"""What the keys of the action bar say and do in a round of the bonus game.

"No more bets" stands apart, where no finger is that has paid the last place.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from controller.authority import Command
from controller.domain.base import existing
from controller.domain.refusals import Refused
from controller.floor.decks import CutDeck, ShuffleDeck
from controller.floor.state import Status
from controller.games.bonus import commands as c
from controller.games.bonus.powers import BonusReason
from controller.games.bonus.round.awards import award_due
from controller.games.bonus.round.core import can
from controller.games.bonus.round.guards import undecided
from controller.games.bonus.round.guidance.betting import wrong_wagers
from controller.games.bonus.round.guidance.words import award_name
from controller.games.bonus.round.phases import DECISIONS, STREET_OF, Phase
from controller.games.bonus.round.showdown import settlement_of
from controller.games.bonus.round.state import Standing, Table
from controller.games.bonus.rules import Street
from controller.games.bonus.wagers import Choice
from controller.running.writer import COMPARE
from controller.staff.roles import SUPERVISORS
from ui.bridge import Bridge
from ui.games.bonus.viewmodels.card_pad import keyed_twice
from ui.games.bonus.viewmodels.chip_pad import ChipPadViewModel
from ui.games.bonus.viewmodels.lying import acted_on
from ui.games.bonus.viewmodels.settlement import figure_of
from ui.shown import Shown
from ui.viewmodels.actions import (
    ActionsProps,
    ActionsViewModel,
    Primary,
    SideKey,
    supervised,
    undo_objection,
)
from ui.viewmodels.drawn import Drawn
from ui.viewmodels.guidance import LEAVE_FIRST
from ui.viewmodels.panels import PanelsViewModel
from ui.viewmodels.words import dollars

ALL: Final = {"allBet": Choice.BET, "allCheck": Choice.CHECK}
"""The keys that stand for everybody's decision, from the right."""


def derive_primary(shown: Shown, unset: int = 0, again: int = 0) -> Primary:
    """The step that takes the round on; not while a wager is keyed and not set, nor while a hand
    that is settled is looked at again."""
    primary = _primary(shown)
    if shown.snapshot.held is not None or not (unset or again):
        return primary
    first = f"Set place {unset} first" if unset else f"Place {again} is open: close it first"
    return replace(primary, reason=first)


def _primary(shown: Shown) -> Primary:
    snapshot, step = shown.snapshot, shown.snapshot.step
    table = snapshot.house.table
    if snapshot.held == COMPARE:
        reason = "Only the dealer confirms this. Sign off first" if supervised(shown) else ""
        return Primary("Screen and felt agree", reason=reason, compares=True)
    if snapshot.held is not None:
        return Primary("Held", reason="The table is held")
    if step.command is None:
        return _dealing(step.cards_due)
    if keyed_twice(shown):
        return Primary(_text(table, step.command), step.command, "A card was keyed twice. Tap Undo")
    if step.unread:
        which = "card" if len(step.unread) == 1 else f"{len(step.unread)} cards"
        return Primary(_text(table, step.command), step.command, f"Key the {which} first")
    reason = _reason(step.refused) or _wrong_flop(table, step.command)
    if isinstance(step.command, c.ConfirmAward):
        on_top = shown.snapshot.on_top
        there = on_top is not None and on_top.role in SUPERVISORS
        reason = reason or ("" if there else "A supervisor has to confirm")
    elif supervised(shown):
        reason = LEAVE_FIRST
    agreed = BonusReason.ALL_AGREED if isinstance(step.command, c.ConfirmAward) else None
    return Primary(_text(table, step.command), step.command, reason, why=agreed)


def _wrong_flop(table: Table, command: Command) -> str:
    """11.10: a wrong flop wager that was seen holds the flop until the player has chosen."""
    wrong = wrong_wagers(table, Street.FLOP) if command == c.Reveal(Street.FLOP) else []
    return f"Wrong flop wager at place {wrong[0].number}. Tap Irregularity" if wrong else ""


def _reason(refused: Refused | None) -> str:
    """The detail where it says more: which place, which deck."""
    if refused is None:
        return ""
    return (refused.more or refused.said).rstrip(".")


def _dealing(left: int) -> Primary:
    noun = "card" if left == 1 else "cards"
    return Primary("Deal", reason=f"{left} {noun} to come" if left else "Waiting for the table")


def _settled(table: Table, number: int) -> str:
    """What the dealer has done by then with the hand that is face up."""
    place = table.round.place(number)
    if not place.shown or place.standing is not Standing.IN:
        return "Settled"
    act, _ = figure_of(settlement_of(table, place))
    return {"Pay": "Paid", "Take": "Taken"}.get(act, "Stands off")


def _cards_out(table: Table, out: int) -> str:
    """Those that were burnt and turned since the last tap."""
    more = out - len(table.round.drawn)
    return "1 card is out" if more == 1 else f"{more} cards are out"


def _text(table: Table, command: Command) -> str:
    match command:
        case c.OpenRound():
            return "Open the round"
        case ShuffleDeck(deck=deck):
            return f"Deck {deck} is shuffled"
        case CutDeck(deck=deck):
            return f"Deck {deck} is cut"
        case c.NoMoreBets():
            return "No more bets"
        case c.DealByHand(out=out):
            dealing = table.round.phase is Phase.DEAL
            return "All hole cards are down" if dealing else _cards_out(table, out)
        case c.Reveal(street=street):
            return f"Reveal the {street.value}"
        case c.EverybodyFolded():
            return "All folded: collect"
        case c.ShowDealersHand():
            return "Dealer's hand"
        case c.SettlePlace(place=place):
            return f"{_settled(table, place)}: place {place}"
        case c.KeyAward(place=place, award=award):
            return f"Key {award_name(table.rules, award)}, place {place}"
        case c.ConfirmAward():
            due = existing(award_due(table), "an award is confirmed that is not due")
            return f"Confirm {dollars(due.award.amount)}"
        case c.PayAward(place=place):
            return f"Award paid: place {place}"
    return "Close the round"


def derive_actions(shown: Shown, unset: int = 0, again: int = 0) -> ActionsProps:
    """The whole bar."""
    primary, offered = derive_primary(shown, unset, again), shown.snapshot.undo
    objection = undo_objection(shown)
    return ActionsProps(
        primary_text=primary.text,
        primary_reason=primary.reason,
        primary_enabled=primary.enabled,
        keys=tuple(_keys(shown, unset)),
        undo_note=objection or (offered.what if offered else ""),
        undo_enabled=not objection,
        irregularity_enabled=_reportable(shown),
        apart=isinstance(primary.command, c.NoMoreBets),
        other_text=_other(shown),
    )


def _other(shown: Shown) -> str:
    """Never a dead end: beside "the felt agrees" stands that it differs."""
    held = shown.snapshot.held
    if held == COMPARE:
        return "The felt differs" if shown.snapshot.house.table.round.in_play() else ""
    return "" if held is None else "What to do"


def _reportable(shown: Shown) -> bool:
    """Is there a table of which anything could be reported? After an interruption, a void."""
    house, held = shown.snapshot.house, shown.snapshot.held
    open_table = house.floor is not None and house.floor.status is Status.OPEN
    if held is not None:
        return held == COMPARE and house.table.round.in_play()
    return house.in_round or open_table


def _keys(shown: Shown, unset: int) -> Iterator[SideKey]:
    """Everybody's decision at once, where it is offered in this phase."""
    table = shown.snapshot.house.table
    phase, held = table.round.phase, shown.snapshot.held is not None
    if held or phase not in DECISIONS:
        return
    left, everyone = len(undecided(table.round)), len(table.round.playing())
    who = "All" if left in (0, everyone) else "Rest"
    for code, choice in ALL.items():
        if choice in table.rules.offered(STREET_OF[phase]):
            enabled = can(table, c.DecideAll(choice)) and not supervised(shown) and not unset
            yield SideKey(code, f"{who} {choice.value}", enabled)


class BonusActions(ActionsViewModel):
    """The action bar of the bonus game."""

    def __init__(
        self,
        bridge: Bridge,
        panels: PanelsViewModel,
        chip_pad: ChipPadViewModel,
        drawn: Drawn,
    ) -> None:
        super().__init__(bridge, panels, drawn)
        self._chip_pad = chip_pad
        chip_pad.keyed.connect(self.refresh)

    def meaning(self, shown: Shown) -> tuple[Primary, object]:
        again = self._panels.again
        primary = derive_primary(shown, self._chip_pad.unset, again)
        return primary, acted_on(shown.snapshot.house.table, again)

    def bar(self, shown: Shown) -> ActionsProps:
        return derive_actions(shown, self._chip_pad.unset, self._panels.again)

    def key(self, code: str) -> None:
        self.submit(c.DecideAll(ALL[code]))
