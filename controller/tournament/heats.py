"""From session to session and heat to heat: some go on, the others keep their place (25.1, 27.2).

The sessions of the first heat are played one after the other, each by those who have entered it.
Whoever goes on from one waits for the next heat, which is one more session for all of them.
"""

from controller.domain.base import evolve
from controller.domain.kernel import Asking, Draft, Folds, Handler, Handlers
from controller.domain.money import ZERO, Money
from controller.domain.refusals import Refused
from controller.tournament.base import Command, Event
from controller.tournament.format import Chips
from controller.tournament.phases import Phase
from controller.tournament.places import going_on
from controller.tournament.powers import DeskAction
from controller.tournament.refusals import DeskRefusal, refused_now
from controller.tournament.state import Desk, Entrant, EntryState, Fall, booked, with_entrants


class BeginNextSession(Command, action=DeskAction.NEXT_SESSION):
    """26.1.e: the next session of the first heat, for those who have entered it."""


class BeginNextHeat(Command, action=DeskAction.NEXT_SESSION):
    """Those who go on get the starting bank again, and draw new seats."""


class SessionBegun(Event):
    trigger = "next_session"
    names: tuple[str, ...]
    """Who goes on to the next heat from the session before."""


class HeatBegun(Event):
    trigger = "next_heat"
    names: tuple[str, ...]
    """Who has gone on."""
    bank: Money
    buyin: Money
    """26.1.b: for each of them, where the chips are value chips."""


def goes_on(desk: Desk) -> tuple[str, ...]:
    """25.1: the first players of every table of the session, by table."""
    return tuple(name for table in desk.table_numbers() for name in going_on(desk, table))


def through(desk: Desk) -> tuple[str, ...]:
    """Who has gone on from a former session of the heat."""
    return tuple(one.name for one in desk.entrants if one.is_in and one.session < desk.session)


def _verify_session(desk: Desk, _: BeginNextSession, __: Asking) -> Refused | None:
    if refused := refused_now(desk, "after the end of a session", Phase.DECIDED):
        return refused
    if desk.session >= desk.form.sessions:
        detail = f"Expected {desk.form.sessions} sessions in the first heat."
        return Refused(DeskRefusal.NO_MORE_SESSIONS, "26.1.e", detail)
    return None


def _session(draft: Draft[Desk], _: BeginNextSession) -> None:
    draft.emit(SessionBegun(goes_on(draft.state)))


def _verify_heat(desk: Desk, _: BeginNextHeat, __: Asking) -> Refused | None:
    if refused := refused_now(desk, "after the end of a heat", Phase.DECIDED):
        return refused
    if desk.session < desk.form.sessions:
        detail = f"This is session {desk.session}: expected all {desk.form.sessions} first."
        return Refused(DeskRefusal.MORE_SESSIONS, "25.1", detail)
    if len(through(desk)) + len(goes_on(desk)) < 2:
        return Refused(DeskRefusal.NOBODY_GOES_ON, "25.1", "Expected two players or more.")
    return None


def _heat(draft: Draft[Desk], _: BeginNextHeat) -> None:
    desk = draft.state
    buyin = desk.form.buyin if desk.form.chips is Chips.VALUE else ZERO
    names = (*through(desk), *goes_on(desk))
    draft.emit(HeatBegun(names, desk.form.bank, buyin))


def _cleared(desk: Desk, names: tuple[str, ...]) -> Desk:
    """All seats and stacks of the session. 30.3: whoever stays behind ceased to participate now,
    with the chips of the end; 33.1: value chips are taken along."""
    moment = desk.moment.then()

    def after(one: Entrant) -> dict[str, object]:
        if one.name in names:
            return {"stack": ZERO, "seat": None, "cut": ()}
        return {"stack": ZERO, "standing": EntryState.OUT, "fall": Fall(moment, one.stack)}

    playing = [one for one in desk.entrants if one.session == desk.session and one.stack]
    where = "kept" if desk.form.chips is Chips.VALUE else "returned"
    desk = booked(desk, **{where: sum(one.stack for one in playing)})
    desk = with_entrants(desk, {one.name: after(one) for one in playing})
    return evolve(desk, tables=(), moment=moment, session=desk.session + 1, clock=None)


def _heat_begun(desk: Desk, event: HeatBegun) -> Desk:
    desk = _cleared(desk, event.names)
    again = {"stack": event.bank, "session": desk.session}
    desk = with_entrants(desk, dict.fromkeys(event.names, again))
    desk = evolve(desk, rebuys_closed=True, heat=desk.heat + 1)
    count = len(event.names)
    return booked(desk, issued=count * event.bank, buyins=count * event.buyin)


HANDLERS: Handlers = {
    BeginNextSession: Handler(_verify_session, _session),
    BeginNextHeat: Handler(_verify_heat, _heat),
}

FOLDS: Folds = {
    SessionBegun: lambda desk, event: evolve(_cleared(desk, event.names), rebuys_closed=False),
    HeatBegun: _heat_begun,
}
