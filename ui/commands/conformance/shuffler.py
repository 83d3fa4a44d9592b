"""What a shuffler has to do (link protocol, section 9)."""

from collections.abc import Callable
from typing import Final

from drivers.link.messages import Outcome
from drivers.shuffler.driver import ShufflerOrders
from drivers.shuffler.protocol import (
    DECK_CARDS,
    MODEL,
    Back,
    Deck,
    DeckLoaded,
    DeckReleased,
    Fault,
    FaultCleared,
    FaultReported,
    PacketEjected,
    PacketTaken,
    ShuffleCompleted,
    ShufflerState,
)
from ui.commands.conformance.hands import Deed
from ui.commands.conformance.linked import LinkBench, LinkSuite
from ui.commands.conformance.steps import NotTried, Step, met

LOAD_MS_MAX: Final = 60_000
SHUFFLE_MS_MAX: Final = 300_000
EJECT_MS_MAX: Final = 30_000
SETTLE_MS: Final = 2_000
PACKET: Final = 5


class ShufflerSuite(LinkSuite):
    """A shuffler; no face it reads is ever shown."""

    def __init__(self, bench: LinkBench, orders: ShufflerOrders) -> None:
        super().__init__(bench, MODEL)
        self._orders = orders

    def steps(self) -> list[Step]:
        return [
            *self.first(),
            Step(
                "command answered once",
                "send an ejection of no cards twice under one id, then another one under it",
                "refused, refused the same way, ID_REUSED; nothing moves",
                self._harmless,
            ),
            Step(
                "deck loaded",
                f"{Deed.FILL_TRAY} Load it, sending the command twice",
                f"accepted twice, {DECK_CARDS} cards loaded once within {LOAD_MS_MAX} ms",
                self._load,
            ),
            Step(
                "deck shuffled",
                "shuffle it, sending the command twice",
                f"accepted twice, shuffled once within {SHUFFLE_MS_MAX} ms",
                self._shuffle,
            ),
            Step(
                "packet ejected once",
                f"eject {PACKET} cards, sending the command twice",
                f"accepted twice, one packet of {PACKET}; {DECK_CARDS - PACKET} cards left",
                self._eject,
            ),
            Step(
                "gate watched",
                f"eject more while the packet lies there. {Deed.TAKE_PACKET}",
                "GATE_OCCUPIED; taking it is reported once",
                self._gate,
            ),
            Step(
                "events over an unplug",
                f"eject {PACKET} cards. {Deed.UNPLUG} {Deed.PLUG}",
                f"one packet of {PACKET}, reported once",
                self._unplug,
            ),
            Step(
                "door",
                f"{Deed.OPEN_DOOR} {Deed.CLOSE_DOOR}",
                "opening and closing are reported once each; no command is accepted meanwhile",
                self._door,
            ),
            Step(
                "second deck",
                f"{Deed.FILL_TRAY_BLUE} Load and shuffle it beside the other deck",
                f"{DECK_CARDS} cards loaded once, shuffled once",
                self._second_deck,
            ),
            Step(
                "deck released whole",
                "release the blue deck, sending the command twice",
                f"accepted twice; {DECK_CARDS} cards at the gate, reported once, no faces",
                self._release,
            ),
            Step(
                "release refused",
                f"release more while the deck lies there. {Deed.TAKE_PACKET} Then release an "
                "incomplete deck",
                "GATE_OCCUPIED, TOO_FEW_CARDS; nothing moves",
                self._no_release,
            ),
            *self.last(),
        ]

    def _state(self) -> ShufflerState:
        return self._bench.read_state(ShufflerState)

    def _harmless(self) -> str:
        bench, orders, before = self._bench, self._orders, self._state()
        number, first = bench.command(lambda number: orders.eject(number, Back.RED, 0))
        again = bench.again(number, lambda number: orders.eject(number, Back.RED, 0))
        reused = bench.again(number, lambda number: orders.eject(number, Back.BLUE, 0))
        seen = f"{first.name}, {again.name}, {reused.name}"
        met(first is not Outcome.ACCEPTED and again is first, seen)
        met(reused is Outcome.ID_REUSED, seen)
        met(self._state() == before, f"{seen}, but its state has changed")
        return seen

    def _twice(self, send: Callable[[int], object]) -> int:
        """A command that is sent twice under one id, and accepted twice: its id."""
        number, first = self._bench.command(send)
        again = self._bench.again(number, send)
        met(first is again is Outcome.ACCEPTED, f"{first.name}, {again.name}")
        return number

    def _deck(self, *wanted: Deck, back: Back = Back.RED) -> int:
        """Only with a deck of this suite's own in it; where the events stand."""
        deck = self._state().deck(back)
        if deck not in wanted:
            said = f"the {back.name.lower()} deck is {deck.name.lower()}"
            raise NotTried(f"{said}: an earlier step did not make a deck ready")
        return len(self._bench.events)

    def _load(self, back: Back = Back.RED, deed: Deed = Deed.FILL_TRAY) -> str:
        bench, orders = self._bench, self._orders
        bench.ready()
        known = len(bench.events)
        bench.hands.do(deed)
        bench.until(self._tray, bench.hands.wait_ms, "the tray is still reported as empty")
        number = self._twice(lambda number: orders.load_deck(number, back))
        took = bench.told(known, LOAD_MS_MAX, "not loaded", DeckLoaded, FaultReported)
        bench.run(SETTLE_MS)
        loaded = bench.bodies(DeckLoaded, known)
        met(loaded == [DeckLoaded(number, back, DECK_CARDS)], self._said(known))
        return f"{DECK_CARDS} cards after {took} ms"

    def _tray(self) -> bool:
        state = self._bench.session.state
        if not isinstance(state, ShufflerState) or not state.tray_occupied:
            self._bench.orders.read_state()
            return False
        return True

    def _said(self, known: int) -> str:
        return ", ".join(repr(event.body) for event in self._bench.events[known:]) or "nothing"

    def _shuffle(self, back: Back = Back.RED) -> str:
        bench, orders, known = self._bench, self._orders, self._deck(Deck.LOADED, back=back)
        number = self._twice(lambda number: orders.shuffle(number, back))
        took = bench.told(known, SHUFFLE_MS_MAX, "not shuffled", ShuffleCompleted)
        bench.run(SETTLE_MS)
        done = bench.bodies(ShuffleCompleted, known)
        recognised = self._state().recognition
        met(
            done == [ShuffleCompleted(number, back, DECK_CARDS, recognised)],
            self._said(known),
        )
        return f"once, after {took} ms, {'every' if recognised else 'no'} card read"

    def _eject(self) -> str:
        bench, orders, known = self._bench, self._orders, self._deck(Deck.READY)
        number = self._twice(lambda number: orders.eject(number, Back.RED, PACKET))
        took = bench.told(known, EJECT_MS_MAX, "no packet was reported", PacketEjected)
        bench.run(SETTLE_MS)
        self._one_packet(known, number)
        state = self._state()
        left = state.count(Back.RED)
        met(left == DECK_CARDS - PACKET and state.gate_occupied, f"{left} cards left in the bay")
        return f"one packet after {took} ms, {left} cards left"

    def _one_packet(self, known: int, number: int) -> None:
        packets = self._bench.bodies(PacketEjected, known)
        seen = ", ".join(f"{len(one.faces)} by command {one.command_id}" for one in packets)
        right = [(one.command_id, len(one.faces)) for one in packets] == [(number, PACKET)]
        met(right, f"packets: {seen or 'none'}; expected {PACKET} by command {number}")

    def _gate(self) -> str:
        bench, orders, known = self._bench, self._orders, self._deck(Deck.READY)
        if not self._state().gate_occupied:
            raise NotTried("no packet lies at the gate")
        _, outcome = bench.command(lambda number: orders.eject(number, Back.RED, PACKET))
        met(outcome is Outcome.GATE_OCCUPIED, outcome.name)
        bench.told_of(Deed.TAKE_PACKET, PacketTaken, known, "taking the cards was not reported")
        bench.run(SETTLE_MS)
        met(len(bench.bodies(PacketTaken, known)) == 1, self._said(known))
        return "GATE_OCCUPIED, then taken, reported once"

    def _unplug(self) -> str:
        bench, orders, known = self._bench, self._orders, self._deck(Deck.READY)
        if self._state().gate_occupied:
            raise NotTried("a packet lies at the gate")
        number, outcome = bench.command(lambda number: orders.eject(number, Back.RED, PACKET))
        met(outcome is Outcome.ACCEPTED, outcome.name)
        took, _ = bench.replug()
        bench.run(SETTLE_MS)
        self._one_packet(known, number)
        return f"one packet; working again after {took} ms"

    def _second_deck(self) -> str:
        loaded = self._load(Back.BLUE, Deed.FILL_TRAY_BLUE)
        return f"{loaded}; shuffled {self._shuffle(Back.BLUE)}"

    def _release(self) -> str:
        bench, orders, known = self._bench, self._orders, self._deck(Deck.READY, back=Back.BLUE)
        number = self._twice(lambda number: orders.release(number, Back.BLUE))
        took = bench.told(known, EJECT_MS_MAX, "no release was reported", DeckReleased)
        bench.run(SETTLE_MS)
        released, packets = bench.bodies(DeckReleased, known), bench.bodies(PacketEjected, known)
        met(not packets, f"{len(packets)} packets reported with their faces, expected none")
        met(released == [DeckReleased(number, Back.BLUE, DECK_CARDS)], self._said(known))
        state = self._state()
        out = state.deck(Back.BLUE) is Deck.ABSENT and state.gate_occupied
        met(out, f"the bay says {state.deck(Back.BLUE).name}, {state.count(Back.BLUE)} cards")
        return f"{DECK_CARDS} cards after {took} ms, reported once"

    def _no_release(self) -> str:
        bench, orders = self._bench, self._orders
        self._deck(Deck.READY)
        if not self._state().gate_occupied:
            raise NotTried("no deck lies at the gate")
        _, occupied = bench.command(lambda number: orders.release(number, Back.RED))
        known = len(bench.events)
        bench.told_of(Deed.TAKE_PACKET, PacketTaken, known, "taking the cards was not reported")
        before = self._state()
        _, few = bench.command(lambda number: orders.release(number, Back.RED))
        met(occupied is Outcome.GATE_OCCUPIED, occupied.name)
        met(few is Outcome.TOO_FEW_CARDS, few.name)
        met(self._state() == before, "its state has changed")
        return f"{occupied.name}, {few.name}"

    def _door(self) -> str:
        bench, orders = self._bench, self._orders
        bench.ready()
        known = len(bench.events)
        bench.told_of(Deed.OPEN_DOOR, FaultReported, known, "opening the door was not reported")
        _, outcome = bench.command(lambda number: orders.eject(number, Back.RED, PACKET))
        bench.told_of(Deed.CLOSE_DOOR, FaultCleared, known, "closing the door was not reported")
        bench.run(SETTLE_MS)
        met(outcome is Outcome.DOOR_OPEN, f"{outcome.name} while the door was open")
        reports = bench.bodies(FaultReported, known), bench.bodies(FaultCleared, known)
        right = [[one.fault for one in some] for some in reports] == [[Fault.DOOR_OPEN]] * 2
        met(right, self._said(known))
        return "open once, DOOR_OPEN, closed once"
