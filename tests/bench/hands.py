"""How fast a hand is evaluated, its five cards named, against treys, which does not name them."""

import random
from collections.abc import Callable
from statistics import median
from time import perf_counter

import treys

from controller.domain.cards import DECK
from controller.domain.hands import best_hand

HANDS = 1_000
REPEATS = 61


def bench() -> list[tuple[str, float, str]]:
    """Lines of what was measured, how many times treys' speed, and a note."""
    chance = random.Random(7)
    ours = [tuple(chance.sample(DECK, 7)) for _ in range(HANDS)]
    theirs = [[treys.Card.new(str(card)) for card in cards] for cards in ours]
    split = [(cards[:2], cards[2:]) for cards in theirs]
    evaluate = treys.Evaluator().evaluate

    def run_ours() -> None:
        for cards in ours:
            best_hand(cards)

    def run_theirs() -> None:
        for hole, board in split:
            evaluate(hole, board)

    # Taken in turns, so that a busy moment of the machine falls on both.
    times = [(seconds(run_ours), seconds(run_theirs)) for _ in range(REPEATS)]
    ratio = median(their_time / our_time for our_time, their_time in times)
    our_us, their_us = (median(column) / HANDS * 1e6 for column in zip(*times, strict=True))
    note = f"times treys' speed; best_hand {our_us:.2f} µs with five cards, treys {their_us:.2f} µs"
    return [("best hand of seven cards", ratio, note)]


def seconds(run: Callable[[], None]) -> float:
    start = perf_counter()
    run()
    return perf_counter() - start
