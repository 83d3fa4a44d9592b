"""Face-down cards stay unreadable in the file; the same code opens them on recovery.

Every card in an event is sealed with ChaCha20-Poly1305 under
the table's key, bound to the position of its record and to its field, so that a sealed card cannot
be read, told from another or moved. An unread card is sealed too: all seals are equally long. That
holds for every field that is a card, in any event there will ever be; only `CardsTurned` is open,
the record that a card has been turned over. A checkpoint is sealed as a whole, in steps of 1 KiB.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, Generic, NamedTuple, TypeVar

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from controller.cards.plan import Placed
from controller.domain.cards import DECK, Card
from controller.domain.frozen import Frozen
from controller.journal.chain import GENESIS, follows
from controller.journal.codec import FACE_UP, Cards, Codec, Undecodable, from_bytes, to_bytes
from controller.journal.housekeeping import CARDS_TURNED, Housekeeping, replays
from controller.journal.keys import TableKeys
from controller.journal.kinds import kind_of
from controller.journal.recorder import (
    CHECKPOINT,
    Head,
    JournalFault,
    NewRecord,
    Record,
    Recorder,
    recorded,
)

S = TypeVar("S")

SEALED: Final = "sealed:"
"""What a sealed card begins with; after it upper-case hex, in which no card's name can occur."""
_NONCE: Final = 12
_UNREAD: Final = b"\xff"
_STEP: Final = 1024
_LENGTH: Final = 4


class TurnedCard(Frozen):
    """One card that lies face up now."""

    where: str
    """`community`, `dealer`, or `place 3`."""
    index: int
    card: Card


class CardsTurned(Frozen):
    """Cards were turned over: from here on the record names them."""

    cards: tuple[TurnedCard, ...]


def cards_turned(before: Mapping[Placed, Card], after: Mapping[Placed, Card]) -> CardsTurned | None:
    """What was turned over (or, being keyed anew, changed) among the cards face up."""
    new = tuple(
        TurnedCard(where, index, card)
        for (where, index), card in after.items()
        if before.get((where, index)) != card
    )
    return CardsTurned(new) if new else None


class Sealer:
    """Seals and opens under one key; what is bound to a position opens only there."""

    def __init__(self, keys: TableKeys) -> None:
        self._cipher = ChaCha20Poly1305(keys.sealing)

    def cards(self, kind: str, position: int) -> Cards:
        """How cards are written in a record of this kind at this position."""
        return FACE_UP if kind == CARDS_TURNED else _SealedCards(self._cipher, position)

    def seal(self, payload: bytes, position: int) -> bytes:
        """A checkpoint, padded so that its length says nothing."""
        padded = len(payload).to_bytes(_LENGTH, "big") + payload
        padded += bytes(-len(padded) % _STEP)
        return _seal(self._cipher, padded, _bound(position, CHECKPOINT))

    def open(self, sealed: bytes, position: int) -> bytes:
        """What was sealed at this position."""
        padded = _open(self._cipher, sealed, _bound(position, CHECKPOINT))
        length = int.from_bytes(padded[:_LENGTH], "big")
        return padded[_LENGTH : _LENGTH + length]


def _bound(position: int, field: str) -> bytes:
    return f"{position} {field}".encode()


def _seal(cipher: ChaCha20Poly1305, plain: bytes, bound: bytes) -> bytes:
    # Random nonces are safe: a table seals some 2^25 cards in ten years, 2^48 would be too many.
    nonce = os.urandom(_NONCE)
    return nonce + cipher.encrypt(nonce, plain, bound)


def _open(cipher: ChaCha20Poly1305, sealed: bytes, bound: bytes) -> bytes:
    try:
        return cipher.decrypt(sealed[:_NONCE], sealed[_NONCE:], bound)
    except (InvalidTag, ValueError):
        raise Undecodable(
            f"record {bound.decode()}: the seal does not open. Expected one made for this record "
            "under the table's key: verify the journal, and check the key file"
        ) from None


class _SealedCards:
    """Cards of one record, as `codec.Cards`."""

    def __init__(self, cipher: ChaCha20Poly1305, position: int) -> None:
        self._cipher, self._position = cipher, position

    def write(self, card: Card | None, field: str) -> str:
        plain = _UNREAD if card is None else bytes((card,))
        sealed = _seal(self._cipher, plain, _bound(self._position, field))
        return SEALED + sealed.hex().upper()

    def read(self, tree: object, field: str) -> Card | None:
        if not isinstance(tree, str) or not tree.startswith(SEALED):
            raise Undecodable(f"record {self._position} {field}: expected a sealed card")
        try:
            sealed = bytes.fromhex(tree.removeprefix(SEALED))
        except ValueError:
            sealed = b""
        plain = _open(self._cipher, sealed, _bound(self._position, field))
        return None if plain == _UNREAD else DECK[plain[0]]


class Recorded(NamedTuple):
    """An event with where and when it stands."""

    position: int
    round: int
    at_ms: int
    event: Any


class Recovery(Frozen, Generic[S]):
    """Where a table was: a snapshot and what has happened since."""

    state: S | None
    """None before the first checkpoint: start from a new table."""
    recorded: tuple[Recorded, ...]
    """To be folded onto it, in order."""
    head: Head


_codec: Final = cache(Codec)
"""Records of the same kinds share one: a journal is opened again and again."""


class SealedJournal:
    """What the runtime holds: events in, sealed records on the disk, events out again."""

    def __init__(self, recorder: Recorder, keys: TableKeys, *unions: Any) -> None:
        self.recorder: Final = recorder
        self._sealer, self._chain = Sealer(keys), keys.chain
        self._codec = _codec(*unions, Housekeeping, CardsTurned)

    def append(self, events: Sequence[object], *, round_number: int, at_ms: int) -> int:
        """All events of one command, durable when this returns; the last record's position.

        `round_number` is that of the table after the command.
        """
        position = self.recorder.head().position
        entries = []
        for event in events:
            position += 1
            cards = self._sealer.cards(kind_of(type(event)), position)
            kind, payload = self._codec.write(event, cards)
            entries.append(NewRecord(kind, round_number, at_ms, payload))
        return self.recorder.append(entries)

    def checkpoint(self, state: object, *, round_number: int, at_ms: int) -> int:
        """The whole state at the end of a round, sealed.

        A fault here is a `RecordedFault`: what was appended before stands.
        """
        position = self.recorder.head().position
        payload = self._sealer.seal(to_bytes(type(state), state), position + 1)
        with recorded(position):
            return self.recorder.checkpoint(round_number, payload, at_ms)

    def archive(self, state: object, *, round_number: int, at_ms: int) -> Head:
        """End of a shift: the file is closed, the next one begins with this state."""
        self.checkpoint(state, round_number=round_number, at_ms=at_ms)
        return self.recorder.archive(at_ms)

    def recover(self, state: type[S]) -> Recovery[S]:
        """The last checkpoint and what came after it."""
        last = self.recorder.last_checkpoint()
        found = self.state_in(last, state) if last is not None else None
        since = last.position if last is not None else 0
        replayed = tuple(
            self.read(record) for record in self.recorder.records(since) if replays(record.kind)
        )
        return Recovery(found, replayed, self.recorder.head())

    def state_in(self, checkpoint: Record, state: type[S]) -> S:
        """The state that a checkpoint holds."""
        return from_bytes(state, self._sealer.open(checkpoint.payload, checkpoint.position))

    def replay(self) -> Iterator[Recorded]:
        """All that ever made the table's state: folded onto a new table, it is the table now."""
        return (recorded for recorded in self.events() if replays(kind_of(type(recorded.event))))

    def events(self, since: int = 0, before: int | None = None) -> Iterator[Recorded]:
        """Everything after a position (and before another) but checkpoints, through all files,
        cards opened.

        The chain is followed on the way, which recovery does from the last checkpoint only.
        """
        for record in self._proved(since):
            if record.position == before:
                return
            if record.kind != CHECKPOINT:
                yield self.read(record)

    def _proved(self, since: int) -> Iterator[Record]:
        position, mac = 0, GENESIS
        for record in self.recorder.records(max(since - 1, 0)):
            if position or not since:
                if record.position != position + 1:
                    raise JournalFault(_gap(position + 1, record.position))
                if not follows(self._chain, mac, position + 1, record):
                    raise JournalFault(
                        f"record {record.position} does not follow the one before. Expected an "
                        "unbroken chain: verify the journal"
                    )
                yield record
            elif record.position > since:
                raise JournalFault(_gap(since, record.position))
            position, mac = record.position, record.mac

    def read(self, record: Record) -> Recorded:
        """One record as the event it holds."""
        cards = self._sealer.cards(record.kind, record.position)
        event = self._codec.read(record.kind, record.payload, cards)
        return Recorded(record.position, record.round, record.at_ms, event)


def _gap(wanted: int, seen: int) -> str:
    return (
        f"records {wanted} to {seen - 1} are missing. Put the files that were taken away back "
        "beside the journal"
    )


def archivable(recorder: Recorder) -> Record:
    """The checkpoint the next file can begin with: nothing after it would have to be replayed."""
    last = recorder.last_checkpoint()
    since = last.position if last is not None else 0
    later = next((r.position for r in recorder.records(since) if replays(r.kind)), None)
    if last is None or later is not None:
        raise JournalFault(
            f"cannot archive: record {later or recorder.head().position} comes after the last "
            "checkpoint, so the table was not stopped in good order between rounds. Start the "
            "table, finish or void the round, close the table on its screen and stop the program "
            "there (a kill leaves no checkpoint); then archive"
        )
    return last


def resealed(keys: TableKeys, checkpoint: Record, position: int) -> bytes:
    """A checkpoint for another position: the first of the next file."""
    sealer = Sealer(keys)
    return sealer.seal(sealer.open(checkpoint.payload, checkpoint.position), position)
