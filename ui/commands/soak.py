"""`feltwork soak`: random rounds with faults and crashes; what was injected and what held."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.table import Table

    from simulators.games.soak import GameSoak
    from simulators.people.traces import Tally

ROUNDS = 300
FAILED = 1


def soak(
    rounds: Annotated[int, typer.Option(min=1, help="How many rounds to play.")] = ROUNDS,
    seed: Annotated[int, typer.Option(help="The same seed plays the same shifts.")] = 1,
    faults: Annotated[
        str,
        typer.Option(
            metavar="KIND,...",
            help="What goes wrong: all, none, or kinds by name, such as 'unplug,misread,crash'.",
        ),
    ] = "all",
    shift: Annotated[
        int, typer.Option(min=0, help="Start with this shift, to repeat one that failed.")
    ] = 0,
    game: Annotated[
        str, typer.Option(metavar="GAME", help="Tables of one game only: bonus or poker.")
    ] = "",
) -> None:
    """Play random shifts at simulated tables, with faults and crashes, and check everything.

    The controller and drivers are the real ones; devices, dealer and players are simulated, in
    memory and on virtual time. After every event, money has to balance in double entry, no card may
    be lost or doubled, no face-down card may be shown, and the screen has to show what was
    recorded. After every round, the meter has to be the pool's and the lamps have to be right. In
    the poker room, stacks, pots and commission have to be the chips that were bought and not
    cashed out.

    Exit status: 0 every check held; 1 a check failed, or a kind of fault never struck or left no
    trace; 2 wrong options. With --faults all, faults that no table in these shifts can have are
    left out and listed.
    """
    from simulators.people.soak import KINDS  # a whole table: loaded when it is needed

    wanted = {"all": KINDS, "none": ()}.get(faults) or tuple(
        kind.strip() for kind in faults.split(",") if faults != "none"
    )
    if unknown := [kind for kind in wanted if kind not in KINDS]:
        known = ", ".join(KINDS)
        raise typer.BadParameter(
            f"expected one of {known}; found {unknown[0]!r}", param_hint="--faults"
        )
    if game and not _played(game):
        known = " or ".join(one.name for one in _played(""))
        raise typer.BadParameter(f"expected {known}; found {game!r}", param_hint="--game")
    raise typer.Exit(run(rounds, seed, wanted, shift, game))


def _played(game: str) -> "tuple[GameSoak, ...]":
    """The games of a soak: all of them, or the one of this name."""
    from simulators.games.registry import soaked

    return tuple(one for one in soaked() if game in ("", one.name))


def run(rounds: int, seed: int, kinds: tuple[str, ...], first: int, game: str = "") -> int:
    """Play, and say what came of it; the exit status."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

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
            for _ in soak(_played(game), rounds, seed, kinds, tally, first):
                bar.advance(task)
    except Exception as fault:  # noqa: BLE001 - whatever it is, it is what a soak looks for
        console.print(_injected(tally, kinds), _held(tally))
        console.print(
            f"FAILED in shift {tally.shift}, after {tally.rounds} rounds of the soak: "
            f"{type(fault).__name__}: {fault}", markup=False,
        )  # fmt: skip
        again = _again(tally.shift_rounds, seed, kinds, tally.shift, game)
        console.print(f"Play it again: {again}", markup=False)
        return FAILED
    console.print(_injected(tally, kinds), _held(tally))
    endings = ", ".join(f"{count} {ending}" for ending, count in sorted(tally.endings.items()))
    console.print(f"{tally.rounds} rounds ({endings}). Seed {seed}.")
    wanted = kinds if kinds != KINDS else tuple(kind for kind in kinds if kind in tally.possible)
    if wanted != kinds:
        left_out = ", ".join(kind for kind in kinds if kind not in wanted)
        console.print(f"Not tried, because no table in these shifts can have it: {left_out}.")
    if unproved := tally.unproved(wanted):
        again = _again(2 * rounds, seed, kinds, first, game)
        console.print(
            f"FAILED. Everything held, but {', '.join(unproved)}: never injected, or left no "
            f"trace. Play more rounds: {again}", markup=False,
        )  # fmt: skip
        return FAILED
    console.print("Everything held.")
    return 0


def _again(rounds: int, seed: int, kinds: tuple[str, ...], shift: int, game: str) -> str:
    from simulators.people.soak import KINDS

    faults = "all" if kinds == KINDS else ",".join(kinds) or "none"
    again = f"feltwork soak --rounds {rounds} --seed {seed} --shift {shift} --faults '{faults}'"
    return f"{again} --game {game}" if game else again


def _injected(tally: "Tally", kinds: tuple[str, ...]) -> "Table":
    rows = [
        (kind, tally.injected[kind], tally.showed[kind], tally.survived[kind]) for kind in kinds
    ]
    return _grid("What was injected", ("kind", "struck", "left a trace", "all held after"), rows)


def _held(tally: "Tally") -> "Table":
    played = [game for game in _played("") if game.name in tally.games]
    checks = dict.fromkeys(check for game in played for check in game.checked)
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
