"""An irregularity is reported: what the rules make of it is carried out (R31 to R41)."""

from collections import defaultdict
from collections.abc import Callable
from typing import Any

from controller.domain.base import BrokenInvariant, existing
from controller.domain.kernel import Asking, Folds, Handler, Handlers
from controller.domain.money import ZERO, Money
from controller.domain.refusals import Refused
from controller.games.bonus import events as e
from controller.games.bonus.commands import Report
from controller.games.bonus.round.awards import recognise_awards
from controller.games.bonus.round.betting import fold_hand
from controller.games.bonus.round.changes import (
    metered,
    notified,
    owing,
    setting,
    voided,
    with_place,
    with_results,
    with_round,
)
from controller.games.bonus.round.money import Results, all_given_back, forfeited, lost
from controller.games.bonus.round.phases import STREET_OF, Phase
from controller.games.bonus.round.rulings import Ruling, rule_on
from controller.games.bonus.round.state import Draft, Ending, Place, Standing, Table
from controller.games.bonus.round.wagers import jackpot_wager, jackpot_wagers, stakes_of
from controller.games.bonus.rules import Street
from controller.games.bonus.wagers import Area, Stake, given_back, handed_over_since


def verify_report(table: Table, report: Report, _: Asking) -> Refused | None:
    """Why this cannot have happened, or cannot be decided so."""
    ruling = rule_on(table, report)
    return ruling if isinstance(ruling, Refused) else None


def report(draft: Draft, command: Report) -> None:
    """Record what happened and do what the rules make of it."""
    ruling = rule_on(draft.state, command)
    if isinstance(ruling, Refused):
        raise BrokenInvariant(f"{command} was verified, then refused: {ruling.text()}")
    draft.emit(
        e.IrregularityRuled(
            command.irregularity,
            command.place,
            command.card,
            command.decision,
            ruling.clause,
            ruling.notices,
        )
    )
    if ruling.ending is not None:
        _end_round(draft, ruling)
        return
    _carry_out(draft, ruling)


def _carry_out(draft: Draft, ruling: Ruling) -> None:
    table = draft.state
    for number in ruling.void_hands:
        place = draft.state.round.place(number)
        results = all_given_back(stakes_of(draft.state, place))
        give_back = _listed({number: _owed(place, results)})
        draft.emit(e.HandVoided(number, results, give_back=give_back))
    if ruling.fold is not None:
        _fold(draft, table.round.place(ruling.fold), flop_returned=ruling.flop_returned)
    if ruling.corrected is not None:
        stakes = table.round.place(ruling.corrected).stakes
        asked = stakes[Area.ANTE].amount * Street.FLOP.antes
        stake = Stake(asked, min(asked, stakes[Area.FLOP].tokens))
        draft.emit(e.FlopWagerCorrected(ruling.corrected, stake))
    if ruling.discarded_box is not None:
        plan = existing(table.round.plan, "a box was dealt to without a plan")
        if ruling.discarded_box not in plan.empty_boxes:
            draft.emit(e.EmptyBoxDealt(ruling.discarded_box))
        draft.emit(e.EmptyBoxDiscarded(ruling.discarded_box))
    if ruling.explained:
        draft.emit(e.ExtraCardAccepted())
    if ruling.jackpot_off:
        give_back = _listed(_awards_paid(table))
        draft.emit(e.JackpotSwitchedOff(_jackpot_places(table), jackpot_wager(table), give_back))
    if ruling.jackpot_frozen:
        draft.emit(e.JackpotFrozen())
    if draft.state.round.phase is Phase.SETTLEMENT:
        recognise_awards(draft)


def _jackpot_places(table: Table) -> tuple[int, ...]:
    """Whose jackpot wager goes back."""
    if table.round.phase is Phase.WAGERS:
        return jackpot_wagers(table)
    return tuple(
        place.number
        for place in table.round.places
        if Area.JACKPOT in place.stakes and place.standing is not Standing.VOID
    )


def _fold(draft: Draft, place: Place, *, flop_returned: bool) -> None:
    street = STREET_OF[draft.state.round.phase]
    if not flop_returned:
        fold_hand(draft, place, street, deemed=True)
        return
    results = lost(draft.state.rules, place.standing_stakes())
    results[Area.FLOP] = given_back(place.stakes[Area.FLOP])
    draft.emit(e.HandFolded(place.number, street, results))


def _end_round(draft: Draft, ruling: Ruling) -> None:
    """R31: every stake goes back, those already collected included; what has been given back
    already is not forfeited any more."""
    table = draft.state
    results: dict[int, Results] = {}
    for place in table.round.dealt_in():
        stakes = stakes_of(table, place)
        if place.number in ruling.forfeit and place.standing is not Standing.VOID:
            kept = {area: stakes[area] for area in stakes if area not in place.returned}
            results[place.number] = forfeited(table.rules, kept)
        else:
            results[place.number] = all_given_back(stakes)
    give_back = _to_give_back(table, results)
    if ruling.ending is Ending.MISDEAL:
        draft.emit(e.RoundMisdealt(ruling.clause, results, give_back))
    else:
        draft.emit(e.RoundVoided(ruling.clause, results, give_back))
    if ruling.deck_check:
        draft.emit(e.DeckCheckOrdered())


def _to_give_back(table: Table, results: dict[int, Results]) -> tuple[e.GiveBack, ...]:
    """What places that were paid have to hand back: winnings and awards that do not stand."""
    owed = _awards_paid(table)
    for place in table.round.dealt_in():
        owed[place.number] += _owed(place, results[place.number])
    return _listed(owed)


def _owed(place: Place, results: Results) -> Money:
    """What was handed over on each wager, above what the place is to have for it now; what was
    given back before and is not named stays so."""
    return handed_over_since({**place.results, **results}, place.results)


def _awards_paid(table: Table) -> defaultdict[int, Money]:
    owed = defaultdict[int, Money](lambda: ZERO)
    for due in table.round.awards:
        if due.paid:
            owed[due.award.place] += due.award.amount
    return owed


def _listed(owed: dict[int, Money]) -> tuple[e.GiveBack, ...]:
    return tuple(e.GiveBack(place, amount) for place, amount in sorted(owed.items()) if amount)


def _hand_voided(table: Table, event: e.HandVoided) -> Table:
    table = voided(table, event.place, event.results)
    if event.turned:
        table = with_round(table, settlement_order=(*table.round.settlement_order, event.place))
        table = with_place(table, event.place, shown=True)
    return metered(owing(table, event.give_back))


def _flop_wager_corrected(table: Table, event: e.FlopWagerCorrected) -> Table:
    stakes = {**table.round.place(event.place).stakes, Area.FLOP: event.stake}
    return with_place(table, event.place, stakes=stakes)


def _jackpot_switched_off(table: Table, event: e.JackpotSwitchedOff) -> Table:
    result = {Area.JACKPOT: given_back(Stake(event.jackpot_wager))}
    for number in event.places:
        table = with_results(table, number, result)
    return metered(owing(with_round(table, jackpot_off=True, awards=()), event.give_back))


def _ended(ending: Ending) -> Callable[[Table, Any], Table]:
    def fold_ending(table: Table, event: Any) -> Table:
        for number, results in event.results.items():
            stakes = dict(table.round.place(number).stakes)
            jackpot = results.get(Area.JACKPOT)
            if jackpot is not None:  # forfeited before the bets were locked, it still plays (R40)
                stakes[Area.JACKPOT] = Stake(jackpot.stake)
            table = voided(table, number, results, stakes=stakes)
        table = with_round(
            table,
            ending=ending,
            clause=event.clause,
            awards=(),
            settlement_order=(),
        )
        return metered(owing(table, event.give_back))

    return fold_ending


HANDLERS: Handlers = {
    Report: Handler(verify_report, report),
}

FOLDS: Folds = {
    e.IrregularityRuled: lambda table, event: notified(
        with_round(table, ruled=event), event.notices
    ),
    e.HandVoided: _hand_voided,
    e.FlopWagerCorrected: _flop_wager_corrected,
    e.JackpotSwitchedOff: _jackpot_switched_off,
    e.JackpotFrozen: setting(jackpot_frozen=True),
    e.RoundMisdealt: _ended(Ending.MISDEAL),
    e.RoundVoided: _ended(Ending.VOID),
}
