"""The record of a table: append-only, chained, sealed where cards lie face down.

A journal goes by its first file (`run.journal`, an SQLite database);
after each `archive` the next one stands beside it (`run.0002.journal`), chained to the one before;
`run.journal.anchor` holds the head of the chain.

    files         what a path means: the whole journal, or a later file alone
    codec         events and snapshots as canonical JSON, and back
    sealing       face-down cards and checkpoints under the table's key; what the runtime holds
    unsealing     cards never turned over, opened by two people, on record
    keys          the key file, kept apart from journals
    recorder      what a recorder promises; `memory` and `sqlite` keep it, `reader` but for writing
    faults        SQLite's errors in words
    housekeeping  what the journal says of itself; digests: which program, with which figures
    chain         each record's MAC covers the one before; the anchor; the three verdicts
    witness       heads that left the house, held against the record when they come back
    found         how a journal is found at a start: is its end whole and anchored?
    verify        intact, tail not anchored since round N, or damaged at record N
    export        reading for people: rounds, CSV and JSON with a signature
"""
