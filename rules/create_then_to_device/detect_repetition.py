"""Whether a place runs in each step: of a loop that trains or evaluates, or of a model's forward."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.flow.facts import CallContext, LoopRun
from torchlint.knowledge.naming_conventions import names_model
from torchlint.queries import CallView, checkpoints, query
from torchlint.syntax import tree
from torchlint.syntax.conditions import tests_at

if TYPE_CHECKING:
    from torchlint.queries import File

# How functions are called that make something once, or now and then.
_SET_UP = ("init", "load", "reset", "build", "setup", "set_up", "create", "prepare", "register", "log_image", "plot")
_TRAINS = frozenset(("backward", "step"))


@query
def _contexts(file: File) -> dict[tree.Call, list[CallContext]]:
    """Where each move of a tensor was reached, in loops and in forwards."""
    found: dict[tree.Call, list[CallContext]] = {}
    for fact in file.facts.moves:
        found.setdefault(fact.node, []).append(fact.where)
    return found


def is_repeated(move: CallView) -> bool:
    """Whether this runs again and again, and not just once per epoch, or until the result is stored."""
    reached = _contexts(move.file).get(move.node, [])
    if any(_runs_in_each_step(move, where) for where in reached):
        return True
    if _is_rare(move.file.tree, move.node) or any(f.is_memoised for where in reached for f in where.stack[-1:]):
        return False
    function = move.function
    owner = function.owner if function is not None else None
    if owner is not None and owner.is_module and function is not None and function.name == "forward":
        return True
    if move.loop is None:
        return _is_in_comprehension(move)
    runs = [where.loops[-1] for where in reached if where.loops and where.loops[-1].node is move.loop.node]
    return not runs or not all(map(_goes_through_epochs, runs))


def may_be_repeated(move: CallView, device: str) -> bool:
    """Whether a function that nobody is seen to run in steps computes with tensors, whose device it asks for.

    A tensor is what it is given, or what it computes from that, or what an object that is no module holds; the methods
    of a module have its device, too.
    """
    function = move.function
    if function is None or _is_seen_to_run_once(move):
        return False
    syntax = move.file.tree
    given = _given_tensors(function.node)
    definition = function.definition
    if _is_rare(syntax, move.node) or (definition is not None and definition.is_memoised):
        return False
    if _is_stored(move) and not _is_in_plain_constructor(move):
        return False
    if _is_called_in_steps(move):
        return True
    if function.name.lstrip("_").startswith(_SET_UP):
        return False
    asked = {device, *syntax.once(_values, function.node).get(device, ())}  # of `device = x.device`
    tensors = {one.removesuffix(".device") for one in asked if one.endswith(".device")}
    owner = function.owner
    if owner is not None and owner.is_module and given and any(tensor.split(".")[0] == "self" for tensor in tensors):
        return True
    if owner is not None and any(one.startswith("self.") and not names_model(one[5:]) for one in tensors):
        return not owner.is_module
    return not tensors.isdisjoint(syntax.once(_computed_from, function.node))


def _given_tensors(function: tree.Node) -> set[str]:
    """The parameters of a function that are no models."""
    parameters = function.parameters if isinstance(function, tree.FunctionDef) else []
    return {one.name for one in parameters if not names_model(one.name)} - {"self", "cls"}


def _values(syntax: tree.Tree, function: tree.Node) -> dict[str, set[str]]:
    """What a function assigns to names and attributes, as code."""
    found: dict[str, set[str]] = {}
    for one in syntax.own(function, tree.Assign):
        for name in filter(None, map(tree.dotted, tree.targets(one))):
            found.setdefault(name, set()).add(syntax.text_of(one.value))
    return found


def _computed_from(_: tree.Tree, function: tree.Node) -> set[str]:
    """The names that a function gives what it computes from its parameters, and these."""
    found = _given_tensors(function)
    for one in assignments_in(function, into_functions=False):
        if one.source is None or not isinstance(one.target, tree.Name):
            continue
        names = {node.id for node in tree.walk(one.source) if isinstance(node, tree.Name)}
        if not names.isdisjoint(found):
            found.add(one.target.id)
    return found


def _is_seen_to_run_once(move: CallView) -> bool:
    """Whether code of the file leads here, and no other file calls the function, perhaps in its steps.

    It runs once, too, if only constructors call it, and functions that set something up.
    """
    function = move.file.tree.above(move.node, tree.FunctionDef)
    calls = list(checkpoints.calls_of(move.file, function)) if isinstance(function, tree.FunctionDef) else []
    if calls and all(_sets_up(call.syntax, call.node) for call in calls):
        return True
    return bool(_contexts(move.file).get(move.node)) and all(call.syntax is move.file.tree for call in calls)


def _is_called_in_steps(move: CallView) -> bool:
    """Whether another file calls the function in a loop whose own code trains, or in a `forward`.

    So `mask = create_mask(ids)`; of methods, which are called by too many names, only constructors count.
    """
    function = move.file.tree.above(move.node, tree.FunctionDef)
    if not isinstance(function, tree.FunctionDef):
        return False
    is_method = isinstance(move.file.tree.parents.get(function), tree.ClassDef)
    if is_method and not _is_in_plain_constructor(move):
        return False
    calls = (one for one in checkpoints.calls_of(move.file, function) if is_method or one.syntax is not move.file.tree)
    return any(_is_in_step(one.syntax, one.node) or _is_in_forward(one.syntax, one.node) for one in calls)


def _is_in_forward(syntax: tree.Tree, place: tree.Node) -> bool:
    """Whether a method `forward` of a class runs a place each time, and stores nothing of what it gives."""
    around = syntax.above(place, tree.FunctionDef)
    if not isinstance(around, tree.FunctionDef) or around.name != "forward" or _is_rare(syntax, place):
        return False
    is_kept = any(isinstance(target, tree.Attribute) for target in tree.targets(syntax.statement(place)))
    return isinstance(syntax.parents.get(around), tree.ClassDef) and not is_kept


def _is_in_step(syntax: tree.Tree, place: tree.Node) -> bool:
    """Whether the innermost loop around a place calls `backward`, and no condition makes the place rare."""
    loop = syntax.above(place, *tree.Loops, tree.FunctionDef)
    if not isinstance(loop, tree.Loops) or _is_rare(syntax, place):
        return False
    return any(tree.last_name(call.func) == "backward" for call in syntax.inside(loop, tree.Call))


def _sets_up(syntax: tree.Tree, place: tree.Node) -> bool:
    """Whether code is in a constructor, or in another function that makes something once."""
    around = syntax.above(place, tree.FunctionDef)
    return isinstance(around, tree.FunctionDef) and around.name.lstrip("_").startswith(_SET_UP)


def _is_in_comprehension(move: CallView) -> bool:
    found = move.file.tree.above(move.node, tree.Comprehension, tree.FunctionDef)
    return isinstance(found, tree.Comprehension)


def _goes_through_epochs(loop: LoopRun) -> bool:
    """Whether training happens in loops inside this one only."""
    return loop.trains and not loop.trains_itself and not loop.loader


def _runs_in_each_step(move: CallView, where: CallContext) -> bool:
    """Whether a forward or a step of a loop leads to a place each time that it runs."""
    if where.inside_forward:
        depth = 0
    else:
        steps = [loop for loop in where.loops if _is_step(loop)]
        if not steps:
            return False
        depth = steps[-1].depth
    if any(f.is_memoised for f in where.stack):
        return False
    places = list(_places(move, where, depth))
    if (
        len(places) > 1
        and _is_kept(move, *places[-1])
        and any(_is_conditional(syntax, place) for syntax, place in places)
    ):
        return False  # a method that sets up its object on first use
    return not any(_is_rare(syntax, place) for syntax, place in places)


def _is_step(loop: LoopRun) -> bool:
    """Whether each pass of a loop is a step of training, or of an evaluation or generation."""
    itself = loop.direct_actions
    return bool(loop.loader or itself & {"backward", "step"} or ("forward" in itself and not loop.trains))


def _places(move: CallView, where: CallContext, depth: int) -> Iterator[tuple[tree.Tree, tree.Node]]:
    """The calls that lead to a place, from that depth on, and the place, each with the tree that it is in."""
    yield move.file.tree, move.node
    for level, call in enumerate(where.chain[depth:], depth):
        caller = where.caller(level)
        syntax = caller.unit.tree if caller is not None else move.file.tree
        if call in syntax.parents:
            yield syntax, call


def _is_stored(move: CallView) -> bool:
    """Whether an attribute holds the tensor from here on."""
    targets = tree.targets(move.file.tree.statement(move.node))
    return any(isinstance(target, tree.Attribute) for target in targets)


def _is_kept(move: CallView, syntax: tree.Tree, caller: tree.Node) -> bool:
    """Whether the tensor is stored beyond the call that leads to it: not in an object that is made for one step."""
    if not _is_stored(move) or not _is_in_plain_constructor(move):
        return _is_stored(move)
    return any(isinstance(target, tree.Attribute) for target in tree.targets(syntax.statement(caller)))


def _is_in_plain_constructor(move: CallView) -> bool:
    """Whether code is in the `__init__` of a class that is no module: a mask, a noise, a batch."""
    function = move.function
    return function is not None and function.name == "__init__" and not (function.owner and function.owner.is_module)


def _is_conditional(syntax: tree.Tree, place: tree.Node) -> bool:
    """Whether a condition in its function decides whether a place runs."""
    inside = place
    for above in syntax.around(place):
        if isinstance(above, (tree.FunctionDef, tree.Module)):
            return False
        if any(True for _ in tests_at(syntax, inside, above)):
            return True
        inside = above
    return False


def _is_rare(syntax: tree.Tree, place: tree.Node) -> bool:
    """Whether a condition lets a place run once in a while: until a result is stored, or when a counter says so."""
    scope = syntax.above(place, tree.FunctionDef, tree.Module) or syntax.root
    inside = place
    for above in syntax.around(place):
        if above is scope:
            return False
        for test in tests_at(syntax, inside, above):
            if _asks_for_stored(syntax, test, scope) or _asks_for_nothing_yet(test):
                return True
            trains = any(tree.last_name(call.func) in _TRAINS for call in syntax.inside(above, tree.Call))
            if _counts(syntax, test, scope) and not trains:
                return True
        inside = above
    return False


def _asks_for_stored(syntax: tree.Tree, test: tree.Expression, scope: tree.Node) -> bool:
    """Whether a condition asks for what the function then stores beyond its own run: in an attribute, a global."""
    shared = {name for node in syntax.own(scope, tree.Scoped) for name in node.names}
    asked = {tree.dotted(n) for n in tree.walk(test) if isinstance(n, (tree.Name, tree.Attribute))}
    looked_up = {
        tree.dotted(compare.comparators[0])
        for compare in tree.walk(test)
        if isinstance(compare, tree.Compare) and compare.ops[0] in ("in", "not in")
    }
    stored: dict[str, int] = {}
    for one in assignments_in(scope):
        name = tree.dotted(tree.container(one.target)) if one.target is not None else None
        if name and name in asked and ("." in name or name in shared or name in looked_up):
            stored[name] = one.node.start if name in looked_up else stored.get(name, one.node.start)
    return any(start > test.end for start in stored.values())


def _asks_for_nothing_yet(test: tree.Expression) -> bool:
    """Whether a condition asks if a dict is still empty, or an object lacks an attribute: `if len(state) == 0`."""
    if isinstance(test, tree.Compare) and test.ops[0] == "==":
        empty = test.comparators[0]
        return (
            isinstance(test.left, tree.Call)
            and tree.last_name(test.left.func) == "len"
            and isinstance(empty, tree.Constant)
            and empty.value == 0
        )
    asked = test.operand if isinstance(test, tree.UnaryOp) and test.op == "not" else None
    return isinstance(asked, tree.Call) and tree.last_name(asked.func) == "hasattr"


def _counts(syntax: tree.Tree, test: tree.Expression, scope: tree.Node) -> bool:
    """Whether a condition takes a counter of passes modulo something: `step % 100 == 0`."""
    divided = [n.left for n in tree.walk(test) if isinstance(n, tree.BinaryOp) and n.op == "%"]
    read = {tree.dotted(n) for left in divided for n in tree.walk(left)}
    if not divided:
        return False
    counters: list[tree.Node] = [one.target for one in syntax.inside(syntax.root, tree.AugmentedAssign)]
    for loop in syntax.own(scope, tree.For):
        counters += loop.target.elements if isinstance(loop.target, tree.Tuple) else [loop.target]
    return any(name in read for counter in counters if (name := tree.dotted(counter)))
