"""What happens at the two tables of the poker room in the scripted shift."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from controller.domain.words import dollars
from controller.games.poker.offers import Move
from controller.games.poker.phases import Phase
from controller.games.poker.reports import Irregularity
from controller.games.poker.state import Ending
from controller.games.poker.steps import PokerStep, guide
from controller.games.poker.words import cut_up, seats
from simulators.games.poker.people.players import Deed, Player, Seen
from ui.commands.shift.account import Told
from ui.commands.shift.evening import SEED, Evening
from ui.commands.shift.poker.account import read_hands
from ui.commands.shift.poker.stage import PokerStage

ALL_IN: Final = 3
"""So many players go all-in in the hand with side pots."""
SHOWN: Final = ("BeginHand", "KeyMoves", "DealStreet", "TableHand", "DrawIn", "KeyPot", "AwardPots")


class Determined(Player):
    """Goes all-in wherever the rules let anybody, and calls otherwise."""

    def decides(self, seen: Seen) -> Deed:
        offered = seen.offers
        if offered.no_all_in is None:
            return Deed(Move.ALL_IN)
        return Deed(Move.CALL if offered.call else Move.CHECK)


class Caller(Player):
    """Checks and calls, whatever comes."""

    def decides(self, seen: Seen) -> Deed:
        return Deed(Move.CALL if seen.offers.call else Move.CHECK)


class RoomEvening(Evening[PokerStage]):
    """At a table of the poker room."""

    _told = 0
    """The last hand that was told."""

    def make_stage(self) -> PokerStage:
        return PokerStage(self.table, self.kept, self.clock, seed=SEED, acted=self.acted)

    def told(self, recorded: object) -> Told:
        return read_hands(recorded)  # type: ignore[arg-type]

    def now(self, stage: PokerStage) -> str:
        """What the dealer is told to do."""
        table = stage.room
        when = "Between hands" if table.at_rest else table.phase.value.capitalize()
        return f"{when}: {guide(table).text} (hand {table.number + table.at_rest})"

    @contextmanager
    def playing_as(
        self, kind: type[Player], stage: PokerStage, at: Iterable[int]
    ) -> Iterator[None]:
        """The players at these seats are of this kind while this lasts."""
        cards = {stage.floor.seat(number).player for number in at}
        before = stage.dealer.crowd
        stage.dealer.crowd = tuple(
            kind(player.place, SEED) if player.card in cards else player for player in before
        )
        try:
            yield
        finally:
            stage.dealer.crowd = before

    def first_of_each(self) -> Callable[[PokerStage, str], None]:
        """A picture of every kind of act, once a street."""
        seen: set[tuple[str, Phase]] = set()

        def watch(stage: PokerStage, act: str) -> None:
            if act in SHOWN and (act, stage.room.phase) not in seen:
                seen.add((act, stage.room.phase))
                self.show(stage, self.now(stage))

        return watch

    def push_pots(self, stage: PokerStage) -> None:
        """By touch, pot after pot, the last side pot first."""
        number, actions = stage.room.number, stage.console.view.parts["actions"]
        while stage.snapshot.step.name is PokerStep.AWARD:
            text = actions.props.primary_text
            self.show(stage, f"{text} (hand {number})")
            stage.finger.tap("primaryButton")
            stage.finger.wait(lambda: actions.props.primary_text != text, "the next pot")  # noqa: B023
        hand = stage.room.playing()
        paid = "; ".join(cut_up(index, pot) for index, pot in enumerate(hand.pots))
        self.say(f"Hand {number} is paid: {paid}.")

    def play_on(self, stage: PokerStage, hands: int) -> None:
        """So many hands, and what all came to that were not told yet."""
        if hands:
            stage.play(hands)
        done = [one for one in self.account().rounds if one.number > self._told]
        if not done:
            return
        self._told = done[-1].number
        wagered, held = (sum(int(getattr(one, key)) for one in done) for key in ("wagered", "held"))
        first = f"Hand {done[0].number}" if len(done) == 1 else f"Hands {done[0].number}"
        name = first if len(done) == 1 else f"{first} to {self._told}"
        self.say(f"{name}: {dollars(wagered)} in the pots, {dollars(held)} commission.")


class EveryAction(RoomEvening):
    """No-limit; every action is keyed, and cards as they are turned over."""

    table = "21"

    @property
    def chapters(self) -> tuple[Callable[[PokerStage], None], ...]:
        return self._first_hand, self._side_pots, self._dead_hand

    def _first_hand(self, stage: PokerStage) -> None:
        taken = [seat.number for seat in stage.room.seats if seat.player]
        self.say(f"The poker room: no-limit hold'em, players at {seats(taken)}.")
        self.show(stage, "The sign of the poker table", stage.sign)
        with self.watching(self.first_of_each()):
            self._to_a_showdown(stage)
        self.show(stage, "The bench: the players of the poker table", stage.bench.window)
        self.play_on(stage, self.more)

    def _to_a_showdown(self, stage: PokerStage) -> None:
        """Whole hands, until one has come to a showdown."""
        while stage.room.hand is None or stage.room.hand.ending is not Ending.SHOWDOWN:
            stage.play()

    def _side_pots(self, stage: PokerStage) -> None:
        """Three players with different stacks go all-in."""
        by_stack = sorted((s for s in stage.room.seats if s.player), key=lambda s: -s.stack)
        with self.playing_as(Determined, stage, [s.number for s in by_stack[:ALL_IN]]):
            stage.reach(PokerStep.AWARD)
        hand = stage.room.playing()
        self.show(stage, f"Side pots, before they are pushed (hand {hand.number})")
        self.push_pots(stage)
        self.play_on(stage, 0)

    def _dead_hand(self, stage: PokerStage) -> None:
        """A player with three cards: a dead hand, whose wagers stay in."""
        taken = [seat.number for seat in stage.room.seats if seat.player]
        with self.playing_as(Caller, stage, taken):
            stage.until(
                lambda: (
                    stage.snapshot.step.name is PokerStep.ACT and stage.room.phase is Phase.FLOP
                ),
                "a decision on the flop",
            )
        hand = stage.room.playing()
        seat = next(player.seat for player in hand.players_in())
        self.say(f"Seat {seat} has been dealt three cards, and says so on the flop.")
        self.report(stage, "on the flop", Irregularity.HAND_FOULED.value, f"say-{seat}")
        self.show(stage, self.now(stage))
        stage.play()
        self.play_on(stage, self.more)


class ByPots(RoomEvening):
    """The dealer keys who is left, each pot and its winners."""

    table = "22"

    @property
    def chapters(self) -> tuple[Callable[[PokerStage], None], ...]:
        return (self._by_pots,)

    def _by_pots(self, stage: PokerStage) -> None:
        self.say("A table that is run by pots: stacks are not kept.")
        taken = [seat.number for seat in stage.room.seats if seat.player]
        with self.watching(self.first_of_each()), self.playing_as(Caller, stage, taken):
            stage.play()
        self.play_on(stage, self.more)


POKER_EVENINGS: Final = (EveryAction, ByPots)
