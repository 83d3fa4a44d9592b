"""What the bonus game adds to the life of its table: cloth, jackpot, limits and markers."""

from collections.abc import Callable, Iterator
from typing import Final

from controller.domain.base import evolve
from controller.domain.instant import Instant
from controller.domain.refusals import Refused
from controller.floor.citations import cite, refuse
from controller.floor.game import CheckLine, FloorGame, Prompt
from controller.floor.refusals import FloorRefusal
from controller.floor.state import SignNotice
from controller.games.bonus.floor.jackpots import SENSORS, SIGN, verify_method
from controller.games.bonus.floor.limits import (
    apply_due,
    limits_for,
    markers_due,
    settled_notices,
    something_due,
)
from controller.games.bonus.floor.refusals import BonusFloorRefusal
from controller.games.bonus.floor.state import BonusFloor, Draft, JackpotState


class BonusFloorGame(FloorGame):
    """Texas Hold'em Bonus Poker on the floor."""

    def layout(self, floor: BonusFloor) -> tuple[CheckLine, ...]:
        cloth = f"The cloth matches Diagram A with {floor.rules.places} places"
        marks = "Every place is marked Ante, Flop, Turn, River and Bonus"
        areas = "Areas for the dealer's and the community cards are printed"
        return (
            CheckLine("cloth", cloth, "cloth"),
            CheckLine("wager-marks", marks, "wager marks"),
            CheckLine("card-areas", areas, "card areas"),
            CheckLine(
                "wager-shapes", "The wager areas are rectangles, circles or ovals", "wager shapes"
            ),
        )

    def equipment(self, floor: BonusFloor) -> tuple[CheckLine, ...]:
        if floor.rules.jackpot is None:
            return ()
        areas = "Every place has an area or slot for the jackpot wager"
        recording = "The equipment that records jackpot wagers works"
        return (
            CheckLine("jackpot-areas", areas, "jackpot areas"),
            CheckLine("recording", recording, "recording", SENSORS),
            CheckLine("meter", "The meter display shows the prize pool", "meter display", SIGN),
        )

    def verify_opening(self, floor: BonusFloor) -> Refused | None:
        return verify_method(floor, floor.rules.method, floor.linked_games)

    def verify_round(self, floor: BonusFloor) -> Refused | None:
        if floor.jackpot is not JackpotState.FAILED:
            return None
        detail = "A gaming supervisor has to approve play without the jackpot."
        return refuse(floor.rules, FloorRefusal.TABLE_HELD, "jackpot failed", detail)

    def verify_seat(self, floor: BonusFloor, place: int) -> Refused | None:
        if floor.jackpot is not JackpotState.ON or floor.has_sensor(place):
            return None
        return refuse(floor.rules, BonusFloorRefusal.NO_SENSOR, "jackpot areas")

    def notices(self, floor: BonusFloor) -> tuple[SignNotice, ...]:
        limit = floor.limit_notice.notice if floor.limit_notice else None
        return tuple(one for one in (limit, floor.old_minimum_notice) if one is not None)

    def with_notices(
        self, floor: BonusFloor, anew: Callable[[SignNotice], SignNotice]
    ) -> BonusFloor:
        limit, old = floor.limit_notice, floor.old_minimum_notice
        return evolve(
            floor,
            limit_notice=limit and evolve(limit, notice=anew(limit.notice)),
            old_minimum_notice=old and anew(old),
        )

    def due(self, floor: BonusFloor, now: Instant) -> bool:
        return something_due(floor, now)

    def take_effect(self, draft: Draft) -> None:
        apply_due(draft)

    def left(self, floor: BonusFloor, place: int) -> BonusFloor:
        return settled_notices(floor)

    def closed(self, floor: BonusFloor) -> BonusFloor:
        absent = floor.jackpot is JackpotState.ABSENT
        return evolve(
            floor,
            limit_notice=None,
            old_minimum_notice=None,
            pending=None,
            jackpot=JackpotState.ABSENT if absent else JackpotState.OFF,
            shown_on=None,
        )

    def hold_prompts(self, floor: BonusFloor) -> Iterator[Prompt]:
        if floor.jackpot is JackpotState.FAILED:
            text = "The jackpot has failed. A gaming supervisor has to approve play without it."
            yield Prompt(text, cite(floor.rules, "jackpot failed"))

    def place_prompts(self, floor: BonusFloor) -> Iterator[Prompt]:
        put, take = markers_due(floor)
        for place in put:
            low = limits_for(floor, place).spot.ante_min.display()
            text = f"Put the marker directly in front of the box of place {place}: minimum {low}."
            yield Prompt(text, cite(floor.rules, "marker"), place)
        for place in take:
            text = f"Take the marker of place {place} off the layout."
            yield Prompt(text, cite(floor.rules, "marker off"), place)


BONUS_FLOOR: Final = BonusFloorGame()
