"""A table that is run by pots: the dealer keys who is left, and each pot once (10.3, 17.1).

The players bet as everywhere, and the console does not follow it. What nobody called goes back on
the felt; the blinds count within the pot that is keyed. With the main pot everybody else has
folded; a side pot says who of them is in for it. From here on a pot is a pot: commission, shares
and odd chips are worked out as where every action is keyed.
"""

from controller.domain.base import evolve
from controller.domain.kernel import Asking, Command, Draft, Event, Folds, Handler, Handlers, always
from controller.domain.money import Cents
from controller.domain.refusals import Refused
from controller.domain.words import dollars
from controller.games.poker.betting import AbsentFolded, PlayerFolded, betting_over, moved
from controller.games.poker.deal import dealt, finish_deal
from controller.games.poker.phases import STREETS
from controller.games.poker.pots import made_up
from controller.games.poker.powers import PokerAction
from controller.games.poker.refusals import PokerRefusal
from controller.games.poker.showdown import hand_in
from controller.games.poker.state import Hand, Pot, Table
from controller.games.poker.wagering import given_back, uncalled_part
from controller.staff.powers import Nobody


class FoldSeats(Command, action=PokerAction.PLAYER_ACTS):
    """These have folded, in whatever order they are keyed."""

    seats: tuple[int, ...]


class KeyPot(Command, action=PokerAction.KEY_POT):
    """A pot as it lies there, 0 the main pot; one that was keyed before is keyed anew."""

    number: int
    amount: int
    seats: tuple[int, ...] = ()
    """Who is in for it: with the main pot, who is left; none: everybody still in."""


class FoldAbsentees(Command, action=Nobody.INTERNAL):
    """28.1: those who are not there have folded; nobody follows whose turn it is."""


class PotKeyed(Event):
    number: int
    amount: Cents
    eligible: tuple[int, ...]


def blinds_alone(hand: Hand) -> int:
    """What the pot comes to where nobody has wagered more than the blinds and antes."""
    uncalled = uncalled_part(hand)
    return sum(pot.amount for pot in made_up(given_back(hand, *uncalled) if uncalled else hand))


def _open(table: Table) -> Refused | None:
    """Why nothing of this hand can be keyed now."""
    if table.rules.stacks_kept:
        return Refused(PokerRefusal.EVERY_ACTION, "14.3")
    return betting_over(dealt(table))


def _all_in(table: Table, seats: tuple[int, ...]) -> Refused | None:
    """Does every seat still have its hand?"""
    refusals = (hand_in(table, seat) for seat in seats)
    return next((refused for refused in refusals if refused), None)


def _verify_folds(table: Table, command: FoldSeats, _: Asking) -> Refused | None:
    if refused := _open(table) or _all_in(table, command.seats):
        return refused
    if not command.seats:
        return Refused(PokerRefusal.NEEDS_MORE, "8.1.c", "Who has folded?")
    left = table.playing().count_in() - len(set(command.seats))
    return None if left else Refused(PokerRefusal.LAST_HAND, "8.2.a")


def _fold(draft: Draft[Table], command: FoldSeats) -> None:
    finish_deal(draft)
    for seat in dict.fromkeys(command.seats):
        draft.emit(PlayerFolded(seat))


def _verify_pot(table: Table, command: KeyPot, _: Asking) -> Refused | None:
    if refused := _open(table) or _all_in(table, command.seats):
        return refused
    hand = table.playing()
    if not 0 <= command.number <= len(hand.keyed):
        return Refused(PokerRefusal.NO_SUCH_POT, "17.1")
    before = hand.keyed[: command.number]
    alone = not before and len(set(_in_for(hand, command))) == 1
    if command.amount < 0 or (not command.amount and not alone):
        return Refused(PokerRefusal.NO_AMOUNT, "10.3")
    if before and not set(command.seats) < set(before[-1].eligible):
        return Refused(PokerRefusal.NO_SIDE_POT, "17.1")
    if before and not command.seats:
        return Refused(PokerRefusal.NEEDS_MORE, "17.1", "Who is in for the side pot?")
    total = sum(pot.amount for pot in before) + command.amount
    if total > table.chips:
        detail = f"{dollars(total)} keyed: expected at most {dollars(table.chips)}."
        return Refused(PokerRefusal.MORE_THAN_THERE, "13.5", detail)
    return None


def _in_for(hand: Hand, command: KeyPot) -> tuple[int, ...]:
    folds = absentees(hand)
    there = (player.seat for player in hand.players_in() if player.seat not in folds)
    return command.seats or tuple(there)


def absentees(hand: Hand) -> tuple[int, ...]:
    """28.1: who is in and not there; where nobody is there, the big blind has the last word."""
    players = sorted(hand.players_in(), key=lambda player: player.seat == hand.big_blind)
    folds = tuple(player.seat for player in players if player.absent)
    return folds if len(folds) < len(players) else folds[:-1]


def absentees_fold(table: Table) -> FoldAbsentees | None:
    """Those who are not there fold as soon as the deal is over."""
    in_betting = not table.rules.stacks_kept and table.phase in STREETS
    return FoldAbsentees() if in_betting and absentees(table.playing()) else None


def _fold_absentees(draft: Draft[Table], _: FoldAbsentees) -> None:
    for seat in absentees(draft.state.playing()):
        draft.emit(AbsentFolded(seat))


def _pot(draft: Draft[Table], command: KeyPot) -> None:
    finish_deal(draft)
    eligible = tuple(sorted(set(_in_for(draft.state.playing(), command))))
    if not command.number:
        for player in draft.state.playing().players_in():
            if player.seat not in eligible:
                draft.emit(PlayerFolded(player.seat))
    draft.emit(PotKeyed(command.number, command.amount, eligible))


def _keyed(table: Table, event: PotKeyed) -> Table:
    hand = table.playing()
    keyed = (*hand.keyed[: event.number], Pot(event.amount, event.eligible))
    pot = sum(pot.amount for pot in keyed)
    return moved(table, evolve(hand, keyed=keyed, pot=pot))


HANDLERS: Handlers = {
    FoldSeats: Handler(_verify_folds, _fold),
    KeyPot: Handler(_verify_pot, _pot),
    FoldAbsentees: Handler(always, _fold_absentees),
}

FOLDS: Folds = {PotKeyed: _keyed}
