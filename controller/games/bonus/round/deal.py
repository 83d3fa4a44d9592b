"""Cards as they leave the device (rules 7; sd (4), (6), (7), (10))."""

from collections.abc import Callable
from typing import Any, Final

from controller.cards.draws import next_card, oddity, others, taken_for
from controller.cards.plan import Deal, DealPlan, Layout, Slot, To, Unexplained
from controller.domain.base import evolve, existing
from controller.domain.cards import Card
from controller.domain.dealing import Dealing
from controller.domain.kernel import Asking, Emits, Folds, Handler, Handlers, unchanged
from controller.domain.refusals import Refused
from controller.games.bonus import commands as c
from controller.games.bonus import events as e
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.round import guards as guards
from controller.games.bonus.round.awards import award_due
from controller.games.bonus.round.changes import laid_out, with_place, with_round
from controller.games.bonus.round.citations import cite
from controller.games.bonus.round.guidance.words import places
from controller.games.bonus.round.phases import DECISIONS, STREET_OF, Phase
from controller.games.bonus.round.plan import deal_plan, lay_out
from controller.games.bonus.round.pool import chips_to_take
from controller.games.bonus.round.state import Draft, Table
from controller.games.bonus.round.view import face_up
from controller.games.bonus.round.wagers import lock_bets, no_such_place

_DRAWN: Final[dict[Unexplained, Callable[[Any], object]]] = {
    Unexplained.NOTHING: e.CardDealt,
    Unexplained.EXTRA_CARD: e.ExtraCardDrawn,
    Unexplained.KNOWN_CARD: e.KnownCardDrawn,
}


def cards_due(table: Table) -> int:
    """How many cards may be out by now."""
    round_ = table.round
    if round_.plan is None:
        return 0
    if round_.phase in DECISIONS:
        index = STREET_OF[round_.phase].order
        ready = guards.all_decided(table) and guards.somebody_in(table)
        return round_.plan.due[index + 1 if ready else index]
    return round_.plan.due[0] if round_.phase is Phase.DEAL else round_.plan.due[3]


def deal_so_far(table: Table) -> Deal:
    """How far the deal has come; a card that does not fit stops it until somebody has spoken."""
    round_ = table.round
    waits = round_.phase is Phase.DEAL and round_.unexplained is Unexplained.NOTHING
    return Deal(round_.plan, len(round_.drawn), cards_due(table), round_.in_play(), waits)


def verify_card_drawn(table: Table, _: c.CardDrawn, __: Asking) -> Refused | None:
    """An observation: outside a round there is nothing to record it against."""
    if table.round.in_play():
        return None
    return Refused(
        Refusal.WRONG_PHASE, cite(table.rules, "no more bets"), "A card left the device."
    )


def card_drawn(draft: Draft, command: c.CardDrawn) -> None:
    """The first card locks the bets; a card that does not fit is recorded all the same."""
    table = draft.state
    if table.round.phase is Phase.WAGERS and guards.ante_placed(table):
        lock_bets(draft, "first_card_out")
        table = draft.state
    odd = next_card(table.round.drawn, command.card, cards_due(table))
    draft.emit(_DRAWN[odd](command.card))


def verify_deal_by_hand(table: Table, command: c.DealByHand, _: Asking) -> Refused | None:
    """sd (4), (6), (7), (10): all that is due now and not out yet, told once; sd (3): no card while
    a locked progressive wager still lies on its sensor."""
    round_, clause = table.round, _dealing(table, "deal")
    if table.rules.dealing is not Dealing.HAND or round_.phase not in (Phase.DEAL, *DECISIONS):
        return Refused(Refusal.WRONG_PHASE, clause)
    out, due = len(round_.drawn), cards_due(table)
    if not out and (chips := chips_to_take(table)):
        detail = f"Take the chips off: {places(chips)}."
        return Refused(Refusal.CHIPS_ON_SENSORS, cite(table.rules, "take progressives"), detail)
    if not out < command.out == due:
        detail = f"{due} cards are due by now, {out} are out."
        return Refused(Refusal.CARDS_NOT_DUE, clause, detail)
    return None


def deal_by_hand(draft: Draft, command: c.DealByHand) -> None:
    """Nobody has read them: each is keyed before it is turned over."""
    for _ in range(len(draft.state.round.drawn), command.out):
        draft.emit(e.CardDealt(None))


def boxes_with_ante(plan: DealPlan) -> set[int]:
    """The boxes the deal was for."""
    return {slot.place for slot in plan.slots if slot.to is To.PLACE} - set(plan.empty_boxes)


def verify_cards_at_empty_box(
    table: Table, command: c.CardsAtEmptyBox, _: Asking
) -> Refused | None:
    """Why there cannot be two cards of the deal at this box."""
    round_ = table.round
    clause = cite(table.rules, "empty box")
    if round_.phase not in (Phase.DEAL, Phase.FLOP_DECISIONS) or round_.plan is None:
        return Refused(Refusal.WRONG_PHASE, clause)
    if refused := no_such_place(table, command.place):
        return refused
    if command.place in boxes_with_ante(round_.plan):
        return Refused(Refusal.BOX_HAS_ANTE, clause, str(command.place))
    if command.place in round_.plan.empty_boxes:
        return Refused(Refusal.BOX_KNOWN, clause, str(command.place))
    if len(round_.drawn) < round_.plan.due[0] + 2:
        return Refused(Refusal.CARDS_MISSING, clause, "Expected two cards more than are due.")
    return None


def _dealing(table: Table, fact: str) -> str | None:
    """The clause of the deal script in use: 7.2 for the shuffling device, 7.3 for the shoe."""
    shoe = ", shoe" if table.rules.dealing is Dealing.SHOE else ""
    return cite(table.rules, fact + shoe)


def _face_up(table: Table, draw: int) -> bool:
    """Has this card been turned over? A card that was read and lies face down is nobody's."""
    return table.round.drawn[draw] in face_up(table).values()


def verify_key_card(table: Table, command: c.KeyCard, _: Asking) -> Refused | None:
    """Why this card cannot be keyed."""
    round_ = table.round
    if not round_.in_play():
        return Refused(Refusal.WRONG_PHASE, _dealing(table, "deal"))
    if not 0 <= command.draw < len(round_.drawn):
        return Refused(
            Refusal.NO_SUCH_CARD,
            _dealing(table, "deal"),
            f"{len(round_.drawn)} cards are out.",
        )
    if round_.drawn[command.draw] is not None:
        if any(place.settled for place in round_.places):
            return Refused(Refusal.SETTLED_ON, _dealing(table, "deal"))
        seen = command.draw in round_.keyed or _face_up(table, command.draw)
        if not seen and round_.unexplained is not Unexplained.KNOWN_CARD:
            return Refused(Refusal.FACE_DOWN, _dealing(table, "deal"))
    # Only a card that everyone sees is refused: a refusal must not tell what lies face down.
    if command.card in others(round_.drawn, command.draw):
        out = round_.drawn.index(command.card)
        if _face_up(table, out) or _turned_with(table, out, command.draw):
            return Refused(Refusal.CARD_KNOWN, cite(table.rules, "card unaccounted"))
    return None


def _turned_with(table: Table, draw: int, other: int) -> bool:
    """Are they cards of one hand, turned together? Nobody decides any more, so nothing is told;
    and a hand with one card twice is no hand."""
    round_ = table.round
    if round_.plan is None or round_.phase not in (Phase.SHOWDOWN, Phase.SETTLEMENT):
        return False
    slot = Layout(round_.plan).slot(draw)
    return slot is not None and slot == Layout(round_.plan).slot(other)


def key_card(draft: Draft, command: c.KeyCard) -> None:
    """Both values are kept."""
    was = draft.state.round.drawn[command.draw]
    draft.emit(e.CardKeyed(command.draw, was, command.card))


def verify_take_back_card(table: Table, command: c.TakeBackCard, _: Asking) -> Refused | None:
    """Until it is confirmed: a community card or the dealer's until it is turned over, a player's
    until the hand is settled. After that it is overridden, witnessed."""
    round_, draw = table.round, command.draw
    times = round_.keyed.count(draw) if round_.in_play() else 0
    if not times or round_.drawn[draw] is None or (times > 1 and _tells(table)):
        return Refused(Refusal.NOT_TAKEN_BACK, _dealing(table, "deal"))
    if _face_up(table, draw) and not _to_be_settled(table, draw):
        return Refused(Refusal.FACE_UP_ALREADY, _dealing(table, "deal"))
    return None


def _tells(table: Table) -> bool:
    """Would whoever keys one card after another learn which of them lie face down, while somebody
    is still to decide? Then a card is taken back once."""
    round_ = table.round
    if round_.phase in (Phase.SHOWDOWN, Phase.SETTLEMENT):
        return False
    return any(
        card is not None and draw not in round_.keyed and not _face_up(table, draw)
        for draw, card in enumerate(round_.drawn)
    )


def _to_be_settled(table: Table, draw: int) -> bool:
    """Is it a card of the hand that is turned and not settled yet?"""
    place = guards.next_place(table) if award_due(table) is None else None
    slot = Layout(table.round.plan).slot(draw)
    return place is not None and slot == Slot(To.PLACE, place.number)


def verify_deal_done(table: Table, _: c.DealDone, __: Asking) -> Refused | None:
    """Why the deal is not over."""
    round_ = table.round
    if round_.phase is not Phase.DEAL:
        return Refused(Refusal.WRONG_PHASE, _dealing(table, "look at cards"))
    if round_.unexplained is Unexplained.KNOWN_CARD:
        return Refused(Refusal.CARDS_UNEXPLAINED, cite(table.rules, "card unaccounted"))
    if not guards.hole_cards_down(table):
        return Refused(Refusal.CARDS_MISSING, _dealing(table, "look at cards"))
    return None


def _drawn(unexplained: Unexplained) -> Callable[[Table, Any], Table]:
    def fold_card(table: Table, event: Any) -> Table:
        drawn = (*table.round.drawn, event.card)
        return with_round(table, drawn=drawn, unexplained=oddity(drawn, unexplained))

    return fold_card


def _card_dealt(table: Table, event: e.CardDealt) -> Table:
    table = with_round(table, drawn=(*table.round.drawn, event.card))
    return laid_out(table)


def _card_keyed(table: Table, event: e.CardKeyed) -> Table:
    keyed = (event.draw,) if event.was is None else ()
    table = with_round(table, keyed=(*table.round.keyed, *keyed))
    return _counts_as(table, event.draw, event.card)


def _card_taken_back(table: Table, event: e.CardTakenBack) -> Table:
    """A hand that lacks a card again is turned anew."""
    slot, table = Layout(table.round.plan).slot(event.draw), _counts_as(table, event.draw, None)
    if slot is None or slot.to is not To.PLACE:
        return table
    return with_place(table, slot.place, shown=False)


def _counts_as(table: Table, draw: int, card: Card | None) -> Table:
    """Another card, or none that is known, is taken for this draw."""
    drawn, odd = taken_for(table.round.drawn, draw, card), table.round.unexplained
    if odd is Unexplained.KNOWN_CARD:  # behind it there may be one too many
        odd = Unexplained.EXTRA_CARD if len(drawn) > cards_due(table) else Unexplained.NOTHING
    table = with_round(table, drawn=drawn, unexplained=oddity(drawn, odd))
    return laid_out(table)


def _deal_ended(table: Table, _: e.DealEnded) -> Table:
    plan = existing(table.round.plan, f"round {table.round.number}: a deal without a plan")
    return evolve(table, round=lay_out(table.rules, table.round, plan))


def _empty_box_dealt(table: Table, event: e.EmptyBoxDealt) -> Table:
    plan = existing(table.round.plan, f"round {table.round.number}: a box without a plan")
    empty = (*plan.empty_boxes, event.place)
    plan = deal_plan(table.rules, tuple(boxes_with_ante(plan)), empty)
    drawn = table.round.drawn
    odd = Unexplained.NOTHING if len(drawn) <= plan.due[0] else Unexplained.EXTRA_CARD
    table = with_round(table, plan=plan, unexplained=oddity(drawn, odd))
    return laid_out(table)


def _extra_card_accepted(table: Table, _: e.ExtraCardAccepted) -> Table:
    table = with_round(table, unexplained=Unexplained.NOTHING)
    return laid_out(table)


HANDLERS: Handlers = {
    c.CardDrawn: Handler(verify_card_drawn, card_drawn),
    c.DealByHand: Handler(verify_deal_by_hand, deal_by_hand),
    # Every card behind them in the deal belongs one box further.
    c.CardsAtEmptyBox: Handler(verify_cards_at_empty_box, Emits(e.EmptyBoxDealt)),
    c.KeyCard: Handler(verify_key_card, key_card),
    c.TakeBackCard: Handler(verify_take_back_card, Emits(e.CardTakenBack)),
    c.DealDone: Handler(verify_deal_done, Emits(e.DealEnded)),
}

FOLDS: Folds = {
    e.CardDealt: _card_dealt,
    e.ExtraCardDrawn: _drawn(Unexplained.EXTRA_CARD),
    e.KnownCardDrawn: _drawn(Unexplained.KNOWN_CARD),
    e.CardKeyed: _card_keyed,
    e.CardTakenBack: _card_taken_back,
    e.DealEnded: _deal_ended,
    e.EmptyBoxDealt: _empty_box_dealt,
    e.EmptyBoxDiscarded: unchanged,
    e.ExtraCardAccepted: _extra_card_accepted,
}
