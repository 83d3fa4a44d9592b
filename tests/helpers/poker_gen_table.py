"""Random tables, decks and lines between the hands, for the files of `poker_gen`."""

from __future__ import annotations

import random
from typing import Any, Final

from tests.helpers.poker_oracle import Room
from tests.helpers.poker_oracle.file import DECK, LIMITS, Misfit, dollars

CARDS: Final = sorted(DECK)
STAKES: Final = (  # chip and small blind, in cents
    *((100, 100), (100, 100), (100, 200), (100, 500), (100, 1500), (50, 50), (50, 150), (500, 500)),
    *((25, 50), (2500, 2500), (200, 600), (1, 37), (300, 900), (500, 1000)),
)
SHARED: Final = (  # boards that are often shared
    *("Ts Jd Qh Kc Ac", "2c 2d 2h 2s As", "9h Th Jh Qh Kh", "7c 7d 7h Ks Kd", "4s 5s 6s 7s 8s"),
    *("As Ad Kh Kc Qs", "5h 6d 7c 8s 9h", "Ah Kh 9h 5h 3h"),
)

Row = dict[str, Any]


def draw_table(rng: random.Random) -> Row:
    chip, small = rng.choice(STAKES)
    table: Row = {
        "ruleset": "poker-room",
        "limit": rng.choice(LIMITS),
        "blinds": [dollars(small), dollars(2 * small)],
        "seats": rng.choice([2, 3, 4, 5, 6, 6, 8, 9, 9, 10, 11]),
    }
    if rng.random() < 0.4:
        table["ante"] = dollars(rng.randrange(0, 2 * small // chip + 1) * chip)
    if chip != 100 or rng.random() < 0.3:
        table["chip"] = dollars(chip)
    for key, choices in (
        ("dealing", ["hand", "shuffler"]),
        ("commission", ["22.1", "22.1", "none"]),
        ("button", range(1, table["seats"] + 1)),
    ):
        if rng.random() < 0.5:
            table[key] = rng.choice(list(choices))
    table["tournament"] = rng.random() < 0.3
    most = min(table["seats"], rng.choice([2, 3, 3, 4, 5, 6, 9, 11]))
    seats = rng.sample(range(1, table["seats"] + 1), rng.randint(2, max(2, most)))
    depth = rng.choice([(1, 8), (1, 30), (5, 60), (40, 250), (1, 250)])
    table["players"] = [{"seat": s, "stack": _stack(rng, small, chip, depth)} for s in seats]
    return table


def _stack(rng: random.Random, small: int, chip: int, depth: tuple[int, int]) -> str:
    if rng.random() < 0.12:  # a short blind, or not even an ante
        return dollars(rng.randint(1, 2 * small))
    amount = rng.randint(depth[0] * small, depth[1] * small)
    if rng.random() < 0.8:
        amount = max(chip, amount // chip * chip)
    return dollars(amount)


def draw_before(rng: random.Random, room: Room, eager: float, *, corners: bool) -> list[str]:
    """Lines that the room accepts, leaving enough players for a hand."""
    lines: list[str] = []
    rules = room.rules
    while rng.random() < eager and len(lines) < 8:
        seat = rng.randint(1, rules.seats)
        due = [s for s, p in room.players.items() if p.owes or p.away]
        if due and rng.random() < 0.5:
            seat = rng.choice(due)
        if seat == room.small_again and not corners:
            continue
        amount = _stack(rng, rules.small, rules.chip, (2, 60))
        player = room.players.get(seat)
        if player is None:
            line = f"{seat} sits {amount}{rng.choice(['', '', '', ' moved'])}"
        elif player.chips == 0:
            line = f"{seat} {rng.choice(['leaves', f'buys {amount}', f'buys {amount}', 'away'])}"
        elif player.away:
            line = f"{seat} {rng.choice(['back', 'back', 'back', 'leaves', f'buys {amount}'])}"
        elif player.owes:
            line = f"{seat} {rng.choice(['posts', 'posts', 'posts', 'away', 'leaves'])}"
        else:
            line = f"{seat} {rng.choice(['away', 'away', 'away', 'leaves', f'buys {amount}'])}"
        trial = room.copy()
        try:
            trial.between_hands(line)
            trial.seat_hand()
        except Misfit:
            continue
        room.between_hands(line)
        lines.append(line)
    return lines


def draw_deck(rng: random.Random, dealt: int) -> list[str]:
    deck = rng.sample(CARDS, 52)
    chance = rng.random()
    if chance < 0.25:  # a board that plays
        board = rng.choice(SHARED).split()
        rest = [card for card in deck if card not in board]
        first = 2 * dealt + 1
        rest[first:first] = board[:3]
        rest[first + 4 : first + 4] = board[3:4]
        rest[first + 6 : first + 6] = board[4:]
        return rest
    if chance < 0.4:  # the same ranks for neighbours
        for index in range(0, dealt - 1, 2):
            for offset in (index, index + dealt):
                ranks = [card[0] for card in deck]
                later = [i for i in range(offset + 1, 52) if ranks[i] == ranks[offset]]
                twin = later[0] if later else offset + 1
                deck[offset + 1], deck[twin] = deck[twin], deck[offset + 1]
    return deck
