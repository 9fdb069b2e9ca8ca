"""Squeezes that take every dimension of size 1 away, that of a batch of one sample too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression, uses
from torchlint.finding import Edit, Span
from torchlint.knowledge.operations import has_column, spellings
from torchlint.queries import CallView, ExpressionView, testing
from torchlint.queries.gradients import has_one_last, rank_of
from torchlint.syntax import tree

from .detect_one_number import gives_one_number

if TYPE_CHECKING:
    from torchlint.queries import File

_NAMES = spellings("squeeze", "squeeze_")


class SqueezeView(CallView):
    """A squeeze without a dimension, of what a linear layer with one output gave, or of samples in a stack."""

    __slots__ = ()

    @property
    def squeezed(self) -> ExpressionView:
        """What is squeezed."""
        return self.operand or self

    @property
    def is_of_any_batch(self) -> bool:
        """Whether this is a model's own output, or what it gave for a batch of a loader: of any number of samples."""
        if self.is_of_stacked_samples:
            return False  # the other dimensions of size 1 are not known
        around = self.function
        owner = around.owner if around is not None else None
        if around is not None and owner is not None and owner.is_module and around.name == "forward":
            return not gives_one_number(self.file, owner, around.node, self.node)
        made = resolved_expression(self.file.tree, self.squeezed.node)
        calls = (node for node in tree.walk(made) if isinstance(node, tree.Call))
        given = (argument.value for call in calls for argument in call.args)
        return any(self._is_of_batch(one) for one in given)

    def _is_of_batch(self, given: tree.Expression) -> bool:
        """Whether an argument is a batch of a loader, or an entry of one: `batch["image"]`."""
        held = given.value if isinstance(given, tree.Subscript) and tree.is_text(given.index) else given
        return any(self.file.value(one).value.kind == "batch" for one in (given, held))

    @property
    def is_of_stacked_samples(self) -> bool:
        """Whether it is of a `stack` of what a loop over the samples of a batch has put into a list."""
        made = resolved_expression(self.file.tree, self.squeezed.node)
        if not isinstance(made, tree.Call) or self.file.names.spelled_out(made.func) != "torch.stack":
            return False
        stacked = made.args[0].value if len(made.args) == 1 else None
        grown = tree.dotted(stacked) if stacked is not None else None
        around = self.file.tree.scope(self.node)
        calls = (n for n in tree.walk(around, into_functions=False) if isinstance(n, tree.Call))
        appends = (n for n in calls if grown is not None and tree.dotted(n.func) == f"{grown}.append")
        loops = (self.file.tree.above(n, *tree.Loops, *tree.Scope) for n in appends)
        return any(isinstance(loop, tree.For) and self._is_over_samples(loop.iter) for loop in loops)

    def _is_over_samples(self, iterated: tree.Expression) -> bool:
        """Whether a loop has as many passes as there are samples: `range(len(x))`, `range(x.shape[0])`, `x`."""
        if not isinstance(iterated, tree.Call):
            value = ExpressionView(self.file, iterated).value
            return value.is_tensor or value.kind == "batch"
        counted = iterated.args[0].value if len(iterated.args) == 1 else None
        if tree.dotted(iterated.func) != "range" or counted is None:
            return False
        if isinstance(counted, tree.Call):  # of a ModuleList, it is the number of layers
            given = counted.args[0].value if len(counted.args) == 1 else None
            if tree.last_name(counted.func) == "size":
                return _is_zero(given)
            return tree.dotted(counted.func) == "len" and isinstance(given, tree.Name)
        if not isinstance(counted, tree.Subscript) or tree.last_name(counted.value) != "shape":
            return False
        return _is_zero(counted.index)

    @property
    def advice(self) -> str:
        """What to write instead."""
        return "pass the `dim` to remove" if self.is_of_stacked_samples else "use `.squeeze(-1)`"

    @property
    def is_one_sample(self) -> bool:
        """Whether it is of one sample, or its shape does not matter: `model(x[None]).squeeze().item()`."""
        above = self.file.tree.parents.get(self.node)
        if isinstance(above, tree.Attribute) and self._is_of_any_shape(above):
            return True
        inside = [n for n in tree.walk(self.squeezed.node) if isinstance(n, (tree.Attribute, tree.Subscript))]
        is_made_one = any(isinstance(n, tree.Attribute) and n.attr == "unsqueeze" for n in inside)
        return is_made_one or rank_of(self.file, self.squeezed.node) == 1

    def _is_of_any_shape(self, method: tree.Attribute) -> bool:
        """Whether a method takes the numbers of one sample, or of any shape."""
        call = self.file.tree.parents.get(method)
        if method.attr == "tolist" and call is not None and _is_extended_by(self.file, call):
            return False  # a single number extends nothing
        if has_column(method.attr, "fetch", "sum-or-mean"):
            return method.attr != "cpu"  # leaves the shape as it is
        return has_column(method.attr, "reduction") and isinstance(call, tree.Call) and not call.args

    @property
    def of_last(self) -> tuple[Edit, ...]:
        """The edit that squeezes the last dimension alone; none where another one may be meant."""
        if self.is_of_stacked_samples:
            return ()
        said = "-1" if not self.node.args else ", -1"
        return (Edit(Span(self.node.end - 1, self.node.end - 1), said),)


def _is_extended_by(file: File, value: tree.Node) -> bool:
    """Whether a list gets each element of a value: `scores.extend(...)`, `scores += ...`, also by way of a name."""
    statement = file.tree.parents.get(value)
    target = statement.targets[0] if isinstance(statement, tree.Assign) and statement.value is value else None
    places: list[tree.Node] = [*uses(file.tree, target)] if isinstance(target, tree.Name) else [value]
    for place in places:
        above = file.tree.parents.get(place)
        call = file.tree.parents.get(above) if isinstance(above, tree.Argument) else None
        if isinstance(call, tree.Call) and tree.last_name(call.func) == "extend":
            return True
        if isinstance(above, tree.AugmentedAssign) and above.value is place and above.op.rstrip("=") == "+":
            return file.value(above.target).value.kind == "list"
    return False


def _is_zero(node: tree.Node | None) -> bool:
    return isinstance(node, tree.Constant) and node.value == 0


def squeezes(file: File) -> Iterator[SqueezeView]:
    """Squeezes without a dimension of what ends in one number for each sample, or was stacked sample by sample."""
    if testing.is_test_module(file):
        return
    for call in file.calls(*_NAMES):
        view = SqueezeView(file, call.node)
        by_function = view.receiver != view.operand
        if len(call.node.args) != (1 if by_function else 0):
            continue  # names the dimension
        if has_one_last(file, view.squeezed.node) or view.is_of_stacked_samples:
            yield view
