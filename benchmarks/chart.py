"""Measurements drawn as SVG: the costs of tools beside each other, and curves of how a cost grows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

OURS, OTHERS, FAINT, INK = "#d9480f", "#495057", "#dee2e6", "#212529"
_STYLE = "font: 12px system-ui, sans-serif"
_ROW, _LEFT, _WIDTH, _TOP = 24, 250, 420, 44  # of the chart of tools, in pixels
_PANEL, _HEIGHT = 290, 150  # of one curve


@dataclass(frozen=True, slots=True)
class Bar:
    """One tool: what it takes, and the least and most of all rounds."""

    name: str
    value: float
    least: float
    most: float
    text: str
    is_ours: bool


@dataclass(frozen=True, slots=True)
class Panel:
    """One curve, of points that are joined."""

    title: str
    across: str
    up: str
    points: Sequence[tuple[float, float]]


def tools(title: str, bars: Sequence[Bar]) -> str:
    """A point for each tool on a scale on which each step is ten times the one before, with its range."""
    low = math.floor(math.log10(min(bar.least for bar in bars)))
    high = math.ceil(math.log10(max(bar.most for bar in bars)))
    bottom = _TOP + len(bars) * _ROW

    def at(value: float) -> float:
        return _LEFT + _WIDTH * (math.log10(value) - low) / max(1, high - low)

    parts = [_text(12, 20, title, weight="bold")]
    for power in range(low, high + 1):
        x = at(10.0**power)
        parts += [_line(x, _TOP - 8, x, bottom, FAINT), _text(x, bottom + 16, f"{10.0**power:g}", anchor="middle")]
    for number, bar in enumerate(bars):
        y, colour = _TOP + (number + 0.5) * _ROW, OURS if bar.is_ours else OTHERS
        parts += [
            _text(_LEFT - 12, y + 4, bar.name, anchor="end", fill=colour),
            _line(at(bar.least), y, at(bar.most), y, colour, 3),
            f'<circle cx="{at(bar.value):.1f}" cy="{y:.1f}" r="5" fill="{colour}"/>',
            _text(at(bar.most) + 10, y + 4, bar.text, fill=colour),
        ]
    return _page(_LEFT + _WIDTH + 90, bottom + 28, parts)


def curves(panels: Sequence[Panel]) -> str:
    """Curves side by side, each from zero, so that what grows evenly is a straight line."""
    parts: list[str] = []
    for number, panel in enumerate(panels):
        parts += _curve(panel, number * _PANEL + 56)
    return _page(len(panels) * _PANEL, _HEIGHT + 96, parts)


def _curve(panel: Panel, left: float) -> list[str]:
    width, bottom = _PANEL - 80, 44 + _HEIGHT
    right, top = _round_up(max(x for x, _ in panel.points)), _round_up(max(y for _, y in panel.points))
    points = [(left + width * x / right, bottom - _HEIGHT * y / top) for x, y in panel.points]
    joined = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    parts = [_text(left, 20, panel.title, weight="bold"), _text(left, 36, panel.up)]
    for part in (0, 0.5, 1):
        y, x = bottom - _HEIGHT * part, left + width * part
        parts += [
            _line(left, y, left + width, y, FAINT),
            _text(left - 6, y + 4, f"{top * part:,g}", anchor="end"),
            _text(x, bottom + 16, f"{right * part:,g}", anchor="middle"),
        ]
    parts.append(_text(left + width / 2, bottom + 34, panel.across, anchor="middle"))
    parts.append(f'<polyline points="{joined}" fill="none" stroke="{OURS}" stroke-width="2"/>')
    return parts + [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{OURS}"/>' for x, y in points]


def _round_up(value: float) -> float:
    """The next number whose half is short, too; what is above it by next to nothing may stand out."""
    power = 10.0 ** math.floor(math.log10(value))
    return next(step * power for step in (1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10) if step * power >= value * 0.99)


def _text(x: float, y: float, words: str, anchor: str = "start", fill: str = INK, weight: str = "normal") -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text {place} fill="{fill}" font-weight="{weight}">{escape(words)}</text>'


def _line(x: float, y: float, to_x: float, to_y: float, colour: str, width: float = 1) -> str:
    ends = f'x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"'
    return f'<line {ends} stroke="{colour}" stroke-width="{width}"/>'


def _page(width: float, height: float, parts: Sequence[str]) -> str:
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    back = '<rect width="100%" height="100%" fill="white"/>'
    inner = "\n".join((back, *parts))
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} style="{_STYLE}">\n{inner}\n</svg>\n'
