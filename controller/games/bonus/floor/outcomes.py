"""A supervisor invalidates the outcome of a round, and what floor events ask of the round.

13.5 (13.4 of `nsw-legacy`) knows two grounds and no third. The round core carries it out; this
module says what it has to be told.
"""

from enum import StrEnum

from controller.domain.kernel import Asking, Folds, Handler, Handlers, unchanged
from controller.domain.refusals import Refused
from controller.floor.base import Command, Event
from controller.floor.citations import cite, refuse
from controller.floor.entries import DeviceMeasure
from controller.floor.measures import DeviceMeasuresTaken
from controller.floor.refusals import FloorRefusal
from controller.floor.seats import no_such_place
from controller.games.bonus import commands as c
from controller.games.bonus.commands import Irregularity
from controller.games.bonus.floor.jackpots import JackpotFailed
from controller.games.bonus.floor.state import BonusFloor, Draft
from controller.games.bonus.floor.wagers import WagerRefused, WagersMarkedInvalid
from controller.games.bonus.powers import BonusAction
from controller.games.bonus.wagers import Area


class Ground(StrEnum):
    """13.5.1 and 13.5.2."""

    DISRUPTION = "disruption"
    FRAUD = "fraud"


class Disruption(StrEnum):
    """13.5.1: what disrupts a game."""

    CIVIL_COMMOTION = "civil-commotion"
    FIRE = "fire"
    RIOT = "riot"
    BRAWL = "brawl"
    ROBBERY = "robbery"
    ACT_OF_GOD = "act-of-god"


class InvalidateOutcome(Command, action=BonusAction.OUTCOME_INVALIDATED):
    """The outcome of the round in progress does not count."""

    ground: Ground
    disruption: Disruption | None = None
    players: tuple[int, ...] = ()
    """13.5.2: whose fraud it is, by place."""
    forfeit: tuple[int, ...] = ()
    """13.6: whose wagers are forfeited; only players named in the fraud."""


class OutcomeInvalidated(Event):
    round: int
    ground: Ground
    disruption: Disruption | None
    players: tuple[int, ...]
    forfeit: tuple[int, ...]
    clause: str | None


def round_command(event: Event) -> c.Command | None:
    """What the round in progress has to be told of a floor event; None where nothing."""
    match event:
        case OutcomeInvalidated():
            return c.Report(Irregularity.OUTCOME_INVALIDATED, forfeit=event.forfeit)
        case WagersMarkedInvalid(round=int()):
            return c.Report(Irregularity.INVALID_WAGER, event.place)
        case DeviceMeasuresTaken(round=int()) if DeviceMeasure.VOID_WAGERS in event.measures:
            return c.Report(Irregularity.INVALID_WAGER, event.place)
        case JackpotFailed(round=int()):
            return c.Report(Irregularity.JACKPOT_EQUIPMENT_FAILED)
        case WagerRefused(area=Area.ANTE | Area.BONUS):
            return c.TakeBackWager(event.place, event.area)
    return None  # a refused jackpot chip is taken off by hand: the sensor reports it


def _verify(floor: BonusFloor, command: InvalidateOutcome, _: Asking) -> Refused | None:
    rules = floor.rules
    if floor.round is None:
        return refuse(rules, FloorRefusal.NO_ROUND, "invalidate")
    for place in (*command.players, *command.forfeit):
        if unknown := no_such_place(floor, place):
            return unknown
    if not set(command.forfeit) <= set(command.players):
        return refuse(rules, FloorRefusal.NOT_THE_GROUND, "forfeit")
    named = command.disruption is not None, bool(command.players)
    if named != ((True, False) if command.ground is Ground.DISRUPTION else (False, True)):
        return refuse(rules, FloorRefusal.NOT_THE_GROUND, "invalidate")
    return None


def _act(draft: Draft, command: InvalidateOutcome) -> None:
    draft.emit(
        OutcomeInvalidated(
            draft.state.last_round,
            command.ground,
            command.disruption,
            command.players,
            command.forfeit,
            cite(draft.state.rules, "invalidate"),
        )
    )


HANDLERS: Handlers = {InvalidateOutcome: Handler(_verify, _act)}

FOLDS: Folds = {OutcomeInvalidated: unchanged}
