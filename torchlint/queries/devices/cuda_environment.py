"""What rules see of variables for CUDA that are set when it has read them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from torchlint.finding import Span
from torchlint.flow.facts import EnvironmentEvent, Where
from torchlint.queries.file import CallView, ExpressionView, View
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

# What starts other processes: these read the variable when they start.
_CHILDREN = frozenset("subprocess Popen multiprocessing spawn Process Pool mp check_call check_output system".split())


@dataclass(frozen=True, slots=True, eq=False)
class LateView(View):
    """Where a variable is set, and what has started CUDA before."""

    variable: str
    start: tree.Node

    @property
    def value(self) -> ExpressionView | None:
        """The code of its new value."""
        if isinstance(self.node, tree.Call):
            return CallView(self.file, self.node).argument(1)
        assigned = self.statement.node
        return ExpressionView(self.file, assigned.value) if isinstance(assigned, tree.Assign) else None

    @property
    def starter(self) -> str:
        """What has started CUDA, as it is written."""
        return View(self.file, self.start).text if self.file.holds(self.start) else "another file"

    @property
    def elsewhere(self) -> tuple[tuple[Span, str], ...]:
        """What has started CUDA, to be shown beside a finding, if it stands in this file."""
        return (View(self.file, self.start).says("starts CUDA"),) if self.file.holds(self.start) else ()


@query
def late_variables(file: File) -> Iterator[LateView]:
    """The places where a variable is set after CUDA has started, in every run that sets it there."""
    if not any(event.variable for event in file.facts.environment):
        return
    if any(file.analysis.mentions(name) for name in _CHILDREN) or file.analysis.mentions(
        "PYTORCH_NVML_BASED_CUDA_CHECK"
    ):
        return
    found: dict[tree.Node, EnvironmentEvent | None] = {}
    for place, event in enumerate(file.facts.environment):
        if event.variable and file.holds(event.node):
            before = (e for e in file.facts.environment[:place] if not e.variable and comes_first(file, e, event))
            earlier = next(before, None)
            found[event.node] = earlier if found.get(event.node, earlier) is not None else None
    variables = {event.node: event.variable for event in file.facts.environment}
    for node, start in sorted(found.items(), key=lambda item: item[0].start):
        if start is not None:
            yield LateView(file, node, variables[node], start.node)


def _path(event: Happened) -> tuple[tree.Node, ...]:
    return (*event.where.chain, event.node)


class Happened(Protocol):
    """A place that was reached."""

    @property
    def node(self) -> tree.Node: ...

    @property
    def where(self) -> Where: ...


def comes_first(file: File, earlier: Happened, later: Happened) -> bool:
    """Whether something happens in the same run of this file's code, by a statement further up, in no other branch."""
    one, other = _path(earlier), _path(later)
    if not file.holds(one[0]) or not file.holds(other[0]):
        return False  # a run that begins in another file
    roots = [file.tree.above(path[0], tree.FunctionDef) for path in (one, other)]
    if roots[0] is not roots[1]:
        return roots[0] is None and _is_always_run(file, one[0])
    for first, second in zip(one, other):
        if first is not second:
            return first.start < second.start and not _are_apart(file, first, second)
    return False


def _is_always_run(file: File, node: tree.Node) -> bool:
    """Whether a statement at the top of the file runs when the file is imported."""
    return file.tree.above(node, tree.If, tree.Try) is None


def _are_apart(file: File, first: tree.Node, second: tree.Node) -> bool:
    """Whether two places are in different branches of an `if`."""
    around = file.tree.above(first, tree.If)
    while isinstance(around, tree.If):
        ways = [_way(around, node) for node in (first, second)]
        if ways in (["body", "orelse"], ["orelse", "body"]):
            return True
        around = file.tree.above(around, tree.If)
    return False


def _way(around: tree.If, node: tree.Node) -> str:
    for name in ("body", "orelse"):
        body = getattr(around, name)
        if body and body[0].start <= node.start and node.end <= body[-1].end:
            return name
    return ""
