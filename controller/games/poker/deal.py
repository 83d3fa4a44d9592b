"""The cards: two each face down, then burn and turn the streets (6.4); open cards are keyed."""

from collections.abc import Callable
from typing import Any

from controller.domain.base import evolve
from controller.domain.cards import Card
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
from controller.domain.refusals import Refused
from controller.domain.words import faces
from controller.games.poker.betting import DrawIn, betting_over, draw_in
from controller.games.poker.phases import BOARD_OF, NEXT_STREET, STREETS, Phase
from controller.games.poker.powers import PokerAction
from controller.games.poker.refusals import PokerRefusal
from controller.games.poker.state import Hand, Table, board_complete, with_hand
from controller.games.poker.wagering import opened


class DealHoleCards(Command, action=PokerAction.DEAL_CARDS):
    """One card each from the button's left, and once more (6.4.b, R42)."""


class FinishDeal(Command, action=PokerAction.DEAL_CARDS):
    """Everyone dealt in has two cards: the first betting round begins (6.4.c)."""


class DealStreet(Command, action=PokerAction.DEAL_CARDS):
    """Burn a card and turn these; no cards: they lie wrongly, which is reported next (19.3, 19.4).

    Where the house does not want cards keyed, there are none."""

    cards: tuple[Card, ...]


class HoleCardsDealt(Event):
    trigger = "deal_hole_cards"


class DealFinished(Event):
    trigger = "open_betting"


class FlopDealt(Event):
    trigger = "deal_flop"
    cards: tuple[Card, ...]


class TurnDealt(Event):
    trigger = "deal_turn"
    cards: tuple[Card, ...]


class RiverDealt(Event):
    trigger = "deal_river"
    cards: tuple[Card, ...]


class StreetRedealt(Event):
    """19.3, 19.4: from the new stub, burn first."""

    cards: tuple[Card, ...]


_DEALT = {Phase.FLOP: FlopDealt, Phase.TURN: TurnDealt, Phase.RIVER: RiverDealt}
_LIE = {kind: BOARD_OF[street] for street, kind in _DEALT.items()}
_CLAUSES = {Phase.FLOP: "6.4.d", Phase.TURN: "6.4.f", Phase.RIVER: "6.4.h"}


def dealt(table: Table) -> Table:
    """The table as it is once everyone has two cards: the first betting round is open."""
    if table.phase is not Phase.DEAL:
        return table
    hand = opened(table.rules, table.playing(), Phase.PREFLOP)
    return evolve(table, phase=Phase.PREFLOP, hand=hand)


def only_in(phase: Phase, clause: str) -> Callable[[Table, Any, Asking], Refused | None]:
    """The check of a command that belongs to one phase."""
    wrong = Refused(PokerRefusal.WRONG_PHASE, clause)
    return lambda table, _, __: None if table.phase is phase else wrong


def street_due(table: Table) -> Phase | None:
    """Which street is dealt next: this one again, or the next; None where none is."""
    if table.phase not in STREETS:
        return None
    if not board_complete(table):
        return table.phase
    return NEXT_STREET.get(table.phase) if table.playing().count_in() > 1 else None


def _verify_street(table: Table, command: DealStreet, _: Asking) -> Refused | None:
    if not table.rules.stacks_kept:
        table = dealt(table)  # nobody has told that the deal is over
    street = street_due(table)
    if street is None:
        return Refused(PokerRefusal.CARDS_NOT_DUE, "9.2")
    if table.playing().keyed:
        return Refused(PokerRefusal.POT_KEYED, "9.2")
    if street is not table.phase and (refused := betting_over(table)):
        return refused
    hand, cards = table.playing(), command.cards
    due = BOARD_OF[street] - hand.laid
    if not table.rules.keyed:
        return Refused(PokerRefusal.NOT_KEYED, _CLAUSES[street]) if cards else None
    if len(cards) != due and (cards or street is table.phase):
        detail = f"{len(cards)} keyed: expected {due}."
        return Refused(PokerRefusal.WRONG_COUNT, _CLAUSES[street], detail)
    return known(hand, cards, _CLAUSES[street])


def known(hand: Hand, cards: tuple[Card, ...], clause: str) -> Refused | None:
    """Does one of these cards lie face up already, or is one there twice?"""
    up = {*hand.board}
    for player in hand.players:
        up.update(player.cards)
    for index, card in enumerate(cards):
        if card in up or card in cards[:index]:
            return Refused(PokerRefusal.CARD_KNOWN, clause, f"{faces((card,))}.")
    return None


def deal_street(draft: Draft[Table], command: DealStreet) -> None:
    """Deals the next street; the wagers in front of the players are drawn in first."""
    finish_deal(draft)
    table = draft.state
    if not board_complete(table):
        draft.emit(StreetRedealt(command.cards))
        return
    if not table.playing().drawn_in:
        draw_in(draft, DrawIn())
    draft.emit(_DEALT[NEXT_STREET[table.phase]](command.cards))


def finish_deal(draft: Draft[Table]) -> None:
    """Whatever is keyed after the deal also says that everyone has two cards."""
    if draft.state.phase is Phase.DEAL:
        draft.emit(DealFinished())


def _dealt(table: Table, event: FlopDealt | TurnDealt | RiverDealt | StreetRedealt) -> Table:
    board = (*table.playing().board, *event.cards)
    unseen = 0 if table.rules.keyed else _LIE.get(type(event), BOARD_OF.get(table.phase, 0))
    return with_hand(table, board=board, unseen=unseen, from_new_stub=False)


HANDLERS: Handlers = {
    DealHoleCards: Handler(only_in(Phase.BLINDS, "6.4.b"), Emits(HoleCardsDealt)),
    FinishDeal: Handler(only_in(Phase.DEAL, "6.4.c"), Emits(DealFinished)),
    DealStreet: Handler(_verify_street, deal_street),
}

FOLDS: Folds = {
    HoleCardsDealt: unchanged,
    DealFinished: unchanged,
    FlopDealt: _dealt,
    TurnDealt: _dealt,
    RiverDealt: _dealt,
    StreetRedealt: _dealt,
}
