"""Chips into the pot and back, and whose turn it is: what every event of the betting builds on."""

from typing import Any

from controller.domain.base import evolve
from controller.games.poker.phases import LATE, Phase
from controller.games.poker.rules import RAISES_CAPPED_AT, Limit, PokerRules
from controller.games.poker.state import Hand, Player, Raise, Standing, Table, with_hand

IN = Standing.IN
DEAD_CHIPS = (Standing.DEAD, Standing.FORFEITED)
"""R62, R64: no uncalled part of such a hand goes back."""


def with_player(hand: Hand, seat: int, **changes: Any) -> tuple[Player, ...]:
    """All players of the hand, the one at this seat with these changes."""
    players, index = list(hand.players), hand.index(seat)
    players[index] = evolve(players[index], **changes)
    return tuple(players)


def with_player_at(table: Table, seat: int, **changes: Any) -> Table:
    """The table where only a player of the hand has changed."""
    return with_hand(table, players=with_player(table.playing(), seat, **changes))


def decides(players: tuple[Player, ...], player: Player, high: int) -> bool:
    """R54: the player is in with chips, has not yet answered the highest wager, and faces somebody
    who has chips or has wagered more."""
    wager = player.wager
    if not player.stack or player.standing is not IN or (player.acted >= 0 and wager >= high):
        return False
    for other in players:
        if other.standing is IN and other is not player and (other.stack or other.wager > wager):
            return True
    return False


def next_turn(players: tuple[Player, ...], high: int, start: int) -> int | None:
    """The first in turn from here, clockwise, who has something to decide."""
    count = len(players)
    for step in range(start, start + count):
        index = step % count
        if decides(players, players[index], high):
            return index
    return None


def with_turn(
    hand: Hand, start: int, players: tuple[Player, ...], high: int, **changes: Any
) -> Hand:
    """The hand with these changes, and the turn from here on."""
    turn = next_turn(players, high, start)
    return evolve(hand, players=players, high=high, turn=turn, **changes)


def after_ruling(hand: Hand, players: tuple[Player, ...], **changes: Any) -> Hand:
    """A ruling was made: the turn stays with its player, or goes on from there."""
    if hand.turn is None:
        return evolve(hand, players=players, **changes)
    return with_turn(hand, hand.turn, players, hand.high, **changes)


def full_bets(high: int, bet: int) -> int:
    """`fixed`, R56: a wager counts as n full bets from n - 1/2 bets on."""
    return (2 * high + bet) // (2 * bet)


def bet_of(table: Table) -> int:
    """`fixed`: the bet of this street."""
    return table.rules.bet_of(late=table.phase in LATE)


def first_to_act(hand: Hand, phase: Phase) -> int:
    """8.1: the player left of the big blind; 9.1: on later streets the one left of the button."""
    return (hand.index(hand.big_blind) + 1) % len(hand.players) if phase is Phase.PREFLOP else 0


def opened(rules: PokerRules, hand: Hand, phase: Phase, **changes: Any) -> Hand:
    """A street begins: before the flop with the blinds as wagers, later with nothing."""
    start = first_to_act(hand, phase)
    if phase is Phase.PREFLOP:
        return evolve(hand, turn=next_turn(hand.players, hand.high, start), **changes)
    players = tuple(
        [
            evolve(player, wager=0, acted=-1) if player.wager or player.acted >= 0 else player
            for player in hand.players
        ]
    )
    return with_turn(
        hand,
        start,
        players,
        0,
        size=rules.big,
        capped=False,
        actions=0,
        bettors=(),
        uncalled=None,
        out_of_turn=(),
        due=None,
        drawn_in=False,
        **changes,
    )


def raised(table: Table, seat: int, to: int) -> Hand:
    """A wager above the highest: it is the one to call, and what follows is measured by it."""
    hand = table.playing()
    players = _wagered(hand, seat, to)
    grown, more = to - hand.high, to - hand.of(seat).wager
    capped = hand.capped
    if table.rules.limit is Limit.FIXED and not capped:
        several = _count_in(players) > 2
        capped = several and full_bets(to, bet_of(table)) >= RAISES_CAPPED_AT
    return with_turn(
        hand,
        hand.index(seat) + 1,
        players,
        to,
        size=max(grown, hand.size),
        capped=capped,
        pot=hand.pot + more,
        held=table.phase,
        uncalled=Raise(seat, hand.high, hand.size, hand.capped),
        bettors=(*hand.bettors, seat),
        out_of_turn=released(hand, seat, to) if hand.out_of_turn else (),
        due=None,
    )


def called(table: Table, seat: int, to: int) -> Hand:
    """A wager no higher than the highest: a call, be it all-in for less."""
    hand = table.playing()
    return with_turn(
        hand,
        hand.index(seat) + 1,
        _wagered(hand, seat, to),
        hand.high,
        pot=hand.pot + to - hand.of(seat).wager,
        held=table.phase,
        uncalled=None,
        out_of_turn=released(hand, seat, to) if hand.out_of_turn else (),
        due=None,
    )


def _wagered(hand: Hand, seat: int, to: int) -> tuple[Player, ...]:
    player = hand.of(seat)
    more = to - player.wager
    return with_player(
        hand,
        seat,
        stack=player.stack - more,
        wager=to,
        total=player.total + more,
        acted=max(to, hand.high),
    )


def folded(table: Table, seat: int) -> Hand:
    """The hand folds at its turn; its wagers stay in."""
    hand = table.playing()
    return with_turn(
        hand,
        hand.index(seat) + 1,
        with_player(hand, seat, standing=Standing.FOLDED),
        hand.high,
        folds=(*hand.folds, (table.phase, seat)),
        held=table.phase,
        out_of_turn=released(hand, seat, 0) if hand.out_of_turn else (),
        due=None,
    )


def released(hand: Hand, seat: int, to: int) -> tuple[Any, ...]:
    """R64: a player who has acted is no longer bound, nor is one whose wager was exceeded."""
    return tuple(bound for bound in hand.out_of_turn if bound.seat != seat and to <= bound.to)


def _count_in(players: tuple[Player, ...]) -> int:
    return sum(player.standing is IN for player in players)


def uncalled_part(hand: Hand) -> tuple[int, int] | None:
    """R66: whose highest wager exceeds the second highest, folded ones included, and by how much.

    Chips of a dead or forfeited hand stay (R62, R64).
    """
    first = second = 0
    owner = None
    for player in hand.players:
        wager = player.wager
        if wager > first:
            first, second, owner = wager, first, player
        elif wager > second:
            second = wager
    if owner is None or first == second or owner.standing in DEAD_CHIPS:
        return None
    return owner.seat, first - second


def given_back(hand: Hand, seat: int, amount: int) -> Hand:
    """A part of a player's wager of this street goes back."""
    player = hand.of(seat)
    players = with_player(
        hand,
        seat,
        stack=player.stack + amount,
        wager=player.wager - amount,
        total=player.total - amount,
        returned=player.returned + amount,
    )
    return evolve(hand, players=players, pot=hand.pot - amount)


def noticed(hand: Hand, *told: str) -> tuple[str, ...]:
    """Who was notified, in order of the first notice to each."""
    return tuple(dict.fromkeys((*hand.notices, *told)))
