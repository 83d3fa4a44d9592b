"""The start, hand for hand, the end and the cuts: what takes the course from phase to phase."""

from controller.domain.base import evolve
from controller.domain.cards import Card
from controller.domain.instant import MINUTE_MS, Instant
from controller.domain.kernel import Asking, Draft, Emits, Folds, Handler, Handlers, unchanged
from controller.domain.refusals import Refused
from controller.tournament.base import Command, Event
from controller.tournament.hands import out_without_rebuy
from controller.tournament.phases import Phase
from controller.tournament.places import Equals, cuts_due, ranking
from controller.tournament.powers import DeskAction
from controller.tournament.refusals import DeskRefusal, not_started, refused_now
from controller.tournament.seating import counted
from controller.tournament.state import Clock, Desk, Entrant, with_entrant

Cards = tuple[tuple[str, Card], ...]
"""By name."""


class Start(Command, action=DeskAction.START_TOURNAMENT):
    """Play begins."""


class PlayHandForHand(Command, action=DeskAction.HAND_FOR_HAND):
    """R69: from now on the n-th hands of all tables are one hand."""


class EndHandForHand(Command, action=DeskAction.HAND_FOR_HAND):
    pass


class End(Command, action=DeskAction.END_PLAY):
    """The session, heat or final is over."""


class CutCards(Command, action=DeskAction.CUT_CARDS):
    """30.2: equals cut a card each from a shuffled deck."""

    cards: Cards


class Started(Event):
    trigger = "start"
    at: Instant


class HandForHandBegun(Event):
    trigger = "hand_for_hand"


class HandForHandEnded(Event):
    trigger = "end_hand_for_hand"


class PlayEnded(Event):
    trigger = "end"


class CardsCut(Event):
    trigger = "cut"
    cards: Cards


def unseated(desk: Desk) -> list[Entrant]:
    """Who has entered the session, is in and has no seat."""
    return [
        one
        for one in desk.entrants
        if one.is_in and one.seat is None and one.session == desk.session
    ]


def _all_seated(desk: Desk) -> Refused | None:
    if names := ", ".join(one.name for one in unseated(desk)):
        detail = f"Expected a seat for everybody. Without one: {names}."
        return Refused(DeskRefusal.NO_SEAT, "26.1.f", detail)
    return None


def _verify_start(desk: Desk, _: Start, __: Asking) -> Refused | None:
    if refused := refused_now(desk, "before the start", Phase.OPEN):
        return refused
    if not desk.published:
        return Refused(DeskRefusal.NOT_PUBLISHED, "31.1", "Expected it before the start.")
    if not any(one.session == desk.session for one in desk.entrants):
        return Refused(DeskRefusal.NOBODY_ENTERED, "26.1.f")
    return _all_seated(desk)


def in_a_hand(desk: Desk) -> list[int]:
    """The tables where a hand is in progress, or may be."""
    return [table.number for table in desk.tables if not desk.between_hands(table.number)]


def _verify_hand_for_hand(desk: Desk, _: PlayHandForHand, __: Asking) -> Refused | None:
    """R69: the n-th hands are one hand only where all begin to count at the same time."""
    if refused := refused_now(desk, "while each table plays for itself", Phase.PLAYING):
        return refused
    if on := [table for table in in_a_hand(desk) if desk.table(table).reports]:
        detail = f"Have table {on[0]} wait first, and all others."
        return Refused(DeskRefusal.TABLE_PLAYS, "30.3.c", detail)
    return None


def _verify_apart(desk: Desk, _: EndHandForHand, __: Asking) -> Refused | None:
    return refused_now(desk, "while the tables play hand for hand", Phase.HAND_FOR_HAND)


def _verify_end(desk: Desk, _: End, __: Asking) -> Refused | None:
    if refused := not_started(desk) or _all_seated(desk):
        return refused
    if on := in_a_hand(desk):
        detail = f"Table {on[0]} is playing a hand: expected its result first."
        return Refused(DeskRefusal.HAND_ON, "30.4", detail)
    for table in desk.uncounted():
        return counted(desk, table)
    if not ranking(desk):
        return Refused(DeskRefusal.NOBODY_RANKED, "30.3", "Expected a player with a place.")
    return None


def _end(draft: Draft[Desk], _: End) -> None:
    out_without_rebuy(draft)
    draft.emit(PlayEnded())


def _verify_cut(desk: Desk, command: CutCards, _: Asking) -> Refused | None:
    due = list(cuts_due(desk)) if desk.phase is Phase.CUTTING else []
    if not due:
        detail = f"Expected no cut; the stage is now: {desk.phase.value}."
        return Refused(DeskRefusal.NO_CUT_DUE, "30.2", detail)
    names = sorted(name for name, _ in command.cards)
    if not any(names == sorted(one.name for one in equals) for equals in due):
        detail = f"Expected {' or '.join(map(cut_line, due))}, not {', '.join(names)}."
        return Refused(DeskRefusal.WRONG_CUT, "30.2", detail)
    cards = [card for _, card in command.cards]
    if len(set(cards)) < len(cards):
        return Refused(DeskRefusal.CARD_TWICE, "30.2", "Expected the cards of one deck.")
    return None


def cut_line(equals: Equals) -> str:
    """A cut as a course has it."""
    return f"'cut {' '.join(f'{one.name} CARD' for one in equals)}'"


def _started(desk: Desk, event: Started) -> Desk:
    minutes = desk.form.levels[0].minutes if desk.form.levels else 0
    return evolve(desk, clock=Clock(0, minutes * MINUTE_MS, 0, event.at))


def _in_step(desk: Desk, _: HandForHandBegun) -> Desk:
    tables = tuple(evolve(table, in_step=0) for table in desk.tables)
    return evolve(desk, tables=tables, moment=desk.moment.then())


def _cards_cut(desk: Desk, event: CardsCut) -> Desk:
    for name, card in event.cards:
        desk = with_entrant(desk, name, cut=(*desk.entrant(name).cut, card))
    return desk


HANDLERS: Handlers = {
    Start: Handler(_verify_start, lambda draft, _: draft.emit(Started(draft.asking.now))),
    PlayHandForHand: Handler(_verify_hand_for_hand, Emits(HandForHandBegun)),
    EndHandForHand: Handler(_verify_apart, Emits(HandForHandEnded)),
    End: Handler(_verify_end, _end),
    CutCards: Handler(_verify_cut, Emits(CardsCut)),
}

FOLDS: Folds = {
    Started: _started,
    HandForHandBegun: _in_step,
    HandForHandEnded: unchanged,
    PlayEnded: unchanged,
    CardsCut: _cards_cut,
}
