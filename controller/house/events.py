"""What the record says beside the events of floor and round: who did it, who may not, what came."""

from controller.domain.cards import Card
from controller.domain.frozen import Frozen
from controller.staff.powers import Action
from controller.staff.roles import Actor, Reason, Trail
from controller.staff.session import End, Means


class Authorised(Frozen):
    """A privileged action, ahead of what it did: who, in which role, why, by which clause."""

    action: Action
    by: tuple[Actor, ...]
    reason: Reason | None
    clause: str | None


class ActionRefused(Frozen):
    """A privileged action that was refused: nothing else has changed."""

    action: Action
    by: tuple[Actor, ...]
    reason: Reason | None
    why: str


class ObservationUnfit(Frozen):
    """A device reported something that fits neither the phase nor the table."""

    what: str
    why: str
    place: int | None = None
    card: Card | None = None


class TrailCopied(Frozen):
    """A line of the staff register's own trail: a failed PIN, a wait, a change of staff.

    The first one binds the register to the record: no other is taken from then on.
    """

    register: str
    """Which register."""
    line: int
    at_ms: int
    what: str
    number: str
    by: str | None
    reason: str | None
    count: int = 1
    """How many attempts of this kind it stands for."""
    mark: str = ""
    """Made of all lines before it: tells a trail that was restored from the one before."""


def trail_copied(trail: Trail) -> list[TrailCopied]:
    """Every line of it, for the record."""
    return [TrailCopied(trail.id, *vars(line).values()) for line in trail.lines]


class RegisterRefused(Frozen):
    """A staff register was brought that is not the record's own: nobody acts by it."""

    register: str
    why: str


class SessionBegun(Frozen):
    """Somebody signed on at the screen."""

    actor: Actor
    means: Means


class SessionEnded(Frozen):
    """Somebody is signed on no longer."""

    actor: Actor
    why: End


class FeltCompared(Frozen):
    """After an interruption: somebody has compared the screen with the felt."""

    by: tuple[Actor, ...]


class TableHeld(Frozen):
    """The table is held until somebody has dealt with it, through any number of starts."""

    why: str
    """A kind of mistake, never what it was about: that may be a card that lies face down."""


class HoldLifted(Frozen):
    """A supervisor lets the table go on."""

    by: tuple[Actor, ...]
    reason: Reason | None


class TapUndone(Frozen):
    """What stands before it in the same record undoes this tap."""

    what: str


HouseEvent = (
    Authorised
    | ActionRefused
    | ObservationUnfit
    | TrailCopied
    | RegisterRefused
    | SessionBegun
    | SessionEnded
    | FeltCompared
    | TableHeld
    | HoldLifted
    | TapUndone
)
