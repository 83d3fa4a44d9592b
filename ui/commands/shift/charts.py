"""Charts as SVG that stand in a page by themselves: bars, and a line over rounds."""

from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

WIDE: Final = 520
HIGH: Final = 220
LEFT: Final = 84
FOOT: Final = 34
TOP: Final = 16


class Bar(NamedTuple):
    """One bar with what stands under it and on it."""

    label: str
    value: float
    said: str
    kind: str = "a"


def bars(title: str, found: Sequence[Bar]) -> str:
    """Upright bars; those below nothing hang down."""
    high = max([0.0, *(bar.value for bar in found)])
    low = min([0.0, *(bar.value for bar in found)])
    span = (high - low) or 1.0
    room = HIGH - TOP - FOOT
    zero = TOP + room * high / span
    step = (WIDE - LEFT) / max(1, len(found))
    parts = [_text(8, zero + 4, "0", "axis"), _line(LEFT - 8, zero, WIDE, zero)]
    for index, bar in enumerate(found):
        tall = abs(bar.value) / span * room
        x = LEFT + index * step + step * 0.18
        y = zero - tall if bar.value >= 0 else zero
        middle = x + step * 0.32
        parts.append(
            f'<rect class="{bar.kind}" x="{x:.1f}" y="{y:.1f}" width="{step * 0.64:.1f}" '
            f'height="{max(tall, 1):.1f}" rx="3"/>'
        )
        parts.append(_text(middle, max(y - 5, 11), bar.said, "said"))
        parts.append(_text(middle, HIGH - 12, bar.label, "under"))
    return _svg(title, parts)


def line(title: str, values: Sequence[float], said: Sequence[str]) -> str:
    """A running sum; the last value is said."""
    points = [0.0, *values]
    high, low = max(points), min(points)
    span = (high - low) or 1.0
    room, wide = HIGH - TOP - FOOT, WIDE - LEFT - 70
    at = [
        (LEFT + wide * index / max(1, len(points) - 1), TOP + room * (high - value) / span)
        for index, value in enumerate(points)
    ]
    zero = TOP + room * high / span
    parts = [_line(LEFT - 8, zero, WIDE, zero), _text(8, zero + 4, "0", "axis")]
    joined = " ".join(f"{x:.1f},{y:.1f}" for x, y in at)
    parts.append(f'<polyline class="curve" points="{joined}"/>')
    parts.append(f'<circle class="dot" cx="{at[-1][0]:.1f}" cy="{at[-1][1]:.1f}" r="4"/>')
    parts.append(_text(at[-1][0] + 8, at[-1][1] + 4, said[-1] if said else "0", "end"))
    parts.append(_text(LEFT, HIGH - 12, f"{len(values)} rounds", "end"))
    return _svg(title, parts)


def _svg(title: str, parts: Sequence[str]) -> str:
    return (
        f'<figure><figcaption>{escape(title)}</figcaption><svg viewBox="0 0 {WIDE} {HIGH}" '
        f'role="img" aria-label="{escape(title)}">{"".join(parts)}</svg></figure>'
    )


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _text(x: float, y: float, text: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'
