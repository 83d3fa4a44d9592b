"""The facts of the table's "only if" column, read off the folded desk."""

from controller.tournament.ending import in_a_hand, unseated
from controller.tournament.places import cuts_due, ranking
from controller.tournament.state import Desk


def prizes_published(desk: Desk) -> bool:
    """31.1: before the tournament commences."""
    return desk.published


def all_seated(desk: Desk) -> bool:
    """26.1.f: everybody still in has a seat."""
    return not unseated(desk)


def hands_finished(desk: Desk) -> bool:
    """30.4: no hand is in progress."""
    return not in_a_hand(desk)


def some_ranked(desk: Desk) -> bool:
    """30.3: somebody has a place."""
    return bool(ranking(desk))


def cut_due(desk: Desk) -> bool:
    """R72: equals fill a place with a prize, or would be parted by who goes on."""
    return next(cuts_due(desk), None) is not None
