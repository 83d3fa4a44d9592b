"""Pairing over a terminal: the code is shown, a person compares it with the device's display."""

import sys
from collections.abc import Callable
from typing import Final

import typer

from controller.domain.base import existing
from drivers.faults import WrongDevice
from drivers.link.pair import PairingDriver
from drivers.link.pairing import Paired
from drivers.transport.serial import SerialPort
from simulators.line import MemoryLine, VirtualClock
from simulators.linked import LinkedDevice
from simulators.shoe import SimShoe
from simulators.shuffler import SimShuffler
from simulators.world import World
from ui.commands.conformance.hands import typed_line
from ui.commands.stopping import REFUSED, stop

WAIT_S: Final = 120


def pair_at(port: str, expected: str, equal: Callable[[], bool]) -> Paired:
    with SerialPort(port) as transport:
        pairing = PairingDriver(transport)
        _compare(pairing, expected, equal)
        typer.echo("Now confirm it on the device.")
        return pairing.confirm(WAIT_S * 1_000)


def _compare(pairing: PairingDriver, expected: str, equal: Callable[[], bool]) -> None:
    """Another kind of device is refused by name; codes that differ end it."""
    code = pairing.begin()
    offer = existing(pairing.offer, "a code without a device")
    if offer.model != expected:
        pairing.stop()
        raise WrongDevice(
            f"Pairing: expected {expected}, found {offer.model} {offer.serial}. "
            "Plug in the right device, or name its port"
        )
    typer.echo(f"Found {offer.model} {offer.serial}. Compare the code with its display:")
    typer.echo(f"  {code[:3]} {code[3:]}")
    if not equal():
        pairing.stop()
        raise WrongDevice(
            "Not paired: the codes differ. Put the device into pairing mode again; "
            "if they differ again, somebody may be tampering with the line"
        )


def equal_codes(from_stdin: bool) -> bool:
    if not from_stdin:
        typer.echo(f"Does the device show the same code? y or n, then Enter ({WAIT_S} s)")
    return typed_line(WAIT_S * 1_000).strip().lower().startswith("y")


def rehearse(device: str, expected: str) -> None:
    """The same steps at a simulated device; both displays are shown."""
    made: dict[str, type[SimShoe] | type[SimShuffler]] = {"shoe": SimShoe, "shuffler": SimShuffler}
    simulated: LinkedDevice = made[device](World(1))
    simulated.enter_pairing_mode()
    clock = VirtualClock()
    pairing = PairingDriver(MemoryLine(simulated, clock), lambda: clock.now_ms)

    def equal() -> bool:
        shown = simulated.display
        typer.echo(f"SIMULATED display:\n  {shown[:3]} {shown[3:]}")
        if sys.stdin.isatty() and not equal_codes(from_stdin=False):
            return False
        simulated.press_equal()
        return True

    typer.echo("SIMULATED: no sign-on is needed, and nothing is kept.")
    try:
        _compare(pairing, expected, equal)
    except WrongDevice as wrong:
        stop(REFUSED, str(wrong))
    paired = pairing.confirm()
    typer.echo(f"{device}: would be paired with {paired.model} {paired.serial}. Nothing was kept.")
