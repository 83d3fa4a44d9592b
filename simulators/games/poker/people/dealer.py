"""The dealer of the poker room: deals, asks the players in turn, keys what they do, pushes pots.

Which step it is the dealer reads by its name (`PokerStep`). The players say what they do, and show
their cards when they have to; what lies face up is keyed where the house wants it keyed. Where
nobody else stands at the console, what goes wrong is reported too.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from controller.authority import Command
from controller.domain.hands import rank_of
from controller.games.poker import showdown
from controller.games.poker.award import AwardPots, Winners, dealer_says
from controller.games.poker.blinds import BeginHand
from controller.games.poker.core import CORE
from controller.games.poker.deal import DealStreet, dealt, street_due
from controller.games.poker.floor import PokerFloor
from controller.games.poker.house import PokerHouse
from controller.games.poker.moves import CheckRound, KeyMoves, TakeBackMoves
from controller.games.poker.offers import Move, offers
from controller.games.poker.pots import made_up
from controller.games.poker.state import Hand, Table
from controller.games.poker.steps import PokerStep, guide
from controller.games.step import NextStep
from controller.running.snapshot import Accepted
from simulators.games.poker.people.cards import CardsOut
from simulators.games.poker.people.life import due
from simulators.games.poker.people.mishaps import Mishaps
from simulators.games.poker.people.players import Deed, Player, seen_in_turn
from simulators.people.dealer import SimDealer
from simulators.people.tapping import Seat

TAKEN_BACK: Final = "moves taken back"
_PASSES: Final = (Move.CHECK, Move.FOLD)
_S = PokerStep


class PokerDealer(SimDealer[Player]):
    """Deals hands at one table."""

    def __init__(
        self,
        seat: Seat,
        players: Sequence[Player],
        acted: Callable[[str], object] = lambda act: None,
        mishaps: Mishaps | None = None,
    ) -> None:
        """`mishaps`: what goes wrong in the hands of people, where anything is to."""
        super().__init__(seat, players, acted)
        self.crowd = tuple(players)
        self.out = CardsOut(seat.felt.world)
        self.mishaps = mishaps

    @property
    def house(self) -> PokerHouse:
        house: PokerHouse = self.seat.house
        return house

    @property
    def table(self) -> Table:
        return self.house.table

    @property
    def _hand(self) -> Hand:
        return self.house.table.playing()

    @property
    def floor(self) -> PokerFloor:
        floor: PokerFloor = self.seat.house.floor
        return floor

    def player_at(self, seat: int) -> Player | None:
        """Who sits there; nobody that is known here where somebody was seated at the console."""
        card = self.floor.seat(seat).player
        return next((player for player in self.crowd if player.card == card), None)

    # Between hands

    @property
    def is_ready(self) -> bool:
        step = self.seat.snapshot.step
        begins = isinstance(step.command, BeginHand) and step.refused is None
        waits = self.house.desk is not None  # whose desk says when it begins
        return begins or waits or not self.table.at_rest

    def seat_players(self) -> None:
        while self.keep_house():
            pass

    def keep_house(self) -> bool:
        """One thing that a player wants before the next hand."""
        command = next(self.wishes(), None)
        return command is not None and self._do(command)

    def wishes(self) -> Iterator[Command]:
        """What the players want before the next hand; in a tournament the desk sees to it."""
        if self.table.at_rest and self.house.desk is None:
            yield from due(self.table, self.floor, self.crowd)

    def on_felt(self, table: Table) -> Table:
        """The hand as it is on the felt: what the console knows of it, and what it does not."""
        return table

    def chips(self, seat: int) -> int:
        """What whoever sits there has between hands."""
        return self.table.seat(seat).stack

    # Cards

    def tend_felt(self) -> bool:
        """Cards are dealt and turned as the step says, and taken back where they lie wrongly."""
        step, table = self.seat.snapshot.step, self.table
        if step.name is _S.FINISH_DEAL and not self.out.dealt(self._hand):
            self.acted("deal")
            self.out.deal(self._hand, self.hands.back())
            return True
        lies = len(self.out.board(self._hand)) if table.hand else 0
        if step.name is _S.REDEAL and lies > self._hand.laid and not self._again:
            self.out.take_back(self._hand, table.phase)
        elif not step.cards_due or lies >= self._hand.laid + step.cards_due:
            return False
        self._again = step.name is _S.REDEAL
        self.acted("turn")
        self.out.turn(self._hand, self.hands.back(), street_due(table) or table.phase)
        return True

    _again = False
    """The street that lies there was dealt again already."""

    # The step that takes the hand on

    def act(self) -> bool:
        step = self.seat.snapshot.step
        match step.name:
            case _S.FINISH_DEAL | _S.ACT if offers(dealt(self.table)) is not None:
                return self._key_moves()
            case _S.SHOW | _S.TURN_UP:
                return self._show()
            case _S.AWARD if dealer_says(self.table):
                return self._do(AwardPots(self.winners()))
        if step.cards_due and self._hand.count_in() > 1:
            return self._key_street()
        return self._tap(step)

    def _tap(self, step: NextStep) -> bool:
        return step.command is not None and step.refused is None and self._do(step.command)

    def _do(self, command: Command) -> bool:
        self.acted(type(command).__name__)
        self.seat.must(command)
        return True

    def _key_street(self) -> bool:
        street = street_due(self.table)
        if street is None:
            return False
        self._again = False
        cards = self.out.turn(self._hand, self.hands.back(), street)
        return self._do(DealStreet(cards if self.table.rules.keyed else ()))

    # Who does what

    def deed(self, table: Table) -> tuple[int, Deed] | None:
        """What the seat in turn does; none where nobody decides anything."""
        table = dealt(table)
        offered = offers(table)
        if offered is None:
            return None
        player, hand = self.player_at(offered.seat), table.playing()
        cards = self.out.hole(hand, offered.seat)
        if not cards:
            return None
        seen = seen_in_turn(table, cards, self.out.board(hand))
        if player is None or seen is None:  # whoever was seated at the console checks and calls
            return offered.seat, Deed(Move.CALL if offered.call else Move.CHECK)
        return offered.seat, player.decides(seen)

    def _key_moves(self) -> bool:
        """Whoever passes is passed with the next key, as a dealer does who looks first."""
        table, keyed = self.table, self._next_move(self.table)
        checks = True
        while keyed is not None and not self.seat.attended and keyed.move in _PASSES:
            checks &= keyed.move is Move.CHECK
            decided = CORE.decide(table, keyed)
            table = decided.state  # type: ignore[union-attr]
            after = self._next_move(table)
            if after is None:
                break
            keyed = after
        if keyed is None:
            return False
        all_checked = checks and keyed.move is Move.CHECK and not self.seat.attended
        whole = CheckRound() if all_checked and CORE.can(self.table, CheckRound()) else keyed
        self.acted(type(whole).__name__)
        if self.mishaps and self.mishaps.miskeys(self.table):
            self._take_back(whole)
        self.seat.must(whole)
        return True

    def _next_move(self, table: Table) -> KeyMoves | None:
        found = self.deed(table)
        return None if found is None else KeyMoves(found[0], *found[1])

    def _take_back(self, keyed: KeyMoves | CheckRound) -> None:
        """Keyed too soon, and taken back by Undo."""
        before = self._hand.actions
        self.seat.must(keyed)
        if isinstance(self.seat.tap(TakeBackMoves(before)), Accepted):
            self.seat.seen[TAKEN_BACK] += 1

    # The end of a hand

    def shows(self, table: Table) -> Command | None:
        """What whoever is next does with the hand at the showdown."""
        turned_up = self.seat.snapshot.step.name is _S.TURN_UP
        player = showdown.next_to_show(table)
        if turned_up:
            player = next(p for p in showdown.showing_order(table.playing()) if not p.cards)
        if player is None:
            return None
        cards, known = self.out.hole(table.playing(), player.seat), self.player_at(player.seat)
        muck = showdown.MuckHand(player.seat)
        if known and known.mucks(table.number) and CORE.can(table, muck):
            return muck
        shown = showdown.to_be_tabled(table, player.seat, cards)
        return showdown.TableHand(player.seat, cards) if shown else showdown.PassIn(player.seat)

    def _show(self) -> bool:
        shown = self.shows(self.table)
        return shown is not None and self._do(shown)

    def winners(self) -> Winners:
        """Cards speak: the dealer reads the hands that are turned up."""
        hand, board = self._hand, self.out.board(self._hand)

        def strength(seat: int) -> int:
            return rank_of((*self.out.hole(hand, seat), *board)).strength

        return tuple(
            tuple(
                seat for seat in pot.eligible if strength(seat) == max(map(strength, pot.eligible))
            )
            for pot in made_up(hand)
        )

    # What goes wrong

    def report(self) -> bool:
        """What somebody has done wrong is reported, with a supervisor where it takes one."""
        if self.mishaps is None or not self.is_open:
            return False
        report = self.mishaps.due(self.table, lambda seat: self.out.hole(self._hand, seat))
        if report is None:
            return False
        self.acted(report.what)
        self.mishaps.happen(self, report)
        self.seat.must(report)
        self.mishaps.over()
        self.seat.seen[report.what] += 1
        return True

    def sees(self) -> str:
        return f"Waiting. The console says: {guide(self.table).text}"
