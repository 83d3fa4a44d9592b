"""What a scenario of the poker room does at simulated devices.

Where a shuffler is fitted, two decks take turns in it, and no hand begins before its deck was
released (4.4). What a seat does is keyed at the dealer's keypad, digits first where it is an
amount, which is read off the screen before the last key; what has no key is tapped. A key that
comes to nothing, since its cable was out, is tapped as well.
"""

from collections.abc import Callable, Iterator
from typing import Final

from controller.authority import Command
from controller.devices.dealing import Order, Task
from controller.devices.keypad import DIGITS_MAX, KeyPressHandler, amount_text
from controller.games.poker.betting import Act
from controller.games.poker.blinds import BeginHand
from controller.games.poker.moves import KeyMoves
from controller.games.poker.offers import Move
from controller.games.poker.state import Table
from controller.games.step import UNDO, Keys
from controller.running.snapshot import Accepted, Answer
from drivers.faults import DeviceFault
from drivers.health import Condition
from drivers.link.messages import Outcome
from drivers.shuffler.protocol import Back, Deck
from simulators.faults import WIRE
from simulators.people.felt import TAP_MS, Felt
from simulators.scenario.stack import WAIT_S, DeviceInlet, accepted, back_for
from simulators.world import Spot

KEY_S: Final = 1.0
"""So long the dealer looks for what a key has done, if something has happened to the keypad."""
Sound = Callable[[], bool]


class PokerInlet(DeviceInlet):
    """At a table of the room."""

    fitted = "poker"

    def find(self, felt: Felt, table: Table) -> None:
        if self._shuffles and not table.at_rest:
            felt.find_out(back_for(table.number))

    def do(self, command: Command, table: Table) -> Answer:
        if self._shuffles:
            if isinstance(command, BeginHand):
                self._next_deck(command.number)
            elif not table.at_rest:
                self._shuffle_ahead(back_for(table.number + 1))
        return self._key(command) or self._tap(command)

    @property
    def _shuffles(self) -> bool:
        return bool(self._scenario.rules.dealing.device_shuffles)

    def _tap(self, command: Command) -> Answer:
        felt, controller, _ = self._up()
        felt.take_time(TAP_MS)
        return self._answer(controller.submit(command))

    # Decks

    def _next_deck(self, number: int) -> None:
        """The used deck goes in, the other comes out and is taken (4.4)."""
        felt, back, other = self._up()[0], back_for(number), back_for(number + 1)
        felt.clear_table()
        while not felt.world.pile(Spot.GATE):
            self._wait_until(lambda: self._both_in(back, other), back, Deck.READY)
            self._release(back)
        felt.take_packet()

    def _both_in(self, back: Back, other: Back) -> bool:
        """One is shuffled and the other has gone in, deck one before deck two."""
        felt = self._up()[0]
        if not self._prepared(back, ()):
            return False
        if felt.shuffler.deck(other) in (Deck.ABSENT, Deck.BLOCKED):
            self._prepared(other, ())
            return False
        return felt.shuffler.deck(other) is not Deck.LOADING and self._idle()

    def _release(self, back: Back) -> None:
        """The deck lies at the gate; or its cycle was not finished, and it is shuffled again."""
        felt, _, devices = self._up()
        if devices.shuffler is None:
            raise DeviceFault("shuffler: none is fitted")
        given = devices.shuffler.give(Order(Task.RELEASE, back))
        accepted(self._answer(given), Outcome.BLOCKED, Outcome.NO_DECK)
        over = (Deck.ABSENT, Deck.BLOCKED)
        self._wait_until(lambda: felt.shuffler.deck(back) in over, back, Deck.ABSENT)

    def _shuffle_ahead(self, back: Back) -> None:
        """While a deck is in play the other is shuffled: no hand waits if there was time."""
        if self._up()[0].shuffler.deck(back) is not Deck.ABSENT:
            self._prepared(back, ())

    # Keys

    def _key(self, command: Command) -> Answer | None:
        """By the keypad, where there is a key for it; none where that came to nothing."""
        felt, controller, devices = self._up()
        keys, before = devices.keys, controller.snapshot()
        pressed = [*keys_for(command, before.step.keys)]
        if keys is None or not pressed or not felt.wait(self._keypad_works, KEY_S):
            return None
        *digits, last = pressed
        sound = self._sound()
        for digit in digits:
            self._press(keys, digit, sound)
        if digits and not self._reads(keys, command, sound):
            return None
        lit = before.step.keys[last]
        if not felt.wait(lambda: keys.heeds(last) == lit, KEY_S):
            return None
        self._press(keys, last, sound)
        while not self._until(lambda table: table != before.house.table, KEY_S):
            if _lasts(felt):
                continue
            if sound() and self._until(lambda table: table != before.house.table):
                break
            return None
        return Accepted(self.snapshot().head.position)

    def _keypad_works(self) -> bool:
        return self._up()[2].health["keypad"].condition is Condition.WORKING

    def _sound(self) -> Sound:
        """Has nothing happened to the keypad from here on? Then every key comes through, however
        busy the machine is: it is not tapped too, or the key that comes late would be another."""
        felt = self._up()[0]
        injected = felt.scripts["keypad"].injected
        struck = injected.total()
        return lambda: injected.total() == struck and not _lasts(felt)

    def _comes(self, fact: Callable[[], bool], sound: Sound) -> bool:
        felt = self._up()[0]
        return felt.wait(fact, KEY_S) or (sound() and felt.wait(fact, WAIT_S))

    def _press(self, keys: KeyPressHandler, name: str, sound: Sound) -> None:
        """Down and up, as slowly as the panel can tell."""
        felt = self._up()[0]
        number = felt.key_number(name)
        felt.keypad.press(number)
        self._comes(lambda: name in keys.held, sound)
        felt.keypad.release(number)
        self._comes(lambda: name not in keys.held, sound)

    def _reads(self, keys: KeyPressHandler, command: Command, sound: Sound) -> bool:
        """Is the amount on the screen the one that was meant? Another one is cleared."""
        meant = amount_text(getattr(command, "to", 0))
        if self._comes(lambda: keys.view.text == meant, sound):
            return True
        if keys.digits:
            self._press(keys, UNDO, sound)
        return False


def _lasts(felt: Felt) -> bool:
    """Is something wrong with the keypad just now?"""
    return any(felt.scripts["keypad"].lasts(kind) for kind in WIRE)


def keys_for(command: Command, keys: Keys) -> Iterator[str]:
    """The keys that mean this now, one after the other; none where no key does."""
    if isinstance(command, Act):
        command = KeyMoves(command.seat, command.move, command.to)
    raising = keys.get("bet-raise")
    found = next((name for name, meaning in keys.items() if meaning.command == command), None)
    if found is not None:
        yield found
    elif raising is not None and isinstance(command, KeyMoves):
        least = raising.command
        if not isinstance(least, KeyMoves) or command.move not in (Move.BET, Move.RAISE):
            return
        if (command.seat, command.move) != (least.seat, least.move):
            return
        if command.to is None:  # fixed limit: there is only one amount
            yield "bet-raise"
            return
        digits, cents = str(command.to // raising.unit), command.to % raising.unit
        if not cents and len(digits) <= DIGITS_MAX:
            yield from (*digits, "bet-raise")
