"""Hands keyed on the dealer's screen of the poker room by its view-models, and the taps counted.

A dealer who knows the keys: two or more who pass before the next move are passed with a tap on its
seat, a round that was checked through with its own key. An amount counts as one tap; cards that are
keyed are not counted.
"""

from collections import deque
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from PySide6.QtCore import QCoreApplication

from controller.domain.cards import Card
from controller.domain.refusals import Refused
from controller.games.poker.betting import Act
from controller.games.poker.core import CORE
from controller.games.poker.deal import dealt
from controller.games.poker.moves import passed_to
from controller.games.poker.offers import Move, Offers, offers, usual_sizes
from controller.games.poker.phases import STREETS, Phase
from controller.games.poker.rules import PokerRules
from controller.games.poker.showdown import next_to_show, showing, to_be_tabled
from controller.games.poker.state import Standing, Table
from simulators.games.poker.phh import History
from tests.helpers.poker_shift import PokerShift
from ui.bridge import Bridge
from ui.games.poker.screen import POKER_SCREEN
from ui.games.poker.viewmodels.all import PokerViewModels
from ui.games.poker.viewmodels.wagers import CHIP_STEPS
from ui.viewmodels.console import ConsoleViewModel

FINGER_MS: Final = 800


class Keyed(NamedTuple):
    """What a seat does."""

    seat: int
    kind: str
    """As hand histories have it: `f`, `cc` or `cbr`."""
    to: int = 0


@dataclass
class KeyedHand:
    """A hand as the dealer sees it played."""

    rules: PokerRules
    stacks: list[int]
    streets: dict[Phase, list[Keyed]] = field(default_factory=dict)
    board: list[Card] = field(default_factory=list)
    holes: dict[int, tuple[Card, ...]] = field(default_factory=dict)


def from_history(history: History) -> KeyedHand:
    """A hand history whose blinds are those of a table of the room."""
    small, big = history.blinds[:2]
    count = len(history.stacks)
    rules = PokerRules(
        history.limit, small, big, history.antes[0], seats=count, scale=None, button=count
    )
    hand, street = KeyedHand(rules, history.stacks), Phase.PREFLOP
    hand.streets[street] = []
    for text in history.actions:
        match text.split():
            case ["d", "dh", player, cards]:
                hand.holes[int(player[1:])] = _cards(cards)
            case ["d", "db", cards]:
                hand.board += _cards(cards)
                street = STREETS[STREETS.index(street) + 1]
                hand.streets[street] = []
            case [player, "cbr", amount]:
                to = history.cents("actions", amount)
                hand.streets[street].append(Keyed(int(player[1:]), "cbr", to))
            case [player, "f" | "cc" as kind]:
                hand.streets[street].append(Keyed(int(player[1:]), kind))
    return hand


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(text[i : i + 2]) for i in range(0, len(text), 2))


class KeyedTable:
    """A table whose screen is keyed by its view-models; there is no window."""

    def __init__(self, rules: PokerRules, stacks: list[int]) -> None:
        self.taps = 0
        self._ms = 1_000_000
        bridge = Bridge()
        self.shift = PokerShift(rules, viewers=(bridge,), goes_ahead=True)
        seated = {f"s{seat}": f"{stack / 100:.2f}" for seat, stack in enumerate(stacks, 1)}
        self.shift.sitting(**seated)
        bridge.attach(self.shift.controller)
        console = ConsoleViewModel(bridge, POKER_SCREEN, rules.seats, lambda: self._ms)
        self._console = console
        game = console.game
        assert isinstance(game, PokerViewModels)
        self._game = game
        self._settle()

    @property
    def table(self) -> Table:
        table: Table = self.shift.table
        return table

    def close(self) -> None:
        self._console.deleteLater()

    def _settle(self) -> None:
        for _ in range(4):
            self.shift.controller.work()
            QCoreApplication.sendPostedEvents()
            QCoreApplication.processEvents()
        self._console.drawn.frame()
        self._ms += FINGER_MS

    def _tapped(self) -> None:
        self.taps += 1
        self._settle()

    def primary(self) -> None:
        assert self._game.actions.props.primary_enabled, self._game.actions.props
        self._game.actions.primary()
        self._tapped()

    def key(self, code: str) -> None:
        assert any(one.code == code and one.enabled for one in self._game.actions.props.keys)
        self._game.actions.key(code)
        self._tapped()

    def seat(self, number: int) -> None:
        self._game.parts["oval"].places[number - 1].tap()  # type: ignore[attr-defined]
        self._tapped()

    def wager(self, to: int) -> None:
        """The key of its size; any other is keyed by its chips, and counts as one."""
        wagers = self._game.parts["wagers"]
        offered = self.offered()
        table = passed_to(self.table, offered.seat)
        assert not isinstance(table, Refused)
        sizes = {amount: size for size, amount in usual_sizes(table.table).items()}
        if to in sizes:
            wagers.choose(sizes[to].value)  # type: ignore[attr-defined]
        else:
            wagers.choose("other")  # type: ignore[attr-defined]
            left = to
            for index, step in reversed(list(enumerate(CHIP_STEPS))):
                chip = step * self.table.rules.chip
                for _ in range(left // chip):
                    wagers.add(index)  # type: ignore[attr-defined]
                left %= chip
            assert not wagers.props.set_reason, wagers.props
            wagers.set()  # type: ignore[attr-defined]
        self._tapped()

    def offered(self) -> Offers:
        """What the seat in turn is offered, with the seat that was tapped ahead."""
        seat = self._game.parts["passing"].props.tapped
        table = passed_to(self.table, seat or self._first())
        assert not isinstance(table, Refused)
        offered = offers(table.table)
        assert offered is not None
        return offered

    def _first(self) -> int:
        offered = offers(dealt(self.table))
        assert offered is not None
        return offered.seat

    def cards(self, cards: tuple[Card, ...]) -> None:
        """Keyed as they are turned over: not counted."""
        pad = self._game.parts["handPad"]
        assert pad.props.visible, "the pad opens by itself"
        for card in cards:
            pad.key(str(card))  # type: ignore[attr-defined]
        self._settle()

    # A hand

    def play(self, hand: KeyedHand) -> int:
        """The taps it takes, from the one that deals it to the one that pushes the last pot."""
        before, number = self.taps, self.table.number
        self.primary()
        assert self.table.number == number + 1
        board = deque(hand.board)
        for street in STREETS:
            if street is not Phase.PREFLOP:
                if self.table.at_rest or self.table.playing().count_in() == 1:
                    break
                count = 3 if street is Phase.FLOP else 1
                self.cards(tuple(board.popleft() for _ in range(count)))
            self._bet(deque(hand.streets.get(street, [])))
        while showing(self.table) and (player := next_to_show(self.table)):
            cards = hand.holes[player.seat]
            if to_be_tabled(self.table, player.seat, cards):
                self.cards(cards)
            else:
                self.key("passIn")
        while not self.table.at_rest:
            self.primary()
        return self.taps - before

    def _bet(self, moves: deque[Keyed]) -> None:
        while moves:
            passes = self._passing(moves)
            after = moves[len(passes)] if len(passes) < len(moves) else None
            if len(passes) < 2:
                self._act(moves.popleft())
                continue
            for _ in passes:
                moves.popleft()
            if after is not None:
                self.seat(after.seat)
                self._act(moves.popleft())
            elif all(move.kind == "cc" for move in passes):
                self.key("checkRound")
            else:
                self.seat(self._last(passes))

    def _passing(self, moves: deque[Keyed]) -> list[Keyed]:
        """Those who fold to a wager or check where there is none, before anybody does more."""
        call = self.offered().call
        kind = "f" if call else "cc"
        passes = []
        for move in moves:
            if move.kind != kind or (not call and move.kind == "f"):
                break
            passes.append(move)
        return passes

    def _last(self, passes: list[Keyed]) -> int:
        """Whom they leave the street to."""
        gone = [move.seat for move in passes]
        for player in self.table.playing().players:
            if player.standing is not Standing.IN or player.seat in gone:
                continue
            passed = passed_to(self.table, player.seat)
            if not isinstance(passed, Refused) and [m.seat for m in passed.moves] == gone:
                return player.seat
        raise AssertionError(f"nobody is left after {passes}")

    def _act(self, move: Keyed) -> None:
        offered = self.offered()
        assert offered.seat == move.seat, (offered, move)
        if move.kind == "f":
            self.key("fold")
        elif move.kind == "cc":
            self.primary()
        else:
            self.wager(move.to)


def taps_of(hand: KeyedHand) -> int:
    """At a table of its own."""
    table = KeyedTable(hand.rules, hand.stacks)
    try:
        return table.play(hand)
    finally:
        table.close()


def command_of(move: Keyed, offered: Offers) -> Act:
    """What the seat in turn does."""
    if move.kind == "f":
        return Act(move.seat, Move.FOLD)
    if move.kind == "cc":
        return Act(move.seat, Move.CALL if offered.call else Move.CHECK)
    if move.to == offered.all_in:
        return Act(move.seat, Move.ALL_IN)
    return Act(move.seat, offered.opening, move.to)


def done(table: Table, command: object) -> Table:
    """Accepted, or the test fails."""
    decided = CORE.decide(table, command)
    assert not isinstance(decided, Refused), f"{command}: {decided.text()}"
    return decided.state
