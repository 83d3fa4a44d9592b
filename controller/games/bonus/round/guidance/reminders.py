"""What a dealer keeps an eye on all through a phase: one table, each line with its rule."""

from collections.abc import Iterator
from typing import Final

from controller.domain.dealing import Dealing
from controller.domain.words import joined
from controller.games.bonus.round.citations import cite
from controller.games.bonus.round.guidance.hands import (
    CONCEDING,
    collect,
    conceded_hands,
    folded_last,
)
from controller.games.bonus.round.guidance.jackpots import envy_hands
from controller.games.bonus.round.guidance.words import jackpot_name, places, ruled
from controller.games.bonus.round.phases import DECISIONS, STREET_OF, Phase
from controller.games.bonus.round.state import Table

_FLOP: Final = (Phase.FLOP_DECISIONS,)
_AFTER_FLOP: Final = DECISIONS[1:]
_SHOWN: Final = (Phase.SHOWDOWN, Phase.SETTLEMENT)

# A rule set that prints no rule for a reminder does not have it.
# fmt: off
_BETWEEN: Final = (
    ("shuffle and cut",   "Shuffle and cut the deck before the deal"),
)
_WAGERS: Final = (
    ("limits",            "Players are responsible for keeping to the limits"),
    ("position",          "Players are responsible for the position of their wagers"),
    ("one hand",          "One hand per player"),
    ("one wager an area", "One wager per area"),
    ("no side bets",      "No side bets among players or spectators"),
)
_ALL_ROUND: Final = (
    ("full view",         "Players' cards stay in full view of the dealer"),
)
_DEAL: Final = (
    ("wagers untouched",  "Nobody may touch, add or take back a wager now"),
)
_BETTING: Final = (
    ("cards on layout",   "Cards stay on the layout"),
    ("concealed",         "Players lift their own cards only and show them to no player or dealer"),
    ("no talk",           "Players say only fold, check or bet"),
    ("decide alone",      "Players decide without talking to each other"),
    ("no advice",         "Give no advice on how to play"),
    ("no influence",      "Nobody may advise a player who has not asked"),
    ("cards passed",      "A folding player passes the cards to the dealer face down on the table"),
    ("deemed fold",       "A player who is away or does not decide in time is deemed to fold"),
)
_BEFORE_FLOP: Final = (
    ("cards laid down",   "A player who bets lays the cards face down on the playing area"),
)
_COMMITTED: Final = (
    ("in for the finish", "A player who has bet the flop is in for the finish and cannot fold"),
)
# fmt: on

REMINDERS: Final = {
    Phase.IDLE: _BETWEEN,
    Phase.WAGERS: _BETWEEN + _WAGERS,
    Phase.DEAL: _DEAL + _ALL_ROUND,
    Phase.FLOP_DECISIONS: _ALL_ROUND + _BETTING + _BEFORE_FLOP,
    Phase.TURN_DECISIONS: (
        *(_ALL_ROUND + _BETTING + _COMMITTED),
        ("flop stays", "The flop stays in the centre for all to see"),
    ),
    Phase.RIVER_DECISIONS: (
        *(_ALL_ROUND + _BETTING + _COMMITTED),
        ("turn stays", "The flop and the turn stay in the centre for all to see"),
    ),
    Phase.SHOWDOWN: (
        *_ALL_ROUND,
        ("river stays", "The community cards stay in the centre for all to see"),
    ),
    Phase.SETTLEMENT: (
        *_ALL_ROUND,
        ("settle in turn", "Finish one hand before the next, starting from your right"),
        ("river stays", "The community cards stay in the centre for all to see"),
    ),
    Phase.RECONCILE: (),
}


def reminders(table: Table) -> tuple[str, ...]:
    """The standing reminders of the phase, then those that depend on the table and the round."""
    rules = table.rules
    standing = [
        ruled(rules, fact, text)
        for fact, text in REMINDERS[table.round.phase]
        if cite(rules, fact) is not None
    ]
    return (*standing, *_of_this_table(table), *_of_this_round(table))


def _of_this_table(table: Table) -> Iterator[str]:
    """Folds, checks and concessions as the rule set has them; the jackpot where there is one."""
    rules, phase = table.rules, table.round.phase
    if phase is Phase.DEAL:
        shoe = rules.dealing is Dealing.SHOE
        yield ruled(rules, "deal, shoe" if shoe else "deal", "All cards go face down")
    if phase in DECISIONS and (rules.nsw or phase in _FLOP):
        fact = "keep a fold" if rules.folded_keeps_jackpot else "collect a fold"
        yield ruled(rules, fact, f"On a fold {collect(rules)}")
    if phase in _AFTER_FLOP and rules.nsw:
        text = "A tap or knock on the table, or another accepted hand signal, is a check"
        yield ruled(rules, f"check before {STREET_OF[phase]}", text)
    if phase in _SHOWN and rules.concession_offered and table.round.dealer_shown:
        text = f'A sweeping hand motion concedes. Announce "{CONCEDING}" and collect all'
        yield ruled(rules, "concession", text)
    if phase in (*DECISIONS, *_SHOWN):
        yield "Key a card that was not read before you turn it over."
    if rules.jackpot is None or table.round.jackpot_off:
        return
    if phase is Phase.WAGERS:
        text = f"Only what the sensor has registered counts for the {jackpot_name(rules)}"
        yield ruled(rules, "jackpot accepted", text)
    if phase is Phase.SETTLEMENT and rules.nsw:
        yield ruled(rules, "paid apart", "Jackpots are paid separately from other winnings")


def _of_this_round(table: Table) -> Iterator[str]:
    """Hands that are over, hands that stay, tokens in play, and who was notified."""
    rules, round_ = table.rules, table.round
    if round_.phase in DECISIONS and (folded := folded_last(round_)):
        yield f"Folded on this street: {places([place.number for place in folded])}."
    if round_.phase is Phase.SETTLEMENT:
        if conceded := conceded_hands(round_):
            who = places([place.number for place in conceded])
            yield ruled(rules, "concession is final", f"Conceded: {who}")
        if left := envy_hands(table):
            text = f"The hand of {places(left)} stays face up until every payment is made"
            yield ruled(rules, "envy hand stays", text)
        if _tokens_play(table):
            text = "Winnings on promotional tokens are paid in chips"
            yield ruled(rules, "chips for tokens", text)
    if round_.phase is Phase.RECONCILE and round_.notices:
        yield f"Notified: {joined(round_.notices)}."


def _tokens_play(table: Table) -> bool:
    """1.1: is a wager of this round made in casino promotional tokens?"""
    return any(stake.tokens for place in table.round.places for stake in place.stakes.values())
