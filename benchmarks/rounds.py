"""Tools run in turns, so that what the machine does meanwhile meets all of them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from benchmarks.process import Cost, cost
from benchmarks.tools import Tool


@dataclass(frozen=True, slots=True)
class Rounds:
    """What the tools cost in each round; the first warmed the machine up, and counts for nobody who ran again."""

    costs: Sequence[dict[str, Cost]]

    def of(self, name: str) -> list[Cost]:
        """What counts of one tool."""
        return [costs[name] for costs in self._counted(name)]

    def ratios(self, name: str, other: str, kind: str = "cpu") -> list[float]:
        """How often what the other costs fits into what a tool costs, round by round: neighbours in time."""
        return [
            getattr(costs[name], kind) / getattr(costs[other], kind) for costs in self._counted(name) if other in costs
        ]

    def ratio(self, name: str, other: str, kind: str = "cpu") -> float:
        """The median of these ratios, never the ratio of medians."""
        return median(self.ratios(name, other, kind))

    def cpu(self, name: str) -> float:
        """The median of the CPU seconds of a tool."""
        return median(cost.cpu for cost in self.of(name))

    def _counted(self, name: str) -> list[dict[str, Cost]]:
        return [costs for costs in self.costs[1:] if name in costs] or [self.costs[0]]


def measured(tools: Sequence[Tool], rounds: int, limit: float | None = None, patience: float = 60) -> Rounds:
    """The cost of each tool in each round; the first round is one more, which warms up the caches of the system.

    Another linter is ended after `limit` seconds, and not run again. One that has taken more than `patience` seconds is
    not run again, either: a slow one has fewer rounds, and if it has only the first, that one counts. Raises Failed.
    """
    for tool in tools:
        if tool.is_warm:
            tool.before()
            cost(tool.command, tool.folder, tool.cores)
    found: list[dict[str, Cost]] = []
    spent = dict.fromkeys((tool.name for tool in tools), 0.0)
    for number in range(rounds + 1):
        print(f"round {number} of {rounds}" if number else "warming up", file=sys.stderr)
        # Every other round runs backwards: what one tool leaves behind in the machine meets both neighbours alike.
        order = tools if number % 2 else tools[::-1]
        costs = {}
        for tool in order:
            if spent[tool.name] > patience and not tool.is_ours:
                continue
            tool.before()
            took = costs[tool.name] = cost(tool.command, tool.folder, tool.cores, None if tool.is_ours else limit)
            spent[tool.name] += took.wall if took.is_whole else float("inf")
        found.append(costs)
    return Rounds(found)
