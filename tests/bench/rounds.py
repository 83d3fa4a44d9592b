"""Full rounds through the core against PokerKit dealing hold'em hands."""

import random
import statistics
from time import perf_counter

from pokerkit import Automation, NoLimitTexasHoldem

from controller.domain.cards import DECK, Card
from controller.domain.kernel import Decided
from controller.domain.money import Money
from controller.games.bonus import commands as c
from controller.games.bonus.round.awards import award_step
from controller.games.bonus.round.core import decide, follow_up
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Table, new_table
from controller.games.bonus.rules import Street
from controller.games.bonus.wagers import Area, Choice, Stake
from tests.bench.measure import Line
from tests.helpers.felt import dollars, jackpot_rules, table_rules

_PLACES = range(1, 8)
_ANTE = Stake(Money(2500))
_BONUS = Stake(Money(500))


def _commands(cards: list[Card], *, jackpot: bool) -> list[c.Command]:
    """Everything a dealer, the shuffler and seven players do in a round, one by one."""
    commands: list[c.Command] = [c.OpenRound(1)]
    for place in _PLACES:
        commands.append(c.PlaceWager(place, Area.ANTE, _ANTE))
        commands.append(c.PlaceWager(place, Area.BONUS, _BONUS))
        if jackpot:
            commands.append(c.JackpotSensor(place, present=True))
    commands.append(c.NoMoreBets())
    commands += [c.CardDrawn(card) for card in cards]
    for street, choice in zip(Street, (Choice.BET, Choice.CHECK, Choice.BET), strict=True):
        commands += [c.Decide(place, choice) for place in _PLACES]
        commands.append(c.Reveal(street))
    commands.append(c.ShowDealersHand())
    commands += [c.SettlePlace(place) for place in reversed(_PLACES)]
    return commands


def _play(table: Table, commands: list[c.Command]) -> Table:
    for command in commands:
        decided = decide(table, command)
        if not isinstance(decided, Decided):
            raise RuntimeError(f"{command}: {decided.text()}")
        table = decided.state
        while (own := follow_up(table) or _award(table)) is not None:
            decided = decide(table, own)
            if not isinstance(decided, Decided):
                raise RuntimeError(f"{own}: {decided.text()}")
            table = decided.state
    return table


def _award(table: Table) -> c.Command | None:
    """What is due for the next jackpot award: to be keyed, confirmed, paid."""
    return award_step(table) if table.round.phase is Phase.SETTLEMENT else None


def _ours(deals: list[list[Card]], *, jackpot: bool) -> float:
    rules = table_rules(jackpot=jackpot_rules(bonus=True) if jackpot else None)
    fresh = new_table(rules, dollars("61234.50"))
    rounds = [_commands(cards, jackpot=jackpot) for cards in deals]
    begun = perf_counter()
    for commands in rounds:
        _play(fresh, commands)
    return perf_counter() - begun


def pokerkit(hands: int, seats: int) -> float:
    """Seconds for so many hands, checked and called to the end."""
    begun = perf_counter()
    for _ in range(hands):
        state = NoLimitTexasHoldem.create_state(
            tuple(Automation), True, 0, (1, 2), 2, (200,) * seats, seats
        )
        while state.status:
            state.check_or_call()
    return perf_counter() - begun


def bench() -> list[Line]:
    """Interleaved, median of the ratios; seven places with ante and ante bonus."""
    rng = random.Random(20240816)
    deals = [rng.sample(DECK, 21) for _ in range(40)]
    pokerkit(2, len(_PLACES))
    return [
        _against_pokerkit("full 7-place rounds", deals, jackpot=False),
        _against_pokerkit("the same with seven jackpot wagers", deals, jackpot=True),
    ]


def _against_pokerkit(what: str, deals: list[list[Card]], *, jackpot: bool) -> Line:
    _ours(deals[:5], jackpot=jackpot)
    ratios, rates = [], []
    for turn in range(28):  # many short turns, so that a busy moment of the machine spoils few
        dealt = deals[turn % 4 :: 4]
        ours, theirs = _ours(dealt, jackpot=jackpot) / len(dealt), pokerkit(3, len(_PLACES)) / 3
        ratios.append(theirs / ours)
        rates.append(1 / ours)
    note = f"{statistics.median(rates):.0f} rounds a second, every wager, card and decision"
    return f"{what}, against PokerKit's 7-handed hands", statistics.median(ratios), note
