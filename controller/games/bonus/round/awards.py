"""Jackpot awards at the table: recognised, keyed, confirmed, paid (15.2; sd (18))."""

from collections.abc import Iterable
from typing import Any

from controller.cards.plan import known
from controller.domain.base import evolve, existing
from controller.domain.kernel import Asking, Emits, Folds, Handler, Handlers, unchanged
from controller.domain.money import ZERO, Money
from controller.domain.refusals import Refused
from controller.domain.words import joined
from controller.games.bonus import commands as c
from controller.games.bonus import events as e
from controller.games.bonus.jackpot.awards import (
    Award,
    Claim,
    Kind,
    envy_awards,
    grade,
    nsw_awards,
    sd_awards,
)
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.round.changes import metered, notified, owing, with_round
from controller.games.bonus.round.citations import cite
from controller.games.bonus.round.guards import everything_settled, next_place
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.pool import (
    by_others,
    meter_before_awards,
    wagered,
    with_awards_fixed,
)
from controller.games.bonus.round.state import Draft, DueAward, Place, Standing, Table
from controller.games.bonus.rules import JackpotRules

OWN = (Kind.PROGRESSIVE, Kind.FIXED)
"""Awards for the place's own hand: the dealer keys them. Bonus and envy follow by themselves."""


def eligible(table: Table, place: Place) -> bool:
    """R8: can this place win an award for its own hand, or the bonus jackpot?"""
    if not _counts(table, place):
        return False
    return place.standing is Standing.IN or table.rules.folded_keeps_jackpot


def _counts(table: Table, place: Place) -> bool:
    """A locked jackpot wager that was neither given back nor found to win nothing."""
    return wagered(place) and place.number not in table.round.declined


def _claims(table: Table, jackpot: JackpotRules, places: Iterable[Place]) -> list[Claim]:
    board, schedule = known(table.round.community[: table.round.revealed]), jackpot.schedule
    return [Claim(place.number, grade(schedule, known(place.cards), board)) for place in places]


def recognise_awards(draft: Draft) -> None:
    """Name the awards that the cards now face up bring; take back what does not stand."""
    due = awards_due(draft.state)
    entries = draft.state.round.awards
    if due[: len(entries)] != tuple(entry.award for entry in entries):
        draft.emit(_corrected(entries, due))
        return
    new = due[len(entries) :]
    if new:
        tell = not draft.state.rules.nsw and any(award.kind in OWN for award in new)
        draft.emit(e.AwardsRecognised(new, ("supervisor",) if tell else ()))


def _corrected(entries: tuple[DueAward, ...], due: tuple[Award, ...]) -> e.AwardsCorrected:
    """What was paid and is still due stands; what was paid and is not goes back."""
    paid = [entry.award for entry in entries if entry.paid]
    stands = []
    for award in due:
        stands.append(award in paid)
        if award in paid:
            paid.remove(award)
    owed = tuple(e.GiveBack(award.place, award.amount) for award in paid)
    return e.AwardsCorrected(due, tuple(stands), owed)


def awards_due(table: Table) -> tuple[Award, ...]:
    """All awards of the places turned so far, in the order of payment.

    NSW: once every place is turned, since shares depend on all hands (R18). South Dakota: place by
    place, each percentage on what the one before left (R28), and envy at the very end (R29).
    """
    last = next_place(table) is None
    if table.rules.nsw and not last:
        return ()
    jackpot, meter = table.rules.jackpot, meter_before_awards(table)
    if jackpot is None or meter is None:
        return ()
    if table.rules.nsw:
        return _nsw(table, jackpot, meter.value + by_others(table))
    turned = [table.round.place(number) for number in table.round.settlement_order]
    claims = _claims(table, jackpot, [place for place in turned if _counts(table, place)])
    awards = sd_awards(jackpot, claims, meter, table.round.by_others)
    return awards + _envy(table, jackpot) if last else awards


def _nsw(table: Table, jackpot: JackpotRules, meter: Money) -> tuple[Award, ...]:
    places = [place for place in reversed(table.round.places) if eligible(table, place)]
    claims = _claims(table, jackpot, places)
    bonus_first = table.rules.bonus_jackpots_first
    return nsw_awards(jackpot, claims, meter, bonus_first=bonus_first)


def _envy(table: Table, jackpot: JackpotRules) -> tuple[Award, ...]:
    from_the_right = table.round.places[::-1]
    if not any(line.envy for line in jackpot.schedule.lines):
        return ()
    holders = _claims(table, jackpot, [place for place in from_the_right if place.playing])
    bettors = [place.number for place in from_the_right if _counts(table, place)]
    return envy_awards(jackpot, holders, bettors)


def fixed_awards(table: Table, place: int, others: Money) -> e.MeterAwardsFixed | None:
    """R24: the awards of the round on what other tables have made of the meter by now."""
    round_ = table.round
    if round_.phase is not Phase.SETTLEMENT or round_.by_others.get(place, ZERO) == others:
        return None
    found = {**round_.by_others, place: others}
    awards = awards_due(evolve(table, round=evolve(round_, by_others=found)))
    return e.MeterAwardsFixed(place, others, awards)


def verify_finish_settlement(table: Table, _: c.FinishSettlement, __: Asking) -> Refused | None:
    """Why the round cannot be reconciled yet."""
    clause = cite(table.rules, "next hand")
    if table.round.phase is not Phase.SETTLEMENT:
        return Refused(Refusal.WRONG_PHASE, clause)
    return None if everything_settled(table) else Refused(Refusal.UNSETTLED, clause)


def next_award(table: Table) -> int | None:
    """Which award is to be paid next."""
    return next((n for n, due in enumerate(table.round.awards) if not due.paid), None)


def award_due(table: Table) -> DueAward | None:
    """The award that is keyed, confirmed or paid next."""
    return next((due for due in table.round.awards if not due.paid), None)


def award_step(table: Table) -> c.OfAward | None:
    """What comes next of the award that is due: the dealer keys it, a supervisor confirms one off
    the meter, it is paid."""
    due = award_due(table)
    if due is None:
        return None
    named = due.award.place, due.award.award
    if due.award.kind in OWN and not due.keyed:
        return c.KeyAward(*named)
    if due.award.off_the_meter and not due.confirmed:
        return c.ConfirmAward(*named)
    return c.PayAward(*named)


def _named(one: c.OfAward) -> str:
    return f"{one.award.replace('-', ' ')}, place {one.place}."


def _find(table: Table, command: c.OfAward) -> int | None:
    """An award for a place's own hand."""
    for index, due in enumerate(table.round.awards):
        named = (due.award.place, due.award.award) == (command.place, command.award)
        if named and due.award.kind in OWN:
            return index
    return None


def _not_found(table: Table, command: c.OfAward, clause: str | None) -> Refused | None:
    """Why there is no such award."""
    if table.round.phase is not Phase.SETTLEMENT:
        return Refused(Refusal.WRONG_PHASE, clause)
    if _find(table, command) is None:
        return Refused(Refusal.NO_SUCH_AWARD, clause, _named(command))
    return None


def _found(table: Table, command: c.OfAward) -> int:
    return existing(_find(table, command), f"{command}: no award")


def verify_key_award(table: Table, command: c.KeyAward, _: Asking) -> Refused | None:
    """Why this award cannot be keyed, or taken back."""
    clause = cite(table.rules, "jackpot keying")
    if refused := _not_found(table, command, clause):
        return refused
    due = table.round.awards[_found(table, command)]
    if due.paid:
        return Refused(Refusal.AWARD_PAID, clause)
    return Refused(Refusal.AWARD_CONFIRMED, clause) if due.confirmed else None


def key_award(draft: Draft, command: c.KeyAward) -> None:
    """Keyed once it stands, keyed again it is taken back."""
    index = _found(draft.state, command)
    draft.emit(e.AwardKeyed(index, not draft.state.round.awards[index].keyed))


def verify_confirm_award(table: Table, command: c.OfAward, _: Asking) -> Refused | None:
    """Why a supervisor cannot confirm this award."""
    clause = cite(table.rules, "meter award")
    if refused := _not_found(table, command, clause):
        return refused
    due = table.round.awards[_found(table, command)]
    if due.confirmed:
        return Refused(Refusal.AWARD_CONFIRMED, clause)
    return None if due.keyed else Refused(Refusal.AWARD_NOT_KEYED, clause)


def confirm_award(draft: Draft, command: c.ConfirmAward) -> None:
    """A supervisor has seen the cards and the amount."""
    draft.emit(e.AwardConfirmed(_found(draft.state, command)))


def verify_decline_award(table: Table, command: c.DeclineAward, asking: Asking) -> Refused | None:
    """Why this award cannot be declined: only one that could be confirmed."""
    if refused := verify_confirm_award(table, command, asking):
        return refused
    if not table.round.awards[_found(table, command)].award.off_the_meter:
        return Refused(Refusal.NOT_OFF_THE_METER, cite(table.rules, "meter award"))
    return None


def decline_award(draft: Draft, command: c.DeclineAward) -> None:
    """The meter keeps it; what others win is worked out anew, without this hand."""
    draft.emit(e.AwardDeclined(command.place, command.award))
    recognise_awards(draft)


def verify_order_meter_awards(
    table: Table, command: c.OrderMeterAwards, _: Asking
) -> Refused | None:
    """Why there is nothing for a supervisor to apply, or not so: the rules fix the order itself.

    New South Wales leaves nothing open (15.2.12 to 15.2.14). South Dakota has the hands taken one
    after another, counterclockwise; of what, when two fall in one round, is house procedure (R28).
    """
    rules = table.rules
    if rules.nsw:
        return Refused(Refusal.ORDER_FIXED, cite(rules, "jackpot order"))
    clause = cite(rules, "two meter awards")
    due = [due for due in table.round.awards if due.award.off_the_meter]
    places = tuple(one.award.place for one in due)
    if len(due) < 2 or due[-1].confirmed or table.round.meter_order == places:
        return Refused(Refusal.NOTHING_TO_ORDER, clause)
    if command.places != places:
        detail = f"The order is place {joined([*map(str, places)])}."
        return Refused(Refusal.ORDER_FIXED, cite(rules, "jackpot order"), detail)
    return None


def order_meter_awards(draft: Draft, command: c.OrderMeterAwards) -> None:
    """sd (18)(a)v: a supervisor has seen the hands and the meter, and applied the procedure."""
    jackpot = existing(draft.state.rules.jackpot, f"{command}: no jackpot")
    draft.emit(e.MeterAwardsOrdered(command.places, jackpot.meter_awards))


def verify_pay_award(table: Table, command: c.PayAward, _: Asking) -> Refused | None:
    """Why this award is not paid now."""
    clause = cite(table.rules, "jackpot order")
    if table.round.phase is not Phase.SETTLEMENT:
        return Refused(Refusal.WRONG_PHASE, clause)
    step = award_step(table)
    if step is None:
        return Refused(Refusal.NO_SUCH_AWARD, clause)
    if (step.place, step.award) != (command.place, command.award):
        return Refused(Refusal.NOT_THE_NEXT, clause, f"Next: {_named(step)}")
    if isinstance(step, c.KeyAward):
        return Refused(Refusal.AWARD_NOT_KEYED, cite(table.rules, "jackpot keying"))
    if isinstance(step, c.ConfirmAward):
        return Refused(Refusal.AWARD_NOT_CONFIRMED, cite(table.rules, "meter award"))
    return None


def pay_award(draft: Draft, command: c.PayAward) -> None:
    """Separately from all other winnings (15.2.7)."""
    draft.emit(e.AwardPaid(existing(next_award(draft.state), f"{command}: no award")))


def _awards_recognised(table: Table, event: e.AwardsRecognised) -> Table:
    awards = tuple(DueAward(award) for award in event.awards)
    return notified(with_round(table, awards=table.round.awards + awards), event.notices)


def _due(table: Table, index: int, **changes: Any) -> Table:
    awards = table.round.awards
    changed = evolve(awards[index], **changes)
    return with_round(table, awards=(*awards[:index], changed, *awards[index + 1 :]))


def _awards_corrected(table: Table, event: e.AwardsCorrected) -> Table:
    awards = tuple(
        DueAward(award, keyed=paid, confirmed=paid, paid=paid)
        for award, paid in zip(event.awards, event.paid, strict=True)
    )
    return metered(owing(with_round(table, awards=awards), event.give_back))


HANDLERS: Handlers = {
    c.KeyAward: Handler(verify_key_award, key_award),
    c.ConfirmAward: Handler(verify_confirm_award, confirm_award),
    c.DeclineAward: Handler(verify_decline_award, decline_award),
    c.OrderMeterAwards: Handler(verify_order_meter_awards, order_meter_awards),
    c.PayAward: Handler(verify_pay_award, pay_award),
    c.FinishSettlement: Handler(verify_finish_settlement, Emits(e.SettlementFinished)),
}

FOLDS: Folds = {
    e.AwardsRecognised: _awards_recognised,
    e.MeterAwardsFixed: with_awards_fixed,
    e.AwardKeyed: lambda table, event: _due(table, event.index, keyed=event.on),
    e.AwardConfirmed: lambda table, event: _due(table, event.index, confirmed=True),
    e.AwardDeclined: lambda table, event: with_round(
        table, declined=table.round.declined | {event.place}
    ),
    e.MeterAwardsOrdered: lambda table, event: with_round(table, meter_order=event.places),
    e.AwardPaid: lambda table, event: metered(
        with_round(_due(table, event.index, paid=True), conceding=None)
    ),
    e.SettlementFinished: unchanged,
    e.AwardsCorrected: _awards_corrected,
}
