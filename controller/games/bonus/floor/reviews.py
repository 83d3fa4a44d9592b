"""Surveillance looks at a round before an award off the meter is confirmed: house procedure.

A supervisor holds the awards of the round in progress and tells surveillance; until the review has
ended no award off the meter is confirmed. A round that ends otherwise takes its review along.
"""

from controller.domain.base import evolve, existing
from controller.domain.kernel import Asking, Folds, Handler, Handlers, becomes
from controller.domain.refusals import Refused
from controller.floor.base import Command, Event
from controller.floor.citations import refuse
from controller.floor.refusals import FloorRefusal
from controller.floor.tasks import SURVEILLANCE, raise_task
from controller.games.bonus.floor.state import BonusFloor, Draft
from controller.games.bonus.powers import BonusAction


class HoldForReview(Command, action=BonusAction.HOLD_FOR_REVIEW):
    """No award off the meter is confirmed until surveillance has looked at the round."""


class EndReview(Command, action=BonusAction.END_REVIEW):
    """Surveillance has looked at the round."""


class ReviewBegun(Event):
    round: int


class ReviewEnded(Event):
    round: int


def under_review(floor: BonusFloor) -> bool:
    """Is surveillance looking at the round in progress?"""
    return floor.round is not None and floor.review == floor.round.number


def _verify_hold(floor: BonusFloor, _: HoldForReview, __: Asking) -> Refused | None:
    if floor.round is None:
        return refuse(floor.rules, FloorRefusal.NO_ROUND)
    return refuse(floor.rules, FloorRefusal.TOLD_ALREADY) if under_review(floor) else None


def _hold(draft: Draft, _: HoldForReview) -> None:
    number = existing(draft.state.round, "a review without a round").number
    draft.emit(ReviewBegun(number))
    raise_task(draft, SURVEILLANCE, f"review of round {number} before an award", "jackpot figures")


def _verify_end(floor: BonusFloor, _: EndReview, __: Asking) -> Refused | None:
    return None if under_review(floor) else refuse(floor.rules, FloorRefusal.NO_SUCH_ENTRY)


def _end(draft: Draft, _: EndReview) -> None:
    draft.emit(ReviewEnded(existing(draft.state.review, "no review has begun")))


HANDLERS: Handlers = {
    HoldForReview: Handler(_verify_hold, _hold),
    EndReview: Handler(_verify_end, _end),
}

FOLDS: Folds = {
    ReviewBegun: lambda floor, event: evolve(floor, review=event.round),
    ReviewEnded: becomes(review=None),
}
