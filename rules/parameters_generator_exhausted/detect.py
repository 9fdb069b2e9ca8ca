"""What rules see of iterators over parameters that are used once more when nothing is left in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import only_definition, uses
from torchlint.finding import Edit
from torchlint.knowledge.operations import operations
from torchlint.queries import ExpressionView
from torchlint.syntax import edits, tree

if TYPE_CHECKING:
    from torchlint.queries import File

# Methods of modules that give an iterator, which can be gone through once.
_OF_MODULES = operations("tensors", "submodules", of="torch.nn.Module")
# What passes an iterator's things on, one by one.
_LAZY = frozenset(("filter", "map", "zip", "enumerate", "itertools.chain", "chain", "itertools.chain.from_iterable"))
# What goes through all that it is given, besides optimizers and what clips gradients.
_GREEDY = frozenset("list tuple set dict sorted sum max min any all frozenset".split())


@dataclass(frozen=True, slots=True, eq=False)
class UsedUp(ExpressionView):
    """The second use of an iterator."""

    first: ExpressionView  # what used it up; the use itself where it is a loop that comes back to it
    made: ExpressionView

    @property
    def listing(self) -> tuple[Edit, ...]:
        """The edits that make a list of it."""
        return edits.replace(self.made.node, f"list({self.made.code})")

    @property
    def user(self) -> ExpressionView:
        """What used it up: the call that it was given to, if that is what went through it."""
        above = self.file.tree.parents.get(self.first.node)
        call = self.file.tree.parents.get(above) if isinstance(above, tree.Argument) else None
        return ExpressionView(self.file, call.func) if isinstance(call, tree.Call) else self.first

    @property
    def is_repeated(self) -> bool:
        return self.first.node is self.node


def used_up(file: File) -> Iterator[UsedUp]:
    """Second uses, of iterators that are bound once, in source order."""
    for assign in file.tree.all(tree.Assign):
        if len(assign.targets) == 1 and isinstance(assign.targets[0], tree.Name) and _is_one_shot(assign.value):
            yield from _second_use(file, assign, assign.targets[0])


def _is_one_shot(node: tree.Node, depth: int = 0) -> bool:
    """Whether an expression is an iterator over what a module holds."""
    if isinstance(node, tree.Comprehension):
        return node.kind == "generator" and any(_is_one_shot(clause.iter, depth + 1) for clause in node.clauses)
    if not isinstance(node, tree.Call) or depth > 3:
        return False
    if isinstance(node.func, tree.Attribute) and node.func.attr in _OF_MODULES:
        return not any(a.star for a in node.args)
    return tree.dotted(node.func) in _LAZY and any(_is_one_shot(a.value, depth + 1) for a in node.args)


def _second_use(file: File, assign: tree.Assign, name: tree.Name) -> Iterator[UsedUp]:
    scope, reads = file.tree.scope(assign), uses(file.tree, name)
    others = (file.tree.above(n, tree.FunctionDef, tree.Lambda, tree.Module) is not scope for n in reads)
    if only_definition(file.tree, name) is None or any(others):
        return  # made anew, or used by another function, who knows when
    passes = [n for n in reads if n.start > assign.end and _goes_through(file, n)]
    made = ExpressionView(file, assign.value)
    for place, use in enumerate(passes):
        first = next((one for one in passes[:place] if _both_run(file, one, use)), None)
        again = use if _is_repeated(file, use, assign) else None
        if first is not None or again is not None:
            yield UsedUp(file, use, ExpressionView(file, first or use), made)
            return


def _goes_through(file: File, node: tree.Name) -> bool:
    """Whether an iterator is gone through to its end here."""
    above = file.tree.parents.get(node)
    if isinstance(above, (tree.For, tree.Clause)):
        return above.iter is node and not (isinstance(above, tree.For) and _may_break(above))
    if not isinstance(above, tree.Argument) or above.star:
        return isinstance(above, tree.Argument) and above.star == "*"
    call = file.tree.parents.get(above)
    if not isinstance(call, tree.Call):
        return False
    if tree.dotted(call.func) in _GREEDY:
        return True
    names = file.names.spelled(call)
    return bool(names) and all(n.startswith(("torch.optim.", "torch.nn.utils.clip_grad_")) for n in names)


def _may_break(loop: tree.For) -> bool:
    return any(isinstance(n, (tree.Break, tree.Return)) for n in tree.walk(loop, into_functions=False))


def _is_repeated(file: File, use: tree.Name, assign: tree.Assign) -> bool:
    """Whether a loop that the iterator is not made in comes back to a use."""
    here: tree.Node | None = use
    while here is not None and not isinstance(here, (tree.FunctionDef, tree.Module)):
        above = file.tree.parents.get(here)
        if isinstance(above, tree.Loops) and here in above.body and not above.start <= assign.start < above.end:
            return not any(isinstance(n, (tree.Break, tree.Return)) for n in tree.walk(above, into_functions=False))
        here = above
    return False


def _both_run(file: File, first: tree.Name, second: tree.Name) -> bool:
    """Whether the same run may come to both uses: they are in no two branches, and the first does not end the way."""
    around = set(file.tree.around(second))
    here: tree.Node = first
    while (above := file.tree.parents.get(here)) is not None:
        if above in around and isinstance(above, (tree.If, tree.Conditional, tree.Try, tree.Match)):
            return here in around or tree.branch(above, here) == tree.branch(above, _below(file, above, second))
        if isinstance(above, tree.If) and above not in around:
            body = above.body if here in above.body else above.orelse
            if body and isinstance(body[-1], (tree.Return, tree.Raise, tree.Continue, tree.Break)):
                return False
        here = above
    return True


def _below(file: File, above: tree.Node, node: tree.Node) -> tree.Node:
    """The part of a node, directly below it, that holds another one."""
    here = node
    while file.tree.parents.get(here) is not above:
        here = file.tree.parents[here]
    return here
