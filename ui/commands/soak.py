"""`feltwork soak`: random rounds with faults and crashes; what was injected and what held."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.table import Table

    from simulators.people.traces import Tally

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
    shown, what is shown is what was recorded; after every round the meter is the pool's and the
    lamps are right.

    Exit status: 0 everything held; 1 something did not, or a kind of fault never struck or left no
    trace; 2 wrong options. Of `all`, what no table of these shifts can have is left out, and said.
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

    from simulators.games.registry import soaked
    from simulators.people.soak import KINDS, soak
    from simulators.people.traces import Tally

    tally, console = Tally(), Console(soft_wrap=True)  # a command is pasted whole
    bar = Progress(
        TextColumn("SIMULATED"), BarColumn(), MofNCompleteColumn(), TextColumn("rounds"),
        TimeRemainingColumn(), console=Console(stderr=True),
    )  # fmt: skip
    try:
        with bar:
            task = bar.add_task("rounds", total=rounds)
            for _ in soak(soaked(), rounds, seed, kinds, tally, first):
                bar.advance(task)
    except Exception as fault:  # noqa: BLE001 - whatever it is, it is what a soak looks for
        console.print(_injected(tally, kinds), _held(tally))
        console.print(
            f"FAILED in shift {tally.shift}, after {tally.rounds} rounds of the soak: "
            f"{type(fault).__name__}: {fault}", markup=False,
        )  # fmt: skip
        again = _again(tally.shift_rounds, seed, kinds, tally.shift)
        console.print(f"Play it again: {again}", markup=False)
        return FAILED
    console.print(_injected(tally, kinds), _held(tally))
    endings = ", ".join(f"{count} {ending}" for ending, count in sorted(tally.endings.items()))
    console.print(f"{tally.rounds} rounds ({endings}). Seed {seed}.")
    wanted = kinds if kinds != KINDS else tuple(kind for kind in kinds if kind in tally.possible)
    if wanted != kinds:
        left_out = ", ".join(kind for kind in kinds if kind not in wanted)
        console.print(f"Not tried, no table of these shifts can have it: {left_out}.")
    if unproved := tally.unproved(wanted):
        console.print(
            f"FAILED. Everything held, but {', '.join(unproved)}: never injected, or left no "
            f"trace. Play more rounds: {_again(2 * rounds, seed, kinds, first)}", markup=False,
        )  # fmt: skip
        return FAILED
    console.print("Everything held.")
    return 0


def _again(rounds: int, seed: int, kinds: tuple[str, ...], shift: int) -> str:
    from simulators.people.soak import KINDS

    faults = "all" if kinds == KINDS else ",".join(kinds) or "none"
    return f"feltwork soak --rounds {rounds} --seed {seed} --shift {shift} --faults '{faults}'"


def _injected(tally: "Tally", kinds: tuple[str, ...]) -> "Table":
    rows = [
        (kind, tally.injected[kind], tally.showed[kind], tally.survived[kind]) for kind in kinds
    ]
    return _grid("What was injected", ("kind", "struck", "left a trace", "all held after"), rows)


def _held(tally: "Tally") -> "Table":
    from simulators.games.registry import soaked

    checks = dict.fromkeys(check for game in soaked() for check in game.checked)
    rows = [(check.value, tally.checks[check]) for check in checks]
    return _grid("What held", ("check", "times"), rows)


def _grid(title: str, columns: tuple[str, ...], rows: "Iterable[tuple[object, ...]]") -> "Table":
    from rich.table import Table

    grid = Table(title=title, caption="SIMULATED")
    for number, column in enumerate(columns):
        grid.add_column(column, justify="right" if number else "left")
    for row in rows:
        grid.add_row(*map(str, row))
    return grid
