"""SQLite on a machine whose power fails at a chosen statement."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

import pytest

from controller.pools.sqlite import SqlitePools


class PowerCut(BaseException):
    """Nothing runs any more, not even clean-up."""


class FrailConnection(sqlite3.Connection):
    """Counts statements down to the cut; an odd count cuts after the statement, an even before."""

    fuse: ClassVar[int | None] = None

    def execute(self, *args: Any, **kwargs: Any) -> sqlite3.Cursor:
        kind = type(self)
        if kind.fuse is None:
            return super().execute(*args, **kwargs)
        if kind.fuse <= 0:
            raise PowerCut
        kind.fuse -= 2
        if kind.fuse > 0:
            return super().execute(*args, **kwargs)
        if kind.fuse == 0:  # it was carried out, but nobody learns of it
            super().execute(*args, **kwargs)
        kind.fuse = 0
        raise PowerCut


@contextmanager
def frail_sqlite() -> Iterator[None]:
    """Within, every new connection is a frail one."""
    real = sqlite3.connect

    def connect(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        return real(*args, **kwargs, factory=FrailConnection)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite3, "connect", connect)
        try:
            yield
        finally:
            FrailConnection.fuse = None


def power_on_again(pools: SqlitePools, path: Path) -> SqlitePools:
    """What was not committed is gone."""
    FrailConnection.fuse = None
    pools.close()
    return SqlitePools(path)
