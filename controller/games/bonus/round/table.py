"""The round as the rulebook has it: every step that changes the phase, and the rule behind it.

How to read it. A round waits in one phase at a time. A line says: on this trigger, from this
phase, to that phase, only if all these facts hold, by these rules (`nsw-legacy`, `nsw-2024`, `sd`;
R numbers are the settled readings where a text is silent; "" means the step does not exist
there). Where the cards come from a shoe, rule 7.3 speaks instead of 7.2, under the same numbers in
both New South Wales rule sets: the last column. Nothing outside this table changes the phase.

How it runs. Wagers are placed until "no more bets" or the first card (R16). The deal ends when the
last hole card is down (R4). Three times the players decide and a street is revealed. The dealer's
hand is shown, the places are settled from the dealer's right, jackpots are paid, and the round is
reconciled. If nobody is left in, the round goes straight to reconciliation, except that under
Method B standing jackpot wagers are settled first, once the flop is revealed (R9). A misdeal ends a
round once cards are out, a void from anywhere: the lines name the clauses that declare one, and a
supervisor may do so without. A round stays reversible until it is closed.
"""

from typing import Final

from controller.domain import referee
from controller.domain.dealing import Dealing
from controller.games.bonus.round.phases import (
    BEFORE_SETTLEMENT,
    CARDS_OUT,
    DECISIONS,
    IN_ROUND,
    Phase,
)
from controller.games.bonus.rules import RuleSet


class Step(referee.Step):
    """One line of the table."""

    legacy: str
    current: str
    sd: str
    shoe: str = ""
    """The clause of the deal script for the shoe, where it is another (7.3)."""

    def clause(self, ruleset: RuleSet, dealing: Dealing) -> str:
        """The rule behind the step."""
        if self.shoe and dealing is Dealing.SHOE:
            return self.shoe
        return {
            RuleSet.NSW_LEGACY: self.legacy,
            RuleSet.NSW_2024: self.current,
            RuleSet.SD: self.sd,
        }[ruleset]


IDLE, WAGERS, DEAL = (Phase.IDLE,), (Phase.WAGERS,), (Phase.DEAL,)
FLOP, TURN, RIVER = ((phase,) for phase in DECISIONS)
SHOWDOWN, SETTLEMENT, RECONCILE = (Phase.SHOWDOWN,), (Phase.SETTLEMENT,), (Phase.RECONCILE,)
# R9: everyone may have folded, conceded or be void.
HANDS_OUT = BEFORE_SETTLEMENT
# Nobody folds before the deal is over: a jackpot wager that waits is one of a decision phase.
FOLDED = (*DECISIONS, Phase.SHOWDOWN)
# A void may strike before any card is dealt (11.9, 13.5), and until the round is closed.
ANY = (*IN_ROUND, Phase.RECONCILE)

# fmt: off
ROUND: Final = (
    #    trigger             from        to                     only if                                              legacy                        2024                          sd            shoe
    Step("open_round",       IDLE,       Phase.WAGERS,          ("deck_verified",),                                  "5.2",                        "5.3",                        "(1)"),
    Step("no_more_bets",     WAGERS,     Phase.DEAL,            ("ante_placed",),                                    "7.1",                        "7.1",                        "(3)"),
    Step("first_card_out",   WAGERS,     Phase.DEAL,            ("ante_placed",),                                    "5.5",                        "5.6",                        "(4)"),
    Step("deal_done",        DEAL,       Phase.FLOP_DECISIONS,  ("hole_cards_down",),                                "7.2.5",                      "7.2.5",                      "(5)",        "7.3.6"),
    Step("reveal_flop",      FLOP,       Phase.TURN_DECISIONS,  ("all_decided", "somebody_in", "flop_out"),          "7.2.6",                      "7.2.6",                      "(6)",        "7.3.7"),
    Step("reveal_turn",      TURN,       Phase.RIVER_DECISIONS, ("all_decided", "somebody_in", "turn_out"),          "7.2.7",                      "7.2.7",                      "(7)",        "7.3.8"),
    Step("reveal_river",     RIVER,      Phase.SHOWDOWN,        ("all_decided", "somebody_in", "river_out"),         "7.2.8",                      "7.2.8",                      "(10)",       "7.3.9"),
    Step("all_folded",       HANDS_OUT,  Phase.RECONCILE,       ("nobody_in", "no_jackpot_to_settle"),               "9.6, R9",                    "9.6, R9",                    "(5)(a), R9"),
    Step("all_folded",       FOLDED,     Phase.SETTLEMENT,      ("nobody_in", "jackpot_to_settle", "flop_revealed"), "",                           "9.6.2, 10.4.1, R9",          ""),
    Step("begin_settlement", SHOWDOWN,   Phase.SETTLEMENT,      ("dealers_hand_shown",),                             "10.4",                       "10.4",                       "(12)"),
    Step("all_settled",      SETTLEMENT, Phase.RECONCILE,       ("everything_settled",),                             "10.12",                      "10.12",                      "(17)"),
    Step("misdeal",          CARDS_OUT,  Phase.RECONCILE,       (),                                                  "11.3",                       "11.3",                       "R41"),
    Step("void",             ANY,        Phase.RECONCILE,       (),                                                  "11.5, 11.9.2, 12.2.1, 13.4", "11.5, 11.9.2, 12.2.1, 13.5", "R41"),
    Step("close_round",      RECONCILE,  Phase.IDLE,            (),                                                  "1.1:Round of Play",          "1.1:Round of Play",          "(18)(a)vii"),
)
# fmt: on
