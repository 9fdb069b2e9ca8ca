"""Positions that are counted in half precision, and multiplied by frequencies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.knowledge.call_names import MAKES_FREQUENCIES, MULTIPLIES, TAKES_ANGLES
from torchlint.knowledge.dtypes import counts_to
from torchlint.knowledge.operations import has_column
from torchlint.queries import CallView, ExpressionView, modules
from torchlint.queries.gradients import folded, operation_of
from torchlint.syntax import tree

from .detect_casts import cast_by_constructor, is_cast_in_program, visible_casts
from .detect_types import Counted, buffer_of, counted

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class CoarsePositions(CallView):
    """The call that decides which type positions are counted in: `torch.arange(...)`, or a cast of its result."""

    positions: ExpressionView  # the factor of the product
    frequencies: ExpressionView  # the other factor
    type: str  # "float16" or "bfloat16"; empty if that depends on the model
    buffer: str  # the attribute whose type they have: "inv_freq"; empty where the type is written
    is_sure: bool

    @property
    def counts_to(self) -> int:
        """The number from which on its type skips some."""
        return counts_to(self.type) or 0


def coarse_positions(file: File) -> Iterator[CoarsePositions]:
    """The positions of this file that are in half precision, or will be when their model is, in source order."""
    aranges = {call.node: call for call in file.named_calls("torch.arange") if _counts_by_one(call)}
    found: dict[tree.Node, CoarsePositions] = {}
    for scope in dict.fromkeys(file.tree.above(node, *tree.Scope) or file.tree.root for node in aranges):
        for product in _products(file, scope):
            for one, other in (product, product[::-1]):
                known = counted(file, one, aranges)
                coarse = _coarse(file, known, one, other, aranges) if known is not None else None
                if coarse is not None:
                    found.setdefault(coarse.node, coarse)
    yield from sorted(found.values(), key=lambda one: one.node.start)


def _counts_by_one(call: CallView) -> bool:
    """Whether a range has every whole number, unlike the `torch.arange(0, dim, 2)` that frequencies are made of."""
    return not call.has_stars and call.argument(2, "step") is None and bool(call.positional or call.node.args)


def _products(file: File, scope: tree.Node) -> Iterator[tuple[tree.Expression, tree.Expression]]:
    """The two factors of each product in a function that is no exponent."""
    for node in file.tree.own(scope, tree.BinaryOp):
        if node.op in ("*", "@") and not _is_exponent(file, node):
            yield node.left, node.right
    for call in file.tree.own(scope, tree.Call):
        made = operation_of(file, call)
        if made is None or not (has_column(made.name, "product") or made.name in MULTIPLIES):
            continue
        factors = [given for given in (made.operand, *made.rest) if given and not isinstance(given, tree.Constant)]
        if len(factors) == 2 and not _is_exponent(file, call):
            yield factors[0], factors[1]


def _is_exponent(file: File, product: tree.Node) -> bool:
    """Whether a product is raised to, or raises, rather than being an angle: `torch.exp(torch.arange(n) * -step)`."""
    statement = file.tree.statement(product)
    for outer in file.tree.around(product):
        if isinstance(outer, tree.BinaryOp) and outer.op == "**":
            return True
        if isinstance(outer, tree.Call) and tree.last_name(outer.func) in MAKES_FREQUENCIES:
            return True
        if outer is statement:
            break
    return False


def _coarse(
    file: File,
    known: Counted,
    positions: tree.Expression,
    frequencies: tree.Expression,
    aranges: dict[tree.Call, CallView],
) -> CoarsePositions | None:
    """The positions, if they are in half precision, or may be."""
    type_, end = known.type, _end(file, aranges[known.arange])
    views = ExpressionView(file, positions), ExpressionView(file, frequencies)
    if type_.name:
        is_short = end is not None and end <= (counts_to(type_.name) or 0)
        if is_short or not _takes_angles(file, positions):
            return None
        return CoarsePositions(file, type_.at, *views, type_.name, "", end is not None)
    buffer = _buffer(file, type_.like, positions, frequencies)
    method = modules.method_around(file, positions)
    if not buffer or method is None or (end is not None and end <= (counts_to("bfloat16") or 0)):
        return None
    if not _runs_after_constructor(method) or _is_made_by_constructor(method):
        return None
    casts = visible_casts(file, method.cls)
    by_constructor = cast_by_constructor(file, method.cls, buffer)
    if not casts.types and not by_constructor and not is_cast_in_program(file):
        return None
    is_sure = casts.is_certain and casts.types == {"bfloat16"}
    return CoarsePositions(file, type_.at, *views, min(casts.types, default=by_constructor), buffer, is_sure)


def _buffer(file: File, like: tree.Node | None, positions: tree.Node, frequencies: tree.Node) -> str:
    """The buffer whose type positions have, or get in the product with it as whole numbers; empty if there is none."""
    method = modules.method_around(file, positions)
    if method is None:
        return ""
    of_frequencies = buffer_of(file, method, frequencies)
    if like is None:
        return of_frequencies
    buffer = buffer_of(file, method, like)
    return buffer if buffer and (of_frequencies == buffer or _takes_angles(file, positions)) else ""


def _end(file: File, arange: CallView) -> float | None:
    """The number that a range ends before, if it is known."""
    given = arange.argument(1 if len(arange.positional) > 1 else 0, "end")
    return folded(file, given.node) if given is not None else None


def _takes_angles(file: File, node: tree.Node) -> bool:
    """Whether the function around some code computes sines or cosines."""
    scope = file.tree.above(node, *tree.Scope) or file.tree.root
    return any(tree.last_name(call.func) in TAKES_ANGLES for call in file.tree.inside(scope, tree.Call))


def _callers(cls: Class, name: str) -> set[str]:
    """The methods of a class and its bases that call another one of the same object."""
    return {
        method.name
        for one in cls.lineage
        for method in one.methods.values()
        for call in method.unit.tree.inside(method.node, tree.Call)
        if tree.dotted(call.func) == f"self.{name}"
    }


def _runs_after_constructor(method: modules.Method) -> bool:
    """Whether anything but the constructor runs a method: a module is cast only when it is there."""
    todo, seen = [method.node.name], set[str]()
    for name in todo:  # grows as callers are found
        if name in seen or name == "__init__":
            continue
        seen.add(name)
        callers = _callers(method.cls, name)
        if not callers:
            return True  # called by other code
        todo += sorted(callers)
    return False


def _is_made_by_constructor(method: modules.Method) -> bool:
    """Whether the constructor makes a table already, in float32: only texts longer than the model's need another."""
    if "__init__" in _callers(method.cls, method.node.name):
        return True
    made = (one.methods["__init__"] for one in method.cls.lineage if "__init__" in one.methods)
    return any(
        tree.last_name(call.func) in TAKES_ANGLES
        for constructor in made
        for call in constructor.unit.tree.inside(constructor.node, tree.Call)
    )
