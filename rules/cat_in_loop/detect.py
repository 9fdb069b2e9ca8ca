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


@dataclass(frozen=True, slots=True, eq=False)
class GrowingTensor(CallView):
    """`x = torch.cat([x, y])` in a loop."""

    target: tree.Name  # the name that grows
    over: tree.For  # the loop over batches
    parts: list[tree.Expression]  # what is joined
    is_sure: bool  # whether the loop surely goes over batches

    @property
    def name(self) -> str:
        """The name that grows."""
        return self.target.id

    @property
    def is_read_in_loop(self) -> bool:
        """Whether anything else in the loop reads it, but for a test whether there is one yet."""
        reads = (n for n in self.file.tree.inside(self.over, tree.Name) if n.id == self.name)
        return any(self._is_read(name) for name in reads)

    def _is_read(self, name: tree.Name) -> bool:
        if self.file.is_within(name, self.node) or not use_def.is_use(self.file.tree, name):
            return False
        test = self.file.tree.above(name, tree.If, tree.Conditional)
        asked = test.test if isinstance(test, (tree.If, tree.Conditional)) else None
        return asked is None or not self.file.is_within(name, asked)

    @property
    def keeps_graphs(self) -> bool:
        """Whether what is added has a graph."""
        return any(ExpressionView(self.file, part).carries_grad for part in self.parts)


def growing_tensors(file: File) -> Iterator[GrowingTensor]:
    """Such calls in loops over batches, in source order."""
    for call in file.tree.all(tree.Call):
        if tree.last_name(call.func) not in JOINS or not call.args:
            continue
        statement = file.tree.parents.get(call)
        if isinstance(statement, tree.Conditional) and statement.test is not call:
            statement = file.tree.parents.get(statement)  # `x = y if x is None else torch.cat([x, y])`
        target = statement.targets[0] if isinstance(statement, tree.Assign) and len(statement.targets) == 1 else None
        loop = file.tree.above(call, *tree.Loops, tree.FunctionDef, tree.Lambda)
        if not isinstance(target, tree.Name) or not isinstance(loop, tree.For) or not _is_joined(file, call, target):
            continue
        is_sure = _is_over_batches(file, loop)
        if (is_sure or _evaluates(file, loop)) and not _is_begun_in(file, loop, target):
            yield GrowingTensor(file, call, target, loop, _parts(call), is_sure)


def _is_joined(file: File, call: tree.Call, target: tree.Name) -> bool:
    """Whether a call of torch or NumPy joins what a name holds and something else."""
    parts = _parts(call)
    joined = any(isinstance(part, tree.Name) and part.id == target.id for part in parts)
    return joined and len(parts) > 1 and file.names.spelled_out(call.func).startswith(_ROOTS)


def _parts(call: tree.Call) -> list[tree.Expression]:
    """What a call joins, where that is written out."""
    given = call.args[0].value
    return given.elements if isinstance(given, (tree.List, tree.Tuple)) else []


def _is_begun_in(file: File, loop: tree.For, target: tree.Name) -> bool:
    """Whether each pass begins anew: the loop, or a statement of its body, gives the name another value."""
    begun = [loop.target, *(one for node in loop.body if isinstance(node, tree.Assign) for one in node.targets)]
    named = {name for one in begun for name in tree.walk(one) if isinstance(name, tree.Name)}
    return any(name.id == target.id and name is not target for name in named)


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
