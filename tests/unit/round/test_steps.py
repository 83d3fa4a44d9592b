"""One table of steps: button, keypad, lamps, guidance and screen never mean different things."""

import random

from controller.domain.refusals import Refused
from controller.games.bonus import commands as c
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.outputs import outputs
from controller.games.bonus.round.citations import CITATIONS
from controller.games.bonus.round.core import can, decide
from controller.games.bonus.round.state import Table
from controller.games.bonus.round.view import public_view
from controller.games.bonus.rules import Street
from controller.games.bonus.steps import STEPS, BonusStep, step_of
from tests.rules.test_guidance_sd import two_meter_hands
from tests.unit.round.test_guidance import (
    ALL_RULES,
    at_every_table,
    at_the_flop,
    scrambled,
    seeds,
    tables,
    told,
)

SHOE = ("", ", shoe")


def at(table: Table) -> BonusHouse:
    return BonusHouse(table)


@at_every_table
@seeds
def test_a_key_that_is_lit_stands_for_the_button_or_keys_an_award(name: str, seed: int) -> None:
    seen = set()
    for table in tables(name, seed):
        step = step_of(at(table))
        awards = {due.award.award: due for due in reversed(table.round.awards) if not due.paid}
        assert outputs(at(table), None).keypad_lamps == step.keys.keys()
        for key, meaning in step.keys.items():
            seen.add(key)
            if key in awards:
                assert isinstance(meaning.command, c.KeyAward)
                assert can(table, meaning.command) or awards[key].confirmed
            else:
                assert meaning.command == step.command
        if isinstance(step.command, c.KeyAward):
            assert step.keys[step.command.award].command == step.command
    assert seen >= {"close-bets", "paid", "end-of-hand"}


@at_every_table
@seeds
def test_the_sentence_is_about_the_step_of_the_button(name: str, seed: int) -> None:
    for table, said in told(name, seed):
        step, open_cards = step_of(at(table)), public_view(table)
        row = STEPS.guide_row(open_cards)
        assert row.name is step.name
        assert row.says(open_cards).text in said.text
        if said.place is not None:
            assert getattr(step.command, "place", said.place) == said.place


@at_every_table
@seeds
def test_what_the_table_does_by_itself_is_the_button_or_leaves_it(name: str, seed: int) -> None:
    """What everybody awaits anyway; never another step than the dealer is told."""
    for table in tables(name, seed):
        step = step_of(at(table))
        if step.ahead is None or step.ahead == step.command or not can(table, step.ahead):
            continue
        decided = decide(table, step.ahead)
        assert not isinstance(decided, Refused)
        assert step_of(at(decided.state)).command == step.command


@at_every_table
def test_which_step_it_is_depends_on_no_card_that_is_face_down(name: str) -> None:
    chance = random.Random(0)
    for table in tables(name, 0):
        named = step_of(at(table)).name
        assert named is step_of(at(public_view(table))).name
        assert named is step_of(at(scrambled(chance, table))).name


def test_every_step_has_one_row_and_each_its_rule_in_some_rule_set() -> None:
    assert [row.name for row in STEPS.rows] == [*BonusStep]
    for row in STEPS.rows:
        rules = {row.rule.format(street=street, shoe=shoe) for street in Street for shoe in SHOE}
        assert all(any(CITATIONS[rule]) for rule in rules), row.name


def test_every_step_is_met() -> None:
    """Else what is asserted above is asserted of nothing."""
    walks = [tables(name, seed) for name in ALL_RULES for seed in (0, 1)]
    met = {step_of(at(table)).name for walk in walks for table in walk}
    rare = [
        at_the_flop().decide(1, "bet", "30").decide(3, "bet"),
        two_meter_hands(),
        two_meter_hands().go(c.KeyAward(1, "straight-flush")),
    ]
    assert met | {step_of(at(felt.table)).name for felt in rare} == set(BonusStep)
