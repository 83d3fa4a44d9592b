"""A house with two tables, one of them with a login in the wrong hands."""

import json
from collections.abc import Iterator
from contextlib import closing
from typing import Any, Final

import psycopg
from typer.testing import CliRunner

from controller.pools import transfers as c
from controller.pools.content import content
from controller.pools.server import Address
from tests.helpers.pit import Pit
from tests.helpers.postgres import Server, quick_server
from tests.unit.pools.backends import PEOPLE, ROYAL, dollars, done, figures, opened, terms
from ui.cli import app
from ui.monitor.page import page
from ui.monitor.reading import read
from ui.monitor.watch import Watch, watched

BAD, GOOD = "1", "2"
"""Their tables."""
LOGIN: Final = f"table_{BAD}"


class House:
    """Pools `main`, with both tables, and `rich`, with none."""

    def __init__(self) -> None:
        self.server: Server = quick_server()
        self.server.emptied()
        self.pit = Pit(self.server)
        opened(self.pit.house, name="rich", meter="900000", tables=())
        for table in (BAD, GOOD):
            self.pit.join(table)
            self.pit.play(table)
        held = self.pit.key(GOOD, dollars("100"))
        self.pit.pay(GOOD, held, dollars("40"), 1_700_000_000)
        own = self.pit.of(BAD)
        done(own.contribute("1/c", BAD, 50, 5))
        done(own.reserve("1/r", BAD, 50, dollars("10")))
        self.link = self.as_bad()

    def as_bad(self) -> "psycopg.Connection[Any]":
        return psycopg.connect(self.server.url(LOGIN), autocommit=True)

    def size(self) -> int:
        """What the pools take on the disk, in bytes."""
        with psycopg.connect(self.server.url(), autocommit=True) as owner:
            found = owner.execute(
                "SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c "
                "WHERE relnamespace = 'pool'::regnamespace AND relkind = 'r'"
            ).fetchone()
            return int(found[0]) if found else 0

    def expect_well(self) -> None:
        """All others play, and all that people look at can be looked at."""
        self.pit.play(GOOD)
        reservation = self.pit.key(GOOD, dollars("1"))
        self.pit.pay(GOOD, reservation, dollars("1"), 1_700_000_000)
        self.pit.of(GOOD).audit()
        runner = CliRunner(env={"COLUMNS": "300"})
        for command in ("status", "history", "tables"):
            said = runner.invoke(app, ["pool", command, "--server", self.server.url()])
            assert said.exit_code == 0, said.output
        with closing(Address(self.server.url()).connect()) as link:
            reading = read(link, None, {})
            shown = json.dumps(page(reading, watched(Watch(), reading)))
        assert len(shown) < 100_000

    def close(self) -> None:
        self.link.close()
        self.pit.close()
        self.server.sql(
            *(f"SELECT pool.dismiss('{table}')" for table in (BAD, GOOD)), database="pools"
        )


class Raw(str):
    """JSON as it is."""


def as_json(said: dict[str, Any]) -> str:
    """With what no library writes."""
    raw = {name: value for name, value in said.items() if isinstance(value, Raw)}
    text = json.dumps({name: value for name, value in said.items() if name not in raw})
    more = "".join(f', "{name}": {value}' for name, value in raw.items())
    return text[:-1] + more + "}"


TRANSFERS: Final[tuple[c.Transfer, ...]] = (
    c.Contribute("1/x", BAD, 60, 1),
    c.TakeBack("1/x", "1/c", 1),
    c.Reserve("1/x", BAD, 61, dollars("1")),
    c.Amend("1/x", "1/r", dollars("11")),
    c.Post("1/x", "1/r", "straight-flush", dollars("1"), False, ROYAL, PEOPLE, 1_700_000_000, 3),
    c.Release("1/x", "1/nothing"),
    c.Reverse("1/x", "1/nothing"),
    c.Join("1/x", BAD, terms(figures())),
    c.Leave("1/x", GOOD),
    c.Move("1/x", BAD, "main", "rich", terms(figures())),
    c.ChangeParameters("1/x", figures(version=2), PEOPLE, 1_700_000_000),
    c.WithdrawChange("1/x", 2, PEOPLE, 1_700_000_000),
    c.Open("1/x", figures(), None, dollars("0"), PEOPLE, 1_700_000_000),
)
"""Each kind, as a table would say it."""

VALUES: Final[tuple[Any, ...]] = (
    None, True, -1, 0, 1, 7, 1.5, 300_000_000_000, 2**31, 2**63 - 1, 2**63, -(2**63), 10**30,
    Raw("1e400"), Raw("1e-400"), Raw("9.2e18"), Raw("1.0"),
    "", " ", "1", "2", "main", "1/2", "x" * 201, "x" * 100_000, "\u202e\u0661", "a\nb", "\x1b[2J",
    "\u200b", "\U000e0041", "\ud7ff", "NaN", "Infinity", "-1", "9223372036854775807", "null",
    "<script>alert(1)</script>", "'; DROP SCHEMA pool CASCADE; --", "%s%n",
    [], {}, [[]], ["1", "2"], ["1", "1"], ["1"] * 10_000, ["x" * 300, "y"], [None], [1, 2],
    ["\u0391", "A"], {"percent": 101, "winners": 1}, {"percent": 100, "winners": 10**9},
    {"at_most": -1}, {"at_most": 2**63}, {"percent": 1}, {"a": "b" * 5_000},
    Raw("[" * 900 + "]" * 900), Raw('{"a":' * 900 + "1" + "}" * 900),
)  # fmt: skip


def every_way() -> Iterator[str]:
    """Each kind with each field as it should not be, without it, and with one too many."""
    for transfer in TRANSFERS:
        said = content(transfer)
        for name in said:
            yield as_json({key: value for key, value in said.items() if key != name})
            for value in VALUES:
                yield as_json({**said, name: value})
            if isinstance(said[name], dict):
                for inner in said[name]:
                    for value in VALUES:
                        spoiled = as_json({**said[name], inner: value})
                        yield as_json({**said, name: Raw(spoiled)})
        yield as_json({**said, "junk": "x" * 1_000})
        yield as_json({**said, "table": GOOD})
