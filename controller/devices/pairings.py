"""The devices a table is paired with: a file beside the table's keys that only its owner can read.

It is sealed under the table's own key, so that whoever copies it alone can neither read a key out
of it nor put a device of his own into it. `run.journal.keys` has `run.journal.pairings` beside it.
Nothing here prints, logs or puts a key into a message.
"""

import json
import os
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from controller.journal.files import locate
from controller.journal.keys import TableKeys
from controller.private_files import (
    NotPlain,
    OthersMayRead,
    disk_cause,
    read_private,
    write_private,
)
from drivers.link.keys import KEY_BYTES
from drivers.link.pairing import Paired

_FORMAT: Final = b"feltwork pairings 1\n"
_NONCE: Final = 12
Pairings = Mapping[str, Paired]
"""By the name of the device."""


class WrongPairings(Exception):
    """The file cannot be used: what was seen, what was expected, what to do."""


def pairings_path(journal: Path, keys: Path | None) -> Path:
    """Where the pairings of a table are: beside its keys."""
    beside = keys if keys is not None else locate(journal).keys
    return beside.with_name(beside.name.removesuffix(".keys") + ".pairings")


def load_pairings(path: Path, keys: TableKeys) -> dict[str, Paired]:
    """What the table is paired with; nothing where there is no file yet."""
    try:
        return _opened(read_private(path), path, keys)
    except FileNotFoundError:
        return {}
    except NotPlain:
        raise WrongPairings(f"{path}: not a file. Expected the pairings of a table") from None
    except OthersMayRead as seen:
        raise WrongPairings(
            f"{path}: others can read it ({seen}). Run: chmod 600 {path}; if others may have read "
            "it, pair every device again"
        ) from None
    except OSError as fault:
        raise _cannot("read", path, fault) from fault


def save_pairings(path: Path, keys: TableKeys, pairings: Pairings) -> None:
    """Whole or not at all, in place of what was there."""
    content = json.dumps(
        {name: [p.device_id, p.model, p.serial, p.key.hex()] for name, p in pairings.items()}
    )
    nonce = os.urandom(_NONCE)
    sealed = _FORMAT + nonce + _cipher(keys).encrypt(nonce, content.encode(), _FORMAT)
    try:
        write_private(path, sealed)
    except OSError as fault:
        raise _cannot("write", path, fault) from fault


def _opened(data: bytes, path: Path, keys: TableKeys) -> dict[str, Paired]:
    """The messages name what is wrong with the file, never what stands in it."""
    to_do = "restore it from its backup, or move it away and pair every device again"
    if not data.startswith(_FORMAT):
        raise WrongPairings(f"{path}: not a file of pairings. Expected one of this table: {to_do}")
    nonce, sealed = data[len(_FORMAT) :][:_NONCE], data[len(_FORMAT) + _NONCE :]
    try:
        content = json.loads(_cipher(keys).decrypt(nonce, sealed, _FORMAT))
    except (InvalidTag, ValueError):
        raise WrongPairings(
            f"{path}: damaged, or sealed under other keys than {keys.name}. Expected the pairings "
            f"of this table: {to_do}"
        ) from None
    return {str(name): _paired(*entry) for name, entry in content.items()}


def _paired(device_id: Any, model: Any, serial: Any, key: Any) -> Paired:
    return Paired(int(device_id), str(model), str(serial), bytes.fromhex(key))


def _cipher(keys: TableKeys) -> ChaCha20Poly1305:
    """Under a key of its own, made of the one that seals cards."""
    own = blake2b(key=keys.sealing, digest_size=KEY_BYTES, person=b"feltwork pairing")
    return ChaCha20Poly1305(own.digest())


def _cannot(do: str, path: Path, fault: OSError) -> WrongPairings:
    cause = disk_cause(fault, "Check the path and its owner")
    return WrongPairings(f"{path}: cannot {do} the pairings: {cause}")
