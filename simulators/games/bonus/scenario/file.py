"""The scenario file: its keys, its checks, and errors that name file, round and field.

What the format cannot mean is wrong: an amount on a street where the hand checks or folds, a key
that would change what an event does where the event takes none, a forfeit or a turn of a place
without a hand. What only goes beyond what falls due is let pass, since generators write it: any
decision, amount or concession behind a fold or an early end, a `place` that an event does not ask
for, a place that forfeits twice.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from controller.domain.dealing import Dealing
from controller.games.bonus.commands import Irregularity
from controller.games.bonus.rules import Method, RuleSet, Street, TableRules
from controller.games.bonus.table_rules import table_rules
from controller.games.bonus.wagers import Choice
from simulators.faults import Trouble
from simulators.games.bonus.scenario.sections import (
    KEYS,
    EventSection,
    FaultSection,
    HandSection,
    RoundSection,
    ScenarioFile,
)
from simulators.scenario.faults import problem_with
from simulators.scenario.messages import explain, one_of, seen
from simulators.scenario.reading import WrongScenario, read_content

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
            _check_round(self, number, round_)

    def wrong(self, round_: int, field: str, message: str) -> WrongScenario:
        """An error at a field of a round."""
        return WrongScenario(f"{self.name}: round {round_}: {field}: {message}")


def read_scenario(path: Path, name: str | None = None) -> Scenario:
    """Read and check a scenario file; `name` is the file as the user gave it."""
    name = name or str(path)
    return checked_scenario(name, read_content(path, name))


def checked_scenario(name: str, content: dict[str, Any]) -> Scenario:
    """A scenario from what its TOML says."""
    try:
        return Scenario(name, ScenarioFile.model_validate(content))
    except ValidationError as wrong:
        raise WrongScenario(explain(name, wrong, KEYS)) from wrong


def _rules(name: str, content: ScenarioFile) -> TableRules:
    dealing = Dealing(content.dealing) if content.dealing else None
    ruleset, method = RuleSet(content.ruleset), Method(content.method)
    try:
        return table_rules(
            ruleset, method, dealing, content.places, content.limits, content.jackpot
        )
    except ValueError as wrong:
        raise WrongScenario(f"{name}: {wrong}") from wrong


def _check_round(scenario: Scenario, number: int, round_: RoundSection) -> None:
    """What can be seen without dealing."""
    rules = scenario.rules
    places: set[int] = set()
    for index, hand in enumerate(round_.hands, 1):
        field = f"hands[{index}]"
        if not 1 <= hand.place <= rules.places:
            raise scenario.wrong(
                number, f"{field}.place", f"{hand.place} seen: expected 1 to {rules.places}"
            )
        if hand.place in places:
            raise scenario.wrong(
                number, f"{field}.place", f"{hand.place} seen twice: expected one hand a place"
            )
        places.add(hand.place)
        _check_hand(scenario, number, field, hand)
    for index, event in enumerate(round_.events, 1):
        _check_event(scenario, number, f"events[{index}]", event, places)
    for index, fault in enumerate(round_.faults, 1):
        _check_fault(scenario, number, f"faults[{index}]", fault, round_.hands)


def _check_fault(
    scenario: Scenario, number: int, field: str, fault: FaultSection, hands: Sequence[HandSection]
) -> None:
    rules = scenario.rules
    fitted = ["keypad", "reader", *(["sensors", "lamps", "sign"] if rules.jackpot else [])]
    if rules.dealing is not Dealing.HAND:
        fitted.append(rules.dealing.value)
    if problem := problem_with(fault, fitted):
        key, why = problem
        raise scenario.wrong(number, f"{field}.{key}", why)
    _check_sensor(scenario, number, field, fault, hands)


def _check_sensor(
    scenario: Scenario, number: int, field: str, fault: FaultSection, hands: Sequence[HandSection]
) -> None:
    """A contact sticks under a chip: closed without one, it would be a wager of nobody."""
    if fault.fault != Trouble.STUCK_SENSOR:
        if fault.place is not None:
            why = f"{fault.place} seen: expected it only with {Trouble.STUCK_SENSOR}"
            raise scenario.wrong(number, f"{field}.place", why)
        return
    if fault.during != "wagers":
        why = f"{seen(fault.during)} seen: expected 'wagers', a contact sticks under a chip"
        raise scenario.wrong(number, f"{field}.during", why)
    if fault.place not in (places := [hand.place for hand in hands if hand.jackpot]):
        among = one_of([str(place) for place in places]) if places else "a round with one"
        why = f"{fault.place} seen: expected a place with a jackpot wager, {among}"
        raise scenario.wrong(number, f"{field}.place", why)


def _check_hand(scenario: Scenario, number: int, field: str, hand: HandSection) -> None:
    rules = scenario.rules
    if hand.bonus is not None and rules.ante_bonus is None:
        raise scenario.wrong(
            number,
            f"{field}.bonus",
            f"'{hand.bonus}' seen: expected none, {rules.ruleset} offers no bonus wager",
        )
    if hand.jackpot and rules.jackpot is None:
        raise scenario.wrong(
            number, f"{field}.jackpot", "true seen: expected false, the table has no [jackpot]"
        )
    if hand.concede and not rules.concession_offered:
        raise scenario.wrong(
            number,
            f"{field}.concede",
            f"true seen: expected false, {rules.ruleset} has no concession",
        )
    for street in Street:
        choice = hand.choice(street)
        if choice is None:
            return
        if choice not in rules.offered(street):
            offered = " or ".join(rules.offered(street))
            raise scenario.wrong(
                number,
                f"{field}.decisions[{street.order + 1}]",
                f"'{choice}' seen: expected {offered}, as {rules.ruleset} has it there",
            )
        if hand.amount(street) is not None and choice is not Choice.BET:
            raise scenario.wrong(
                number,
                f"{field}.{street}",
                f"'{hand.amount(street)}' seen: expected no amount where the decision is {choice}",
            )
        if choice is Choice.FOLD:
            return


def _check_event(
    scenario: Scenario, number: int, field: str, event: EventSection, hands: set[int]
) -> None:
    """The keys that the event needs are there, those it does not take are not."""
    for key, event_name in TAKEN_BY.items():
        value = getattr(event, key)
        if value and event.name != event_name:
            expected = f"expected it only with {event_name}"
            raise scenario.wrong(number, f"{field}.{key}", f"{seen(value)} seen: {expected}")
    if event.name == Irregularity.COMMUNITY_CARD_EXPOSED and event.card is None:
        raise scenario.wrong(number, f"{field}.card", f"missing: {event.name} needs a card")
    _check_places(scenario, number, field, event, hands)


def _check_places(
    scenario: Scenario, number: int, field: str, event: EventSection, hands: set[int]
) -> None:
    """A place is one of the layout; what is done to a hand is done at a place that has one."""
    numbered = (*AT_A_HAND, Irregularity.CARDS_TO_EMPTY_BOX)
    if event.name in numbered and event.place is None:
        raise scenario.wrong(number, f"{field}.place", f"missing: {event.name} needs a place")
    if isinstance(event.place, str) and event.name != Irregularity.WRONG_CARD_COUNT:
        expected = f"expected the number of a place with {event.name}"
        raise scenario.wrong(number, f"{field}.place", f"{event.place!r} seen: {expected}")
    layout = set(range(1, scenario.rules.places + 1))
    named = [("after_place", event.after_place, hands)]
    if isinstance(event.place, int):
        named.append(("place", event.place, hands if event.name in AT_A_HAND else layout))
    named += [(f"forfeit[{index}]", place, hands) for index, place in enumerate(event.forfeit, 1)]
    for key, place, allowed in named:
        if place is None or place in allowed:
            continue
        expected = f"expected 1 to {scenario.rules.places}"
        if place in layout:
            expected = f"expected a place with a hand, {one_of(sorted(hands))}"
        raise scenario.wrong(number, f"{field}.{key}", f"{place} seen: {expected}")
