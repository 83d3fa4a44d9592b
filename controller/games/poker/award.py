"""The award: pots made up, commission taken, shares paid; and how a hand ends (10.3, 10.4)."""

from collections.abc import Iterable

from controller.domain.base import evolve
from controller.domain.kernel import (
    Asking,
    Command,
    Draft,
    Emits,
    Event,
    Folds,
    Handler,
    Handlers,
    unchanged,
)
from controller.domain.money import Cents
from controller.domain.refusals import Refused
from controller.domain.words import dollars
from controller.games.poker.betting import DrawIn, betting_over, draw_in
from controller.games.poker.deal import DealStreet, deal_street, only_in
from controller.games.poker.phases import STREETS, Phase
from controller.games.poker.pots import divided, made_up, winners_of
from controller.games.poker.powers import PokerAction
from controller.games.poker.refusals import PokerRefusal
from controller.games.poker.seating import verify_there
from controller.games.poker.showdown import strengths, undecided
from controller.games.poker.state import Ending, Hand, Player, Pot, Seat, Table, with_chips

Winners = tuple[tuple[int, ...], ...]


class AwardPots(Command, action=PokerAction.AWARD_POTS):
    """The dealer announces the winning hand, takes the commission and pays the pots."""

    winners: Winners = ()
    """Who wins each pot, the main pot first: said by the dealer where cards are not keyed."""


class FinishHand(Command, action=PokerAction.FINISH_HAND):
    """Everything is paid: the cards are shuffled, the button will move (6.1, 10.5)."""


class CorrectResult(Command, action=PokerAction.CORRECT_RESULT):
    """3.1: a supervisor corrects the result of the last hand, seat by seat."""

    changes: tuple[tuple[int, int], ...]
    """By seat: what it is given, or gives up if negative."""
    drop: int = 0
    """What the house's commission is given."""


class PotsAwarded(Event):
    trigger = "award_pots"
    ending: Ending
    pots: tuple[Pot, ...]


class HandFinished(Event):
    trigger = "finish_hand"


class ResultCorrected(Event):
    """The stacks and the commission drop, each before and after."""

    seats: tuple[tuple[int, Cents, Cents], ...]
    """Seat, stack before, stack after; where stacks are not kept, from nothing to what it is
    given."""
    drop_before: Cents
    drop_after: Cents


def _verify_award(table: Table, command: AwardPots, _: Asking) -> Refused | None:
    if not table.rules.stacks_kept:
        return _verify_keyed(table, command)
    if table.phase is Phase.SHOWDOWN:
        for player in undecided(table):
            return Refused(PokerRefusal.UNDECIDED_HAND, "10.1", f"Seat {player.seat}.")
        return _verify_winners(table, command.winners)
    if command.winners:
        return Refused(PokerRefusal.CANNOT_HAPPEN, "10.3", "The pot is not contested.")
    if table.phase in STREETS and table.playing().count_in() == 1:
        return betting_over(table)
    return Refused(PokerRefusal.WRONG_PHASE, "10.3")


def _verify_keyed(table: Table, command: AwardPots) -> Refused | None:
    """Run by pots: they have to be keyed, and nobody has to have shown."""
    if refused := betting_over(table):
        return refused
    if not table.playing().keyed:
        return Refused(PokerRefusal.NO_POT_YET, "10.3")
    return _verify_winners(table, command.winners)


def dealer_says(table: Table) -> bool:
    """Is the pot contested, and no card keyed that would say who wins it?"""
    hand = table.playing()
    over = _shown(table) if table.rules.stacks_kept else bool(hand.keyed)
    return not table.rules.keyed and over and hand.count_in() > 1


def _verify_winners(table: Table, winners: Winners) -> Refused | None:
    if not dealer_says(table):
        said = Refused(PokerRefusal.CANNOT_HAPPEN, "1.1:Cards Speak", "Cards speak.")
        return said if winners else None
    pots = made_up(table.playing())
    fits = len(winners) == len(pots) and all(
        by and set(by) <= set(pot.eligible) and len(set(by)) == len(by)
        for by, pot in zip(winners, pots, strict=False)
    )
    return None if fits else Refused(PokerRefusal.NO_WINNERS, "10.3")


def to_the_award(draft: Draft[Table]) -> None:
    """Does whatever has to come before the award and was not keyed."""
    if not draft.state.rules.stacks_kept and draft.state.playing().count_in() > 1:
        while draft.state.phase is not Phase.RIVER:  # nobody has told how the board was dealt
            deal_street(draft, DealStreet(()))
    if draft.state.phase in STREETS and not draft.state.playing().drawn_in:
        draw_in(draft, DrawIn())


def _award(draft: Draft[Table], command: AwardPots) -> None:
    to_the_award(draft)
    ending = Ending.SHOWDOWN if _shown(draft.state) else Ending.UNCONTESTED
    draft.emit(PotsAwarded(ending, to_be_awarded(draft.state, command.winners)))


def _shown(table: Table) -> bool:
    return table.phase is Phase.SHOWDOWN and not table.playing().by_default


def to_be_awarded(table: Table, winners: Winners = ()) -> tuple[Pot, ...]:
    """Every pot, who wins it by the hands tabled so far or by what the dealer says, its commission
    and its shares."""
    hand = table.playing()
    pots = made_up(hand)
    if winners:
        order = [player.seat for player in hand.players]
        won = [tuple(sorted(by, key=order.index)) for by in winners]
    else:
        tabled = strengths(hand) if _shown(table) else {}
        won = [winners_of(hand, pot, tabled) for pot in pots]
    return divided(table.rules, hand, pots, won)


def _verify_correct(table: Table, command: CorrectResult, _: Asking) -> Refused | None:
    hand = table.hand
    if hand is None or hand.ending is None:
        return Refused(PokerRefusal.NO_RESULT, "3.1")
    for number, amount in command.changes:
        if not 1 <= number <= table.rules.seats:
            return Refused(PokerRefusal.NO_SUCH_SEAT, "2.1", f"Seat {number}.")
        seat = table.seat(number)
        if not seat.player:
            return Refused(PokerRefusal.SEAT_EMPTY, "3.1", str(number))
        if table.rules.stacks_kept and seat.stack + amount < 0:
            return Refused(PokerRefusal.ABOVE_THE_STACK, "3.1", f"Seat {number}.")
    seats = [number for number, _ in command.changes]
    balanced = command.drop + sum(amount for _, amount in command.changes) == 0
    if not balanced or len(set(seats)) < len(seats):
        return Refused(PokerRefusal.OUT_OF_BALANCE, "3.1")
    today = table.drop - table.drop_before
    if today + command.drop < 0:
        detail = f"{dollars(-command.drop)} keyed: expected at most {dollars(today)}."
        return Refused(PokerRefusal.NOT_IN_THE_DROP, "3.1", detail)
    given = sum(-amount for _, amount in command.changes if amount < 0)
    return None if table.rules.stacks_kept else verify_there(table, given)


def _correct(draft: Draft[Table], command: CorrectResult) -> None:
    table = draft.state
    seats = tuple(
        (number, table.seat(number).stack, table.seat(number).stack + amount)
        for number, amount in command.changes
    )
    draft.emit(ResultCorrected(seats, table.drop, table.drop + command.drop))


def _awarded(table: Table, event: PotsAwarded) -> Table:
    hand = table.playing()
    won: dict[int, int] = {}
    for pot in event.pots:
        for seat, share in zip(pot.winners, pot.shares, strict=True):
            won[seat] = won.get(seat, 0) + share
    kept = table.rules.stacks_kept
    players = tuple([_paid(player, won, kept=kept) for player in hand.players])
    hand = evolve(hand, players=players, pots=event.pots, ending=event.ending, pot=0)
    taken = sum([pot.commission for pot in event.pots])
    seats = list(table.seats)
    for player in players:  # who was dealt in owes nothing any more
        seats[player.seat - 1] = _played(seats[player.seat - 1], player)
    chips = table.chips if kept else table.chips - taken
    return evolve(table, hand=hand, drop=table.drop + taken, chips=chips, seats=tuple(seats))


def _paid(player: Player, won: dict[int, int], *, kept: bool) -> Player:
    if player.seat not in won:
        return player
    amount = won[player.seat]
    return evolve(player, stack=player.stack + amount if kept else 0, won=amount)


def _played(seat: Seat, player: Player) -> Seat:
    return evolve(
        seat,
        stack=player.stack,
        joining=False,
        missed_big=False,
        missed_small=False,
        posting=False,
    )


def everything_back(hand: Hand) -> tuple[Player, ...]:
    """After a misdeal or a void hand: everything that went in goes back."""
    return tuple(
        evolve(player, stack=player.before, wager=0, total=0, dead=0, returned=0)
        for player in hand.players
    )


def _corrected(table: Table, event: ResultCorrected) -> Table:
    drop = event.drop_after - event.drop_before
    table = evolve(table, drop=event.drop_after)
    if not table.rules.stacks_kept:
        return evolve(table, chips=table.chips - drop)
    for number, before, after in event.seats:
        table = with_chips(table, number, after - before)
    return table


def winners(pots: Iterable[Pot]) -> set[int]:
    """Every seat that has won a pot, even one of nothing."""
    return {seat for pot in pots for seat in pot.winners}


HANDLERS: Handlers = {
    AwardPots: Handler(_verify_award, _award),
    FinishHand: Handler(only_in(Phase.AWARD, "10.5"), Emits(HandFinished)),
    CorrectResult: Handler(_verify_correct, _correct),
}

FOLDS: Folds = {
    PotsAwarded: _awarded,
    HandFinished: unchanged,
    ResultCorrected: _corrected,
}
