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
from controller.floor.decks import ShuffleDeck
from controller.floor.state import Status
from controller.games.poker.award import AwardPots, FinishHand, dealer_says
from controller.games.poker.betting import DrawIn
from controller.games.poker.blinds import BeginHand
from controller.games.poker.core import CORE
from controller.games.poker.deal import DealHoleCards, DealStreet, FinishDeal, dealt, street_due
from controller.games.poker.keyed_pots import FoldSeats
from controller.games.poker.moves import CheckRound, KeyMoves, TakeBackMoves
from controller.games.poker.offers import Move, Offers, offers
from controller.games.poker.seating import ComeBack, GoAway, LeaveTable
from controller.games.poker.showdown import MuckHand, PassIn, next_to_show, showing
from controller.games.poker.state import Hand, Player, Standing, Table
from controller.games.poker.steps import likely
from controller.games.poker.words import pot_name, seats
from controller.running.writer import COMPARE
from controller.staff.roles import Reason
from ui.bridge import Bridge
from ui.games.poker.viewmodels.card_pad import HandPadViewModel, cards_asked
from ui.games.poker.viewmodels.keyed import Keyed
from ui.games.poker.viewmodels.passing import as_passed
from ui.games.poker.viewmodels.pots import NOTHING_KEYED, Keying, derive_key
from ui.games.poker.viewmodels.settlement import (
    NOT_BEGUN,
    Walk,
    pot_asked,
    pots_to_push,
    push_text,
    winners_said,
)
from ui.games.poker.words import passing, raised, why
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


@frozen
class SidePot:
    """One more pot is keyed: nothing goes on record yet."""


@frozen
class NextPot:
    """The winners of a pot are named, or it is pushed, and others come after it: nothing goes on
    record yet."""


def derive_primary(
    shown: Shown, keyed_to: int = 0, walk: Walk = NOT_BEGUN, keying: Keying = NOTHING_KEYED
) -> Primary:
    """The step that takes the hand on."""
    snapshot, table = shown.snapshot, shown.snapshot.house.table
    if snapshot.held == COMPARE:
        reason = "The dealer confirms this: sign off first" if supervised(shown) else ""
        return Primary("Screen and felt agree", reason=reason, compares=True)
    if snapshot.held is not None:
        return Primary("Held", reason="The table is held")
    offered = offers(as_passed(table, keyed_to).table)
    primary = _likely(offered) if offered else derive_key(shown, keying) or _step(shown, walk)
    if not supervised(shown):
        return primary
    return replace(primary, text=_short(primary), reason=LEAVE_FIRST)


def _short(primary: Primary) -> str:
    """The short text of a key that shows a reason, where there is room for one line."""
    match primary.command:
        case BeginHand(number=number):
            return f"Deal hand {number}"
        case AwardPots() | NextPot():
            return "Push the pots"
    return primary.text


def _likely(offered: Offers) -> Primary:
    """Check or call; who is bound to a wager makes it."""
    command = likely(offered)
    match command.move:
        case Move.CHECK:
            return Primary("Check", command)
        case Move.CALL:
            all_in = " all-in" if offered.wager + offered.call == offered.all_in else ""
            return Primary(f"Call {dollars(offered.call)}{all_in}", command)
        case Move.ALL_IN:
            return Primary(f"All-in {dollars(offered.all_in)}", command)
    return Primary(f"{raised(offered.opening)} {dollars(command.to or 0)}", command)


def _step(shown: Shown, walk: Walk) -> Primary:
    step, table = shown.snapshot.step, shown.snapshot.house.table
    match step.command:
        case ShuffleDeck(deck=deck):
            return Primary(f"Deck {deck} is shuffled by hand", step.command)
        case BeginHand(number=number, shuffled=shuffled):
            text = f"Deal hand {number}"
            said = f"Shuffled and cut: deal hand {number}"
            short = step.refused is not None or not shuffled
            return Primary(text if short else said, step.command, why(step.refused))
        case DealHoleCards():
            return Primary("Deal two cards each", step.command)
        case FinishDeal():  # everyone is all-in by the blinds: no key of a seat says it
            return Primary("Everyone has two cards", step.command)
        case DrawIn() if not cards_asked(shown).count or _in_front(table):
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
    player = next_to_show(table) if showing(table) else None
    reason = f"Seat {player.seat} shows next" if player else "Waiting for the table"
    return Primary("Push the pots", reason=reason)


def _in_front(table: Table) -> bool:
    """Does anything lie in front of the players, to be drawn in?"""
    return any(player.wager for player in table.playing().players)


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


def side_keys(
    shown: Shown, keyed_to: int = 0, keying: Keying = NOTHING_KEYED
) -> dict[str, tuple[str, Command | None]]:
    """Each key by its code: what it says, and what it does; none where it cannot be used."""
    table = shown.snapshot.house.table
    if not table.rules.stacks_kept:
        return dict(_pot_keys(shown, keying))
    if not table.at_rest and showing(table):
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
            "checkRound": ("All check", CheckRound()),
        }
    usable = seat and shown.snapshot.held is None and not supervised(shown)
    return {
        code: (text, command if usable and CORE.can(table, command) else None)
        for code, (text, command) in found.items()
    }


def _pot_keys(shown: Shown, keying: Keying) -> Iterator[tuple[str, tuple[str, Command | None]]]:
    """Run by pots: a street is told, those marked fold; then one more pot is keyed."""
    table = shown.snapshot.house.table
    open_ = not table.at_rest and shown.snapshot.held is None and not supervised(shown)
    if open_ and table.playing().keyed:
        several = dealer_says(table) and not keying.side
        yield "sidePot", ("Side pot", SidePot() if several else None)
        return
    street, folds = DealStreet(()), FoldSeats(keying.marked)
    due = street_due(dealt(table)) if open_ and CORE.can(table, street) else None
    yield "street", (due.value.capitalize() if due else "Street", street if due else None)
    yield "foldMarked", ("Fold", folds if open_ and CORE.can(table, folds) else None)


def derive_actions(
    shown: Shown,
    keyed_to: int = 0,
    walk: Walk = NOT_BEGUN,
    keyed: int = 0,
    keying: Keying = NOTHING_KEYED,
) -> ActionsProps:
    """The bar; `keyed`: so many cards of those that are turned over."""
    primary = derive_primary(shown, keyed_to, walk, keying)
    floor = shown.snapshot.house.floor
    note = "The taps" if keying != NOTHING_KEYED else undo_note(shown, keyed_to, walk, keyed)
    return ActionsProps(
        primary_text=primary.text,
        primary_reason=primary.reason,
        primary_enabled=primary.enabled,
        keys=tuple(_keys(shown, keyed_to, keying)),
        undo_note=note or undo_objection(shown),
        undo_enabled=bool(note),
        irregularity_enabled=floor is None or floor.status is Status.OPEN,
        other_text=_other(shown),
    )


def _keys(shown: Shown, keyed_to: int, keying: Keying) -> Iterator[SideKey]:
    if shown.snapshot.held is None:
        for code, (text, command) in side_keys(shown, keyed_to, keying).items():
            yield SideKey(code, text, command is not None)


def _other(shown: Shown) -> str:
    held = shown.snapshot.held
    if held is None:
        return ""
    return "The felt differs" if held == COMPARE else "What to do"


def undo_note(shown: Shown, keyed_to: int, walk: Walk, keyed: int) -> str:
    """What Undo would take back; what is not on record yet comes first."""
    snapshot = shown.snapshot
    if snapshot.held is not None:
        return ""
    table = snapshot.house.table
    if keyed:
        return "The last card"
    if walk != NOT_BEGUN:
        return "The last pot" if walk.pushed else "Who wins"
    if keyed_to:
        passed = as_passed(table, keyed_to)
        count = len(passed.moves)
        return passing(passed).rstrip(".") if count == 1 else f"{count} seats pass"
    if snapshot.undo is None:
        return ""
    back, what = snapshot.undo.by, snapshot.undo.what
    match back:
        case TakeBackMoves() if table.rules.stacks_kept:
            return _moves(table, back)
        case LeaveTable() | ComeBack() | GoAway():
            return f"Seat {back.seat} {what.lower()}"
    return what


def _moves(table: Table, back: TakeBackMoves) -> str:
    """`Seat 8 folds`, or `The last 3 moves`."""
    count = table.playing().actions - back.standing
    if count > 1:
        return f"The last {count} moves"
    before = table.earlier[-1]
    turn = existing(before.turn, "nobody's turn")
    was = before.players[turn]
    return f"Seat {was.seat} {_move(before, was, table.playing().of(was.seat))}"


def _move(before: Hand, was: Player, now: Player) -> str:
    if now.standing is not Standing.IN:
        return "folds"
    if now.wager > before.high:
        return "raises" if before.high else "bets"
    return "calls" if now.wager > was.wager else "checks"


class PokerActions(ActionsViewModel):
    """The action bar of the poker room."""

    def __init__(
        self,
        bridge: Bridge,
        panels: PanelsViewModel,
        drawn: Drawn,
        keyed: Keyed,
        pad: HandPadViewModel,
    ) -> None:
        super().__init__(bridge, panels, drawn)
        self._passing, self._push, self._pots, self._pad = *keyed, pad
        for changed in (*keyed.changes(), pad.changed):
            changed.connect(self.refresh)

    def meaning(self, shown: Shown) -> tuple[Primary, object]:
        table: Table = shown.snapshot.house.table
        about = table.number, table.phase, table.hand.actions if table.hand else 0
        walk, keying = self._push.walk, self._pots.keying
        return derive_primary(shown, self._passing.seat, walk, keying), about

    def bar(self, shown: Shown) -> ActionsProps:
        keyed = len(self._pad.keyed)
        walk, keying = self._push.walk, self._pots.keying
        return derive_actions(shown, self._passing.seat, walk, keyed, keying)

    @Slot(str)
    def key(self, code: str) -> None:
        if self.shown is None:
            return
        keys = side_keys(self.shown, self._passing.seat, self._pots.keying)
        _, command = keys.get(code, ("", None))
        if command is not None and self._passing.read():
            self.submit(command)

    def submit(self, command: Command, reason: Reason | None = None) -> None:
        if isinstance(command, NextPot):
            self._asked = False
            self._push.go_on()
        elif isinstance(command, SidePot):
            self._pots.key_side_pot()
        else:
            super().submit(command, reason)

    @Slot()
    def undo(self) -> None:
        if self._pad.keyed:
            self._pad.take_back()
        elif self._passing.seat:
            self._passing.choose(0)
        elif not self._pots.forget() and not self._push.go_back():
            super().undo()
