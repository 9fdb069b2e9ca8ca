"""Which dimension of a recurrent layer's output code takes for time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from torchlint.binding.use_def import resolved_expression
from torchlint.domain.values import Value, alternatives
from torchlint.finding import Edit, Span
from torchlint.knowledge.operations import full_names, has_column, keeps_shape
from torchlint.knowledge.signatures import BATCH_FIRST
from torchlint.queries import CallView, ExpressionView, View
from torchlint.queries.gradients import called_value, operation_of, rank_of
from torchlint.queries.modules import calls_of, column_taken, first_result_of, is_made_batch_first, method_around
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_KEEPING_DIMENSIONS = {
    "torch.nn.Linear",
    "torch.nn.LayerNorm",
    *full_names("dropout", "activation", of="torch.nn"),
}
_DEEPEST = 8


@dataclass(frozen=True, slots=True, eq=False)
class LastStep(View):
    """`out[:, -1]` of the output of a recurrent layer whose time is the first dimension."""

    call: CallView  # of the layer
    made: CallView  # the layer

    @property
    def layer(self) -> ExpressionView:
        """What is called: `self.lstm`."""
        return self.call.callee

    @property
    def input(self) -> ExpressionView | None:
        return self.call.argument(0, "input")

    @property
    def kind(self) -> str:
        """`LSTM`, `GRU` or `RNN`."""
        return self.made.callee.text.rpartition(".")[2]

    @property
    def order_is_minded(self) -> bool:
        """Whether the code on the way to the layer, or of a caller, puts dimensions into another order."""
        function = self.file.tree.above(self.node, tree.FunctionDef)
        if function is None:
            return True
        before = (node for node in tree.walk(function) if node.start < self.node.start)
        if any(_reorders(self.file.tree, node) for node in before):
            return True
        return any(
            _reorders(syntax, node)
            for syntax, call in self._calls()
            for argument in call.args
            for node in (*tree.walk(argument.value), *tree.walk(resolved_expression(syntax, argument.value)))
        )

    def _calls(self) -> Iterator[tuple[tree.Tree, tree.Call]]:
        """The calls that lead to the function: of objects of its class, and of what may be one."""
        method, owner = method_around(self.file, self.node), self.file.tree.above(self.node, tree.ClassDef)
        if method is not None:
            for syntax, call in calls_of(self.file, method.cls):
                if syntax is not self.file.tree or called_value(CallView(self.file, call)).ref in (None, method.cls):
                    yield syntax, call
        for call in self.file.tree.all(tree.Call):
            if owner is not None and owner.start <= call.start < owner.end:
                continue
            is_plain = isinstance(call.func, tree.Name) or tree.dotted(call.func) == f"self.{tree.last_name(call.func)}"
            if is_plain and called_value(CallView(self.file, call)).kind == "unknown":
                yield self.file.tree, call


@dataclass(frozen=True, slots=True, eq=False)
class LastSample(LastStep):
    """`out[-1]` of the output of a recurrent layer whose batch is the first dimension."""

    @property
    def is_of_batches(self) -> bool:
        """Whether the input surely has a dimension for the batch; without one, dimension 0 is time."""
        method, function = method_around(self.file, self.node), self.function
        if method is not None and method.is_given_batches(self.file):
            return True
        return function is not None and any(_is_size_of_first(node) for node in tree.walk(function.node))

    @property
    def is_one_sequence(self) -> bool:
        """Whether the input surely has no dimension for the batch."""
        given = self.input
        return given is not None and rank_of(self.file, given.node) == 2

    @property
    def of_steps(self) -> tuple[Edit, ...]:
        """The edit that takes the last step."""
        index = self.node.index if isinstance(self.node, tree.Subscript) else None
        return (Edit(Span(index.start, index.start), ":, "),) if index is not None else ()


_Step = TypeVar("_Step", bound=LastStep)


def _reorders(syntax: tree.Tree, node: tree.Node) -> bool:
    """Whether this puts dimensions in another order, adds one, or packs sequences, as who has thought of it does."""
    name = node.attr if isinstance(node, tree.Attribute) else node.id if isinstance(node, tree.Name) else ""
    if has_column(name, "adds-dimension") and isinstance(call := syntax.parents.get(node), tree.Call):
        return call.func is node and not _keeps_batch_first(call, name)
    is_another_order = has_column(name, "transpose", "adds-dimension") or name in ("einsum", "rearrange")
    return is_another_order or has_column(name, "pack", of="torch.nn.utils.rnn")


def _keeps_batch_first(call: tree.Call, name: str) -> bool:
    """Whether dimensions 0 and 1 stay what they are: `x.unsqueeze(-1)`, `x.view(x.size(0), steps, -1)`.

    Of `x.view(-1, 9, 54)`, too: what numbers don't say is the size of the batch.
    """
    given = [argument.value for argument in call.args]
    if name == "unsqueeze":
        return len(given) == 1 and tree.integer_literal(given[0]) in (-1, 2)
    if not has_column(name, "reshape-to-sizes", "view-if-possible") or len(given) < 3:
        return False
    sizes = [tree.integer_literal(size) for size in given]
    is_rest = sizes[0] == -1 and all(size is not None and size > 1 for size in sizes[1:])
    return sizes[1] != 1 and (is_rest or _is_size_of_first(given[0]))


def _is_size_of_first(size: tree.Node) -> bool:
    """Whether a size is that of dimension 0: `x.size(0)`, `x.shape[0]`."""
    if isinstance(size, tree.Subscript):
        return tree.last_name(size.value) == "shape" and tree.integer_literal(size.index) == 0
    if not isinstance(size, tree.Call) or tree.last_name(size.func) != "size" or len(size.args) != 1:
        return False
    return tree.integer_literal(size.args[0].value) == 0


def last_steps(file: File) -> Iterator[LastStep]:
    """Where the last step is taken of the wrong dimension of a recurrent layer's output, in source order."""
    for subscript in file.tree.all(tree.Subscript):
        if column_taken(subscript) == -1:
            step, place = _step(file, subscript, LastStep)
            if step is not None and not is_made_batch_first(step.made.node, place):
                yield step


def last_samples(file: File) -> Iterator[LastSample]:
    """Where the last sample of a batch is taken for the last step, in source order."""
    for subscript in file.tree.all(tree.Subscript):
        if tree.integer_literal(subscript.index) == -1:
            step, place = _step(file, subscript, LastSample)
            if step is not None and _is_surely_batch_first(step.made.node, place):
                yield step


def _step(file: File, subscript: tree.Subscript, kind: type[_Step]) -> tuple[_Step | None, int]:
    """What is taken of a recurrent layer's output, and at which position that layer gets `batch_first`."""
    call = first_result_of(file.tree, _before_layers(file, subscript.value))
    value = _called(file, call) if call is not None else None
    if call is None or value is None or value.kind != "module" or value.assumed:
        return None, 0
    # A call makes one of several kinds: `kind = nn.GRU if gated else nn.RNN`, and then `kind(8, 16)`.
    layers = alternatives(value)
    places = [BATCH_FIRST.get(one.ref, -1) if isinstance(one.ref, str) else -1 for one in layers]
    place, made = min(places), value.source
    is_one_call = all(one.source is not None and made and one.source.start == made.start for one in layers)
    if place < 0 or not isinstance(made, tree.Call) or not is_one_call:
        return None, 0
    return kind(file, subscript, CallView(file, call), CallView(file, made)), place


def _before_layers(file: File, node: tree.Node) -> tree.Node:
    """What a tensor was before layers and operations that change no dimension but the last: `self.drop(out)`."""
    for _ in range(_DEEPEST):
        made = resolved_expression(file.tree, node)
        if isinstance(made, tree.Subscript):
            return made  # `out = lstm(x)[0]`
        if not isinstance(made, tree.Call) or not made.args:
            return node
        called, operation = called_value(CallView(file, made)), operation_of(file, made)
        if called.dotted_name in _KEEPING_DIMENSIONS:
            node = made.args[0].value
        elif called.kind != "module" and operation is not None and operation.operand and keeps_shape(operation.name):
            node = operation.operand
        else:
            return node
    return node


def _is_surely_batch_first(made: tree.Call, place: int) -> bool:
    positional = [argument.value for argument in made.args if argument.keyword is None]
    given = [argument.value for argument in made.args if argument.keyword == "batch_first"] or positional[place:]
    return bool(given) and tree.is_true(given[0])


def _called(file: File, call: tree.Call) -> Value | None:
    """The layer that is called: a name, or an attribute of the module whose method this is."""
    if isinstance(call.func, tree.Attribute) and tree.dotted(call.func.value) == "self":
        method = method_around(file, call)
        return method.cls.attribute(call.func.attr) if method is not None else None
    return file.facts.values.get(call.func)
