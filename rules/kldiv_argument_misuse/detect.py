"""Kullback-Leibler divergences as losses: what they are given, and by what their sum is divided."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.domain.values import LAYER, Value
from torchlint.finding import Edit
from torchlint.knowledge.meanings import LOG_SOFTMAX, LOGISTIC, SOFTMAX
from torchlint.knowledge.operations import has_column
from torchlint.queries import CallView, ExpressionView, testing
from torchlint.queries.gradients import operation_of, returned_views
from torchlint.queries.losses import LossView, log_softmaxed, squashed
from torchlint.syntax import edits, tree

if TYPE_CHECKING:
    from torchlint.queries import File

_NAMES = ("torch.nn.functional.kl_div", "torch.nn.KLDivLoss.forward")
_LOGARITHMS = (LOG_SOFTMAX, "log-sigmoid")
# What these made is no logarithm of anything.
_PLAIN = (LAYER, SOFTMAX, LOGISTIC, "tanh", "relu")
# Of these settings every one can say by what the sum is divided.
_REDUCTIONS = ("reduction", "size_average", "reduce")


class DivergenceView(LossView):
    """A call of `kl_div` or of a `KLDivLoss`."""

    __slots__ = ()

    @property
    def _settings(self) -> CallView | None:
        """The call that holds the settings: this one, or the one that made the loss; None where that is not seen."""
        if self.is_functional:
            return self
        made = self.called.source
        return CallView(self.file, made) if isinstance(made, tree.Call) and self.file.holds(made) else None

    @property
    def called(self) -> Value:
        """The loss that is called: what a name stands for, or what the object around holds under an attribute."""
        func, around = self.node.func, self.function
        held = None
        if isinstance(func, tree.Attribute) and tree.dotted(func.value) == "self" and around and around.owner:
            held = around.owner.attribute(func.attr)
        return held or self.callee.value

    def _setting(self, name: str) -> tree.Expression | None:
        made = self._settings
        return next((a.value for a in made.node.args if a.keyword == name), None) if made else None

    @property
    def _is_set_by_keywords(self) -> bool:
        """Whether all of its settings are written where this file shows them."""
        made = self._settings
        if made is None:
            return False
        positional = [a for a in made.node.args if a.keyword is None]
        return len(positional) <= (2 if self.is_functional else 0) and not any(a.star for a in made.node.args)

    @property
    def wants_log_target(self) -> bool | None:
        """Whether the target has to be given as log-probabilities; None where that is not written."""
        given = self._setting("log_target")
        if given is None:
            return False if self._is_set_by_keywords else None
        return given.value if isinstance(given, tree.Constant) and isinstance(given.value, bool) else None

    @property
    def has_plain_input(self) -> bool:
        """Whether what stands for log-probabilities certainly is none: probabilities, or what a layer gave."""
        return self.operand is not None and (self.operand.is_made_by(*_PLAIN) or self.has_shares)

    @property
    def has_shares(self) -> bool:
        """Whether the input is divided by its own sum: `p / p.sum(-1, keepdim=True)`."""
        return self.operand is not None and _is_divided_by_its_sum(self.operand)

    @property
    def target_is_wrong(self) -> bool:
        """Whether the target is logarithms where probabilities are wanted, or the other way round."""
        target = self.target
        if target is None or self.wants_log_target is None:
            return False
        return target.is_made_by(*(_PLAIN if self.wants_log_target else (*_LOGARITHMS, LAYER, "tanh")))

    @property
    def target_holds(self) -> str:
        """What a wrong target is, and what to write, as a message says it."""
        if self.target is not None and self.target.is_made_by(*_LOGARITHMS):
            return "holds log-probabilities; pass `log_target=True`"
        if self.target is not None and self.target.is_made_by(SOFTMAX):
            return "holds probabilities; remove `log_target=True`"
        return f"does not hold them; use `{'log_softmax' if self.wants_log_target else 'softmax'}`"

    @property
    def averages_over_classes(self) -> bool:
        """Whether the sum is divided by the number of elements, classes included, instead of that of samples."""
        given = self._setting("reduction")
        if given is not None:
            return isinstance(given, tree.Constant) and given.value == "mean"
        return self._is_set_by_keywords and not any(self._setting(name) for name in _REDUCTIONS)

    @property
    def is_undone(self) -> bool:
        """Whether something is multiplied with the loss, which may make up for the division, or it takes no batch."""
        above = self.file.tree.parents.get(self.node)
        return isinstance(above, tree.BinaryOp) and above.op == "*" and self._counts(above)

    def _counts(self, product: tree.BinaryOp) -> bool:
        """Whether a product has a factor that counts something: `x.size(1)`, `num_classes`."""
        other = product.right if product.left is self.node else product.left
        names = {n.attr if isinstance(n, tree.Attribute) else getattr(n, "id", "") for n in tree.walk(other)}
        return any(part in name.lower() for name in names for part in ("size", "shape", "num", "class", "dim", "len"))

    @property
    def dividing_by_samples(self) -> tuple[Edit, ...]:
        """The edits that divide by the number of samples."""
        given, made = self._setting("reduction"), self._settings
        if given is not None:
            return edits.replace(given, '"batchmean"')
        return made.put_last('reduction="batchmean"') if made else ()

    @property
    def saying_log_target(self) -> tuple[Edit, ...]:
        """The edit that says that the target is given as log-probabilities, where nothing is said of it."""
        made, target = self._settings, self.target
        if made is None or target is None or not target.is_made_by(*_LOGARITHMS) or self._setting("log_target"):
            return ()
        return made.put_last("log_target=True")

    @property
    def logarithm_of_input(self) -> tuple[Edit, ...]:
        """The edits that make a softmax, of which this is the only use, one of log_softmax."""
        given = squashed(self, SOFTMAX)
        return log_softmaxed(given.applied) if given and given.applied and given.logits else ()

    @property
    def given(self) -> ExpressionView:
        """What stands for log-probabilities."""
        return self.operand or self


def _is_divided_by_its_sum(given: ExpressionView) -> bool:
    """Whether numbers are shares of a whole, in whatever function they are computed."""
    file, node = given.file, resolved_expression(given.file.tree, given.node)
    made = operation_of(file, node) if isinstance(node, tree.Call) else None
    if made is not None and made.operand is not None and has_column(made.name, "clamp"):
        return _is_divided_by_its_sum(ExpressionView(file, made.operand))
    if made is not None and made.name in ("div", "true_divide") and made.operand is not None and made.rest:
        return _is_sum_of(file, made.rest[0], made.operand)
    if isinstance(node, tree.BinaryOp):
        return node.op == "/" and _is_sum_of(file, node.right, node.left)
    found = returned_views(file, node)
    return bool(found) and all(isinstance(one.node, tree.BinaryOp) and _is_divided_by_its_sum(one) for one in found)


def _is_sum_of(file: File, node: tree.Node, parts: tree.Node) -> bool:
    """Whether something is the sum of these, perhaps masked, or with an epsilon."""
    node = resolved_expression(file.tree, node)
    if isinstance(node, tree.BinaryOp) and node.op == "+":
        return _is_sum_of(file, node.left, parts)
    made = operation_of(file, node) if isinstance(node, tree.Call) else None
    if made is None or made.operand is None:
        return False
    if has_column(made.name, "clamp"):
        return _is_sum_of(file, made.operand, parts)
    wanted = file.tree.text_of(parts)
    return made.name == "sum" and any(file.tree.text_of(one) == wanted for one in tree.walk(made.operand))


def divergences(file: File) -> Iterator[DivergenceView]:
    """Every call of a Kullback-Leibler divergence, in source order; none in a test."""
    if not testing.is_test_module(file):
        for call in file.calls(*_NAMES):
            if call.names <= set(_NAMES):
                yield DivergenceView(file, call.node)
