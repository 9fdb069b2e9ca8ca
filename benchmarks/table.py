"""Costs as a Markdown table."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.process import Cost

_HEAD = "| tool | CPU s (median) | CPU s (range) | kloc/s | peak MiB | CPU of {ours}, pair by pair |"


def table(rounds: Sequence[dict[str, Cost]], ours: str, lines: int) -> str:
    """One row for each tool; a ratio is the median of the ratios within each round, never of the medians."""
    rows = [_HEAD.format(ours=ours), "|---|---|---|---|---|---|"]
    for name in sorted(rounds[0], key=lambda name: (name != ours, name)):
        seconds = [costs[name].cpu for costs in rounds]
        ratios = [costs[name].cpu / costs[ours].cpu for costs in rounds]
        middle = median(seconds)
        rows.append(
            f"| {name} | {middle:.2f} | {min(seconds):.2f} to {max(seconds):.2f} | {lines / 1000 / middle:.2f}"
            f" | {max(costs[name].peak for costs in rounds):.0f}"
            f" | {_times(median(ratios))} times ({_times(min(ratios))} to {_times(max(ratios))}) |"
        )
    return "\n".join(rows) + "\n"


def _times(ratio: float) -> str:
    return f"{ratio:.1f}" if ratio >= 1 else f"{ratio:.3f}"
