"""`feltwork soak`: random rounds with faults and crashes; what was injected and what held."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from simulators.people.soak import Tally

ROUNDS = 300
FAILED = 1


def soak(
    rounds: Annotated[int, typer.Option(min=1, help="How many rounds to play.")] = ROUNDS,
    seed: Annotated[int, typer.Option(help="Everything follows from it.")] = 1,
    faults: Annotated[
        str,
        typer.Option(
            metavar="KIND,...",
            help="What goes wrong: all, none, or kinds by name, such as 'unplug,misread,crash'.",
        ),
    ] = "all",
    shift: Annotated[
        int, typer.Option(min=0, help="Begin with this shift, to play one again that failed.")
    ] = 0,
) -> None:
    """Play random shifts at simulated tables, with faults and crashes, and check everything.

    Real controller, real drivers, simulated devices, dealer and players, in memory and on virtual
    time. After every event: money in double entry, cards conserved, nothing face down in what is
    shown, what is shown is what was recorded; after every round the meter is the pool's.

    Exit status: 0 everything held; 1 something did not, or a kind of fault was never injected or
    left no trace; 2 wrong options.
    """
    from simulators.people.soak import KINDS  # a whole table: loaded when it is needed

    wanted = {"all": KINDS, "none": ()}.get(faults) or tuple(
        kind.strip() for kind in faults.split(",") if faults != "none"
    )
    if unknown := [kind for kind in wanted if kind not in KINDS]:
        known = ", ".join(KINDS)
        raise typer.BadParameter(
            f"{unknown[0]!r} seen, one of {known} expected", param_hint="--faults"
        )
    raise typer.Exit(run(rounds, seed, wanted, shift))


def run(rounds: int, seed: int, kinds: tuple[str, ...], first: int) -> int:
    """Play, and say what came of it; the exit status."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    from simulators.people.soak import Tally, soak

    tally, console = Tally(), Console()
    bar = Progress(
        TextColumn("SIMULATED"), BarColumn(), MofNCompleteColumn(), TextColumn("rounds"),
        TimeRemainingColumn(), console=Console(stderr=True),
    )  # fmt: skip
    try:
        with bar:
            task = bar.add_task("rounds", total=rounds)
            for _ in soak(rounds, seed, kinds, tally, first):
                bar.advance(task)
    except Exception as fault:  # noqa: BLE001 - whatever it is, it is what a soak looks for
        console.print(_grid(tally, kinds))
        console.print(
            f"FAILED in shift {tally.shift}, after {tally.rounds} rounds of the soak: "
            f"{type(fault).__name__}: {fault}", markup=False,
        )  # fmt: skip
        again = _again(tally.shift_rounds, seed, kinds, tally.shift)
        console.print(f"Play it again: {again}", markup=False)
        return FAILED
    console.print(_grid(tally, kinds))
    endings = ", ".join(f"{count} {ending}" for ending, count in sorted(tally.endings.items()))
    console.print(f"{tally.rounds} rounds ({endings}), {tally.events} events. Seed {seed}.")
    if unproved := tally.unproved(kinds):
        console.print(
            f"FAILED: {', '.join(unproved)}: never injected, or left no trace. "
            f"Play more rounds: {_again(2 * rounds, seed, kinds, first)}", markup=False,
        )  # fmt: skip
        return FAILED
    console.print("Everything held.")
    return 0


def _again(rounds: int, seed: int, kinds: tuple[str, ...], shift: int) -> str:
    from simulators.people.soak import KINDS

    faults = "all" if kinds == KINDS else ",".join(kinds) or "none"
    return f"feltwork soak --rounds {rounds} --seed {seed} --shift {shift} --faults '{faults}'"


def _grid(tally: "Tally", kinds: tuple[str, ...]) -> object:
    from rich.table import Table

    grid = Table(title="What was injected, and what it left", caption="SIMULATED")
    grid.add_column("kind")
    grid.add_column("injected", justify="right")
    grid.add_column("left a trace", justify="right")
    for kind in kinds:
        grid.add_row(kind, str(tally.injected[kind]), str(tally.showed[kind]))
    return grid
