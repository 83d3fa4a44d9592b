"""The hand as the rulebook has it: every step that changes the phase, and the rule behind it.

How to read it. A hand waits in one phase at a time. A line says: on this trigger, from this phase,
to that phase, only if all these facts hold, by these rules (R numbers are the settled readings
where the text is silent). Nothing outside this table changes the phase.

How it runs. Between hands the table is idle: players sit down, leave, buy chips. The button moves,
antes and blinds are posted, two cards each are dealt. Four times the players bet, and before each
but the first the dealer burns a card and turns the street. A betting round ends when the dealer
draws in the wagers; what nobody called goes back. If one player is left, the pot is awarded at
once; otherwise the hands are shown after the river and every pot goes to the best hand tabled for
it. A misdeal ends a hand in the deal, a void anywhere before the award: everything goes back.
"""

# ruff: noqa: E501  (rows of a table, read aloud to an inspector)

from typing import Final

from controller.domain.referee import RuledStep as Step
from controller.games.poker.phases import STREETS, Phase

IDLE, BLINDS, DEAL = (Phase.IDLE,), (Phase.BLINDS,), (Phase.DEAL,)
PREFLOP, FLOP, TURN, RIVER = ((street,) for street in STREETS)
SHOWDOWN, AWARD = (Phase.SHOWDOWN,), (Phase.AWARD,)
BEFORE_AWARD = (Phase.BLINDS, Phase.DEAL, *STREETS, Phase.SHOWDOWN)

# fmt: off
HAND: Final = (
    #    trigger            from          to              only if                                          clause
    Step("begin_hand",      IDLE,         Phase.BLINDS,   ("two_dealt_in",),                               "6.4.a, 12.1, 12.7, R53, R57"),
    Step("deal_hole_cards", BLINDS,       Phase.DEAL,     (),                                              "6.4.b, R42"),
    Step("open_betting",    DEAL,         Phase.PREFLOP,  (),                                              "6.4.c, 8.1"),
    Step("deal_flop",       PREFLOP,      Phase.FLOP,     ("wagers_drawn_in", "several_in", "three_out"),  "6.4.d, 9.1"),
    Step("deal_turn",       FLOP,         Phase.TURN,     ("wagers_drawn_in", "several_in", "four_out"),   "6.4.f, 9.1"),
    Step("deal_river",      TURN,         Phase.RIVER,    ("wagers_drawn_in", "several_in", "five_out"),   "6.4.h, 10.1"),
    Step("open_showdown",   RIVER,        Phase.SHOWDOWN, ("wagers_drawn_in", "several_in", "five_up"),    "10.1, 10.2, R60"),
    Step("award_pots",      STREETS,      Phase.AWARD,    ("wagers_drawn_in", "one_left"),                 "8.2.a, 10.3, R66"),
    Step("award_pots",      SHOWDOWN,     Phase.AWARD,    ("hands_shown",),                                "10.3, 10.4, R60, R66"),
    Step("finish_hand",     AWARD,        Phase.IDLE,     (),                                              "6.1, 10.5"),
    Step("misdeal",         DEAL,         Phase.IDLE,     (),                                              "11.1"),
    Step("void",            BEFORE_AWARD, Phase.IDLE,     (),                                              "23.1"),
)
# fmt: on
