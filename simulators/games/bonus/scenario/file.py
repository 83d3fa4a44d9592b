"""The scenario file: its keys, its checks, and errors that name file, round and field.

What the format cannot mean is wrong: an amount on a street where the hand checks or folds, a key
that would change what an event does where the event takes none, a forfeit or a turn of a place
without a hand. What only goes beyond what falls due is let pass, since generators write it: any
decision, amount or concession behind a fold or an early end, a `place` that an event does not ask
for, a place that forfeits twice.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from controller.domain.dealing import Dealing
from controller.games.bonus.commands import Irregularity
from controller.games.bonus.rules import Method, RuleSet, Street, TableRules
from controller.games.bonus.table_rules import table_rules
from controller.games.bonus.wagers import Choice
from simulators.faults import Trouble
from simulators.games.bonus.scenario.sections import (
    EventSection,
    FaultSection,
    HandSection,
    RoundSection,
    ScenarioFile,
)
from simulators.scenario.faults import problem_with
from simulators.scenario.messages import Problem, at_field, one_of, seen
from simulators.scenario.reading import WrongScenario, checked_content, read_content

AT_A_HAND = (
    Irregularity.INVALID_WAGER,
    Irregularity.DEEMED_FOLD,
    Irregularity.FLOP_WAGER_CORRECTED,
)
TAKEN_BY = {
    "card": Irregularity.COMMUNITY_CARD_EXPOSED,
    "handled": Irregularity.CARDS_TO_EMPTY_BOX,
    "forfeit": Irregularity.OUTCOME_INVALIDATED,
}
"""Keys that only one event takes."""


class Scenario:
    """A file that was read and found right."""

    def __init__(self, name: str, content: ScenarioFile) -> None:
        self.name = name
        self.content = content
        self.rules = _rules(name, content)
        for number, round_ in enumerate(content.rounds, 1):
            for field, why in _problems(self.rules, round_):
                raise self.wrong(number, field, why)

    def wrong(self, round_: int, field: str, message: str) -> WrongScenario:
        """An error at a field of a round."""
        return WrongScenario(f"{self.name}: round {round_}: {field}: {message}")


def read_scenario(path: Path, name: str | None = None) -> Scenario:
    """Read and check a scenario file; `name` is the file as the user gave it."""
    name = name or str(path)
    return checked_scenario(name, read_content(path, name))


def checked_scenario(name: str, content: dict[str, Any]) -> Scenario:
    """A scenario from what its TOML says."""
    return Scenario(name, checked_content(name, ScenarioFile, content))


def _rules(name: str, content: ScenarioFile) -> TableRules:
    dealing = Dealing(content.dealing) if content.dealing else None
    ruleset, method = RuleSet(content.ruleset), Method(content.method)
    try:
        return table_rules(
            ruleset, method, dealing, content.places, content.limits, content.jackpot
        )
    except ValueError as wrong:
        raise WrongScenario(f"{name}: {wrong}") from wrong


def _problems(rules: TableRules, round_: RoundSection) -> Iterator[Problem]:
    """What can be seen without dealing, the first first."""
    places: set[int] = set()
    for index, hand in enumerate(round_.hands, 1):
        field = f"hands[{index}]"
        if not 1 <= hand.place <= rules.places:
            yield f"{field}.place", f"{hand.place} seen: expected 1 to {rules.places}"
        if hand.place in places:
            yield f"{field}.place", f"{hand.place} seen twice: expected one hand a place"
        places.add(hand.place)
        yield from at_field(field, _hand_problems(rules, hand))
    for index, event in enumerate(round_.events, 1):
        yield from at_field(f"events[{index}]", _event_problems(rules, event, places))
    for index, fault in enumerate(round_.faults, 1):
        yield from at_field(f"faults[{index}]", _fault_problems(rules, fault, round_.hands))


def _fault_problems(
    rules: TableRules, fault: FaultSection, hands: Sequence[HandSection]
) -> Iterator[Problem]:
    """A contact sticks under a chip: closed without one, it would be a wager of nobody."""
    fitted = ["keypad", "reader", *(["sensors", "lamps", "sign"] if rules.jackpot else [])]
    if rules.dealing is not Dealing.HAND:
        fitted.append(rules.dealing.value)
    if problem := problem_with(fault, fitted):
        yield problem
    if fault.fault != Trouble.STUCK_SENSOR:
        if fault.place is not None:
            yield "place", f"{fault.place} seen: expected it only with {Trouble.STUCK_SENSOR}"
        return
    if fault.during != "wagers":
        why = "expected 'wagers', a contact sticks under a chip"
        yield "during", f"{seen(fault.during)} seen: {why}"
    if fault.place not in (places := [hand.place for hand in hands if hand.jackpot]):
        among = one_of([str(place) for place in places]) if places else "a round with one"
        yield "place", f"{fault.place} seen: expected a place with a jackpot wager, {among}"


def _hand_problems(rules: TableRules, hand: HandSection) -> Iterator[Problem]:
    if hand.bonus is not None and rules.ante_bonus is None:
        why = f"expected none, {rules.ruleset} offers no bonus wager"
        yield "bonus", f"'{hand.bonus}' seen: {why}"
    if hand.jackpot and rules.jackpot is None:
        yield "jackpot", "true seen: expected false, the table has no [jackpot]"
    if hand.concede and not rules.concession_offered:
        yield "concede", f"true seen: expected false, {rules.ruleset} has no concession"
    for street in Street:
        choice, amount = hand.choice(street), hand.amount(street)
        if choice is None:
            return
        if choice not in rules.offered(street):
            why = f"expected {' or '.join(rules.offered(street))}, as {rules.ruleset} has it there"
            yield f"decisions[{street.order + 1}]", f"'{choice}' seen: {why}"
        if amount is not None and choice is not Choice.BET:
            yield street, f"'{amount}' seen: expected no amount where the decision is {choice}"
        if choice is Choice.FOLD:
            return


def _event_problems(rules: TableRules, event: EventSection, hands: set[int]) -> Iterator[Problem]:
    """The keys that the event needs are there, those it does not take are not."""
    for key, event_name in TAKEN_BY.items():
        value = getattr(event, key)
        if value and event.name != event_name:
            yield key, f"{seen(value)} seen: expected it only with {event_name}"
    if event.name == Irregularity.COMMUNITY_CARD_EXPOSED and event.card is None:
        yield "card", f"missing: {event.name} needs a card"
    yield from _place_problems(rules, event, hands)


def _place_problems(rules: TableRules, event: EventSection, hands: set[int]) -> Iterator[Problem]:
    """A place is one of the layout; what is done to a hand is done at a place that has one."""
    if event.name in (*AT_A_HAND, Irregularity.CARDS_TO_EMPTY_BOX) and event.place is None:
        yield "place", f"missing: {event.name} needs a place"
    if isinstance(event.place, str) and event.name != Irregularity.WRONG_CARD_COUNT:
        why = f"expected the number of a place with {event.name}"
        yield "place", f"{event.place!r} seen: {why}"
    layout = set(range(1, rules.places + 1))
    named = [("after_place", event.after_place, hands)]
    if isinstance(event.place, int):
        named.append(("place", event.place, hands if event.name in AT_A_HAND else layout))
    named += [(f"forfeit[{index}]", place, hands) for index, place in enumerate(event.forfeit, 1)]
    for key, place, allowed in named:
        if place is None or place in allowed:
            continue
        expected = f"1 to {rules.places}"
        if place in layout:
            expected = f"a place with a hand, {one_of(sorted(hands))}"
        yield key, f"{place} seen: expected {expected}"
