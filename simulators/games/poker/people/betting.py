"""The betting at a table that is run by pots: on the felt, where the console does not follow it.

The chips are in the players' hands here, and in nobody's books. A hand is played by the rules of
the room on a table of the simulated world's own; what the dealer keys of it is who is left, the
pots as they lie there, and who wins them. What the console says that each is given, they take.
"""

from collections.abc import Callable
from typing import Any

from controller.domain.base import evolve, existing
from controller.domain.refusals import Refused
from controller.games.poker.betting import DrawIn
from controller.games.poker.blinds import HandBegun, Kind, Post
from controller.games.poker.core import CORE
from controller.games.poker.deal import DealHoleCards, DealStreet, FinishDeal, street_due
from controller.games.poker.floor import PokerFloor
from controller.games.poker.moves import KeyMoves
from controller.games.poker.offers import offers
from controller.games.poker.phases import Phase
from controller.games.poker.pots import made_up
from controller.games.poker.rules import RunBy
from controller.games.poker.seating import BuyChips, SitDown
from controller.games.poker.state import Ending, Hand, Player, Pot, Table, new_table
from simulators.people.tapping import Stuck


class Betting:
    """The betting at one table, hand after hand."""

    def __init__(self) -> None:
        self.chips: dict[str, int] = {}
        """What everybody has, by the player's card."""
        self.table: Table | None = None
        """The hand as it is played on the felt."""
        self.cards: dict[int, str] = {}
        """Who sits where."""

    # Chips

    def see(self, floor: PokerFloor) -> None:
        """Who sits where; who has lost the seat stands there until the chips are counted."""
        self.cards |= {seat.place: seat.player for seat in floor.seats if seat.player is not None}

    def of(self, seat: int) -> int:
        """The chips of whoever sits there."""
        return self.chips.get(self.cards.get(seat, ""), 0)

    def put(self, command: object) -> None:
        """Chips are on the table before anybody keys them."""
        match command:
            case SitDown():
                self.chips[command.who] = command.amount
            case BuyChips():
                self.chips[self.cards[command.seat]] = command.amount

    def settle(self, table: Table) -> None:
        """A hand is over: what was not wagered, and what the console says that each is given."""
        hand, felt = table.hand, self.table
        if hand is None or hand.ending is None or felt is None or felt.number != hand.number:
            return
        self.table = None
        if hand.ending in (Ending.MISDEAL, Ending.VOID):
            return
        won = {player.seat: player.won for player in hand.players}
        for player in felt.playing().players:
            self.chips[self.cards[player.seat]] = player.stack + won[player.seat]
        there = sum(self.of(seat.number) for seat in table.seats if seat.player)
        if there != table.chips:
            raise Stuck(
                f"hand {hand.number}: {there} lies on the table, by the books {table.chips}"
            )

    def count(self, table: Table) -> None:
        """Chips that nobody knows of, as after a restart, lie evenly before those who play."""
        seats = [seat.number for seat in table.seats if seat.player and not seat.broke]
        unknown = [seat for seat in seats if self.cards[seat] not in self.chips]
        for at, seat in enumerate(unknown):
            rest = table.chips - sum(map(self.of, seats))
            self.chips[self.cards[seat]] = rest // (len(unknown) - at)

    # One hand

    def on_felt(self, table: Table) -> Table:
        """The hand that the console has begun, as far as it was played."""
        if self.table is None or self.table.number != table.number:
            self.table = self._begun(table)
        return self.table

    def _begun(self, table: Table) -> Table:
        """Button and blinds are those of the console; nobody posts more than there is."""
        hand, rules = table.playing(), table.rules
        felt = new_table(evolve(rules, run_by=RunBy.ACTIONS, bank_min=0))
        seats, posts = list(felt.seats), list[Post]()
        for player in hand.players:
            at, left = player.seat, self.of(player.seat)
            seats[at - 1] = evolve(seats[at - 1], player=at, stack=left)
            for post in _posts(hand, player):
                posts.append(post._replace(amount=min(post.amount, left)))
                left -= posts[-1].amount
        begun = HandBegun(
            hand.number,
            existing(table.positions, "a hand without a button"),
            hand.small_blind,
            rules.big,
            tuple(player.seat for player in hand.players),
            tuple(posts),
        )
        felt = CORE.fold_one(evolve(felt, seats=tuple(seats)), begun)
        return _after(_after(felt, DealHoleCards()), FinishDeal())

    def step(self, deed: Callable[[Table], Any], turn: Callable[[Hand, Phase], object]) -> bool:
        """The next player acts, or the dealer turns the next street; whether anything was left."""
        table = existing(self.table, "no hand is played")
        found = deed(table) if offers(table) is not None else None
        if found is not None:
            self.table = _after(table, KeyMoves(found[0], *found[1]))
            return True
        hand = table.playing()
        street = street_due(table)
        if street is not None:
            turn(hand, street)
            self.table = _after(table, DealStreet(()))
            return True
        if not hand.drawn_in:
            self.table = _after(table, DrawIn())
            return True
        return False

    @property
    def over(self) -> bool:
        """Is nobody left to act, and everything drawn in?"""
        table = self.table
        if table is None or not table.playing().drawn_in:
            return False
        return table.phase is Phase.SHOWDOWN or table.playing().count_in() == 1

    def pots(self) -> tuple[Pot, ...]:
        """As they lie there."""
        return made_up(existing(self.table, "no hand is played").playing())


def _posts(hand: Hand, player: Player) -> list[Post]:
    """What the console says that a player posts."""
    kinds = {hand.small_blind: Kind.SMALL_BLIND, hand.big_blind: Kind.BIG_BLIND}
    due = [
        Post(player.seat, Kind.ANTE, player.total - player.wager),
        Post(player.seat, kinds.get(player.seat, Kind.LIVE), player.wager),
        Post(player.seat, Kind.DEAD, player.dead),
    ]
    return [post for post in due if post.amount]


def _after(table: Table, command: Any) -> Table:
    decided = CORE.decide(table, command)
    if isinstance(decided, Refused):
        raise Stuck(f"{command} cannot be on the felt: {decided.text()}")
    return decided.state
