"""9.5: a decision that was keyed by mistake, and an award that is declined."""

import random

import pytest

from controller.domain.base import existing
from controller.domain.refusals import Refused
from controller.games.bonus import commands as c
from controller.games.bonus.events import AwardDeclined, DecisionWithdrawn, GiveBack
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.round.awards import award_step
from controller.games.bonus.round.core import decide
from controller.games.bonus.round.phases import DECISIONS
from controller.games.bonus.round.state import Standing, Table, new_table
from controller.games.bonus.round.story import narrate
from controller.games.bonus.rules import Street
from controller.games.bonus.wagers import Area, Choice, Outcome, Stake
from tests.helpers.chaos import any_command, next_step
from tests.helpers.felt import Felt, dollars, jackpot_felt, jackpot_rules, table_rules

CARDS = "7h 2c Kd 9s 4d  Ah Ad  Ks Kh  Qc 8c"
BET, CHECK, FOLD = Choice.BET, Choice.CHECK, Choice.FOLD


def dealt(ruleset: str = "nsw-legacy", method: str = "A") -> Felt:
    """Places 1 and 2 are to decide before the flop, both with a jackpot wager."""
    felt = jackpot_felt(ruleset, method=method).wagers(p1="25", p2="25")
    return felt.jackpot(1, 2).deal(CARDS)


@pytest.mark.clause("nsw", "9.5")
@pytest.mark.parametrize(
    ("ruleset", "method"), [("nsw-legacy", "A"), ("nsw-2024", "A"), ("nsw-2024", "B")]
)
def test_clause_9_5_a_fold_that_was_keyed_by_mistake_is_undone(ruleset: str, method: str) -> None:
    felt, other = dealt(ruleset, method), dealt(ruleset, method)
    felt.decide(1, "fold")
    assert felt.refuses(c.Decide(1, BET)).refusal is Refusal.HAND_OVER, "a fold is final"
    felt.go(c.CorrectDecision(1, BET))
    assert DecisionWithdrawn(1, Street.FLOP) in felt.events
    other.decide(1, "bet")
    assert felt.table == other.table, "as if the fold had never been keyed"
    felt.decide(2, "bet").reveal("flop")


def test_a_bet_that_was_a_check_or_a_fold_puts_nothing_down() -> None:
    felt = dealt().all("bet").reveal("flop").decide(1, "bet").go(c.CorrectDecision(1, CHECK))
    assert Area.TURN not in felt.place(1).stakes
    felt = dealt().decide(1, "bet").go(c.CorrectDecision(1, FOLD))
    place = felt.place(1)
    assert (place.standing, set(place.stakes)) == (Standing.FOLDED, {Area.ANTE, Area.JACKPOT})
    assert {result.outcome for result in place.results.values()} == {Outcome.LOSE, Outcome.TAKEN}


def test_a_bet_is_corrected_to_what_lies_there() -> None:
    felt = dealt().decide(1, "bet").go(c.CorrectDecision(1, BET, dollars("60"), dollars("10")))
    assert felt.place(1).stakes[Area.FLOP] == Stake(dollars("60"), dollars("10"))
    wrong = c.CorrectDecision(1, CHECK, dollars("60"))
    assert felt.refuses(wrong).refusal is Refusal.NOT_OFFERED


def test_what_was_given_back_stays_given_back() -> None:
    felt = dealt("nsw-2024").decide(1, "fold")
    felt.go(c.Report(c.Irregularity.JACKPOT_EQUIPMENT_FAILED), c.CorrectDecision(1, BET))
    assert set(felt.place(1).results) == {Area.JACKPOT}
    assert felt.place(1).results[Area.JACKPOT].outcome is Outcome.RETURNED


@pytest.mark.parametrize("place", [0, 8])
def test_a_place_that_does_not_exist_has_decided_nothing(place: int) -> None:
    assert dealt().refuses(c.CorrectDecision(place, BET)).refusal is Refusal.NO_SUCH_PLACE


def test_only_a_decision_of_this_street_is_corrected_and_only_until_it_is_revealed() -> None:
    felt = dealt()
    nothing = Refused(Refusal.NO_MISTAKE, "9.5")
    assert felt.refuses(c.CorrectDecision(1, BET)) == nothing
    assert felt.refuses(c.CorrectDecision(3, BET)) == nothing, "no ante there"
    felt.decide(1, "fold")
    assert felt.refuses(c.CorrectDecision(1, FOLD)) == nothing
    felt.decide(2, "bet").reveal("flop")
    assert felt.refuses(c.CorrectDecision(1, BET)) == nothing, "the flop is face up"
    assert felt.refuses(c.CorrectDecision(2, CHECK)) == nothing
    felt.all("check").reveal("turn").all("check").reveal("river")
    assert felt.refuses(c.CorrectDecision(2, CHECK)) == Refused(Refusal.WRONG_PHASE, "9.5")


def test_the_story_says_that_a_decision_was_withdrawn() -> None:
    felt = dealt().decide(1, "fold")
    told = narrate(felt.table, felt.table, DecisionWithdrawn(1, Street.FLOP))
    assert told == "The decision of place 1 was a mistake and was withdrawn."


@pytest.mark.parametrize("seed", range(6))
def test_whatever_was_keyed_before_a_corrected_round_is_as_if_keyed_right(seed: int) -> None:
    chance = random.Random(seed)
    table = new_table(table_rules(jackpot=jackpot_rules()), dollars("60000"))
    corrected = 0
    for _ in range(1_500):
        wild = table.round.phase.value in ("idle", "wagers")
        table = stepped(table, any_command(chance, table) if wild else next_step(chance, table))
        if table.round.phase not in DECISIONS:
            continue
        place = chance.choice([place.number for place in table.round.dealt_in()])
        right = decide(table, c.Decide(place, BET))
        wrong = decide(table, c.Decide(place, chance.choice((FOLD, CHECK, BET))))
        if isinstance(right, Refused) or isinstance(wrong, Refused):
            continue
        mended = decide(wrong.state, c.CorrectDecision(place, BET))
        assert not isinstance(mended, Refused)
        assert mended.state == right.state
        corrected += 1
    assert corrected


def stepped(table: Table, command: c.Command) -> Table:
    decided = decide(table, command)
    return table if isinstance(decided, Refused) else decided.state


ROYAL = "Qh Jh Th 2c 3d  As Ks  Ah Kh  9h 8h"
"""Place 1 has a royal flush, place 2 a straight flush."""


def won(*, bonus: bool = False) -> Felt:
    felt = jackpot_felt(meter="80000", bonus=bonus).wagers(p1="25", p2="25", p3="25")
    felt.jackpot(1, 2, 3).deal(f"{ROYAL}  4s 5d").to_showdown()
    return felt.go(c.BeginSettlement()).settle(3, 2, 1)


def amounts(felt: Felt) -> dict[int, str]:
    return {due.award.place: str(due.award.amount) for due in felt.round.awards}


def test_a_declined_award_is_not_paid_and_the_meter_keeps_it() -> None:
    felt = won()
    meter = felt.table.meter
    assert amounts(felt) == {2: "8000.30", 1: "72002.70"}
    decline = c.DeclineAward(2, "straight-flush")
    assert felt.refuses(decline) == Refused(Refusal.AWARD_NOT_KEYED, "15.2.9")
    felt.do(c.KeyAward(2, "straight-flush"), decline)
    assert AwardDeclined(2, "straight-flush") in felt.events
    assert amounts(felt) == {1: "80003.00"}, "worked out anew without it"
    assert felt.table.meter == meter
    assert felt.refuses(decline).refusal is Refusal.NO_SUCH_AWARD
    felt.pay(1, "royal-flush")
    assert felt.phase == "reconcile"
    told = narrate(felt.table, felt.table, AwardDeclined(2, "straight-flush"))
    assert told == "A supervisor declined the award from the meter to place 2."


def test_what_a_declined_award_had_set_off_is_given_back() -> None:
    felt = won(bonus=True)
    paid = [due.award for due in felt.round.awards if due.award.place == 3]
    while (step := award_step(felt.table)) != c.KeyAward(1, "royal-flush"):
        felt.do(existing(step, "the royal is due at the end"))
    felt.do(c.KeyAward(1, "royal-flush"), c.DeclineAward(1, "royal-flush"))
    royal = next(award for award in paid if award.award == "royal-flush")
    assert GiveBack(3, royal.amount) in felt.round.give_back


def test_a_confirmed_or_fixed_award_is_not_declined() -> None:
    felt = won().do(c.KeyAward(2, "straight-flush"), c.ConfirmAward(2, "straight-flush"))
    assert felt.refuses(c.DeclineAward(2, "straight-flush")).refusal is Refusal.AWARD_CONFIRMED
    felt = jackpot_felt().wagers(p1="25").jackpot(1).deal("Qh Jh 3h 2c 3d  As Ks  Ah Kh")
    felt.to_showdown().go(c.BeginSettlement()).settle(1).do(c.KeyAward(1, "flush"))
    assert felt.refuses(c.DeclineAward(1, "flush")) == Refused(Refusal.NOT_OFF_THE_METER, "15.2.9")


def test_south_dakota_the_next_percentage_is_taken_on_what_the_declined_one_left() -> None:
    rules = table_rules("sd", places=5, jackpot=jackpot_rules("PMG-01", wager="1"))
    felt = Felt(rules, meter="80000").wagers(p1="25", p2="25").jackpot(1, 2)
    felt.deal("Ah 9h 4c Kh 8h 6d").to_showdown("2s Qh Jh Th", "2d 3c", "4s 5d")
    felt.go(c.BeginSettlement()).settle(2)
    award = felt.round.awards[0].award.award
    felt.do(c.KeyAward(2, award), c.DeclineAward(2, award))
    assert amounts(felt) == {}
    felt.settle(1)
    assert set(amounts(felt)) == {1}


def test_a_bet_or_check_is_open_again_until_the_street_is_revealed() -> None:
    felt, fresh = dealt(), dealt()
    felt.all("bet").go(c.WithdrawDecisions((1, 2)))
    assert felt.table == fresh.table, "as if nothing had been keyed"
    assert felt.refuses(c.Reveal(Street.FLOP)).refusal is Refusal.UNDECIDED
    nothing = Refused(Refusal.NO_MISTAKE, "9.5")
    assert felt.refuses(c.WithdrawDecisions((1,))) == nothing, "nothing is keyed yet"
    assert felt.refuses(c.WithdrawDecisions(())) == nothing
    felt.decide(1, "fold").decide(2, "bet")
    assert felt.refuses(c.WithdrawDecisions((2, 1))) == Refused(Refusal.HAND_OVER, "9.5")
    assert felt.refuses(c.WithdrawDecisions((9,))).refusal is Refusal.NO_SUCH_PLACE
    felt.reveal("flop")
    assert felt.refuses(c.WithdrawDecisions((2,))) == nothing, "the flop is face up"


def shown() -> Felt:
    felt = dealt()
    for street in ("flop", "turn", "river"):
        felt.all("bet").reveal(street)
    return felt.go(c.ShowDealersHand())


def test_a_concession_that_was_keyed_by_mistake_is_withdrawn_before_the_settlement() -> None:
    felt, other = shown(), shown()
    felt.go(c.Concede(2), c.WithdrawConcession(2))
    assert felt.table == other.table, "the hand is in again, with all its wagers"
    assert felt.refuses(c.WithdrawConcession(2)).refusal is Refusal.NO_MISTAKE
    assert felt.refuses(c.WithdrawConcession(9)).refusal is Refusal.NO_SUCH_PLACE
    felt.go(c.Concede(2), c.BeginSettlement())
    assert felt.refuses(c.WithdrawConcession(2)).refusal is Refusal.WRONG_PHASE
