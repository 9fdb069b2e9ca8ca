"""Environment variables that are set after CUDA has read them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from torchlint.finding import Span
from torchlint.flow.facts import CallContext, CudaEnvironmentFact
from torchlint.queries.file import CallView, ExpressionView, View
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

# What starts other processes: these read the variable when they start.
_CHILDREN = frozenset("subprocess Popen multiprocessing spawn Process Pool mp check_call check_output system".split())


@dataclass(frozen=True, slots=True, eq=False)
class LateView(View):
    """An environment variable that is set too late, and the code that initialised CUDA before."""

    variable: str  # the variable's name: "CUDA_VISIBLE_DEVICES"
    start: tree.Node  # the code that initialised CUDA

    @property
    def value(self) -> ExpressionView | None:
        """The expression that is assigned."""
        if isinstance(self.node, tree.Call):
            return CallView(self.file, self.node).argument(1)
        assigned = self.statement.node
        return ExpressionView(self.file, assigned.value) if isinstance(assigned, tree.Assign) else None

    @property
    def starter(self) -> str:
        """The code that initialised CUDA."""
        syntax = _tree_of(self.file, self.start)
        return " ".join(syntax.text_of(self.start).split()) if syntax is not None else "other code"

    @property
    def program(self) -> str:
        """The other file that initialised CUDA, as ` in main.py`; empty if it is this one."""
        unit = self.file.analysis.unit_of(self.start)
        return f" in {unit.file_name}" if unit is not None and not unit.is_target else ""

    @property
    def elsewhere(self) -> tuple[tuple[Span, str], ...]:
        """The place that initialised CUDA, as a note for a finding; empty if it is in another file."""
        return (View(self.file, self.start).says("initialises CUDA"),) if self.file.holds(self.start) else ()


@query
def late_variables(file: File) -> Iterator[LateView]:
    """Places that set a variable after CUDA has certainly been initialised."""
    if not any(fact.variable for fact in file.facts.environment):
        return
    if any(file.analysis.mentions(name) for name in _CHILDREN) or file.analysis.mentions(
        "PYTORCH_NVML_BASED_CUDA_CHECK"
    ):
        return
    found: dict[tree.Node, CudaEnvironmentFact | None] = {}
    for place, fact in enumerate(file.facts.environment):
        if fact.variable and file.holds(fact.node):
            before = (e for e in file.facts.environment[:place] if not e.variable and comes_first(file, e, fact))
            earlier = None if _repeats(file, fact, file.facts.environment[:place]) else next(before, None)
            found[fact.node] = earlier if found.get(fact.node, earlier) is not None else None
    variables = {fact.node: fact.variable for fact in file.facts.environment}
    for node, start in sorted(found.items(), key=lambda item: item[0].start):
        if start is not None:
            yield LateView(file, node, variables[node], start.node)


def _repeats(file: File, fact: CudaEnvironmentFact, before: list[CudaEnvironmentFact]) -> bool:
    """Whether the variable is given the value that it was given before CUDA was initialised, as it is written."""
    started = next((place for place, one in enumerate(before) if not one.variable), len(before))
    own = _value_of(file, fact.node)
    return own is not None and any(
        one.variable == fact.variable and one.node is not fact.node and _value_of(file, one.node) == own
        for one in before[:started]
        if comes_first(file, one, fact)
    )


def _value_of(file: File, node: tree.Node) -> str | None:
    """The text of what a variable is set to: a literal or a setting, not a name, which each function has of its own."""
    syntax = _tree_of(file, node)
    assigned = syntax.parents.get(node) if syntax is not None else None
    if syntax is None or not isinstance(assigned, tree.Assign) or isinstance(assigned.value, tree.Name):
        return None
    return syntax.text_of(assigned.value)


def _path(fact: Happened) -> tuple[tree.Node, ...]:
    return (*fact.where.chain, fact.node)


class Happened(Protocol):
    """A place that the interpreter has reached."""

    @property
    def node(self) -> tree.Node:
        """The code."""

    @property
    def where(self) -> CallContext:
        """The functions, calls and loops that led there."""


def comes_first(file: File, earlier: Happened, later: Happened) -> bool:
    """Whether one place always runs before another in the same run: by an earlier statement, not in another branch."""
    one, other = _path(earlier), _path(later)
    syntax = _tree_of(file, one[0])
    if syntax is None or other[0] not in syntax.parents:
        return False  # programs that start in different files
    roots = [syntax.above(path[0], tree.FunctionDef) for path in (one, other)]
    if roots[0] is not roots[1]:
        return roots[0] is None and _is_always_run(syntax, one[0])
    for first, second in zip(one, other):
        if first is not second:
            inside = _tree_of(file, first)
            # What a method is called on, and what a call is given, comes before it: `Trainer(model).fit()`.
            is_inside = second.start <= first.start and first.end <= second.end
            is_around = first.start <= second.start and second.end <= first.end
            is_earlier = is_inside or (first.start < second.start and not is_around)
            return inside is not None and is_earlier and not _are_apart(inside, first, second)
    return False


def are_in_other_branches(file: File, one: Happened, other: Happened) -> bool:
    """Whether an `if` chooses between two places, so that no pass through it comes to both."""
    for first, second in zip(_path(one), _path(other)):
        if first is not second:
            inside = _tree_of(file, first)
            return inside is not None and second in inside.parents and _are_apart(inside, first, second)
    return False


def _tree_of(file: File, node: tree.Node) -> tree.Tree | None:
    """The file's tree, or that of another file of the project, with this node."""
    if file.holds(node):
        return file.tree
    unit = file.analysis.unit_of(node)
    return unit.tree if unit is not None else None


def _is_always_run(syntax: tree.Tree, node: tree.Node) -> bool:
    """Whether a top-level statement runs when its file is imported."""
    return syntax.above(node, tree.If, tree.Try) is None


def _are_apart(syntax: tree.Tree, first: tree.Node, second: tree.Node) -> bool:
    """Whether two places are in different branches of an `if`."""
    mine, others = syntax.branches(first, tree.If), syntax.branches(second, tree.If)
    return any({mine[one], others[one]} == {"body", "orelse"} for one in mine.keys() & others.keys())
