"""What the keys of the action bar say and do in a hand.

The one action is the likely one: check or call, deal, draw in, push a pot. Beside it stand the fold
and the round that was checked through; at the showdown, a hand that is passed in or mucked.
"""

from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtCore import Slot

from controller.authority import Command
from controller.domain.base import existing
from controller.domain.frozen import frozen
from controller.domain.words import dollars
from controller.floor.state import Status
from controller.games.poker.award import AwardPots, FinishHand
from controller.games.poker.betting import DrawIn
from controller.games.poker.blinds import BeginHand
from controller.games.poker.core import CORE
from controller.games.poker.deal import DealHoleCards, DealStreet, FinishDeal, street_due
from controller.games.poker.moves import CheckRound, KeyMoves, TakeBackMoves
from controller.games.poker.offers import Move, Offers, offers
from controller.games.poker.phases import Phase
from controller.games.poker.showdown import MuckHand, PassIn, next_to_show
from controller.games.poker.state import Table
from controller.games.poker.words import pot_name, seats
from controller.running.writer import COMPARE
from controller.staff.roles import Reason
from ui.bridge import Bridge
from ui.games.poker.viewmodels.card_pad import HandPadViewModel
from ui.games.poker.viewmodels.passing import PassingViewModel, as_passed
from ui.games.poker.viewmodels.settlement import (
    NOT_BEGUN,
    PushViewModel,
    Walk,
    pot_asked,
    pots_to_push,
    push_text,
    winners_said,
)
from ui.games.poker.words import passing, raised, why
from ui.shown import Shown
from ui.viewmodels.actions import (
    TOO_SOON,
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


@frozen
class NextPot:
    """The winners of a pot are named, or it is pushed, and others come after it: nothing goes on
    record yet."""


def derive_primary(shown: Shown, keyed_to: int = 0, walk: Walk = NOT_BEGUN) -> Primary:
    """The step that takes the hand on."""
    snapshot, table = shown.snapshot, shown.snapshot.house.table
    if snapshot.held == COMPARE:
        reason = "The dealer confirms this: sign off first" if supervised(shown) else ""
        return Primary("Screen and felt agree", reason=reason, compares=True)
    if snapshot.held is not None:
        return Primary("Held", reason="The table is held")
    offered = offers(as_passed(table, keyed_to).table)
    primary = _likely(offered) if offered else _step(shown, walk)
    return replace(primary, reason=LEAVE_FIRST) if supervised(shown) else primary


def _likely(offered: Offers) -> Primary:
    """Check or call; who is bound to a wager makes it."""
    seat, due = offered.seat, offered.due
    if due is not None and due.to not in (offered.wager, offered.wager + offered.call):
        if due.to == offered.all_in:
            return Primary(f"All-in {dollars(due.to)}", KeyMoves(seat, Move.ALL_IN))
        text = f"{raised(offered.opening)} {dollars(due.to)}"
        return Primary(text, KeyMoves(seat, offered.opening, due.to))
    if not offered.call:
        return Primary("Check", KeyMoves(seat, Move.CHECK))
    all_in = " all-in" if offered.wager + offered.call == offered.all_in else ""
    return Primary(f"Call {dollars(offered.call)}{all_in}", KeyMoves(seat, Move.CALL))


def _step(shown: Shown, walk: Walk) -> Primary:
    step, table = shown.snapshot.step, shown.snapshot.house.table
    match step.command:
        case BeginHand(number=number, shuffled=shuffled):
            text = f"Deal hand {number}"
            said = f"Shuffled and cut: deal hand {number}"
            return Primary(said if shuffled else text, step.command, why(step.refused))
        case DealHoleCards():
            return Primary("Deal two cards each", step.command)
        case FinishDeal():  # everyone is all-in by the blinds: no key of a seat says it
            return Primary("Everyone has two cards", step.command)
        case DrawIn():
            return Primary("Draw in", step.command)
        case FinishHand():
            return Primary("The hand is paid", step.command)
        case AwardPots():
            return _push(shown, walk)
        case DealStreet():
            street = street_due(table)
            return Primary(f"Deal the {street.value if street else 'cards'}", step.command)
    if step.cards_due:
        cards = "three cards" if step.cards_due == 3 else "the card"
        return Primary("Deal", reason=f"Key {cards}")
    player = next_to_show(table) if table.phase is Phase.SHOWDOWN else None
    reason = f"Seat {player.seat} shows first" if player else "Waiting for the table"
    return Primary("Push the pots", reason=reason)


def _push(shown: Shown, walk: Walk) -> Primary:
    asked = pot_asked(shown, walk)
    if asked is not None and not walk.picked:
        return Primary("Push the pots", reason=f"Tap who wins {pot_name(asked)}")
    if asked is not None:
        verb = "wins" if len(walk.picked) == 1 else "share"
        return Primary(f"{seats(walk.picked).capitalize()} {verb} {pot_name(asked)}", NextPot())
    last = walk.pushed == len(pots_to_push(shown, walk)) - 1
    award = AwardPots(winners_said(shown, walk))
    return Primary(push_text(shown, walk), award if last else NextPot())


def side_keys(shown: Shown, keyed_to: int = 0) -> dict[str, tuple[str, Command | None]]:
    """Each key by its code: what it says, and what it does; none where it cannot be used."""
    table = shown.snapshot.house.table
    if table.phase is Phase.SHOWDOWN:
        player = next_to_show(table)
        seat = player.seat if player else 0
        found: dict[str, tuple[str, Command]] = {
            "passIn": ("Passes in", PassIn(seat)),
            "muck": ("Mucks", MuckHand(seat)),
        }
    else:
        offered = offers(as_passed(table, keyed_to).table)
        seat = offered.seat if offered else 0
        found = {
            "fold": ("Fold", KeyMoves(seat, Move.FOLD)),
            "checkRound": ("Checked round", CheckRound()),
        }
    usable = seat and shown.snapshot.held is None and not supervised(shown)
    return {
        code: (text, command if usable and CORE.can(table, command) else None)
        for code, (text, command) in found.items()
    }


def derive_actions(
    shown: Shown, keyed_to: int = 0, walk: Walk = NOT_BEGUN, keyed: int = 0
) -> ActionsProps:
    """The bar; `keyed`: so many cards of those that are turned over."""
    primary = derive_primary(shown, keyed_to, walk)
    floor = shown.snapshot.house.floor
    note = undo_note(shown, keyed_to, walk, keyed)
    return ActionsProps(
        primary_text=primary.text,
        primary_reason=primary.reason,
        primary_enabled=primary.enabled,
        keys=tuple(_keys(shown, keyed_to)),
        undo_note=note or undo_objection(shown),
        undo_enabled=bool(note),
        irregularity_enabled=floor is None or floor.status is Status.OPEN,
        other_text=_other(shown),
    )


def _keys(shown: Shown, keyed_to: int) -> Iterator[SideKey]:
    if shown.snapshot.held is None:
        for code, (text, command) in side_keys(shown, keyed_to).items():
            yield SideKey(code, text, command is not None)


def _other(shown: Shown) -> str:
    held = shown.snapshot.held
    if held is None:
        return ""
    return "They do not agree" if held == COMPARE else "What to do"


def undo_note(shown: Shown, keyed_to: int, walk: Walk, keyed: int) -> str:
    """What Undo takes back: what is not on record yet comes first."""
    snapshot = shown.snapshot
    if snapshot.held is not None:
        return ""
    table = snapshot.house.table
    if keyed:
        return "The last card"
    if walk != NOT_BEGUN:
        return "The last pot" if walk.pushed else "Who wins"
    if keyed_to:
        return passing(as_passed(table, keyed_to)).rstrip(".")
    if snapshot.undo is None:
        return ""
    back = snapshot.undo.by
    return _moves(table, back) if isinstance(back, TakeBackMoves) else snapshot.undo.what


def _moves(table: Table, back: TakeBackMoves) -> str:
    """`Seat 8`, or `3 moves, from seat 5`."""
    count = table.playing().actions - back.standing
    before = table.earlier[-count]
    seat = before.players[existing(before.turn, "nobody's turn")].seat
    return f"Seat {seat}" if count == 1 else f"{count} moves, from seat {seat}"


class PokerActions(ActionsViewModel):
    """The action bar of the poker room."""

    def __init__(
        self,
        bridge: Bridge,
        panels: PanelsViewModel,
        drawn: Drawn,
        passing_: PassingViewModel,
        push: PushViewModel,
        pad: HandPadViewModel,
    ) -> None:
        super().__init__(bridge, panels, drawn)
        self._passing, self._push, self._pad = passing_, push, pad
        for one in (passing_, push, pad):
            one.changed.connect(self.refresh)

    def meaning(self, shown: Shown) -> tuple[Primary, object]:
        table: Table = shown.snapshot.house.table
        about = table.number, table.phase, table.hand.actions if table.hand else 0
        return derive_primary(shown, self._passing.seat, self._push.walk), about

    def bar(self, shown: Shown) -> ActionsProps:
        keyed = len(self._pad.keyed)
        return derive_actions(shown, self._passing.seat, self._push.walk, keyed)

    @Slot(str)
    def key(self, code: str) -> None:
        if self.shown is None:
            return
        _, command = side_keys(self.shown, self._passing.seat).get(code, ("", None))
        if command is None:
            return
        if self._passing.read:
            self.submit(command)
        else:
            self.early.emit(TOO_SOON)

    def submit(self, command: Command, reason: Reason | None = None) -> None:
        if isinstance(command, NextPot):
            self._asked = False
            self._push.go_on()
        else:
            super().submit(command, reason)

    @Slot()
    def undo(self) -> None:
        if self._pad.keyed:
            self._pad.take_back()
        elif self._passing.seat:
            self._passing.choose(0)
        elif not self._push.go_back():
            super().undo()
