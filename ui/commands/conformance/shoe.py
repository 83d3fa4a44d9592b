"""What a card-reading shoe has to do (link protocol, section 10)."""

from typing import Final

from drivers.link.session import ANSWER_MS_MAX, HEARTBEAT_MS
from drivers.shoe.driver import ShoeOrders
from drivers.shoe.protocol import MODEL, CardDrawn, LidClosed, LidOpened, ShoeState
from ui.commands.conformance.hands import Deed
from ui.commands.conformance.linked import LinkBench, LinkSuite
from ui.commands.conformance.steps import NotTried, Step, met

SETTLE_MS: Final = 1_000
"""After something was done at the shoe: time enough for an event told twice to come twice."""


class ShoeSuite(LinkSuite):
    """A shoe; no face it reads is ever shown."""

    def __init__(self, bench: LinkBench, orders: ShoeOrders) -> None:
        super().__init__(bench, MODEL)
        self._orders = orders

    def steps(self) -> list[Step]:
        within = f"within {ANSWER_MS_MAX} ms"
        return [
            *self.first(),
            Step("lock follows", "lock and unlock it", f"it follows {within}", self._lock),
            Step(
                "lock after reopening",
                "lock it, close the port, and want it unlocked when the port opens",
                f"still locked when the port opens, unlocked {within}",
                self._lock_reopened,
            ),
            Step(
                "replayed frame refused",
                "lock and unlock it, then send the bytes that locked it once more",
                "it stays unlocked, and the session goes on",
                self._replay,
            ),
            Step("card drawn", str(Deed.DRAW), "one card, reported once", self._draw),
            Step(
                "locked, no card leaves", str(Deed.PULL), "no card, and none reported", self._locked
            ),
            Step("lid", f"{Deed.OPEN_LID} {Deed.CLOSE_LID}", "both reported, each once", self._lid),
            Step(
                "events over an unplug",
                f"{Deed.UNPLUG} {Deed.DRAW_UNPLUGGED}",
                "both cards are reported, in order, each once",
                self._unplug,
            ),
            *self.last(),
            Step(
                "locked after power cut",
                "look at the first state after the power cut",
                "locked until the host unlocks it",
                self._locked_anew,
            ),
        ]

    def _power_cut(self) -> str:
        self._set(False)
        self._first_state = len(self._bench.states)
        self._was_cut = False
        seen = super()._power_cut()
        self._was_cut = True
        return seen

    def _locked_anew(self) -> str:
        if not getattr(self, "_was_cut", False):
            raise NotTried("the power was not cut")
        state = self._bench.states[self._first_state]
        met(isinstance(state, ShoeState) and state.locked, "unlocked when its power came back")
        self._set(True)
        return "locked, and left locked"

    def _state(self) -> ShoeState:
        return self._bench.read_state(ShoeState)

    def _set(self, locked: bool) -> int:
        bench = self._bench
        bench.ready()
        self._orders.set_lock(locked)

        def followed() -> bool:
            state = bench.session.state
            return isinstance(state, ShoeState) and state.locked is locked

        word = "locked" if locked else "unlocked"
        return bench.until(followed, ANSWER_MS_MAX, f"not {word}")

    def _lock(self) -> str:
        took = [self._set(locked) for locked in (True, False, True, False)]
        met(not self._state().locked, "it said that it was unlocked, then that it was locked")
        return f"followed after {', '.join(map(str, took))} ms"

    def _lock_reopened(self) -> str:
        bench = self._bench
        self._set(True)
        bench.close()
        known = len(bench.states)
        self._orders.set_lock(False)
        bench.connect()
        first = bench.states[known]
        met(isinstance(first, ShoeState) and first.locked, "unlocked when the port opened")
        return f"unlocked {self._set(False)} ms after it was opened"

    def _replay(self) -> str:
        bench = self._bench
        self._set(False)
        tap = bench.line()
        tap.clear()
        self._set(True)
        recorded = tuple(tap.sent)
        self._set(False)
        known = len(bench.states)
        for frame in recorded:
            tap.write(frame)
        bench.run(HEARTBEAT_MS)
        self._state()
        # The driver would unlock it again at once: what counts is that it never was locked.
        locked = [one for one in bench.states[known:] if isinstance(one, ShoeState) and one.locked]
        met(not locked, "a recorded frame locked it")
        return f"{len(recorded)} recorded frames were sent again and had no effect"

    def _ready_to_draw(self) -> int:
        self._set(False)
        state = self._state()
        if state.empty or state.lid_open:
            raise NotTried("The shoe is empty or open. Put in a deck, close it, and run this again")
        return len(self._bench.events)

    def _draw(self) -> str:
        bench, known = self._bench, self._ready_to_draw()
        before = self._state().drawn
        truth = bench.hands.do(Deed.DRAW)
        took = bench.told(known, bench.hands.wait_ms, "no card was reported", CardDrawn)
        bench.run(SETTLE_MS)
        self._told(known, 1, truth)
        drawn = self._state().drawn
        met(drawn == min(255, before + 1), f"{drawn} cards counted by its state, {before} before")
        return f"one card after {took} ms"

    def _told(self, known: int, count: int, truth: object) -> None:
        """The cards told since; compared with those that lie there, where these are known."""
        faces = [card.face for card in self._bench.bodies(CardDrawn, known)]
        met(len(faces) == count, f"{len(faces)} cards reported, {count} expected")
        same = not isinstance(truth, list) or faces == truth
        met(same, "the cards reported are not those that were drawn, or in another order")

    def _locked(self) -> str:
        bench, known = self._bench, self._ready_to_draw()
        self._set(True)
        bench.hands.do(Deed.PULL)
        bench.run(bench.hands.wait_ms)
        told = len(bench.bodies(CardDrawn, known))
        self._set(False)
        met(not told, f"{told} cards reported while it was locked")
        return "none"

    def _lid(self) -> str:
        bench = self._bench
        bench.ready()
        known = len(bench.events)
        for deed, kind in ((Deed.OPEN_LID, LidOpened), (Deed.CLOSE_LID, LidClosed)):
            bench.told_of(deed, kind, known, f"no {kind.__name__}")
        bench.run(SETTLE_MS)
        names = [type(event.body).__name__ for event in bench.events[known:]]
        met(names == ["LidOpened", "LidClosed"], ", ".join(names))
        return ", ".join(names)

    def _unplug(self) -> str:
        bench, known = self._bench, self._ready_to_draw()
        took, truth = bench.replug(Deed.DRAW_UNPLUGGED)
        bench.run(SETTLE_MS)
        self._told(known, 2, truth)
        return f"two cards, in order; working again after {took} ms"
