"""The shift report: one page that needs nothing but itself, pictures and charts included."""

import time
from base64 import b64encode
from collections.abc import Sequence
from html import escape
from itertools import accumulate
from pathlib import Path
from typing import Final, NamedTuple

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QImage

from controller.domain.money import Money
from controller.private_files import write_private
from ui.commands.shift.account import TableAccount
from ui.commands.shift.charts import Bar, bars, line
from ui.viewmodels.words import dollars

THUMB_WIDE: Final = 720
QUALITY: Final = 82

STYLE: Final = """
:root { color-scheme: dark; --ground: #12201c; --panel: #1a2b26; --ink: #f1ece0; --quiet: #b9c4bd;
  --act: #ffc247; --good: #7fd1a1; --bad: #ff8d7a; --line: #35483f; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.5 "Source Sans Pro", "Segoe UI", system-ui, sans-serif; }
main { max-width: 1180px; margin: 0 auto; padding: 32px 24px 64px; }
h1 { font-size: 30px; margin: 0 0 4px; } h2 { font-size: 21px; margin: 40px 0 12px; }
p.sub { color: var(--quiet); margin: 0 0 24px; }
.badge { background: #ecd9ff; color: #2b1140; border-radius: 99px; padding: 2px 12px;
  font-weight: 700; font-size: 14px; vertical-align: middle; margin-left: 10px; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(180px, 1fr)); gap: 12px; }
.figures div { background: var(--panel); border-radius: 10px; padding: 14px 18px; }
.figures b { display: block; font-size: 28px; font-variant-numeric: tabular-nums; }
.figures span { color: var(--quiet); }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(440px, 1fr)); gap: 16px; }
figure { margin: 0; background: var(--panel); border-radius: 10px; padding: 14px 16px; }
figcaption { color: var(--quiet); margin-bottom: 6px; }
svg { width: 100%; height: auto; display: block; font-size: 13px; }
svg line { stroke: var(--line); } svg text { fill: var(--ink); text-anchor: middle; }
svg .end { text-anchor: start; } svg .axis { text-anchor: end; }
svg .under, svg .axis { fill: var(--quiet); }
svg .a { fill: var(--good); } svg .b { fill: var(--act); } svg .c { fill: var(--bad); }
svg .curve { fill: none; stroke: var(--act); stroke-width: 2.5; } svg .dot { fill: var(--act); }
table { width: 100%; border-collapse: collapse; background: var(--panel); border-radius: 10px; }
th, td { text-align: left; padding: 8px 14px; border-bottom: 1px solid var(--line); }
th { color: var(--quiet); font-weight: 600; } td.n { text-align: right; white-space: nowrap;
  font-variant-numeric: tabular-nums; } th.n { text-align: right; }
.shots { display: grid; grid-template-columns: repeat(auto-fit, minmax(340px, 1fr)); gap: 16px; }
.shots img { width: 100%; display: block; border-radius: 6px; }
"""


class Picture(NamedTuple):
    """What was on a console, and when."""

    path: Path
    table: str
    caption: str
    at_ms: int


def write_report(path: Path, tables: Sequence[TableAccount], pictures: Sequence[Picture]) -> None:
    """The whole page."""
    write_private(path, _page(tables, pictures).encode())


def _page(tables: Sequence[TableAccount], pictures: Sequence[Picture]) -> str:
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Feltwork shift report</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head>
<body><main>
<h1>Shift report<span class="badge">SIMULATED</span></h1>
<p class="sub">{escape(_when(tables))} Every figure is read from the tables' records.</p>
<div class="figures">{_figures(tables)}</div>
<h2>Charts</h2><div class="charts">{_charts(tables)}</div>
<h2>Tables</h2>{_tables(tables)}
<h2>Incidents and events</h2>{_happenings(tables)}
<h2>Pictures</h2><div class="shots">{"".join(map(_shot, pictures))}</div>
</main></body></html>
"""


def _clock(ms: int) -> str:
    return time.strftime("%H:%M", time.gmtime(ms // 1_000))


def _when(tables: Sequence[TableAccount]) -> str:
    rounds = [one for table in tables for one in table.rounds]
    if not rounds:
        return "No rounds."
    first, last = min(one.began_ms for one in rounds), max(one.ended_ms for one in rounds)
    day = time.strftime("%A, %d %B %Y", time.gmtime(first // 1_000))
    return f"{day}, {_clock(first)} to {_clock(last)}."


def _sum(tables: Sequence[TableAccount], field: str) -> Money:
    return Money(sum(int(table.total(field)) for table in tables))


def _figures(tables: Sequence[TableAccount]) -> str:
    rounds = sum(len(table.rounds) for table in tables)
    wagered, held = _sum(tables, "wagered"), _sum(tables, "held")
    share = 100 * int(held) / int(wagered) if wagered else 0.0
    found = [
        (str(rounds), "rounds and hands"),
        (wagered.display(), "wagered"),
        (held.display(), f"held ({share:.1f} %)"),
        (_sum(tables, "jackpot_in").display(), "jackpot wagers in"),
        (_sum(tables, "jackpot_out").display(), "jackpot awards out"),
        (str(sum(len(table.happenings) for table in tables)), "incidents and events"),
    ]
    return "".join(f"<div><b>{escape(n)}</b><span>{escape(t)}</span></div>" for n, t in found)


def _charts(tables: Sequence[TableAccount]) -> str:
    hour = [
        Bar(f"table {table.name}", table.rounds_an_hour(), f"{table.rounds_an_hour():.0f}")
        for table in tables
    ]
    jackpot = [
        Bar(f"{table.name} {way}", float(int(amount)), dollars(amount), kind)
        for table in tables
        if table.total("jackpot_in")
        for way, amount, kind in (
            ("in", table.total("jackpot_in"), "a"),
            ("out", table.total("jackpot_out"), "c"),
        )
    ]
    incidents = [
        Bar(f"table {table.name}", len(table.happenings), str(len(table.happenings)), "b")
        for table in tables
    ]
    charts = [bars("Rounds or hands an hour", "rounds", hour, _count)]
    for table in tables:
        running = list(accumulate(float(int(one.held)) for one in table.rounds))
        numbers = [one.number for one in table.rounds]
        charts.append(line(f"Hold of table {table.name}", "held", numbers, running, _dollars))
    charts.append(bars("Jackpot: wagers in, awards out", "dollars", jackpot, _dollars))
    charts.append(bars("Incidents and events", "entries", incidents, _count))
    return "".join(charts)


def _count(value: float) -> str:
    return f"{value:g}"


def _dollars(cents: float) -> str:
    return dollars(Money(round(cents)))


def _tables(tables: Sequence[TableAccount]) -> str:
    rows = "".join(
        f"<tr><td>{escape(table.name)}</td><td>{escape(table.game)}</td>"
        f'<td class="n">{len(table.rounds)}</td><td class="n">{table.rounds_an_hour():.0f}</td>'
        f'<td class="n">{table.total("wagered").display()}</td>'
        f'<td class="n">{table.total("held").display()}</td>'
        f'<td class="n">{table.records:,}</td></tr>'
        for table in tables
    )
    return (
        "<table><tr><th>Table</th><th>Game</th><th class=n>Rounds or hands</th>"
        "<th class=n>An hour</th><th class=n>Wagered</th><th class=n>Held</th>"
        f"<th class=n>Records</th></tr>{rows}</table>"
    )


def _happenings(tables: Sequence[TableAccount]) -> str:
    rows = "".join(
        f"<tr><td>{_clock(one.at_ms)}</td><td>{escape(table.name)}</td>"
        f'<td class="n">{one.round or ""}</td><td>{escape(one.text)}</td></tr>'
        for table in tables
        for one in table.happenings
    )
    return (
        "<table><tr><th>Time</th><th>Table</th><th class=n>Round</th><th>What</th></tr>"
        f"{rows}</table>"
    )


def _shot(picture: Picture) -> str:
    caption = f"{_clock(picture.at_ms)} · {picture.table} · {picture.caption}"
    return (
        f'<figure><img alt="{escape(caption)}" loading="lazy" src="{_inside(picture.path)}">'
        f"<figcaption>{escape(caption)}</figcaption></figure>"
    )


def _inside(path: Path) -> str:
    """The picture itself, small, in the page."""
    image = QImage(str(path)).scaledToWidth(THUMB_WIDE, Qt.TransformationMode.SmoothTransformation)
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "JPG", QUALITY)  # type: ignore[call-overload]
    return f"data:image/jpeg;base64,{b64encode(data.data()).decode('ascii')}"
