"""Loops that give their own variable a new tensor, which nothing reads: what they go over stays as it was."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import definitions_of, reaching_definitions, reads_after
from torchlint.knowledge.torch_api import method
from torchlint.queries import CallView, View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_AROUND = frozenset(("enumerate", "zip", "list", "tuple", "sorted", "reversed", "tqdm"))
_OF_DICTS = frozenset(("items", "values"))


@dataclass(frozen=True)
class LoopRebind(CallView):
    """A call whose result only becomes the loop's variable."""

    iterated: View

    @property
    def is_on_a_tensor(self) -> bool:
        """Whether what the loop hands out is surely a tensor: a module would move itself."""
        receiver = self.receiver
        return receiver is not None and (
            (receiver.value.kind == "tensor" and not receiver.value.assumed) or receiver.value.kind == "batch"
        )

    @property
    def is_on_a_module(self) -> bool:
        """Whether what the loop hands out is a module, which changes itself."""
        return self.receiver is not None and self.receiver.value.kind == "module"

    @property
    def instead(self) -> str:
        """What to write: entries of a dict are assigned by their keys, a list is made again."""
        loop, kept = self.file.tree.above(self.node, tree.For), self.iterated
        over = tree.last_name(loop.iter.func) if isinstance(loop, tree.For) and isinstance(loop.iter, tree.Call) else ""
        if over == "items" and isinstance(loop, tree.For) and isinstance(loop.target, tree.Tuple):
            return f"write `{kept}[{self.file.tree.text_of(loop.target.elements[0])}] = {self}`"
        if over in _OF_DICTS:
            return f"iterate over `{kept}.items()`, and assign to its keys"
        if self.file.tree.above(self.node, tree.If, tree.For) is not loop:
            return "collect the results in a new list"
        return f"write `{kept} = [{self} for {self.receiver} in {kept}]`"


def loop_rebinds(file: File) -> Iterator[LoopRebind]:
    """Each such call, in source order."""
    for loop in file.tree.all(tree.For):
        for assign in _statements(loop.body):
            found = _rebind(file, loop, assign)
            if found is not None:
                yield found


def _statements(body: list[tree.Statement]) -> Iterator[tree.Assign]:
    """The assignments of a body, under conditions too."""
    for statement in body:
        if isinstance(statement, tree.Assign):
            yield statement
        elif isinstance(statement, tree.If):
            yield from _statements(statement.body)


def _rebind(file: File, loop: tree.For, assign: tree.Assign) -> LoopRebind | None:
    target, call = assign.targets[0], assign.value
    if len(assign.targets) != 1 or not isinstance(target, tree.Name) or not isinstance(call, tree.Call):
        return None
    func = call.func
    if not isinstance(func, tree.Attribute) or not _is_pure(func.attr) or tree.dotted(func.value) != target.id:
        return None
    element = tree.root_name(func.value)
    if element is None or all(one is None or one.node is not loop for one in reaching_definitions(file.tree, element)):
        return None  # no longer an element
    iterated = _iterated(loop, target.id)
    if iterated is None or reads_after(file.tree, target, assign) or not _outlives(file, loop, iterated):
        return None
    return LoopRebind(file, call, View(file, iterated))


def _is_pure(name: str) -> bool:
    """Whether a method of tensors returns another tensor, and does nothing else."""
    known = method(name)
    return known is not None and known.kind == "method" and known.returns == "tensor" and not name.endswith("_")


def _iterated(loop: tree.For, name: str) -> tree.Expression | None:
    """What a loop's variable is an element of: a name, or an attribute."""
    targets = loop.target.elements if isinstance(loop.target, tree.Tuple) else [loop.target]
    place = next((n for n, t in enumerate(targets) if isinstance(t, tree.Name) and t.id == name), None)
    over = loop.iter
    while isinstance(over, tree.Call):
        called, args = over.func, over.args
        if isinstance(called, tree.Attribute) and called.attr in _OF_DICTS and not args:
            over, place = called.value, 0 if place == len(targets) - 1 else None
        elif tree.dotted(called) == "zip" and place is not None and place < len(args):
            over, place = args[place].value, 0
        elif tree.dotted(called) in _AROUND and args:
            over, place = args[0].value, 0 if place == len(targets) - 1 else None
        else:
            return None
    plain = len(targets) == 1 or over is not loop.iter
    return over if place is not None and plain and tree.dotted(over) is not None else None


def _outlives(file: File, loop: tree.For, iterated: tree.Expression) -> bool:
    """Whether what is gone over is used after the loop: there, by whoever has given it, or by the object."""
    if not isinstance(iterated, tree.Name):
        return True
    if any(one.kind == "parameter" for one in definitions_of(file.tree, iterated)):
        return True
    return bool(reads_after(file.tree, iterated, loop))
