"""How the pots are made up, and how they are divided (R43, R44, R66): pure arithmetic."""

from collections.abc import Mapping, Sequence

from controller.domain.base import evolve
from controller.games.poker.rules import PokerRules
from controller.games.poker.state import Hand, Pot, Standing


def made_up(hand: Hand) -> tuple[Pot, ...]:
    """17.1, R66: layers at the totals of the players still in, the main pot first.

    Dead blinds go whole into the main pot; what exceeds the last layer, into the last pot (R62).
    Where the dealer has keyed the pots, they are those.
    """
    if hand.keyed:
        return _as_keyed(hand)
    players = hand.players
    levels = sorted({player.total for player in players if player.standing is Standing.IN})
    pots = []
    below = 0
    dead = 0
    for player in players:
        dead += player.dead
    for level in levels:
        amount, dead = dead, 0
        eligible = []
        top = level == levels[-1]
        for player in players:
            total = player.total
            if total > below:
                amount += (total if top or total < level else level) - below
            if total >= level and player.standing is Standing.IN:
                eligible.append(player.seat)
        pots.append(Pot(amount, tuple(sorted(eligible))))
        below = level
    return tuple(pots)


def _as_keyed(hand: Hand) -> tuple[Pot, ...]:
    """The keyed pots for those still in; a pot that none of them is in joins the one before."""
    still_in = {player.seat for player in hand.players_in()}
    pots: list[Pot] = []
    for pot in hand.keyed:
        eligible = tuple(seat for seat in pot.eligible if seat in still_in)
        if eligible or not pots:
            pots.append(Pot(pot.amount, eligible or tuple(sorted(still_in))))
        else:
            pots[-1] = pots[-1]._replace(amount=pots[-1].amount + pot.amount)
    return tuple(pots)


def in_the_middle(hand: Hand) -> tuple[Pot, ...]:
    """13.9: the pots as far as they are drawn in; what lies in front of a player is in none yet."""
    if not hand.drawn_in:
        players = tuple([evolve(p, total=p.total - p.wager) for p in hand.players])
        hand = evolve(hand, players=players)
    return tuple(pot for pot in made_up(hand) if pot.amount)


def winners_of(hand: Hand, pot: Pot, strengths: Mapping[int, int]) -> tuple[int, ...]:
    """The best tabled hands of those eligible, clockwise from the button's left (cards speak)."""
    best = max(strengths.get(seat, 0) for seat in pot.eligible)
    return tuple(
        [
            player.seat
            for player in hand.players
            if player.seat in pot.eligible and strengths.get(player.seat, 0) == best
        ]
    )


def divided(
    rules: PokerRules, hand: Hand, pots: Sequence[Pot], won: Sequence[tuple[int, ...]]
) -> tuple[Pot, ...]:
    """Every pot, with its commission and its shares."""
    fees, unit = _commission(rules, hand, pots, won), rules.unit
    needs = [_need(pot, fee, len(by), unit) for pot, fee, by in zip(pots, fees, won, strict=True)]
    if sum(needs) > sum(fees):
        shares = [_odd(pot, len(by), unit) for pot, by in zip(pots, won, strict=True)]
        taken = [0] * len(pots)
    else:
        shares = [
            ((pot.amount - fee + need) // len(by),) * len(by)
            for pot, fee, need, by in zip(pots, fees, needs, won, strict=True)
        ]
        taken = _after_raising(fees, needs)
    return tuple(
        [
            Pot(pot.amount, pot.eligible, fee, by, share)
            for pot, fee, by, share in zip(pots, taken, won, shares, strict=True)
        ]
    )


def _commission(
    rules: PokerRules, hand: Hand, pots: Sequence[Pot], won: Sequence[tuple[int, ...]]
) -> list[int]:
    """22.1 or the lower scale of the house, pot by pot; none where 19.7 or 32.1 says so."""
    scale = rules.scale
    if scale is None or not charged(rules, hand) or _all_share(hand, pots, won):
        return [0] * len(pots)
    return [scale.of(pot.amount, rules.big) for pot in pots]


def charged(rules: PokerRules, hand: Hand) -> bool:
    """Does the house take anything from the pots of this hand, as far as it has come?"""
    scale = rules.scale
    if scale is None or len(hand.players) < scale.players_min:
        return False
    return scale.before_flop or hand.laid > 0


def _all_share(hand: Hand, pots: Sequence[Pot], won: Sequence[tuple[int, ...]]) -> bool:
    """19.7: all who started finish and share."""
    return len(won[0]) == len(hand.players) and all(
        len(by) == len(pot.eligible) for pot, by in zip(pots, won, strict=True)
    )


def _need(pot: Pot, fee: int, winners: int, unit: int) -> int:
    """19.6: what raises every share of a shared pot to whole dollars."""
    if winners == 1:
        return 0
    return -(pot.amount - fee) % (winners * unit)


def _after_raising(taken: list[int], needs: list[int]) -> list[int]:
    """Each pot's own commission first, then that of the others, main pot first."""
    left = [max(0, fee - need) for fee, need in zip(taken, needs, strict=True)]
    open_ = sum(max(0, need - fee) for fee, need in zip(taken, needs, strict=True))
    for index, fee in enumerate(left):
        used = min(fee, open_)
        left[index] -= used
        open_ -= used
    return left


def _odd(pot: Pot, winners: int, unit: int) -> tuple[int, ...]:
    """Whole dollars: odd ones go out one by one, then the part of a dollar to the next winner."""
    if winners == 1:
        return (pot.amount,)
    whole, part = divmod(pot.amount, unit)
    each, odd = divmod(whole, winners)
    shares = [(each + (index < odd)) * unit for index in range(winners)]
    shares[odd] += part
    return tuple(shares)
