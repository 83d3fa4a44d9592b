"""What the record says beside the events of floor and round: who did it, who may not, what came."""

from controller.domain.cards import Card
from controller.domain.frozen import frozen
from controller.staff.powers import Action
from controller.staff.roles import Actor, Reason, Trail
from controller.staff.session import End, Means


@frozen
class Authorised:
    """A privileged action, ahead of what it did: who, in which role, why, by which clause."""

    action: Action
    by: tuple[Actor, ...]
    reason: Reason | None
    clause: str | None


@frozen
class ActionRefused:
    """A privileged action that was refused: nothing else has changed."""

    action: Action
    by: tuple[Actor, ...]
    reason: Reason | None
    why: str


@frozen
class ObservationUnfit:
    """A device reported something that fits neither the phase nor the table."""

    what: str
    why: str
    place: int | None = None
    card: Card | None = None


@frozen
class TrailCopied:
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


@frozen
class RegisterRefused:
    """A staff register was brought that is not the record's own: nobody acts by it."""

    register: str
    why: str


@frozen
class SessionBegun:
    """Somebody signed on at the screen."""

    actor: Actor
    means: Means


@frozen
class SessionEnded:
    """Somebody is signed on no longer."""

    actor: Actor
    why: End


@frozen
class FeltCompared:
    """After an interruption: somebody has compared the screen with the felt."""

    by: tuple[Actor, ...]


@frozen
class TableHeld:
    """The table is held until somebody has dealt with it, through any number of starts."""

    why: str
    """A kind of mistake, never what it was about: that may be a card that lies face down."""


@frozen
class HoldLifted:
    """A supervisor lets the table go on."""

    by: tuple[Actor, ...]
    reason: Reason | None


@frozen
class TapUndone:
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
