"""What X-keys units have to do: the XK-12 under the sensors, the XK-24 as lamps and keypad."""

from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, TypeVar

from drivers.faults import WrongDevice
from drivers.transport.usb import UsbReports
from drivers.xkeys.driver import SILENT_MS_MAX, Unit, since_ms
from drivers.xkeys.panel import Lamps
from drivers.xkeys.protocol import Descriptor, GeneralData, GenerateData, GetDescriptor, Led, Light
from drivers.xkeys.sensors import Sensors, SensorState
from ui.commands.conformance.bench import Bench, Clock
from ui.commands.conformance.hands import Deed, Hands
from ui.commands.conformance.steps import Step, Unmet, met, three_times

D = TypeVar("D", bound=Sensors | Lamps)
ANSWER_MS_MAX: Final = 200
QUIET_MS: Final = 2 * SILENT_MS_MAX
SETTLE_MS: Final = 600
DRIFT_MS: Final = 150
LIT: Final = "Is the key in column 1, row 1 lit blue, and no other key?"
DARK: Final = "Are all keys dark?"


def lay(place: int) -> str:
    """What a person is asked to do."""
    return f"Lay a chip on sensor {place}."


def take(place: int) -> str:
    return f"Take the chip off sensor {place}."


def take_unplugged(place: int) -> str:
    return f"Take the chip off sensor {place}, then plug the cable back in."


class UnitBench(Bench[Unit], Generic[D]):
    """One unit, its driver, and one that expects the unit of another id."""

    def __init__(
        self, driver: Callable[[int], D], unit_id: int, clock: Clock, hands: Hands
    ) -> None:
        super().__init__(clock, hands)
        self.driver, self.other = driver(unit_id), driver((unit_id + 1) % 256)

    def make(self) -> tuple[UsbReports, Unit]:
        transport = self.driver.open()
        return transport, self.driver.session(transport)

    def ask(self) -> tuple[GeneralData, int]:
        """Its state, asked for, and how long that took."""
        session, began = self.session, self.now()
        return session.converse(GenerateData(), GeneralData), self.now() - began

    def descriptor(self) -> Descriptor:
        return self.session.converse(GetDescriptor(), Descriptor)


class UnitSuite:
    """The steps that do not depend on what the unit is used for."""

    def __init__(self, bench: UnitBench[Any], model: str) -> None:
        self._bench, self._model = bench, model

    def first(self) -> list[Step]:
        return [
            Step(
                "identify",
                "find it by vendor, product and unit id; read its descriptor",
                self._model,
                self._identify,
                essential=True,
            ),
            Step(
                "state read",
                "ask for its state three times",
                f"an answer within {ANSWER_MS_MAX} ms each time, marked as such",
                self._state_read,
            ),
            Step(
                "its clock",
                "read its state twice, a second apart",
                f"its clock has moved on by a second, give or take {DRIFT_MS} ms",
                self._clock,
            ),
            Step(
                "heartbeats",
                f"ask whenever it is silent, for {QUIET_MS} ms",
                "always an answer",
                self._quiet,
            ),
            Step(
                "wrong unit refused",
                "expect a different unit id",
                "refused with the reason",
                self._wrong_unit,
            ),
            Step(
                "resynchronise after reopening",
                "close it and open it again",
                "the same unit with the same inputs",
                self._reopen,
            ),
        ]

    def _identify(self) -> str:
        seen = self._bench.identify()
        met(seen.startswith(self._model), self._bench.identity)
        return seen

    def _state_read(self) -> str:
        return three_times(lambda: self._bench.ask()[1], ANSWER_MS_MAX)

    def _clock(self) -> str:
        bench = self._bench
        first, began = bench.ask()[0], bench.now()
        bench.run(1_000)
        second, passed = bench.ask()[0], bench.now() - began
        counted = since_ms(second.milliseconds, first.milliseconds)
        seen = f"its clock counted {counted} ms, ours {passed} ms"
        met(abs(counted - passed) <= DRIFT_MS, seen)
        return seen

    def _quiet(self) -> str:
        self._bench.run(QUIET_MS)
        return "always an answer"

    def _wrong_unit(self) -> str:
        bench = self._bench
        bench.close()
        bench.wait(50)
        try:
            bench.other.open().close()
        except WrongDevice as wrong:
            bench.connect()
            return str(wrong)
        raise Unmet("a unit with another id was accepted")

    def _reopen(self) -> str:
        bench = self._bench
        before, _ = bench.ask()
        took = bench.connect()
        after, _ = bench.ask()
        same = (after.unit_id, after.closed) == (before.unit_id, before.closed)
        met(same, f"unit {after.unit_id}, inputs {sorted(after.closed)} now; {before} before")
        return f"the same after {took} ms"


class SensorsSuite(UnitSuite):
    """Chips on sensors."""

    def __init__(
        self,
        bench: UnitBench[Sensors],
        model: str,
        told: list[SensorState],
        places: Sequence[int],
    ) -> None:
        super().__init__(bench, model)
        self._told, self._places = told, places

    def steps(self) -> list[Step]:
        first = self._places[0]
        return [
            *self.first(),
            *(
                Step(
                    f"sensor {place}",
                    f"{lay(place)} {take(place)}",
                    "covered once, uncovered once, and no other sensor",
                    lambda place=place: self._sensor(place),  # type: ignore[misc]
                )
                for place in self._places
            ),
            Step(
                "levels after an unplug",
                f"{lay(first)} {Deed.UNPLUG} {take_unplugged(first)}",
                "uncovered as soon as it is back",
                lambda: self._unplug(first),
            ),
        ]

    def _changes(self, known: int) -> list[list[int]]:
        return [sorted(state.covered) for state in self._told[known:]]

    def _level(self, deed: str, covered: frozenset[int]) -> int:
        bench = self._bench
        bench.hands.do(deed)
        said = f"{sorted(covered)} not reported as covered"
        return bench.until(lambda: self._told[-1].covered == covered, bench.hands.wait_ms, said)

    def _bare(self) -> None:
        self._bench.ready()
        covered = self._told[-1].covered
        met(not covered, f"sensors {sorted(covered)} are covered before anybody laid a chip there")

    def _sensor(self, place: int) -> str:
        self._bare()
        known = len(self._told)
        took = self._level(lay(place), frozenset({place}))
        self._bench.run(SETTLE_MS)
        self._level(take(place), frozenset())
        self._bench.run(SETTLE_MS)
        changes = self._changes(known)
        met(changes == [[place], []], f"covered: {changes}")
        return f"covered after {took} ms, then uncovered, each once"

    def _unplug(self, place: int) -> str:
        self._bare()
        self._level(lay(place), frozenset({place}))
        took, _ = self._bench.replug(take_unplugged(place))
        met(not self._told[-1].covered, f"covered: {sorted(self._told[-1].covered)}")
        return f"uncovered, {took} ms after it was plugged in"


class LampsSuite(UnitSuite):
    """Lamps are as wanted, whatever happened to the unit."""

    lamps: tuple[str, str] = ("green", "red")
    key = "1-1"

    def steps(self) -> list[Step]:
        return [
            *self.first(),
            Step(
                "indicators follow",
                "light and flash each alone, both, then none; ask the unit which are lit",
                "the right ones, each time",
                self._indicators,
            ),
            Step(
                "indicators after reopening",
                "ask for the other one while the unit is closed",
                "that one, as soon as the unit is open",
                self._reopened,
            ),
            Step(
                "keys lit", f"light one. {LIT} Then all off. {DARK}", "yes, yes", self._backlights
            ),
            Step(
                "indicators after an unplug",
                f"light the green one. {Deed.UNPLUG} {Deed.PLUG}",
                "the green one is lit again",
                self._unplugged,
            ),
        ]

    def _shown(self, **lights: Light) -> None:
        bench = self._bench
        bench.ready()
        bench.driver.show(lights)
        bench.run(ANSWER_MS_MAX)
        self._lit(frozenset(Led[name.upper()] for name in lights))

    def _lit(self, wanted: frozenset[Led]) -> None:
        lit = self._bench.descriptor().leds
        met(lit == wanted, f"lit: {_names(lit)}; expected: {_names(wanted)}")

    def _indicators(self) -> str:
        for light in (Light.ON, Light.FLASH):
            self._shown(green=light)
            self._shown(red=light)
        self._shown(green=Light.ON, red=Light.ON)
        self._shown()
        return "the right ones, each time"

    def _reopened(self) -> str:
        self._shown(red=Light.ON)
        self._bench.close()
        self._bench.driver.show({"green": Light.ON})
        self._bench.connect()
        self._lit(frozenset({Led.GREEN}))
        return "green lit, red not"

    def _backlights(self) -> str:
        return look_at_key(self._bench, self.key)

    def _unplugged(self) -> str:
        self._shown(green=Light.ON)
        took, _ = self._bench.replug()
        self._lit(frozenset({Led.GREEN}))
        self._shown()
        return f"lit again after {took} ms"


def look_at_key(bench: UnitBench[Any], name: str) -> str:
    """No report tells which keys are lit: somebody has to look."""
    bench.ready()
    for lights, sight in (({name: Light.ON}, LIT), ({}, DARK)):
        bench.driver.show(lights)
        bench.run(ANSWER_MS_MAX)
        met(bench.hands.sees(sight), f"no: {sight}")
    return "yes, yes"


def _names(leds: frozenset[Led]) -> str:
    return " and ".join(sorted(led.name.lower() for led in leds)) or "none"
