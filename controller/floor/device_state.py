"""The devices of a table as its record knows them: what is wrong with each, which one is paired."""

from enum import StrEnum
from typing import Final

from controller.domain.frozen import Frozen


class TroubleCode(StrEnum):
    """What can be wrong with a device."""

    AWAY = "away"
    """Unplugged, switched off, or it does not answer."""
    REFUSED = "refused"
    """A wrong or unpaired device: not used until a person has dealt with it."""
    NOT_SHOWING = "not-showing"
    """A sign that is dead, or shows something else than it was sent."""
    SUSPECT_FRAME = "suspect-frame"
    """Forged, replayed, or from another device: refused."""
    JAM = "jam"
    WRONG_COUNT = "wrong-count"
    DOOR_OPEN = "door-open"
    RESIDUAL_CARD = "residual-card"
    WRONG_BACK = "wrong-back"
    UNFINISHED_CYCLE = "unfinished-cycle"
    UNREADABLE_CARD = "unreadable-card"
    CARDS_TOLD = "cards-told"
    """It told cards at a table where no device may."""
    LID_OPEN = "lid-open"
    EMPTY = "empty"
    CUT_CARD = "cut-card"
    STUCK = "stuck"
    """A sensor that has been covered for longer than a round can take."""
    UNSTEADY = "unsteady"
    """A sensor that chatters."""
    MISCOUNTED = "miscounted"
    """It holds another number of cards than the record leaves it: two came out at once, or one
    was taken out."""
    ORDER_REFUSED = "order-refused"
    """The device did not do what it was told."""
    OVERDUE = "overdue"
    """The table has waited for it for too long, and nothing else is known to be wrong with it."""

    @property
    def words(self) -> str:
        """`wrong count`."""
        return self.value.replace("-", " ")


class Trouble(Frozen):
    """Something that is wrong with a device."""

    code: TroubleCode
    text: str
    """What was seen, what to do; never a card that lies face down."""
    part: str = ""
    """What of it: a deck by its back, a place."""
    times: int = 1


class DeviceState(Frozen):
    """One device of the table, and all that is wrong with it."""

    name: str
    troubles: tuple[Trouble, ...] = ()

    def trouble(self, code: TroubleCode, part: str = "") -> Trouble | None:
        """Whether this is wrong with it."""
        same = (one for one in self.troubles if (one.code, one.part) == (code, part))
        return next(same, None)

    @property
    def in_use(self) -> bool:
        """Does it answer, and is it the one that it should be?"""
        return not any(one.code in NOT_IN_USE for one in self.troubles)


class Pairing(Frozen):
    """The last device that was to be paired; its code is on both displays, to be compared."""

    device: str
    model: str = ""
    serial: str = ""
    code: str = ""
    """Empty until the device has offered itself."""
    equal: bool = False
    """A person has found it equal."""
    ended: str | None = None
    """None while it is under way; then why it is not paired, empty where it is."""

    @property
    def under_way(self) -> bool:
        return self.ended is None


NOT_IN_USE: Final = frozenset({TroubleCode.AWAY, TroubleCode.REFUSED})
