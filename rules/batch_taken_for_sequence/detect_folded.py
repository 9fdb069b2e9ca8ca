"""Inputs of layers whose sequence is dimension 0, where something is folded into the batch: `x.view(b * f, t, c)`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.binding.use_def import reaching_definition, resolved_expression
from torchlint.knowledge.operations import has_column, keeps_shape
from torchlint.queries import CallView, View, testing
from torchlint.queries.gradients import called_value, operation_of
from torchlint.queries.modules import calls_of, first_result_of
from torchlint.syntax import tree

from .detect import LAYERS, SHAPE_KEEPING, LayerCall, time_first

if TYPE_CHECKING:
    from torchlint.queries import File

_BATCH = re.compile(r"n?_?(b|bs|bsz|bz|batch(_?size)?)", re.IGNORECASE)
_DEEPEST = 16


@dataclass(frozen=True, slots=True, eq=False)
class FoldedInput(LayerCall):
    """A call of such a layer, whose input has the batch and another dimension folded into dimension 0."""

    folded: View  # what folds: `x.view(b * f, t, c)`
    first: str  # dimension 0 as the code has it: `b * f`


# The file that an expression is in, and the expression.
_Place = tuple[tree.Tree, tree.Expression]


def folded_inputs(file: File) -> Iterator[FoldedInput]:
    """Every such call, in source order; none in a test."""
    if testing.is_test_module(file):
        return
    for call in file.tree.all(tree.Call):
        layer = called_value(CallView(file, call)) if call.args else None
        made = time_first(file, layer) if layer is not None and layer.kind == "module" and layer.ref in LAYERS else None
        found = _fold(file, (file.tree, call.args[0].value), 0, set()) if made is not None else None
        if made is not None and found is not None:
            yield FoldedInput(file, call, CallView(file, made[1]), *found)


def _fold(file: File, place: _Place, depth: int, seen: set[tree.Node]) -> tuple[View, str] | None:
    """What folded the batch of a tensor, through what keeps its shape, and up through the calls of a `forward`."""
    syntax, given = place
    node = (first_result_of(syntax, given) if syntax is file.tree else None) or resolved_expression(syntax, given)
    if node in seen or depth > _DEEPEST:
        return None
    seen.add(node)
    if (first := _first_dimension(syntax, node)) is not None:
        return View(file, node), first
    steps = _before(file, syntax, node) if syntax is file.tree else ()
    return next((found for step in steps if (found := _fold(file, step, depth + 1, seen)) is not None), None)


def _before(file: File, syntax: tree.Tree, node: tree.Node) -> Iterator[_Place]:
    """The tensors of the same shape that an expression is made of."""
    if isinstance(node, tree.BinaryOp) and node.op == "+":
        yield from ((syntax, node.left), (syntax, node.right))
    elif isinstance(node, tree.Name):
        yield from _given_to_forward(file, node)
    elif isinstance(node, tree.Call):
        layer = called_value(CallView(file, node))
        made = operation_of(file, node)
        if layer.kind == "module":
            if node.args and (layer.dotted_name in SHAPE_KEEPING or time_first(file, layer) is not None):
                yield syntax, node.args[0].value
        elif made is not None and made.operand is not None and (keeps_shape(made.name) or made.name == "contiguous"):
            yield syntax, made.operand


def _given_to_forward(file: File, name: tree.Name) -> Iterator[_Place]:
    """What the calls of a module pass to this parameter of its `forward`."""
    definition = reaching_definition(file.tree, name)
    forward, cls = file.tree.scope(name), file.tree.above(name, tree.ClassDef)
    owner = next((one for one in file.analysis.classes if one.node is cls), None)
    if definition is None or definition.kind != "parameter" or not isinstance(forward, tree.FunctionDef):
        return
    if not isinstance(owner, Class) or not owner.is_module or forward.name != "forward":
        return
    for syntax, call in calls_of(file, owner):
        if (passed := tree.passed_to(forward, call, is_bound=True).get(name.id)) is not None:
            yield syntax, passed


def _first_dimension(syntax: tree.Tree, node: tree.Node) -> str | None:
    """Dimension 0 of what is made three-dimensional here, if that is the batch times something else."""
    if not isinstance(node, tree.Call):
        return None
    name, given = tree.last_name(node.func), [argument.value for argument in node.args]
    if name == "rearrange":
        return _first_of_pattern(given[1]) if len(given) > 1 else None
    if not has_column(name, "reshape-to-sizes", "reshape"):
        return None
    sizes = list(given[0].elements) if len(given) == 1 and isinstance(given[0], (tree.Tuple, tree.List)) else given
    product = sizes[0] if len(sizes) == 3 else None
    if not isinstance(product, tree.BinaryOp) or product.op != "*":
        return None
    is_batch = any(_is_batch(syntax, part) for part in tree.walk(product))
    return syntax.text_of(product) if is_batch else None


def _is_batch(syntax: tree.Tree, node: tree.Node) -> bool:
    """Whether a name is for a batch, and is the first of the sizes of a tensor: `b, c, t, f = x.shape`."""
    if not isinstance(node, tree.Name) or _BATCH.fullmatch(node.id) is None:
        return False
    definition = reaching_definition(syntax, node)
    unpacked = definition.node if definition is not None else None
    if not isinstance(unpacked, tree.Assign) or not isinstance(unpacked.targets[0], (tree.Tuple, tree.List)):
        return False
    sizes = unpacked.value.func if isinstance(unpacked.value, tree.Call) else unpacked.value
    is_first = tree.dotted(unpacked.targets[0].elements[0]) == node.id
    return is_first and isinstance(sizes, tree.Attribute) and sizes.attr in ("size", "shape")


def _first_of_pattern(pattern: tree.Expression) -> str | None:
    """The first dimension that a pattern of einops makes, if it is the batch times something: `(b f)`."""
    text = pattern.value if isinstance(pattern, tree.Constant) else None
    before, arrow, after = text.partition("->") if isinstance(text, str) else ("", "", "")
    parts = re.findall(r"\([^)]*\)|\S+", after)
    first = re.match(r"\s*\(?\s*(\w+)", before)  # of one that was folded before, too: `(b t) n d -> (b n) t d`
    if not arrow or len(parts) != 3 or first is None or _BATCH.fullmatch(first[1]) is None:
        return None
    names = parts[0].strip("()").split()
    return parts[0] if len(names) > 1 and first[1] in names else None
