"""Six-handed no-limit hands, check and call to the end: the poker core, PokerKit, `texasholdem`."""

import random
import statistics
from time import perf_counter

from texasholdem import ActionType, TexasHoldEm

from controller.domain.cards import DECK, Card
from controller.domain.refusals import Refused
from controller.games.poker.award import AwardPots, FinishHand
from controller.games.poker.betting import Act, DrawIn
from controller.games.poker.blinds import BeginHand
from controller.games.poker.core import CORE
from controller.games.poker.deal import DealHoleCards, DealStreet, FinishDeal
from controller.games.poker.offers import Move, offers
from controller.games.poker.rules import Limit, PokerRules
from controller.games.poker.seating import SitDown
from controller.games.poker.showdown import PassIn, TableHand, next_to_show, to_be_tabled
from controller.games.poker.state import Table, new_table
from tests.bench.measure import Line
from tests.bench.rounds import pokerkit

_SEATS = 6


def _done(table: Table, command: object) -> Table:
    decided = CORE.decide(table, command)
    if isinstance(decided, Refused):
        raise RuntimeError(f"{command}: {decided.text()}")
    return decided.state


def _seated() -> Table:
    table = new_table(PokerRules(Limit.NO_LIMIT, 100, 200, seats=_SEATS))
    for seat in range(1, _SEATS + 1):
        table = _done(table, SitDown(seat, 20000))
    return table


def _commands(cards: list[Card]) -> list[object]:
    """Everything a dealer and six players do in a hand, one by one."""
    table, commands = _seated(), list[object]()

    def do(command: object) -> None:
        nonlocal table
        commands.append(command)
        table = _done(table, command)

    for command in (BeginHand(1), DealHoleCards(), FinishDeal()):
        do(command)
    holes = {p.seat: (cards[i], cards[i + _SEATS]) for i, p in enumerate(table.playing().players)}
    board = iter(cards[2 * _SEATS :])
    for count in (0, 3, 1, 1):
        if count:
            do(DealStreet(tuple(next(board) for _ in range(count))))
        while (offered := offers(table)) is not None:
            do(Act(offered.seat, Move.CALL if offered.call else Move.CHECK))
    do(DrawIn())
    while (player := next_to_show(table)) is not None:
        own = holes[player.seat]
        tabled = to_be_tabled(table, player.seat, own)
        do(TableHand(player.seat, own) if tabled else PassIn(player.seat))
    do(AwardPots())
    do(FinishHand())
    return commands


def _ours(hands: list[list[object]]) -> float:
    fresh = _seated()
    begun = perf_counter()
    for commands in hands:
        table = fresh
        for command in commands:
            table = _done(table, command)
    return perf_counter() - begun


def _texasholdem(hands: int) -> float:
    begun = perf_counter()
    for _ in range(hands):
        game = TexasHoldEm(buyin=200, big_blind=2, small_blind=1, max_players=_SEATS)
        game.start_hand()
        while game.is_hand_running():
            to_call = game.chips_to_call(game.current_player)
            game.take_action(ActionType.CALL if to_call else ActionType.CHECK)
    return perf_counter() - begun


def bench() -> list[Line]:
    """Interleaved, median of the ratios."""
    rng = random.Random(20240816)
    hands = [_commands(rng.sample(DECK, 2 * _SEATS + 5)) for _ in range(40)]
    pokerkit(2, _SEATS)
    _texasholdem(2)
    _ours(hands[:5])
    theirs, texasholdem, rates = [], [], []
    for turn in range(28):  # many short turns, so that a busy moment of the machine spoils few
        dealt = hands[turn % 4 :: 4]
        ours = _ours(dealt) / len(dealt)
        theirs.append(pokerkit(3, _SEATS) / 3 / ours)
        texasholdem.append(_texasholdem(len(dealt)) / len(dealt) / ours)
        rates.append(1 / ours)
    what = "six-handed no-limit hands, against"
    note = f"{statistics.median(rates):.0f} hands a second, check and call to the showdown"
    return [
        (f"{what} PokerKit's", statistics.median(theirs), note),
        (f"{what} texasholdem's", statistics.median(texasholdem), note),
    ]
