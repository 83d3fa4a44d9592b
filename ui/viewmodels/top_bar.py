"""The top bar: which table, which game, who deals, what is on the meter, how the devices are.

Under it stands what was announced or asked for and is still to come: a call, a notice.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, tzinfo

from controller.domain.frozen import frozen
from controller.domain.instant import SECOND_MS
from controller.floor.device_state import DeviceState
from controller.floor.notices import time_of
from controller.floor.signs import clock_text
from controller.floor.state import Floor, SignNotice
from controller.games.bonus.floor.state import BonusFloor, TableLimits
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.round.guidance.words import jackpot_name, sentence
from ui.bridge import Bridge
from ui.shown import Shown
from ui.viewmodels.base import ViewModel, qml_element
from ui.viewmodels.words import dollars, rules_name, span


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


def derive_top_bar(shown: Shown, zone: tzinfo = UTC) -> TopBarProps:
    """From the snapshot."""
    snapshot, house = shown.snapshot, shown.snapshot.house
    table = house.table
    return TopBarProps(
        table=f"Table {house.name}".strip(),
        game=f"Hold'em Bonus · {rules_name(table.rules)}",
        dealer=f"Dealer {snapshot.dealer.number}" if snapshot.dealer else "No dealer",
        round=f"Round {table.round.number}" if table.round.number else "No round yet",
        limits=tuple(_limits(house)),
        meter=shown.meter.value.display() if shown.meter else "",
        meter_label=_meter_label(house, not_linked=shown.not_linked),
        simulated=shown.simulated,
        devices=tuple(_marks(shown)),
        notices=tuple(_notices(house.floor, zone)) if house.floor else (),
    )


def _limits(house: BonusHouse) -> Iterator[str]:
    limits = house.floor.limits.spot if house.floor else house.table.rules.limits
    yield f"Ante {span(limits.ante_min, limits.ante_max)}"
    if house.table.rules.ante_bonus is not None:
        yield f"Bonus {span(limits.bonus_min, limits.bonus_max)}"


def _meter_label(house: BonusHouse, *, not_linked: bool) -> str:
    if house.table.meter is None:
        return ""
    name = sentence(jackpot_name(house.table.rules))
    if not house.jackpot_open:
        return f"{name} closed"
    return "Not linked" if not_linked else name


def _marks(shown: Shown) -> Iterator[DeviceMark]:
    """The devices of the table, and the pool of a linked one."""
    for device in shown.snapshot.house.floor.devices if shown.snapshot.house.floor else ():
        yield _mark(device)
    if shown.snapshot.shared is not None:
        yield DeviceMark("pool", "bad" if shown.not_linked else "good")


def _mark(device: DeviceState) -> DeviceMark:
    level = "bad" if not device.in_use else "waiting" if device.troubles else "good"
    return DeviceMark(device.name, level)


def _notices(floor: BonusFloor, zone: tzinfo) -> Iterator[str]:
    """Until somebody has come, or the time is there."""
    if floor.called is not None:
        called = datetime.fromtimestamp(floor.called.wall_ms // SECOND_MS, zone)
        yield f"Supervisor called {called:%H:%M}"
    if floor.closing_notice is not None:
        yield f"Closes {_time(floor, floor.closing_notice, zone)}"
    if floor.limit_notice is not None:
        time = _time(floor, floor.limit_notice.notice, zone)
        yield f"{_change(floor.limits, floor.limit_notice.limits)} from {time}"
    if floor.pending is not None:
        yield f"{_change(floor.limits, floor.pending.limits)} from the next round"
    if floor.old_minimum_notice is not None:
        yield f"Old minimums end {_time(floor, floor.old_minimum_notice, zone)}"


def _time(floor: Floor, notice: SignNotice, zone: tzinfo) -> str:
    return clock_text(time_of(floor, notice, floor.seen), zone)


def _change(before: TableLimits, after: TableLimits) -> str:
    """`Ante $50`: the first that changes."""
    old, new = before.spot, after.spot
    if old.ante_min != new.ante_min:
        return f"Ante {dollars(new.ante_min)}"
    if old.bonus_min != new.bonus_min:
        return f"Bonus {dollars(new.bonus_min)}"
    return "New limits"


@qml_element
class TopBarViewModel(ViewModel):
    """The top bar."""

    shows = TopBarProps

    def __init__(self, bridge: Bridge, zone: tzinfo = UTC) -> None:
        super().__init__(bridge)
        self._zone = zone

    def derive(self, shown: Shown) -> TopBarProps:
        return derive_top_bar(shown, self._zone)
