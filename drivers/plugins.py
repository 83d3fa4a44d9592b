"""Drivers for card devices of other makers: what one has to offer, and how it is found.

A driver is an entry point of the group `feltwork.drivers`. Its name is the device it is for and
its own, `shoe.acme`; its value is a `Driver`. The configuration chooses it by `driver = "acme"`.
The shoe and the shuffler on the Feltwork link are found the same way. `docs/vendor-drivers.md`
states the contract for makers and has a whole driver as an example.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from drivers.attendant import Closable, Session
from drivers.faults import DeviceFault, LocalMisuse, WrongDevice
from drivers.link.messages import Event, MessageTable
from drivers.link.session import Fitting as Fitting  # a maker finds it here, beside `Driver`
from drivers.shoe.protocol import TABLE as SHOE
from drivers.shuffler.protocol import TABLE as SHUFFLER

GROUP: Final = "feltwork.drivers"
CONTRACT: Final = 1
"""Goes up when drivers made for the one before would no longer work."""
OURS: Final = "feltwork-link"
TABLES: Final[dict[str, MessageTable]] = {"shoe": SHOE, "shuffler": SHUFFLER}
"""The devices that may have another maker's driver, with the messages of each."""


class WrongDriver(LocalMisuse):
    """A driver that is missing, does not load or does not fit; says what to do about it."""


def _nothing(transport: Any) -> None:
    """For a transport whose waits are short anyway."""


@dataclass(frozen=True)
class Driver:
    """What an entry point of the group has to be."""

    open: Callable[[str], Any]
    """The port as configured, opened: anything that can be closed from another thread."""
    session: Callable[[Any, Fitting], Session]
    """A session on it: identifies the device, tells events, carries out orders."""
    wake: Callable[[Any], object] = _nothing
    """From another thread: there is an order. Whoever waits on the transport need not wait on."""
    model: str = ""
    """Of a device that has to be paired over the Feltwork link; empty where it is not paired."""
    contract: int = CONTRACT


def find_driver(device: str, name: str) -> Driver:
    """The driver of this name for a device, or `WrongDriver`."""
    points = {
        (point.value, point.dist.name if point.dist else ""): point
        for point in _points(device)
        if _name(point) == name
    }
    if len(points) != 1:
        offered = ", ".join(driver_names(device)) or "none"
        seen = f"{len(points)} drivers" if points else "no driver"
        raise WrongDriver(
            f"{device}: expected one driver named {name!r}, found {seen}; installed: {offered}. "
            'Install its maker\'s package once, or correct driver = "..." of this device'
        )
    (point,) = points.values()
    return _checked(f"{device}: the driver {name!r} ({point.value})", _loaded(device, name, point))


def driver_names(device: str) -> tuple[str, ...]:
    """The drivers that are installed for a device."""
    return tuple(sorted({_name(point) for point in _points(device)}))


def _points(device: str) -> Iterable[EntryPoint]:
    prefix = f"{device}."
    return [point for point in entry_points(group=GROUP) if point.name.startswith(prefix)]


def _name(point: EntryPoint) -> str:
    return point.name.partition(".")[2]


def _loaded(device: str, name: str, point: EntryPoint) -> object:
    try:
        return point.load()
    except Exception as wrong:  # whatever its maker's code raises on import
        raise WrongDriver(
            f"{device}: the driver {name!r} ({point.value}) cannot be loaded: "
            f"{type(wrong).__name__}: {wrong}. Expected a module that imports: install what it "
            "needs, or ask its maker"
        ) from wrong


def _checked(what: str, found: object) -> Driver:
    if not isinstance(found, Driver):
        seen = f"a {type(found).__name__}"
    elif found.contract != CONTRACT:
        seen = f"contract {found.contract!r}"
    elif not all(map(callable, (found.open, found.session, found.wake))):
        seen = "an open, session or wake that cannot be called"
    else:
        return found
    raise WrongDriver(
        f"{what}: expected a drivers.plugins.Driver for contract {CONTRACT}, found {seen}. "
        "Ask its maker for one that fits (docs/vendor-drivers.md)"
    )


class Fitted:
    """A driver at one device of a table: whatever its maker got wrong is a fault of this device."""

    def __init__(self, device: str, name: str, port: str, fitting: Fitting) -> None:
        self._driver, self._port = find_driver(device, name), port
        self._what, self._table = f"{device}: the driver {name!r}", TABLES[device]
        self._callbacks = fitting.callbacks
        self._fitting = replace(
            fitting, callbacks=replace(fitting.callbacks, received=self._received)
        )
        self._transport: Closable | None = None

    @property
    def model(self) -> str:
        """Of a device that has to be paired; empty where it has not."""
        return self._driver.model

    def open(self) -> Closable:
        transport: Closable = self._tried(lambda: self._driver.open(self._port))
        self._transport = transport
        return transport

    def session(self, transport: Closable) -> "Guarded":
        made: Session = self._tried(lambda: self._driver.session(transport, self._fitting))
        return Guarded(made, self._tried)

    def wake(self) -> None:
        """There is an order."""
        if (transport := self._transport) is not None:
            self._driver.wake(transport)

    def _received(self, event: Event) -> None:
        """Only events of its table, each number once and none left out."""
        self._table.row(event)
        due = self._callbacks.last_seq() + 1
        if event.seq != due:
            raise DeviceFault(
                f"{self._what}: expected event {due}, found {event.seq}. Ask its maker"
            )
        self._callbacks.received(event)

    def _tried(self, deed: Callable[[], Any]) -> Any:
        try:
            return deed()
        except (DeviceFault, WrongDevice):
            raise
        except Exception as wrong:
            # Not its text: a card that lies face down may be in it.
            raise DeviceFault(
                f"{self._what} failed with {type(wrong).__name__}, where a DeviceFault or a "
                "WrongDevice was expected. Ask its maker"
            ) from wrong


class Guarded:
    """A session whose mistakes are faults."""

    def __init__(self, session: Session, tried: Callable[[Callable[[], Any]], Any]) -> None:
        self.session, self._tried = session, tried

    def begin(self) -> str:
        return str(self._tried(self.session.begin))

    def step(self) -> None:
        self._tried(self.session.step)
