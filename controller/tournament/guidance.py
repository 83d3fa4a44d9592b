"""What the desk asks of people in each phase, and the rule behind it."""

# ruff: noqa: E501  (rows of a table)

from typing import Final, NamedTuple

from controller.tournament.phases import Phase


class Guidance(NamedTuple):
    """One sentence for the players or for the desk."""

    phase: Phase
    text: str
    clause: str


# fmt: off
GUIDANCE: Final = (
    #        phase                 sentence                                                                                clause
    Guidance(Phase.OPEN,           "Publish the prize list, take the entries and give everybody a seat, then start.",       "31.1"),
    Guidance(Phase.PLAYING,        "All chips stay on the table in clear view; none are in pockets.",                       "28.2"),
    Guidance(Phase.HAND_FOR_HAND,  "A table that has finished its hand waits for the others.",                              "30.3.c"),
    Guidance(Phase.LAST_HANDS,     "Finish the hands in progress and begin no new ones. Then count the stacks.",             "30.4"),
    Guidance(Phase.CUTTING,        "Players who are level cut a card each from a shuffled deck: the high card wins, suits never count.",      "30.2"),
    Guidance(Phase.DECIDED,        "The prizes of the published list are awarded.",                                         "31.4"),
    Guidance(Phase.CANCELLED,      "The event is cancelled: say why, and what becomes of the fees.",                        "26.1"),
)
# fmt: on


def guidance(phase: Phase) -> Guidance:
    """What is to be said or done now."""
    return next(row for row in GUIDANCE if row.phase is phase)
