"""Norms of single parameters that `torch.linalg.norm` takes as norms of matrices."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definition, resolved_expression
from torchlint.finding import Edit, Span
from torchlint.knowledge.call_names import LISTS_WEIGHTS
from torchlint.knowledge.operations import POINTWISE, Column, has_column
from torchlint.queries import CallView, View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_NORM = "torch.linalg.norm"
_HAPPENS = {
    "0": "raises for a matrix",
    "1": "of a matrix is its largest column sum",
    "2": "of a matrix is its largest singular value",
    "inf": "of a matrix is its largest row sum",
}
_INFINITE = re.compile(r"""^(float\(["']inf["']\)|(torch|np|numpy|math)\.inf)$""")
# What gives another tensor of the same shape.
_KEEPS_SHAPE: tuple[Column, ...] = (*POINTWISE, "cast", "cast-float", "move", "fetch", "copy", "detach")
_PARTS = ("grad", "data")
# What says that a matrix is meant, or that only matrices come here.
_OF_MATRICES = re.compile(r"(?i)\bn?dim\b|\bshape\b|\bsize\b|spectral|singular|lipschitz|induced|operator|matri|sigma")
# What asks for a parameter with a gradient, which each may have.
_OF_GRADIENTS = re.compile(r"\b(grad|requires_grad)\b")
# A list of parameters that a function is given: `params: Iterable[nn.Parameter]`.
_ANNOTATED = re.compile(r"\[[\w.]*Parameter\]")
_DEEPEST = 8


@dataclass(frozen=True, slots=True, eq=False)
class MatrixNorm(CallView):
    """A call of `torch.linalg.norm` with an order and without `dim`, on a variable that stands for each parameter."""

    node: tree.Call
    order: str  # as it is written
    meaning: str  # "0", "1", "2" or "inf"
    over: View  # what iterates over the parameters
    is_certain: bool  # whether nothing chooses parameters

    @property
    def happens(self) -> str:
        """What the call gives for a matrix."""
        return _HAPPENS[self.meaning]

    @property
    def given(self) -> str:
        """What the norm is taken of, as code."""
        first = tree.positional(self.node, 0)
        return self.file.tree.text_of(first) if first is not None else "..."

    @property
    def edits(self) -> tuple[Edit, ...]:
        """The edit that makes it the norm of all entries; none where the function has a name of its own."""
        func = self.node.func
        is_named = isinstance(func, tree.Attribute) and func.attr == "norm"
        return (Edit(Span(func.end - len("norm"), func.end), "vector_norm"),) if is_named else ()


def matrix_norms(file: File) -> Iterator[MatrixNorm]:
    """Such calls, in source order, unless the code around says that it is about matrices."""
    for call in file.named_calls(_NORM):
        order, given = call.argument(1, "ord"), call.argument(0, "A")
        meaning = _meaning(file, order.node) if order is not None else None
        if order is None or given is None or meaning is None or call.argument(2, "dim") is not None:
            continue
        loop = _loop_over_parameters(file, given.node)
        if loop is None or _is_about_matrices(file, loop, call.node):
            continue
        is_certain = meaning != "2" or not _is_chosen(file, loop, call.node)
        yield MatrixNorm(file, call.node, order.code, meaning, View(file, loop), is_certain)


def _meaning(file: File, order: tree.Node) -> str | None:
    number = tree.integer_literal(order) if isinstance(order, tree.Constant) else None
    if isinstance(order, tree.Constant) and isinstance(order.value, float):
        number = int(order.value) if order.value in (0.0, 1.0, 2.0) else None
    if number in (0, 1, 2):
        return str(number)
    return "inf" if _INFINITE.match(file.tree.text_of(order)) else None


def _loop_over_parameters(file: File, given: tree.Node) -> tree.Node | None:
    """What iterates over the parameters, one of which an expression has the shape of."""
    for _ in range(_DEEPEST):
        if isinstance(given, tree.Attribute) and given.attr in _PARTS:
            given = given.value
        elif isinstance(given, tree.BinaryOp) and given.op in ("+", "-"):
            given = given.left
        elif isinstance(given, tree.Call) and isinstance(given.func, tree.Attribute):
            if not has_column(given.func.attr, *_KEEPS_SHAPE):
                return None
            given = given.func.value
        elif isinstance(given, tree.Name):
            made = reaching_definition(file.tree, given)
            if made is None:
                return None
            if isinstance(made.node, (tree.For, tree.Clause)):
                return made.node if _are_parameters(file, made.node.iter) else None
            if made.value is None:
                return None
            given = made.value
        else:
            return None
    return None


def _are_parameters(file: File, over: tree.Expression) -> bool:
    """Whether something iterates over all parameters of a module: `enumerate(model.parameters())`."""
    over_all = resolved_expression(file.tree, over)
    if isinstance(over_all, tree.Name):
        made = reaching_definition(file.tree, over_all)
        annotation = made.node.annotation if made is not None and isinstance(made.node, tree.Parameter) else None
        return annotation is not None and _ANNOTATED.search(file.tree.text_of(annotation)) is not None
    if isinstance(over_all, tree.Comprehension):
        return any(_are_parameters(file, clause.iter) for clause in over_all.clauses[:1])
    if not isinstance(over_all, tree.Call):
        return False
    if isinstance(over_all.func, tree.Attribute):
        return over_all.func.attr in LISTS_WEIGHTS
    return any(_are_parameters(file, one.value) for one in over_all.args)


def _is_about_matrices(file: File, loop: tree.Node, call: tree.Call) -> bool:
    """Whether the loop, what its parameters come from, or the name of the function says that matrices are meant."""
    over = resolved_expression(file.tree, loop.iter) if isinstance(loop, (tree.For, tree.Clause)) else loop
    around = loop if isinstance(loop, tree.For) else file.tree.statement(loop)
    texts = [file.tree.text_of(one) for one in (around, over)] + [_function_around(file, call)]
    return any(_OF_MATRICES.search(text.replace("_", " ")) for text in texts)


def _function_around(file: File, call: tree.Call) -> str:
    function = file.tree.above(call, tree.FunctionDef)
    return function.name if isinstance(function, tree.FunctionDef) else ""


def _is_chosen(file: File, loop: tree.Node, call: tree.Call) -> bool:
    """Whether a condition in the loop chooses parameters, other than those with a gradient."""
    tests = [*loop.ifs] if isinstance(loop, tree.Clause) else []
    for above in file.tree.around(call):
        if above is loop:
            break
        if isinstance(above, tree.If):
            tests.append(above.test)
    return any(not _OF_GRADIENTS.search(file.tree.text_of(test)) for test in tests)
