"""Logarithms and exponentials that are written out, where PyTorch has a function that keeps their digits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding import use_def
from torchlint.finding import Edit, Span
from torchlint.queries import CallView, ExpressionView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_LOGS = ("torch.log", "torch.Tensor.log")
_EXPS = ("torch.exp", "torch.Tensor.exp")
_SUMS = ("torch.sum", "torch.Tensor.sum")
# What is called so is a whole number.
_COUNTS = re.compile(r"(^|_)(deg|degrees?|counts?|num|n|len|lengths?|freqs?|ranks?|pos|index|idx)(_|$)", re.IGNORECASE)
_NEARLY_NOTHING = 1e-4
_ADDS_ONE = ("torch.log1p", "torch.expm1")


@dataclass(frozen=True, slots=True, eq=False)
class WrittenOut(ExpressionView):
    """An expression that one function of PyTorch computes."""

    better: str  # its name
    operand: ExpressionView  # what it is given
    rest: (
        tuple[tree.Argument, ...] | None
    )  # its other arguments, those of the sum; None if there is no way to pass them
    is_exact: bool = True  # whether the function computes the same, but for rounding

    @property
    def happens(self) -> str:
        """What the expression loses."""
        if self.better in _ADDS_ONE:
            why = "adding 1 rounds them off" if self.better == "torch.log1p" else "their exponential rounds to 1"
            return f"is 0 for small inputs, because {why}"
        if self.better == "torch.logsumexp":
            return "is inf as soon as one exponential overflows, above 88 in float32"
        return "is inf for inputs above 88, whose exponential overflows in float32"

    @property
    def is_of_counts(self) -> bool:
        """Whether its name says that the operand is a whole number, to which a 1 does nothing."""
        names = (tree.last_name(node) for node in tree.walk(self.operand.node))
        return self.better == "torch.log1p" and any(_COUNTS.search(name) for name in names)

    @property
    def is_shifted(self) -> bool:
        """Whether a maximum is subtracted in the exponent already, so that a sum of exponentials can't overflow."""
        if self.better == "torch.expm1":
            return False  # nothing overflows there; the loss of precision is in the difference
        node = use_def.resolved_expression(self.file.tree, self.operand.node)
        if not isinstance(node, tree.BinaryOp) or node.op != "-":
            return False
        taken = use_def.resolved_expression(self.file.tree, node.right)
        # A name that stands for nothing here may be the maximum; `1 + exp(a - b)` has none in its sum.
        is_unseen = isinstance(taken, tree.Name) and self.better == "torch.logsumexp"
        return is_unseen or "max" in self.file.tree.text_of(taken)

    @property
    def is_for_large_numbers(self) -> bool:
        """Whether a `torch.where` takes it only where the numbers are large: its other branch is the exact function."""
        exact = list(self.file.calls(self.better, self.better.replace("torch.", "torch.Tensor.")))
        choices = self.file.calls("torch.where", "torch.Tensor.where")
        return any(self.is_inside(choice) and any(one.is_inside(choice) for one in exact) for choice in choices)

    @property
    def fused(self) -> tuple[Edit, ...]:
        """The edits that call the function instead."""
        if self.rest is None:
            return ()
        given = ", ".join([self.operand.code, *(self.file.tree.text_of(one) for one in self.rest)])
        return self.writing(self.better, lambda written: self._in_its_place(f"{written}({given})"))

    def _in_its_place(self, text: str) -> tuple[Edit, ...]:
        """The edit that writes this, without the parentheses that the difference needed: `(x.exp() - 1) * y`."""
        start, end, written = self.node.start, self.node.end, self.file.text
        is_part = isinstance(self.file.tree.parents[self.node], tree.BinaryOp)
        has_space = not written[start - 2 : start - 1].isidentifier()  # else it becomes part of a word: `not(...)`
        if is_part and has_space and written[start - 1 : start] == "(" and written[end : end + 1] == ")":
            start, end = start - 1, end + 1
        return (Edit(Span(start, end), text),)


def written_out(file: File) -> Iterator[WrittenOut]:
    """Such expressions, in source order."""
    found = [*_logarithms(file), *_exponentials(file)]
    yield from sorted(found, key=lambda one: one.node.start)


def _logarithms(file: File) -> Iterator[WrittenOut]:
    exps: dict[tree.Node, CallView] = {call.node: call for call in file.calls(*_EXPS)}
    sums: dict[tree.Node, CallView] = {call.node: call for call in file.calls(*_SUMS)}
    for log in file.calls(*_LOGS):
        given = log.operand
        if given is None or len(log.node.args) > 1:
            continue
        inside = _beside_nearly_nothing(given.node)
        summed = sums.get(inside) if isinstance(inside, tree.Call) else None
        if summed is not None and summed.operand is not None and (exp := exps.get(summed.operand.node)) is not None:
            yield from _of(file, log, "torch.logsumexp", exp, _dimensions(summed), inside is given.node)
        elif (other := _beside_one(given.node, "+")) is not None:
            exp = exps.get(other)
            if exp is not None:
                yield from _of(file, log, "torch.nn.functional.softplus", exp, ())
            else:
                yield WrittenOut(file, log.node, "torch.log1p", ExpressionView(file, other), ())


def _of(
    file: File,
    log: CallView,
    function: str,
    exp: CallView,
    rest: tuple[tree.Argument, ...] | None,
    is_exact: bool = True,
) -> Iterator[WrittenOut]:
    if exp.operand is not None and len(exp.node.args) <= 1:
        yield WrittenOut(file, log.node, function, exp.operand, rest, is_exact)


def _exponentials(file: File) -> Iterator[WrittenOut]:
    for exp in file.calls(*_EXPS):
        around = file.tree.parents.get(exp.node)
        if isinstance(around, tree.BinaryOp) and around.op == "-" and around.left is exp.node and _is_one(around.right):
            if exp.operand is not None and len(exp.node.args) <= 1:
                yield WrittenOut(file, around, "torch.expm1", exp.operand, ())


def _beside_nearly_nothing(node: tree.Node) -> tree.Node:
    """The sum in `sum + 1e-8`, which is to keep the logarithm finite; any other expression itself."""
    if not isinstance(node, tree.BinaryOp) or node.op != "+":
        return node
    for one, other in ((node.left, node.right), (node.right, node.left)):
        number = one.value if isinstance(one, tree.Constant) else None
        if isinstance(number, float) and 0 < number <= _NEARLY_NOTHING:
            return other
    return node


def _beside_one(node: tree.Node, op: str) -> tree.Expression | None:
    """The other side of `1 + x`; None for other expressions, and for a number."""
    if not isinstance(node, tree.BinaryOp) or node.op != op:
        return None
    sides = [(node.left, node.right), (node.right, node.left)]
    other = next((other for one, other in sides if _is_one(one)), None)
    return None if other is None or isinstance(other, tree.Constant) else other


def _is_one(node: tree.Node) -> bool:
    return isinstance(node, tree.Constant) and node.value in (1, 1.0) and not isinstance(node.value, bool)


def _dimensions(summed: CallView) -> tuple[tree.Argument, ...] | None:
    """The arguments of a sum behind its tensor, those that logsumexp takes, too; None without dimensions.

    `dim=None` is without: `torch.logsumexp` raises a TypeError then (torch 2.13).
    """
    rest = summed.node.args if summed.is_tensor_method else summed.node.args[1:]
    known = all(not one.star and one.keyword in (None, "dim", "keepdim") for one in rest)
    dim = summed.argument(1 - summed.is_tensor_method, "dim")
    return tuple(rest) if known and dim is not None and dim.is_literally is not None else None
