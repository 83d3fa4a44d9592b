"""The usual sizes of a raise, and the pots as far as they are drawn in."""

from controller.games.poker.betting import DrawIn
from controller.games.poker.offers import Move, Size, usual_sizes
from controller.games.poker.pots import in_the_middle
from controller.games.poker.reports import Irregularity, ReportIrregularity
from controller.games.poker.rules import Limit, PokerRules
from tests.helpers.poker_shift import PokerShift


def raised(rules: PokerRules | None = None) -> PokerShift:
    """Seats 1, 2, 3; the flop is dealt with $30 in the middle, seat 2 has bet $64."""
    shift = PokerShift(rules) if rules else PokerShift()
    return shift.sitting(s1="200", s2="400", s3="77").begun()


def on_the_flop() -> PokerShift:
    return raised().check_round().street("Kd 9s 4h")


def test_half_and_whole_pot_have_the_call_in_them() -> None:
    shift = on_the_flop()
    assert usual_sizes(shift.table) == {
        Size.LEAST: 200, Size.HALF_POT: 300, Size.POT: 600, Size.ALL_IN: 39800,
    }  # fmt: skip
    shift.act(Move.CHECK, Move.CHECK, Move.CHECK)
    assert usual_sizes(shift.table) == {}, "nobody acts"


def test_what_the_stack_cannot_pay_is_left_out_and_no_amount_stands_twice() -> None:
    shift = raised(PokerRules(Limit.NO_LIMIT, 100, 200, seats=6, bank_min=0))
    assert usual_sizes(shift.table)[Size.LEAST] == 400
    assert Size.HALF_POT not in usual_sizes(shift.table), "it is the least"
    shift.act(Move.ALL_IN)
    assert usual_sizes(shift.table) == {Size.LEAST: 39800, Size.ALL_IN: 40000}
    shift.act(Move.CALL)
    assert usual_sizes(shift.table) == {}, "seat 3 can only call"


def test_a_limit_leaves_out_what_is_above_it() -> None:
    half = raised(PokerRules(Limit.HALF_POT, 100, 200, seats=6)).check_round().street("Kd 9s 4h")
    assert usual_sizes(half.table) == {Size.LEAST: 200, Size.HALF_POT: 300}
    fixed = raised(PokerRules(Limit.FIXED, 100, 200, seats=6))
    assert usual_sizes(fixed.table) == {Size.LEAST: 400}


def test_who_is_bound_to_a_wager_has_no_sizes() -> None:
    shift = raised()
    shift.supervised(ReportIrregularity(Irregularity.OUT_OF_TURN, seat=2, move=Move.CALL))
    shift.act(Move.CALL)
    assert usual_sizes(shift.table) == {}


def test_a_pot_is_what_is_drawn_in() -> None:
    shift = raised()
    assert in_the_middle(shift.table.playing()) == ()
    shift.check_round()
    (pot,) = in_the_middle(shift.table.playing())
    assert (pot.amount, pot.eligible) == (600, (1, 2, 3))
    shift.street("Kd 9s 4h").act(Move.ALL_IN, Move.ALL_IN)
    (pot,) = in_the_middle(shift.table.playing())
    assert pot.amount == 600, "what lies in front of the players is in none yet"
    shift.act(Move.FOLD).do(DrawIn())
    assert [one.amount for one in in_the_middle(shift.table.playing())] == [15600]
