"""The course as the rulebook has it: every step that changes the phase, and the rule behind it.

How to read it. A tournament waits in one phase at a time. A line says: on this trigger, from this
phase, to that phase, only if all these facts hold, by these rules (R numbers are the settled
readings where the text is silent). Nothing outside this table changes the phase.

How it runs. While entries are open players pay, enter and get their seats; the prize list is
published. With the start the clock runs and tables report each hand. Near the prizes the tables may
play hand for hand. When the time is up, hands in progress are finished. At the end the places are
worked out; equals who fill a place with a prize cut cards until all are apart. A heat may have
several sessions, one after the other; of each some go on, and sit down again for the next heat.
"""

# ruff: noqa: E501  (rows of a table, read aloud to a tournament director)

from typing import Final

from controller.domain.referee import RuledStep as Step
from controller.tournament.phases import BEFORE_THE_END, IN_PLAY, STARTED, Phase

OPEN, PLAYING, HAND_FOR_HAND = (Phase.OPEN,), (Phase.PLAYING,), (Phase.HAND_FOR_HAND,)
CUTTING, DECIDED = (Phase.CUTTING,), (Phase.DECIDED,)
BEFORE_THE_PRIZES = (*BEFORE_THE_END, Phase.CUTTING)

# fmt: off
COURSE: Final = (
    #    trigger              from               to                   only if                                                    clause
    Step("start",             OPEN,              Phase.PLAYING,       ("prizes_published", "all_seated"),                        "26.1.f, 31.1"),
    Step("hand_for_hand",     PLAYING,           Phase.HAND_FOR_HAND, (),                                                        "30.3.c, R69"),
    Step("end_hand_for_hand", HAND_FOR_HAND,     Phase.PLAYING,       (),                                                        "R69"),
    Step("call_time",         IN_PLAY,           Phase.LAST_HANDS,    (),                                                        "25.1, 26.1.g, 30.4"),
    Step("end",               STARTED,           Phase.CUTTING,       ("hands_finished", "all_seated", "some_ranked", "cut_due"), "30.2, 30.3.c, R72"),
    Step("end",               STARTED,           Phase.DECIDED,       ("hands_finished", "all_seated", "some_ranked"),           "30.1, 30.3, 31.4"),
    Step("cut",               CUTTING,           Phase.CUTTING,       ("cut_due",),                                              "30.2, R69"),
    Step("cut",               CUTTING,           Phase.DECIDED,       (),                                                        "30.2, 30.3.c, 31.4"),
    Step("next_session",      DECIDED,           Phase.OPEN,          (),                                                        "25.1, 26.1.e, 27.2"),
    Step("next_heat",         DECIDED,           Phase.OPEN,          (),                                                        "25.1, 26.1.e"),
    Step("cancel",            BEFORE_THE_PRIZES, Phase.CANCELLED,     (),                                                        "26.1"),
)
# fmt: on
