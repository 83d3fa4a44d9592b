"""The table's keys: for the chain, for sealing, for signing exports.

They live in one small file apart from the journals, since whoever holds a journal and its keys can
write a new past (DESIGN "Record and recovery": keys are backed up apart from journals). Nothing
here prints, logs or puts a key into a message.
"""

import json
import os
import secrets
import stat
from dataclasses import dataclass, field, fields
from hashlib import blake2b
from pathlib import Path
from typing import Final

from controller.journal.recorder import JournalFault

_FORMAT: Final = 1
_BYTES: Final = 32


@dataclass(frozen=True)
class TableKeys:
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
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
    try:
        handle = os.open(path, flags, 0o600)
    except FileExistsError:
        raise JournalFault(
            f"{path}: a key file is there already. Journals written under it can be read with it "
            "alone: keep it, or name another file for new keys"
        ) from None
    except OSError as fault:
        raise JournalFault(_cannot("write", path, fault)) from fault
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            os.fchmod(handle, 0o600)  # whatever the umask
            json.dump(content, file, indent=1)
            file.flush()
            os.fsync(handle)
        sync_folder(path.parent)
    except OSError as fault:
        path.unlink(missing_ok=True)
        raise JournalFault(_cannot("write", path, fault)) from fault
    return keys


def load_keys(path: Path) -> TableKeys:
    """The keys in a file, which nobody but its owner may read."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        raise JournalFault(
            f"{path}: no key file seen. Expected the file the table's journal was begun with: "
            "restore it from its backup (new keys do not read an old journal)"
        ) from None
    except OSError as fault:
        raise JournalFault(_cannot("read", path, fault)) from fault
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise JournalFault(f"{path}: not a file. Expected a key file")
        if found.st_mode & 0o077:
            raise JournalFault(
                f"{path}: others can read it (mode {stat.S_IMODE(found.st_mode):04o} seen, 0600 "
                f"expected). Run: chmod 600 {path}; if others may have read it, begin a journal "
                "with new keys in a folder of its own"
            )
        content = os.read(handle, 65_536)
    except OSError as fault:
        raise JournalFault(_cannot("read", path, fault)) from fault
    finally:
        os.close(handle)
    return _parsed(content, path)


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
    return f"{path}: cannot {do} the key file: {fault.strerror}. Check the path and its owner"


def sync_folder(folder: Path) -> None:
    """A new or renamed file is in its folder after a power cut only then."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
