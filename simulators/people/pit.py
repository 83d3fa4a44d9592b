"""A dealer and a supervisor alone at a table, from opening to closing.

The dealer deals; what the floor waits for between rounds the two see to as well. Where nothing goes
on for as long as people wait, what felt and screen show is reported.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from controller.domain.instant import MINUTE_MS
from controller.floor.calls import AnswerCall, AskForSeat
from controller.floor.closing import AnnounceClosing
from controller.floor.deck_orders import ConfirmCardsCollected, ReplaceSource
from controller.floor.deck_steps import Step, next_step
from controller.floor.drop_box import AttachDropBox
from controller.floor.money import CountFloat
from controller.floor.rounds import verify_deal
from controller.floor.seats import abstainers, card_required
from controller.floor.state import Hold, Status
from controller.floor.tasks import RecordNotified, open_tasks
from controller.running.snapshot import Accepted
from drivers.shuffler.protocol import Back
from simulators.people.dealer import AnyDealer
from simulators.people.live import DEALER, MONDAY, RELIEF
from simulators.people.opening import FLOAT
from simulators.people.swiping import LiveSeat
from simulators.people.tapping import Stuck

PATIENCE_MS: Final = 20_000
"""How long people wait for a device to come right by itself: every driver is back well before."""
LOOK_MS: Final = 40
"""So often they look."""
TURNS_MAX: Final = 600
"""Steps of one round: more, and it goes round in circles."""


class Pit:
    """A dealer with a supervisor, in one shift."""

    def __init__(self, dealer: AnyDealer, seat: LiveSeat) -> None:
        self.dealer, self.seat, self.table = dealer, seat, seat.table

    # Opening and closing

    def open(self) -> None:
        """Equipment confirmed, float counted, dealer on, players seated, decks ready."""
        self.dealer.open(MONDAY)
        self.tidy()

    def close(self) -> None:
        """Announced, shown for its time, closed by itself, counted."""
        self.tidy()
        self.seat.must(AnnounceClosing())
        self._pass((self.seat.floor.rules.terms.notice_minutes_min + 1) * MINUTE_MS)
        self.dealer.come_on()
        if self.seat.floor.status is not Status.COUNTING:
            raise Stuck(f"closing was announced and shown; the table is {self.seat.floor.status}")
        self.dealer.closed()
        self.seat.must(CountFloat(FLOAT))

    def _pass(self, ms: int) -> None:
        """Time in which nothing happens; the clock is looked at now and then."""
        for _ in range(ms // MINUTE_MS):
            self.table.felt.skip(MINUTE_MS)
            self.table.controller.tick()
        self.table.felt.pump.pass_ms(1_000)

    def relieve(self) -> None:
        """Another dealer takes over."""
        self.seat.dealer = RELIEF if self.seat.dealer is DEALER else DEALER
        self.seat.sign_on(self.seat.dealer)

    # One round

    def play_round(self) -> None:
        """From wherever the table stands to the end of a round; no other is begun."""
        number = self._number + self._rests
        for _ in range(TURNS_MAX):
            if self.dealer.come_on():
                continue
            if self._rests and self._number >= number:
                self.seat.swiping.round_over()
                return
            self.turn()
        raise Stuck(f"round {number} does not end: {self.dealer.sees()}")

    @property
    def _number(self) -> int:
        return int(self.seat.house.table.number)

    @property
    def _rests(self) -> bool:
        return not self.seat.house.in_round

    def turn(self) -> None:
        """One thing is done, sooner or later."""
        self.seat.swiping.turn()
        if self._comes(self._step):
            return
        wrong = self.dealer.puzzled()
        if wrong is None:
            raise Stuck(f"nothing goes on: {self.dealer.sees()}")
        self.seat.must(wrong)

    def _comes(self, work: Callable[[], bool]) -> bool:
        """Is there anything to do, sooner or later?"""
        for _ in range(PATIENCE_MS // LOOK_MS):
            if work():
                return True
            self.table.felt.pump.pass_ms(LOOK_MS)
        return False

    def _step(self) -> bool:
        """What holds the table in the middle of a round comes first."""
        floor = self.seat.floor
        urgent = floor.round is not None and verify_deal(floor) is not None
        return (urgent and self._keep()) or self.dealer.step()

    # Between rounds

    def tidy(self) -> None:
        """Until nothing is left that somebody can do something about, and every deck is ready."""
        for _ in range(TURNS_MAX):
            if not self._rests or not (self._between() or self._decks_wait):
                return
            if not self._comes(lambda: self._between() or not self._decks_wait):
                raise Stuck(f"the table does not become ready: {self.dealer.sees()}")
        raise Stuck(f"what is to be done does not end: {self.dealer.sees()}")

    def _between(self) -> bool:
        """One thing, if there is one to do, and the table is left as it is otherwise."""
        dealer = self.dealer
        if dealer.come_on():
            return True
        if not dealer.is_open:
            return False
        done = dealer.hands.step() or self._keep() or dealer.keep_house()
        if done:
            dealer.acted("tidy")
        return done

    @property
    def _decks_wait(self) -> bool:
        """Is a deck not ready yet? Of two that are released in turn one waits in its device."""
        floor = self.seat.floor
        if floor.status is not Status.OPEN or not floor.decks_here():
            return False
        steps = {next_step(floor, deck) for deck in floor.decks_here()}
        return None not in steps or bool(steps - {None, Step.RELEASE})

    def _keep(self) -> bool:
        """One thing that the floor waits for."""
        for held in self.seat.floor.holds:
            if held.hold is Hold.CARDS_DROPPED and held.deck:
                self.seat.must(ConfirmCardsCollected(held.deck))
                return True
        if not self._rests:
            return self.dealer.keep_house()
        if any(held.hold is Hold.DEVICE_FAILED for held in self.seat.floor.holds):
            return self._replace_device()
        if not self.seat.floor.decks_here():
            self.dealer.hands.bring_decks()
            return True
        due = next(self._due(), None)
        if due is not None:
            due()
        return due is not None

    def _due(self) -> Iterator[Callable[[], None]]:
        floor, must = self.seat.floor, self.seat.must
        if not floor.cashless and not floor.drop_box:
            yield lambda: must(AttachDropBox())
        for seat in floor.seated():
            if card_required(floor) and not seat.card:
                yield partial(self.seat.show_card, self.dealer.players[seat.place])
        for place in abstainers(floor):
            if not floor.seat(place).asked:
                yield partial(must, AskForSeat(place))
        if floor.called is not None:
            yield lambda: must(AnswerCall())
        for task in open_tasks(floor):
            yield partial(must, RecordNotified(task.number))

    def _replace_device(self) -> bool:
        """The same kind again, with new cards, once the cards that were in it are counted."""
        hands = self.dealer.hands
        if not all(hands.gather(back) for back in Back):
            return False
        for back in Back:
            hands.replace(back)
        replaced = self.seat.tap(ReplaceSource(self.seat.floor.rules.dealing))
        if isinstance(replaced, Accepted):
            hands.bring_decks()
        return isinstance(replaced, Accepted)
