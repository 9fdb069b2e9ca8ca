"""What rules see of iterators over parameters that are used once more when nothing is left in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.qualified_names import by_name
from torchlint.binding.symbols import Function
from torchlint.binding.use_def import only_definition, reaching_definitions, uses
from torchlint.finding import Edit
from torchlint.flow.training_trace import steps_of
from torchlint.knowledge.operations import operations
from torchlint.queries import ExpressionView, query
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
        if len(assign.targets) == 1 and isinstance(assign.targets[0], tree.Name) and is_made(file, assign.value):
            yield from _second_use(file, assign, assign.targets[0])


def is_one_shot(node: tree.Node, depth: int = 0) -> bool:
    """Whether an expression is an iterator over what a module holds."""
    if isinstance(node, tree.Comprehension):
        return node.kind == "generator" and any(is_one_shot(clause.iter, depth + 1) for clause in node.clauses)
    if not isinstance(node, tree.Call) or depth > 3:
        return False
    if isinstance(node.func, tree.Attribute) and node.func.attr in _OF_MODULES:
        return not any(a.star for a in node.args)
    return tree.dotted(node.func) in _LAZY and any(is_one_shot(a.value, depth + 1) for a in node.args)


def is_made(file: File, node: tree.Expression) -> bool:
    """Whether an expression is such an iterator, or a call of a function of the project that returns one each time."""
    if is_one_shot(node):
        return True
    called = file.facts.functions.get(node, set()) if isinstance(node, tree.Call) else set()
    return bool(called) and all(_returns_one_shot(function) for function in called)


def _returns_one_shot(function: Function) -> bool:
    if not isinstance(function.node, tree.FunctionDef) or function.binding == "property":
        return False
    if function.has_other_result:
        return False  # a decorator may make a list of it
    returns = function.unit.tree.own(function.node, tree.Return)
    return bool(returns) and all(one.value is not None and is_one_shot(one.value) for one in returns)


def _second_use(file: File, assign: tree.Assign, name: tree.Name) -> Iterator[UsedUp]:
    reads = _reads(file, name)
    scope = file.tree.scope(assign)
    others = (file.tree.above(n, tree.FunctionDef, tree.Lambda, tree.Module) is not scope for n in reads)
    if only_definition(file.tree, name) is None or any(others):
        return  # created again, or used by another function at an unknown time
    passes = [n for n in reads if n.start > assign.end and goes_through(file, n)]
    made = ExpressionView(file, assign.value)
    for place, use in enumerate(passes):
        first = next((one for one in passes[:place] if _both_run(file, one, use)), None)
        again = use if _is_repeated(file, use, assign) else None
        if first is not None or again is not None:
            yield UsedUp(file, use, ExpressionView(file, first or use), made)
            return


def _reads(file: File, name: tree.Name) -> list[tree.Name]:
    """Where an iterator is read, by its name or by another one that is bound once, to that name."""
    found = list(uses(file.tree, name))
    for read in list(found):
        above = file.tree.parents.get(read)
        target = above.targets[0] if isinstance(above, tree.Assign) and len(above.targets) == 1 else None
        if isinstance(target, tree.Name) and only_definition(file.tree, target) is not None:
            found += uses(file.tree, target)
    return sorted(found, key=lambda read: read.start)


def goes_through(file: File, node: tree.Expression) -> bool:
    """Whether an iterator is gone through to its end here, on some way at least."""
    above = file.tree.parents.get(node)
    if isinstance(above, (tree.For, tree.Clause)):
        return above.iter is node and not (isinstance(above, tree.For) and _may_break(above))
    if not isinstance(above, tree.Argument) or above.star:
        return isinstance(above, tree.Argument) and above.star == "*"
    call = file.tree.parents.get(above)
    if not isinstance(call, tree.Call):
        return False
    if tree.dotted(call.func) in _GREEDY or (call in _clips(file) and call.args[0] is above):
        return True
    if _hands_to_optimizer(file, call, above):
        return True
    return any(n.startswith(("torch.optim.", "torch.nn.utils.clip_grad_")) for n in _names(file, call))


def _hands_to_optimizer(file: File, call: tree.Call, given: tree.Argument) -> bool:
    """Whether each function of the project that is called here makes an optimizer of what it is given, as it is."""
    called = file.facts.functions.get(call, set())
    return bool(called) and all(_makes_optimizer(function, call, given) for function in called)


def _makes_optimizer(function: Function, call: tree.Call, given: tree.Argument) -> bool:
    syntax, names = function.unit.tree, [one.name for one in function.node.parameters if one.kind == "positional"]
    is_bound = function.is_bound
    at = call.args.index(given) + is_bound
    name = given.keyword or (names[at] if at < len(names) else "")
    if not name or name in function.rebinds or any(one.star for one in call.args):
        return False
    made = (one for one, called in by_name(syntax).items() if any(n.startswith("torch.optim.") for n in called))
    return any(
        bool(one.args) and tree.dotted(one.args[0].value) == name for one in made if syntax.scope(one) is function.node
    )


def _names(file: File, call: tree.Call) -> frozenset[str]:
    """What a call may call, by dotted names; where the function is chosen before, each choice."""
    if not isinstance(call.func, tree.Name):
        return file.names.spelled(call)
    chosen = (one.value for one in reaching_definitions(file.tree, call.func) if one is not None)
    return file.names.spelled(call) | {file.names.spelled_out(value) for value in chosen if value is not None}


@query
def _clips(file: File) -> set[tree.Node]:
    """The calls that clip gradients, those of a library's object among them: `accelerator.clip_grad_norm_(...)`."""
    return {s.node for _, trace in file.analysis.tracer.entries for s in steps_of(trace) if s.what == "clip"}


def _may_break(loop: tree.Node) -> bool:
    return any(isinstance(n, (tree.Break, tree.Return)) for n in tree.walk(loop, into_functions=False))


def _is_repeated(file: File, use: tree.Name, assign: tree.Assign) -> bool:
    """Whether a loop that the iterator is not made in comes back to a use."""
    here: tree.Node | None = use
    while here is not None and not isinstance(here, (tree.FunctionDef, tree.Module)):
        above = file.tree.parents.get(here)
        if isinstance(above, tree.Loops) and here in above.body and not above.start <= assign.start < above.end:
            return not _may_break(above) or (_trains(file, above) and not _ends_its_pass(file, above))
        here = above
    return False


def _trains(file: File, loop: tree.Node) -> bool:
    """Whether a loop differentiates or clips: where it may end early, it does not search for something."""
    calls = (n for n in tree.walk(loop, into_functions=False) if isinstance(n, tree.Call))
    return any(tree.last_part(call.func) == "backward" or call in _clips(file) for call in calls)


def _ends_its_pass(file: File, loop: tree.Node) -> bool:
    """Whether a loop ends in its first pass, since it breaks or returns under no condition."""
    for node in tree.walk(loop, into_functions=False):
        if isinstance(node, (tree.Break, tree.Return)):
            above = file.tree.parents.get(node)
            while isinstance(above, tree.With):
                above = file.tree.parents.get(above)
            if above is loop:
                return True
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
