"""The top bar: which table, which game, who deals, what is on the meter, how the devices are.

Under it stands what was announced or asked for and is still to come: a call, a notice.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, tzinfo
from typing import TYPE_CHECKING

from controller.domain.frozen import frozen
from controller.domain.instant import NEVER, SECOND_MS, Instant
from controller.floor.device_state import DeviceState
from controller.floor.notices import time_of
from controller.floor.signs import clock_text
from controller.floor.state import Floor, SignNotice
from ui.bridge import Bridge
from ui.shown import Shown
from ui.viewmodels.base import ViewModel, qml_element

if TYPE_CHECKING:
    from ui.games.screen import GameScreen


@frozen
class DeviceMark:
    """One device as the top bar shows it."""

    name: str
    level: str
    """`good`, `waiting` (it works, and something is wrong) or `bad`: each has its own shape."""


@frozen
class TopBarProps:
    """What the top bar shows."""

    table: str = ""
    game: str = ""
    dealer: str = ""
    round: str = ""
    limits: tuple[str, ...] = ()
    meter: str = ""
    meter_label: str = ""
    simulated: bool = False
    devices: tuple[DeviceMark, ...] = ()
    notices: tuple[str, ...] = ()
    """What was called for or announced, with its time."""


def derive_top_bar(
    shown: Shown, game: "GameScreen", zone: tzinfo = UTC, now: Instant = NEVER
) -> TopBarProps:
    """From the snapshot."""
    snapshot, house, heading = shown.snapshot, shown.snapshot.house, game.heading(shown)
    return TopBarProps(
        table=game.titled(house.name),
        game=heading.game,
        dealer=f"{game.worker} {snapshot.dealer.number}" if snapshot.dealer else game.unmanned,
        round=heading.round,
        limits=(*heading.limits, *game.timed(shown, now)),
        meter=heading.meter,
        meter_label=heading.meter_label,
        simulated=shown.simulated,
        devices=tuple(_marks(shown)),
        notices=tuple(_notices(house.floor, game, zone)) if house.floor else (),
    )


def _marks(shown: Shown) -> Iterator[DeviceMark]:
    """The devices of the table, and what else it is linked to."""
    for device in shown.snapshot.house.floor.devices if shown.snapshot.house.floor else ():
        yield _mark(device)
    if shown.snapshot.shared is not None:
        yield DeviceMark(shown.snapshot.shared.name, "bad" if shown.not_linked else "good")


def _mark(device: DeviceState) -> DeviceMark:
    level = "bad" if not device.in_use else "waiting" if device.troubles else "good"
    return DeviceMark(device.name, level)


def _notices(floor: Floor, game: "GameScreen", zone: tzinfo) -> Iterator[str]:
    """Until somebody has come, or the time is there."""
    if floor.called is not None:
        called = datetime.fromtimestamp(floor.called.wall_ms // SECOND_MS, zone)
        yield f"Supervisor called {called:%H:%M}"
    if floor.closing_notice is not None:
        yield f"Closes {_time(floor, floor.closing_notice, zone)}"
    yield from game.notices(floor, lambda notice: _time(floor, notice, zone))


def _time(floor: Floor, notice: SignNotice, zone: tzinfo) -> str:
    return clock_text(time_of(floor, notice, floor.seen), zone)


@qml_element
class TopBarViewModel(ViewModel):
    """The top bar."""

    shows = TopBarProps

    def __init__(self, bridge: Bridge, game: "GameScreen", zone: tzinfo = UTC) -> None:
        super().__init__(bridge)
        self._game, self._zone = game, zone

    def derive(self, shown: Shown) -> TopBarProps:
        return derive_top_bar(shown, self._game, self._zone, self.bridge.now())

    def tick(self) -> None:
        """What runs down by itself, where anything does."""
        if self.shown is not None and self._game.timed(self.shown, self.bridge.now()):
            self.refresh()
