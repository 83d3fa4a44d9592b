"""Who is asked to come, or to go: a supervisor to the table, a player from a seat (13.10)."""

from controller.domain.base import evolve
from controller.domain.kernel import Asking, Emits, Folds, Handler, Handlers, becomes
from controller.domain.refusals import Refused
from controller.floor.base import Command, Event
from controller.floor.citations import cite, refuse
from controller.floor.refusals import FloorRefusal
from controller.floor.seats import abstainers, occupied, player_at, with_seat
from controller.floor.state import Draft, Floor
from controller.staff.powers import HouseAction


class CallSupervisor(Command, action=HouseAction.CALL_SUPERVISOR):
    """The dealer needs a supervisor at the table."""


class AnswerCall(Command, action=HouseAction.ANSWER_CALL):
    """The supervisor has come."""


class AskForSeat(Command, action=HouseAction.ASK_FOR_SEAT):
    """13.10: a player who abstains is asked to give up the seat, with every other one in use."""

    place: int


class SupervisorCalled(Event):
    round: int | None


class CallAnswered(Event):
    pass


class SeatAskedFor(Event):
    place: int
    player: str
    clause: str | None


def _verify_call(floor: Floor, _: CallSupervisor, __: Asking) -> Refused | None:
    return refuse(floor.rules, FloorRefusal.CALLED_ALREADY) if floor.called else None


def _verify_answer(floor: Floor, _: AnswerCall, __: Asking) -> Refused | None:
    return None if floor.called else refuse(floor.rules, FloorRefusal.NOBODY_CALLED)


def _verify_ask(floor: Floor, command: AskForSeat, _: Asking) -> Refused | None:
    if refused := occupied(floor, command.place):
        return refused
    if command.place not in abstainers(floor):
        missed, needed = floor.seat(command.place).abstained, floor.rules.terms.rounds_abstained_max
        detail = f"So far {missed} of {needed} rounds."
        return refuse(floor.rules, FloorRefusal.SEAT_KEPT, "abstained", detail)
    if floor.seat(command.place).asked:
        return refuse(floor.rules, FloorRefusal.TOLD_ALREADY, "abstained")
    return None


def _ask(draft: Draft, command: AskForSeat) -> None:
    floor, place = draft.state, command.place
    draft.emit(SeatAskedFor(place, player_at(floor, place), cite(floor.rules, "abstained")))


HANDLERS: Handlers = {
    CallSupervisor: Handler(
        _verify_call, Emits(SupervisorCalled, round=lambda floor, _: floor.round_number)
    ),
    AnswerCall: Handler(_verify_answer, Emits(CallAnswered)),
    AskForSeat: Handler(_verify_ask, _ask),
}

FOLDS: Folds = {
    SupervisorCalled: lambda floor, event: evolve(floor, called=event.at),
    CallAnswered: becomes(called=None),
    SeatAskedFor: lambda floor, event: with_seat(floor, floor.seat(event.place), asked=True),
}
