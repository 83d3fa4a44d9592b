"""What a dealer keypad has to do: the XK-24 as a panel whose keys count."""

from collections.abc import Callable
from typing import Final

from drivers.xkeys.panel import Keypad, KeyPressed, KeyReleased
from ui.commands.conformance.hands import Deed
from ui.commands.conformance.steps import Step, met
from ui.commands.conformance.xkeys import DARK, LIT, SETTLE_MS, UnitBench, UnitSuite, look_at_key

CORNERS: Final = ("1-1", "1-6", "4-1", "4-6")


def press(name: str) -> str:
    return f"Press the key in column {name[0]}, row {name[2]}, and let go."


KeyEvent = KeyPressed | KeyReleased


class KeypadSuite(UnitSuite):
    """Keys are told once, and none by itself."""

    def __init__(self, bench: UnitBench[Keypad], model: str, told: list[KeyEvent]) -> None:
        super().__init__(bench, model)
        self._told = told

    def steps(self) -> list[Step]:
        presses: list[Callable[[], str]] = [
            lambda name=name: self._press(name)  # type: ignore[misc]
            for name in CORNERS
        ]
        return [
            *self.first(),
            *(
                Step(f"key {name}", press(name), "pressed once, released once", run)
                for name, run in zip(CORNERS, presses, strict=True)
            ),
            Step("keys lit", f"light one. {LIT} Then all off. {DARK}", "yes, yes", self._lights),
            Step(
                "key over an unplug",
                f"{Deed.HOLD_KEY} {Deed.UNPLUG} {Deed.LET_GO_UNPLUGGED}",
                "pressed once, released once; no press is reported when it is back",
                self._unplug,
            ),
        ]

    def _since(self, known: int) -> list[tuple[str, str]]:
        return [(type(one).__name__, one.name) for one in self._told[known:]]

    def _once(self, known: int, name: str) -> None:
        self._bench.run(SETTLE_MS)
        seen = self._since(known)
        text = ", ".join(f"{kind} {key}" for kind, key in seen) or "nothing"
        met(seen == [("KeyPressed", name), ("KeyReleased", name)], text)

    def _press(self, name: str) -> str:
        bench = self._bench
        bench.ready()
        known = len(self._told)
        bench.hands.do(press(name))
        took = bench.until(
            lambda: len(self._told) >= known + 2, bench.hands.wait_ms, "no press was reported"
        )
        self._once(known, name)
        return f"pressed and released once, after {took} ms"

    def _lights(self) -> str:
        return look_at_key(self._bench, CORNERS[0])

    def _unplug(self) -> str:
        bench = self._bench
        bench.ready()
        known = len(self._told)
        bench.hands.do(Deed.HOLD_KEY)
        bench.until(lambda: len(self._told) > known, bench.hands.wait_ms, "no press was reported")
        took, _ = bench.replug(Deed.LET_GO_UNPLUGGED)
        self._once(known, CORNERS[0])
        return f"released once, {took} ms after it was plugged in"
