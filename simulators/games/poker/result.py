"""The result of a hand as the format of the poker room prints it."""

from collections.abc import Iterable
from typing import Any

from controller.domain.cards import Card
from controller.domain.money import Money
from controller.games.poker.narration import outcome
from controller.games.poker.showdown import best_five
from controller.games.poker.state import Hand, Player, Table


def hand_result(table: Table) -> dict[str, Any]:
    """The last hand of a table: only what was tabled or exposed."""
    hand = table.playing()
    return {
        "number": hand.number,
        "result": str(hand.ending),
        "clause": hand.clause,
        "button": hand.button,
        "small_blind": hand.small_blind,
        "big_blind": hand.big_blind,
        "board": _names(hand.board),
        "seats": [_seat(hand, p) for p in sorted(hand.players, key=lambda p: p.seat)],
        "pots": [
            {
                "amount": _money(pot.amount),
                "eligible": list(pot.eligible),
                "commission": _money(pot.commission),
                "winners": list(pot.winners),
                "shares": [_money(share) for share in pot.shares],
            }
            for pot in hand.pots
        ],
        "commission": _money(sum(pot.commission for pot in hand.pots)),
        "phases": [phase.value for phase in hand.phases],
        "notices": list(hand.notices),
    }


def _money(amount: int) -> str:
    return str(Money(amount))


def _names(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]


def _seat(hand: Hand, player: Player) -> dict[str, Any]:
    named = best_five(hand, player)
    return {
        "seat": player.seat,
        "before": _money(player.before),
        "in": _money(player.total + player.dead),
        "returned": _money(player.returned),
        "won": _money(player.won),
        "after": _money(player.stack),
        "cards": _names(player.cards),
        "hand": named.category.text if named else None,
        "best": _names(named.best) if named else None,
        "outcome": outcome(hand, player),
    }
