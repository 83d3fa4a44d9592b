"""Jackpot awards: key, have them confirmed, pay, in the order of the rules (15.2; sd (18))."""

from typing import Final

from controller.cards.plan import known
from controller.domain.base import existing
from controller.domain.words import dollars
from controller.games.bonus.commands import KeyAward
from controller.games.bonus.jackpot.awards import Award, Claim, Kind, envy_awards, grade
from controller.games.bonus.paytables import AwardLine
from controller.games.bonus.round.awards import OWN, award_due, award_step, eligible
from controller.games.bonus.round.citations import cite
from controller.games.bonus.round.guidance.base import Guidance
from controller.games.bonus.round.guidance.words import (
    award_name,
    jackpot_name,
    number,
    places,
    supervisor,
)
from controller.games.bonus.round.pool import wagered
from controller.games.bonus.round.state import Place, Table
from controller.games.bonus.rules import JackpotRules, TableRules

_PAID_BY: Final = {
    Kind.PROGRESSIVE: "jackpot order",
    Kind.FIXED: "fixed award",
    Kind.BONUS: "bonus jackpot",
    Kind.ENVY: "envy",
}


def procedure_due(table: Table) -> bool:
    """sd (18)(a)v, R28: is this one of several awards off the meter, and no supervisor has applied
    the house procedure yet?"""
    if table.rules.nsw or not isinstance(award_step(table), KeyAward):
        return False
    meter = table.round.meter_awards()
    applied = table.round.meter_order == tuple(award.place for award in meter)
    return len(meter) > 1 and _next(table) in meter and not applied


def apply_procedure(table: Table) -> Guidance:
    """A second award off the meter is not keyed as a matter of course."""
    award, meter = _next(table), table.round.meter_awards()
    stands_at = existing(table.meter, "awards off no meter").value
    text = (
        f"Stop: {number(len(meter))} awards from the meter in this round. Show a supervisor the "
        f"hands of {places([one.place for one in meter])} and the meter at "
        f"{dollars(stands_at)}. Once the supervisor has applied the house procedure, "
        f"key {award_text(table.rules, award)} of place {award.place}."
    )
    return Guidance(text, place=award.place)


def key_award(table: Table) -> Guidance:
    """R30: `sd` calls a supervisor to every winner; every award off the meter needs one."""
    rules, award = table.rules, _next(table)
    calls = not rules.nsw or award.off_the_meter
    text = f"Key {award_text(rules, award)} of place {award.place}"
    text = f"{text} and call {supervisor(rules)}." if calls else f"{text}."
    return Guidance(text, place=award.place)


def confirm_award(table: Table) -> Guidance:
    """15.2.9: a supervisor sees the cards and the amount."""
    rules, award = table.rules, _next(table)
    what = f"{award_text(rules, award)} of place {award.place}"
    text = f"Have {supervisor(rules)} confirm {what}: {amount_text(award)}."
    return Guidance(text, place=award.place)


def pay_award(table: Table) -> Guidance:
    """15.2.7: apart from all other winnings."""
    rules, award = table.rules, _next(table)
    text = f"Pay place {award.place} {award_text(rules, award)}: {amount_text(award)}."
    if award.kind in OWN and award.place not in envy_hands(table):
        text = f"{text} Then {cleared(rules)}."
    return Guidance(text, cite(rules, _PAID_BY[award.kind]), award.place)


def _next(table: Table) -> Award:
    return existing(award_due(table), "no award is due").award


def award_text(rules: TableRules, award: Award) -> str:
    """What an award is called."""
    name = award_name(rules, award.award)
    if award.kind is Kind.BONUS:
        return f"the Bonus Jackpot for the {name}"
    if award.kind is Kind.ENVY:
        return f"the envy payout for the {name}"
    return f"the {jackpot_name(rules)} award for the {name}"


def amount_text(award: Award) -> str:
    """R17, R21, R22, R29: from the tray, by the house, or off the meter with what it adds."""
    amount = dollars(award.amount)
    if award.kind is Kind.BONUS:
        return f"{amount} from the house"
    if not award.off_the_meter:
        return f"{amount} from the tray"
    meter = dollars(award.from_meter)
    if not award.from_house:
        return f"{amount} from the meter"
    return (
        f"{amount}, of which {meter} from the meter and {dollars(award.from_house)} from the house"
    )


def cleared(rules: TableRules) -> str:
    """10.12: what becomes of a hand that is done with."""
    if rules.nsw:
        return "prove the cards and put them in the discard rack"
    return "put the cards away"


def wins_award(table: Table, place: Place) -> bool:
    """Does the hand just turned win an award of its own, whatever becomes due later?"""
    jackpot = table.rules.jackpot
    if jackpot is None or not eligible(table, place):
        return False
    return _line(table, jackpot, place) is not None


def envy_hands(table: Table) -> tuple[int, ...]:
    """The hands settled so far that set off envy for another place."""
    places_ = table.round.places
    return tuple(one.number for one in places_ if one.settled and sets_off_envy(table, one))


def sets_off_envy(table: Table, place: Place) -> bool:
    """sd (18)(b): does this hand, which is face up, give another place an envy payout?"""
    jackpot = table.rules.jackpot
    if jackpot is None or table.rules.nsw or not place.playing:
        return False
    bettors = [one.number for one in table.round.places if wagered(one)]
    claim = Claim(place.number, _line(table, jackpot, place))
    return bool(envy_awards(jackpot, [claim], bettors))


def _line(table: Table, jackpot: JackpotRules, place: Place) -> AwardLine | None:
    board = known(table.round.community[: table.round.revealed])
    return grade(jackpot.schedule, known(place.cards), board)
