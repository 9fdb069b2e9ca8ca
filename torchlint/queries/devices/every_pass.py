"""The conditions on which each pass of a loop comes to a place, and whether every pass does."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.definitions import assignments_in
from torchlint.binding.names import Names
from torchlint.binding.use_def import only_definition, resolved_expression
from torchlint.flow.facts import HostSyncFact, LoopRun
from torchlint.knowledge.naming_conventions import ASKS_ENVIRONMENT, BACKWARDS
from torchlint.knowledge.operations import has_column
from torchlint.queries.file import View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.binding.symbols import Function
    from torchlint.queries.file import File

# Of more ways to one place, it is not asked whether they make up every pass.
_MOST_WAYS = 8


class _Branch(NamedTuple):
    """One of the two branches of a condition, in the function that these calls lead to."""

    calls: tuple[tree.Node, ...]
    test: tree.Expression
    is_taken: bool


Way = frozenset[_Branch]


def way_to(file: File, fact: HostSyncFact, loop: LoopRun) -> Way | None:
    """The branches on which a pass of the loop reaches the place by this chain of calls; None if that is not known.

    Each call has its conditions in the file that it is in.
    """
    places = [*fact.where.chain[loop.depth :], fact.node]
    trees = [tree_of(file, node) for node in (loop.node, *places)]
    known = [syntax for syntax in trees if syntax is not None]
    if len(known) < len(trees) or skips_passes(known[0], loop.node):
        return None
    changing = known[0].once(_bound_in, loop.node)
    way: list[_Branch] = []
    for depth, (syntax, place) in enumerate(zip(known[1:], places)):
        if depth:
            given = _given(syntax, places[depth - 1], place)
            flags = {name for name, value in given.items() if _is_flag(known[depth], value, changing)}
            if syntax is not known[depth]:  # where the same names mean something else
                flags |= {name for name, one in given.items() if isinstance(one, tree.Name) and one.id in changing}
            changing = flags | changing if syntax is known[depth] else flags
        again = (depth and syntax.above(place, tree.FunctionDef)) or loop.node  # what runs in each pass
        changing = changing | syntax.once(_attributes_set, again)
        trains = any(function.usage.trains for function in _entered_from(fact, loop.depth + depth))
        of_step = partial(_is_of_whole_step, syntax, trains=trains)
        branches = branches_to(syntax, place, loop.node, changing, is_called=depth > 0, without=of_step)
        if branches is None:
            return None
        calls = tuple(places[:depth])
        way += [_Branch(calls, test, is_taken) for test, is_taken in branches]
    return frozenset(way)


def _entered_from(fact: HostSyncFact, depth: int) -> list[Function]:
    """The functions that the call at this level of a place's call path, and those after it, enter."""
    levels = range(depth + 1, len(fact.where.chain) + 1)
    return [function for level in levels if (function := fact.where.caller(level)) is not None]


def tree_of(file: File, node: tree.Node) -> tree.Tree | None:
    """The tree that a node is in: the file's, or that of a file that it imports or is imported by."""
    if file.holds(node):
        return file.tree
    unit = file.analysis.unit_of(node)
    return unit.tree if unit is not None else None


def _given(syntax: tree.Tree, call: tree.Node, place: tree.Node) -> dict[str, tree.Expression]:
    """What a call gives for the parameters of the function around a place."""
    function = syntax.above(place, tree.FunctionDef, tree.Lambda)
    if not isinstance(function, (tree.FunctionDef, tree.Lambda)) or not isinstance(call, tree.Call):
        return {}
    return tree.passed_to(function, call)


def _is_flag(syntax: tree.Tree, given: tree.Expression, changing: set[str]) -> bool:
    """Whether a condition that varies from pass to pass is passed to a function: `step % 100 == 0`."""
    condition = resolved_expression(syntax, given)
    return isinstance(condition, (tree.Compare, tree.BoolOp)) and _varies(syntax, condition, changing)


def is_in_every_pass(place: View, loop: View) -> bool:
    """Whether every pass of the loop reaches this place."""
    syntax = loop.file.tree
    if skips_passes(syntax, loop.node):
        return False
    return branches_to(syntax, place.node, loop.node, syntax.once(_bound_in, loop.node)) == []


def branches_to(
    syntax: tree.Tree,
    place: tree.Node,
    loop: tree.Node,
    changing: set[str],
    *,
    is_called: bool = False,
    without: Callable[[tree.If], bool] | None = None,
) -> list[tuple[tree.Expression, bool]] | None:
    """The conditions between a place and its loop or function that vary from pass to pass, and how each must come out.

    None if something else than such a condition decides whether the place is reached, as where it is in a lambda; with
    `is_called`, a call has entered the function around it, which may be one. The conditions of blocks for which
    `without` holds don't count.
    """
    borders = (tree.FunctionDef, tree.Module, tree.Lambda) if is_called else (tree.FunctionDef, tree.Module)
    found: list[tuple[tree.Expression, bool]] = []
    inside, above = place, syntax.parents.get(place)
    while above is not None and above is not loop and not isinstance(above, borders):
        if (
            isinstance(above, (tree.If, tree.Conditional))
            and inside is not above.test
            and _varies(syntax, above.test, changing)
            and not (without is not None and isinstance(above, tree.If) and without(above))
        ):
            found.append((above.test, inside in above.body if isinstance(above, tree.If) else inside is above.body))
        if isinstance(above, tree.Comprehension) and inside not in above.clauses:
            tests = (test for clause in above.clauses for test in clause.ifs)
            found += [(test, True) for test in tests if _varies(syntax, test, changing)]
        if isinstance(above, tree.BoolOp) and inside is not above.values[0]:
            return None
        if isinstance(above, (tree.Handler, tree.Match, tree.Lambda)):
            return None
        inside, above = above, syntax.parents.get(above)
    return found


def _is_of_whole_step(syntax: tree.Tree, check: tree.If, *, trains: bool) -> bool:
    """Whether a training step is done on a condition or not at all, and not once in so many passes.

    The condition may be that a memory is large enough. With `trains`, a call in the block leads to such a step.
    """
    if check.orelse or any(isinstance(node, tree.BinaryOp) and node.op == "%" for node in tree.walk(check.test)):
        return False
    return trains or syntax.once(_does_a_step, check)


def _does_a_step(_: tree.Tree, check: tree.Node) -> bool:
    """Whether a block goes backward and steps."""
    called = {tree.last_name(node.func) for node in tree.walk(check) if isinstance(node, tree.Call)}
    return "step" in called and not called.isdisjoint(BACKWARDS)


def cover_every_pass(ways: list[Way]) -> bool:
    """Whether one of these ways is taken in every pass, however conditions come out."""
    ways = list(dict.fromkeys(ways))
    if not all(ways):
        return True  # one depends on no condition
    if len(ways) < 2 or len(ways) > _MOST_WAYS:
        return False
    first = next(iter(sorted(ways[0], key=lambda branch: branch.test.start)))
    for outcome in (True, False):
        taken, other = first._replace(is_taken=outcome), first._replace(is_taken=not outcome)
        if not cover_every_pass([way - {taken} for way in ways if other not in way]):
            return False
    return True


def _varies(syntax: tree.Tree, test: tree.Expression, changing: set[str]) -> bool:
    """Whether a condition may be true in one pass and false in the next."""
    if isinstance(test, tree.BoolOp):
        return any(_varies(syntax, value, changing) for value in test.values)
    if asks_for_tensor(syntax, test) or _asks_for_kind(syntax, test):
        return False
    for node in tree.walk(test):
        if isinstance(node, tree.BinaryOp) and node.op == "%":
            return not _divides_by_one(syntax, test)
        if isinstance(node, tree.Call) and ASKS_ENVIRONMENT.search(tree.last_name(node.func) or ""):
            continue
        if isinstance(node, tree.Call) or (
            isinstance(node, (tree.Name, tree.Attribute)) and _written(node) in changing
        ):
            return not _divides_by_one(syntax, test)
    return False


def _written(node: tree.Name | tree.Attribute) -> str | None:
    return node.id if isinstance(node, tree.Name) else tree.dotted(node)


def _asks_for_kind(syntax: tree.Tree, test: tree.Expression) -> bool:
    """Whether a condition asks what a value is: `isinstance(out, tuple)`, or `"aux" in out` for an `out["aux"]`."""
    if isinstance(test, tree.UnaryOp):
        return _asks_for_kind(syntax, test.operand)
    if isinstance(test, tree.Call):
        return isinstance(test.func, tree.Name) and test.func.id == "isinstance"
    if not isinstance(test, tree.Compare) or test.ops not in (["in"], ["not in"]):
        return False
    key, mapping = test.left, tree.dotted(test.comparators[0])
    if not isinstance(key, tree.Constant) or mapping is None:
        return False
    return (mapping, key.value) in syntax.once_of_all(_keys_read)


def _keys_read(syntax: tree.Tree) -> frozenset[tuple[str | None, object]]:
    """The items that a file reads or writes by a constant key, by what they are items of: `out["aux"]`."""
    items = ((one.value, one.index) for one in syntax.all(tree.Subscript))
    return frozenset((tree.dotted(whole), key.value) for whole, key in items if isinstance(key, tree.Constant))


def asks_for_tensor(syntax: tree.Tree, test: tree.Expression) -> bool:
    """Whether a condition asks if something is a tensor, which is the same in each pass: `isinstance(x, Tensor)`."""
    if isinstance(test, tree.UnaryOp):
        return asks_for_tensor(syntax, test.operand)
    if not isinstance(test, tree.Call) or not test.args:
        return False
    names = syntax.once_of_all(Names)
    asked, kind = names.spelled_out(test.func), test.args[-1].value
    if asked == "hasattr":
        return isinstance(kind, tree.Constant) and has_column(str(kind.value), "fetch", "detach")
    return asked == "torch.is_tensor" or (asked == "isinstance" and names.spelled_out(kind) == "torch.Tensor")


def _divides_by_one(syntax: tree.Tree, test: tree.Expression) -> bool:
    """Whether a condition asks for the remainder of a division by 1: `step % log_every == 0`, which is always true."""
    asked = test.left if isinstance(test, tree.Compare) else test.operand if isinstance(test, tree.UnaryOp) else test
    if not isinstance(asked, tree.BinaryOp) or asked.op != "%":
        return False
    number: tree.Node | None = asked.right
    if isinstance(number, tree.Name):
        made = only_definition(syntax, number)
        number = made.value if made is not None and made.kind == "assignment" else None
    is_one = isinstance(number, tree.Constant) and number.value == 1
    return is_one and "exec(" not in syntax.text  # code that is executed may assign another number to the name


def skips_passes(syntax: tree.Tree, loop: tree.Node) -> bool:
    """Whether a loop leaves out some passes by counting them: `if step % 2: continue`."""
    return syntax.once(_skips_any, loop)


def _skips_any(syntax: tree.Tree, loop: tree.Node) -> bool:
    return any(_skips(syntax, n) for n in tree.walk(loop, into_functions=False))


def _skips(syntax: tree.Tree, node: tree.Node) -> bool:
    """Whether this is an `if ... % n: continue`."""
    if not isinstance(node, tree.If) or not any(isinstance(n, tree.Continue) for n in node.body):
        return False
    counts = any(isinstance(n, tree.BinaryOp) and n.op == "%" for n in tree.walk(node.test))
    return counts and not _divides_by_one(syntax, node.test)


def _bound_in(_: tree.Tree, loop: tree.Node) -> set[str]:
    """The names that a loop assigns, or whose attributes or items it assigns."""
    targets = (one.target for one in assignments_in(loop, into_functions=False) if one.kind != "comprehension")
    return {n.id for target in targets if target for n in tree.walk(target) if isinstance(n, tree.Name)} - {"self"}


def _attributes_set(_: tree.Tree, part: tree.Node) -> frozenset[str]:
    """The attributes of its object that a loop or a function assigns, so that they may differ in the next pass."""
    return frozenset(one.name for one in assignments_in(part, into_functions=False) if one.name.startswith("self."))
