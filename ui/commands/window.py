"""What every command with a window asks for, and how its first frame comes up fast."""

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Final

import typer

SIZE: Final = re.compile(r"([0-9]{3,5})x([0-9]{3,5})")
WIDTH_MIN, HEIGHT_MIN = 1024, 600

Size = Annotated[
    str, typer.Option(metavar="WxH", help="Size of the window, from 1024x600 to 1920x1080.")
]
Inches = Annotated[
    float, typer.Option(help="Diagonal in inches. Default: what the screen reports.")
]
FullScreen = Annotated[bool, typer.Option("--full-screen", help="Show no window frame.")]


def size_of(size: str) -> tuple[int, int]:
    """`1280x800`, checked."""
    found = SIZE.fullmatch(size)
    if not found or int(found[1]) < WIDTH_MIN or int(found[2]) < HEIGHT_MIN:
        raise typer.BadParameter(
            f"expected {WIDTH_MIN}x{HEIGHT_MIN} or more, such as 1280x800; found {size!r}",
            param_hint="--size",
        )
    return int(found[1]), int(found[2])


@contextmanager
def coming_up() -> Iterator[None]:
    """Nothing loaded before the first frame is garbage, so it is not looked for until then. The
    table is loaded ahead of Qt, whose bindings read the source of whatever is imported later."""
    gc.disable()
    try:
        import controller.running.running_table
        import controller.tables  # noqa: F401

        yield
    finally:
        gc.enable()
