"""Logarithms of a softmax, and the edits that make them log_softmax."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import definitions_from
from torchlint.binding.use_def import only_definition, reaching_definitions
from torchlint.domain.values import NO
from torchlint.finding import Edit, Span
from torchlint.knowledge.meanings import SOFTMAX
from torchlint.knowledge.operations import full_names
from torchlint.queries.file import CallView, ExpressionView
from torchlint.queries.losses import log_calls
from torchlint.queries.losses.log_calls import is_natural
from torchlint.queries.losses.loss_calls import Squashing
from torchlint.queries.losses.weighted_logs import has_epsilon, is_clamped, is_weighed
from torchlint.queries.memo import query
from torchlint.syntax import edits, tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


@query
def softmax_logarithms(file: File) -> Iterator[SoftmaxLogarithm]:
    """Logarithms of a softmax, in source order."""
    for log in log_calls.logarithms(file):
        given = log.operand
        if given is not None and given.is_made_by(SOFTMAX):
            yield SoftmaxLogarithm(log, given)


class SoftmaxLogarithm(Squashing):
    """A logarithm, and the softmax that it is taken of."""

    __slots__ = ()

    @property
    def loses(self) -> bool:
        """Whether precision is lost: of a gradient, or of a value that may be log(0)."""
        vanishes = is_weighed(self.call, self.input) and has_epsilon(self.input)  # 0 * log(0) is NaN
        given = self.input.value
        # What a policy gives under `no_grad`.
        is_cut_off = given.grad == NO and not given.origins.isdisjoint(self.call.file.facts.gradless)
        may_have_grad = self.call.may_have_grad and not is_cut_off
        return self.is_bare or (may_have_grad and not self._is_detached and not vanishes)

    @property
    def is_clamped(self) -> bool:
        """Whether the probabilities are clamped from below, which keeps the logarithm finite."""
        return is_clamped(self.input)

    @property
    def _is_detached(self) -> bool:
        """Whether the probabilities are detached: `p.detach()`, a name for nothing else, or `softmax(z.detach())`."""
        file, source = self.call.file, self.source
        given = CallView(file, source).operand if isinstance(source, tree.Call) and file.holds(source) else None
        if given is not None and _is_detaching(given.node):
            return True
        node = _without_epsilon(self.input).node
        if not isinstance(node, tree.Name):
            return _is_detaching(node)
        found = reaching_definitions(file.tree, node)
        return all(one is not None and one.value is not None and _is_detaching(one.value) for one in found)

    @property
    def is_bare(self) -> bool:
        """Whether the softmax goes into the logarithm as it is, with no epsilon added and no clamp."""
        return self.applied is not None and self._stands_for(self.input.node)

    @property
    def fused(self) -> tuple[Edit, ...]:
        """The edits that make both one log_softmax; empty if anything else reads the probabilities."""
        core, applied = _without_epsilon(self.input), self.applied
        given = 0 if self.call.receiver == self.input else 1
        if applied is None or not is_natural(self.call) or len(self.call.node.args) != given:
            return ()
        if not self._stands_for(core.node) or core.uses_in_function != 1:
            return ()
        renamed = log_softmaxed(applied)
        return edits.unwrap(self.call.file.tree, self.call.node, core.node) + renamed if renamed else ()

    def _stands_for(self, node: tree.Node) -> bool:
        """Whether an expression is the call of softmax, or the only name for its result, and for nothing else."""
        applied, syntax = self.applied, self.call.file.tree
        if applied is None or node is applied.node:
            return applied is not None
        definition = only_definition(syntax, node) if isinstance(node, tree.Name) else None
        is_its = definition is not None and definition.value is applied.node
        return is_its and len(definitions_from(syntax, applied.node)) == 1


def _is_detaching(node: tree.Node) -> bool:
    """Whether an expression ends in a call of `detach`."""
    return isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and node.func.attr == "detach"


def _without_epsilon(given: ExpressionView) -> ExpressionView:
    """The probabilities alone, if the code adds a number to them."""
    node = given.node
    if isinstance(node, tree.BinaryOp) and node.op == "+":
        sides = [ExpressionView(given.file, side) for side in (node.left, node.right)]
        return next((side for side in sides if side.is_made_by(SOFTMAX)), given)
    return given


def log_softmaxed(softmax: CallView) -> tuple[Edit, ...]:
    """The edits that turn a call of softmax into one of log_softmax."""
    func = softmax.node.func
    if softmax.names == {"torch.Tensor.softmax"} and isinstance(func, tree.Attribute):
        return (Edit(Span(func.end - len(func.attr), func.end), "log_softmax"),)
    name = next(iter(sorted(softmax.names)), "")
    if len(softmax.names) > 1:
        return ()
    if name == "torch.nn.Softmax.forward":
        return CallView(softmax.file, func).rename("torch.nn.LogSoftmax") if isinstance(func, tree.Call) else ()
    logged = f"{name.rpartition('.')[0]}.log_softmax"
    known = name in full_names("softmax") and logged in full_names("log-softmax")
    return softmax.rename(logged) if known else ()
