"""The pairing of a bench with a linked device: a small file that only its owner can read.

It is the bench's own. A device of a table is paired with the table, and a device can be paired with
one host only: to try it here is to pair it here, and to pair it with its table again afterwards.
"""

import json
from pathlib import Path
from typing import Any

from controller.private_files import NotPlain, OthersMayRead, read_private, write_private
from drivers.link.keys import KEY_BYTES
from drivers.link.pairing import Paired
from ui.commands.conformance.linked import PairedState


class WrongPairing(Exception):
    """The file cannot be used: what was seen, and what to do."""


def load(path: Path) -> PairedState:
    """What stands in the file; never shown."""
    try:
        content = json.loads(read_private(path))
    except FileNotFoundError:
        raise WrongPairing(f"{path}: no such file. Pair the device with --pair first") from None
    except OthersMayRead as seen:
        raise WrongPairing(
            f"{path}: others can read it ({seen}). "
            f"Run: chmod 600 {path}; if others may have read it, pair again with --pair"
        ) from None
    except (OSError, ValueError, NotPlain) as error:
        raise WrongPairing(
            f"{path}: cannot be read as a pairing. Pair again with --pair"
        ) from error
    return _parsed(path, content)


def _parsed(path: Path, content: Any) -> PairedState:
    try:
        who = int(content["device_id"]), str(content["model"]), str(content["serial"])
        key = bytes.fromhex(content["key"])
        if len(key) != KEY_BYTES:
            raise ValueError
        return PairedState(Paired(*who, key), int(content["last_seq"]), int(content["command_id"]))
    except (KeyError, TypeError, ValueError):
        raise WrongPairing(f"{path}: not a pairing. Pair again with --pair") from None


def save(path: Path, standing: PairedState) -> None:
    """Whole or not at all."""
    paired = standing.paired
    content = {
        "device_id": paired.device_id,
        "model": paired.model,
        "serial": paired.serial,
        "key": paired.key.hex(),
        "last_seq": standing.last_seq,
        "command_id": standing.command_id,
    }
    try:
        write_private(path, json.dumps(content, indent=1).encode("ascii"))
    except OSError as error:
        raise WrongPairing(f"{path}: cannot be written: {error.strerror}") from error
