"""The prize list: checked against 31.2, then published before the start (31.1)."""

from controller.domain.kernel import Asking, Draft, Folds, Handler, Handlers, becomes
from controller.domain.refusals import Refused
from controller.domain.words import dollars
from controller.tournament.base import Command, Event
from controller.tournament.format import Format, problem_with
from controller.tournament.phases import Phase
from controller.tournament.powers import DeskAction
from controller.tournament.prizes import fees_to_expend, spent_in_kind
from controller.tournament.refusals import DeskRefusal, refused_now
from controller.tournament.state import Desk


class PublishPrizes(Command, action=DeskAction.PUBLISH_PRIZES):
    """31.1: the list of all prizes is made available."""


class PrizesPublished(Event):
    form: Format


def _verify_publish(desk: Desk, _: PublishPrizes, __: Asking) -> Refused | None:
    if refused := refused_now(desk, "before the start", Phase.OPEN):
        return refused
    if desk.published:
        return Refused(DeskRefusal.PUBLISHED_ALREADY, "31.1")
    if problem := problem_with(desk.form):
        return Refused(DeskRefusal.NOT_A_FORMAT, detail=problem)
    costs, fees = spent_in_kind(desk), fees_to_expend(desk)
    if costs > fees:
        detail = (
            f"They cost {dollars(costs)}: expected at most {dollars(fees)}, the entry fees so far."
        )
        return Refused(DeskRefusal.FEES_TOO_SMALL, "31.2", detail)
    return None


def _publish(draft: Draft[Desk], _: PublishPrizes) -> None:
    draft.emit(PrizesPublished(draft.state.form))


HANDLERS: Handlers = {PublishPrizes: Handler(_verify_publish, _publish)}

FOLDS: Folds = {PrizesPublished: becomes(published=True)}
