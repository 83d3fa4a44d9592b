"""The story of a table: one sentence in the past tense for each event, with the rule behind it.

A hand has cards once it lies face up; nothing else is known to tell.
"""

# ruff: noqa: E501  (rows of a table)

from collections.abc import Callable
from typing import Any, Final

from controller.domain.base import existing
from controller.domain.words import Statement, dollars, faces, joined, sentence
from controller.games.poker import award as a
from controller.games.poker import betting as b
from controller.games.poker import board_errors as g
from controller.games.poker import dead_hands as h
from controller.games.poker import misdeals as m
from controller.games.poker import seating as s
from controller.games.poker import stacks as k
from controller.games.poker import wager_errors as w
from controller.games.poker.blinds import HandBegun
from controller.games.poker.card_corrections import CardCorrected
from controller.games.poker.deal import (
    DealFinished,
    FlopDealt,
    HoleCardsDealt,
    RiverDealt,
    StreetRedealt,
    TurnDealt,
)
from controller.games.poker.keyed_pots import PotKeyed
from controller.games.poker.misdeals import HoleCardSetAside
from controller.games.poker.moves import MovesTakenBack
from controller.games.poker.offers import Move
from controller.games.poker.reports import Irregularity
from controller.games.poker.showdown import HandMucked, HandPassedIn, HandTabled, best_five
from controller.games.poker.state import Ending, Table
from controller.games.poker.words import cut_up, pot_name, seats

Narrator = Callable[[Table, Table, Any], Statement]


def narrate(before: Table, after: Table, event: object) -> Statement:
    """What an event made of the table."""
    return _NARRATORS[type(event)](before, after, event)


def _begun(_: Table, __: Table, event: HandBegun) -> Statement:
    posts = joined([f"seat {p.seat} {p.kind} {dollars(p.amount)}" for p in event.posts])
    at = event.positions
    text = f"Hand {event.number}: button seat {at.button}; {posts}."
    missed = sorted({*event.missed_big, *event.missed_small})
    if missed:
        text = f"{text} A blind passed {seats(missed)}."
    return Statement(text, "6.4.a")


def _wagered(before: Table, after: Table, event: b.PlayerWagered) -> Statement:
    word = "bet" if event.action is Move.BET else "raised to"
    all_in = after.playing().of(event.seat).stack == 0
    return Statement(f"Seat {event.seat} {word} {dollars(event.to)}{_all_in(all_in)}.", "9.1.b")


def _called(before: Table, after: Table, event: b.PlayerCalled) -> Statement:
    added = event.to - before.playing().of(event.seat).wager
    all_in = after.playing().of(event.seat).stack == 0
    text = f"Seat {event.seat} called {dollars(added)}{_all_in(all_in)}."
    if event.change:
        change = f"A single larger chip is a call: {dollars(event.change)} change."
        return Statement(f"{text} {change}", "1.1:Over-Chip")
    return Statement(text, "8.1.a")


def _moves_back(_: Table, after: Table, event: MovesTakenBack) -> Statement:
    what = "move was" if event.count == 1 else f"{event.count} moves were"
    hand = after.playing()
    if not after.rules.stacks_kept:
        return Statement(f"The last {what} keyed by mistake.", "14.3")
    seat = hand.players[existing(hand.turn, "nobody's turn")].seat
    return Statement(f"The last {what} keyed by mistake: seat {seat} acts.", "14.3")


def _all_in(all_in: bool) -> str:
    return " and is all-in" if all_in else ""


def _drawn_in(_: Table, __: Table, event: b.WagersDrawnIn) -> Statement:
    text = "The wagers were drawn in."
    if event.returned:
        text = f"{dollars(event.returned)} uncalled went back to seat {event.seat}. {text}"
    return Statement(text, "13.9")


def _forfeited(before: Table, _: Table, event: b.WagerForfeited) -> Statement:
    amount = event.to - before.playing().of(event.seat).wager
    text = f"Seat {event.seat} forfeited {dollars(amount)} and folded; the supervisor was notified."
    return Statement(text, event.clause)


def _tabled(_: Table, after: Table, event: HandTabled) -> Statement:
    best = best_five(after.playing(), after.playing().of(event.seat))
    called = f": {best.category.text}" if best else ""
    return Statement(f"Seat {event.seat} tabled {faces(event.cards)}{called}.", "10.1")


def _card_corrected(_: Table, __: Table, event: CardCorrected) -> Statement:
    return Statement(
        f"The card keyed as {faces((event.was,))} is {faces((event.card,))}.", "1.1:Cards Speak"
    )


def _awarded(_: Table, __: Table, event: a.PotsAwarded) -> Statement:
    pots = [cut_up(index, pot) for index, pot in enumerate(event.pots)]
    shown = "" if event.ending is Ending.SHOWDOWN else " The hand was not shown."
    text = "; ".join(pots)
    return Statement(f"{text[0].upper()}{text[1:]}.{shown}", "10.3, 10.4")


def _corrected(_: Table, __: Table, event: a.ResultCorrected) -> Statement:
    parts = [f"seat {n} {dollars(was)} to {dollars(now)}" for n, was, now in event.seats]
    if event.drop_before != event.drop_after:
        parts.append(f"commission {dollars(event.drop_before)} to {dollars(event.drop_after)}")
    return Statement(f"A supervisor corrected the result: {joined(parts)}.", "3.1")


def _killed(_: Table, __: Table, event: h.HandKilled) -> Statement:
    back = f"; {dollars(event.returned)} of its raise went back" if event.returned else ""
    return Statement(f"The dealer mucked the hand of seat {event.seat}: it is dead{back}.", "16.2")


def _pot_keyed(_: Table, __: Table, event: PotKeyed) -> Statement:
    text = f"{pot_name(event.number)}: {dollars(event.amount)}, for {seats(event.eligible)}."
    return Statement(f"{text[0].upper()}{text[1:]}", "10.3, 17.1")


def _out_of_turn(before: Table, _: Table, event: w.ActedOutOfTurn) -> Statement:
    text = f"Seat {event.seat} acted out of turn: {event.action}"
    if event.to == before.playing().of(event.seat).wager:
        return Statement(f"{text}. The player acts when the turn comes.", "14.3")
    stands = "It stands unless a player in between bets more."
    return Statement(f"{text}, {dollars(event.to)} in all. {stands}", "19.2")


def _broke(_: Table, __: Table, event: s.PlayerBroke) -> Statement:
    has = "does have chips: the tap was a mistake" if event.mistaken else "has no chips left"
    return Statement(f"Seat {event.seat} {has}.", "13.2")


def _bought(_: Table, __: Table, event: s.ChipsBought) -> Statement:
    short = " It is a short-buy." if event.short else ""
    return Statement(f"Seat {event.seat} bought {dollars(event.amount)}.{short}", "13.4")


def _changed_seat(_: Table, __: Table, event: k.SeatChanged) -> Statement:
    waits = " The player waits for the big blind, or posts one." if event.joining else ""
    if event.missed_small:
        waits += " The player owes the small blind."
    return Statement(f"Seat {event.seat} moved to seat {event.to}.{waits}", "6.2")


def _stakes(_: Table, __: Table, event: k.StakesChanged) -> Statement:
    rules = event.after
    blinds = f"blinds {dollars(rules.small)} and {dollars(rules.big)}"
    ante = f", ante {dollars(rules.ante)}" if rules.ante else ""
    bank = f"minimum bank {dollars(rules.bank_min)}"
    return Statement(f"Everybody agreed: {rules.limit}, {blinds}{ante}, {bank}.", "13.8")


def _cleared(_: Table, __: Table, event: k.TableCleared) -> Statement:
    parts = [f"seat {number} with {dollars(amount)}" for number, amount in event.seats]
    text = joined(parts)
    return Statement(f"{text[0].upper()}{text[1:]} left the table.", "13.5")


def _named(what: Irregularity) -> str:
    """`string bet`."""
    return what.replace("-", " ")


_WRITTEN: Final[dict[str, Callable[[Any], str]]] = {
    **dict.fromkeys(("amount", "before", "after", "to"), dollars),
    "cards": lambda cards: faces(cards) or "not keyed",
    "what": _named,
}
"""How a sentence has the fields of an event; the others as they are."""


def _says(text: str, clause: str = "") -> Narrator:
    """A sentence with the fields of the event, and the street; without a clause, by that of the
    event."""

    def narrator(_: Table, after: Table, event: Any) -> Statement:
        said = {name: _WRITTEN.get(name, str)(value) for name, value in vars(event).items()}
        told = text.format(**said, street=after.phase.value)
        return Statement(sentence(told), clause or event.clause)

    return narrator


# fmt: off
_NARRATORS: Final[dict[type, Narrator]] = {
    s.PlayerSatDown:        _says("Seat {seat} sat down with {amount}.", "6.2"),
    s.DifferenceBooked:     _says("{amount} was never counted out to the players who have left.", "13.5"),
    s.PlayerLeft:           _says("Seat {seat} left with {amount}.", "13.5"),
    s.PlayerBroke:          _broke,
    s.PlayerWentAway:       _says("Seat {seat} is away.", "19.15"),
    s.PlayerCameBack:       _says("Seat {seat} is back.", "19.15"),
    s.PostAgreed:           _says("Seat {seat} posts to be dealt in.", "19.12"),
    s.ChipsBought:          _bought,
    k.GoodsBought:          _says("Seat {seat} paid {amount} for goods or services.", "13.5"),
    k.StackCounted:         _says("Seat {seat} was counted: {before} is now {after}.", "13.5"),
    k.ChipsPickedUp:        _says("Seat {seat} missed two rounds of blinds: {amount} was picked up, the seat is free.", "19.14"),
    k.SeatOffered:          _says("Nobody at the table wanted seat {seat}.", "6.2"),
    k.SeatChanged:          _changed_seat,
    k.StakesChanged:        _stakes,
    k.TableCleared:         _cleared,
    k.DropBegun:            _says("A new business day: {before} of commission belongs to earlier days.", "22.1"),
    HandBegun:              _begun,
    HoleCardsDealt:         _says("Two cards each were dealt face down.", "6.4.b"),
    DealFinished:           _says("The first betting round began.", "6.4.c"),
    FlopDealt:              _says("Flop: {cards}.", "6.4.d"),
    TurnDealt:              _says("Turn: {cards}.", "6.4.f"),
    RiverDealt:             _says("River: {cards}.", "6.4.h"),
    StreetRedealt:          _says("The {street} was dealt again from the new stub: {cards}.", "19.3, 19.4"),
    b.PlayerFolded:         _says("Seat {seat} folded.", "8.1.c"),
    b.PlayerChecked:        _says("Seat {seat} checked.", "14.1"),
    b.PlayerCalled:         _called,
    b.PlayerWagered:        _wagered,
    b.WagerForfeited:       _forfeited,
    b.AbsentFolded:         _says("Seat {seat} is absent and was folded.", "28.1"),
    MovesTakenBack:         _moves_back,
    PotKeyed:               _pot_keyed,
    b.WagersDrawnIn:        _drawn_in,
    b.ShowdownOpened:       _says("The hands are shown.", "10.1"),
    HandTabled:             _tabled,
    CardCorrected:          _card_corrected,
    HandPassedIn:           _says("Seat {seat} passed in unseen.", "16.1"),
    HandMucked:             _says("Seat {seat} mucked and has no claim.", "16.1"),
    a.PotsAwarded:          _awarded,
    a.HandFinished:         _says("The hand is over.", "10.5"),
    a.ResultCorrected:      _corrected,
    HoleCardSetAside:       _says("A hole card of seat {seat} is replaced by the first burn card.", "19.1"),
    m.DealPutRight:         _says("{what}: corrected; play goes on."),
    m.HandMisdealt:         _says("Misdeal, {what}: everything goes back, button and blinds stay."),
    m.HandInvalidated:      _says("The outcome was invalidated ({cause}): everything goes back."),
    g.StreetTakenBack:      _says("The {street} and its burn went back into the stub: {what}."),
    g.StreetStands:         _says("{what}: corrected; play goes on."),
    g.DealtEarly:           _says("Dealt early: the betting is finished first."),
    h.HandFouled:           _says("Seat {seat} held a wrong number of cards: a dead hand.", "19.5"),
    h.LastFolderWon:        _says("Nobody was left: seat {seat}, the last to fold, wins.", "19.5"),
    h.HandKilled:           _killed,
    h.FoldedHandExposed:    _says("The folded hand of seat {seat} was shown to all: {cards}.", "16.1"),
    h.WinningHandRestored:  _says("The winning hand of seat {seat} was mucked and brought back.", "16.3"),
    h.ClockRanOut:          _says("The clock ran out: seat {seat} was folded.", "23.3"),
    w.ActedOutOfTurn:       _out_of_turn,
    w.WagerCorrected:       _says("Seat {seat} put out {amount} in all: {what}. The wager is {to}."),
    w.WagerWithdrawn:       _says("Seat {seat} took back the chips of a {what} and acts again."),
}
# fmt: on
