"""Conduct at the table: incidents, and what a casino supervisor may do about them (9, 11.12, 13).

An incident is an entry, not a verdict. Measures are a supervisor's: against suspected collusion
(11.12) and against prohibited devices (13.4; 13.3 of `nsw-legacy`). They bind players, not places.
"""

from enum import StrEnum
from typing import Final, NamedTuple

from controller.domain.base import evolve
from controller.domain.kernel import Asking, Emits, Folds, Handler, Handlers
from controller.domain.refusals import Refused
from controller.domain.words import joined
from controller.floor.base import Command, Event
from controller.floor.citations import cite, refuse
from controller.floor.entries import DeviceMeasure, Incident, IncidentKind
from controller.floor.numbered import INCIDENTS
from controller.floor.refusals import FloorRefusal
from controller.floor.seats import no_such_place, occupied, player_at, vacated, with_seat
from controller.floor.state import Draft, Floor
from controller.staff.powers import Action, HouseAction

# fmt: off
_KINDS: Final = {
    #                                fact                 leads to
    IncidentKind.CARDS_LEFT_LAYOUT: ("cards left layout", None),
    IncidentKind.TALK:              ("talk",              "collusion"),
    IncidentKind.ADVICE:            ("advice",            None),
    IncidentKind.SIDE_BET:          ("side bet",          None),
    IncidentKind.APPARATUS:         ("apparatus",         "device measures"),
}
# fmt: on


class Person(StrEnum):
    """Whose conduct it is."""

    PATRON = "patron"
    ON_DUTY = "on-duty"
    """Staff, an agent or an inspector on duty: exempt from the device ban."""


class CollusionMeasure(StrEnum):
    """11.12.1 to 11.12.3."""

    DECIDE_FIRST = "decide-first"
    BAR_TOGETHER = "bar-together"
    ENGLISH_ONLY = "english-only"


class _Collusion(NamedTuple):
    """What a measure is to the floor."""

    fact: str
    """Whose clause is behind it."""
    players_min: int
    field: str
    """Of the floor, which says for whom it holds."""
    nobody: object
    """What that field says then."""


# fmt: off
_COLLUSION: Final = {
    #                                          fact           least field           nobody
    CollusionMeasure.DECIDE_FIRST: _Collusion("decide first", 1,    "decide_first", frozenset()),
    CollusionMeasure.BAR_TOGETHER: _Collusion("bar together", 2,    "apart",        ()),
    CollusionMeasure.ENGLISH_ONLY: _Collusion("english only", 0,    "english_only", False),
}
# fmt: on


class TakenOverBy(StrEnum):
    """Who takes charge of a detained person."""

    INSPECTOR = "inspector"
    POLICE = "police"


_DEVICE_MEASURES: Final = {
    DeviceMeasure.VOID_WAGERS: HouseAction.VOID_WAGERS,
    DeviceMeasure.EXCLUDE: HouseAction.EXCLUDE_FROM_PLAY,
    DeviceMeasure.EXCLUDE_FROM_CASINO: HouseAction.RECORD_EXCLUSION,
    DeviceMeasure.DETAIN: HouseAction.RECORD_DETENTION,
}


class ReportIncident(Command, action=HouseAction.REPORT_INCIDENT):
    """The dealer enters an incident."""

    kind: IncidentKind
    place: int | None = None
    person: Person = Person.PATRON


class TakeCollusionMeasure(Command):
    """11.12: suspected card viewing or information sharing."""

    measure: CollusionMeasure
    places: tuple[int, ...]

    @property
    def action(self) -> Action:
        """Every measure against collusion is a line of its name."""
        return HouseAction(self.measure.value)


class LiftCollusionMeasure(Command, action=HouseAction.LIFT_MEASURE):
    """A measure ends, for everybody it holds for."""

    measure: CollusionMeasure


class TakeDeviceMeasures(Command):
    """A casino supervisor is satisfied of a prohibited device: any of the four measures."""

    incident: int
    place: int
    measures: frozenset[DeviceMeasure]

    @property
    def action(self) -> Action:
        """All four ask for the same people and reasons: taken together, they are the first."""
        taken = (_DEVICE_MEASURES[one] for one in DeviceMeasure if one in self.measures)
        return next(taken, HouseAction.VOID_WAGERS)


class RecordHandOver(Command, action=HouseAction.HAND_OVER):
    """An inspector or a police officer has taken a detained person over."""

    incident: int
    to: TakenOverBy


class ReadmitPlayer(Command, action=HouseAction.READMIT_PLAYER):
    """An exclusion from the game ends."""

    player: str


class IncidentReported(Event):
    incident: int
    kind: IncidentKind
    place: int | None
    round: int | None
    clause: str | None
    leads_to: str | None


class CollusionMeasureTaken(Event):
    measure: CollusionMeasure
    places: tuple[int, ...]
    players: tuple[str, ...]
    clause: str | None


class CollusionMeasureLifted(Event):
    measure: CollusionMeasure


class DeviceMeasuresTaken(Event):
    incident: int
    place: int
    player: str
    measures: frozenset[DeviceMeasure]
    round: int | None
    """The round in progress: wagers declared void go back without a result."""
    clause: str | None


class DetaineeHandedOver(Event):
    incident: int
    to: TakenOverBy


class PlayerReadmitted(Event):
    player: str


def decide_first(floor: Floor) -> frozenset[int]:
    """11.12.1: the places of the players who were named to decide before the others."""
    return frozenset(seat.place for seat in floor.seats if seat.player in floor.decide_first)


def verify_decision(floor: Floor, place: int, undecided: tuple[int, ...]) -> Refused | None:
    """11.12.1: nobody decides, or handles cards, before a named player has decided."""
    named = decide_first(floor)
    first = sorted(named.intersection(undecided))
    if not first or place in named:
        return None
    detail = f"Ask place {joined([*map(str, first)])} first."
    return refuse(floor.rules, FloorRefusal.DECIDES_LATER, "decide first", detail)


def _verify_report(floor: Floor, command: ReportIncident, _: Asking) -> Refused | None:
    if command.kind is IncidentKind.APPARATUS and command.person is Person.ON_DUTY:
        return refuse(floor.rules, FloorRefusal.EXEMPT, "exempt")
    return None if command.place is None else no_such_place(floor, command.place)


def _report(draft: Draft, command: ReportIncident) -> None:
    floor, (fact, leads_to) = draft.state, _KINDS[command.kind]
    draft.emit(
        IncidentReported(
            INCIDENTS.next_number(floor, command),
            command.kind,
            command.place,
            floor.round_number,
            cite(floor.rules, fact),
            cite(floor.rules, leads_to) if leads_to else None,
        )
    )


def _verify_collusion(floor: Floor, command: TakeCollusionMeasure, _: Asking) -> Refused | None:
    measure = _COLLUSION[command.measure]
    if len(set(command.places)) < measure.players_min:
        detail = f"Name {measure.players_min} or more players."
        return refuse(floor.rules, FloorRefusal.NOT_THE_GROUND, measure.fact, detail)
    for place in command.places:
        if refused := occupied(floor, place):
            return refused
    return None


def _collusion(draft: Draft, command: TakeCollusionMeasure) -> None:
    players = tuple(player_at(draft.state, place) for place in command.places)
    clause = cite(draft.state.rules, _COLLUSION[command.measure].fact)
    draft.emit(CollusionMeasureTaken(command.measure, command.places, players, clause))


def _verify_lift(floor: Floor, command: LiftCollusionMeasure, _: Asking) -> Refused | None:
    measure = _COLLUSION[command.measure]
    if getattr(floor, measure.field):
        return None
    return refuse(floor.rules, FloorRefusal.NO_CHANGE, measure.fact)


def _verify_device(floor: Floor, command: TakeDeviceMeasures, _: Asking) -> Refused | None:
    incident = INCIDENTS.numbered(floor, command.incident)
    if incident is None:
        return refuse(floor.rules, FloorRefusal.NO_SUCH_ENTRY)
    if incident.kind is not IncidentKind.APPARATUS:
        return refuse(floor.rules, FloorRefusal.NOT_THE_GROUND, "device measures")
    if not command.measures:
        return refuse(floor.rules, FloorRefusal.NEEDS_MEASURE, "device measures")
    return occupied(floor, command.place)


def _device(draft: Draft, command: TakeDeviceMeasures) -> None:
    floor = draft.state
    draft.emit(
        DeviceMeasuresTaken(
            command.incident,
            command.place,
            player_at(floor, command.place),
            command.measures,
            floor.round_number,
            cite(floor.rules, "device measures"),
        )
    )
    vacated(draft)


def _verify_readmit(floor: Floor, command: ReadmitPlayer, _: Asking) -> Refused | None:
    if command.player in floor.excluded:
        return None
    return refuse(floor.rules, FloorRefusal.NO_CHANGE, "excluded")


def _reported(floor: Floor, event: IncidentReported) -> Floor:
    incident = Incident(
        event.incident,
        event.kind,
        event.at,
        event.by,
        event.place,
        event.round,
        event.clause,
        event.leads_to,
    )
    return INCIDENTS.entered(floor, incident)


def _taken(floor: Floor, event: CollusionMeasureTaken) -> Floor:
    players = frozenset(event.players)
    if event.measure is CollusionMeasure.DECIDE_FIRST:
        return evolve(floor, decide_first=floor.decide_first | players)
    if event.measure is CollusionMeasure.BAR_TOGETHER:
        others = tuple(group for group in floor.apart if group != players)
        return evolve(floor, apart=(*others, players))
    return evolve(floor, english_only=True)


def _lifted(floor: Floor, event: CollusionMeasureLifted) -> Floor:
    measure = _COLLUSION[event.measure]
    return evolve(floor, **{measure.field: measure.nobody})


def _device_taken(floor: Floor, event: DeviceMeasuresTaken) -> Floor:
    measures = INCIDENTS.named(floor, event).measures | event.measures
    floor = INCIDENTS.changed(floor, event, place=event.place, measures=measures)
    if DeviceMeasure.EXCLUDE not in event.measures:
        return floor
    floor = with_seat(floor, floor.empty_seat(event.place, closed=True))
    floor = evolve(floor, excluded=floor.excluded | {event.player})
    left: Floor = floor.game.left(floor, event.place)
    return left


HANDLERS: Handlers = {
    ReportIncident: Handler(_verify_report, _report),
    TakeCollusionMeasure: Handler(_verify_collusion, _collusion),
    LiftCollusionMeasure: Handler(_verify_lift, Emits(CollusionMeasureLifted)),
    TakeDeviceMeasures: Handler(_verify_device, _device),
    RecordHandOver: Handler(INCIDENTS.verify, Emits(DetaineeHandedOver)),
    ReadmitPlayer: Handler(_verify_readmit, Emits(PlayerReadmitted)),
}

FOLDS: Folds = {
    IncidentReported: _reported,
    CollusionMeasureTaken: _taken,
    CollusionMeasureLifted: _lifted,
    DeviceMeasuresTaken: _device_taken,
    DetaineeHandedOver: lambda floor, event: INCIDENTS.changed(floor, event, handed_over=event.at),
    PlayerReadmitted: lambda floor, event: evolve(floor, excluded=floor.excluded - {event.player}),
}
