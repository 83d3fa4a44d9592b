"""`make bench`: one table, each line a ratio measured in the same run."""

from rich.console import Console
from rich.table import Table

from tests.bench import (
    commands,
    devices,
    hands,
    idle,
    journal,
    listeners,
    memory,
    meters,
    pixels,
    poker_room,
    pools,
    rounds,
    start,
    taps,
)


def main() -> None:
    """Print the table."""
    grid = Table(title="Ratios, both sides of each measured in this run")
    grid.add_column("what")
    grid.add_column("ratio", justify="right")
    grid.add_column("note")
    for part in (
        rounds,
        poker_room,
        hands,
        commands,
        devices,
        journal,
        start,
        idle,
        pools,
        listeners,
        meters,
        pixels,
        memory,
        taps,
    ):
        for what, ratio, note in part.bench():
            grid.add_row(what, f"{ratio:.2f}", note)
    Console(width=150).print(grid)


if __name__ == "__main__":
    main()
