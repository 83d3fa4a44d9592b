"""`feltwork play`: deals scenario files and prints the result or the table's story."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Devices(StrEnum):
    """How the cards reach the controller."""

    DIRECT = "direct"
    SIMULATED = "simulated"


def play(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE...", help="Scenario files (TOML), or hand histories (.phh)."),
    ],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one line of JSON for each file and nothing else.")
    ] = False,
    devices: Annotated[
        Devices,
        typer.Option(
            help="direct: device events go straight into the controller. simulated: the whole "
            "stack, real drivers with simulated devices at the other end; the same result."
        ),
    ] = Devices.DIRECT,
    speed: Annotated[
        float | None,
        typer.Option(
            min=0.01,
            max=10_000,
            help="simulated: how fast, 1 for real time. Default: as fast as possible.",
        ),
    ] = None,
    journal: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Keep the durable record of the run in this file. After a kill, run it again with "
            "the same file to play the rest. Default: in memory (direct), or a temporary file.",
        ),
    ] = None,
    keys: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The keys of the journal, made with a new one. Default: FILE.keys beside it. A "
            "table in a casino keeps them elsewhere.",
        ),
    ] = None,
) -> None:
    """Deal scenario files: what a table is, which cards come, what players do, what goes wrong.

    Without --json the table's story is told. Examples are in config/scenarios.

    Exit status: 0 all rounds and hands came to an end (misdeal and void included); 2 a file is
    wrong; 3 an expect block did not hold; 1 anything else.
    """
    from ui.commands.dealing import deal_files  # the whole table: loaded when a command needs it

    if speed is not None and devices is Devices.DIRECT:
        raise typer.BadParameter("needs --devices simulated", param_hint="--speed")
    simulated = devices is Devices.SIMULATED
    raise typer.Exit(
        deal_files(files, journal, keys, as_json=as_json, simulated=simulated, speed=speed)
    )
