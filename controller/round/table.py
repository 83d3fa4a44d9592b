"""The round as the rulebook has it: every step that changes the phase, and the rule behind it.

How to read it. A round waits in one phase at a time. A line says: on this trigger, from this
phase, to that phase, only if all these facts hold, by these rules (`nsw-legacy`, `nsw-2024`, `sd`;
R numbers are the settled readings where a text is silent; "" means the step does not exist
there). Nothing outside this table changes the phase.

How it runs. Wagers are placed until "no more bets" or the first card (R16). The deal ends when the
last hole card is down (R4). Three times the players decide and a street is revealed. The dealer's
hand is shown, the places are settled from the dealer's right, jackpots are paid, and the round is
reconciled. If nobody is left in, the round goes straight to reconciliation, except that under
Method B standing jackpot wagers are settled first (R9). A misdeal or a void ends a round from
anywhere; its entries stay reversible until it is closed.
"""

from dataclasses import dataclass
from typing import Final

from controller.domain.rules import RuleSet
from controller.round.phases import BEFORE_SETTLEMENT, CARDS_OUT, DECISIONS, IN_ROUND, Phase


@dataclass(frozen=True)
class Step:
    """One line of the table."""

    trigger: str
    source: tuple[Phase, ...]
    target: Phase
    only_if: tuple[str, ...]
    legacy: str
    current: str
    sd: str

    def clause(self, ruleset: RuleSet) -> str:
        """The rule behind the step."""
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
# A void may strike before any card is dealt (11.9, 13.5), and until the round is closed.
ANY = (*IN_ROUND, Phase.RECONCILE)

# fmt: off
ROUND: Final = (
    #    trigger             from        to                     only if                                       legacy    2024      sd
    Step("open_round",       IDLE,       Phase.WAGERS,          ("deck_verified",),                           "5.2",    "5.3",    "(1)"),
    Step("no_more_bets",     WAGERS,     Phase.DEAL,            ("ante_placed",),                             "7.1",    "7.1",    "(3)"),
    Step("first_card_out",   WAGERS,     Phase.DEAL,            ("ante_placed",),                             "5.5",    "5.6",    "(4)"),
    Step("deal_done",        DEAL,       Phase.FLOP_DECISIONS,  ("hole_cards_down",),                         "7.2.5",  "7.2.5",  "(5)"),
    Step("reveal_flop",      FLOP,       Phase.TURN_DECISIONS,  ("all_decided", "somebody_in", "flop_out"),   "7.2.6",  "7.2.6",  "(6)"),
    Step("reveal_turn",      TURN,       Phase.RIVER_DECISIONS, ("all_decided", "somebody_in", "turn_out"),   "7.2.7",  "7.2.7",  "(7)"),
    Step("reveal_river",     RIVER,      Phase.SHOWDOWN,        ("all_decided", "somebody_in", "river_out"),  "7.2.8",  "7.2.8",  "(10)"),
    Step("all_folded",       HANDS_OUT,  Phase.RECONCILE,       ("nobody_in", "no_jackpot_to_settle"),        "9.6",    "9.6",    "(5)(a)"),
    Step("all_folded",       HANDS_OUT,  Phase.SETTLEMENT,      ("nobody_in", "jackpot_to_settle"),           "",       "9.6.2",  ""),
    Step("begin_settlement", SHOWDOWN,   Phase.SETTLEMENT,      ("dealers_hand_shown",),                      "10.4",   "10.4",   "(12)"),
    Step("all_settled",      SETTLEMENT, Phase.RECONCILE,       ("everything_settled",),                      "10.12",  "10.12",  "(17)"),
    Step("misdeal",          CARDS_OUT,  Phase.RECONCILE,       (),                                           "11.3",   "11.3",   "R41"),
    Step("void",             ANY,        Phase.RECONCILE,       (),                                           "1.1",    "1.1",    "R41"),
    Step("close_round",      RECONCILE,  Phase.IDLE,            (),                                           "1.1",    "1.1",    "(18)(a)vii"),
)
# fmt: on
