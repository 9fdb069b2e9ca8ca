"""DataLoaders that each pass of a loop starts again: `next(iter(loader))`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import is_changed_in, reads_after
from torchlint.flow.facts import CallContext
from torchlint.queries.file import CallView, ExpressionView, View
from torchlint.queries.memo import query
from torchlint.queries.training.calls_of_steps import made_by_steps
from torchlint.queries.training.training_loops import step_loops
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


# What takes the next element, as methods of an iterator; the second in Python 2.
_NEXT = ("__next__", "next")


class Restart(CallView):
    """A call of `iter` that restarts a DataLoader in each pass of the loop around it."""

    __slots__ = ()

    @property
    def loader(self) -> ExpressionView:
        """The DataLoader that `iter` is called on."""
        return ExpressionView(self.file, self.node.args[0].value)

    @property
    def is_for_one_batch(self) -> bool:
        """Whether only the first batch is taken: `next(iter(loader))`."""
        above = self.file.tree.parents.get(self.node)
        if isinstance(above, tree.Assign) and len(above.targets) == 1 and isinstance(above.targets[0], tree.Name):
            reads = reads_after(self.file.tree, above.targets[0], above)
            around = self.loop.node if self.loop is not None else None
            is_one = len(reads) == 1 and reads[0].start > self.node.end  # and not in the next pass
            return is_one and _takes_next(self.file, reads[0]) and _is_in(self.file, reads[0], around)
        return _takes_next(self.file, self.node)

    @property
    def is_of_unseen_loader(self) -> bool:
        """Whether only its name says that it restarts a DataLoader: `train_loader`, which nobody is seen to make."""
        return self.loader.value.kind == "unknown"

    @property
    def is_in_training(self) -> bool:
        """Whether each pass of the loop around is a training step."""
        if self.loop is None:
            return self.node in made_by_steps(self.file)
        around = self.loop.node
        if self.is_of_unseen_loader:
            return around in step_loops(self.file)
        runs = (loop for node, _, where in self.file.facts.restarts if node is self.node for loop in where.loops)
        return any(loop.node is around and loop.trains_itself for loop in runs)

    @property
    def is_of_another(self) -> bool:
        """Whether each pass of the loop constructs or fetches another loader."""
        around, source = self.loop, self.loader.value.source
        if around is None:
            return any(
                self._is_of_another_in(where) for node, _, where in self.file.facts.restarts if node is self.node
            )
        if source is not None and View(self.file, source).is_inside(around):
            return True
        return is_changed_in(self.file.tree, self.loader.node, around.node)

    def _is_of_another_in(self, where: CallContext) -> bool:
        """The same of the loop that calls the function around; True where that is not known."""
        run, source = where.loops[-1], self.loader.value.source
        unit = self.file.analysis.unit_of(run.node)
        call = where.chain[-1] if where.chain and run.depth == len(where.chain) - 1 else None
        if unit is None or call is None:
            return True
        given = self._given_by(call) if isinstance(self.loader.node, tree.Name) else self.loader.node
        is_known = given is not self.loader.node or (tree.dotted(given) or "").startswith("self.")
        is_made_inside = source is not None and any(one is run.node for one in unit.tree.around(source))
        return given is None or not is_known or is_made_inside or is_changed_in(unit.tree, given, run.node)

    def _given_by(self, call: tree.Node) -> tree.Expression | None:
        """What a call gives for the loader, if that is a parameter of the function around."""
        function = self.file.tree.above(self.node, tree.FunctionDef)
        if not isinstance(function, tree.FunctionDef) or not isinstance(call, tree.Call):
            return None
        return tree.passed_to(function, call).get(self.loader.text)


@query
def loader_restarts(file: File) -> list[Restart]:
    """Calls of `iter` on a DataLoader inside a loop, in source order."""
    nodes = dict.fromkeys(node for node, _, _ in file.facts.restarts if file.holds(node))
    nodes.update(dict.fromkeys(_unseen(file)))
    return [Restart(file, node) for node in sorted(nodes, key=lambda node: node.start)]


def _unseen(file: File) -> Iterator[tree.Call]:
    """Calls of `iter` on what is only named like a DataLoader: of `self.train_loader`, or of a variable in a loop."""
    for call in file.tree.all(tree.Call):
        given = call.args[0].value if tree.dotted(call.func) == "iter" and len(call.args) == 1 else None
        if given is None or "loader" not in tree.last_name(given).lower() or file.value(given).value.kind != "unknown":
            continue  # known, or perhaps an iterator already
        is_held = (tree.dotted(given) or "").startswith("self.")
        if is_held or (isinstance(given, tree.Name) and CallView(file, call).loop is not None):
            yield call


def _takes_next(file: File, iterator: tree.Node) -> bool:
    """Whether only one element is taken of an iterator: `next(it)`, `it.__next__()`."""
    above = file.tree.parents.get(iterator)
    if isinstance(above, tree.Attribute) and above.attr in _NEXT:
        call = file.tree.parents.get(above)
        return isinstance(call, tree.Call) and call.func is above
    if isinstance(above, tree.Argument):
        above = file.tree.parents.get(above)
    return isinstance(above, tree.Call) and tree.dotted(above.func) == "next"


def _is_in(file: File, node: tree.Node, loop: tree.Node | None) -> bool:
    """Whether the innermost loop around a node is this one, or there is none."""
    return file.tree.above(node, *tree.Loops, tree.FunctionDef) is (loop or file.tree.above(node, tree.FunctionDef))
