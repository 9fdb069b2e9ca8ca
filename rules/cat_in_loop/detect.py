"""Tensors that grow by a batch in each pass of a loop over a loader."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding import use_def
from torchlint.domain.values import NO
from torchlint.knowledge.call_names import JOINS
from torchlint.queries import CallView, ExpressionView, data
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_ROOTS = ("torch.", "numpy.")
_APPEND = "append"
_PLACES = (tree.Name, tree.Attribute, tree.Subscript)


@dataclass(frozen=True, slots=True, eq=False)
class GrowingTensor(CallView):
    """`x = torch.cat([x, y])` in a loop."""

    target: tree.Expression  # what grows: a name, an attribute, or an entry of a dict
    over: tree.For  # the loop over batches
    parts: list[tree.Expression]  # what is joined
    is_sure: bool  # whether the loop surely goes over batches

    @property
    def name(self) -> str:
        """The code of what grows."""
        return self.file.tree.text_of(self.target)

    @property
    def is_read_in_loop(self) -> bool:
        """Whether anything else in the loop reads it, but for a test whether there is one yet."""
        same = (
            n for n in self.file.tree.inside(self.over, type(self.target)) if self.file.tree.text_of(n) == self.name
        )
        return any(self._is_read(node) for node in same) or self._is_read_elsewhere

    def _is_read(self, node: tree.Node) -> bool:
        if self.file.is_within(node, self.node) or not _is_use(self.file, node):
            return False
        test = self.file.tree.above(node, tree.If, tree.Conditional)
        asked = test.test if isinstance(test, (tree.If, tree.Conditional)) else None
        return asked is None or not self.file.is_within(node, asked)

    @property
    def _is_read_elsewhere(self) -> bool:
        """Whether the loop hands on the object or dict of which it is a part, or calls a function that reads it."""
        if isinstance(self.target, tree.Name):
            return False
        root = tree.root_name(self.target)
        names = [n for n in self.file.tree.inside(self.over, tree.Name) if root is not None and n.id == root.id]
        if not all(isinstance(self.file.tree.parents.get(n), (tree.Attribute, tree.Subscript)) for n in names):
            return True
        attribute = self.target.attr if isinstance(self.target, tree.Attribute) else ""
        calls = self.file.tree.inside(self.over, tree.Call)
        called = {function for call in calls for function in self.file.facts.functions.get(call, ())}
        parts = (part for function in called for part in tree.walk(function.node))
        return any(isinstance(part, tree.Attribute) and part.attr == attribute for part in parts)

    @property
    def keeps_graphs(self) -> bool:
        """Whether what is added has a graph."""
        return any(ExpressionView(self.file, part).carries_grad for part in self.parts)


def growing_tensors(file: File) -> Iterator[GrowingTensor]:
    """Such calls in loops over batches, in source order."""
    for call in file.tree.all(tree.Call):
        if tree.last_name(call.func) not in (*JOINS, _APPEND) or not call.args:
            continue
        statement = file.tree.parents.get(call)
        if isinstance(statement, tree.Conditional) and statement.test is not call:
            statement = file.tree.parents.get(statement)  # `x = y if x is None else torch.cat([x, y])`
        target = statement.targets[0] if isinstance(statement, tree.Assign) and len(statement.targets) == 1 else None
        loop = file.tree.above(call, *tree.Loops, tree.FunctionDef, tree.Lambda)
        if target is None or not isinstance(loop, tree.For) or not _is_joined(file, call, target):
            continue
        is_sure = _is_over_batches(file, loop)
        if (is_sure or _evaluates(file, loop)) and not _is_begun_in(file, loop, target):
            yield GrowingTensor(file, call, target, loop, _parts(call), is_sure)


def _is_joined(file: File, call: tree.Call, target: tree.Expression) -> bool:
    """Whether a call of torch or NumPy joins what a name, attribute or entry holds and something else."""
    parts = _parts(call)
    joined = _is_a_place(target) and any(file.tree.text_of(part) == file.tree.text_of(target) for part in parts)
    return joined and len(parts) > 1 and file.names.spelled_out(call.func).startswith(_ROOTS)


def _is_a_place(target: tree.Expression) -> bool:
    """Whether each pass means the same place by this: a name, `self.bank`, `out["labels"]`."""
    if isinstance(target, tree.Subscript):
        return (
            isinstance(target.index, tree.Constant)
            and isinstance(target.index.value, str)
            and (tree.dotted(target.value) is not None)
        )
    return tree.dotted(target) is not None


def _is_use(file: File, node: tree.Node) -> bool:
    """Whether a node is read, and not only assigned."""
    if isinstance(node, tree.Name):
        return use_def.is_use(file.tree, node)
    above = file.tree.parents.get(node)
    return not isinstance(above, tree.Assign) or node is above.value


def _parts(call: tree.Call) -> list[tree.Expression]:
    """What a call joins, where that is written out."""
    if tree.last_name(call.func) == _APPEND:  # NumPy's, which is given two arrays and copies both
        return [one.value for one in call.args if one.keyword is None]
    given = call.args[0].value
    return given.elements if isinstance(given, (tree.List, tree.Tuple)) else []


def _is_begun_in(file: File, loop: tree.For, target: tree.Expression) -> bool:
    """Whether each pass starts from scratch: the loop, or a statement of its body, gives it another value.

    Or gives one to the object or dict of which it is a part.
    """
    begun = [loop.target, *(one for node in loop.body if isinstance(node, tree.Assign) for one in node.targets)]
    given = {file.tree.text_of(place) for one in begun for place in _places(one) if place is not target}
    return any(isinstance(part, _PLACES) and file.tree.text_of(part) in given for part in tree.walk(target))


def _places(target: tree.Expression) -> list[tree.Expression]:
    """The names, attributes and entries that an assignment to this gives values."""
    if isinstance(target, (tree.Tuple, tree.List)):
        return [place for one in target.elements for place in _places(one)]
    return [target]


def _evaluates(file: File, loop: tree.For) -> bool:
    """Whether each pass of a loop runs a model without gradients, the same one in each pass."""
    own = {name.id for name in tree.walk(loop.target) if isinstance(name, tree.Name)}
    runs = [fact for fact in file.facts.forwards if fact.where.grad == NO and file.is_within(fact.node, loop)]
    roots = [tree.root_name(fact.node.func) for fact in runs]
    return any(root is not None and root.id not in own for root in roots)


def _is_over_batches(file: File, loop: tree.For) -> bool:
    """Whether a loop goes through a DataLoader, or what is called a loader."""
    iterated = data.iterated_loader(file, loop.iter)
    source = use_def.resolved_expression(file.tree, iterated)
    is_loader = file.value(source).value.kind == "loader"
    return is_loader or any(tree.last_name(one).lower().endswith("loader") for one in (iterated, source))
