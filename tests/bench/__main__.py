"""`make bench`: one table, each line a ratio measured in the same run.

`make bench ONLY=taps,hands` measures these parts only, named as their modules are.
"""

import os
import sys
from collections.abc import Callable
from importlib import import_module
from time import perf_counter
from typing import Final

from rich.console import Console
from rich.table import Table

PARTS: Final = (
    "rounds", "poker_room", "hands", "commands", "devices", "journal", "start", "idle",
    "pools", "listeners", "meters", "pixels", "memory", "taps",
)  # fmt: skip


def main() -> int:
    """Print the table, and how long every part of it took."""
    asked = [name.strip() for name in os.environ.get("ONLY", "").split(",") if name.strip()]
    if unknown := [name for name in asked if name not in PARTS]:
        sys.stderr.write(f"Unknown parts: {', '.join(unknown)}. Choose from {', '.join(PARTS)}.\n")
        return 2
    console, begun = Console(width=150), perf_counter()
    grid = Table(title="Ratios, both sides of each measured in this run")
    grid.add_column("what")
    grid.add_column("ratio", justify="right")
    grid.add_column("note")
    for name in asked or PARTS:
        bench: Callable[[], list[tuple[str, float, str]]]
        bench = import_module(f"tests.bench.{name}").bench
        part_begun = perf_counter()
        for what, ratio, note in bench():
            grid.add_row(what, f"{ratio:.2f}", note)
        console.print(f"{name}: {perf_counter() - part_begun:.0f} s")
    console.print(grid)
    console.print(f"Measured in {(perf_counter() - begun) / 60:.1f} minutes.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
