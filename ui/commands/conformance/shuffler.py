"""What a shuffler has to do (link protocol, section 9)."""

from typing import Final

from drivers.link.messages import Outcome
from drivers.shuffler.driver import ShufflerOrders
from drivers.shuffler.protocol import (
    DECK_CARDS,
    MODEL,
    Back,
    Deck,
    DeckLoaded,
    Fault,
    FaultCleared,
    FaultReported,
    PacketEjected,
    PacketTaken,
    ShuffleCompleted,
    ShufflerState,
)
from ui.commands.conformance.bench import REOPEN_MS_MAX
from ui.commands.conformance.hands import Deed
from ui.commands.conformance.linked import LinkBench, LinkSuite
from ui.commands.conformance.steps import NotTried, Step, Unmet, met

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
                "an ejection of no cards, sent twice under one id; then another under that id",
                "refused, the same again, ID_REUSED; nothing moves",
                self._harmless,
            ),
            Step(
                "deck loaded",
                f"{Deed.FILL_TRAY} Loaded, the command sent twice",
                f"accepted twice, {DECK_CARDS} cards loaded once within {LOAD_MS_MAX} ms",
                self._load,
            ),
            Step(
                "deck shuffled",
                "shuffled, the command sent twice",
                f"accepted twice, shuffled once within {SHUFFLE_MS_MAX} ms",
                self._shuffle,
            ),
            Step(
                "packet ejected once",
                f"{PACKET} cards ejected, the command sent twice",
                f"accepted twice, one packet of {PACKET}; {DECK_CARDS - PACKET} cards left",
                self._eject,
            ),
            Step(
                "gate watched",
                f"an ejection while the packet lies there. {Deed.TAKE_PACKET}",
                "GATE_OCCUPIED; taken, told once",
                self._gate,
            ),
            Step(
                "events over an unplug",
                f"{PACKET} cards ejected. {Deed.UNPLUG} {Deed.PLUG}",
                f"one packet of {PACKET}, told once",
                self._unplug,
            ),
            Step(
                "door",
                f"{Deed.OPEN_DOOR} {Deed.CLOSE_DOOR}",
                "told open once, closed once; no command while it is open",
                self._door,
            ),
            *self.last(),
        ]

    def _state(self) -> ShufflerState:
        state = self._bench.read_state()
        if not isinstance(state, ShufflerState):
            raise Unmet(f"{type(state).__name__} instead of the state of a shuffler")
        return state

    def _harmless(self) -> str:
        bench, orders, before = self._bench, self._orders, self._state()
        number, first = bench.command(lambda number: orders.eject(number, Back.RED, 0))
        again = bench.again(number, lambda number: orders.eject(number, Back.RED, 0))
        reused = bench.again(number, lambda number: orders.eject(number, Back.BLUE, 0))
        seen = f"{first.name}, {again.name}, {reused.name}"
        met(first is not Outcome.ACCEPTED and again is first, seen)
        met(reused is Outcome.ID_REUSED, seen)
        met(self._state() == before, f"{seen}; but its state has changed")
        return seen

    def _deck(self, *wanted: Deck) -> int:
        """Only with a deck of this suite's own in it; where the events stand."""
        deck = self._state().deck(Back.RED)
        if deck not in wanted:
            raise NotTried(f"the red deck is {deck.name.lower()}: no deck was made ready")
        return len(self._bench.events)

    def _load(self) -> str:
        bench, orders = self._bench, self._orders
        bench.ready()
        known = len(bench.events)
        bench.hands.do(Deed.FILL_TRAY)
        bench.until(self._tray, bench.hands.wait_ms, "the tray stays empty")
        number, first = bench.command(lambda number: orders.load_deck(number, Back.RED))
        again = bench.again(number, lambda number: orders.load_deck(number, Back.RED))
        met(first is again is Outcome.ACCEPTED, f"{first.name}, {again.name}")
        took = bench.until(
            lambda: bool(bench.bodies(DeckLoaded, known) or bench.bodies(FaultReported, known)),
            LOAD_MS_MAX,
            "not loaded",
        )
        bench.run(SETTLE_MS)
        loaded = bench.bodies(DeckLoaded, known)
        met(loaded == [DeckLoaded(number, Back.RED, DECK_CARDS)], self._said(known))
        return f"{DECK_CARDS} cards after {took} ms"

    def _tray(self) -> bool:
        state = self._bench.session.state
        if not isinstance(state, ShufflerState) or not state.tray_occupied:
            self._bench.orders.read_state()
            return False
        return True

    def _said(self, known: int) -> str:
        return ", ".join(repr(event.body) for event in self._bench.events[known:]) or "nothing"

    def _shuffle(self) -> str:
        bench, orders, known = self._bench, self._orders, self._deck(Deck.LOADED)
        number, first = bench.command(lambda number: orders.shuffle(number, Back.RED))
        again = bench.again(number, lambda number: orders.shuffle(number, Back.RED))
        met(first is again is Outcome.ACCEPTED, f"{first.name}, {again.name}")
        took = bench.until(
            lambda: bool(bench.bodies(ShuffleCompleted, known)), SHUFFLE_MS_MAX, "not shuffled"
        )
        bench.run(SETTLE_MS)
        done = bench.bodies(ShuffleCompleted, known)
        recognised = self._state().recognition
        met(
            done == [ShuffleCompleted(number, Back.RED, DECK_CARDS, recognised)],
            self._said(known),
        )
        return f"once, after {took} ms, {'every' if recognised else 'no'} card read"

    def _eject(self) -> str:
        bench, orders, known = self._bench, self._orders, self._deck(Deck.READY)
        number, first = bench.command(lambda number: orders.eject(number, Back.RED, PACKET))
        again = bench.again(number, lambda number: orders.eject(number, Back.RED, PACKET))
        met(first is again is Outcome.ACCEPTED, f"{first.name}, {again.name}")
        took = bench.until(
            lambda: bool(bench.bodies(PacketEjected, known)), EJECT_MS_MAX, "no packet was told"
        )
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
        bench.hands.do(Deed.TAKE_PACKET)
        bench.until(
            lambda: bool(bench.bodies(PacketTaken, known)), bench.hands.wait_ms, "not told as taken"
        )
        bench.run(SETTLE_MS)
        met(len(bench.bodies(PacketTaken, known)) == 1, self._said(known))
        return "GATE_OCCUPIED, then taken, told once"

    def _unplug(self) -> str:
        bench, orders, known = self._bench, self._orders, self._deck(Deck.READY)
        if self._state().gate_occupied:
            raise NotTried("a packet lies at the gate")
        number, outcome = bench.command(lambda number: orders.eject(number, Back.RED, PACKET))
        met(outcome is Outcome.ACCEPTED, outcome.name)
        bench.hands.do(Deed.UNPLUG)
        bench.lose()
        bench.hands.do(Deed.PLUG)
        took = bench.reconnect(max(bench.hands.wait_ms, REOPEN_MS_MAX))
        bench.run(SETTLE_MS)
        self._one_packet(known, number)
        return f"one packet; at work again after {took} ms"

    def _door(self) -> str:
        bench, orders = self._bench, self._orders
        bench.ready()
        known = len(bench.events)
        bench.hands.do(Deed.OPEN_DOOR)
        bench.until(
            lambda: bool(bench.bodies(FaultReported, known)), bench.hands.wait_ms, "not told open"
        )
        _, outcome = bench.command(lambda number: orders.eject(number, Back.RED, PACKET))
        bench.hands.do(Deed.CLOSE_DOOR)
        bench.until(
            lambda: bool(bench.bodies(FaultCleared, known)), bench.hands.wait_ms, "not told closed"
        )
        bench.run(SETTLE_MS)
        met(outcome is Outcome.DOOR_OPEN, f"{outcome.name} while the door was open")
        reports = bench.bodies(FaultReported, known), bench.bodies(FaultCleared, known)
        right = [[one.fault for one in some] for some in reports] == [[Fault.DOOR_OPEN]] * 2
        met(right, self._said(known))
        return "open once, DOOR_OPEN, closed once"
