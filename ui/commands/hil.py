"""`feltwork hil`: a conformance suite for one device, real or simulated, with a written report."""

import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from controller.private_files import open_private
from ui.commands.stopping import stop

if TYPE_CHECKING:  # the drivers are loaded when the command runs, not for --help
    from collections.abc import Iterator

    from rich.progress import Progress

    from ui.commands.conformance.hands import Hands
    from ui.commands.conformance.linked import PairedState
    from ui.commands.conformance.report import Run
    from ui.commands.conformance.rigs import About, Device, Rig

FAILED, WRONG = 1, 2
DEVICES = "shuffler, shoe, sensors, lamps, keypad, sign, card-reader"
COLOURS = {"passed": "green", "failed": "bold red", "skipped": "yellow"}


def hil(
    context: typer.Context,
    device: Annotated[str, typer.Argument(metavar="DEVICE", help=f"One of {DEVICES}.")],
    port: Annotated[
        str,
        typer.Option(
            metavar="P",
            help="sim: a simulated device. A serial port for shuffler, shoe and sign, such as "
            "/dev/serial/by-id/...; usb for the others.",
        ),
    ] = "sim",
    report: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write the report to this file, as Markdown.",
            show_default="hil-DEVICE.md",
        ),
    ] = None,
    interactive: Annotated[
        bool, typer.Option("--interactive", help="Ask a person to do what no driver can.")
    ] = False,
    wait: Annotated[
        int, typer.Option(min=1, max=600, help="How many seconds a person has for each request.")
    ] = 60,
    unit: Annotated[
        int, typer.Option(min=0, max=255, help="The unit id of sensors, lamps or keypad.")
    ] = 0,
    pairing: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="The file that keeps the bench's pairing with a shuffler or shoe."
        ),
    ] = None,
    pair: Annotated[
        bool,
        typer.Option(
            "--pair",
            help="Pair first, and keep the pairing in --pairing. The table that has the device "
            "must then pair with it again.",
        ),
    ] = False,
    line: Annotated[str, typer.Option(help="The line settings of a sign.")] = "9600 7E1",
    no_return_line: Annotated[
        bool, typer.Option("--no-return-line", help="The sign's cable carries no answers.")
    ] = False,
) -> None:
    """Test everything one device must do, through the driver that tables use.

    Never test a device of a table in play: a card it reports here never reaches the table.

    Exit status: 0 every step that was tried passed; 1 a step failed; 2 wrong options, or the port
    cannot be opened.
    """
    from ui.commands.conformance.report import markdown
    from ui.commands.conformance.rigs import About, Device

    if device not in set(Device):
        stop(WRONG, f"DEVICE: expected one of {DEVICES}; found {device!r}")
    which = Device(device)
    _check_options(context, which, port)
    path = report or Path(f"hil-{which}.md")
    _check_report(path)
    with _progress() as progress:
        hands = _hands(progress, interactive, wait)
        about = About(unit, sign=_sign(line, no_return_line))
        if port != "sim":
            about = _about(which, port, about, pairing, pair, wait, progress)
        try:
            run = _run(_rig(which, port, about, hands), which, port, progress)
        finally:  # what the device was told to forget must not be expected again
            if about.standing is not None and pairing is not None:
                _save(pairing, about.standing)
    _show(run)
    with _writing(path), os.fdopen(open_private(path, os.O_WRONLY | os.O_TRUNC), "wb") as file:
        file.write(markdown(run).encode())
    typer.echo(f"Report: {path}")
    raise typer.Exit(FAILED if run.failed else 0)


def _check_options(context: typer.Context, which: "Device", port: str) -> None:
    """Stops at an option that would be ignored."""
    from ui.commands.conformance.rigs import LINKED, SERIAL, Device

    # fmt: off
    applies = {
        "interactive":    frozenset(Device),
        "wait":           frozenset(Device),
        "unit":           frozenset(Device) - SERIAL - {Device.CARD_READER},
        "pairing":        LINKED,
        "pair":           LINKED,
        "line":           frozenset({Device.SIGN}),
        "no_return_line": frozenset({Device.SIGN}),
    }
    # fmt: on
    for name, devices in applies.items():
        source = context.get_parameter_source(name)
        if source is None or source.name != "COMMANDLINE":
            continue
        option = f"--{name.replace('_', '-')}"
        if port == "sim":
            stop(WRONG, f"{option}: only for a real device; --port sim is a simulated one.")
        if which not in devices:
            known = ", ".join(one for one in Device if one in devices)
            stop(WRONG, f"{option}: not for {which}, only for {known}.")


def _check_report(path: Path) -> None:
    """It can be written, before anything is tried; nothing is changed yet."""
    was_there = path.exists()
    with _writing(path):
        os.close(open_private(path, os.O_WRONLY))
    if not was_there:
        path.unlink()


@contextmanager
def _writing(path: Path) -> "Iterator[None]":
    try:
        yield
    except OSError as error:
        stop(WRONG, f"--report: {path} cannot be written: {error.strerror}. Name another file.")


def _progress() -> "Progress":
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    return Progress(*columns, console=Console(stderr=True))


def _hands(progress: "Progress", interactive: bool, wait: int) -> "Hands":
    from ui.commands.conformance.hands import NoHands, Person

    if not interactive:
        return NoHands()
    return Person(lambda text: progress.console.print(f"[bold]{text}[/bold]"), wait * 1_000)


def _sign(line: str, no_return_line: bool) -> Any:
    from drivers.alphasign.config import SignConfig, parse_line
    from drivers.faults import LocalMisuse

    try:
        return SignConfig(line=parse_line(line), wired=not no_return_line)
    except LocalMisuse as misuse:
        stop(WRONG, f"--line: {misuse}")


def _about(
    which: "Device",
    port: str,
    about: "About",
    pairing: Path | None,
    pair: bool,
    wait: int,
    progress: "Progress",
) -> "About":
    """What has to be known of a real device; stops where the call does not fit it."""
    from dataclasses import replace

    from ui.commands.conformance.pairings import WrongPairing, load
    from ui.commands.conformance.rigs import LINKED, SERIAL

    if (which in SERIAL) is (port == "usb"):
        fits = "a serial port, such as /dev/ttyUSB0" if which in SERIAL else "usb"
        stop(
            WRONG,
            f"--port: {port!r} seen; for {which} expected sim or {fits}. "
            "`feltwork doctor` lists what is plugged in.",
        )
    if which not in LINKED:
        return about
    if pairing is None:
        stop(
            WRONG,
            f"--pairing: a {which} talks only to a host it was paired with. Name the "
            "file of the bench's pairing; with --pair it is made and kept there.",
        )
    try:
        standing = _paired(port, pairing, wait, progress) if pair else load(pairing)
    except WrongPairing as wrong:
        stop(WRONG, str(wrong))
    return replace(about, standing=standing)


def _paired(port: str, path: Path, wait: int, progress: "Progress") -> "PairedState":
    """Two people compare six digits; the key is in the file before anything else is done."""
    from drivers.faults import DeviceFault, WrongDevice
    from drivers.link.pair import PairingDriver
    from drivers.transport.serial import SerialPort
    from ui.commands.conformance.hands import typed_line
    from ui.commands.conformance.linked import PairedState
    from ui.commands.conformance.pairings import save

    try:
        with SerialPort(port) as transport:
            pairing = PairingDriver(transport)
            code = pairing.begin()
            progress.console.print(
                f"Does the device show the code [bold]{code}[/bold] too? "
                f"y or n, then Enter ({wait} s)"
            )
            if not typed_line(wait * 1_000).strip().lower().startswith("y"):
                pairing.stop()
                stop(WRONG, "Not paired: the codes differ.")
            progress.console.print("Now confirm it on the device.")
            standing = PairedState(pairing.confirm(wait * 1_000))
    except (DeviceFault, WrongDevice) as fault:
        stop(WRONG, str(fault))
    save(path, standing)
    return standing


def _rig(which: "Device", port: str, about: "About", hands: "Hands") -> "Rig":
    if port == "sim":
        from ui.commands.conformance.simulated import simulated

        return simulated(which)
    from ui.commands.conformance.rigs import build, real_place

    return build(which, real_place(port, hands), about)


def _run(rig: "Rig", which: "Device", port: str, progress: "Progress") -> "Run":
    from datetime import UTC, datetime

    from drivers.faults import DeviceFault, WrongDevice
    from drivers.transport.serial import is_pseudo_terminal
    from ui.commands.conformance.report import Run
    from ui.commands.conformance.steps import run_steps

    began = datetime.now(UTC).isoformat(timespec="seconds")
    bench, findings = rig.bench, []
    try:
        transport, _ = bench.make()
        transport.close()
    except (DeviceFault, WrongDevice) as fault:
        progress.stop()
        stop(WRONG, f"{fault}.".replace("..", "."))
    task = progress.add_task(which, total=len(rig.steps))
    try:
        for finding in run_steps(rig.steps, bench.now):
            findings.append(finding)
            progress.update(task, advance=1, description=f"{which}: {finding.step.name}")
    finally:
        bench.close()
    simulated = port == "sim" or is_pseudo_terminal(port)
    return Run(which, port, simulated, bench.identity, began, findings)


def _save(path: Path, standing: "PairedState") -> None:
    from ui.commands.conformance.pairings import WrongPairing, save

    try:
        save(path, standing)
    except WrongPairing as wrong:
        stop(WRONG, str(wrong))


def _show(run: "Run") -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    title = f"{run.device} on {run.port}" + (", SIMULATED" if run.simulated else "")
    table = Table("step", "result", "found, or why not tried", title=title)
    for one in run.findings:
        result = f"[{COLOURS[one.verdict]}]{one.verdict}[/]"
        seen = one.seen
        if one.verdict == "failed":
            seen = f"{one.seen}; expected: {one.step.expected}"
        table.add_row(one.step.name, result, escape(seen))
    console = Console()
    console.print(table)
    console.print(escape(run.summary()))
