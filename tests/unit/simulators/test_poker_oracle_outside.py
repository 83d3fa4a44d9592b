"""The oracle of the poker room against PokerKit: random hands, decision by decision.

PokerKit plays no-limit and pot-limit hold'em by other rules of a house, so these are left out: a
big blind who is short lowers the call there, whoever has limped or checked may raise a short
all-in, nobody raises whom no other can pay, and the odd chips of a shared pot go to one seat.
"""

import random
from typing import Any, Final

import pokerkit
import pytest
from pokerkit.games import PotLimitPokerMixin, TexasHoldemMixin, UnfixedLimitHoldem

from tests.helpers.poker_gen import STYLES, action, step
from tests.helpers.poker_gen_table import CARDS
from tests.helpers.poker_oracle import open_room, play
from tests.helpers.poker_oracle.betting import Offer

AUTOMATIONS: Final = (
    pokerkit.Automation.ANTE_POSTING,
    pokerkit.Automation.BLIND_OR_STRADDLE_POSTING,
    pokerkit.Automation.BET_COLLECTION,
    pokerkit.Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    pokerkit.Automation.HAND_KILLING,
    pokerkit.Automation.CHIPS_PUSHING,
    pokerkit.Automation.CHIPS_PULLING,
)
PASSIVE: Final = (1, 9, 0, 0, 0, 0)


class PotLimitTexasHoldem(PotLimitPokerMixin, TexasHoldemMixin, UnfixedLimitHoldem):
    """PokerKit has all of its parts, but not the game."""


GAMES: Final = {"no-limit": pokerkit.NoLimitTexasHoldem, "pot-limit": PotLimitTexasHoldem}


def draw(rng: random.Random) -> dict[str, Any]:
    """A table of which seat 1 posts first; two players play as in a tournament (28.4)."""
    count, big = rng.choice([2, 2, 3, 3, 4, 6, 9]), rng.choice([2, 4, 10])
    ante = rng.choice([0, 0, 1, big])
    stacks = [rng.randint(1, rng.choice([20, 60, 200]) * big) for _ in range(count)]
    # Where seats post the big blind in full, both agree about the call.
    poster = 0 if count == 2 else 1
    stacks[poster] = max(stacks[poster], ante + big)
    return {
        "ruleset": "poker-room",
        "limit": rng.choice(["no-limit", "pot-limit"]),
        "blinds": [str(big // 2), str(big)],
        "ante": str(ante),
        "seats": max(count, 2),
        "commission": "none",
        "tournament": count == 2,
        "button": count,
        "players": [{"seat": seat, "stack": str(stack)} for seat, stack in enumerate(stacks, 1)],
        "hands": [{"cards": " ".join(rng.sample(CARDS, 52))}],
    }


def pokerkit_state(table: dict[str, Any]) -> pokerkit.State:
    stacks = [int(player["stack"]) for player in table["players"]]
    small, big = (int(blind) for blind in table["blinds"])
    game = GAMES[table["limit"]](AUTOMATIONS, True, int(table["ante"]), (small, big), big)
    return game(stacks, len(stacks))


def deal(state: pokerkit.State, cards: list[str], holes: dict[int, list[str]]) -> None:
    """Whatever PokerKit has to deal before the next decision."""
    while state.status and state.actor_index is None:
        if state.hole_dealee_index is not None:
            for index in range(state.player_count):
                state.deal_hole("".join(holes[index + 1]))
        elif state.can_burn_card():
            state.burn_card(cards.pop(0))
        else:
            count = state.board_dealing_count
            assert count
            state.deal_board("".join(cards.pop(0) for _ in range(count)))


def same_offer(state: pokerkit.State, offer: Offer, acted: bool) -> None:
    assert state.actor_index == offer.seat - 1
    to_call = 0 if offer.call is None else offer.call - offer.wager
    assert state.checking_or_calling_amount == to_call / 100
    least = state.min_completion_betting_or_raising_to_amount
    if acted and offer.least is None:
        return  # a limper or checker facing a short all-in
    reach = [state.bets[i] + state.stacks[i] for i in range(state.player_count)]
    rivals = [i for i in range(state.player_count) if state.statuses[i] and i != offer.seat - 1]
    if least is None and all(reach[i] <= max(state.bets) for i in rivals):
        return  # R54 asks for another player with chips, not for one who can pay the raise
    assert (least is None) == (offer.least is None), (
        least,
        offer,
        state.bets,
        state.stacks,
        state.statuses,
    )
    if least is not None and offer.least is not None and offer.most is not None:
        assert least == min(offer.least, offer.stack) / 100
        most = state.max_completion_betting_or_raising_to_amount
        assert most == min(offer.most, offer.stack) / 100


def compare(seed: int) -> None:
    rng = random.Random(seed)
    table = draw(rng)
    row = table["hands"][0]
    room = open_room(table)
    state = pokerkit_state(table)
    style = rng.choice(STYLES)
    hand, wrong = step(room, 1, row)
    cards = row["cards"].split()[2 * len(hand.order) :]
    holes = {seat: list(hole) for seat, hole in hand.holes.items()}
    while wrong is not None:
        assert wrong.missing, f"seed {seed}: {wrong}"
        assert wrong.street
        deal(state, cards, holes)
        same_offer(state, wrong.offer, wrong.offer.seat in hand.betting.acted)
        may_raise = state.can_complete_bet_or_raise_to()
        line = action(rng, wrong.offer, None, style if may_raise else PASSIVE)
        row.setdefault(wrong.street, []).append(line)
        before = hand.betting.level
        hand, wrong = step(room, 1, row)
        if line.endswith("fold"):
            if state.can_fold():
                state.fold()
            else:
                return  # PokerKit lets nobody fold with nothing to call
        else:
            _, word, *to = line.split()
            amount = (
                int(float(to[0]))
                if to
                else state.bets[state.actor_index or 0] + state.stacks[state.actor_index or 0]
            )
            if word in ("check", "call") or (word == "all-in" and amount * 100 <= before):
                state.check_or_call()
            else:
                state.complete_bet_or_raise_to(amount)
    deal(state, cards, holes)
    while state.status:  # PokerKit asks a big blind whom nobody can play against for a check
        assert state.checking_or_calling_amount == 0
        state.check_or_call()
        deal(state, cards, holes)
    seats = play(table)["hands"][0]["seats"]
    shared = sum(seat["outcome"] == "won" for seat in seats) > 1
    for seat, stack in zip(seats, state.stacks, strict=True):
        difference = abs(float(seat["after"]) - stack)
        assert difference <= (len(seats) if shared else 0), f"seed {seed}: {seat} {stack}"


@pytest.mark.parametrize("first", range(0, 60, 30))
def test_pokerkit_offers_and_pays_the_same(first: int) -> None:
    for seed in range(first, first + 30):
        compare(seed)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("first", range(1_000, 4_000, 500))
def test_long_pokerkit_offers_and_pays_the_same(first: int) -> None:
    for seed in range(first, first + 500):
        compare(seed)
