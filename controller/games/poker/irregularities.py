"""The table of rulings: when an irregularity can be reported, what it needs and what it does."""

# ruff: noqa: E501  (rows of a table, read aloud to an inspector)

from typing import Final

from controller.domain.kernel import Asking, Draft, Folds, Handler, Handlers
from controller.domain.refusals import Refused
from controller.games.poker import board_errors as b
from controller.games.poker import dead_hands as h
from controller.games.poker import misdeals as m
from controller.games.poker import wager_errors as w
from controller.games.poker.deal import dealt, finish_deal
from controller.games.poker.phases import STREETS, Phase
from controller.games.poker.refusals import PokerRefusal
from controller.games.poker.reports import (
    Irregularity,
    ReportIrregularity,
    Ruling,
    dealt_in,
    still_in,
)
from controller.games.poker.state import Table

I = Irregularity  # noqa: E741
DEAL, FLOP, TURN, RIVER = (Phase.DEAL,), Phase.FLOP, Phase.TURN, Phase.RIVER
ANY = (Phase.BLINDS, Phase.DEAL, *STREETS, Phase.SHOWDOWN)
ALWAYS, BETTING = False, True
"""Whatever is keyed; or only where the console follows the betting, which is where every action is."""

# fmt: off
RULINGS: Final = {
    # irregularity                  phases                       needs                           only if                                    what happens      clause    can be ruled
    I.CARD_EXPOSED_IN_CUT:   Ruling(DEAL,                        (),                             (),                                        m.exposed_in_cut, "11.1.a", ALWAYS),
    I.DEALT_OUT_OF_TURN:     Ruling(DEAL,                        ("seat", "looked"),             (dealt_in,),                               m.out_of_turn,    "11.1.b", ALWAYS),
    I.HOLE_CARD_EXPOSED:     Ruling(DEAL,                        ("seat", "card"),               (dealt_in, m.a_hole_card),                 m.card_up,        "19.1",   ALWAYS),
    I.BOXED_CARD:            Ruling(DEAL,                        ("seat", "card"),               (dealt_in, m.a_hole_card),                 m.card_up,        "19.1",   ALWAYS),
    I.WRONG_NUMBER_OF_HANDS: Ruling(DEAL,                        ("correctable",),               (),                                        m.wrong_number,   "11.2",   ALWAYS),
    I.FLOP_TOO_MANY:         Ruling((FLOP,),                     (),                             (b.no_action_yet,),                        b.flop_too_many,  "19.3.a", ALWAYS),
    I.DEALT_EARLY:           Ruling((Phase.PREFLOP, FLOP, TURN), (),                             (b.a_decision_is_open,),                   b.dealt_early,    "19.3.b", BETTING),
    I.WRONG_BURN:            Ruling((FLOP, TURN, RIVER),         (),                             (),                                        b.wrong_burn,     "19.3.c", BETTING),
    I.TWO_CARDS:             Ruling((TURN, RIVER),               ("correct",),                   (b.no_action_yet,),                        b.two_cards,      "19.4.a", ALWAYS),
    I.HAND_FOULED:           Ruling((*STREETS, Phase.SHOWDOWN),  ("seat",),                      (still_in, h.may_be_fouled),               h.fouled,         "19.5",   ALWAYS),
    I.HAND_KILLED:           Ruling(STREETS,                     ("seat",),                      (still_in, h.may_be_killed),               h.killed,         "16.2",   ALWAYS),
    I.FOLDED_HAND_EXPOSED:   Ruling(STREETS,                     ("seat", "cards"),              (dealt_in, h.may_be_exposed),              h.exposed,        "16.1",   ALWAYS),
    I.WINNING_HAND_MUCKED:   Ruling((*STREETS, Phase.SHOWDOWN),  ("seat",),                      (still_in, h.wins_on_the_table),           h.restored,       "16.3",   ALWAYS),
    I.OUT_OF_TURN:           Ruling(STREETS,                     ("seat", "move"),               (still_in, w.not_its_turn),                w.out_of_turn,    "19.2",   BETTING),
    I.SHORT_CALL:            Ruling(STREETS,                     ("seat", "amount", "decision"), (still_in, w.at_its_turn, w.short_call),   w.put_right,      "20.1",   BETTING),
    I.SHORT_RAISE:           Ruling(STREETS,                     ("seat", "amount", "decision"), (still_in, w.at_its_turn, w.short_raise),  w.put_right,      "20.3",   BETTING),
    I.STRING_BET:            Ruling(STREETS,                     ("seat", "amount"),             (still_in, w.at_its_turn, w.first_motion), w.string_bet,     "20.5",   BETTING),
    I.CLOCK_EXPIRED:         Ruling(STREETS,                     ("seat",),                      (still_in, w.at_its_turn),                 h.clock_ran_out,  "23.3",   ALWAYS),
    I.OUTCOME_INVALIDATED:   Ruling(ANY,                         ("cause",),                     (),                                        m.invalidated,    "23.1",   ALWAYS),
}
# fmt: on


def _verify(table: Table, report: ReportIrregularity, _: Asking) -> Refused | None:
    ruling = RULINGS[report.what]
    if not table.rules.stacks_kept and ruling.follows:
        return Refused(PokerRefusal.NOT_FOLLOWED, ruling.clause)
    if _phase(table, ruling) not in ruling.phases:
        return Refused(PokerRefusal.WRONG_PHASE, ruling.clause)
    for need in ruling.needs:
        value = getattr(report, need)
        if value is None or (value in ((), 0) and value is not False):
            return Refused(PokerRefusal.NEEDS_MORE, ruling.clause, f"{need} is missing.")
    return next(filter(None, (check(table, report) for check in ruling.checks)), None)


def _phase(table: Table, ruling: Ruling) -> Phase:
    """Run by pots: nobody has told that the deal is over."""
    told = table.rules.stacks_kept or table.phase in ruling.phases
    return table.phase if told else dealt(table).phase


def _rule(draft: Draft[Table], report: ReportIrregularity) -> None:
    ruling = RULINGS[report.what]
    if draft.state.phase not in ruling.phases:
        finish_deal(draft)
    ruling.act(draft, report)


HANDLERS: Handlers = {ReportIrregularity: Handler(_verify, _rule)}

FOLDS: Folds = {**m.FOLDS, **b.FOLDS, **h.FOLDS, **w.FOLDS}
