"""The table's keys: for the chain, for sealing, for signing exports.

Whoever holds a journal and its keys can write a new past. So a table in a casino keeps its key
file elsewhere (another disk, readable by the table's user alone) and backs it up apart from the
journals; `FILE.keys` beside the journal is for the bench, for
scenarios and for trying things out. Nothing here prints, logs or puts a key into a message.
"""

import json
import os
import secrets
from dataclasses import field, fields
from hashlib import blake2b
from pathlib import Path
from typing import Final

from controller.domain.frozen import Frozen
from controller.journal.files import expected, locate, none_seen, not_a_journal
from controller.journal.recorder import JournalFault
from controller.private_files import (
    NotPlain,
    OthersMayRead,
    create_private,
    disk_cause,
    read_private,
)

_FORMAT: Final = 1
_BYTES: Final = 32


class TableKeys(Frozen):
    """Three independent secrets; shown only by the name of the set."""

    chain: bytes = field(repr=False)
    """Keyed hash over the records and the anchor."""
    sealing: bytes = field(repr=False)
    """ChaCha20-Poly1305 over face-down cards and checkpoints."""
    export: bytes = field(repr=False)
    """Seed of the Ed25519 key that signs exports."""

    @property
    def name(self) -> str:
        """Tells one key file from another and says nothing about the keys."""
        whole = self.chain + self.sealing + self.export
        return blake2b(whole, digest_size=8, person=b"feltwork keys").hexdigest()

    def __repr__(self) -> str:
        return f"TableKeys(name={self.name!r})"

    def __reduce__(self) -> str:
        # A pickle ends up in a queue, a cache or a crash report.
        raise TypeError("keys do not leave the process: read the key file there instead")


def create_keys(path: Path) -> TableKeys:
    """New keys in a new file that only its owner can read; never over an existing one."""
    keys = TableKeys(*(secrets.token_bytes(_BYTES) for _ in fields(TableKeys)))
    content = {"format": _FORMAT, "name": keys.name}
    content |= {part.name: getattr(keys, part.name).hex() for part in fields(keys)}
    try:
        create_private(path, lambda draft: draft.write_text(json.dumps(content, indent=1), "ascii"))
    except FileExistsError:
        raise JournalFault(
            f"{path}: a key file already exists. Journals written under it can be read with it "
            "alone: keep it, or name another file for new keys"
        ) from None
    except OSError as fault:
        raise JournalFault(_cannot("write", path, fault)) from fault
    return keys


def keys_for(journal: Path, keys: Path | None, *, create: bool) -> TableKeys:
    """The keys of a journal: from the file named, else from `FILE.keys` beside it.

    With `create` new ones are made where neither journal nor keys are there yet. A journal without
    its keys is a fault: new ones would not read it.
    """
    located = locate(journal)
    path = keys if keys is not None else located.keys
    if os.path.lexists(path):
        return load_keys(path)
    named = located.later or located.first
    begun = located.files() or located.anchor.exists()
    if not located.anchor.exists() and (seen := not_a_journal(named)):
        raise expected(named, seen)
    if not begun and create:
        return create_keys(path)
    if not begun:
        raise none_seen(named)
    raise JournalFault(
        f"{path}: No key file here for the journal {located.first}. Restore the keys it was begun "
        "with from their backup, or say where they are with --keys"
    )


def load_keys(path: Path) -> TableKeys:
    """The keys in a file, which nobody but its owner may read."""
    try:
        return _parsed(read_private(path), path)
    except FileNotFoundError:
        raise JournalFault(
            f"{path}: No key file here. Restore the one the table's journal was begun with from "
            "its backup: new keys cannot read an old journal"
        ) from None
    except NotPlain:
        raise JournalFault(f"{path}: not a file. Expected a key file") from None
    except OthersMayRead as seen:
        raise JournalFault(
            f"{path}: others can read it ({seen}). Run: chmod 600 {path}; if others may have read "
            "it, begin a journal with new keys under another name"
        ) from None
    except OSError as fault:
        raise JournalFault(_cannot("read", path, fault)) from fault


def _parsed(data: bytes, path: Path) -> TableKeys:
    """The messages name what is wrong with the file, never what stands in it."""
    names = [part.name for part in fields(TableKeys)]
    expected = f"a key file of format {_FORMAT} with {', '.join(names)}: restore it from its backup"
    try:
        content = json.loads(data)
        if content["format"] != _FORMAT:
            raise ValueError
        keys = TableKeys(*(bytes.fromhex(content[name]) for name in names))
    except (ValueError, KeyError, TypeError):
        raise JournalFault(f"{path}: not a key file. Expected {expected}") from None
    whole = all(len(getattr(keys, name)) == _BYTES for name in names)
    if not whole or content.get("name") != keys.name:
        raise JournalFault(f"{path}: the key file is damaged. Expected {expected}")
    return keys


def _cannot(do: str, path: Path, fault: OSError) -> str:
    cause = disk_cause(fault, "Check the path and its owner")
    return f"{path}: cannot {do} the key file: {cause}"
