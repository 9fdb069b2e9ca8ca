"""Calls that every pass of a training loop makes, through functions and methods that it calls, too."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.definitions import assignments_in
from torchlint.binding.qualified_names import by_name
from torchlint.knowledge.frameworks import lightning, transformers
from torchlint.knowledge.ranks import IS_FIRST, RANKS
from torchlint.queries.analysed_files import calls_to
from torchlint.queries.devices.every_pass import branches_to, is_in_every_pass, skips_passes
from torchlint.queries.file import CallView
from torchlint.queries.memo import query
from torchlint.queries.training.training_loops import step_loops, trainings
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.binding.symbols import Function
    from torchlint.queries.file import File

# Through how many functions a pass is followed, and how many calls it is followed through.
_FARTHEST, _MOST = 3, 400
# The methods that a framework calls in each step, by the class that has them.
_HOOKS = {
    "LightningModule": lightning.HOOKS_OF_STEPS,
    "Callback": lightning.HOOKS_OF_STEPS,
    "TrainerCallback": transformers.HOOKS_OF_STEPS,
}
_CONDITIONS = (tree.If, tree.Conditional, tree.BoolOp, tree.Match)
_ORDERS = frozenset(("<", ">", "<=", ">="))


class StepCall(NamedTuple):
    """A call that every pass of a training loop makes, where the loop's file decides about it."""

    loop: tree.Node  # the training loop
    call: CallView  # the call in the loop's file
    name: str  # which of the functions it leads to
    is_itself: bool  # whether it is the call of that function


class ReachedCall(NamedTuple):
    """A call that a pass makes, in whatever file, with the calls from the loop on that lead there.

    Example:
        for loop, reached in training.reached_by_steps(file):
            print(reached.syntax.text_of(reached.path[-1]))
    """

    syntax: tree.Tree  # of the file that has the call
    path: tuple[tree.Call, ...]  # from the call in the loop to the call itself


def calls_of_each_step(file: File, *names: str) -> Iterator[StepCall]:
    """Where every training step of a loop in this file calls one of these functions, in source order.

    That is the call itself, or where another file makes it, or a function that others call as well, the last call on
    the way there that only this loop makes.

    Example:
        for step in training.calls_of_each_step(file, "torch.save"):
            yield finding(step.call, f"`{step.call}` writes to disk after every batch")
    """
    found: dict[tree.Call, StepCall] = {}
    for loop, reached in reached_by_steps(file):
        last = reached.path[-1]
        meant = by_name(reached.syntax).get(last, frozenset()) & set(names)
        if meant:
            blamed = blamed_call(file, reached.path)
            found.setdefault(blamed, StepCall(loop, CallView(file, blamed), min(meant), blamed is last))
    yield from sorted(found.values(), key=lambda one: one.call.node.start)


def calls_of_each_evaluation(file: File, *names: str) -> Iterator[CallView]:
    """Where every pass of a loop over batches that only evaluates a model calls one of these functions itself.

    Example:
        for call in training.calls_of_each_evaluation(file, "torch.cuda.empty_cache"):
            yield finding(call, f"`{call}` runs after each batch")
    """
    loops = {run.node for one in file.facts.forwards for run in one.where.loops if run.loader and not run.trains}
    for call in file.named_calls(*names):
        around = call.loop
        if around is not None and around.node in loops - step_loops(file) and is_in_every_pass(call, around):
            yield call


@query
def reached_by_steps(file: File) -> list[tuple[tree.Node, ReachedCall]]:
    """All calls that every pass of a training loop of the file makes, as far as they are followed."""
    found: list[tuple[tree.Node, ReachedCall]] = []
    for loop in sorted((one for one in step_loops(file) if file.holds(one)), key=lambda one: one.start):
        changing, ends = _changing(loop), _ends_of_steps(file, loop)
        for call in file.tree.own(loop, tree.Call) if not skips_passes(file.tree, loop) else ():
            around = CallView(file, call).loop
            if around is None or around.node is not loop:
                continue
            if _is_reached(file.tree, call, loop, changing) or _is_beside_the_step(file, call, ends):
                found += ((loop, one) for one in _from(file, (call,), changing))
    return found + _reached_by_callbacks(file)


def _ends_of_steps(file: File, loop: tree.Node) -> dict[tuple[tree.Node, str], int]:
    """The branches of conditions that have all steps of a loop's optimizers, each with the end of the last of these."""
    own = (one for training in trainings(file) if training.node is loop for one in training.own)
    steps = [one.node for one in own if one.what == "step"]
    around = [set(file.tree.branches(step, tree.If).items()) for step in steps if file.holds(step)]
    if not steps or len(around) < len(steps):
        return {}
    last = max(step.end for step in steps)
    return {(node, side): last for node, side in set.intersection(*around) if not _asks_for_the_last(node)}


def _asks_for_the_last(check: tree.Node) -> bool:
    """Whether a condition holds once in an epoch: `i == len(loader) - 1`."""
    inside = list(tree.walk(check.test)) if isinstance(check, tree.If) else []
    counts = any(isinstance(one, tree.BinaryOp) and one.op == "%" for one in inside)
    return not counts and any(isinstance(one, tree.Call) and tree.dotted(one.func) == "len" for one in inside)


def _is_beside_the_step(file: File, call: tree.Call, ends: dict[tuple[tree.Node, str], int]) -> bool:
    """Whether a call follows on all steps of the loop's optimizers, in the one block that has them: `if is_due:`."""
    statement = file.tree.statement(call)
    if not ends or not isinstance(statement, tree.ExpressionStatement):
        return False
    above = file.tree.parents.get(statement)
    if not isinstance(above, tree.If):
        return False
    last = ends.get((above, tree.branch(above, statement)))
    return last is not None and last <= call.start


def _reached_by_callbacks(file: File) -> list[tuple[tree.Node, ReachedCall]]:
    """The same for methods that a framework calls with each batch, and steps after: `training_step`."""
    found: list[tuple[tree.Node, ReachedCall]] = []
    for node, function in file.analysis.functions.items():
        step = function.owner.callback(function.name) if function.owner is not None and file.holds(node) else None
        is_step = step is not None and step.per_batch and step.steps
        if not is_step and not (file.holds(node) and _is_hook_of_steps(function)):
            continue  # not a part of each step
        changing = _changing(node) | {one.name for one in function.node.parameters[1:]}
        for call in file.tree.own(node, tree.Call):
            if CallView(file, call).loop is None and _is_always_made(file.tree, call, node, changing):
                found += ((node, one) for one in _from(file, (call,), changing))
    return found


def _is_hook_of_steps(function: Function) -> bool:
    """Whether a framework calls a method in each step, beside the step itself: `on_train_batch_end`."""
    if function.owner is None:
        return False
    bases = (base.rpartition(".")[2] for one in function.owner.lineage for base in one.external_bases)
    return any(function.name in _HOOKS.get(base, ()) for base in bases)


def _from(file: File, path: tuple[tree.Call, ...], changing: set[str]) -> Iterator[ReachedCall]:
    """A call, and those that the function makes, each time that it runs, to which it leads."""
    todo = [(file.tree, path, changing)]
    for count, (here, calls, names) in enumerate(todo):  # grows as functions are found
        yield ReachedCall(here, calls)
        function = _called(file, calls[-1])
        if function is None or len(calls) > _FARTHEST or count > _MOST:
            continue
        inside = function.unit.tree
        varied = _varied(function, calls[-1], names)
        made = (one for one in inside.own(function.node, tree.Call) if one not in calls)
        off = _switched_off(inside, function, calls[-1])
        always = (one for one in made if one not in off and _is_always_made(inside, one, function.node, varied))
        todo += [(inside, (*calls, one), varied) for one in always]


def _called(file: File, call: tree.Call) -> Function | None:
    """The one function that a call runs to its end."""
    functions = file.facts.functions.get(call, set())
    function = next(iter(functions)) if len(functions) == 1 else None
    is_run = function is not None and not function.is_generator
    if function is None or not is_run or not isinstance(function.node, tree.FunctionDef):
        return None
    return None if any(_may_skip(file, one) for one in function.node.decorators) else function


def _may_skip(file: File, decorator: tree.Expression) -> bool:
    """Whether a decorator is the project's own, and has a condition, on which it may call the function or not."""
    name = tree.last_part(decorator.func if isinstance(decorator, tree.Call) else decorator)
    return any(name in one.tree.once_of_all(_functions_with_conditions) for one in file.analysis.units)


def _functions_with_conditions(syntax: tree.Tree) -> frozenset[str]:
    functions = syntax.all(tree.FunctionDef)
    return frozenset(one.name for one in functions if any(syntax.inside(one, kind) for kind in _CONDITIONS))


def _changing(node: tree.Node) -> set[str]:
    """The names that code binds."""
    targets = (one.target for one in assignments_in(node, into_functions=False) if one.kind != "comprehension")
    return {n.id for target in targets if target for n in tree.walk(target) if isinstance(n, tree.Name)} - {"self"}


def _varied(function: Function, call: tree.Call, changing: set[str]) -> set[str]:
    """The names in a function that may differ from call to call: its own, and parameters that are given such names."""
    varied = {
        name
        for name, value in function.passed_by(call).items()
        if any(isinstance(n, tree.Call) or (isinstance(n, tree.Name) and n.id in changing) for n in tree.walk(value))
    }
    own = {one.name.partition(".")[0] for one in assignments_in(function.node) if one.kind != "parameter"}
    return (varied | own) - {"self"}


def _switched_off(syntax: tree.Tree, function: Function, call: tree.Call) -> set[tree.Node]:
    """The calls in a function that an argument of this call, or a default, switches off: `report(x, save=False)`."""
    given = function.passed_or_default(call)
    bound = {one.name for one in assignments_in(function.node)}
    fixed = {name: one.value for name, one in given.items() if isinstance(one, tree.Constant) and name not in bound}
    if any(one.star for one in call.args) or not fixed:
        return set()
    off: set[tree.Node] = set()
    for test in syntax.own(function.node, tree.If):
        is_true = _outcome(test.test, fixed)
        if is_true is None:
            continue
        off.update(one for part in (test.orelse if is_true else test.body) for one in tree.walk(part))
        left = test.body if is_true else test.orelse
        if left and isinstance(left[-1], (tree.Return, tree.Raise)):
            off.update(one for one in syntax.own(function.node, tree.Call) if one.start >= test.end)
    return off


def _outcome(test: tree.Expression, fixed: dict[str, object]) -> bool | None:
    """How a condition on a parameter of known value comes out: `save`, `not save`, `path is None`; None if unknown."""
    if isinstance(test, tree.UnaryOp) and test.op == "not":
        inner = _outcome(test.operand, fixed)
        return None if inner is None else not inner
    if isinstance(test, tree.Name):
        return bool(fixed[test.id]) if test.id in fixed else None
    if isinstance(test, tree.Compare) and test.ops in (["is"], ["is not"]) and isinstance(test.left, tree.Name):
        other = test.comparators[0]
        if test.left.id in fixed and isinstance(other, tree.Constant) and other.value is None:
            return (fixed[test.left.id] is None) == (test.ops == ["is"])
    return None


def _is_always_made(syntax: tree.Tree, call: tree.Call, function: tree.Node, varied: set[str]) -> bool:
    """Whether a function makes a call each time that it runs, whatever it is given."""
    if any(isinstance(one, tree.While) for one in syntax.around(call)):
        return False
    leaves = (one for one in syntax.own(function, tree.Return) if one.end <= call.start)
    return all(_is_reached(syntax, one, function, varied, is_called=True) for one in (call, *leaves))


def _is_reached(
    syntax: tree.Tree, place: tree.Node, root: tree.Node, changing: set[str], *, is_called: bool = False
) -> bool:
    """Whether each pass of a loop, or call of a function, reaches a place in it; on one rank at least."""
    tests = branches_to(syntax, place, root, changing, is_called=is_called)
    if tests is None or not all(_asks_for_rank(test) for test, _ in tests):
        return False
    around = (one.test for one in syntax.around(place) if isinstance(one, (tree.If, tree.Conditional)))
    inside = (test for test in around if root.start <= test.start)
    return not any((is_called and _compares(test)) or _asks_for_a_state(syntax, test) for test in inside)


def _asks_for_rank(test: tree.Expression) -> bool:
    """Whether a condition asks which process this is, and nothing else: `if is_main_process():`."""
    if isinstance(test, tree.BoolOp):
        return all(map(_asks_for_rank, test.values))
    asked = test.left if isinstance(test, tree.Compare) else test
    return tree.last_name(asked.func if isinstance(asked, tree.Call) else asked) in IS_FIRST | RANKS


def _is_about_ranks(name: str) -> bool:
    return name.rpartition(".")[2] in IS_FIRST | RANKS


def _compares(test: tree.Expression) -> bool:
    """Whether a condition asks which number is larger, such as the loss and the best one so far."""
    compared = (one for one in tree.walk(test) if isinstance(one, tree.Compare))
    return any(not _ORDERS.isdisjoint(one.ops) for one in compared)


def _asks_for_a_state(syntax: tree.Tree, test: tree.Expression) -> bool:
    """Whether a condition asks for an attribute of the object that methods beside its constructor assign.

    What Lightning's trainer says changes as well: `self.trainer.is_last_batch`.
    """
    asked = {tree.dotted(one) or "" for one in tree.walk(test) if isinstance(one, tree.Attribute)}
    if any(name.startswith("self.trainer.") and not _is_about_ranks(name) for name in asked):
        return True
    owner = syntax.above(test, tree.ClassDef) if any(name.startswith("self.") for name in asked) else None
    return owner is not None and not asked.isdisjoint(syntax.once(_assigned_later, owner))


def _assigned_later(_: tree.Tree, owner: tree.Node) -> frozenset[str]:
    """What the methods of a class assign, beside its constructor."""
    body = owner.body if isinstance(owner, tree.ClassDef) else []
    later = (one for one in body if isinstance(one, tree.FunctionDef) and one.name != "__init__")
    return frozenset(made.name for method in later for made in assignments_in(method))


def blamed_call(file: File, path: tuple[tree.Call, ...]) -> tree.Call:
    """The last call on a way, in the file of its loop, that nothing but training steps makes."""
    always = made_by_steps(file)
    blamed = path[0]
    for call, after in pairwise(path):
        function = _called(file, call)
        others = calls_to(file).get(function.node, []) if function is not None else []
        if not file.holds(after) or not always.issuperset(others):
            break
        blamed = after
    return blamed


@query
def made_by_steps(file: File) -> frozenset[tree.Call]:
    """The calls that every pass of a training loop of the file makes, by way of functions that it calls, too."""
    return frozenset(reached.path[-1] for _, reached in reached_by_steps(file))
