"""The key that a desk shares with one of its tables: a file of its own in the desk's folder.

It is no key of the table's record: whoever has it can speak for this table at this desk, and read
or change nothing else.
"""

import fcntl
import os
import re
import secrets
from pathlib import Path
from typing import Final

from controller.private_files import (
    NotPlain,
    OthersMayRead,
    create_private,
    disk_cause,
    private_folder,
    read_private,
)
from controller.relay.contract import RelayFault

_BYTES: Final = 32
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,5}")


class NoKey(RelayFault):
    """There is no key that can be trusted: what was seen, what was expected."""


def key_file(folder: Path, table: int) -> Path:
    """Where the key of a table lies in the desk's folder."""
    return folder / "tables" / f"{table}.key"


def admitted(folder: Path) -> tuple[int, ...]:
    """The tables that have a key there."""
    names = (path.stem for path in (folder / "tables").glob("*.key"))
    return tuple(sorted(int(name) for name in names if _NUMBER.fullmatch(name)))


def receive_tables(folder: Path) -> None:
    """At the desk: from now on tables may make their keys in its folder."""
    private_folder(folder / "tables")


def admit(folder: Path, table: int) -> bytes:
    """The key of a table, made where there is none yet; nothing is made where no desk is."""
    path = key_file(folder, table)
    if not path.parent.is_dir():
        raise NoKey(f"{folder}: No tournament desk here. Check the path")
    try:
        key = secrets.token_bytes(_BYTES)
        create_private(path, lambda draft: draft.write_text(key.hex(), "ascii"))
    except FileExistsError:
        return load_key(folder, table)
    except OSError as fault:
        cause = disk_cause(fault, "Check the path and its owner")
        raise NoKey(f"{path}: the key cannot be written: {cause}") from fault
    return key


def load_key(folder: Path, table: int) -> bytes:
    """The key of a table that was admitted."""
    path = key_file(folder, table)
    try:
        key = bytes.fromhex(read_private(path).decode("ascii"))
    except FileNotFoundError:
        raise NoKey(
            f"{path}: No key for table {table} here. Start the table once, so that one is made"
        ) from None
    except (NotPlain, OthersMayRead) as seen:
        raise NoKey(f"{path}: others could read it ({seen}). Run: chmod 600 {path}") from None
    except ValueError:
        raise NoKey(f"{path}: no key in it. Remove the file and admit the table again") from None
    except OSError as fault:
        raise NoKey(
            f"{path}: the key cannot be read: {disk_cause(fault, 'Check the path and its owner')}"
        ) from fault
    if len(key) != _BYTES:
        raise NoKey(f"{path}: {len(key)} bytes seen, {_BYTES} expected: admit the table again")
    return key


class Claim:
    """The number of a table in the hands of one process: two that speak as one table would take
    each other's reports for told. The kernel's lock goes with the process, however that ends."""

    def __init__(self, folder: Path, table: int) -> None:
        self._folder, self._table = folder, table
        self._handle: int | None = None

    def hold(self) -> None:
        """`NoKey` while another process has it; again and again is once."""
        if self._handle is not None:
            return
        path = key_file(self._folder, self._table)
        try:
            handle = os.open(path, os.O_RDONLY)
        except OSError as fault:
            cause = disk_cause(fault, "Start the table again")
            raise NoKey(f"{path}: the key cannot be read: {cause}") from fault
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            raise NoKey(
                f"Another console is table {self._table} of this tournament. Stop that one, or "
                "give this table a number of its own in its file"
            ) from None
        self._handle = handle

    def release(self) -> None:
        """Another process may have it."""
        if self._handle is not None:
            os.close(self._handle)
        self._handle = None
