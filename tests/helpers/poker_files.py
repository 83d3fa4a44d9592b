"""Small poker-room files for tests, and what comes out of them."""

from typing import Any, Final

import pytest

from tests.helpers.poker_oracle import WrongFile, play
from tests.helpers.poker_oracle.betting import Offer
from tests.helpers.poker_oracle.file import DECK

NO_PAIR: Final = "2c 7d 9h Js 4c"
"""A board on which the hole cards decide."""


def deck(holes: str, board: str = NO_PAIR) -> str:
    """Hole cards by player in the order of the deal, then the board with its burns."""
    hands, table = [hole.split("-") for hole in holes.split()], board.split()
    used = {card for hand in hands for card in hand} | set(table)
    rest = sorted(DECK - used)
    dealt = [hand[0] for hand in hands] + [hand[1] for hand in hands]
    flop, turn, river = table[:3], table[3:4], table[4:]
    return " ".join([*dealt, rest[0], *flop, rest[1], *turn, rest[2], *river, *rest[3:]])


FOUR: Final = "As-Ah Ks-Kh Qs-Qh Ts-Th"


def table(stacks: dict[int, Any], hands: list[dict[str, Any]], **fields: Any) -> dict[str, Any]:
    holes = " ".join(FOUR.split()[: len(stacks)]) if len(stacks) <= 4 else ""
    rest = {"cards": deck(holes)} if holes else {}
    return {
        "ruleset": "poker-room",
        "limit": "no-limit",
        "blinds": ["1", "2"],
        "seats": 9,
        "commission": "none",
        "players": [{"seat": seat, "stack": str(stack)} for seat, stack in stacks.items()],
        "hands": [rest | hand for hand in hands],
        **fields,
    }


def wrong_in(file: dict[str, Any]) -> WrongFile:
    with pytest.raises(WrongFile) as wrong:
        play(file)
    return wrong.value


def offered(file: dict[str, Any]) -> Offer:
    """What the seat whose action is missing is offered."""
    wrong = wrong_in(file)
    assert wrong.missing, wrong
    offer: Offer = wrong.offer
    return offer


def bets(offer: Offer) -> tuple[float, float] | None:
    """From and to, in dollars; None where there is no bet or raise."""
    if offer.least is None or offer.most is None:
        return None
    return offer.least / 100, offer.most / 100


def seat_of(hand: dict[str, Any], seat: int) -> dict[str, Any]:
    row: dict[str, Any]
    (row,) = [row for row in hand["seats"] if row["seat"] == seat]
    return row


def outcomes(hand: dict[str, Any]) -> dict[int, str]:
    return {row["seat"]: row["outcome"] for row in hand["seats"]}
