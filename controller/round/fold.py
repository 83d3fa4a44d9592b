"""State is only ever a fold of events: what each of them makes of the table.

The same code runs when an event is decided and when the record is replayed. An event that changes
the phase goes through the transition table both times, so an illegal record is caught on loading.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final

from controller.domain import events as e
from controller.domain.base import BrokenInvariant, evolve, existing
from controller.domain.cards import Card
from controller.domain.wagers import Area, Outcome, Stake, given_back
from controller.round.machine import step
from controller.round.phases import NEXT_STEPS, Phase
from controller.round.plan import deal_plan, lay_out
from controller.round.pool import meter_now, with_awards_fixed
from controller.round.state import (
    DueAward,
    Ending,
    Place,
    Round,
    Standing,
    Table,
    To,
    Unexplained,
)


def fold(table: Table, events: Iterable[e.Event]) -> Table:
    """The table after these events."""
    for event in events:
        table = fold_one(table, event)
    return table


def fold_one(table: Table, event: e.Event) -> Table:
    """The table after one event."""
    after = _FOLDS[type(event)](table, event)
    if after.round.ruled is not None and type(event) in NEXT_STEPS:
        after = _with(after, ruled=None)
    trigger = getattr(event, "trigger", None)
    return after if trigger is None else _enter(after, trigger)


def _enter(table: Table, trigger: str) -> Table:
    """Take the step through the transition table."""
    round_ = table.round
    phase = step(round_.phase, table, trigger)
    if phase is None:
        seen = f"{trigger} is not allowed in {round_.phase.value}"
        raise BrokenInvariant(f"round {round_.number}: {seen}")
    ending = round_.ending
    if phase is Phase.RECONCILE and ending is None:
        ending = Ending.SETTLED
    phases = round_.phases
    if phase is not Phase.IDLE and phase is not round_.phase:
        phases = (*phases, phase)
    return _with(table, phase=phase, phases=phases, ending=ending)


def _with(table: Table, **changes: Any) -> Table:
    return evolve(table, round=evolve(table.round, **changes))


def _with_place(table: Table, number: int, **changes: Any) -> Table:
    return _with(table, places=_places(table, number, **changes))


def _with_results(table: Table, number: int, results: e.Results, **changes: Any) -> Table:
    place = table.round.place(number)
    return _with_place(table, number, results={**place.results, **results}, **changes)


def _places(table: Table, number: int, **changes: Any) -> tuple[Place, ...]:
    """All of them, one changed."""
    places = list(table.round.places)
    places[number - 1] = evolve(places[number - 1], **changes)
    return tuple(places)


def _unchanged(table: Table, _: e.Event) -> Table:
    return table


def _setting(**changes: Any) -> Callable[[Table, Any], Table]:
    """An event that leaves the round the same but for this."""
    return lambda table, _: _with(table, **changes)


def _round_opened(table: Table, event: e.RoundOpened) -> Table:
    places = tuple(Place(number) for number in range(1, table.rules.places + 1))
    was, number = table.round, event.number  # a chip may lie on a sensor from before
    opened = Round(number, places, table.meter, before=was.first_wagers(), sensed=was.sensed)
    return evolve(table, round=opened)


def _wager_placed(table: Table, event: Any, *, repeated: bool = False) -> Table:
    stakes = {**table.round.place(event.place).stakes, event.area: event.stake}
    places = _places(table, event.place, stakes=stakes, repeated=repeated)
    return _with(table, before={}, places=places)


def _wager_taken_back(table: Table, event: e.WagerTakenBack) -> Table:
    stakes = dict(table.round.place(event.place).stakes)
    del stakes[event.area]
    return _with_place(table, event.place, stakes=stakes, repeated=False)


def _jackpot_sensed(table: Table, event: e.JackpotSensed) -> Table:
    sensed, place = table.round.sensed, frozenset((event.place,))
    return _with(table, sensed=sensed | place if event.present else sensed - place)


def _bets_locked(table: Table, event: e.BetsLocked) -> Table:
    boxes = tuple([place.number for place in table.round.playing()])
    wager = Stake(event.jackpot_wager)
    places = list(table.round.places)
    for number in event.jackpots:
        place = places[number - 1]
        places[number - 1] = evolve(place, stakes={**place.stakes, Area.JACKPOT: wager})
    return _metered(_with(table, places=tuple(places), plan=deal_plan(table.rules, boxes)))


def _metered(table: Table) -> Table:
    """R16, R31: increments go on when bets lock, and come off again when a wager is cancelled."""
    return evolve(table, meter=meter_now(table))


def _drawn(unexplained: Unexplained) -> Callable[[Table, Any], Table]:
    def fold_card(table: Table, event: Any) -> Table:
        return _with(
            table,
            drawn=(*table.round.drawn, event.card),
            unexplained=unexplained or table.round.unexplained,
        )

    return fold_card


def _card_dealt(table: Table, event: e.CardDealt) -> Table:
    table = _with(table, drawn=(*table.round.drawn, event.card))
    return _laid_out(table)


def _laid_out(table: Table) -> Table:
    """Cards lie where the plan puts them, once the deal is over; before, they only left."""
    round_ = table.round
    if round_.plan is None or round_.phase is Phase.DEAL:
        return table
    return evolve(table, round=lay_out(table.rules, round_, round_.plan))


def _card_keyed(table: Table, event: e.CardKeyed) -> Table:
    keyed = (event.draw,) if event.was is None else ()
    table = _with(table, keyed=(*table.round.keyed, *keyed))
    return _counts_as(table, event.draw, event.card)


def _card_taken_back(table: Table, event: e.CardTakenBack) -> Table:
    """A hand that lacks a card again is turned anew."""
    table, plan = _counts_as(table, event.draw, None), table.round.plan
    for slot in plan.slots[event.draw : event.draw + 1] if plan else ():
        if slot.to is To.PLACE:
            return _with_place(table, slot.place, shown=False)
    return table


def _counts_as(table: Table, draw: int, card: Card | None) -> Table:
    """Another card, or none that is known, is taken for this draw."""
    drawn = table.round.drawn
    drawn = (*drawn[:draw], card, *drawn[draw + 1 :])
    known = [card for card in drawn if card is not None]
    unexplained = table.round.unexplained
    if len(set(known)) < len(known):  # keyed as a card that is out elsewhere
        unexplained = Unexplained.KNOWN_CARD
    elif unexplained is Unexplained.KNOWN_CARD:
        unexplained = Unexplained.NOTHING
    table = _with(table, drawn=drawn, unexplained=unexplained)
    return _laid_out(table)


def _deal_ended(table: Table, _: e.DealEnded) -> Table:
    plan = existing(table.round.plan, f"round {table.round.number}: a deal without a plan")
    return evolve(table, round=lay_out(table.rules, table.round, plan))


def _decision_made(table: Table, event: e.DecisionMade) -> Table:
    place = table.round.place(event.place)
    stakes = dict(place.stakes)
    stakes.pop(event.street.area, None)
    if event.stake is not None:
        stakes[event.street.area] = event.stake
    index = event.street.order
    choices = (*place.choices[:index], event.choice, *place.choices[index + 1 :])
    return _with_place(table, event.place, stakes=stakes, choices=choices)


def _decision_withdrawn(table: Table, event: e.DecisionWithdrawn) -> Table:
    place, index = table.round.place(event.place), event.street.order
    kept = {area: stake for area, stake in place.stakes.items() if area is not event.street.area}
    back = {a: r for a, r in place.results.items() if a in kept and r.outcome is Outcome.RETURNED}
    choices = (*place.choices[:index], None, *place.choices[index + 1 :])
    changes = {"stakes": kept, "results": back, "choices": choices, "folded_on": None}
    return _with_place(table, event.place, standing=Standing.IN, **changes)


def _hand_folded(table: Table, event: e.HandFolded) -> Table:
    return _with_results(
        table,
        event.place,
        event.results,
        standing=Standing.FOLDED,
        folded_on=event.street,
    )


def _street_revealed(table: Table, event: e.StreetRevealed) -> Table:
    return _with(table, revealed=3 + event.street.order)


def _hand_conceded(table: Table, event: e.HandConceded) -> Table:
    table = _with(table, conceding=event.place)
    return _with_results(table, event.place, event.results, standing=Standing.CONCEDED)


def _concession_withdrawn(table: Table, event: e.ConcessionWithdrawn) -> Table:
    results = table.round.place(event.place).results
    back = {area: one for area, one in results.items() if one.outcome is Outcome.RETURNED}
    table = _with(table, conceding=None)
    return _with_place(table, event.place, results=back, standing=Standing.IN)


def _hand_settled(table: Table, event: e.HandSettled) -> Table:
    round_, number = table.round, event.place
    results = {**round_.place(number).results, **event.results}
    return _with(
        table,
        settlement_order=(*round_.settlement_order, number),
        conceding=None,
        places=_places(table, number, results=results, settled=True, shown=True),
    )


def _awards_recognised(table: Table, event: e.AwardsRecognised) -> Table:
    awards = tuple(DueAward(award) for award in event.awards)
    return _notified(_with(table, awards=table.round.awards + awards), event.notices)


def _due(table: Table, index: int, **changes: Any) -> Table:
    awards = table.round.awards
    changed = evolve(awards[index], **changes)
    return _with(table, awards=(*awards[:index], changed, *awards[index + 1 :]))


def _award_keyed(table: Table, event: e.AwardKeyed) -> Table:
    return _due(table, event.index, keyed=event.on)


def _award_confirmed(table: Table, event: e.AwardConfirmed) -> Table:
    return _due(table, event.index, confirmed=True)


def _award_declined(table: Table, event: e.AwardDeclined) -> Table:
    return _with(table, declined=table.round.declined | {event.place})


def _award_paid(table: Table, event: e.AwardPaid) -> Table:
    return _metered(_with(_due(table, event.index, paid=True), conceding=None))


def _irregularity_ruled(table: Table, event: e.IrregularityRuled) -> Table:
    return _notified(_with(table, ruled=event), event.notices)


def _notified(table: Table, notices: tuple[str, ...]) -> Table:
    new = tuple(who for who in notices if who not in table.round.notices)
    return _with(table, notices=table.round.notices + new)


def _hand_voided(table: Table, event: e.HandVoided) -> Table:
    table = _voided(table, event.place, event.results)
    if event.turned:
        table = _with(table, settlement_order=(*table.round.settlement_order, event.place))
        table = _with_place(table, event.place, shown=True)
    return _metered(_owing(table, event.give_back))


def _voided(table: Table, number: int, results: e.Results, **changes: Any) -> Table:
    before = table.round.place(number).results
    return _with_results(
        table, number, results, standing=Standing.VOID, overturned=before, **changes
    )


def _awards_corrected(table: Table, event: e.AwardsCorrected) -> Table:
    awards = tuple(
        DueAward(award, keyed=paid, confirmed=paid, paid=paid)
        for award, paid in zip(event.awards, event.paid, strict=True)
    )
    return _metered(_owing(_with(table, awards=awards), event.give_back))


def _owing(table: Table, give_back: tuple[e.GiveBack, ...]) -> Table:
    return _with(table, give_back=table.round.give_back + give_back)


def _flop_wager_corrected(table: Table, event: e.FlopWagerCorrected) -> Table:
    stakes = {**table.round.place(event.place).stakes, Area.FLOP: event.stake}
    return _with_place(table, event.place, stakes=stakes)


def _empty_box_dealt(table: Table, event: e.EmptyBoxDealt) -> Table:
    plan = existing(table.round.plan, f"round {table.round.number}: a box without a plan")
    empty = (*plan.empty_boxes, event.place)
    boxes = {slot.place for slot in plan.slots if slot.to is To.PLACE} - set(empty)
    plan = deal_plan(table.rules, tuple(boxes), empty)
    due = len(table.round.drawn) <= plan.due[0]
    unexplained = Unexplained.NOTHING if due else Unexplained.EXTRA_CARD
    table = _with(table, plan=plan, unexplained=unexplained)
    return _laid_out(table)


def _extra_card_accepted(table: Table, _: e.ExtraCardAccepted) -> Table:
    table = _with(table, unexplained=Unexplained.NOTHING)
    return _laid_out(table)


def _jackpot_switched_off(table: Table, event: e.JackpotSwitchedOff) -> Table:
    result = {Area.JACKPOT: given_back(Stake(event.jackpot_wager))}
    for number in event.places:
        table = _with_results(table, number, result)
    return _metered(_owing(_with(table, jackpot_off=True, awards=()), event.give_back))


def _ended(ending: Ending) -> Callable[[Table, Any], Table]:
    def fold_ending(table: Table, event: Any) -> Table:
        for number, results in event.results.items():
            stakes = dict(table.round.place(number).stakes)
            jackpot = results.get(Area.JACKPOT)
            if jackpot is not None:  # forfeited before the bets were locked, it still plays (R40)
                stakes[Area.JACKPOT] = Stake(jackpot.stake)
            table = _voided(table, number, results, stakes=stakes)
        table = _with(
            table,
            ending=ending,
            clause=event.clause,
            awards=(),
            settlement_order=(),
        )
        return _metered(_owing(table, event.give_back))

    return fold_ending


_FOLDS: Final[dict[type, Callable[[Table, Any], Table]]] = {
    e.RoundOpened: _round_opened,
    e.WagerPlaced: _wager_placed,
    e.WagerTakenBack: _wager_taken_back,
    e.WagerRepeated: partial(_wager_placed, repeated=True),
    e.JackpotSensed: _jackpot_sensed,
    e.BetsLocked: _bets_locked,
    e.CardDealt: _card_dealt,
    e.ExtraCardDrawn: _drawn(Unexplained.EXTRA_CARD),
    e.KnownCardDrawn: _drawn(Unexplained.KNOWN_CARD),
    e.CardKeyed: _card_keyed,
    e.CardTakenBack: _card_taken_back,
    e.DealEnded: _deal_ended,
    e.DecisionMade: _decision_made,
    e.DecisionWithdrawn: _decision_withdrawn,
    e.HandFolded: _hand_folded,
    e.StreetRevealed: _street_revealed,
    e.FlopTurnedForJackpots: _setting(revealed=3),
    e.AllFolded: _unchanged,
    e.DealersHandShown: _setting(dealer_shown=True),
    e.HandConceded: _hand_conceded,
    e.ConcessionWithdrawn: _concession_withdrawn,
    e.SettlementBegun: _setting(conceding=None),
    e.HandTurned: lambda table, event: _with_place(table, event.place, shown=True),
    e.HandSettled: _hand_settled,
    e.AwardsRecognised: _awards_recognised,
    e.MeterAwardsFixed: with_awards_fixed,
    e.AwardKeyed: _award_keyed,
    e.AwardConfirmed: _award_confirmed,
    e.AwardDeclined: _award_declined,
    e.MeterAwardsOrdered: lambda table, event: _with(table, meter_order=event.places),
    e.AwardPaid: _award_paid,
    e.SettlementFinished: _unchanged,
    e.IrregularityRuled: _irregularity_ruled,
    e.HandVoided: _hand_voided,
    e.AwardsCorrected: _awards_corrected,
    e.FlopWagerCorrected: _flop_wager_corrected,
    e.EmptyBoxDealt: _empty_box_dealt,
    e.EmptyBoxDiscarded: _unchanged,
    e.ExtraCardAccepted: _extra_card_accepted,
    e.JackpotSwitchedOff: _jackpot_switched_off,
    e.JackpotFrozen: _setting(jackpot_frozen=True),
    e.RoundMisdealt: _ended(Ending.MISDEAL),
    e.RoundVoided: _ended(Ending.VOID),
    # By now every chip has been taken or given back; the next round's are sensed anew.
    e.RoundClosed: _setting(sensed=frozenset()),
    e.DeckCheckOrdered: lambda table, _: evolve(table, deck_check_due=True),
    e.DeckFoundComplete: lambda table, _: evolve(table, deck_check_due=False),
}
