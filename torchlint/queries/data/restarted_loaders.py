"""DataLoaders that each pass of a loop starts again: `next(iter(loader))`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.use_def import is_changed_in
from torchlint.flow.facts import CallContext
from torchlint.queries.file import CallView, ExpressionView, View
from torchlint.queries.memo import query
from torchlint.queries.training.calls_of_steps import made_by_steps
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


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
        if isinstance(above, tree.Argument):
            above = self.file.tree.parents.get(above)
        return isinstance(above, tree.Call) and tree.dotted(above.func) == "next"

    @property
    def is_in_training(self) -> bool:
        """Whether each pass of the loop around is a training step."""
        if self.loop is None:
            return self.node in made_by_steps(self.file)
        around = self.loop.node
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
    return [Restart(file, node) for node in sorted(nodes, key=lambda node: node.start)]
