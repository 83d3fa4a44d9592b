"""The jackpot at the table: offered, wagered, keyed, confirmed and paid (15.2, R14, R16, R30)."""

import tomllib
from typing import Any

import pytest

from controller.domain.cards import Card
from controller.games.bonus import commands as c
from controller.games.bonus.commands import Irregularity, Report
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.rules import Method
from controller.games.bonus.wagers import Area
from simulators.games.bonus.scenario.file import Scenario, checked_scenario
from simulators.games.bonus.scenario.result import round_result
from simulators.scenario.reading import WrongScenario
from tests.helpers.felt import Felt, jackpot_felt, jackpot_rules, table_rules
from tests.helpers.rounds import from_shuffler, results
from tests.helpers.scenario_gen import to_toml

BOARD, DEALER = "Qh Jh Th 2c 3d", "As Ks"
ROYAL, STRAIGHT_FLUSH, FLUSH, NOTHING = "Ah Kh", "9h 8h", "5h 4h", "6d 7d"


def as_dealt(ruleset: str, *players: str, board: str = BOARD) -> str:
    return from_shuffler(ruleset, board, DEALER, *players)


def settled(ruleset: str, *players: str, bonus: bool = False) -> Felt:
    """Places 1, 2, ... hold these cards and bet the jackpot; all are settled, no award is paid."""
    rules = table_rules(ruleset, jackpot=jackpot_rules(bonus=bonus))
    places = range(1, len(players) + 1)
    felt = Felt(rules, meter="80000").wagers(**{f"p{place}": "25" for place in places})
    felt.jackpot(*places).deal(as_dealt(ruleset, *players)).to_showdown()
    return felt.settle(*reversed(places))


def due(felt: Felt) -> list[tuple[int, str]]:
    return [(entry.award.place, entry.award.award) for entry in felt.round.awards]


def scenario(**keys: Any) -> Scenario:
    hand = {"place": 1, "ante": "25", "decisions": ["fold"]} | keys.pop("hand", {})
    given = {"ruleset": "nsw-2024", "rounds": [{"cards": "", "hands": [hand]}]} | keys
    return checked_scenario("given", tomllib.loads(to_toml(given)))


JACKPOT = {"schedule": "nsw", "wager": "5", "meter": "60000"}


@pytest.mark.clause("nsw", "15.2")
def test_a_table_without_a_jackpot_takes_no_jackpot_wager(ruleset: str) -> None:
    felt = Felt(table_rules(ruleset)).wagers(p1="25")
    assert felt.why(c.JackpotSensor(1, present=True)) == (Refusal.JACKPOT_NOT_OFFERED, "15.2")
    felt.deal(as_dealt(ruleset, ROYAL)).to_showdown().settle(1)
    assert felt.round.awards == ()
    assert round_result(felt.table)["meter"] is None
    with pytest.raises(WrongScenario, match=r"hands\[1\].jackpot"):
        scenario(ruleset=ruleset, hand={"jackpot": True})
    with pytest.raises(WrongScenario, match=r"jackpot.schedule"):
        scenario(ruleset=ruleset, jackpot=JACKPOT | {"schedule": "PMG-01"})


@pytest.mark.clause("nsw", "15.2")
def test_a_jackpot_switched_off_before_the_first_card_takes_no_wager_either(ruleset: str) -> None:
    felt = jackpot_felt(ruleset, meter="80000").wagers(p1="25", p2="25").jackpot(1)
    felt.go(Report(Irregularity.JACKPOT_EQUIPMENT_FAILED)).jackpot(2)
    felt.deal(as_dealt(ruleset, ROYAL, STRAIGHT_FLUSH)).to_showdown().settle(2, 1)
    assert felt.round.awards == ()
    assert Area.JACKPOT not in felt.place(2).stakes
    assert felt.meter == "80000.00"


@pytest.mark.clause("nsw", "15.2.1")
def test_a_chip_on_the_sensor_of_a_place_without_an_ante_is_no_jackpot_wager(ruleset: str) -> None:
    felt = jackpot_felt(ruleset, meter="80000").wagers(p1="25").jackpot(2)
    felt.deal(as_dealt(ruleset, ROYAL))
    assert not felt.place(2).stakes
    assert not felt.place(1).stakes.keys() - {Area.ANTE}
    assert felt.meter == "80000.00"
    felt.to_showdown().settle(1)
    assert felt.round.awards == ()


@pytest.mark.clause("nsw", "15.2.1")
def test_with_its_ante_taken_back_a_place_has_no_jackpot_wager_any_more(ruleset: str) -> None:
    felt = jackpot_felt(ruleset, meter="80000").wagers(p1="25", p2="25").jackpot(1, 2)
    felt.go(c.TakeBackWager(2, Area.ANTE)).deal(as_dealt(ruleset, NOTHING))
    assert [place.number for place in felt.round.places if Area.JACKPOT in place.stakes] == [1]
    assert felt.meter == "80001.00"


@pytest.mark.parametrize("lock", ["no more bets", "first card"])
@pytest.mark.clause("nsw", "1.1:Jackpot Wager", "15.2.4")
def test_jackpot_wagers_count_until_the_bets_are_locked_and_chips_later_do_not(
    ruleset: str, lock: str
) -> None:
    felt = jackpot_felt(ruleset, meter="80000").wagers(p1="25", p2="25", p3="25").jackpot(1, 3)
    felt.do(c.JackpotSensor(3, present=False))
    assert felt.meter == "80000.00"
    felt.do(c.NoMoreBets() if lock == "no more bets" else c.CardDrawn(Card.parse("Qh")))
    assert felt.meter == "80001.00"
    felt.do(c.JackpotSensor(2, present=True), c.JackpotSensor(1, present=False))
    assert [place.number for place in felt.round.places if Area.JACKPOT in place.stakes] == [1]
    assert felt.meter == "80001.00"


@pytest.mark.parametrize(
    ("board", "cards", "outcome"),
    [
        (BOARD, ROYAL, "win"),
        (BOARD, STRAIGHT_FLUSH, "win"),
        (BOARD, FLUSH, "win"),
        ("Kh 7h 9h Kd Ac", FLUSH, "lose"),  # the dealer has a full house
    ],
)
@pytest.mark.clause("nsw", "1.1:Jackpot Wager", "1.1:Progressive Jackpot", "15.2.7")
@pytest.mark.clause("nsw-guide", "jackpot#2", "jackpot#3")
def test_a_jackpot_is_won_on_top_of_a_game_that_is_the_same_without_it(
    ruleset: str, board: str, cards: str, outcome: str
) -> None:
    def base(jackpot: bool) -> dict[str, Any]:
        hand = {"place": 1, "ante": "25", "bonus": "5", "jackpot": jackpot}
        hands = [{**hand, "decisions": ["bet", "bet", "check"]}]
        dealt = as_dealt(ruleset, cards, board=board)
        return results(ruleset, dealt, hands, jackpot=JACKPOT)[0]

    with_wager, without = base(jackpot=True), base(jackpot=False)
    wagers = with_wager["hands"][0]["wagers"]
    jackpot = wagers.pop("jackpot")
    assert jackpot == {"stake": "5.00", "outcome": "taken", "paid": "0.00", "returned": "0.00"}
    assert with_wager["hands"] == without["hands"]
    assert without["hands"][0]["outcome"] == outcome
    assert len(with_wager["jackpots"]) == 1
    assert without["jackpots"] == []


@pytest.mark.clause("nsw", "15.2.7")
def test_the_round_is_not_over_before_each_award_is_paid_in_a_step_of_its_own(ruleset: str) -> None:
    felt = settled(ruleset, FLUSH, STRAIGHT_FLUSH)
    assert felt.phase == "settlement"
    for close in (c.CloseRound(), c.FinishSettlement()):
        assert felt.refuses(close).refusal is Refusal.UNSETTLED
    assert felt.refuses(c.OpenRound(2)).refusal is Refusal.ROUND_IN_PROGRESS
    felt.pay(2, "straight-flush")
    assert felt.refuses(c.CloseRound()).refusal is Refusal.UNSETTLED
    felt.pay(1, "flush")
    assert felt.phase == "reconcile"
    felt.go(c.CloseRound())
    assert felt.phase == "idle"


@pytest.mark.clause("nsw", "15.2.7")
def test_awards_fall_due_once_every_hand_is_settled_or_conceded(ruleset: str) -> None:
    felt = jackpot_felt(ruleset, meter="80000").wagers(p1="25", p2="25", p3="25").jackpot(1, 2, 3)
    felt.deal(as_dealt(ruleset, STRAIGHT_FLUSH, NOTHING, FLUSH)).to_showdown().settle(3)
    assert due(felt) == []
    felt.settle(2)
    assert due(felt) == []
    # The straight flush is conceded: no award of its own (R8), but the flush has to be paid.
    felt.go(c.Concede(1))
    assert due(felt) == [(3, "flush")]
    assert felt.phase == "settlement"


@pytest.mark.clause("nsw", "15.2.7")
def test_no_award_is_paid_before_it_is_keyed_and_keyed_again_it_is_taken_back(ruleset: str) -> None:
    felt = settled(ruleset, FLUSH)
    pay = c.PayAward(1, "flush")
    assert felt.why(pay) == (Refusal.AWARD_NOT_KEYED, "15.2.7")
    felt.go(c.KeyAward(1, "flush"), c.KeyAward(1, "flush"))
    assert felt.refuses(pay).refusal is Refusal.AWARD_NOT_KEYED
    assert felt.meter == "80001.00"
    felt.go(c.KeyAward(1, "flush")).do(pay)
    assert felt.refuses(c.KeyAward(1, "flush")).refusal is Refusal.AWARD_PAID
    assert felt.refuses(pay).refusal is Refusal.NO_SUCH_AWARD


@pytest.mark.parametrize(
    ("cards", "award", "after"),
    [(ROYAL, "royal-flush", "50000.00"), (STRAIGHT_FLUSH, "straight-flush", "72000.90")],
)
@pytest.mark.clause("nsw", "15.2.7")
def test_an_award_off_the_meter_is_not_paid_before_a_supervisor_has_confirmed_it(
    ruleset: str, cards: str, award: str, after: str
) -> None:
    felt = settled(ruleset, cards)
    key, confirm, pay = c.KeyAward(1, award), c.ConfirmAward(1, award), c.PayAward(1, award)
    assert felt.refuses(confirm).refusal is Refusal.AWARD_NOT_KEYED
    felt.go(key)
    assert felt.refuses(pay).refusal is Refusal.AWARD_NOT_CONFIRMED
    assert felt.meter == "80001.00"
    felt.go(key)
    assert felt.refuses(confirm).refusal is Refusal.AWARD_NOT_KEYED
    felt.go(key, confirm)
    assert felt.refuses(confirm).refusal is Refusal.AWARD_CONFIRMED
    assert felt.refuses(key).refusal is Refusal.AWARD_CONFIRMED
    felt.do(pay)
    assert felt.meter == after
    # A confirmation is not a notice (R30).
    assert felt.round.notices == ()


@pytest.mark.clause("nsw", "15.2.7", "15.2.12", "15.2.14")
def test_an_award_out_of_its_turn_is_refused(ruleset: str) -> None:
    felt = settled(ruleset, STRAIGHT_FLUSH, ROYAL)
    for place, award in ((2, "royal-flush"), (1, "straight-flush")):
        felt.go(c.KeyAward(place, award), c.ConfirmAward(place, award))
    assert felt.why(c.PayAward(2, "royal-flush")) == (Refusal.NOT_THE_NEXT, "15.2.12")
    felt.go(c.PayAward(1, "straight-flush"), c.PayAward(2, "royal-flush"))
    assert felt.phase == "reconcile"


@pytest.mark.clause("nsw", "15.2.7")
def test_an_award_that_the_cards_do_not_show_cannot_be_keyed_confirmed_or_paid(
    ruleset: str,
) -> None:
    felt = settled(ruleset, FLUSH, NOTHING)
    for place, award in ((2, "flush"), (1, "royal-flush"), (3, "flush")):
        assert felt.refuses(c.KeyAward(place, award)).refusal is Refusal.NO_SUCH_AWARD
        assert felt.refuses(c.ConfirmAward(place, award)).refusal is Refusal.NO_SUCH_AWARD
        assert felt.refuses(c.PayAward(place, award)).refusal is Refusal.NOT_THE_NEXT


@pytest.mark.clause("nsw", "1.1:Bonus Jackpot", "15.2.10.4")
def test_a_bonus_jackpot_is_paid_without_a_key_and_before_the_award_that_set_it_off(
    ruleset: str,
) -> None:
    felt = settled(ruleset, STRAIGHT_FLUSH, NOTHING, bonus=True)
    own = c.PayAward(1, "straight-flush")
    felt.go(c.KeyAward(1, "straight-flush"), c.ConfirmAward(1, "straight-flush"))
    assert felt.refuses(own).refusal is Refusal.NOT_THE_NEXT
    assert felt.refuses(c.KeyAward(2, "straight-flush")).refusal is Refusal.NO_SUCH_AWARD
    felt.go(c.PayAward(2, "straight-flush"))
    assert felt.meter == "80002.00"
    felt.go(own)
    assert felt.meter == "72001.80"


@pytest.mark.clause("nsw-2024", "1.1:Method A")
def test_method_a_is_the_default_and_nobody_has_to_use_it() -> None:
    for jackpot in ({}, {"jackpot": JACKPOT}):
        assert scenario(**jackpot).rules.method is Method.A
        assert scenario(**jackpot, method="A").rules.method is Method.A
        assert scenario(**jackpot, method="B").rules.method is Method.B


def test_only_the_new_rules_know_method_b() -> None:
    for ruleset in ("nsw-legacy", "sd"):
        with pytest.raises(WrongScenario, match="only nsw-2024 has Method B"):
            scenario(ruleset=ruleset, method="B")


def test_the_method_is_the_tables_and_stays_what_it_is_for_a_whole_round() -> None:
    felt = jackpot_felt(method="B", meter="80000")
    felt.wagers(p1="25").jackpot(1).deal(as_dealt("nsw-2024", FLUSH)).decide(1, "fold")
    felt.reveal("flop").settle(1).pay(1, "flush")
    felt.go(c.CloseRound())
    assert felt.table.rules == felt.fresh.rules
    round_ = {"cards": "", "method": "A", "hands": [{"place": 1, "ante": "25"}]}
    with pytest.raises(WrongScenario, match="round 1: method: unknown key"):
        scenario(method="B", rounds=[round_])
