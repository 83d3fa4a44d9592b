"""`feltwork play`: plays scenario files and prints the result or the table's story."""

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
            help="direct: device events go straight into the controller. simulated: they come "
            "from simulated devices through the real drivers, with the same result."
        ),
    ] = Devices.DIRECT,
    speed: Annotated[
        float | None,
        typer.Option(
            min=0.01,
            max=10_000,
            help="With simulated devices, how fast: 1 is real time. Default: as fast as possible.",
        ),
    ] = None,
    journal: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Keep the record of the run in this file. After a kill, run the same command "
            "again to play the rest. Default: in memory (direct), or a temporary file.",
        ),
    ] = None,
    keys: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The key file of the journal, created with a new journal. Default: FILE.keys "
            "beside it. A table in a casino keeps its keys elsewhere.",
        ),
    ] = None,
) -> None:
    """Play scenario files or hand histories at a table, and print what happens.

    A scenario says what table it is, which cards come, what players do and what goes wrong.
    Examples are in config/scenarios.

    Exit status: 0 every round and hand came to its end, even if void or a misdeal; 2 a file is
    wrong; 3 the result is not what an expect block says; 1 anything else.
    """
    from ui.commands.dealing import deal_files  # the whole table: loaded when a command needs it

    if speed is not None and devices is Devices.DIRECT:
        raise typer.BadParameter("needs --devices simulated", param_hint="--speed")
    simulated = devices is Devices.SIMULATED
    raise typer.Exit(
        deal_files(files, journal, keys, as_json=as_json, simulated=simulated, speed=speed)
    )
