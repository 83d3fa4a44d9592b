"""Jackpot awards: key, have them confirmed, pay, in the order of the rules (15.2; sd (18))."""

from controller.domain.rules import TableRules
from controller.jackpot.awards import Award, Kind
from controller.round.awards import OWN
from controller.round.citations import cite
from controller.round.guidance.base import Guidance
from controller.round.guidance.words import award_name, jackpot_name
from controller.round.state import Table


def award_step(table: Table, index: int) -> Guidance:
    """What is to be done about the award that comes next."""
    due, rules = table.round.awards[index], table.rules
    award = due.award
    if award.kind in OWN and not due.keyed:
        return _key(rules, award)
    if award.kind is Kind.PROGRESSIVE and not due.confirmed:
        what = f"{award_text(rules, award)} of place {award.place}"
        text = f"Have a supervisor confirm {what}: {amount_text(award)}."
        return Guidance(text, cite(rules, "meter award"), award.place)
    text = f"Pay place {award.place} {award_text(rules, award)}: {amount_text(award)}."
    return Guidance(text, cite(rules, _paid_by(award)), award.place)


def _key(rules: TableRules, award: Award) -> Guidance:
    """R30: `sd` calls a supervisor to every winner; every award off the meter needs one."""
    calls = not rules.nsw or award.kind is Kind.PROGRESSIVE
    text = f"Key {award_text(rules, award)} of place {award.place}"
    text = f"{text} and call a supervisor." if calls else f"{text}."
    return Guidance(text, cite(rules, "jackpot keying"), award.place)


def award_text(rules: TableRules, award: Award) -> str:
    """What an award is called."""
    name = award_name(rules, award.award)
    if award.kind is Kind.BONUS:
        return f"the Bonus Jackpot for the {name}"
    if award.kind is Kind.ENVY:
        return f"the envy payout for the {name}"
    return f"the {jackpot_name(rules)} award for the {name}"


def amount_text(award: Award) -> str:
    """R21: what comes off the meter, and what the house adds."""
    amount = award.amount.display()
    if award.kind is not Kind.PROGRESSIVE:
        return f"{amount} from the tray"
    meter = award.from_meter.display()
    if not award.from_house:
        return f"{amount} off the meter"
    return (
        f"{amount}, of which {meter} off the meter and {award.from_house.display()} from the house"
    )


def _paid_by(award: Award) -> str:
    return {
        Kind.PROGRESSIVE: "jackpot order",
        Kind.FIXED: "fixed award",
        Kind.BONUS: "bonus jackpot",
        Kind.ENVY: "envy",
    }[award.kind]
