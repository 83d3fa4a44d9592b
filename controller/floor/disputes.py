"""Disputes: first a gaming supervisor, then on request a review; the record is kept (13.13)."""

from typing import Final

from controller.domain.kernel import Asking, Emits, Folds, Handler, Handlers
from controller.domain.refusals import Refused
from controller.floor.base import Command, Event
from controller.floor.citations import cite, refuse
from controller.floor.entries import About, Dispute
from controller.floor.numbered import DISPUTES
from controller.floor.refusals import FloorRefusal
from controller.floor.seats import no_such_place
from controller.floor.state import Floor
from controller.floor.terms import Rules
from controller.staff.powers import HouseAction
from controller.staff.roles import Actor

_FACTS: Final = {About.GAME: "final decision", About.PROMOTION: "promotion dispute"}


class OpenDispute(Command, action=HouseAction.OPEN_DISPUTE):
    """A person disagrees."""

    about: About = About.GAME
    round: int | None = None
    place: int | None = None


class DisputeCommand(Command):
    """About one of them, by its number."""

    dispute: int


class DecideDispute(DisputeCommand, action=HouseAction.DECIDE_DISPUTE):
    """A gaming supervisor decides in the first instance; the reason codes the decision."""


class ReviewDispute(DisputeCommand, action=HouseAction.REVIEW_DISPUTE):
    """A casino supervisor reviews the decision on request."""


class AdviseComplaint(DisputeCommand, action=HouseAction.ADVISE_COMPLAINT):
    """The person has been told of the right to complain to an inspector."""


class CloseDispute(DisputeCommand, action=HouseAction.CLOSE_DISPUTE):
    """The dispute is over."""

    satisfied: bool


class DisputeOpened(Event):
    dispute: int
    about: About
    round: int | None
    place: int | None


class DisputeDecided(Event):
    dispute: int


class DisputeReviewed(Event):
    dispute: int


class ComplaintAdvised(Event):
    dispute: int


class DisputeClosed(Event):
    dispute: int
    satisfied: bool


def dispute_advice(rules: Rules, about: About) -> tuple[str, ...]:
    """What the forms of a dispute state (13.14; 14.10); `sd` prints no such rule."""
    clause = cite(rules, _FACTS[about])
    if clause is None:
        return ()
    return f"The decision of the casino operator is final (rule {clause}).", rules.terms.complaint


def kept_rounds(floor: Floor) -> frozenset[int]:
    """Rounds whose record stays at hand until their dispute is closed."""
    return frozenset(one.round for one in floor.disputes if one.round is not None and one.open)


def _verify_open(floor: Floor, command: OpenDispute, _: Asking) -> Refused | None:
    if command.round is not None and not 1 <= command.round <= floor.last_round:
        return refuse(floor.rules, FloorRefusal.NO_ROUND, "dispute")
    return None if command.place is None else no_such_place(floor, command.place)


def _verify_decide(floor: Floor, command: DecideDispute, asking: Asking) -> Refused | None:
    if refused := DISPUTES.verify(floor, command, asking):
        return refused
    if DISPUTES.named(floor, command).decided_by:
        return refuse(floor.rules, FloorRefusal.DECIDED_ALREADY, "dispute")
    return None


def _verify_decided(floor: Floor, command: DisputeCommand, asking: Asking) -> Refused | None:
    if refused := DISPUTES.verify(floor, command, asking):
        return refused
    if not DISPUTES.named(floor, command).decided_by:
        return refuse(floor.rules, FloorRefusal.UNDECIDED, "dispute")
    return None


def _verify_review(floor: Floor, command: ReviewDispute, asking: Asking) -> Refused | None:
    if refused := _verify_decided(floor, command, asking):
        return refused
    dispute = DISPUTES.named(floor, command)
    if dispute.reviewed_by:
        return refuse(floor.rules, FloorRefusal.DECIDED_ALREADY, "dispute")
    if _people(asking.by) <= _people(dispute.decided_by):
        return refuse(floor.rules, FloorRefusal.OWN_REVIEW, "dispute")
    return None


def _people(actors: tuple[Actor, ...]) -> set[str]:
    return {actor.number for actor in actors}


def _verify_close(floor: Floor, command: CloseDispute, asking: Asking) -> Refused | None:
    if refused := _verify_decided(floor, command, asking):
        return refused
    dispute = DISPUTES.named(floor, command)
    right_printed = bool(dispute_advice(floor.rules, dispute.about))
    if right_printed and not command.satisfied and not dispute.advised:
        return refuse(floor.rules, FloorRefusal.NOT_ADVISED, _FACTS[dispute.about])
    return None


def _opened(floor: Floor, event: DisputeOpened) -> Floor:
    dispute = Dispute(event.dispute, event.about, event.round, event.place, event.at)
    return DISPUTES.entered(floor, dispute)


HANDLERS: Handlers = {
    OpenDispute: Handler(_verify_open, Emits(DisputeOpened, dispute=DISPUTES.next_number)),
    DecideDispute: Handler(_verify_decide, Emits(DisputeDecided)),
    ReviewDispute: Handler(_verify_review, Emits(DisputeReviewed)),
    AdviseComplaint: Handler(DISPUTES.verify, Emits(ComplaintAdvised)),
    CloseDispute: Handler(_verify_close, Emits(DisputeClosed)),
}

FOLDS: Folds = {
    DisputeOpened: _opened,
    DisputeDecided: lambda floor, event: DISPUTES.changed(
        floor, event, decision=event.reason, decided_by=event.by
    ),
    DisputeReviewed: lambda floor, event: DISPUTES.changed(
        floor, event, review=event.reason, reviewed_by=event.by
    ),
    ComplaintAdvised: lambda floor, event: DISPUTES.changed(floor, event, advised=True),
    DisputeClosed: lambda floor, event: DISPUTES.changed(floor, event, closed=True),
}
