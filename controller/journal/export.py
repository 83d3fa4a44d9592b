"""The record for people: rounds to look at, and signed exports to take away.

An export is a folder: `records.csv`, `records.json`, and `signature.json` with an Ed25519
signature over both, over what `verify` said of the journal when it was taken, and over the public
key. Whoever checks it compares the fingerprint of that key with the one on the table's papers.
Cards that were never turned over stay sealed in it; sealed checkpoints are left out.
"""

import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from datetime import UTC, datetime
from hashlib import file_digest, sha256
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from controller.bounded import read_bounded
from controller.domain.cards import Card
from controller.domain.money import Cents, Money
from controller.journal.chain import files_of
from controller.journal.codec import TAG, Codec
from controller.journal.files import expected, locate, none_seen, not_a_journal
from controller.journal.housekeeping import SCENARIO_BEGUN, Housekeeping
from controller.journal.keys import TableKeys
from controller.journal.kinds import kinds_of
from controller.journal.reader import unreadable
from controller.journal.recorder import CHECKPOINT, JournalFault, Record, State, Verdict
from controller.journal.sealing import SEALED, CardsTurned
from controller.journal.verify import UNREADABLE, reading, verify
from controller.private_files import (
    GIVEN_AWAY,
    begin_private,
    disk_cause,
    private_folder,
    write_private,
)

CSV, JSON, SIGNATURE = "records.csv", "records.json", "signature.json"
_FORMAT: Final = 1
_READ: Final = (
    "SELECT position, round, at_ms, kind, payload, mac FROM record "
    "WHERE position > ? AND (? IS NULL OR round = ?) ORDER BY position"
)
_COLUMNS: Final = ("position", "round", "at", "kind", "text", "payload", "mac")


def read_rounds(
    path: Path, round_: int | None = None, *, newest: int | None = None
) -> Iterator[Record]:
    """All records, those of one round, or of the newest so many, as far as they can be read.

    On the bench every scenario counts its rounds anew: then the last one of that number is meant.
    """
    journal = locate(path)
    shown = files_of(journal)
    named = journal.later or journal.first
    if (seen := not_a_journal(named)) and not journal.anchor.exists():
        raise expected(named, seen)
    if not shown:
        raise none_seen(named)
    since = 0
    try:
        if newest is not None:
            since = _before_newest(shown, newest)
        elif round_ is not None:
            since = _begun_before(shown, round_)
        for file, in_play in shown:
            with reading(file, live=in_play) as connection:
                found = connection.execute(_READ, (since, round_, round_))
                yield from map(Record._make, found)
    except UNREADABLE as fault:
        raise unreadable(path, fault) from fault


def _before_newest(shown: list[tuple[Path, bool]], newest: int) -> int:
    """The position before the newest so many rounds, looked for from the end."""
    begins, last, count = 0, None, 0
    for file, live in reversed(shown):
        with reading(file, live=live) as connection:
            query = "SELECT position, round FROM record ORDER BY position DESC"
            for position, round_ in connection.execute(query):
                count += round_ != last and round_ != 0
                if count > newest:
                    return begins - 1
                begins, last = position, round_
    return 0


def _begun_before(shown: list[tuple[Path, bool]], round_: int) -> int:
    """The position at which the last scenario begins that has this round; 0 for a table."""
    last = None
    for file, live in reversed(shown):
        with reading(file, live=live) as connection:
            if last is None:
                query = "SELECT max(position) FROM record WHERE round = ?"
                (last,) = connection.execute(query, (round_,)).fetchone()
            if last is not None:
                query = "SELECT max(position) FROM record WHERE kind = ? AND position <= ?"
                (begun,) = connection.execute(query, (SCENARIO_BEGUN, last)).fetchone()
                if begun is not None:
                    return int(begun) - 1
    return 0


class Describer:
    """Records in words, by the annotations of their kinds: money as money, cards as cards."""

    def __init__(self, *unions: Any) -> None:
        """`unions`: the kinds of event that a record may hold, besides its housekeeping."""
        self._kinds = Codec(*unions, Housekeeping, CardsTurned).kinds

    def text(self, record: Record) -> str:
        """What a record says; of a card face down only that it is there."""
        if record.kind == CHECKPOINT:
            return f"sealed, {len(record.payload) // 1024} KiB"
        try:
            tree = json.loads(record.payload)
            if not isinstance(tree, dict):
                return record.payload.decode()
            return _words(self._kinds.get(record.kind), tree)
        except (ValueError, TypeError, KeyError, AttributeError):
            return "cannot be read"


def _words(kind: Any, tree: Any) -> str:
    """A value in words: along its annotation, which the JSON follows."""
    parts = [part for part in get_args(kind) if part is not NoneType]
    if tree is None:
        return "none"
    if get_origin(kind) in (Union, UnionType):
        return _one_of(parts, tree)
    if kind in (Money, Cents):
        return Money(tree).display()
    if kind is Card:
        return "face down" if str(tree).startswith(SEALED) else str(tree)
    if isinstance(kind, type) and is_dataclass(kind):
        hints = get_type_hints(kind, include_extras=True)
        found = (
            f"{part.name} {_words(hints[part.name], tree[part.name])}"
            for part in fields(kind)
            if tree.get(part.name) not in (None, [], {})
        )
        return ", ".join(found)
    if isinstance(tree, list):
        return "; ".join(map(_words, _kinds_in(kind, len(tree)), tree))
    if isinstance(tree, dict):
        mapped = get_origin(kind) is not None
        value, between = (parts[1], ": ") if mapped else (None, " ")
        words = (f"{key}{between}{_words(value, part)}" for key, part in tree.items())
        return ("; " if mapped else ", ").join(words)
    if isinstance(tree, str) and tree.startswith(SEALED):
        return "face down"  # of a kind that is not known here
    return {True: "yes", False: "no"}[tree] if isinstance(tree, bool) else str(tree)


def _one_of(kinds: list[Any], tree: Any) -> str:
    """Where several are possible the object says which."""
    if len(kinds) == 1:
        return _words(kinds[0], tree)
    rest = {key: part for key, part in tree.items() if key != TAG}
    named = kinds_of(*kinds)
    return f"{tree[TAG]} ({_words(named.get(tree[TAG]), rest)})"


def _kinds_in(kind: Any, count: int) -> list[Any]:
    """What the members of a list are: any number of one, or each of its own."""
    if hasattr(kind, "_fields"):
        return list(get_type_hints(kind, include_extras=True).values())
    parts = [part for part in get_args(kind) if part is not Ellipsis]
    return parts if len(parts) == count > 1 else [parts[0] if parts else None] * count


def moment(at_ms: int) -> str:
    """`2026-11-16T02:11:05.250Z`, or the number where it is no time."""
    try:
        at = datetime.fromtimestamp(at_ms // 1000, UTC)
    except (OverflowError, OSError, ValueError):
        return str(at_ms)
    return f"{at:%Y-%m-%dT%H:%M:%S}.{at_ms % 1000:03d}Z"


def fingerprint(public_key: bytes) -> str:
    """What people compare: `9f86 d081 ...`, 128 bits of the key's SHA-256."""
    digest = sha256(public_key).hexdigest()[:32]
    return " ".join(digest[i : i + 4] for i in range(0, 32, 4))


def public_key(keys: TableKeys) -> bytes:
    """The key that exports of this table are checked with."""
    return Ed25519PrivateKey.from_private_bytes(keys.export).public_key().public_bytes_raw()


def export(path: Path, into: Path, keys: TableKeys, *unions: Any) -> Verdict:
    """Write a journal out, signed, into a folder that does not exist yet."""
    if into.exists():
        raise JournalFault(f"{into}: already exists. Name a new folder")
    verdict = verify(path, keys)
    new = into.with_name(into.name + ".new")
    try:
        private_folder(new)
        _write_records(path, new, verdict, Describer(*unions))
        signed = _signed(new, verdict, keys)
        write_private(new / SIGNATURE, (json.dumps(signed, indent=1) + "\n").encode("ascii"))
        new.rename(into)
    except OSError as fault:
        cause = disk_cause(fault, "Check the path and its owner")
        raise JournalFault(f"{into}: cannot be written: {cause}") from fault
    return verdict


def _write_records(path: Path, folder: Path, verdict: Verdict, describer: Describer) -> None:
    begin_private(folder / JSON)
    begin_private(folder / CSV)
    (folder / CSV).chmod(GIVEN_AWAY)
    with (
        (folder / CSV).open("w", encoding="utf-8", newline="") as table,
        (folder / JSON).open("w", encoding="utf-8") as document,
    ):
        sheet = csv.writer(table)
        sheet.writerow(_COLUMNS)
        opening = {"format": _FORMAT, "journal": str(verdict), "head": _head(verdict)}
        document.write(json.dumps(opening)[:-1] + ', "records": [')
        between = "\n"
        for record in _readable(path, verdict):
            row = _row(record, describer)
            sheet.writerow(row)
            named = dict(zip(_COLUMNS, row, strict=True))
            named["payload"] = _tree(record)
            document.write(between + json.dumps(named))
            between = ",\n"
        document.write("\n]}\n")


def _readable(path: Path, verdict: Verdict) -> Iterator[Record]:
    """Of a damaged journal everything up to where it cannot be read: the verdict stands above."""
    try:
        yield from read_rounds(path)
    except JournalFault:
        if verdict.state is not State.DAMAGED:
            raise


def _row(record: Record, describer: Describer) -> tuple[Any, ...]:
    sealed = record.kind == CHECKPOINT
    payload = "" if sealed else bytes(record.payload).decode("utf-8", "replace")
    text, at = describer.text(record), moment(record.at_ms)
    return record.position, record.round, at, record.kind, text, payload, bytes(record.mac).hex()


def _tree(record: Record) -> Any:
    if record.kind == CHECKPOINT:
        return None
    try:
        return json.loads(record.payload)
    except (ValueError, TypeError):
        return None


def _head(verdict: Verdict) -> dict[str, Any] | None:
    head = verdict.head
    if head is None:
        return None
    return {"position": head.position, "round": head.round, "mac": head.mac.hex()}


def _signed(folder: Path, verdict: Verdict, keys: TableKeys) -> dict[str, Any]:
    public = public_key(keys)
    content = {
        "algorithm": "ed25519",
        "files": {name: _digest(folder / name) for name in (CSV, JSON)},
        "fingerprint": fingerprint(public),
        "format": _FORMAT,
        "head": _head(verdict),
        "journal": str(verdict),
        "public_key": public.hex(),
        "record": verdict.record,
        "round": verdict.round,
        "state": verdict.state.name,
    }
    signature = Ed25519PrivateKey.from_private_bytes(keys.export).sign(_canonical(content))
    return content | {"signature": signature.hex()}


def _canonical(content: Mapping[str, Any]) -> bytes:
    return json.dumps(content, sort_keys=True, separators=(",", ":")).encode("ascii")


def _digest(file: Path) -> str:
    with file.open("rb") as opened:
        return file_digest(opened, "sha256").hexdigest()


def is_export(path: Path) -> bool:
    """Is this the folder of an export?"""
    return (path / SIGNATURE).is_file()


def verify_export(folder: Path, trusted: str) -> Verdict:
    """Whether an export is as it was signed, by the key with the fingerprint people trust.

    The verdict is the one that was signed: an export of a damaged journal stays one.
    """
    damaged = State.DAMAGED
    try:
        content = json.loads(read_bounded(folder / SIGNATURE))
        signature = bytes.fromhex(content.pop("signature"))
        public = bytes.fromhex(content["public_key"])
        signed = Verdict(State[content["state"]], content["record"], content["round"])
        files = {name: str(content["files"][name]) for name in (CSV, JSON)}
        signer = Ed25519PublicKey.from_public_bytes(public)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return Verdict(damaged, detail=f"{SIGNATURE} cannot be read")
    try:
        signer.verify(signature, _canonical(content))
    except InvalidSignature:
        return Verdict(damaged, detail=f"{SIGNATURE} was changed: the signature does not hold")
    if fingerprint(public).replace(" ", "") != trusted.replace(" ", "").lower():
        return Verdict(damaged, detail=f"signed by another key: {fingerprint(public)}")
    for name, digest in files.items():
        try:
            found = _digest(folder / name)
        except OSError:
            return Verdict(damaged, detail=f"{name} is missing")
        if found != digest:
            return Verdict(damaged, detail=f"{name} was changed: it is not what was signed")
    detail = f"export signed by {fingerprint(public)}; so was the journal when it was taken"
    return replace(signed, detail=detail)
