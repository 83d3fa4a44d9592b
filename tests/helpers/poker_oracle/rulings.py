"""What goes wrong in a hand: one method for each event of POKER.md."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from tests.helpers.poker_oracle.file import STREETS, Event, Misfit, cents

if TYPE_CHECKING:
    from tests.helpers.poker_oracle.hand import Hand

VOID: Final = {"cards": "23.1.a", "disruption": "23.1.b", "fraud": "23.1.c"}


class Ended(Exception):
    """A misdeal or a void hand."""

    def __init__(self, result: str, clause: str) -> None:
        super().__init__(result, clause)
        self.result, self.clause = result, clause


def happen(hand: Hand, during: str, after: int) -> None:
    """The events of this moment, in the order of the file."""
    for event in hand.events:
        if event.during != during or event.after != after or event.happened:
            continue
        event.happened = True
        try:
            seat = event.given.get("seat")
            if seat is not None and (seat not in hand.order or seat in hand.absent):
                raise Misfit(f"seat {seat} has no hand, or its player is absent")
            RULINGS[event.name](hand, event)
        except Misfit as misfit:
            raise hand.wrong(during, event.number, misfit, event=True) from misfit
        if during in STREETS:
            hand.fold_absent()


# The deal: section 11, 19.1.


def card_exposed_in_cut(hand: Hand, event: Event) -> None:
    raise Ended("misdeal", "11.1.a")


def dealt_out_of_turn(hand: Hand, event: Event) -> None:
    if event.given["looked"]:
        raise Ended("misdeal", "11.1.b")


def hole_card_faulty(hand: Hand, event: Event) -> None:
    """19.1: exposed by the dealer, or boxed."""
    hand.faulty.append(event.name)
    if len(hand.faulty) == 2:
        raise Ended("misdeal", "11.1.e" if "boxed-card" in hand.faulty else "11.1.c")
    # R51: the exposed card takes the place of the first burn, which goes to the player.
    hole, index = hand.holes[event.given["seat"]], event.given["card"] - 1
    if not hole:
        return  # the cards are too few for anything but a misdeal
    burn = hand.draw()
    hand.stub.insert(0, hole[index])
    hole[index] = burn


def wrong_number_of_hands(hand: Hand, event: Event) -> None:
    if not event.given["correctable"]:
        raise Ended("misdeal", "11.1.d")


# The board: 19.3, 19.4.


def first_of_street(event: Event) -> None:
    if event.after:
        raise Misfit(f"{event.name} after {event.after} actions")


def stub_of(event: Event) -> list[str]:
    cards: list[str] | None = event.given.get("cards")
    if cards is None:
        raise Misfit(f"{event.name} needs cards")
    return cards


def flop_too_many(hand: Hand, event: Event) -> None:
    first_of_street(event)
    hand.deal_again("flop", stub_of(event))


def dealt_early(hand: Hand, event: Event) -> None:
    """19.3.b, 19.4.b: what was dealt has gone back when the street's turn comes."""
    if hand.turn is None:
        raise Misfit("no decision is open")
    hand.reshuffle(stub_of(event))


def wrong_burn(hand: Hand, event: Event) -> None:
    if not event.after:  # 19.3.c, 19.4.c: no betting yet
        hand.deal_again(hand.street, stub_of(event))


def two_cards(hand: Hand, event: Event) -> None:
    """R61, 19.4.a."""
    first_of_street(event)
    if not event.given["correct"]:
        hand.deal_again(hand.street, stub_of(event))
    elif hand.street == "turn":  # burn and surplus card go back, the turn stays
        hand.reshuffle(stub_of(event))


# Hands: 16, 19.5.


def still_in(hand: Hand, event: Event) -> int:
    seat: int = event.given["seat"]
    if seat not in hand.betting.live:
        raise Misfit(f"seat {seat} is out of the hand")
    return seat


def hand_dead(hand: Hand, event: Event) -> None:
    seat = still_in(hand, event)
    if event.during != "showdown" and len(hand.betting.live) == 1:
        raise Misfit("the betting is over; what befalls the last hand is at the showdown")
    if event.name == "hand-killed":
        if hand.betting.kill(seat):
            hand.bound.clear()  # what was to be completed is no longer the wager to call (R63)
    else:
        hand.betting.foul(seat)
    hand.dead.add(seat)
    hand.tell("supervisor")


def folded_hand_exposed(hand: Hand, event: Event) -> None:
    seat: int = event.given["seat"]
    if seat not in {folded for _, folded in hand.folded}:
        raise Misfit(f"seat {seat} has not folded")
    hand.shown.add(seat)


def winning_hand_mucked(hand: Hand, event: Event) -> None:
    """16.3: brought back; whether it wins is seen when the pots are awarded."""
    still_in(hand, event)
    hand.restored.append(event)


# Betting: 19.2, 20, 23.3.


def in_turn(hand: Hand, event: Event) -> int:
    seat: int = event.given["seat"]
    if hand.turn != seat:
        raise Misfit(f"it is not the turn of seat {seat}")
    return seat


def out_of_turn(hand: Hand, event: Event) -> None:
    """R64: the wager named stands, if nobody wagers more and the rules still offer it."""
    seat = still_in(hand, event)
    turn = hand.turn
    if turn is None or turn == seat or not hand.betting.chips[seat]:
        raise Misfit(f"seat {seat} is in turn, or nobody is, or it has no chips")
    words = event.given["action"].split() if isinstance(event.given["action"], str) else []
    if words[:1] == [str(seat)]:
        del words[0]
    offer = hand.betting.offer(seat)
    if words == ["fold"] or (words == ["check"] and offer.call is None):
        return  # 19.2 speaks of bets, calls and raises: nothing binds the seat
    named: int | None = None
    if words == ["call"]:
        named = offer.call
    elif words == ["all-in"]:
        named = offer.stack
    elif words[:1] in (["bet"], ["raise"]) and len(words) == 2:
        named = cents(words[1])
    elif words in (["bet"], ["raise"]) and offer.fixed:
        named = hand.betting.full_raise
    if named is None or not offer.wager < named <= offer.stack:
        raise Misfit(f"{event.given['action']!r} is no bet, call or raise of seat {seat}")
    hand.hasty[seat] = named


def short_call(hand: Hand, event: Event) -> None:
    """R65, 20.1, 20.2."""
    offer = hand.betting.offer(in_turn(hand, event))
    if offer.call is None:
        raise Misfit("there is nothing to call")
    amount = event.given["amount"]
    if not offer.wager < amount < offer.call:
        raise Misfit("the amount is no short call")
    put_out, missing = amount - offer.wager, offer.call - offer.wager
    decide(hand, event, offer.call, forced=2 * put_out >= missing)


def short_raise(hand: Hand, event: Event) -> None:
    """R65, 20.3, 20.4; a raise is measured by its increment (R50)."""
    offer = hand.betting.offer(in_turn(hand, event))
    if offer.least is None:
        raise Misfit("the seat may not bet or raise")
    amount, level = event.given["amount"], hand.betting.level
    should_be = min(offer.least, offer.stack)
    if not level < amount < should_be:
        raise Misfit("the amount is no short bet or raise")
    decide(hand, event, should_be, forced=2 * (amount - level) >= should_be - level)


def decide(hand: Hand, event: Event, should_be: int, *, forced: bool) -> None:
    seat: int = event.given["seat"]
    decision = event.given["decision"]
    if decision == "complete":
        hand.bound[seat] = should_be
    elif decision == "forfeit":
        hand.forfeit(seat, event.given["amount"])
    elif forced:
        raise Misfit("half or more cannot be withdrawn")


def string_bet(hand: Hand, event: Event) -> None:
    """20.5: only the first motion counts."""
    seat, amount = in_turn(hand, event), event.given["amount"]
    if not hand.betting.offer(seat).offers(amount):
        raise Misfit("the first motion is no wager the rules offer")
    hand.bound[seat] = amount


def clock_expired(hand: Hand, event: Event) -> None:
    hand.fold(in_turn(hand, event))


# All of it.


def outcome_invalidated(hand: Hand, event: Event) -> None:
    raise Ended("void", VOID[event.given["cause"]])


def power_loss(hand: Hand, event: Event) -> None:
    """Killed and recovered: nothing changes."""


RULINGS: Final[dict[str, Callable[[Hand, Event], None]]] = {
    "card-exposed-in-cut": card_exposed_in_cut,
    "dealt-out-of-turn": dealt_out_of_turn,
    "hole-card-exposed": hole_card_faulty,
    "boxed-card": hole_card_faulty,
    "wrong-number-of-hands": wrong_number_of_hands,
    "flop-too-many": flop_too_many,
    "dealt-early": dealt_early,
    "wrong-burn": wrong_burn,
    "two-cards": two_cards,
    "hand-fouled": hand_dead,
    "hand-killed": hand_dead,
    "folded-hand-exposed": folded_hand_exposed,
    "winning-hand-mucked": winning_hand_mucked,
    "out-of-turn": out_of_turn,
    "short-call": short_call,
    "short-raise": short_raise,
    "string-bet": string_bet,
    "clock-expired": clock_expired,
    "outcome-invalidated": outcome_invalidated,
    "power-loss": power_loss,
}
