"""The dealer's hand, concessions and the settlement, place by place (rule 10; sd (11) to (17))."""

from controller.cards.plan import Cards, known
from controller.domain.hands import Hand, best_hand, rank_of
from controller.domain.kernel import Asking, Emits, Folds, Handler, Handlers
from controller.domain.refusals import Refused
from controller.games.bonus import commands as c
from controller.games.bonus import events as e
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.round.awards import award_due, recognise_awards
from controller.games.bonus.round.changes import (
    places_with,
    setting,
    with_place,
    with_results,
    with_round,
)
from controller.games.bonus.round.citations import cite
from controller.games.bonus.round.guards import next_place
from controller.games.bonus.round.money import Results, all_given_back, lost, settled
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Draft, Place, Round, Standing, Table
from controller.games.bonus.round.wagers import no_such_place
from controller.games.bonus.wagers import Area, taken


def hand_of(round_: Round, cards: Cards) -> Hand:
    """The best five of these hole cards and the community cards face up (10.1, 10.8)."""
    return best_hand(known(cards) + known(round_.community[: round_.revealed]))


def verify_show_dealers_hand(table: Table, _: c.ShowDealersHand, __: Asking) -> Refused | None:
    """Why the dealer's cards stay down."""
    clause = cite(table.rules, "dealer's hand")
    if table.round.phase is not Phase.SHOWDOWN:
        return Refused(Refusal.WRONG_PHASE, clause)
    if table.round.dealer_shown:
        return Refused(Refusal.ALREADY_SHOWN, clause)
    if None in table.round.dealer:
        return Refused(Refusal.CARDS_UNREAD, clause)
    return None


def verify_concede(table: Table, command: c.Concede, _: Asking) -> Refused | None:
    """Why this hand cannot be conceded; it can until its place is reached."""
    rules, round_ = table.rules, table.round
    clause = cite(rules, "concession")
    if not rules.concession_offered:
        return Refused(Refusal.NOT_OFFERED, clause)
    if round_.phase not in (Phase.SHOWDOWN, Phase.SETTLEMENT):
        return Refused(Refusal.WRONG_PHASE, clause)
    if not round_.dealer_shown:
        return Refused(Refusal.DEALER_NOT_SHOWN, clause)
    if refused := no_such_place(table, command.place):
        return refused
    place = round_.place(command.place)
    if not place.dealt_in:
        return Refused(Refusal.NOT_DEALT_IN, cite(rules, "ante first"))
    if place.settled or place.standing is not Standing.IN:
        return Refused(Refusal.HAND_OVER, cite(rules, "concession is final"))
    return None


def concede(draft: Draft, command: c.Concede) -> None:
    """R7: a concession is a fold: every wager is collected."""
    place = draft.state.round.place(command.place)
    draft.emit(e.HandConceded(place.number, lost(draft.state.rules, place.standing_stakes())))
    if draft.state.round.phase is Phase.SETTLEMENT:
        recognise_awards(draft)


def verify_withdraw_concession(
    table: Table, command: c.WithdrawConcession, _: Asking
) -> Refused | None:
    """Why this concession stands: a mistake is seen before the settlement begins."""
    clause = cite(table.rules, "concession is final")
    if table.round.phase is not Phase.SHOWDOWN:
        return Refused(Refusal.WRONG_PHASE, clause)
    if refused := no_such_place(table, command.place):
        return refused
    if table.round.place(command.place).standing is not Standing.CONCEDED:
        return Refused(Refusal.NO_MISTAKE, clause)
    return None


def verify_begin_settlement(table: Table, _: c.BeginSettlement, __: Asking) -> Refused | None:
    """Why the settlement cannot begin."""
    clause = cite(table.rules, "settle in turn")
    if table.round.phase is not Phase.SHOWDOWN:
        return Refused(Refusal.WRONG_PHASE, clause)
    if not table.round.dealer_shown:
        return Refused(Refusal.DEALER_NOT_SHOWN, clause)
    return None


def begin_settlement(draft: Draft, _: c.BeginSettlement) -> None:
    """Concessions are over."""
    draft.emit(e.SettlementBegun())
    recognise_awards(draft)


def verify_turn_hand(table: Table, command: c.TurnHand, asking: Asking) -> Refused | None:
    """Why this hand is not turned now: only the one that is settled next."""
    if refused := verify_settle_place(table, c.SettlePlace(command.place), asking):
        return refused
    if table.round.place(command.place).shown:
        return Refused(Refusal.FACE_UP_ALREADY, cite(table.rules, "turn a hand"))
    return None


def verify_settle_place(table: Table, command: c.SettlePlace, _: Asking) -> Refused | None:
    """Why this place is not settled now. From the showdown the first one begins the settlement."""
    clause = cite(table.rules, "settle in turn")
    round_ = table.round
    if round_.phase is Phase.SHOWDOWN:
        if not round_.dealer_shown:
            return Refused(Refusal.DEALER_NOT_SHOWN, clause)
    elif round_.phase is not Phase.SETTLEMENT:
        return Refused(Refusal.WRONG_PHASE, clause)
    if (due := award_due(table)) is not None:
        unpaid = due.award
        detail = f"Pay the {unpaid.award.replace('-', ' ')} of place {unpaid.place}."
        return Refused(Refusal.NOT_THE_NEXT, cite(table.rules, "jackpot order"), detail)
    place = next_place(table)
    if place is None or place.number != command.place:
        detail = f"Place {place.number} is next." if place else "No place is left."
        return Refused(Refusal.NOT_THE_NEXT, clause, detail)
    if None in place.cards:
        return Refused(Refusal.CARDS_UNREAD, clause)
    return None


def settle_place(draft: Draft, command: c.SettlePlace) -> None:
    """Turn the cards, take or pay; jackpots follow as the rule set has them."""
    if draft.state.round.phase is Phase.SHOWDOWN:
        draft.emit(e.SettlementBegun())
    place = draft.state.round.place(command.place)
    if command.invalid:
        draft.emit(e.HandVoided(place.number, all_given_back(place.stakes), turned=True))
    else:
        draft.emit(e.HandSettled(place.number, settlement_of(draft.state, place)))
    recognise_awards(draft)


def settlement_of(table: Table, place: Place) -> Results:
    """What this place's wagers come to; a folded one is only turned for its jackpot (10.4.1)."""
    results: Results = {}
    if place.standing is Standing.IN:
        round_ = table.round
        hole, board = known(place.cards), known(round_.community[: round_.revealed])
        hand, dealer = rank_of(hole + board), rank_of(known(round_.dealer) + board)
        results = settled(table.rules, place.stakes, (hole[0], hole[1]), hand, dealer)
    if Area.JACKPOT in place.stakes and Area.JACKPOT not in place.results:
        results[Area.JACKPOT] = taken(place.stakes[Area.JACKPOT])
    return results


def _hand_conceded(table: Table, event: e.HandConceded) -> Table:
    table = with_round(table, conceding=event.place)
    return with_results(table, event.place, event.results, standing=Standing.CONCEDED)


def _concession_withdrawn(table: Table, event: e.ConcessionWithdrawn) -> Table:
    back = table.round.place(event.place).returned
    table = with_round(table, conceding=None)
    return with_place(table, event.place, results=back, standing=Standing.IN)


def _hand_settled(table: Table, event: e.HandSettled) -> Table:
    round_, number = table.round, event.place
    results = {**round_.place(number).results, **event.results}
    return with_round(
        table,
        settlement_order=(*round_.settlement_order, number),
        conceding=None,
        places=places_with(table, number, results=results, settled=True, shown=True),
    )


HANDLERS: Handlers = {
    c.ShowDealersHand: Handler(verify_show_dealers_hand, Emits(e.DealersHandShown)),
    c.Concede: Handler(verify_concede, concede),
    c.WithdrawConcession: Handler(verify_withdraw_concession, Emits(e.ConcessionWithdrawn)),
    c.BeginSettlement: Handler(verify_begin_settlement, begin_settlement),
    c.TurnHand: Handler(verify_turn_hand, Emits(e.HandTurned)),
    c.SettlePlace: Handler(verify_settle_place, settle_place),
}

FOLDS: Folds = {
    e.DealersHandShown: setting(dealer_shown=True),
    e.HandConceded: _hand_conceded,
    e.ConcessionWithdrawn: _concession_withdrawn,
    e.SettlementBegun: setting(conceding=None),
    e.HandTurned: lambda table, event: with_place(table, event.place, shown=True),
    e.HandSettled: _hand_settled,
}
