"""The wagers of the last round: repeated as they were, changed one by one before the bets lock."""

import pytest

from controller.domain.money import Money
from controller.games.bonus import commands as c
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.round.story import narrate
from controller.games.bonus.wagers import Area, Stake
from tests.helpers.felt import Felt, table_rules

CARDS = "Ks 9d 4h 2c 7s Ah Ad Kd Kc 9s 9h"


def stake(amount: str) -> Stake:
    return Stake(Money.parse(amount))


def next_round() -> Felt:
    felt = Felt(table_rules()).wagers(p1="25", p2="50").bonus(1, "5").deal(CARDS).to_showdown()
    return felt.settle(2, 1).go(c.OpenRound(2))


def test_ante_and_bonus_lie_there_again_and_are_marked() -> None:
    felt = next_round().go(c.RepeatWagers((1, 2)))
    assert felt.place(1).stakes == {Area.ANTE: stake("25"), Area.BONUS: stake("5")}
    assert felt.place(2).stakes == {Area.ANTE: stake("50")}
    assert [felt.place(n).repeated for n in (1, 2, 3)] == [True, True, False]
    assert felt.round.before == {}


def test_tokens_lie_there_again_only_where_they_went_back_to_the_player() -> None:
    felt = Felt(table_rules()).wagers(p1="25", p2="50")
    for place, lies in ((1, "25"), (2, "50")):
        tokens = Stake(Money.parse(lies), Money.parse("20"))
        felt.go(c.ChangeWager(place, Area.ANTE, tokens))
    felt.deal(CARDS.replace("9s 9h", "3d 5c")).to_showdown().settle(2, 1)
    went_back = {n: felt.place(n).results[Area.ANTE].tokens_returned for n in (1, 2)}
    assert sorted(went_back.values()) == [Money(0), Money.parse("20")], "one won, one lost"
    felt.go(c.OpenRound(2), c.RepeatWagers((1, 2)))
    for place, lies in ((1, "25"), (2, "50")):
        again = Stake(Money.parse(lies), went_back[place])
        assert felt.place(place).stakes[Area.ANTE] == again


def test_what_is_keyed_anew_is_no_longer_marked() -> None:
    felt = next_round().go(c.RepeatWagers((1, 2)), c.ChangeWager(2, Area.ANTE, stake("75")))
    assert felt.place(2).stakes == {Area.ANTE: stake("75")}
    assert not felt.place(2).repeated
    felt.go(c.TakeBackWager(1, Area.BONUS))
    assert not felt.place(1).repeated


def test_a_changed_ante_keeps_the_bonus_beside_it() -> None:
    felt = next_round().go(c.RepeatWagers((1,)), c.ChangeWager(1, Area.ANTE, stake("100")))
    assert felt.place(1).stakes == {Area.BONUS: stake("5"), Area.ANTE: stake("100")}


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        (c.ChangeWager(3, Area.ANTE, stake("25")), Refusal.AREA_EMPTY),
        (c.ChangeWager(1, Area.ANTE, stake("0")), Refusal.NOT_A_STAKE),
        (c.ChangeWager(9, Area.ANTE, stake("25")), Refusal.NO_SUCH_PLACE),
        (c.RepeatWagers((1,)), Refusal.AREA_EMPTY),
    ],
)
def test_what_cannot_be_changed_or_repeated_is_refused(
    command: c.Command, refusal: Refusal
) -> None:
    felt = next_round().go(c.RepeatWagers((1, 2)))
    assert felt.refuses(command).refusal is refusal


def test_nothing_is_repeated_once_a_wager_was_keyed_or_the_bets_are_locked() -> None:
    felt = next_round().go(c.PlaceWager(3, Area.ANTE, stake("25")))
    assert felt.refuses(c.RepeatWagers((1,))).refusal is Refusal.AREA_EMPTY
    felt.go(c.NoMoreBets())
    assert felt.refuses(c.RepeatWagers((1,))).refusal is Refusal.WRONG_PHASE
    assert felt.refuses(c.ChangeWager(3, Area.ANTE, stake("50"))).refusal is Refusal.WRONG_PHASE
    assert next_round().refuses(c.RepeatWagers(())).refusal is Refusal.AREA_EMPTY
    assert next_round().refuses(c.RepeatWagers((7,))).refusal is Refusal.AREA_EMPTY


def test_the_story_tells_of_repeated_wagers() -> None:
    felt = next_round()
    before = felt.table
    felt.go(c.RepeatWagers((2,)))
    told = narrate(before, felt.table, felt.events[-1])
    assert told == "Place 2 placed an Ante Wager of $50."
