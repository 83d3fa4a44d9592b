"""The simulated players of the room: legal, repeatable, with no eyes for other people's cards."""

import random
from dataclasses import fields
from itertools import pairwise

import pytest

from controller.domain.cards import DECK
from controller.domain.money import Money
from controller.games.poker.award import AwardPots, FinishHand
from controller.games.poker.blinds import BeginHand
from controller.games.poker.core import CORE
from controller.games.poker.deal import DealHoleCards, DealStreet, FinishDeal, street_due
from controller.games.poker.moves import KeyMoves
from controller.games.poker.offers import Move
from controller.games.poker.phases import BOARD_OF, Phase
from controller.games.poker.rules import Limit, PokerRules
from controller.games.poker.seating import SitDown
from controller.games.poker.state import Table, new_table
from simulators.games.poker.people.players import (
    TEMPERAMENTS,
    Deed,
    Mood,
    Player,
    Seen,
    people,
    seen_in_turn,
)
from simulators.games.poker.people.recorded import simulated_hands
from simulators.games.poker.phh import HistoryPlayer
from simulators.games.poker.steps import run

SEATS = range(1, 7)


def after(table: Table, command: object) -> Table:
    decided = CORE.decide(table, command)
    assert not hasattr(decided, "refusal"), f"{command} was refused: {decided}"
    state: Table = decided.state
    return state


def room(limit: Limit, players: list[Player]) -> Table:
    table = new_table(PokerRules(limit, 100, 200, seats=6))
    for player in players:
        table = after(table, SitDown(player.place, player.bank(table.rules)))
    return table


def played(table: Table, players: list[Player], number: int) -> tuple[Table, list[Deed]]:
    """One hand, with all that was done in it; every move is one that the rules offer."""
    deck = random.Random(number).sample(DECK, 52)
    holes = {player.place: (deck[2 * at], deck[2 * at + 1]) for at, player in enumerate(players)}
    board, deeds = tuple(deck[-5:]), list[Deed]()
    for command in (BeginHand(number), DealHoleCards(), FinishDeal()):
        table = after(table, command)
    while table.phase not in (Phase.SHOWDOWN, Phase.AWARD):
        hand = table.playing()
        turned = board[: len(hand.board)]
        seat = None if hand.turn is None else hand.players[hand.turn].seat
        seen = seen_in_turn(table, holes.get(seat or 0, ()), turned)
        if seen is not None:
            player = next(one for one in players if one.place == seat)
            deeds.append(player.decides(seen))
            assert player.decides(seen) == deeds[-1], "asked twice, another answer"
            table = after(table, KeyMoves(seen.offers.seat, *deeds[-1]))
        elif hand.count_in() == 1:
            table = after(table, AwardPots())
        elif (street := street_due(table)) is not None:
            table = after(table, DealStreet(board[hand.laid : BOARD_OF[street]]))
        else:
            break
    return table, deeds


@pytest.mark.parametrize("limit", list(Limit))
def test_whatever_a_player_does_is_offered_and_the_same_again(limit: Limit) -> None:
    done: set[Move] = set()
    for number, seed in enumerate(range(16), 1):
        players = people(SEATS, seed)
        table, deeds = played(room(limit, players), players, number)
        assert played(room(limit, players), players, number)[1] == deeds
        done |= {deed.move for deed in deeds}
        if table.phase is Phase.AWARD:
            after(table, FinishHand())
    assert done >= {Move.FOLD, Move.CHECK, Move.CALL, Move.BET, Move.RAISE}
    assert (Move.ALL_IN in done) or limit is not Limit.NO_LIMIT


def test_another_seed_plays_another_game() -> None:
    games = [played(room(Limit.NO_LIMIT, who), who, 1)[1] for who in map(_people, range(10))]
    assert len({tuple(deeds) for deeds in games}) > 5


def _people(seed: int) -> list[Player]:
    return people(SEATS, seed)


def test_a_player_sees_two_cards_and_the_board() -> None:
    """All that is told of cards is in two fields; everything else are numbers."""
    with_cards = {field.name for field in fields(Seen) if "Card" in str(field.type)}
    assert with_cards == {"cards", "board"}


@pytest.mark.parametrize(
    ("more", "less", "move"),
    [
        ("calling station", "tight", Move.CALL),
        ("bluffer", "calling station", Move.BET),
        ("tight", "calling station", Move.FOLD),
        ("gambler", "tight", Move.ALL_IN),
    ],
)
def test_a_temperament_shows(more: str, less: str, move: Move) -> None:
    def often(ways: str) -> int:
        players = [Player(number, 7, ways) for number in SEATS]
        count = 0
        for number in range(1, 31):
            deeds = played(room(Limit.NO_LIMIT, players), players, number)[1]
            count += sum(deed.move is move for deed in deeds)
        return count

    assert often(more) > often(less)


def test_moods_come_and_go() -> None:
    for ways in TEMPERAMENTS:
        moods = {Player(number, 1, ways).mood(hand) for number in SEATS for hand in range(300)}
        assert moods == set(Mood)
    player = Player(1, 1, "tight")
    kept = [player.mood(hand) for hand in range(60)]
    changes = sum(one is not other for one, other in pairwise(kept))
    assert changes <= 60 / 5, "nobody changes the mind from hand to hand"


def test_hands_of_simulated_players_are_hand_histories_that_can_be_replayed() -> None:
    hands = list(simulated_hands(5, 12))
    assert [hand.actions for hand in hands] == [hand.actions for hand in simulated_hands(5, 12)]
    for hand in hands:
        player = HistoryPlayer(hand)
        run(player.steps, new_table(hand.rules))
        (result,) = player.results
        assert result["result"] in ("showdown", "uncontested")
        gained = [Money.parse(one["after"]) - Money.parse(one["before"]) for one in result["seats"]]
        assert sum(gained) == 0
