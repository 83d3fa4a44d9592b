"""Charts as SVG that stand in a page by themselves: bars, and a line over rounds."""

import math
from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import Final, NamedTuple

WIDE: Final = 520
HIGH: Final = 250
LEFT: Final = 84
FOOT: Final = 52
TOP: Final = 30
STEPS: Final = 4
"""About so many lines across."""

Said = Callable[[float], str]
"""A value as it is written at the axis."""


class Bar(NamedTuple):
    """One bar with what stands under it and on it."""

    label: str
    value: float
    said: str
    kind: str = "a"


class _Scale(NamedTuple):
    """From values to heights; its ends are round figures."""

    low: float
    high: float
    step: float

    def y(self, value: float) -> float:
        return TOP + (HIGH - TOP - FOOT) * (self.high - value) / (self.high - self.low)

    def ticks(self) -> list[float]:
        count = round((self.high - self.low) / self.step)
        return [self.low + at * self.step for at in range(count + 1)]


def _scale(values: Sequence[float]) -> _Scale:
    """Nothing is always on it, and every line across is 1, 2 or 5 of something."""
    high, low = max([0.0, *values]), min([0.0, *values])
    raw = (high - low or 1.0) / STEPS
    ten = 10.0 ** math.floor(math.log10(raw))
    step = next(round_ * ten for round_ in (1, 2, 5, 10) if round_ * ten >= raw)
    return _Scale(math.floor(low / step) * step, math.ceil(high / step) * step or step, step)


def bars(title: str, unit: str, found: Sequence[Bar], said: Said) -> str:
    """Upright bars; those below nothing hang down. `unit` is what is counted upwards."""
    scale = _scale([bar.value for bar in found])
    parts = list(_axis(scale, unit, said))
    step = (WIDE - LEFT) / max(1, len(found))
    for index, bar in enumerate(found):
        x, top = LEFT + (index + 0.18) * step, scale.y(max(bar.value, 0.0))
        tall = abs(scale.y(bar.value) - scale.y(0.0))
        parts.append(
            f'<rect class="{bar.kind}" x="{x:.1f}" y="{top:.1f}" width="{step * 0.64:.1f}" '
            f'height="{max(tall, 1):.1f}" rx="3"/>'
        )
        parts.append(_text(x + step * 0.32, top - 5, bar.said, "said"))
        parts.append(_text(x + step * 0.32, HIGH - 30, bar.label, "under"))
    return _svg(title, parts)


def line(title: str, unit: str, rounds: Sequence[int], values: Sequence[float], said: Said) -> str:
    """A value after every round, from nothing on; the last one is said."""
    scale = _scale(values)
    parts = list(_axis(scale, unit, said))
    points, step = [0.0, *values], (WIDE - LEFT - 70) / max(1, len(values))
    at = [(LEFT + step * index, scale.y(value)) for index, value in enumerate(points)]
    joined = " ".join(f"{x:.1f},{y:.1f}" for x, y in at)
    parts.append(f'<polyline class="curve" points="{joined}"/>')
    for (x, _), number in zip(at[1:], rounds, strict=True):
        parts.append(_text(x, HIGH - 30, str(number), "under"))
    parts += [f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in at]
    parts.append(_text(at[-1][0] + 8, at[-1][1] + 4, said(points[-1]), "end"))
    parts.append(_text((LEFT + WIDE - 70) / 2, HIGH - 10, "after round", "under"))
    return _svg(title, parts)


def _axis(scale: _Scale, unit: str, said: Said) -> Iterator[str]:
    yield _text(LEFT - 8, TOP - 14, unit, "axis")
    for tick in scale.ticks():
        y = scale.y(tick)
        yield f'<line x1="{LEFT}" y1="{y:.1f}" x2="{WIDE}" y2="{y:.1f}"/>'
        yield _text(LEFT - 8, y + 4, said(tick), "axis")


def _svg(title: str, parts: Sequence[str]) -> str:
    return (
        f'<figure><figcaption>{escape(title)}</figcaption><svg viewBox="0 0 {WIDE} {HIGH}" '
        f'role="img" aria-label="{escape(title)}">{"".join(parts)}</svg></figure>'
    )


def _text(x: float, y: float, text: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'
