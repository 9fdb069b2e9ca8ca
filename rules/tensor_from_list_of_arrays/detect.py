"""Tensors that are made of lists of NumPy arrays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import definitions_of, reaching_definitions, resolved_expression, uses
from torchlint.knowledge.call_names import FROM_DATA
from torchlint.knowledge.frameworks.numpy import MAKES_ARRAYS
from torchlint.knowledge.meanings import DUMMY
from torchlint.queries import CallView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_DEEPEST = 4  # operations behind what makes an array
_ARITHMETIC = ("+", "-", "*", "/")
_KEEPS = ("astype", "copy")  # methods whose result has the same shape


@dataclass(frozen=True, slots=True, eq=False)
class MadeTensor(CallView):
    """A call that makes a tensor of a list of arrays."""

    @property
    def array(self) -> str:
        """The code for one array of these."""
        given = self.positional[0]
        return f"np.stack({given})" if isinstance(given.node, tree.Name) else "np.stack([...])"


def made_of_arrays(file: File) -> Iterator[MadeTensor]:
    """Calls that make a tensor of a list all of whose elements are surely arrays, in source order."""
    for call in file.named_calls(*FROM_DATA):
        if not call.positional:
            continue
        elements = list(_elements(file, call.positional[0].node))
        if elements and all(_is_array(file, one) for one in elements):
            yield MadeTensor(file, call.node)


def _elements(file: File, node: tree.Expression) -> Iterator[tree.Expression]:
    """What is put into a list that is written out, or that an empty one is appended to; None where more may be."""
    made = resolved_expression(file.tree, node)
    if isinstance(made, tree.List) and made.elements:
        yield from made.elements
    elif isinstance(made, tree.Comprehension) and made.kind == "list":
        yield made.element
    elif isinstance(node, tree.Name) and isinstance(made, tree.List) and _is_filled_here(file, node):
        for use in uses(file.tree, node):
            if _is_of(file, use, made):
                yield from _appended(file, use, node)


def _is_filled_here(file: File, node: tree.Name) -> bool:
    """Whether all that a name's list may hold is seen: no other function reads it, and it is not changed in place."""
    scope = file.tree.scope(node)
    definitions = definitions_of(file.tree, node)
    is_own = all(file.tree.scope(one) is scope for one in (*uses(file.tree, node), *(d.node for d in definitions)))
    return len(definitions) == 1 or (is_own and not any(isinstance(d.node, tree.AugmentedAssign) for d in definitions))


def _is_of(file: File, use: tree.Name, made: tree.Expression) -> bool:
    """Whether a use may be of this very list, rather than of what the name stands for elsewhere."""
    reaching = reaching_definitions(file.tree, use)
    return any(one is None or one.value is made for one in reaching)


def _appended(file: File, use: tree.Name, given: tree.Expression) -> Iterator[tree.Expression]:
    """What a use of a list appends to it; the name itself, which is no array, where it may do something else."""
    held = file.tree.parents.get(use)
    call = file.tree.parents.get(held) if isinstance(held, tree.Attribute) else None
    if isinstance(held, tree.Attribute) and isinstance(call, tree.Call) and call.func is held and call.args:
        yield call.args[0].value if held.attr == "append" else use
    elif use is not given and isinstance(held, tree.Argument):
        function = file.tree.parents.get(held)
        if not isinstance(function, tree.Call) or tree.dotted(function.func) not in ("len", "print"):
            yield use


def _is_array(file: File, node: tree.Expression, depth: int = 0) -> bool:
    """Whether an expression is surely an array, and no number of NumPy's."""
    made = resolved_expression(file.tree, node)
    if depth > _DEEPEST:
        return False
    if isinstance(made, tree.BinaryOp) and made.op in _ARITHMETIC:
        return any(_is_array(file, side, depth + 1) for side in (made.left, made.right))
    if isinstance(made, tree.Call) and isinstance(made.func, tree.Attribute) and made.func.attr in _KEEPS:
        return _is_array(file, made.func.value, depth + 1)
    if isinstance(made, tree.Subscript) and _takes_a_row(made):
        return file.value(made.value).value.kind == "array"
    if file.value(node).value.kind != "array" or not isinstance(made, tree.Call):
        return False
    return file.value(node).value.made_by == DUMMY or file.names.spelled_out(made.func) in MAKES_ARRAYS


def _takes_a_row(node: tree.Subscript) -> bool:
    """Whether what is taken of an array is an array, too: `a[:, i]` is one, and `a[i]` may be a number."""
    parts = node.index.elements if isinstance(node.index, tree.Tuple) else [node.index]
    return any(isinstance(part, tree.Slice) for part in parts)
