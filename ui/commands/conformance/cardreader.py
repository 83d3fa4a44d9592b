"""What a player-card reader has to do. Nothing of a card is ever shown or kept."""

from collections.abc import Callable
from typing import Final

from drivers.magtek.driver import CardReaderSession
from drivers.magtek.protocol import MemberCard, Pattern, Swipe, Unreadable
from drivers.transport.usb import UsbReports
from ui.commands.conformance.bench import Bench, Clock
from ui.commands.conformance.hands import Deed, Hands
from ui.commands.conformance.steps import Step, met

ANY_NUMBER: Final = Pattern(2, "(?P<number>[0-9]{4,19})(=[0-9]*)?")
QUIET_MS: Final = 3_000
SETTLE_MS: Final = 1_000


class ReaderBench(Bench[CardReaderSession]):
    """A reader, and how many swipes it told of which kind."""

    def __init__(self, open_: Callable[[], UsbReports], clock: Clock, hands: Hands) -> None:
        super().__init__(clock, hands)
        self._open = open_
        self.kinds: list[type[Swipe]] = []

    def make(self) -> tuple[UsbReports, CardReaderSession]:
        transport = self._open()
        return transport, CardReaderSession(transport, [ANY_NUMBER], self._swiped)

    def _swiped(self, swipe: Swipe) -> None:
        self.kinds.append(type(swipe))


class ReaderSuite:
    """One result a swipe, and none without one."""

    def __init__(self, bench: ReaderBench) -> None:
        self._bench = bench

    def steps(self) -> list[Step]:
        return [
            Step(
                "identify",
                "find it by vendor and product, look at its endpoints",
                "a MagTek swipe reader",
                self._bench.identify,
                essential=True,
            ),
            Step("silent by itself", f"wait for {QUIET_MS} ms", "no swipe reported", self._quiet),
            Step("swipe", str(Deed.SWIPE), "reported once, in a report of 337 bytes", self._swipe),
            Step(
                "bad swipe",
                str(Deed.SWIPE_BADLY),
                "reported once, as unreadable: one report comes whatever was decoded",
                self._bad,
            ),
            Step(
                "swipe while closed",
                f"close it. {Deed.SWIPE_UNOPENED} Open it again",
                "not reported: whoever swiped it may have left",
                self._unopened,
            ),
            Step(
                "resynchronise after reopening",
                f"close it and open it again. {Deed.SWIPE}",
                "reported once",
                self._reopen,
            ),
            Step(
                "swipe after an unplug",
                f"{Deed.UNPLUG} {Deed.PLUG} {Deed.SWIPE}",
                "reported once",
                self._unplug,
            ),
        ]

    def _quiet(self) -> str:
        self._bench.ready()
        known = len(self._bench.kinds)
        self._bench.run(QUIET_MS)
        told = len(self._bench.kinds) - known
        met(not told, f"{told} swipes reported")
        return "none"

    def _once(self, deed: Deed) -> tuple[type[Swipe], int]:
        bench = self._bench
        bench.ready()
        known = len(bench.kinds)
        bench.hands.do(deed)
        took = bench.until(
            lambda: len(bench.kinds) > known, bench.hands.wait_ms, "no swipe reported"
        )
        bench.run(SETTLE_MS)
        met(len(bench.kinds) == known + 1, f"{len(bench.kinds) - known} swipes reported")
        return bench.kinds[-1], took

    def _swipe(self) -> str:
        kind, took = self._once(Deed.SWIPE)
        met(kind is not Unreadable, "reported as unreadable: swipe evenly, or clean the reader")
        what = "with a number" if kind is MemberCard else "without a number on track 2"
        return f"a card {what}, after {took} ms"

    def _bad(self) -> str:
        kind, took = self._once(Deed.SWIPE_BADLY)
        met(kind is Unreadable, f"reported as {kind.__name__}")
        return f"unreadable, after {took} ms"

    def _unopened(self) -> str:
        bench = self._bench
        bench.close()
        known = len(bench.kinds)
        bench.hands.do(Deed.SWIPE_UNOPENED)
        bench.wait(bench.hands.wait_ms // 4)
        bench.connect()
        bench.run(SETTLE_MS)
        met(len(bench.kinds) == known, f"{len(bench.kinds) - known} swipes reported")
        return "not reported"

    def _reopen(self) -> str:
        self._bench.connect()
        return f"reported once, after {self._once(Deed.SWIPE)[1]} ms"

    def _unplug(self) -> str:
        self._bench.replug()
        return f"reported once, after {self._once(Deed.SWIPE)[1]} ms"
