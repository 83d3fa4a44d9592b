"""Random hands on the core with PokerKit beside it, which judges every step on its own.

Whose turn it is, what may be called, bet and raised, the pots and who wins them, the chips at the
end: all of it has to agree. What PokerKit 0.7.7 does otherwise is put down to the rule behind it:

- R56: it lets a checker or limper raise a short all-in; we offer no raise, and none is made.
- R53: a short big blind lowers its call, so somebody raises there first; where that is out of
  reach, the hand is left to the oracle.
- R54: it asks who has covered everybody and faces only players without chips (a check, of course),
  and forbids a raise that no other player could pay in full; ours is then not made.
- R56, `fixed`: it knows no half bets and no cap by the count of players, so stacks are deep there
  and a raise is made only where both offer it.
- R66: it takes the commission of a fold-out before the winner's last wager is matched, and gives
  all odd chips of a pot to the first winner; both are worked out from our pots and compared.
- 12.1: heads-up its button posts the small blind, as ours does in a tournament (28.4).
"""

import random
import warnings
from collections.abc import Iterable
from typing import Final

from pokerkit import (
    Automation,
    BettingStructure,
    FixedLimitTexasHoldem,
    NoLimitTexasHoldem,
    State,
)

from controller.domain.cards import DECK, Card
from controller.games.poker.award import AwardPots, FinishHand
from controller.games.poker.betting import Act, DrawIn
from controller.games.poker.blinds import BeginHand
from controller.games.poker.deal import DealHoleCards, DealStreet, FinishDeal
from controller.games.poker.offers import Move, Offers, offers
from controller.games.poker.phases import Phase
from controller.games.poker.refusals import PokerRefusal
from controller.games.poker.rules import Limit
from controller.games.poker.showdown import PassIn, TableHand, next_to_show, to_be_tabled
from controller.games.poker.state import Ending, Pot
from tests.helpers.poker import Felt

SMALL, BIG = 100, 200
AUTOMATED: Final = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
STYLES: Final = (  # weights of fold, check or call, raise, all-in
    (1, 8, 3, 1),
    (1, 4, 6, 1),
    (3, 3, 2, 3),
    (0, 6, 1, 2),
    (0, 1, 0, 0),
)


class LeftToTheOracle(Exception):
    """A short big blind that PokerKit lets nobody raise or fold to."""


class Judged:
    """One hand on both tables; player i of PokerKit is the i-th from the button's left."""

    def __init__(self, seed: int, limit: Limit) -> None:
        self.rng = rng = random.Random(seed)
        self.limit, self.fixed = limit, limit is Limit.FIXED
        self.count = count = rng.randint(2, 9)
        ante = 0 if self.fixed else rng.choice((0, 0, 50, 100, 200))
        stacks = {seat: self._stack() for seat in range(1, count + 1)}
        two = count == 2
        self.felt = Felt(
            {seat: str(stack / 100) for seat, stack in stacks.items()},
            limit,
            small=SMALL,
            big=BIG,
            ante=ante,
            chip=1,
            button=count,
            tournament=two,
        )
        self.cards = rng.sample(DECK, 2 * count + 5)
        self.style = rng.choice(STYLES)
        self.felt.do(BeginHand(1)).do(DealHoleCards()).do(FinishDeal())
        self.seats = [player.seat for player in self.felt.hand.players]
        self.pk = self._pokerkit(ante, [player.before for player in self.felt.hand.players])
        self.holes = {
            seat: (self.cards[i], self.cards[i + count]) for i, seat in enumerate(self.seats)
        }
        for seat in self.seats:
            self.pk.deal_hole(_text(self.holes[seat]))
        big = self.felt.hand.of(self.felt.hand.big_blind)
        self.short_blind = big.wager < BIG

    def _stack(self) -> int:
        """Deep, ordinary, short, or less than a blind; `fixed` has to be deep."""
        if self.fixed:
            return self.rng.randint(300, 900) * BIG
        most = self.rng.choice((2, 6, 20, 60, 300)) * BIG
        return self.rng.randint(1, most)

    def _pokerkit(self, ante: int, stacks: list[int]) -> State:
        if self.fixed:
            return FixedLimitTexasHoldem.create_state(
                AUTOMATED, True, ante, (SMALL, BIG), BIG, 2 * BIG, stacks, self.count
            )
        state = NoLimitTexasHoldem.create_state(
            AUTOMATED, True, ante, (SMALL, BIG), BIG, stacks, self.count
        )
        if self.limit is Limit.POT_LIMIT:
            state.betting_structure = BettingStructure.POT_LIMIT
        return state

    def play(self) -> "Judged":
        """To the award; every step is compared."""
        board = iter(self.cards[2 * self.count :])
        for cards in (0, 3, 1, 1):
            if cards:
                self._street(tuple(next(board) for _ in range(cards)))
            while (offered := offers(self.felt.table)) is not None:
                self._step(offered)
            if self.felt.hand.count_in() == 1:
                break
        self._end()
        return self

    def _street(self, cards: tuple[Card, ...]) -> None:
        self.felt.do(DealStreet(cards))
        self._nothing_to_decide()
        self.pk.burn_card("??")
        self.pk.deal_board(_text(cards))

    def _nothing_to_decide(self) -> None:
        """R54: PokerKit asks who has covered everybody and faces only players without chips."""
        asked = self.pk.actor_index
        if asked is None:
            return
        others = [p for p in self.felt.hand.players_in() if p.seat != self.seats[asked]]
        assert not any(p.stack for p in others), f"PokerKit asks player {asked}, we do not"
        assert self.pk.checking_or_calling_amount == 0
        self.pk.check_or_call()
        assert self.pk.actor_index is None

    def _step(self, offered: Offers) -> None:
        pk = self.pk
        assert pk.actor_index is not None, f"PokerKit asks nobody, we ask {offered}"
        assert self.seats[pk.actor_index] == offered.seat
        if not self._lowered:
            assert pk.checking_or_calling_amount == offered.call
            if not (self.short_blind and self.felt.table.phase is Phase.PREFLOP):
                self._compare(offered)
        action, to = self._chosen(offered)
        self.felt.do(Act(offered.seat, action, to))
        if action is Move.FOLD:
            pk.fold()
        elif to is None:
            pk.check_or_call()
        else:
            pk.complete_bet_or_raise_to(to)

    def _compare(self, offered: Offers) -> None:
        """What may be bet and raised."""
        pk = self.pk
        least = pk.min_completion_betting_or_raising_to_amount
        most = pk.max_completion_betting_or_raising_to_amount
        if offered.no_wager is None:
            if least is None and (self.fixed or not self._could_pay_more(offered)):
                return
            assert (least, most) == (offered.least, offered.most)
        elif least is not None:
            why = offered.no_wager.refusal
            ours = (PokerRefusal.NOT_REOPENED, PokerRefusal.NOBODY_TO_RAISE, PokerRefusal.CAPPED)
            assert why in ours, f"PokerKit offers {least} to {most}, we say {offered.no_wager}"

    @property
    def _lowered(self) -> bool:
        """Is the big blind short, and nobody has raised it?"""
        before_flop = self.felt.table.phase is Phase.PREFLOP
        return self.short_blind and before_flop and self.felt.hand.high == BIG

    def _could_pay_more(self, offered: Offers) -> bool:
        """Has another player still in more than the wager to call?"""
        hand = self.felt.hand
        others = (player for player in hand.players_in() if player.seat != offered.seat)
        return any(player.wager + player.stack > hand.high for player in others)

    def _chosen(self, offered: Offers) -> tuple[Move, int | None]:
        """One of the actions both offer; a bet or raise with its amount."""
        rng, pk = self.rng, self.pk
        kind = rng.choices(range(4), self.style)[0]
        if kind == 0 and offered.call and not self._lowered:
            return Move.FOLD, None
        if kind >= 2 and offered.no_wager is None:
            top = min(offered.most, offered.least + rng.choice((0, 100, 1000, 100_000)))
            to = rng.randint(offered.least, top)
            if kind == 3 and offered.no_all_in is None:
                to = offered.all_in
            if pk.can_complete_bet_or_raise_to(to):
                return offered.opening, to
        if self._lowered and offered.call:
            if not pk.can_fold():
                raise LeftToTheOracle
            return Move.FOLD, None
        return (Move.CALL if offered.call else Move.CHECK), None

    def _end(self) -> None:
        """The hands are shown by R60, and the chips at the end are compared."""
        felt = self.felt
        self._nothing_to_decide()
        felt.do(DrawIn())
        while felt.table.phase is Phase.SHOWDOWN:
            player = next_to_show(felt.table)
            if player is None:
                break
            own = self.holes[player.seat]
            tabled = to_be_tabled(felt.table, player.seat, own)
            felt.do(TableHand(player.seat, own) if tabled else PassIn(player.seat))
        before = {player.seat: player.stack for player in felt.hand.players}
        felt.do(AwardPots())
        assert not self.pk.status, "PokerKit is not done"
        pots = felt.hand.pots
        paid = sum(sum(pot.shares) + pot.commission for pot in pots)
        assert paid == sum(pot.amount for pot in pots)
        for seat, share in _as_pokerkit_shares(pots, self.seats):
            before[seat] += share
        assert list(self.pk.stacks) == [before[seat] for seat in self.seats]
        felt.do(FinishHand())

    @property
    def showdown(self) -> bool:
        return self.felt.hand.ending is Ending.SHOWDOWN


def _as_pokerkit_shares(pots: Iterable[Pot], seats: list[int]) -> Iterable[tuple[int, int]]:
    """No commission, equal shares, and the odd chips of a pot to its first winner.

    Pots that are for the same hands, once the beaten ones are thrown in, are one to PokerKit.
    """
    alive = {seat for pot in pots for seat in pot.winners}
    merged: list[tuple[set[int], tuple[int, ...], int]] = []
    for pot in pots:
        eligible = alive & set(pot.eligible)
        amount = merged.pop()[2] if merged and merged[-1][0] == eligible else 0
        merged.append((eligible, pot.winners, amount + pot.amount))
    for _, winners, amount in merged:
        each, odd = divmod(amount, len(winners))
        first = min(winners, key=seats.index)
        yield from ((seat, each + (odd if seat == first else 0)) for seat in winners)


def _text(cards: Iterable[Card]) -> str:
    return "".join(map(str, cards))


def judge(seeds: Iterable[int], limits: tuple[Limit, ...]) -> dict[str, int]:
    """How many hands of which kind agreed; the first that does not is named by its seed."""
    seen: dict[str, int] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PokerKit warns of unknown burns
        for seed in seeds:
            limit = limits[seed % len(limits)]
            try:
                judged = Judged(seed, limit).play()
            except LeftToTheOracle:
                seen["left to the oracle"] = seen.get("left to the oracle", 0) + 1
                continue
            except (AssertionError, ValueError) as wrong:
                raise AssertionError(f"seed {seed}, {limit}: {wrong}") from wrong
            for what in _kinds(judged):
                seen[what] = seen.get(what, 0) + 1
    return seen


def _kinds(judged: Judged) -> Iterable[str]:
    pots = judged.felt.hand.pots
    yield "hands"
    if judged.showdown:
        yield "showdowns"
    if len(pots) > 1:
        yield "side pots"
    if any(len(pot.winners) > 1 for pot in pots):
        yield "shared pots"
