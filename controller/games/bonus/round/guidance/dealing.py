"""The deal, card by card: to whom the next card goes, and how many (rules 7; sd (3), (4))."""

from controller.cards.plan import DealPlan, Slot, To
from controller.domain.base import existing
from controller.domain.dealing import Dealing
from controller.games.bonus.round.citations import cite
from controller.games.bonus.round.guidance.base import Guidance
from controller.games.bonus.round.guidance.words import number, places, sentence, street_name
from controller.games.bonus.round.pool import chips_to_take
from controller.games.bonus.round.state import Table
from controller.games.bonus.rules import Street, TableRules

_COMMUNITY = 5
_SPREAD = (
    "Spread the five community cards face down from left to right: "
    "top card on River, second on Turn, bottom three on Flop."
)


def look_at_cards(_: Table) -> Guidance:
    """All cards of the deal are out."""
    return Guidance("All hole cards are down. Let the players look at their cards.")


def take_chips(table: Table) -> Guidance:
    """sd (3): the first card waits for it."""
    chips = places(chips_to_take(table))
    text = f"Take all progressive wagers off the table: {chips}."
    return Guidance(f"{text} Deal no card until the sensors confirm it.")


def deal(table: Table) -> Guidance:
    """The next card or cards out of the device."""
    rules, round_, out = table.rules, table.round, len(table.round.drawn)
    plan = existing(round_.plan, f"round {round_.number}: a deal without a plan")
    if not rules.nsw:
        return _by_hand(rules, plan, out)
    if rules.dealing is Dealing.SHUFFLER:
        return _from_shuffler(rules, plan, out)
    return _from_shoe(rules, plan, out)


def _to(slot: Slot) -> str:
    return f"place {slot.place}" if slot.to is To.PLACE else "yourself"


def _at(slot: Slot) -> int | None:
    return slot.place if slot.to is To.PLACE else None


def _whose(slot: Slot) -> str:
    return "to place" if slot.to is To.PLACE else "to dealer"


def _from_shuffler(rules: TableRules, plan: DealPlan, out: int) -> Guidance:
    """7.2.1 to 7.2.4: a stack of five, then two cards at a time."""
    if out < _COMMUNITY:
        rest = _COMMUNITY - out
        which = "five cards" if rest == _COMMUNITY else f"{number(rest)} more of the five cards"
        text = f"Deal {which} face down in one stack on the first Flop box."
        return Guidance(text, cite(rules, "stack"), cards=rest)
    slot = plan.slots[out]
    rest = plan.slots[out:].count(slot)
    which = "two cards together" if rest == 2 else "the second card"
    text = f"deal {which}, face down, to {_to(slot)}."
    if out == _COMMUNITY:
        text, clause = f"{_SPREAD} Then {text}", cite(rules, "spread")
    else:
        text, clause = sentence(text), cite(rules, _whose(slot))
    return Guidance(text, clause, _at(slot), rest)


def _from_shoe(rules: TableRules, plan: DealPlan, out: int) -> Guidance:
    """7.3.1 to 7.3.5: the five community cards singly, then one card each, twice."""
    if out < _COMMUNITY:
        street = Street.FLOP if out < 3 else (Street.TURN, Street.RIVER)[out - 3]
        text = (
            f"Deal the community cards singly, face down, from left to right: "
            f"card {out + 1} of {_COMMUNITY} goes on {street_name(rules, street)}."
        )
        return Guidance(text, cite(rules, "community, shoe"), cards=_COMMUNITY - out)
    slot = plan.slots[out]
    turn = _first_or_second(plan, out)
    text = f"Deal the {turn} card, face down, to {_to(slot)}."
    return Guidance(text, cite(rules, f"{_whose(slot)}, {turn}"), _at(slot), 1)


def _by_hand(rules: TableRules, plan: DealPlan, out: int) -> Guidance:
    """(3), (4): one card at a time, clockwise from the dealer's left, the dealer last."""
    slot = plan.slots[out]
    text = f"Deal the {_first_or_second(plan, out)} card, face down, to {_to(slot)}."
    return Guidance(text, cite(rules, _whose(slot)), _at(slot), 1)


def _first_or_second(plan: DealPlan, out: int) -> str:
    return "second" if plan.slots[out] in plan.slots[:out] else "first"
