"""Where gradients end on their way back: at comparisons and at what gives whole numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions, uses
from torchlint.domain.values import MAYBE, NO, YES
from torchlint.knowledge.operations import has_column
from torchlint.queries import CallView, ExpressionView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.binding.scopes import SourceUnit
    from torchlint.queries import File

_SHORT = 40  # characters of code in a message
_ORDERING = frozenset(("<", "<=", ">", ">=", "==", "!="))
_DEEPEST = 10  # names for names, and functions that are called


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """Where a gradient ends."""

    node: tree.Node
    unit: SourceUnit  # the file that it is in

    @property
    def is_copy(self) -> bool:
        """Whether it only puts tensors into a new one."""
        return isinstance(self.node, tree.Call) and has_column(tree.last_name(self.node.func), "create-from-data")

    @property
    def is_cast(self) -> bool:
        """Whether it only converts the numbers to integers."""
        return isinstance(self.node, tree.Call) and has_column(tree.last_name(self.node.func), "cast")

    def __str__(self) -> str:
        text = " ".join(self.unit.tree.text_of(self.node).split())
        return text if len(text) <= _SHORT else f"{text[:24]}...{text[-12:]}"


def cut_behind(file: File, node: tree.Node) -> Cut | None:
    """The first comparison or index of something with a graph that a value is computed from, in whatever file."""
    unit = file.analysis.unit_of(node)
    return _cut_in(file, _Code(node, unit, YES), set(), 0) if unit is not None else None


@dataclass(frozen=True, slots=True, eq=False)
class _Code:
    """Code that a value is computed by."""

    node: tree.Node
    unit: SourceUnit
    # What is enough to say that a tensor in it has a graph: a function that is called from elsewhere without a graph,
    # too, has a graph wherever it is given one.
    least: int


def _cut_in(file: File, code: _Code, seen: set[tree.Node], depth: int) -> Cut | None:
    if depth > _DEEPEST or code.node in seen:
        return None
    seen.add(code.node)
    inside = list(tree.walk(code.node, into_functions=False))
    for node in inside:
        if _is_cut(file, node, code.least) and not _only_decides(code.unit.tree, node):
            return Cut(node, code.unit)
    for node in inside:
        for behind in _behind(file, code, node):
            found = _cut_in(file, behind, seen, depth + 1)
            if found is not None:
                return found
    return None


def _behind(file: File, code: _Code, node: tree.Node) -> list[_Code]:
    """What a name was assigned, and what the functions return that are called, a module's forward too."""
    if isinstance(node, tree.Name):
        found = (one for one in reaching_definitions(code.unit.tree, node) if one is not None)
        sources = [one.value or one.source for one in found if one.kind in ("assignment", "augmented")]
        sources += _appended(code.unit.tree, node) if any(isinstance(one, tree.List) for one in sources) else []
        return [_Code(source, code.unit, code.least) for source in sources if source is not None]
    if not isinstance(node, tree.Call):
        return []
    is_given = any(_has_graph(file, argument.value, code.least) for argument in node.args)
    called = sorted(file.facts.functions.get(node, ()), key=lambda one: (one.unit.place, one.node.start))
    least = MAYBE if is_given else code.least
    returned = ((one.unit, node.value) for one in called for node in one.unit.tree.own(one.node, tree.Return))
    return [_Code(value, unit, least) for unit, value in returned if value is not None]


def _appended(syntax: tree.Tree, name: tree.Name) -> list[tree.Expression | None]:
    """What is appended to a list: `risks` of `torch.stack(risks)`, after `risks.append(risk(x))`."""
    calls = (syntax.parents.get(use) for use in uses(syntax, name))
    found: list[tree.Expression | None] = []
    for attribute in calls:
        call = syntax.parents.get(attribute) if isinstance(attribute, tree.Attribute) else None
        if isinstance(call, tree.Call) and call.func is attribute and tree.last_name(attribute) == "append":
            found += [argument.value for argument in call.args]
    return found


def _only_decides(syntax: tree.Tree, node: tree.Node) -> bool:
    """Whether a comparison is the test of `a if test else b`, and no part of what comes out."""
    above = syntax.parents.get(node)
    while isinstance(above, (tree.BoolOp, tree.UnaryOp)):
        node, above = above, syntax.parents.get(above)
    return isinstance(above, tree.Conditional) and above.test is node


def _is_cut(file: File, node: tree.Node, least: int) -> bool:
    """Whether a gradient that comes back to here goes no further, though what is computed with has a graph."""
    if isinstance(node, tree.Compare):
        if not _ORDERING.issuperset(node.ops):
            return False  # `is None` compares the object, not its numbers
        return any(_has_graph(file, side, least) for side in (node.left, *node.comparators))
    if not isinstance(node, tree.Call) or ExpressionView(file, node).value.grad != NO:
        return False
    if has_column(tree.last_name(node.func), "create-from-data") and node.args:
        return any(_has_graph(file, one, least) for one in _elements(node.args[0].value))
    if not has_column(tree.last_name(node.func), "comparison", "integer", "cast"):
        return False  # detached on purpose, or the gradient takes another path
    operand = CallView(file, node).operand
    return operand is not None and _has_graph(file, operand.node, least)


def _elements(data: tree.Expression) -> list[tree.Expression]:
    """What a new tensor is made of: the numbers alone are copied, also of tensors."""
    if isinstance(data, tree.Comprehension):
        return [data.element]
    return list(data.elements) if isinstance(data, (tree.List, tree.Tuple)) else []


def _has_graph(file: File, node: tree.Node, least: int) -> bool:
    """Whether a tensor has a graph, or what a model returned of which nothing else is known."""
    value = ExpressionView(file, node).value
    return value.grad >= least and (value.is_tensor or value.kind == "output")
