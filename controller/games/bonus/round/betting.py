"""Decisions and reveals (rule 9, 7.2.6 to 7.2.8; sd (5) to (10))."""

from controller.cards.plan import Unexplained
from controller.domain.dealing import Dealing
from controller.domain.kernel import Asking, Emits, Folds, Handler, Handlers, unchanged
from controller.domain.refusals import Refused
from controller.domain.words import dollars, joined
from controller.games.bonus import commands as c
from controller.games.bonus import events as e
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.round import guards as guards
from controller.games.bonus.round.changes import setting, with_place, with_results, with_round
from controller.games.bonus.round.citations import cite
from controller.games.bonus.round.money import lost
from controller.games.bonus.round.phases import BEFORE_SETTLEMENT, DECISIONS, STREET_OF
from controller.games.bonus.round.state import Draft, Place, Standing, Table
from controller.games.bonus.round.wagers import no_such_place
from controller.games.bonus.rules import Street, TableRules
from controller.games.bonus.wagers import Area, Choice, Stake


def verify_decide(table: Table, command: c.Decide, _: Asking) -> Refused | None:
    """Why this place cannot decide so."""
    round_, rules = table.round, table.rules
    if round_.phase not in DECISIONS:
        return Refused(Refusal.WRONG_PHASE, cite(rules, "flop decision"))
    if refused := no_such_place(table, command.place):
        return refused
    place = round_.place(command.place)
    if not place.dealt_in:
        return Refused(Refusal.NOT_DEALT_IN, cite(rules, "ante first"))
    if place.standing is not Standing.IN:
        return Refused(Refusal.HAND_OVER, cite(rules, "fold is final"))
    street = STREET_OF[round_.phase]
    offered = rules.offered(street)
    if command.choice not in offered:
        detail = f"The player may {joined(offered, 'or')}."
        return Refused(Refusal.NOT_OFFERED, cite(rules, f"{street} decision"), detail)
    if command.amount is not None or command.tokens:
        return _wrong_stake(table, place, street, command)
    return _out_of_turn(table, place, street)


def _wrong_stake(table: Table, place: Place, street: Street, command: c.Decide) -> Refused | None:
    """An amount or tokens of its own: only a bet has them, and they have to be a stake."""
    clause = cite(table.rules, f"{street} wager")
    if command.choice is not Choice.BET:
        return Refused(Refusal.AMOUNT_WITHOUT_BET, clause)
    amount = _bet(place, street, command).amount
    if not 0 < amount >= command.tokens >= 0:
        detail = f"Wager {dollars(amount)}, tokens {dollars(command.tokens)}."
        return Refused(Refusal.NOT_A_STAKE, clause, detail)
    return _out_of_turn(table, place, street)


def _bet(place: Place, street: Street, command: c.Decide) -> Stake:
    """What is put down: what the rules ask, unless the command says otherwise."""
    asked = place.stakes[Area.ANTE].amount * street.antes
    return Stake(asked if command.amount is None else command.amount, command.tokens)


def _out_of_turn(table: Table, place: Place, street: Street) -> Refused | None:
    """sd (7), (8): asked one by one; a place that has decided may still be corrected."""
    if not table.rules.polled_in_order(street) or place.choices[street.order] is not None:
        return None
    first = guards.undecided(table.round)[0].number
    if first == place.number:
        return None
    detail = f"Ask place {first}."
    return Refused(Refusal.OUT_OF_TURN, cite(table.rules, f"{street} decision"), detail)


def decide(draft: Draft, command: c.Decide) -> None:
    """Record the decision; a later one replaces it until the street is revealed."""
    table = draft.state
    street = STREET_OF[table.round.phase]
    place = table.round.place(command.place)
    if command.choice is Choice.FOLD:
        fold_hand(draft, place, street)
        return
    stake = _bet(place, street, command) if command.choice is Choice.BET else None
    draft.emit(e.DecisionMade(place.number, street, command.choice, stake))


def fold_hand(draft: Draft, place: Place, street: Street, *, deemed: bool = False) -> None:
    """9.6: all wagers are collected; under Method B the jackpot wager waits (9.6.2)."""
    results = lost(draft.state.rules, place.standing_stakes())
    draft.emit(e.HandFolded(place.number, street, results, deemed))


def verify_correct_decision(
    table: Table, command: c.CorrectDecision, asking: Asking
) -> Refused | None:
    """9.5: only what was keyed on this street, and only until the street is revealed."""
    if refused := _nothing_keyed(table, command.place):
        return refused
    if command.choice is Choice.FOLD and table.round.place(command.place).folded_on is not None:
        return Refused(Refusal.NO_MISTAKE, cite(table.rules, "fold is final"))
    return verify_decide(_withdrawn(table, command), _meant(command), asking)


def _nothing_keyed(table: Table, number: int) -> Refused | None:
    """Why there is no decision of this place on this street."""
    clause = cite(table.rules, "fold is final")
    if table.round.phase not in DECISIONS:
        return Refused(Refusal.WRONG_PHASE, clause)
    if refused := no_such_place(table, number):
        return refused
    street, place = STREET_OF[table.round.phase], table.round.place(number)
    folded = place.standing is Standing.FOLDED and place.folded_on is street
    decided = place.playing and place.choices[street.order] is not None
    return None if folded or decided else Refused(Refusal.NO_MISTAKE, clause)


def verify_withdraw_decisions(
    table: Table, command: c.WithdrawDecisions, _: Asking
) -> Refused | None:
    """Until the street is revealed; a fold is final and can only be corrected (9.5)."""
    round_, clause = table.round, cite(table.rules, "fold is final")
    if not command.places:
        return Refused(Refusal.NO_MISTAKE, clause)
    for number in command.places:
        if refused := _nothing_keyed(table, number):
            return refused
        if not round_.place(number).playing:
            return Refused(Refusal.HAND_OVER, clause)
    return None


def withdraw_decisions(draft: Draft, command: c.WithdrawDecisions) -> None:
    """These places are as before their decisions on this street."""
    street = STREET_OF[draft.state.round.phase]
    for number in command.places:
        draft.emit(e.DecisionWithdrawn(number, street))


def _withdrawn(table: Table, command: c.CorrectDecision) -> Table:
    return _decision_withdrawn(
        table, e.DecisionWithdrawn(command.place, STREET_OF[table.round.phase])
    )


def _meant(command: c.CorrectDecision) -> c.Decide:
    return c.Decide(command.place, command.choice, command.amount, command.tokens)


def correct_decision(draft: Draft, command: c.CorrectDecision) -> None:
    """The place is as before its decision, and decides what it had decided."""
    withdraw_decisions(draft, c.WithdrawDecisions((command.place,)))
    decide(draft, _meant(command))


def verify_decide_all(table: Table, command: c.DecideAll, _: Asking) -> Refused | None:
    """Why they cannot all do so."""
    if table.round.phase not in DECISIONS:
        return Refused(Refusal.WRONG_PHASE, cite(table.rules, "flop decision"))
    street = STREET_OF[table.round.phase]
    if command.choice is Choice.FOLD or command.choice not in table.rules.offered(street):
        return Refused(Refusal.NOT_OFFERED, cite(table.rules, f"{street} decision"))
    if not guards.undecided(table.round):
        return Refused(Refusal.ALL_DECIDED, cite(table.rules, f"{street} decision"))
    return None


def decide_all(draft: Draft, command: c.DecideAll) -> None:
    """Clockwise, every place that has not decided."""
    for place in guards.undecided(draft.state.round):
        decide(draft, c.Decide(place.number, command.choice))


def _revealing(rules: TableRules, street: Street) -> str | None:
    shoe = ", shoe" if rules.dealing is Dealing.SHOE else ""
    return cite(rules, f"reveal {street}{shoe}")


def verify_reveal(table: Table, command: c.Reveal, _: Asking) -> Refused | None:
    """Why this street cannot be turned over."""
    round_, street = table.round, command.street
    clause = _revealing(table.rules, street)
    if round_.phase is not DECISIONS[street.order]:
        return Refused(Refusal.WRONG_PHASE, clause)
    if left := guards.undecided(round_):
        return Refused(Refusal.UNDECIDED, clause, f"Ask place {left[0].number}.")
    if guards.nobody_in(table) and not flop_for_jackpots_due(table):
        return Refused(Refusal.NOBODY_IN, clause)
    if round_.unexplained is not Unexplained.NOTHING:
        return Refused(Refusal.CARDS_UNEXPLAINED, cite(table.rules, "wrong count"))
    if len(round_.community) < street.cards.stop:
        return Refused(Refusal.CARDS_MISSING, clause)
    if None in round_.community[street.cards]:
        return Refused(Refusal.CARDS_UNREAD, clause)
    return None


def reveal(draft: Draft, command: c.Reveal) -> None:
    """The street is face up."""
    if guards.nobody_in(draft.state):
        draft.emit(e.FlopTurnedForJackpots())
        draft.emit(e.AllFolded())
    else:
        draft.emit(e.StreetRevealed(command.street))


def flop_for_jackpots_due(table: Table) -> bool:
    """R9: everyone has folded before the flop, and jackpot wagers stand under Method B."""
    return (
        table.round.phase in BEFORE_SETTLEMENT
        and guards.nobody_in(table)
        and guards.jackpot_to_settle(table)
        and not guards.flop_revealed(table)
    )


def verify_everybody_folded(table: Table, _: c.EverybodyFolded, __: Asking) -> Refused | None:
    """Why the round does not end here."""
    if table.round.phase not in BEFORE_SETTLEMENT:
        return Refused(Refusal.WRONG_PHASE, cite(table.rules, "collect a fold"))
    if not guards.nobody_in(table):
        return Refused(Refusal.SOMEBODY_IN, cite(table.rules, "collect a fold"))
    if flop_for_jackpots_due(table):
        return Refused(Refusal.FLOP_DOWN, _revealing(table.rules, Street.FLOP))
    return None


def _decision_made(table: Table, event: e.DecisionMade) -> Table:
    place = table.round.place(event.place)
    stakes = dict(place.stakes)
    stakes.pop(event.street.area, None)
    if event.stake is not None:
        stakes[event.street.area] = event.stake
    index = event.street.order
    choices = (*place.choices[:index], event.choice, *place.choices[index + 1 :])
    return with_place(table, event.place, stakes=stakes, choices=choices)


def _decision_withdrawn(table: Table, event: e.DecisionWithdrawn) -> Table:
    place, index = table.round.place(event.place), event.street.order
    kept = {area: stake for area, stake in place.stakes.items() if area is not event.street.area}
    back = {area: result for area, result in place.returned.items() if area in kept}
    choices = (*place.choices[:index], None, *place.choices[index + 1 :])
    changes = {"stakes": kept, "results": back, "choices": choices, "folded_on": None}
    return with_place(table, event.place, standing=Standing.IN, **changes)


HANDLERS: Handlers = {
    c.Decide: Handler(verify_decide, decide),
    c.DecideAll: Handler(verify_decide_all, decide_all),
    c.CorrectDecision: Handler(verify_correct_decision, correct_decision),
    c.WithdrawDecisions: Handler(verify_withdraw_decisions, withdraw_decisions),
    c.Reveal: Handler(verify_reveal, reveal),
    # R9: straight to reconciliation, or to the jackpots that stand.
    c.EverybodyFolded: Handler(verify_everybody_folded, Emits(e.AllFolded)),
}

FOLDS: Folds = {
    e.DecisionMade: _decision_made,
    e.DecisionWithdrawn: _decision_withdrawn,
    e.HandFolded: lambda table, event: with_results(
        table, event.place, event.results, standing=Standing.FOLDED, folded_on=event.street
    ),
    e.StreetRevealed: lambda table, event: with_round(table, revealed=3 + event.street.order),
    e.FlopTurnedForJackpots: setting(revealed=3),
    e.AllFolded: unchanged,
}
