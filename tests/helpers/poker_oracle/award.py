"""Pots, who tables a hand, commission and shares (R43, R44, R60, R66)."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from phevaluator import evaluate_cards

from tests.helpers.oracle import HANDS, best_hand
from tests.helpers.poker_oracle.file import Rules, dollars


@dataclass
class Pot:
    amount: int
    eligible: list[int]
    winners: list[int] = field(default_factory=list)
    commission: int = 0
    shares: list[int] = field(default_factory=list)

    def printed(self) -> dict[str, Any]:
        return {
            "amount": dollars(self.amount),
            "eligible": self.eligible,
            "commission": dollars(self.commission),
            "winners": self.winners,
            "shares": [dollars(share) for share in self.shares],
        }


def make_pots(total: dict[int, int], dead_blinds: int, live: set[int]) -> list[Pot]:
    """R66: layers at the totals of the players still in, lowest first."""
    pots: list[Pot] = []
    below = 0
    for top in sorted({total[seat] for seat in live}):
        amount = sum(min(paid, top) - min(paid, below) for paid in total.values())
        pots.append(Pot(amount, sorted(seat for seat in live if total[seat] >= top)))
        below = top
    # R62: what exceeds the last layer goes into the last pot.
    pots[-1].amount += sum(max(0, paid - below) for paid in total.values())
    pots[0].amount += dead_blinds  # R53: a dead blind goes whole into the main pot
    return pots


def strength(hole: list[str], board: list[str]) -> int:
    """The less, the better."""
    rank: int = evaluate_cards(*hole, *board)
    return rank


def name_hand(hole: list[str], board: list[str]) -> tuple[str | None, list[str] | None]:
    """With the board as it lies; null below five cards, the two hole cards counted (R60)."""
    if len(hole) + len(board) < 5:
        return None, None
    category, _, five = best_hand([*hole, *board])
    return HANDS[category], five


def table_hands(pots: list[Pot], order: list[int], strengths: dict[int, int]) -> set[int]:
    """R60: who tables, in this order; the others pass their hands in unseen."""
    tabled: set[int] = set()
    for seat in order:
        for pot in pots:
            rivals = [strengths[other] for other in tabled if other in pot.eligible]
            if seat in pot.eligible and all(strengths[seat] <= rival for rival in rivals):
                tabled.add(seat)
                break
    return tabled


def name_winners(
    pots: list[Pot], clockwise: list[int], strengths: dict[int, int], tabled: set[int]
) -> None:
    """Cards speak: the best hand tabled wins (1.1), equal hands share (10.4)."""
    for pot in pots:
        hands = {seat: strengths[seat] for seat in pot.eligible if seat in tabled}
        best = min(hands.values())
        pot.winners = [seat for seat in clockwise if hands.get(seat) == best]


def scale(rules: Rules, amount: int) -> int:
    """R43, 22.1: a dollar for every full twenty of a pot, up to 100 big blinds."""
    return min(amount, 100 * rules.big) // 20_00 * 1_00


def share_out(rules: Rules, pots: list[Pot], dealt_in: set[int]) -> None:
    """R66: commission and shares, the winners of each pot being known."""
    unit = rules.share_unit
    # R44, 19.7: every player dealt in has a share of the main pot, and every pot is shared by all.
    all_share = set(pots[0].winners) == dealt_in and all(
        set(pot.winners) == set(pot.eligible) for pot in pots
    )
    for pot in pots:
        pot.commission = scale(rules, pot.amount) if rules.raked and not all_share else 0
    needs = [_need(pot, unit) for pot in pots]
    if sum(needs) > sum(pot.commission for pot in pots):
        for pot in pots:
            pot.commission = 0
            pot.shares = _odd_dollars(pot, unit)
        return
    for pot, need in zip(pots, needs, strict=True):
        pot.shares = [(pot.amount - pot.commission + need) // len(pot.winners)] * len(pot.winners)
    # "each pot's own first, then that of the others, main pot first"
    missing = 0
    for pot, need in zip(pots, needs, strict=True):
        own = min(pot.commission, need)
        pot.commission -= own
        missing += need - own
    for pot in pots:
        given = min(pot.commission, missing)
        pot.commission -= given
        missing -= given


def _need(pot: Pot, unit: int) -> int:
    """19.6: what raises every share of a shared pot to a whole dollar."""
    if len(pot.winners) == 1:
        return 0
    share = Fraction(pot.amount - pot.commission, len(pot.winners) * unit)
    raised = -(-share.numerator // share.denominator) * unit
    return raised * len(pot.winners) - (pot.amount - pot.commission)


def _odd_dollars(pot: Pot, unit: int) -> list[int]:
    """Whole dollars, odd ones one each, then the part of a dollar to the next (R66)."""
    if len(pot.winners) == 1:
        return [pot.amount]
    each = pot.amount // (len(pot.winners) * unit) * unit
    shares, left = [each] * len(pot.winners), pot.amount - each * len(pot.winners)
    for index in range(len(shares)):
        odd = min(unit, left)
        shares[index] += odd
        left -= odd
    return shares
