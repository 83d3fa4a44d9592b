"""What would come of a command, in words: how the round ends, who gets what back, who is told."""

from controller.domain.frozen import frozen


@frozen
class ShareRow:
    """What one place gets or owes."""

    place: int
    text: str
    kind: str
    """`back`, `kept` or `owes`: each has its own sign."""
    named: str = "Place"
    """What the game calls a place."""


@frozen
class Foreseen:
    """All of it."""

    headline: str = ""
    """What it comes to; empty where play simply goes on."""
    shares: tuple[ShareRow, ...] = ()
    besides: str = ""
    ends: bool = False
    """The round would be over."""
    clause: str | None = None
