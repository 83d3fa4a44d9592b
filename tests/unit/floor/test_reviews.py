"""Surveillance looks at a round before an award off the meter is confirmed."""

from controller.floor.refusals import FloorRefusal
from controller.floor.tasks import SURVEILLANCE
from controller.games.bonus.floor.reviews import EndReview, HoldForReview, ReviewEnded, under_review
from tests.unit.floor.pit import Pit


def test_a_review_is_of_the_round_in_progress_and_surveillance_is_told() -> None:
    pit = Pit().opened()
    assert pit.refuses(HoldForReview()).refusal is FloorRefusal.NO_ROUND
    pit.seat(1).deck().begin().do(HoldForReview())
    assert under_review(pit.floor)
    assert (pit.floor.tasks[-1].to, pit.floor.tasks[-1].about) == (
        SURVEILLANCE,
        "review of round 1 before an award",
    )
    assert pit.refuses(HoldForReview()).refusal is FloorRefusal.TOLD_ALREADY


def test_it_ends_once() -> None:
    pit = Pit().playing(1).begin().do(HoldForReview())
    pit.do(EndReview())
    assert pit.last(ReviewEnded).round == 1
    assert not under_review(pit.floor)
    assert pit.refuses(EndReview()).refusal is FloorRefusal.NO_SUCH_ENTRY
