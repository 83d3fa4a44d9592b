"""Keys that stand for something: of a question, of a list, of a menu."""

from controller.domain.frozen import frozen


@frozen
class Option:
    """One thing to tap."""

    code: str
    text: str
    enabled: bool = True
    chosen: bool = False
    """It was tapped before: of several, or of a list that is worked off."""
    reason: str = ""
    """Why it cannot be tapped."""
    note: str = ""
    """Whom else it takes."""
    place: int = 0
    """The place on the felt that it stands for: a tap there is one here. 0: none."""
