"""One table of steps: button, keypad, lamps, guidance and screen never mean different things."""

import pytest

from controller.domain.cards import parse_cards
from controller.games.poker.award import AwardPots
from controller.games.poker.betting import DrawIn
from controller.games.poker.blinds import BeginHand
from controller.games.poker.core import CORE
from controller.games.poker.deal import DealHoleCards, DealStreet, FinishDeal
from controller.games.poker.game import POKER
from controller.games.poker.house import PokerHouse
from controller.games.poker.moves import KeyMoves
from controller.games.poker.offers import Move
from controller.games.poker.phases import Phase
from controller.games.poker.showdown import MuckHand, TableHand, next_to_show
from controller.games.poker.steps import STEPS, PokerStep, guide, step_of
from controller.games.step import DIGITS
from simulators.games.poker.file import checked_scenario
from tests.helpers.poker import Felt
from tests.helpers.poker_inventor import invent
from tests.unit.games.poker.test_properties import steps_of

STACKS = {1: 100, 3: 40, 5: 200}


def named(felt: Felt) -> PokerStep:
    name = step_of(PokerHouse(felt.table)).name
    assert isinstance(name, PokerStep)
    return name


def keys(felt: Felt) -> dict[str, object]:
    return {key: one.command for key, one in step_of(PokerHouse(felt.table)).keys.items()}


@pytest.mark.parametrize("seed", range(20))
def test_what_a_lit_key_stands_for_may_be_done(seed: int) -> None:
    content, _ = invent(seed, mishaps=0.3)
    for table, _, _ in steps_of(checked_scenario(content, "invented")):
        house = PokerHouse(table)
        step, row = step_of(house), STEPS.guide_row(table)
        assert row.name is step.name
        assert row.says(table) == (guide(table).text, guide(table).announce)
        digits = DIGITS if "bet-raise" in step.keys else set()
        assert POKER.outputs(house, None).keypad_lamps == step.keys.keys() | digits
        for key, meaning in step.keys.items():
            assert key in {"street", "fold", "check-call", "bet-raise", "all-in"}
            assert step.refused or CORE.can(table, meaning.command)
        if step.ahead is not None:
            assert step.ahead == step.command


def test_every_step_of_a_hand_has_its_name() -> None:
    felt = Felt(STACKS)
    seen = [named(felt)]
    for number, street in enumerate(("", "Kd 9s 4h", "2c", "2s")):
        felt = felt.street(street) if number else felt.deal()
        seen.append(named(felt))
        felt.act("1 call, 3 call, 5 check" if not number else "3 check, 5 check, 1 check")
        seen.append(named(felt))
        felt.do(DrawIn())
        seen.append(named(felt))
    ring = [PokerStep.ACT, PokerStep.DRAW_IN, PokerStep.DEAL_STREET]
    assert seen == [PokerStep.BEGIN_HAND, *ring * 3, *ring[:2], PokerStep.SHOW]


def test_the_keys_of_a_seat_are_what_it_is_offered() -> None:
    felt = Felt(STACKS).deal()
    assert keys(felt) == {
        "fold": KeyMoves(1, Move.FOLD),
        "check-call": KeyMoves(1, Move.CALL),
        "bet-raise": KeyMoves(1, Move.RAISE, 400),
        "all-in": KeyMoves(1, Move.ALL_IN),
    }
    felt.act("1 call, 3 call")
    assert keys(felt)["check-call"] == KeyMoves(5, Move.CHECK)
    felt.act("5 check")
    assert keys(felt) == {"street": DrawIn()}


def test_the_first_seat_can_be_keyed_while_the_cards_are_dealt() -> None:

    felt = Felt(STACKS).do(BeginHand(1)).do(DealHoleCards())
    assert named(felt) is PokerStep.FINISH_DEAL
    assert keys(felt)["street"] == FinishDeal()
    assert keys(felt)["check-call"] == KeyMoves(1, Move.CALL)


def test_one_player_left_is_pushed_the_pot_with_the_wagers_drawn_in() -> None:
    felt = Felt(STACKS).deal().act("1 fold, 3 fold")
    assert (named(felt), keys(felt)) == (PokerStep.DRAW_IN, {"street": AwardPots()})
    felt.do(DrawIn())
    assert (named(felt), keys(felt)) == (PokerStep.PUSH_LAST, {"street": AwardPots()})
    felt.do(AwardPots())
    assert named(felt) is PokerStep.PAID


def test_where_cards_are_not_keyed_the_street_key_deals_and_who_wins_is_said_on_the_screen() -> (
    None
):
    felt = Felt(STACKS, keyed=False).deal().act("1 call, 3 call, 5 check")
    for _ in range(3):
        assert keys(felt) == {"street": DealStreet(())}
        felt.do(DealStreet(())).act("3 check, 5 check, 1 check")
    felt.do(DrawIn())
    assert (named(felt), keys(felt)) == (PokerStep.AWARD, {})


def at_the_river() -> Felt:
    """Everybody has checked it."""
    felt = Felt(STACKS).deal().act("1 call, 3 call, 5 check")
    for cards in ("Kd 9s 4h", "2c", "2s"):
        felt.street(cards).act("3 check, 5 check, 1 check")
    return felt


def test_with_the_first_hand_that_is_shown_the_last_wagers_are_drawn_in() -> None:
    for first in (TableHand(3, parse_cards("Ks Kh")), MuckHand(3)):
        felt = at_the_river()
        assert (named(felt), keys(felt)) == (PokerStep.DRAW_IN, {"street": DrawIn()})
        felt.do(first)
        kinds = [type(event).__name__ for event in felt.events[-3:]]
        assert kinds[:2] == ["WagersDrawnIn", "ShowdownOpened"]
        assert felt.table.phase is Phase.SHOWDOWN
        assert next_to_show(felt.table) == felt.hand.of(5)


def test_no_hand_is_shown_before_the_betting_is_over_or_with_one_left() -> None:
    shown = TableHand(3, parse_cards("Ks Kh"))
    felt = Felt(STACKS).deal().act("1 call, 3 call, 5 check")
    for cards in ("Kd 9s 4h", "2c"):
        felt.street(cards).act("3 check, 5 check, 1 check")
        assert not CORE.can(felt.table, shown)
    felt.street("2s").act("3 bet 2")
    assert not CORE.can(felt.table, shown)
    felt.act("5 fold, 1 fold")
    assert not CORE.can(felt.table, shown)
