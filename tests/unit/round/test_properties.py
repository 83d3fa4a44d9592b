"""Laws that hold for any round whatsoever."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.domain.books import balances
from controller.domain.cards import DECK
from controller.domain.money import ZERO, Money
from controller.domain.refusals import Refused
from controller.games.bonus import commands as c
from controller.games.bonus.round.books import METER, entries, felt, player
from controller.games.bonus.round.core import decide, fold, verify
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Ending, Standing, Table, new_table
from controller.games.bonus.rules import TableRules
from controller.games.bonus.wagers import Area, Choice, Outcome, Stake
from tests.helpers.chaos import any_command, next_step
from tests.helpers.felt import jackpot_rules, table_rules

RULES = (
    table_rules("nsw-legacy", dealing="shoe", jackpot=jackpot_rules(bonus=True)),
    table_rules("nsw-2024", dealing="shuffler", jackpot=jackpot_rules(bonus=True)),
    table_rules(
        "nsw-2024", method="B", places=5, jackpot=jackpot_rules(increment_millionths=123_457)
    ),
    table_rules("sd", jackpot=jackpot_rules("PMG-01", wager="1")),
    table_rules("sd", places=5, jackpot=jackpot_rules("THBP-08", wager="1")),
    table_rules("nsw-legacy"),
)

seeds = st.integers(0, 2**32)
rule_sets = st.sampled_from(RULES)


def fresh(rules: TableRules) -> Table:
    return new_table(rules, Money(5_000_000), Money(12_345))


def step(table: Table, command: c.Command) -> Table:
    """One command; what it says happened folds to the table it says it leaves."""
    decided = decide(table, command)
    if isinstance(decided, Refused):
        assert verify(table, command) == decided
        return table
    assert verify(table, command) is None
    assert fold(table, decided.events) == decided.state
    return decided.state


def finish(chance: random.Random, table: Table) -> Table:
    """Every state has a next step, and it leads to the end of the round."""
    for _ in range(300):
        if table.round.phase is Phase.IDLE:
            return table
        command = next_step(chance, table)
        decided = decide(table, command)
        assert not isinstance(decided, Refused), f"{command} in {table.round.phase}: {decided}"
        table = decided.state
    raise AssertionError(f"no end in sight: {table.round}")


def a_round(chance: random.Random, rules: TableRules, *, mishaps: int) -> Table:
    """A round that is played to its end, with some commands out of the blue in between."""
    table = step(fresh(rules), c.OpenRound(1))
    for place in range(1, rules.places + 1):
        if chance.random() < 0.7:
            table = step(table, c.PlaceWager(place, Area.ANTE, Stake(Money(2500 * place))))
            table = step(table, c.PlaceWager(place, Area.BONUS, Stake(Money(700), Money(200))))
            table = step(table, c.JackpotSensor(place, present=chance.random() < 0.7))
    for _ in range(mishaps):
        for _ in range(chance.randint(0, 25)):
            if table.round.phase is Phase.IDLE:
                break
            table = step(table, next_step(chance, table))
        table = step(table, any_command(chance, table))
    return finish(chance, table)


def check_money(table: Table) -> None:
    """Stakes and payouts balance between players, felt, tray, meter, reserve and house."""
    round_, booked = table.round, entries(table)
    gained = balances(booked)
    assert sum(gained.values()) == 0
    for place in round_.places:
        assert gained.get(felt(place.number), ZERO) == 0, "chips were left on the felt"
        won = sum(due.award.amount for due in round_.awards if due.award.place == place.number)
        net = sum(r.paid + r.returned - r.stake for r in place.results.values()) + won
        assert gained.get(player(place.number), ZERO) == net
        for result in place.results.values():
            assert ZERO <= result.returned <= result.stake
            assert ZERO <= result.tokens_returned <= result.returned
            assert result.paid == 0 or result.outcome is Outcome.WIN
    if round_.meter_before and table.meter:
        assert gained.get(METER, ZERO) == table.meter.value - round_.meter_before.value
        assert table.meter.value >= 0


@pytest.mark.untraced
@given(seeds, rule_sets, st.integers(0, 4))
def test_money_is_conserved_in_any_round(seed: int, rules: TableRules, mishaps: int) -> None:
    table = a_round(random.Random(seed), rules, mishaps=mishaps)
    check_money(table)


@given(seeds, rule_sets, st.integers(0, 60))
def test_any_commands_lead_to_a_state_with_a_next_step(
    seed: int, rules: TableRules, count: int
) -> None:
    chance = random.Random(seed)
    table = fresh(rules)
    for _ in range(count):
        table = step(table, any_command(chance, table))
    check_money(finish(chance, table))


@pytest.mark.untraced
@given(seeds, rule_sets, st.integers(0, 60))
def test_a_void_returns_everything(seed: int, rules: TableRules, moment: int) -> None:
    chance = random.Random(seed)
    table = step(fresh(rules), c.OpenRound(1))
    for place in range(1, 6):
        table = step(table, c.PlaceWager(place, Area.ANTE, Stake(Money(60_000))))
        table = step(table, c.JackpotSensor(place, present=True))
    for _ in range(moment):
        if table.round.phase is Phase.RECONCILE:
            break
        table = step(table, next_step(chance, table))
    before = table.round.meter_before
    table = step(table, c.Report(c.Irregularity.SUPERVISOR_VOID))
    if table.round.phase is Phase.IDLE:
        return
    assert table.round.ending is Ending.VOID
    for hand in table.round.dealt_in():
        assert hand.standing is Standing.VOID
        assert set(hand.stakes) <= set(hand.results)
        for result in hand.results.values():
            assert result.outcome is Outcome.RETURNED
            assert result.returned == result.stake
    assert table.meter == before
    check_money(table)


@pytest.mark.untraced
@given(seeds, st.permutations(range(1, 8)), st.lists(st.sampled_from("bcf"), min_size=21))
@settings(max_examples=60)
def test_the_order_of_decisions_within_a_street_does_not_change_a_settlement(
    seed: int, order: list[int], wishes: list[str]
) -> None:
    cards = random.Random(seed).sample(DECK, 21)

    def settle(places: list[int]) -> Table:
        table = step(fresh(RULES[1]), c.OpenRound(1))
        for place in range(1, 8):
            table = step(table, c.PlaceWager(place, Area.ANTE, Stake(Money(2500))))
        table = step(table, c.NoMoreBets())
        for card in cards:
            table = step(table, c.CardDrawn(card))
        chance = random.Random(0)
        while table.round.phase is not Phase.IDLE:
            if table.round.phase in (Phase.FLOP_DECISIONS, Phase.TURN_DECISIONS):
                street = 0 if table.round.phase is Phase.FLOP_DECISIONS else 1
                for place in places:
                    wish = {"b": "bet", "c": "check" if street else "bet", "f": "fold"}
                    choice = Choice(wish[wishes[place * 3 - 3 + street]])
                    table = step(table, c.Decide(place, choice))
            if table.round.phase is Phase.RIVER_DECISIONS:
                table = step(table, c.DecideAll(Choice.CHECK))
            table = step(table, next_step(chance, table))
        return table

    assert settle(order).round == settle(list(range(1, 8))).round


@pytest.mark.long
@given(seeds, rule_sets, st.integers(0, 120))
@settings(max_examples=20_000, deadline=None)
def test_long_any_commands_lead_to_the_end_with_the_money_in_place(
    seed: int, rules: TableRules, count: int
) -> None:
    chance = random.Random(seed)
    table = fresh(rules)
    for _ in range(count):
        table = step(table, any_command(chance, table))
    check_money(finish(chance, table))
