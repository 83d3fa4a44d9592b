"""When a round may begin, what its end makes of the table, and what falls due between rounds."""

from controller.domain.base import evolve, existing
from controller.domain.instant import Instant
from controller.domain.kernel import Asking, Emits, Folds, Handler, Handlers, always
from controller.domain.refusals import Refused
from controller.domain.words import sentence
from controller.floor.base import Command, Day, Event
from controller.floor.citations import cite, refuse
from controller.floor.closing import close_if_due, closing_due
from controller.floor.deck_orders import DeckCountOrdered
from controller.floor.deck_steps import decks_in_turn, fact_of, how_it_stands, next_step, ready_deck
from controller.floor.decks import HANDLED, notify_of_cards, with_deck
from controller.floor.notices import note_time, to_be_noted
from controller.floor.refusals import FloorRefusal
from controller.floor.state import Deck, Draft, Floor, Hold, RoundMark, Seat, Status
from controller.staff.powers import Nobody

_HOLDS = {Hold.CARDS_DROPPED: "cards dropped", Hold.DEVICE_FAILED: "device failed"}


class BeginRound(Command, action=Nobody.INTERNAL):
    """The next round is opened for wagers."""

    number: int


class RemoveFirstCard(Command, action=Nobody.INTERNAL):
    """Observation: the first card of the round has left the device."""


class FinishRound(Command, action=Nobody.INTERNAL):
    """The round is over; these places had a wager."""

    wagered: tuple[int, ...]
    deck_suspect: bool = False
    """11.9: a card was missing or foreign."""


class PassTime(Command, action=Nobody.INTERNAL):
    """The clock ticks: what is due between rounds takes effect, and a notice's time is noted."""


class RoundBegun(Event):
    """Who deals which deck by which rules: part of every round's record."""

    number: int
    deck: str
    dealer: str
    ruleset: str
    approved_on: Day | None
    business_date: Day | None
    method: str
    """Which of the methods of the rule set."""


class FirstCardRemoved(Event):
    number: int


class RoundFinished(Event):
    number: int
    dealt: bool
    """No card left the device: the deck is as good as before, and nobody has abstained."""
    abstained: tuple[int, ...]


def verify_round(floor: Floor, now: Instant) -> Refused | None:
    """Why no round may begin."""
    rules = floor.rules
    if floor.status is not Status.OPEN:
        return refuse(rules, FloorRefusal.NOT_OPEN)
    if floor.round is not None:
        return refuse(rules, FloorRefusal.ROUND_IN_PROGRESS)
    if closing_due(floor, now):
        return refuse(rules, FloorRefusal.TABLE_CLOSING, "closing")
    if floor.dealer is None:
        return refuse(rules, FloorRefusal.NO_DEALER, "dealer")
    return _held(floor) or _unready(floor)


def _held(floor: Floor) -> Refused | None:
    rules = floor.rules
    for held in floor.holds:
        detail = f"{sentence(held.hold.replace('-', ' '))}."
        return refuse(rules, FloorRefusal.TABLE_HELD, _HOLDS[held.hold], detail)
    if refused := floor.game.verify_round(floor):
        return refused
    for order in floor.orders:
        return Refused(FloorRefusal.DECK_CHECK_DUE, order.clause, f"Deck {order.deck}.")
    if not floor.cashless and not floor.drop_box:
        return refuse(rules, FloorRefusal.DROP_BOX_MISSING, "drop box")
    return None


def _unready(floor: Floor) -> Refused | None:
    """In the order in which the dealer is told (`prompts`): cards first, then players."""
    if not floor.decks_here():
        detail = "There is no deck at the table."
        return refuse(floor.rules, FloorRefusal.DECK_NOT_READY, "deck check", detail)
    if ready_deck(floor) is None:
        return _not_ready(floor, decks_in_turn(floor)[0])
    return None if floor.seated() else refuse(floor.rules, FloorRefusal.NOBODY_SEATED)


def verify_deal(floor: Floor) -> Refused | None:
    """Why no card may leave the device, though the round is open for wagers."""
    if floor.round is None:
        return refuse(floor.rules, FloorRefusal.NO_ROUND)
    deck = existing(floor.deck(floor.round.deck), "a round without its deck")
    return _held(floor) or _not_ready(floor, deck)


def _not_ready(floor: Floor, deck: Deck) -> Refused | None:
    step = next_step(floor, deck)
    if step is None:
        return None
    fact = fact_of(floor, deck, step)
    return refuse(floor.rules, FloorRefusal.DECK_NOT_READY, fact, how_it_stands(floor, deck))


def follow_up(floor: Floor, now: Instant) -> Command | None:
    """What the table does by itself, without anybody's tap."""
    idle = floor.status is Status.OPEN and floor.round is None
    due = idle and (floor.game.due(floor, now) or closing_due(floor, now))
    return PassTime() if due or to_be_noted(floor, now) else None


def _verify_begin(floor: Floor, command: BeginRound, asking: Asking) -> Refused | None:
    if command.number <= floor.last_round:
        detail = f"The last round was {floor.last_round}."
        return refuse(floor.rules, FloorRefusal.ROUND_NUMBER, None, detail)
    return verify_round(floor, asking.now)


def _begin(draft: Draft, command: BeginRound) -> None:
    floor = draft.state
    draft.emit(
        RoundBegun(
            command.number,
            existing(ready_deck(floor), "a round without a deck").name,
            existing(floor.dealer, "a round without a dealer"),
            floor.rules.ruleset,
            floor.rules.terms.approved_on,
            floor.business_date,
            floor.rules.method,
        )
    )


def _verify_round_on(floor: Floor, _: Command, __: Asking) -> Refused | None:
    return refuse(floor.rules, FloorRefusal.NO_ROUND) if floor.round is None else None


def _verify_first_card(floor: Floor, _: RemoveFirstCard, __: Asking) -> Refused | None:
    if floor.round is None:
        return refuse(floor.rules, FloorRefusal.NO_ROUND)
    return refuse(floor.rules, FloorRefusal.CARDS_ARE_OUT) if floor.round.dealt else None


def _finish(draft: Draft, command: FinishRound) -> None:
    mark = existing(draft.state.round, "no round to finish")
    abstained = tuple(
        seat.place
        for seat in draft.state.seated()
        if seat.player in mark.present and seat.place not in command.wagered
    )
    draft.emit(RoundFinished(mark.number, mark.dealt, abstained))
    if command.deck_suspect:
        draft.emit(DeckCountOrdered(mark.deck, cite(draft.state.rules, "missing card")))
        notify_of_cards(draft)
    draft.state.game.take_effect(draft)
    close_if_due(draft)


def _pass(draft: Draft, _: PassTime) -> None:
    if draft.state.round is None:
        draft.state.game.take_effect(draft)
        close_if_due(draft)
    note_time(draft)


def _begun(floor: Floor, event: RoundBegun) -> Floor:
    mark = RoundMark(event.number, event.deck, event.dealer)
    return evolve(floor, round=mark, last_round=event.number, last_deck=event.deck)


def _first_removed(floor: Floor, _: FirstCardRemoved) -> Floor:
    mark = existing(floor.round, "a card without a round")
    present = frozenset(seat.player for seat in floor.seats if seat.player is not None)
    return evolve(floor, round=evolve(mark, dealt=True, present=present))


def _finished(floor: Floor, event: RoundFinished) -> Floor:
    mark = existing(floor.round, "no round to finish")
    if event.dealt:
        floor = with_deck(floor, mark.deck, **HANDLED, stale="shuffle after round")
        floor = evolve(floor, seats=tuple(_counted(seat, mark, event) for seat in floor.seats))
    return evolve(floor, round=None)


def _counted(seat: Seat, mark: RoundMark, event: RoundFinished) -> Seat:
    if seat.player not in mark.present:
        return seat
    if seat.place not in event.abstained:
        return evolve(seat, abstained=0, asked=False)
    return evolve(seat, abstained=seat.abstained + 1)


HANDLERS: Handlers = {
    BeginRound: Handler(_verify_begin, _begin),
    RemoveFirstCard: Handler(
        _verify_first_card, Emits(FirstCardRemoved, number=lambda floor, _: floor.last_round)
    ),
    FinishRound: Handler(_verify_round_on, _finish),
    PassTime: Handler(always, _pass),
}

FOLDS: Folds = {
    RoundBegun: _begun,
    FirstCardRemoved: _first_removed,
    RoundFinished: _finished,
}
