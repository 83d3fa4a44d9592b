"""`feltwork console`: the touchscreen."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ui.commands.terminal import WRONG, stop


class Rules(StrEnum):
    """The rule sets a simulated table can play."""

    NSW_LEGACY = "nsw-legacy"
    NSW_2024 = "nsw-2024"
    SD = "sd"


class Places(StrEnum):
    """How many places are on the layout."""

    FIVE = "5"
    SEVEN = "7"


def console(
    simulate: Annotated[
        bool, typer.Option("--simulate", help="Bring up a table with simulated devices.")
    ] = False,
    rules: Annotated[Rules, typer.Option(help="simulate: the rule set.")] = Rules.NSW_2024,
    places: Annotated[Places, typer.Option(help="simulate: places on the layout.")] = Places.SEVEN,
    speed: Annotated[
        float,
        typer.Option(min=0.1, max=1_000, help="simulate: how fast devices and hands are."),
    ] = 10.0,
    seed: Annotated[int, typer.Option(help="simulate: which cards come.")] = 0,
    folder: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="simulate: keep record and pool here, to go on after a restart. Default: nowhere.",
        ),
    ] = None,
    size: Annotated[
        str, typer.Option(metavar="WIDTHxHEIGHT", help="The window's size.")
    ] = "1280x800",
    inches: Annotated[
        float, typer.Option(min=0, max=40, help="The screen's diagonal; 0 where it is not known.")
    ] = 0.0,
    full_screen: Annotated[bool, typer.Option("--full-screen", help="Fill the screen.")] = False,
) -> None:
    """Run the dealer's touchscreen."""
    if not simulate:
        stop(WRONG, "No table is set up on this machine: expected --simulate.")
    from ui.commands.simulated import Look, run_simulated  # Qt and the table: only here

    look = Look(_size(size), inches, full_screen)
    raise typer.Exit(
        run_simulated(rules.value, int(places), look, folder=folder, speed=speed, seed=seed)
    )


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise typer.BadParameter(f"{text!r} seen, expected 1280x800", param_hint="--size")
    found = int(width), int(height)
    if found[0] < 1024 or found[1] < 600:
        raise typer.BadParameter(f"{text} seen, expected 1024x600 or more", param_hint="--size")
    return found
