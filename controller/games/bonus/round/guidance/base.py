"""What a dealer is told: one step, the rule behind it, and what to keep in mind."""

from controller.domain.frozen import Frozen


class Guidance(Frozen):
    """What now, for whom, how much. It never advises a player, and never knows a card face down."""

    text: str
    """One sentence or two to the dealer, in the defined terms of the table's rule set."""
    clause: str | None = None
    """The rule behind this very step; none where the rule set prints none."""
    place: int | None = None
    """The place the step is about."""
    cards: int | None = None
    """How many cards are to be dealt or turned."""
    announce: str | None = None
    """Words to say aloud."""
    reminders: tuple[str, ...] = ()
    """What holds all through the phase."""
    warnings: tuple[str, ...] = ()
    """What is not as it should be."""
