"""Ports, USB devices and rights. Nothing is opened: a device may be at work."""

import getpass
import grp
import os
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Final

from controller.domain.frozen import frozen
from drivers.faults import DeviceFault
from drivers.magtek.protocol import PRODUCT_ID as SWIPE_READER
from drivers.magtek.protocol import VENDOR_ID as MAGTEK
from drivers.transport.usb import find_usb
from drivers.xkeys.protocol import MODELS
from drivers.xkeys.protocol import VENDOR_ID as XKEYS
from ui.commands.examine.checks import Check, fine, note, wrong

DEV: Final = Path("/dev")
SYS: Final = Path("/sys")
RULES_NAME: Final = "70-feltwork.rules"
RULES_FOLDERS: Final = tuple(
    Path(folder) / "udev" / "rules.d" for folder in ("/etc", "/run", "/usr/lib", "/lib")
)
VENDORS: Final = {XKEYS: "X-keys", MAGTEK: "MagTek"}
NAMES: Final = {(MAGTEK, SWIPE_READER): "MagTek swipe reader"} | {
    (XKEYS, model.product_id): model.name for model in MODELS
}
OTHER_MODES: Final = {
    (XKEYS, product): model for model in MODELS for product in model.other_product_ids
}
INSTALL: Final = (
    f"Run: feltwork doctor --udev-rules | sudo tee {RULES_FOLDERS[0] / RULES_NAME} && "
    "sudo udevadm control --reload && sudo udevadm trigger; then plug the devices in again"
)


@frozen
class UsbDevice:
    """What the kernel knows of a device."""

    vendor: int
    product: int
    node: Path
    """Where it is opened."""
    serial: str = ""


def rules() -> str:
    """The udev rules, as they are delivered."""
    return (files("config") / "udev" / RULES_NAME).read_text("utf-8")


def examine() -> Iterator[Check]:
    """Every port and device a row."""
    yield from serial_ports()
    yield libusb()
    found = list(usb_devices())
    yield from usb_rows(found)
    yield installed_rules([device for device in found if not open_to_us(device.node)])


# Serial


def serial_ports() -> Iterator[Check]:
    ports = sorted(_ports())
    if not ports:
        to_do = "Plug in the shuffler, shoe or sign, if this table has one"
        yield note("serial ports", "none", to_do)
    by_id = _stable_names()
    for port in ports:
        yield _port(port, by_id.get(port))


def _ports() -> Iterator[Path]:
    for pattern in ("ttyUSB*", "ttyACM*"):
        yield from DEV.glob(pattern)
    for kind in (SYS / "class" / "tty").glob("ttyS*/type"):  # 0: a name without hardware
        if kind.read_text().strip() != "0" and (DEV / kind.parent.name).exists():
            yield DEV / kind.parent.name


def _stable_names() -> dict[Path, Path]:
    """Names that stay the same over unplugging, by what they point to now."""
    return {link.resolve(): link for link in (DEV / "serial" / "by-id").glob("*")}


def _port(port: Path, stable: Path | None) -> Check:
    name, group = f"serial port {port}", _group(port)
    seen = f"{'can' if open_to_us(port) else 'cannot'} be opened, group {group}"
    if not open_to_us(port):
        to_do = join_group(port)
        built_in = port.name.startswith("ttyS")  # it may well be that nothing is on it
        return (note if built_in else wrong)(name, seen, to_do)
    return fine(name, seen if stable is None else f"{seen}; configure it as {stable}")


def join_group(port: Path) -> str:
    """What to do for rights to a port."""
    return f"Run: sudo usermod -aG {_group(port)} {getpass.getuser()}; then log in again"


def open_to_us(path: Path) -> bool:
    return os.access(path, os.R_OK | os.W_OK)


def _group(path: Path) -> str:
    number = path.stat().st_gid
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)


# USB


def libusb() -> Check:
    try:
        for vendor in VENDORS:
            find_usb(vendor)
    except DeviceFault as fault:
        return wrong("libusb", str(fault), "Install feltwork's packages again: run make")
    return fine("libusb", "loads and lists the bus")


def usb_devices() -> Iterator[UsbDevice]:
    """Of the vendors we know."""
    for folder in sorted((SYS / "bus" / "usb" / "devices").glob("*")):
        try:
            vendor, product = (
                int((folder / name).read_text(), 16) for name in ("idVendor", "idProduct")
            )
            bus, number = (int((folder / name).read_text()) for name in ("busnum", "devnum"))
        except (OSError, ValueError):
            continue  # an interface, or unplugged just now
        if vendor in VENDORS:
            node = DEV / "bus" / "usb" / f"{bus:03d}" / f"{number:03d}"
            yield UsbDevice(vendor, product, node, _serial(folder))


def _serial(folder: Path) -> str:
    try:
        return (folder / "serial").read_text("utf-8", "replace").strip()
    except OSError:
        return ""  # it has none


def usb_rows(found: list[UsbDevice]) -> Iterator[Check]:
    for vendor, name in VENDORS.items():
        ours = [device for device in found if device.vendor == vendor]
        if not ours:
            to_do = "Plug it in, if this table has one"
            yield note(f"USB {vendor:04X}", f"no {name} is plugged in", to_do)
        yield from map(_usb, ours)


def _usb(device: UsbDevice) -> Check:
    kind = device.vendor, device.product
    name = f"USB {device.vendor:04X}:{device.product:04X}"
    if kind in OTHER_MODES:
        model = OTHER_MODES[kind]
        seen = f"{model.name}, set to another mode"
        to_do = f"Set it to PID #1 ({model.product_id:04X}) with the maker's tool"
        return wrong(name, seen, to_do)
    if kind not in NAMES:
        seen = f"a {VENDORS[device.vendor]} device without a driver here"
        return note(name, seen, "Use a supported model, or ignore it")
    if not open_to_us(device.node):
        return wrong(name, f"{NAMES[kind]}: no permission to use {device.node}", INSTALL)
    return fine(name, f"{NAMES[kind]}, can be opened")


def installed_rules(closed: list[UsbDevice]) -> Check:
    """Their absence is a problem only where a device cannot be opened without them."""
    for path in (folder / RULES_NAME for folder in RULES_FOLDERS):
        if path.exists():
            if path.read_text("utf-8", "replace") == rules():
                return fine("udev rules", f"installed: {path}")
            return note("udev rules", f"{path} differs from the rules of this version", INSTALL)
    return (wrong if closed else note)("udev rules", "not installed", INSTALL)
