"""Cards as they leave the device (rules 7; sd (4), (6), (7), (10))."""

from controller.domain.commands import (
    CardDrawn,
    CardsAtEmptyBox,
    DealByHand,
    DealDone,
    KeyCard,
    TakeBackCard,
)
from controller.domain.events import (
    CardDealt,
    CardKeyed,
    CardTakenBack,
    DealEnded,
    EmptyBoxDealt,
    ExtraCardDrawn,
    KnownCardDrawn,
)
from controller.domain.refusals import Refusal, Refused
from controller.domain.rules import Dealing
from controller.round.awards import next_award
from controller.round.citations import cite
from controller.round.draft import Draft
from controller.round.guards import (
    all_decided,
    ante_placed,
    hole_cards_down,
    next_place,
    somebody_in,
)
from controller.round.phases import DECISIONS, STREET_OF, Phase
from controller.round.pool import chips_to_take
from controller.round.state import DealPlan, Slot, Table, To, Unexplained
from controller.round.view import public_view
from controller.round.wagers import lock_bets, no_such_place


def cards_due(table: Table) -> int:
    """How many cards may be out by now."""
    round_ = table.round
    if round_.plan is None:
        return 0
    if round_.phase in DECISIONS:
        index = STREET_OF[round_.phase].order
        ready = all_decided(table) and somebody_in(table)
        return round_.plan.due[index + 1 if ready else index]
    return round_.plan.due[0] if round_.phase is Phase.DEAL else round_.plan.due[3]


def verify_card_drawn(table: Table, _: CardDrawn) -> Refused | None:
    """An observation: outside a round there is nothing to record it against."""
    if table.round.in_play():
        return None
    return Refused(
        Refusal.WRONG_PHASE, cite(table.rules, "no more bets"), "A card left the device."
    )


def card_drawn(draft: Draft, command: CardDrawn) -> None:
    """The first card locks the bets; a card that does not fit is recorded all the same."""
    table = draft.table
    if table.round.phase is Phase.WAGERS and ante_placed(table):
        lock_bets(draft, "first_card_out")
        table = draft.table
    drawn, card = table.round.drawn, command.card
    if card is not None and card in drawn:
        draft.emit(KnownCardDrawn(card))
    elif len(drawn) >= cards_due(table):
        draft.emit(ExtraCardDrawn(card))
    else:
        draft.emit(CardDealt(card))


def verify_deal_by_hand(table: Table, command: DealByHand) -> Refused | None:
    """sd (4), (6), (7), (10): all that is due now and not out yet, told once; sd (3): no card while
    a locked progressive wager still lies on its sensor."""
    round_, clause = table.round, _dealing(table, "deal")
    if table.rules.dealing is not Dealing.HAND or round_.phase not in (Phase.DEAL, *DECISIONS):
        return Refused(Refusal.WRONG_PHASE, clause)
    out, due = len(round_.drawn), cards_due(table)
    if not out and (chips := chips_to_take(table)):
        named = ", ".join(map(str, chips))
        detail = f"Take the chips off: {'place' if len(chips) == 1 else 'places'} {named}."
        return Refused(Refusal.CHIPS_ON_SENSORS, cite(table.rules, "take progressives"), detail)
    if not out < command.out == due:
        detail = f"{command.out} cards seen, {due} expected, {out} are out."
        return Refused(Refusal.CARDS_NOT_DUE, clause, detail)
    return None


def deal_by_hand(draft: Draft, command: DealByHand) -> None:
    """Nobody has read them: each is keyed before it is turned over."""
    for _ in range(len(draft.table.round.drawn), command.out):
        draft.emit(CardDealt(None))


def boxes_with_ante(plan: DealPlan) -> set[int]:
    """The boxes the deal was for."""
    return {slot.place for slot in plan.slots if slot.to is To.PLACE} - set(plan.empty_boxes)


def verify_cards_at_empty_box(table: Table, command: CardsAtEmptyBox) -> Refused | None:
    """Why there cannot be two cards of the deal at this box."""
    round_ = table.round
    clause = cite(table.rules, "empty box")
    if round_.phase not in (Phase.DEAL, Phase.FLOP_DECISIONS) or round_.plan is None:
        return Refused(Refusal.WRONG_PHASE, clause)
    if refused := no_such_place(table, command.place):
        return refused
    if command.place in boxes_with_ante(round_.plan):
        return Refused(Refusal.BOX_HAS_ANTE, clause, f"Place {command.place} seen.")
    if command.place in round_.plan.empty_boxes:
        return Refused(Refusal.BOX_KNOWN, clause, f"Place {command.place} seen.")
    if len(round_.drawn) < round_.plan.due[0] + 2:
        return Refused(Refusal.CARDS_MISSING, clause, "No two cards more than the deal needs.")
    return None


def cards_at_empty_box(draft: Draft, command: CardsAtEmptyBox) -> None:
    """Every card behind them in the deal belongs one box further."""
    draft.emit(EmptyBoxDealt(command.place))


def _dealing(table: Table, fact: str) -> str | None:
    """The clause of the deal script in use: 7.2 for the shuffling device, 7.3 for the shoe."""
    shoe = ", shoe" if table.rules.dealing is Dealing.SHOE else ""
    return cite(table.rules, fact + shoe)


def _face_up(table: Table, draw: int) -> bool:
    """Has this card been turned over? A card that was read and lies face down is nobody's."""
    card = table.round.drawn[draw]
    seen = public_view(table).round
    shown = (seen.community, seen.dealer, *(place.cards for place in seen.places))
    return any(card in cards for cards in shown)


def verify_key_card(table: Table, command: KeyCard) -> Refused | None:
    """Why this card cannot be keyed."""
    round_ = table.round
    if not round_.in_play():
        return Refused(Refusal.WRONG_PHASE, _dealing(table, "deal"))
    if not 0 <= command.draw < len(round_.drawn):
        return Refused(
            Refusal.NO_SUCH_CARD,
            _dealing(table, "deal"),
            f"Card {command.draw} seen, {len(round_.drawn)} cards are out, counted from 0.",
        )
    if round_.drawn[command.draw] is not None:
        if any(place.settled for place in round_.places):
            return Refused(Refusal.SETTLED_ON, _dealing(table, "deal"))
        seen = command.draw in round_.keyed or _face_up(table, command.draw)
        if not seen and round_.unexplained is not Unexplained.KNOWN_CARD:
            return Refused(Refusal.FACE_DOWN, _dealing(table, "deal"))
    # Only a card that everyone sees is refused: a refusal must not tell what lies face down.
    others = round_.drawn[: command.draw] + round_.drawn[command.draw + 1 :]
    if command.card in others:
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
    slots = round_.plan.slots
    return max(draw, other) < len(slots) and slots[draw] == slots[other]


def key_card(draft: Draft, command: KeyCard) -> None:
    """Both values are kept."""
    was = draft.table.round.drawn[command.draw]
    draft.emit(CardKeyed(command.draw, was, command.card))


def verify_take_back_card(table: Table, command: TakeBackCard) -> Refused | None:
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
    plan, place = table.round.plan, next_place(table) if next_award(table) is None else None
    slots = plan.slots[draw : draw + 1] if plan else ()
    return place is not None and slots == (Slot(To.PLACE, place.number),)


def take_back_card(draft: Draft, command: TakeBackCard) -> None:
    """It has to be keyed anew."""
    draft.emit(CardTakenBack(command.draw))


def verify_deal_done(table: Table, _: DealDone) -> Refused | None:
    """Why the deal is not over."""
    round_ = table.round
    if round_.phase is not Phase.DEAL:
        return Refused(Refusal.WRONG_PHASE, _dealing(table, "look at cards"))
    if round_.unexplained is Unexplained.KNOWN_CARD:
        return Refused(Refusal.CARDS_UNEXPLAINED, cite(table.rules, "card unaccounted"))
    if not hole_cards_down(table):
        return Refused(Refusal.CARDS_MISSING, _dealing(table, "look at cards"))
    return None


def deal_done(draft: Draft, _: DealDone) -> None:
    """The last hole card is down: players may look at their cards."""
    draft.emit(DealEnded())
