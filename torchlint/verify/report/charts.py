"""Charts as SVG with HTML labels: the drawing is stretched to the page's width, the text is not."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from torchlint.verify.report.markup import Markup, element
from torchlint.verify.report.scales import Axis

# The drawing's own units; the page stretches them.
WIDTH, HEIGHT = 1000, 400

# From 0 to 1, from the left and from the bottom.
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points, and the label at its end."""

    kind: str
    points: Sequence[Point]
    label: str = ""


@dataclass(frozen=True, slots=True)
class Shape:
    """What lies between an upper and a lower line."""

    kind: str
    top: Sequence[Point]
    bottom: Sequence[Point]


def chart(
    said: str,
    horizontal: Axis,
    vertical: Axis,
    what: str,
    *,
    shapes: Sequence[Shape] = (),
    lines: Sequence[Line] = (),
    readings: Sequence[tuple[float, str]] = (),
) -> Markup:
    """A figure: `said` describes it in words, `what` is the unit of the x axis, `readings` are the tooltips."""
    drawn = element(
        "svg",
        *(_rule(vertical.share(tick), "zero" if tick == 0 else "rule") for tick in vertical.ticks),
        *(element("path", d=f"{_path([*shape.top, *reversed(shape.bottom)])}Z", class_=shape.kind) for shape in shapes),
        *(element("path", d=_path(line.points), class_=f"line {line.kind}") for line in lines),
        element("path", class_="cursor"),
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        preserveAspectRatio="none",
        role="img",
        aria_label=said,
    )
    plot = element("div", drawn, *map(_end_label, lines), class_="plot", data_readings=_packed(readings))
    upright = element("div", *_vertical_labels(vertical), class_="upright", aria_hidden="true")
    level = element("div", *_horizontal_labels(horizontal), class_="level", aria_hidden="true")
    below = element("div", element("span", what, class_="what"), element("output", class_="reading"), class_="below")
    return element("div", upright, plot, level, below, class_="chart")


def key(kind: str, text: str) -> Markup:
    """An entry of the legend."""
    return element("li", swatch(kind), text)


def swatch(kind: str) -> Markup:
    """A legend's colour sample."""
    return element("span", class_=f"swatch {kind}", aria_hidden="true")


def _rule(share: float, kind: str) -> Markup:
    y = _number(HEIGHT * (1 - share))
    return element("path", d=f"M0 {y}H{WIDTH}", class_=kind)


def _path(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{_number(WIDTH * x)} {_number(HEIGHT * (1 - y))}" for x, y in points)


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _vertical_labels(axis: Axis) -> list[Markup]:
    return [
        element("span", label, style=f"bottom:{_percent(axis.share(tick))}")
        for tick, label in zip(axis.ticks, axis.labels)
    ]


def _horizontal_labels(axis: Axis) -> list[Markup]:
    return [
        element("span", label, style=f"left:{_percent(axis.share(tick))}")
        for tick, label in zip(axis.ticks, axis.labels)
    ]


def _end_label(line: Line) -> Markup | None:
    if not line.label or not line.points:
        return None
    x, y = line.points[-1]
    return element("span", line.label, class_="end", style=f"right:{_percent(1 - x)};bottom:{_percent(y)}")


def _percent(share: float) -> str:
    return f"{_number(100 * share)}%"


def _packed(readings: Sequence[tuple[float, str]]) -> str | None:
    """The tooltips as JSON for the page's script; None if there are none."""
    if not readings:
        return None
    return json.dumps([[round(place, 4), text] for place, text in readings], separators=(",", ":"))
