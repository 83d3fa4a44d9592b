"""The top bar: which table, which game, who deals, what is on the meter, how the devices are."""

from controller.domain.frozen import frozen
from controller.floor.state import DeviceState, JackpotState
from controller.house.state import House
from ui.shown import Shown
from ui.viewmodels.base import ViewModel, qml_element
from ui.viewmodels.words import rules_name, span


@frozen
class DeviceMark:
    """One device as the top bar shows it."""

    name: str
    level: str
    """`good`, `waiting` (it works, and something is wrong) or `bad`: each has its own shape."""
    reason: str


@frozen
class TopBarProps:
    """What the top bar shows."""

    table: str = ""
    game: str = ""
    dealer: str = ""
    round: str = ""
    limits: str = ""
    meter: str = ""
    meter_label: str = ""
    simulated: bool = False
    devices: tuple[DeviceMark, ...] = ()


def derive_top_bar(shown: Shown) -> TopBarProps:
    """From the snapshot."""
    snapshot, house = shown.snapshot, shown.snapshot.house
    table = house.table
    return TopBarProps(
        table=f"Table {house.name}".strip(),
        game=f"Hold'em Bonus · {rules_name(table.rules)}",
        dealer=f"Dealer {snapshot.dealer.number}" if snapshot.dealer else "No dealer",
        round=f"Round {table.round.number}" if table.round.number else "No round yet",
        limits=_limits(house),
        meter=shown.meter.value.display() if shown.meter else "",
        meter_label=_meter_label(house, not_linked=shown.not_linked),
        simulated=shown.simulated,
        devices=tuple(_mark(device) for device in house.floor.devices) if house.floor else (),
    )


def _limits(house: House) -> str:
    limits = house.floor.limits.spot if house.floor else house.table.rules.limits
    text = f"Ante {span(limits.ante_min, limits.ante_max)}"
    if house.table.rules.ante_bonus is None:
        return text
    return f"{text}   Bonus {span(limits.bonus_min, limits.bonus_max)}"


def _meter_label(house: House, *, not_linked: bool) -> str:
    if house.table.meter is None:
        return ""
    name = "Jackpot" if house.table.rules.nsw else "Progressive"
    closed = house.floor is not None and house.floor.jackpot is not JackpotState.ON
    off = house.table.round.jackpot_off and house.table.round.in_play()
    if closed or off:
        return f"{name} closed"
    return "Not linked" if not_linked else name


def _mark(device: DeviceState) -> DeviceMark:
    level = "bad" if not device.in_use else "waiting" if device.troubles else "good"
    return DeviceMark(device.name, level, " ".join(one.text for one in device.troubles))


@qml_element
class TopBarViewModel(ViewModel):
    """The top bar."""

    shows = TopBarProps

    def derive(self, shown: Shown) -> TopBarProps:
        return derive_top_bar(shown)
