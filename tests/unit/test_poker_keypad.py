"""The keypad at a table of the room: moves, and amounts digit by digit."""

import pytest

from controller.devices.keypad import AMOUNT_MS_MAX, KeyPressHandler
from controller.domain.base import evolve
from controller.games.poker.award import AwardPots, FinishHand
from controller.games.poker.betting import Act
from controller.games.poker.blinds import BeginHand
from controller.games.poker.core import CORE
from controller.games.poker.deal import DealHoleCards, FinishDeal
from controller.games.poker.keyed_pots import FoldSeats
from controller.games.poker.moves import KeyMoves
from controller.games.poker.offers import Move, offers
from controller.games.poker.phases import Phase
from controller.games.poker.rules import Limit, PokerRules, RunBy
from controller.games.step import DIGITS
from controller.running.ports import KeypadView, Outlets
from controller.running.snapshot import FINAL_MS
from drivers.xkeys.panel import KeyPressed, KeyReleased
from simulators.games.poker.file import checked_scenario
from tests.helpers.poker_inventor import invent
from tests.helpers.poker_shift import RULES, PokerShift
from tests.helpers.shift import GAMING
from tests.unit.games.poker.test_properties import steps_of


class Keyed(PokerShift):
    """A table whose dealer has a keypad, and a clock that is moved by hand."""

    def __init__(self, rules: PokerRules = RULES) -> None:
        self.now_ms = 0
        self.handler = KeyPressHandler(lambda: self.now_ms)
        self.shown: list[KeypadView] = []
        self.handler.changed = self.shown.append
        outlets = Outlets(keypad_lamps=self)
        super().__init__(rules, outlets=outlets, viewers=(self.handler,))
        self.handler.attach(self.controller)
        self.sitting(s1="200", s2="200", s4="200").begun()

    def send(self, value: frozenset[str]) -> None:
        """The lamps of the keys."""
        self.handler.lit = value

    def press(self, *keys: str, after_ms: int = FINAL_MS) -> "Keyed":
        """One after the other, each long enough after the one before."""
        for key in keys:
            self.now_ms += after_ms
            self.handler.receive(KeyPressed(key, self.now_ms))
            self.handler.receive(KeyReleased(key, self.now_ms))
            self.controller.work()
        return self

    @property
    def wagers(self) -> dict[int, int]:
        return {player.seat: player.wager for player in self.table.playing().players}

    @property
    def phase(self) -> Phase:
        phase: Phase = self.table.phase
        return phase

    @property
    def text(self) -> str:
        return self.handler.view.text


def test_the_seat_in_turn_folds_calls_and_goes_all_in() -> None:
    table = Keyed()
    assert table.turn() == 1, "the left of the big blind, with three"
    table.press("check-call")
    assert (table.turn(), table.wagers) == (2, {1: 200, 2: 100, 4: 200})
    table.press("all-in")
    assert (table.turn(), table.wagers[2]) == (4, 20_000)
    table.press("fold")
    assert table.turn() == 1
    table.press("fold", "street")
    assert table.phase is Phase.AWARD
    assert table.press("street").phase is Phase.IDLE, "the street key goes on to the end"


def test_digits_and_bet_raise_are_a_raise_to_that_amount() -> None:
    table = Keyed().press("2", "4")
    assert table.text == "Amount keyed: $24. Press bet / raise, or undo."
    assert table.wagers[1] == 0, "nothing has happened yet"
    table.press("bet-raise")
    assert (table.wagers[1], table.turn(), table.text) == (2_400, 2, "")


def test_bet_raise_alone_is_the_least() -> None:
    assert Keyed().press("bet-raise").wagers[1] == 400


def test_where_chips_are_smaller_than_a_dollar_cents_are_keyed() -> None:
    table = Keyed(evolve(RULES, chip=50)).press("6", "5", "0")
    assert table.text == "Amount keyed: $6.50. Press bet / raise, or undo."
    assert table.press("bet-raise").wagers[1] == 650


def test_a_wrong_amount_is_refused_and_nothing_happens() -> None:
    table = Keyed()
    before = table.table
    table.press("3", "bet-raise")
    assert table.table == before
    view = table.handler.view
    assert view.refused
    assert "$4" in view.text or "4.00" in view.text, view.text
    table.press("1", "2", "bet-raise")
    assert table.wagers[1] == 1_200, "the digit before is not in it"


def test_digits_that_are_left_lying_are_gone() -> None:
    table = Keyed().press("9")
    table.now_ms += AMOUNT_MS_MAX
    assert table.text == ""
    assert table.press("bet-raise").wagers[1] == 400
    assert [view.text[:16] for view in table.shown] == ["Amount keyed: $9", ""]


def test_every_digit_gives_time_for_the_next() -> None:
    table = Keyed().press("1")
    table.press("2", after_ms=AMOUNT_MS_MAX - 1).press("bet-raise", after_ms=AMOUNT_MS_MAX - 1)
    assert table.wagers[1] == 1_200


def test_a_key_whose_meaning_has_just_changed_does_nothing() -> None:
    """The table is further than what the keys were last told."""
    table = Keyed()
    meant = table.handler.heeds("check-call")
    table.handler.show = lambda snapshot: None  # type: ignore[method-assign]
    table.do(KeyMoves(1, Move.FOLD))
    assert table.handler.heeds("check-call") == meant
    before = table.table
    assert table.press("check-call").table == before
    assert table.text == "", "it was not even asked for"


def test_undo_clears_digits_first_and_then_takes_moves_back() -> None:
    table = Keyed().press("check-call").press("5", "undo")
    assert (table.text, table.wagers[1]) == ("", 200)
    assert "undo" in table.handler.lit
    table.press("undo")
    assert (table.turn(), table.wagers[1]) == (1, 0)
    table.press("undo")
    assert table.turn() == 1, "nothing else is to be undone"


def test_another_seat_does_not_inherit_digits() -> None:
    table = Keyed().press("9", "9")
    table.do(KeyMoves(1, Move.FOLD))
    assert table.text == ""
    assert table.press("bet-raise").wagers[2] == 400


def test_another_key_drops_the_digits_and_does_what_it_says() -> None:
    table = Keyed().press("9", "check-call")
    assert (table.wagers[1], table.text) == (200, "")


def test_a_double_press_moves_one_seat() -> None:
    table = Keyed().press("check-call").press("check-call", after_ms=100)
    assert table.turn() == 2
    table.press("undo", after_ms=100)
    assert table.turn() == 2, "undo has stood for too short a time as well"


def test_digits_are_dark_where_no_amount_is_asked_for() -> None:
    table = Keyed()
    assert table.handler.lit >= DIGITS
    table.press("fold", "fold")
    assert not table.handler.lit & DIGITS
    table.press("7")
    assert table.text == ""


def test_no_amount_grows_without_end() -> None:
    table = Keyed().press(*"123456789012")
    assert table.text.startswith("Amount keyed: $123,456,789.")
    assert table.press("bet-raise").handler.view.refused


def test_the_keypad_is_the_dealers_while_a_supervisor_is_on_top() -> None:
    table = Keyed().press("check-call").on(GAMING)
    assert "undo" not in table.handler.lit
    table.press("undo", "fold")
    assert (table.wagers[1], table.turn()) == (200, 4)


def test_a_hand_is_dealt_and_ended_by_the_street_key() -> None:
    table = Keyed().press("fold", "fold")
    table.do(AwardPots(), FinishHand()).deck_ready()
    assert table.controller.snapshot().step.command == BeginHand(2)
    table.press("street")
    assert table.table.phase is Phase.BLINDS
    table.do(DealHoleCards(), FinishDeal())


def test_run_by_pots_digits_and_the_key_are_the_pot() -> None:
    rules = PokerRules(Limit.NO_LIMIT, 100, 200, seats=6, keyed=False, run_by=RunBy.POTS)
    table = Keyed(rules)
    before = table.table
    table.press("bet-raise")
    assert table.table == before, "without an amount it means nothing"
    table.do(FoldSeats((1, 2))).press("bet-raise")
    assert not table.table.playing().keyed, "nor is it a pot of nothing for the last one left"
    table.press("undo").press("4", "8", "bet-raise")
    assert [pot.amount for pot in table.table.playing().keyed] == [4_800]
    table.press("undo")
    assert not table.table.playing().keyed
    table.press("street")
    assert table.phase is Phase.FLOP


@pytest.mark.parametrize("seed", range(10))
def test_a_key_that_comes_after_the_seats_own_tap_does_nothing(seed: int) -> None:
    """Screen and keypad at the same instant: the second of them finds that the seat has acted, and
    nobody before it is passed for that."""
    content, _ = invent(seed, mishaps=0.0)
    acted = 0
    for table, command, decided in steps_of(checked_scenario(content, "invented")):
        after = decided.state
        offered = offers(after)
        if isinstance(command, Act) and table.phase is after.phase and offered is not None:
            acted += offered.seat != command.seat
            for move in (Move.FOLD, Move.CHECK, Move.CALL, Move.ALL_IN):
                late = KeyMoves(command.seat, move)
                assert offered.seat == command.seat or not CORE.can(after, late), late
    assert acted
