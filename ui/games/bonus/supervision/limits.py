"""Entries about the limits on the sign."""

from typing import Final

from controller.authority import Command
from controller.domain.base import evolve
from controller.domain.money import ZERO, Money
from controller.floor import opening
from controller.games.bonus.floor import limits
from controller.games.bonus.floor.state import TableLimits
from controller.games.bonus.powers import BonusAction
from controller.games.bonus.rules import Limits, RuleSet
from controller.staff.powers import HouseAction
from ui.forms.asks import (
    MINUTES,
    PLACE,
    Answers,
    Ask,
    Kind,
    Scene,
    choice,
    fixed,
    int_of,
    money_of,
    places,
    when,
)
from ui.forms.entries import Entry, sends
from ui.games.bonus.supervision.groups import LIMITS
from ui.supervision.groups import OPEN
from ui.viewmodels.options import Option
from ui.viewmodels.words import dollars


def _no_old(scene: Scene) -> str:
    return "" if any(seat.old for seat in scene.floor.seats) else "No player has an old minimum"


def _no_notice(scene: Scene) -> str:
    announced = scene.floor.limit_notice or scene.floor.old_minimum_notice
    return "" if announced else "No notice is on the sign"


def _marked(scene: Scene, _: Answers) -> tuple[Option, ...]:
    return places(scene, lambda n: n in scene.floor.markers)


def _has_bonus(scene: Scene) -> bool:
    return scene.house.table.rules.ante_bonus is not None


def _change(scene: Scene, answers: Answers, *, at_once: bool) -> Command:
    now = scene.floor.limits
    bonus = now.spot.bonus_min, now.spot.bonus_max
    if "bonus-min" in answers:
        bonus = money_of(answers, "bonus-min"), money_of(answers, "bonus-max")
    spot = Limits(money_of(answers, "ante-min"), money_of(answers, "ante-max"), *bonus)
    changed = _others(evolve(now, spot=spot), answers)
    if at_once:
        return limits.ChangeLimits(changed, at_once=True)
    return limits.ChangeLimits(changed, minutes=int_of(answers, "minutes"))


def _others(limits_: TableLimits, answers: Answers) -> TableLimits:
    """What the sign says beside the limits of a playing area; nothing keyed, nothing said."""
    if answers["others"] == "keep":
        return limits_
    player = {f"player_{end}": _or_none(answers, f"player-{end}") for end in ("min", "max")}
    unit = _or_none(answers, "unit") if answers["steps"] == "unit" else None
    return evolve(limits_, **player, multiples=answers["steps"] == "multiples", unit=unit)


def _or_none(answers: Answers, name: str) -> Money | None:
    return money_of(answers, name) or None if name in answers else None


def _of_a_player(scene: Scene, answers: Answers) -> bool:
    """6.1: limits for all wagers of one player are in the rules of 2024 only."""
    current = scene.house.table.rules.ruleset is RuleSet.NSW_2024
    return current and answers.get("others") == "set"


def _figure(name: str, text: str, lowest: str = "") -> Ask:
    """One limit of a playing area; `lowest` names the figure that it may not be below."""

    def wrong(answers: Answers) -> str:
        low = money_of(answers, lowest) if lowest else Money(1)
        if money_of(answers, name) >= low:
            return ""
        return f"This is below the minimum of {dollars(low)}." if lowest else "Enter more than $0."

    def present(scene: Scene) -> Money | None:
        return getattr(scene.floor.limits.spot, name.replace("-", "_"), None)

    needs_bonus = name.startswith("bonus")
    return Ask(
        name,
        text,
        Kind.MONEY,
        only_if=lambda scene, _: not needs_bonus or _has_bonus(scene),
        present=present,
        wrong=wrong,
    )


def _player_most(answers: Answers) -> str:
    low, high = money_of(answers, "player-min"), money_of(answers, "player-max")
    return "" if not high or high >= low else f"This is below the minimum of {dollars(low)}."


_FIGURES: Final = (
    _figure("ante-min", "Minimum ante?"),
    _figure("ante-max", "Maximum ante?", "ante-min"),
    _figure("bonus-min", "Minimum ante bonus?"),
    _figure("bonus-max", "Maximum ante bonus?", "bonus-min"),
    choice(
        "others",
        "Change the other limits?",
        fixed(("keep", "Keep as they are"), ("set", "Change them")),
    ),
    Ask(
        "player-min",
        "Minimum for all wagers of a player? 0 for none",
        Kind.MONEY,
        only_if=_of_a_player,
        present=lambda scene: scene.floor.limits.player_min or ZERO,
    ),
    Ask(
        "player-max",
        "Maximum for all wagers of a player? 0 for none",
        Kind.MONEY,
        only_if=_of_a_player,
        present=lambda scene: scene.floor.limits.player_max or ZERO,
        wrong=_player_most,
    ),
    Ask(
        "steps",
        "Which amounts between them?",
        options=fixed(
            ("any", "Any amount"),
            ("multiples", "Multiples of the minimum"),
            ("unit", "Steps above the minimum"),
        ),
        only_if=when("others", "set"),
    ),
    Ask("unit", "How much is one step?", Kind.MONEY, only_if=when("steps", "unit")),
)

# fmt: off
LIMIT_ENTRIES: Final = (
    Entry("limits-notice", LIMITS, "Change with notice", BonusAction.LIMITS_WITH_NOTICE,
          lambda scene, a: _change(scene, a, at_once=False), (*_FIGURES, MINUTES), OPEN,
          done="The notice is on the sign"),
    Entry("limits-at-once", LIMITS, "Change now, with markers", BonusAction.LIMITS_WITH_MARKER,
          lambda scene, a: _change(scene, a, at_once=True), _FIGURES, OPEN,
          done="New limits recorded"),
    sends("raise-old", LIMITS, "Raise old minimums", limits.RaiseOldMinimum, (MINUTES,), _no_old,
          done="The notice is on the sign"),
    sends("withdraw-limits", LIMITS, "Withdraw the notice", limits.WithdrawLimitNotice, (),
          _no_notice, done="The notice is withdrawn"),
    Entry("low-limit", LIMITS, "Low limit gaming", HouseAction.LOW_LIMIT_GAMING,
          lambda _, a: opening.SetLowLimit(a["on"] == "on"),
          (choice("on", "On or off?", fixed(("on", "On"), ("off", "Off"))),),
          done="Change recorded"),
    sends("place-marker", LIMITS, "Place a marker", limits.PlaceMarker, (PLACE,), OPEN,
          done="Marker recorded"),
    sends("remove-marker", LIMITS, "Remove a marker", limits.RemoveMarker,
          (choice("place", "Which place?", _marked, "There is no marker"),), done="Marker removed"),
)
# fmt: on
