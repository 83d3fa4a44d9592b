"""What the pit's page shows of a reading: plain values for JSON, worked out here and only drawn
there.

Everything that changes by the clock alone is a point in time; the page counts the seconds. So an
unchanged pool gives an unchanged page, and nothing has to be sent.
"""

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from controller.pools.refusals import PoolRefusal
from ui.monitor.reading import HeldSeen, PoolSeen, Reading, TableSeen, WinSeen
from ui.monitor.watch import TO_SEE, Trouble, Watch, heard_ms

TABLES_SHOWN: Final = 60
ALARMS_SHOWN: Final = 5
WINS_SHOWN: Final = 12
_SECOND_MS: Final = 1_000
_HOUR_MS: Final = 3_600_000


class Limits(NamedTuple):
    """From when on something is an alarm."""

    down_ms: int = 10 * _SECOND_MS
    """A console that is started anew is back sooner."""
    away_ms: int = 12 * _HOUR_MS
    """A table not heard of for a shift is closed, not lost."""
    held_ms: int = 300 * _SECOND_MS


Model = dict[str, Any]


def page(
    reading: Reading, watch: Watch, lost: Trouble | None = None, limits: Limits | None = None
) -> Model:
    """The whole page. With `lost` the reading is the last there was."""
    allowed = limits or Limits()
    found = [] if lost is None else [_lost(lost)]
    found += sorted(_alarms(reading, watch, allowed), key=lambda alarm: int(alarm["since"]))
    return {
        "live": lost is None,
        "alarms": found[:ALARMS_SHOWN],
        "alarms_more": len(found[ALARMS_SHOWN:]),
        "pools": [_pool(of, reading, watch, allowed) for of in reading.pools],
    }


def _pool(of: PoolSeen, reading: Reading, watch: Watch, limits: Limits) -> Model:
    held = sorted((h for h in reading.held if h.pool == of.pool), key=lambda h: h.order)
    mine = [table for table in reading.tables if table.pool == of.pool]
    tables = [_table(table, held, reading.now_ms, watch, limits) for table in mine]
    tables.sort(key=lambda row: (row["state"] != "lost", not row["waits"], _natural(row["table"])))
    counts = {state: sum(row["state"] == state for row in tables) for state in ("linked", "lost")}
    wins = sorted(
        (win for win in reading.wins if win.pool == of.pool), key=lambda win: (win.order, win.seq)
    )
    rows = [_waiting(h) for h in reversed(held)] + [_win(win) for win in reversed(wins)]
    return {
        "name": of.pool,
        "cents": int(of.available),
        "reserved": of.reserved.display() if of.reserved else "",
        "at_limit": of.limit is not None and of.available + of.reserved >= of.limit,
        **counts,
        "tables": tables[:TABLES_SHOWN],
        "tables_more": len(tables[TABLES_SHOWN:]),
        "wins": rows[:WINS_SHOWN],
    }


def _natural(name: str) -> list[tuple[bool, int, str]]:
    """Table 2 before table 14."""
    parts = re.findall(r"\d+|\D+", name)
    return [(not p.isdecimal(), int(p) if p.isdecimal() else 0, p) for p in parts]


def _table(of: TableSeen, held: list[HeldSeen], now_ms: int, watch: Watch, limits: Limits) -> Model:
    key, waits = (of.pool, of.table), [h for h in held if h.table == of.table]
    refused = watch.refused.get(key)
    says = [f"{h.held.display()} to confirm" for h in waits]
    since = [h.since_ms for h in waits]
    if refused is not None:
        says, since = [*says, "a refused transfer"], [*since, refused.at_ms]
    return {
        "table": of.table,
        "state": _state(of, now_ms, watch, limits),
        "heard": heard_ms(watch, of),
        "waits": ", ".join(says),
        "waits_since": min(since, default=None),
    }


def _state(of: TableSeen, now_ms: int, watch: Watch, limits: Limits) -> str:
    if of.connected:
        return "linked"
    if not of.has_login:
        return "no login"
    down, heard = watch.down_since_ms[of.pool, of.table], heard_ms(watch, of)
    if heard is None or now_ms - heard > limits.away_ms:
        return "away"
    return "lost" if _for(limits.down_ms, down, now_ms) else "linked"


def _for(limit_ms: int, since_ms: int, now_ms: int) -> bool:
    """Has it lasted so long? Yes, too, where the server's clock was set back."""
    return not 0 <= now_ms - since_ms < limit_ms


def _waiting(of: HeldSeen) -> Model:
    return {
        "order": of.order,
        "at": of.since_ms,
        "table": of.table,
        "round": of.round,
        "award": "",
        "amount": of.held.display(),
        "who": "",
        "note": "to be confirmed",
    }


def _win(of: WinSeen) -> Model:
    notes = ["meter reset"] * of.resets + ["reversed"] * of.reversed
    return {
        "order": of.order,
        "at": of.at_ms,
        "table": of.table,
        "round": of.round,
        "award": of.level.replace("_", " "),
        "amount": of.amount.display(),
        "who": ", ".join(of.who),
        "note": ", ".join(notes),
    }


# Alarms


def _alarm(what: str, says: str, since_ms: int) -> Model:
    return {"what": what, "says": says, "since": since_ms}


def _lost(lost: Trouble) -> Model:
    says = "The figures below are the last known. Tables play on. Awards from the meter wait."
    return _alarm(f"Jackpot server: {lost.says}", says, lost.since_ms)


def _alarms(reading: Reading, watch: Watch, limits: Limits) -> Iterator[Model]:
    for of in reading.tables:
        if _state(of, reading.now_ms, watch, limits) == "lost":
            says = "Its contributions and meter awards wait at the table until the link is back."
            since_ms = watch.down_since_ms[of.pool, of.table]
            yield _alarm(f"Link lost: table {of.table}", says, since_ms)
    if watch.unseen_since_ms is not None:
        says = f"A table whose cable was pulled may look linked. {TO_SEE}"
        yield _alarm("Silent links cannot be detected", says, watch.unseen_since_ms)
    for held in reading.held:
        if _for(limits.held_ms, held.since_ms, reading.now_ms):
            held_for = f"{held.held.display()} reserved in round {held.round}"
            says = f"{held_for} is neither paid nor released."
            yield _alarm(f"Win open too long: table {held.table}", says, held.since_ms)
    for refused in watch.refused.values():
        why = PoolRefusal[refused.code.upper()].value
        says = f"{refused.kind}: {why} {refused.detail}".strip()
        yield _alarm(f"Transfer refused: table {refused.table}", says, refused.at_ms)
    for name, wrong in watch.standbys.items():
        if wrong is not None:
            yield _alarm(f"Standby {name}", *wrong)
