"""What stands in compiled code and ends a graph there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.knowledge import graph_breaks
from torchlint.queries import View
from torchlint.queries.modules import CompiledCode, compiled_functions
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_READS = "reads tensor values"


@dataclass(frozen=True, slots=True, eq=False)
class Break(View):
    """An expression of compiled code that needs Python, or the values of a tensor."""

    region: CompiledCode
    what: str

    @property
    def instead(self) -> str:
        """What to write."""
        if self.what == _READS:
            return "keep it a tensor, and read it outside of the compiled code"
        return "move it out of the compiled code"

    @property
    def is_left_out(self) -> bool:
        """Whether it only runs where nothing is compiled: `if not torch.compiler.is_compiling()`."""
        return any("is_compiling" in self.file.tree.text_of(test) for test in self._tests)

    @property
    def is_always_run(self) -> bool:
        """Whether each call of the function comes here: no condition is around it, and no way leads past it."""
        body = self.region.node
        return not self._tests and not any(n.end <= self.node.start for n in self.file.tree.own(body, tree.Return))

    @property
    def _tests(self) -> list[tree.Expression]:
        """The conditions around it in its function; its own, if it is one itself, is none."""
        found: list[tree.Expression] = []
        for around in self.file.tree.around(self.node):
            if isinstance(around, (tree.If, tree.While, tree.Conditional)):
                found.append(around.test)
            elif isinstance(around, (tree.FunctionDef, tree.Lambda)):
                break
        return [test for test in found if not _is_within(self.node, test)]


def breaks(file: File) -> Iterator[Break]:
    """Places of compiled code where a graph ends, in source order, unless a break would raise."""
    kept = {name for unit in file.analysis.units for name in unit.mentioned}
    for region in compiled_functions(file):
        if region.is_full_graph:
            continue
        found: list[tuple[tree.Expression, str]] = []
        found += [(call, _why(file, call, kept)) for call in file.tree.own(region.node, tree.Call)]
        tests = [one.test for one in file.tree.own(region.node, tree.If)]
        tests += [one.test for one in file.tree.own(region.node, tree.While)]
        found += [(test, _READS) for test in tests if _is_computed(file, test)]
        for node, what in sorted(found, key=lambda each: each[0].start):
            if what:
                yield Break(file, node, region, what)


def _why(file: File, call: tree.Call, kept: set[str]) -> str:
    """What a call does that is in no graph; empty for most calls."""
    name, last = file.names.spelled_out(call.func), tree.last_name(call.func)
    if name in graph_breaks.FUNCTIONS or (isinstance(call.func, tree.Name) and call.func.id in graph_breaks.BUILTINS):
        return "runs in Python"
    keeps_numbers, keeps_shapes = graph_breaks.KEEPS_NUMBERS in kept, graph_breaks.KEEPS_SHAPES in kept
    if isinstance(call.func, tree.Attribute) and last in graph_breaks.NUMBERS and not keeps_numbers:
        return _READS if file.value(call.func.value).value.is_tensor else ""
    if isinstance(call.func, tree.Name) and call.func.id in graph_breaks.CONVERSIONS and not keeps_numbers:
        return _READS if len(call.args) == 1 and _is_computed(file, call.args[0].value) else ""
    is_of_values = not keeps_shapes and not file.facts.callees.get(call, set()).isdisjoint(graph_breaks.SHAPES)
    return "has a data-dependent shape" if is_of_values else ""


def _is_computed(file: File, node: tree.Expression) -> bool:
    """Whether this is certainly a tensor, and no number, flag or None."""
    value = file.value(node).value
    return value.is_tensor and not value.assumed


def _is_within(node: tree.Node, outer: tree.Node) -> bool:
    return outer.start <= node.start and node.end <= outer.end
