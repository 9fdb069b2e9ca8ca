"""Costs as a Markdown table."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from benchmarks.rounds import Rounds
from benchmarks.tools import Tool

_HEAD = (
    "| tool | CPU s, median | range | clock s | kloc per CPU s | peak MiB | rounds | CPU, of torchlint's |\n"
    "|---|---|---|---|---|---|---|---|"
)


def table(tools: Sequence[Tool], rounds: Rounds, lines: int) -> str:
    """One row for each tool, in the order that they are given in."""
    return "\n".join((_HEAD, *(_row(tool, rounds, lines) for tool in tools))) + "\n"


def _row(tool: Tool, rounds: Rounds, lines: int) -> str:
    costs = rounds.of(tool.name)
    seconds = [cost.cpu for cost in costs]
    more = "" if all(cost.is_whole for cost in costs) else "more than "
    less = "less than " if more else ""
    middle = median(seconds)
    cells = [
        tool.name,
        f"{more}{number(middle)}",
        f"{number(min(seconds))} to {number(max(seconds))}" if len(seconds) > 1 else "",
        f"{more}{number(median(cost.wall for cost in costs))}",
        f"{less}{number(lines / 1000 / middle)}",
        f"{max(cost.peak for cost in costs):.0f}",
        str(len(costs)),
        more + _compared(tool, rounds),
    ]
    return f"| {' | '.join(cells)} |"


def _compared(tool: Tool, rounds: Rounds) -> str:
    """How often what torchlint takes fits into what a tool takes; cold with cold, and warm with warm."""
    if tool.name == tool.against:
        return ""
    ratios = rounds.ratios(tool.name, tool.against)
    way = tool.against.removeprefix("torchlint, ")
    between = f", {number(min(ratios))} to {number(max(ratios))}" if len(ratios) > 1 else ""
    return f"{number(median(ratios))} times ({way}{between})"


def number(value: float) -> str:
    """A number as it is read: three digits of it, and all those before the point."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}" if value >= 0.001 else f"{value:.4f}"
