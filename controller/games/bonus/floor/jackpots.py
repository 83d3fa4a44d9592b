"""The jackpot at this table: offered, failed, switched off, and by which method (11.14, 15; (18)).

It is offered only with all its figures and with a sign that shows them. When its equipment fails
no round begins until a gaming supervisor approves play without it.
"""

from typing import Final

from controller.domain.base import evolve, existing
from controller.domain.kernel import Asking, Emits, Folds, Handler, Handlers, becomes
from controller.domain.money import ZERO, Money
from controller.domain.refusals import Refused
from controller.domain.words import joined
from controller.floor.base import Command, Event
from controller.floor.citations import cite, refuse
from controller.floor.equipment import works
from controller.floor.refusals import FloorRefusal
from controller.floor.tasks import INSPECTOR, raise_task
from controller.games.bonus.floor.refusals import BonusFloorRefusal
from controller.games.bonus.floor.state import BonusFloor, Draft, JackpotState, ShownOn
from controller.games.bonus.paytables import Schedule
from controller.games.bonus.powers import BonusAction
from controller.games.bonus.rules import JackpotRules, Method, RuleSet, TableRules
from controller.staff.powers import Nobody

# fmt: off
FIGURES_2024: Final = {
    # 15.2.9           percent  guarantee             amount
    "royal-flush":    (100,     Money.parse("50000"), ZERO),
    "straight-flush": (10,      Money.parse("5000"),  ZERO),
    "four-of-a-kind": (0,       ZERO,                 Money.parse("500")),
    "full-house":     (0,       ZERO,                 Money.parse("150")),
    "flush":          (0,       ZERO,                 Money.parse("100")),
}
# fmt: on


SENSORS: Final = "sensors"
"""The device that records jackpot wagers (2.2.2.3)."""
SIGN: Final = "sign"
"""The device that shows the meter (2.4.3)."""


class EnableJackpot(Command, action=BonusAction.OFFER_JACKPOT):
    """The jackpot is offered, or offered again; a sign shows its schedule."""

    shown_on: ShownOn | None


class ReportJackpotFailed(Command, action=Nobody.OBSERVED):
    """11.14: recording equipment or meter display has failed."""

    what: str


class ApproveWithoutJackpot(Command, action=BonusAction.SUSPEND_JACKPOT):
    """11.14: the gaming supervisor lets the game go on without the jackpot."""


class SwitchOffJackpot(Command, action=BonusAction.WITHDRAW_JACKPOT):
    """The jackpot is not offered any more."""


class SetMethod(Command, action=BonusAction.SET_METHOD):
    """1.1: how folded cards are treated, and which other games the jackpot is linked with."""

    method: Method
    linked_games: tuple[str, ...]


class JackpotEnabled(Event):
    shown_on: ShownOn
    schedule: str


class JackpotFailed(Event):
    what: str
    round: int | None
    """The round in progress, which has to follow R38."""


class WithoutJackpotApproved(Event):
    clause: str | None


class JackpotWithdrawn(Event):
    pass


class MethodSet(Event):
    before: Method
    method: Method
    linked_games: tuple[str, ...]


def verify_method(
    floor: BonusFloor, method: Method, linked_games: tuple[str, ...]
) -> Refused | None:
    """1.1: Method B where the jackpot is linked with another poker derivative."""
    rules = floor.rules
    if rules.ruleset is not RuleSet.NSW_2024:
        if method is Method.A:
            return None
        detail = "The table is set to Method B."
        return refuse(rules, BonusFloorRefusal.METHOD_NOT_ALLOWED, "method", detail)
    if rules.jackpot is not None and linked_games and method is Method.A:
        detail = f"Linked with {', '.join(linked_games)}: Method B is compulsory."
        return refuse(rules, BonusFloorRefusal.METHOD_NOT_ALLOWED, "method", detail)
    return None


def round_rules(floor: BonusFloor) -> TableRules:
    """What the next round plays by: no jackpot while it is not offered."""
    if floor.jackpot is JackpotState.ON:
        return floor.rules
    return evolve(floor.rules, jackpot=None)


def missing_figures(ruleset: RuleSet, jackpot: JackpotRules) -> str:
    """What the jackpot lacks to be offered; nothing where it is complete."""
    schedule = jackpot.schedule
    if ruleset not in schedule.rulesets:
        return f"a schedule for {ruleset} (the table has {schedule.name})"
    if jackpot.wager <= 0:
        return "the wager"
    if ruleset is RuleSet.SD:
        return ""
    unpaid = [award for award in FIGURES_2024 if not _pays(schedule, award)]
    if unpaid:
        return f"the payout for {', '.join(unpaid)}"
    wrong = [award for award in FIGURES_2024 if not _as_approved(schedule, award)]
    if ruleset is RuleSet.NSW_2024 and wrong:
        return f"the approved payout for {', '.join(wrong)}"
    majors = [line for line in schedule.lines if line.percent > 0]
    if jackpot.bonus_offered and not all(line.bonus > 0 for line in majors):
        return "the bonus jackpot amounts"
    return ""


def _pays(schedule: Schedule, award: str) -> bool:
    line = schedule.line(award)
    return line is not None and (line.percent > 0 or line.amount > 0)


def _as_approved(schedule: Schedule, award: str) -> bool:
    line = schedule.line(award)
    return line is not None and FIGURES_2024[award] == (line.percent, line.guarantee, line.amount)


def _verify_enable(floor: BonusFloor, command: EnableJackpot, _: Asking) -> Refused | None:
    rules = floor.rules
    if rules.jackpot is None:
        return refuse(rules, BonusFloorRefusal.JACKPOT_ABSENT, "jackpot figures")
    if floor.round is not None:
        return refuse(rules, FloorRefusal.ROUND_IN_PROGRESS, "jackpot figures")
    if floor.jackpot is JackpotState.ON:
        return refuse(rules, BonusFloorRefusal.JACKPOT_STATE, None, "It is already offered.")
    if missing := missing_figures(rules.ruleset, rules.jackpot):
        fact = "bonus jackpot" if "bonus" in missing else "jackpot figures"
        return refuse(rules, BonusFloorRefusal.NO_FIGURES, fact, f"Missing: {missing}.")
    if command.shown_on is None:
        return refuse(rules, BonusFloorRefusal.SIGN_NOT_CONFIRMED, "jackpot figures")
    return _verify_equipment(floor)


def _verify_equipment(floor: BonusFloor) -> Refused | None:
    """2.2.2.3, 2.4.3: a sensor at every place in use; sensors and meter display work."""
    for device in (SENSORS, SIGN):
        if not works(floor, device):
            detail = f"Check the {device}."
            return refuse(floor.rules, FloorRefusal.DEVICE_FAILED, "jackpot failed", detail)
    bare = [s.place for s in floor.seats if not s.closed and not floor.has_sensor(s.place)]
    if not bare:
        return None
    detail = f"There is none at place {joined([*map(str, bare)])}."
    return refuse(floor.rules, BonusFloorRefusal.NO_SENSOR, "jackpot areas", detail)


def _enable(draft: Draft, command: EnableJackpot) -> None:
    jackpot = existing(draft.state.rules.jackpot, "no jackpot to enable")
    shown_on = existing(command.shown_on, "a jackpot without a sign")
    draft.emit(JackpotEnabled(shown_on, jackpot.schedule.name))


def _verify_failed(floor: BonusFloor, _: ReportJackpotFailed, __: Asking) -> Refused | None:
    if floor.jackpot is not JackpotState.ON:
        return refuse(floor.rules, BonusFloorRefusal.JACKPOT_STATE, "jackpot failed")
    return None


def _failed(draft: Draft, command: ReportJackpotFailed) -> None:
    mark = draft.state.round
    draft.emit(JackpotFailed(command.what, mark.number if mark else None))
    raise_task(draft, INSPECTOR, f"jackpot equipment: {command.what}", "jackpot failed")


def _verify_approve(floor: BonusFloor, _: ApproveWithoutJackpot, __: Asking) -> Refused | None:
    if floor.jackpot is not JackpotState.FAILED:
        return refuse(floor.rules, BonusFloorRefusal.JACKPOT_STATE, "jackpot failed")
    return None


def _approve(draft: Draft, _: ApproveWithoutJackpot) -> None:
    draft.emit(WithoutJackpotApproved(cite(draft.state.rules, "jackpot failed")))


def _verify_off(floor: BonusFloor, _: SwitchOffJackpot, __: Asking) -> Refused | None:
    if floor.jackpot is not JackpotState.ON:
        return refuse(floor.rules, BonusFloorRefusal.JACKPOT_STATE)
    if floor.round is not None:
        return refuse(floor.rules, FloorRefusal.ROUND_IN_PROGRESS)
    return None


def _verify_set_method(floor: BonusFloor, command: SetMethod, _: Asking) -> Refused | None:
    if floor.round is not None:
        return refuse(floor.rules, FloorRefusal.ROUND_IN_PROGRESS, "method")
    return verify_method(floor, command.method, command.linked_games)


def _set_method(draft: Draft, command: SetMethod) -> None:
    before = draft.state.rules.method
    draft.emit(MethodSet(before, command.method, command.linked_games))


def _method_set(floor: BonusFloor, event: MethodSet) -> BonusFloor:
    rules = evolve(floor.rules, method=event.method)
    return evolve(floor, rules=rules, linked_games=event.linked_games)


HANDLERS: Handlers = {
    EnableJackpot: Handler(_verify_enable, _enable),
    ReportJackpotFailed: Handler(_verify_failed, _failed),
    ApproveWithoutJackpot: Handler(_verify_approve, _approve),
    SwitchOffJackpot: Handler(_verify_off, Emits(JackpotWithdrawn)),
    SetMethod: Handler(_verify_set_method, _set_method),
}

FOLDS: Folds = {
    JackpotEnabled: lambda floor, event: evolve(
        floor, jackpot=JackpotState.ON, shown_on=event.shown_on
    ),
    JackpotFailed: becomes(jackpot=JackpotState.FAILED),
    WithoutJackpotApproved: becomes(jackpot=JackpotState.SUSPENDED),
    JackpotWithdrawn: becomes(jackpot=JackpotState.OFF),
    MethodSet: _method_set,
}
