"""What a file of pools looks like."""

import sqlite3
from collections.abc import Iterator
from typing import Final

APPLICATION: Final = 0x4657_4A50
"""`FWJP` in the header of the file."""
SCHEMA_VERSION: Final = 6
FORMER_VERSION: Final = 5
"""What is carried over when it is opened."""
_SCHEMA: Final = """
CREATE TABLE transfers (
    pool TEXT NOT NULL, seq INTEGER NOT NULL, id TEXT NOT NULL,
    content TEXT NOT NULL, answer TEXT NOT NULL,
    meter INTEGER NOT NULL, reserve INTEGER NOT NULL, overflow INTEGER NOT NULL,
    paid INTEGER NOT NULL, contributed INTEGER NOT NULL, seeds INTEGER NOT NULL,
    house INTEGER NOT NULL,
    PRIMARY KEY (pool, seq), UNIQUE (pool, id),
    CHECK (meter + reserve + overflow + paid = contributed + seeds + house)
) STRICT, WITHOUT ROWID;
CREATE TABLE books (
    pool TEXT PRIMARY KEY,
    meter INTEGER NOT NULL CHECK (meter >= 0), reserve INTEGER NOT NULL CHECK (reserve >= 0),
    overflow INTEGER NOT NULL CHECK (overflow >= 0), paid INTEGER NOT NULL CHECK (paid >= 0),
    contributed INTEGER NOT NULL, seeds INTEGER NOT NULL, house INTEGER NOT NULL,
    seq INTEGER NOT NULL, reserved INTEGER NOT NULL CHECK (reserved >= 0),
    version INTEGER NOT NULL, latest INTEGER NOT NULL, withdrawn INTEGER NOT NULL,
    last_reset INTEGER NOT NULL, last_contribution INTEGER NOT NULL, wagers_in INTEGER NOT NULL,
    wagers_taken_back INTEGER NOT NULL,
    CHECK (meter + reserve + overflow + paid = contributed + seeds + house),
    CHECK (reserved * 1000000 <= meter)
) STRICT, WITHOUT ROWID;
CREATE TABLE versions (
    pool TEXT NOT NULL, version INTEGER NOT NULL, schedule TEXT NOT NULL, wager INTEGER NOT NULL,
    increment_millionths INTEGER NOT NULL, seed INTEGER NOT NULL,
    reserve_increment_millionths INTEGER NOT NULL, "limit" INTEGER,
    who TEXT NOT NULL, at INTEGER NOT NULL, in_force_since INTEGER,
    PRIMARY KEY (pool, version)
) STRICT, WITHOUT ROWID;
CREATE TABLE links ("table" TEXT PRIMARY KEY, pool TEXT) STRICT, WITHOUT ROWID;
CREATE TABLE contributions (
    pool TEXT NOT NULL, id TEXT NOT NULL, seq INTEGER NOT NULL, "table" TEXT NOT NULL,
    round INTEGER NOT NULL, wagers INTEGER NOT NULL, on_meter INTEGER NOT NULL,
    on_reserve INTEGER NOT NULL, overflowed INTEGER NOT NULL, taken_back INTEGER NOT NULL,
    PRIMARY KEY (pool, id), CHECK (taken_back BETWEEN 0 AND wagers)
) STRICT, WITHOUT ROWID;
CREATE TABLE reservations (
    pool TEXT NOT NULL, id TEXT NOT NULL, seq INTEGER NOT NULL, "table" TEXT NOT NULL,
    round INTEGER NOT NULL, held INTEGER NOT NULL CHECK (held >= 0), set_at INTEGER NOT NULL,
    whole INTEGER NOT NULL, closed INTEGER NOT NULL, PRIMARY KEY (pool, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_reservation_a_round ON reservations (pool, "table", round)
    WHERE closed = 0;
CREATE INDEX held_reservations ON reservations (pool, seq) WHERE held > 0;
CREATE TABLE hits (
    pool TEXT NOT NULL, id TEXT NOT NULL, seq INTEGER NOT NULL, reservation TEXT NOT NULL,
    "table" TEXT NOT NULL, round INTEGER NOT NULL, level TEXT NOT NULL, amount INTEGER NOT NULL,
    resets INTEGER NOT NULL, cards TEXT NOT NULL, who TEXT NOT NULL, at INTEGER NOT NULL,
    seed INTEGER NOT NULL, reserve INTEGER NOT NULL, version_before INTEGER NOT NULL,
    reset_before INTEGER NOT NULL, reversed INTEGER NOT NULL, place INTEGER,
    PRIMARY KEY (pool, id), UNIQUE (pool, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE heads (
    turn INTEGER NOT NULL, "table" TEXT NOT NULL, position INTEGER NOT NULL,
    round INTEGER NOT NULL, mac BLOB NOT NULL, journal BLOB NOT NULL, who TEXT NOT NULL,
    PRIMARY KEY ("table", journal)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER transfers_follow BEFORE INSERT ON transfers
    WHEN NEW.seq <> (SELECT COALESCE(MAX(seq), 0) + 1 FROM transfers WHERE pool = NEW.pool)
        OR EXISTS (SELECT 1 FROM transfers WHERE pool = NEW.pool AND id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'transfers are numbered without a gap'); END;
CREATE TRIGGER transfers_stay BEFORE UPDATE ON transfers
    BEGIN SELECT RAISE(ABORT, 'transfers are append-only'); END;
CREATE TRIGGER transfers_remain BEFORE DELETE ON transfers
    BEGIN SELECT RAISE(ABORT, 'transfers are append-only'); END;
CREATE TRIGGER hits_remain BEFORE DELETE ON hits
    BEGIN SELECT RAISE(ABORT, 'the history of hits is kept'); END;
"""


def statements() -> Iterator[str]:
    """One at a time: `executescript` would commit what came before."""
    statement = ""
    for line in _SCHEMA.strip().splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
