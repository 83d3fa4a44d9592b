"""Whole rounds as scenario files: what the places hold and do, and what came of it."""

from collections.abc import Collection
from typing import Any, Final

import pytest

from controller.domain.cards import DECK, parse_cards
from tests.helpers.felt import dealt_by_hand, play
from tests.helpers.oracle import PHASES as PHASES
from tests.helpers.scenario_gen import to_toml

methods = pytest.mark.parametrize(
    ("ruleset", "method"), [("nsw-legacy", "A"), ("nsw-2024", "A"), ("nsw-2024", "B")]
)
BETS: Final = ["bet", "check", "check"]


def from_shuffler(ruleset: str, board: str, dealer: str, *players: str) -> str:
    """The dealer's cards come last under the old rules, first under the new ones."""
    hands = (*players, dealer) if ruleset == "nsw-legacy" else (dealer, *players)
    return " ".join((board, *hands))


def by_hand(board: str, dealer: str, *players: str) -> str:
    """South Dakota: burned is what nobody holds."""
    out = {*parse_cards(" ".join((dealer, board, *players)))}
    burns = [str(card) for card in DECK if card not in out]
    flop, turn, river = board.split()[:3], board.split()[3], board.split()[4]
    streets = (burns[0], *flop, burns[1], turn, burns[2], river)
    return " ".join((dealt_by_hand(dealer, *players), *streets))


def betting(
    count: int, *, fold: Collection[int] = (), without: Collection[int] = (), **more: Any
) -> list[dict[str, Any]]:
    """Places 1, 2, ... bet the flop and the jackpot, but for those that `fold` or go `without`."""
    return [
        {"place": place, "ante": "25", "jackpot": place not in without}
        | {"decisions": ["fold"] if place in fold else BETS}
        | more
        for place in range(1, count + 1)
    ]


def event(during: str, name: str, **more: Any) -> dict[str, Any]:
    """Something that happens in a round."""
    return {"during": during, "name": name, **more}


def results(
    ruleset: str,
    cards: str,
    hands: list[dict[str, Any]],
    *events: dict[str, Any],
    rounds: int = 1,
    **table: Any,
) -> list[dict[str, Any]]:
    """What comes of so many rounds alike."""
    round_ = {"cards": cards, "hands": hands, "events": list(events)}
    return play(to_toml({"ruleset": ruleset, **table, "rounds": [round_] * rounds}))
