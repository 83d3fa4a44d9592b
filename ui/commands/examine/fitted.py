"""The devices that one table is to have, as far as can be seen without opening any of them.

A missing device is a problem where the table is named or has a record already. Otherwise it is only
noted, as this may well be a machine on which tables are only simulated.
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from controller.config import WrongConfiguration
from controller.devices.config import DevicesConfig, PortSection, SignSection, load_devices, needed
from controller.devices.pairings import WrongPairings
from controller.domain.frozen import frozen
from controller.journal.keys import keys_for
from controller.journal.recorder import JournalFault
from controller.tables import HouseTable, load_table
from drivers.link.pairing import Paired
from drivers.magtek.protocol import PRODUCT_ID as SWIPE_READER
from drivers.magtek.protocol import VENDOR_ID as MAGTEK
from drivers.plugins import OURS
from drivers.xkeys.protocol import VENDOR_ID as XKEYS
from drivers.xkeys.protocol import XK12, XK24
from ui.commands.examine import devices
from ui.commands.examine.checks import Check, fine, note, wrong
from ui.table_folder import TableFolder

ON_THE_BUS: Final = {
    "sensors": (XKEYS, XK12.product_id),
    "lamps": (XKEYS, XK24.product_id),
    "keypad": (XKEYS, XK24.product_id),
    "reader": (MAGTEK, SWIPE_READER),
}
"""By vendor and product."""


def examine(name: str, folder: TableFolder, *, named: bool) -> Iterator[Check]:
    """A row for every device of a table; `named`: was it asked for by its name?"""
    try:
        table = load_table(name)
        config = load_devices(table.devices) if table.devices else None
    except WrongConfiguration as error:
        yield wrong(f"table {name}", " ".join(str(error).split()), "Correct the file named")
        return
    who = f"table {table.name}"
    if config is None:
        yield fine(who, "has no devices; every card is keyed")
        return
    fitted = _Fitted(table, folder, config, tuple(devices.usb_devices()))
    missing = wrong if named or folder.begun else note
    rows = [fitted.row(name, missing) for name in fitted.names]
    if missing is note and all(row.state == "note" for row in rows):
        yield note(
            f"{who}: devices",
            f"none of its {len(rows)} devices is on this machine",
            "Nothing, if tables are only simulated (--simulate, demo, play, soak). Otherwise "
            f"run: feltwork doctor --table {table.name}",
        )
    else:
        yield from rows


@frozen
class _Fitted:
    """What one table is to have, and what is plugged in here."""

    table: HouseTable
    folder: TableFolder
    config: DevicesConfig
    bus: tuple[devices.UsbDevice, ...]

    @property
    def names(self) -> list[str]:
        return [name for name in type(self.config).model_fields if getattr(self.config, name)]

    def row(self, name: str, missing: Callable[[str, str, str], Check]) -> Check:
        """`missing`: what it comes to where a device is not there that the table needs."""
        who, at = f"table {self.table.name}: {name}", getattr(self.config, name)
        state = missing if needed(name, self.table.rules) else note
        if name in ON_THE_BUS:
            seen, to_do = self._on_the_bus(name)
        elif _looked_for_elsewhere(at):
            return fine(who, f"{at.port} cannot be checked from here")
        else:
            seen, to_do = self._on_a_port(name, at)
        return state(who, seen, to_do) if to_do else fine(who, seen)

    def _on_a_port(self, name: str, at: PortSection | SignSection) -> tuple[str, str]:
        """What is seen, and what to do where something is amiss."""
        port = Path(at.port)
        if not port.exists():
            to_do = f"Plug it in, correct its port in {self._file}, or remove [{name}] there"
            return f"{port} does not exist", to_do
        if not devices.open_to_us(port):
            return f"{port} cannot be opened", devices.join_group(port)
        if isinstance(at, SignSection) or at.driver != OURS:
            return f"{port} can be opened", ""
        try:
            paired = self._paired().get(name)
        except (JournalFault, WrongPairings) as error:
            return f"{port} can be opened; {error}", "Fix what is named, or pair it again"
        if paired is None:
            to_do = f"Run: feltwork devices pair {name} --journal {self.folder.journal}"
            return f"{port} can be opened, not paired with this table", to_do
        return f"{port} can be opened, paired with {paired.model} {paired.serial}", ""

    def _paired(self) -> Mapping[str, Paired]:
        if not self.folder.begun:
            return {}
        keys = keys_for(self.folder.journal, self.folder.key_file, create=False)
        return self.folder.paired(keys)

    def _on_the_bus(self, name: str) -> tuple[str, str]:
        """X-keys say which unit they are only when they are opened: so they are counted."""
        kind, at = ON_THE_BUS[name], getattr(self.config, name)
        serial = getattr(at, "serial", None)
        found = [
            one
            for one in self.bus
            if (one.vendor, one.product) == kind and serial in (None, one.serial)
        ]
        wanted = sum(ON_THE_BUS.get(other) == kind for other in self.names)
        what = devices.NAMES[kind] + (f" {serial}" if serial else "")
        if len(found) < wanted:
            to_do = f"Plug it in, or remove [{name}] from {self._file}"
            return f"expected {wanted} {what}, found {len(found)}", to_do
        if not all(devices.open_to_us(one.node) for one in found):
            return f"{what}: no permission", devices.INSTALL
        unit = getattr(at, "unit_id", None)
        which = "" if unit is None else f"; its unit id ({unit}) is checked when it is opened"
        return f"{what} is plugged in{which}", ""

    @property
    def _file(self) -> str:
        return f"config/devices/{self.table.devices}.toml"


def _looked_for_elsewhere(at: PortSection | SignSection) -> bool:
    """A port over a network, or what another maker's driver makes of the name."""
    ours = isinstance(at, SignSection) or at.driver == OURS
    return "://" in at.port or not (ours or at.port.startswith("/"))
