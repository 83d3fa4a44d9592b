"""The record of a table: append-only, chained, sealed where cards lie face down.

DESIGN "Record and recovery". A journal is a folder: numbered files (`0001.journal`, one a shift,
each chained to the one before) and beside them `anchor`, where the head of the chain stands.

    codec      events and snapshots as canonical JSON, and back
    sealing    face-down cards and whole checkpoints under the table's key; what the runtime holds
    keys       the key file, kept apart from journals
    recorder   what a recorder promises; `memory` and `sqlite` keep it
    chain      each record's MAC covers the one before; the anchor; the three verdicts
    verify     intact, tail not anchored since round N, or damaged at record N
    export     reading for people: rounds, CSV and JSON with a signature
"""
