"""Generators that nobody seeds, made where code runs again and again: each begins with PyTorch's default seed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding import use_def
from torchlint.knowledge.call_names import DIVIDES_DATA
from torchlint.knowledge.operations import operations
from torchlint.knowledge.torch_api import member
from torchlint.queries import CallView, View
from torchlint.syntax import tree

from .detect_repeats import Repeat, calls_of, repeat_around

if TYPE_CHECKING:
    from torchlint.queries import File

_MADE = "torch.Generator"
_SEEDS = operations("set-state", of=_MADE)


@dataclass(frozen=True, slots=True, eq=False)
class UnseededGenerator(CallView):
    """A call of `torch.Generator` that is repeated, and whose numbers are drawn before anything seeds it."""

    draw: View  # where numbers are first drawn from it
    each: str  # what repeats: "each iteration"
    is_certain: bool  # whether the code is seen to run again without a seed


@dataclass(frozen=True, slots=True, eq=False)
class _Use:
    """How the code uses a generator."""

    draws: list[tree.Node]
    decided_by: frozenset[str]  # the parameters that are None where it is made and not seeded


def unseeded_generators(file: File) -> Iterator[UnseededGenerator]:
    """Such calls, in source order."""
    for call in file.named_calls(_MADE):
        function = file.tree.scope(call.node)
        use = _use(file, call.node)
        if use is None or not use.draws or not isinstance(function, tree.FunctionDef):
            continue
        repeat = _repeat(file, call.node, function, use.decided_by)
        if repeat is not None:
            yield UnseededGenerator(file, call.node, View(file, use.draws[0]), repeat.each, repeat.is_certain)


def _repeat(file: File, made: tree.Call, function: tree.FunctionDef, decided_by: frozenset[str]) -> Repeat | None:
    """What runs a generator's creation again, without a seed."""
    repeat = repeat_around(file, made)
    if repeat is None or not decided_by:
        return repeat
    left_out = [call for call in calls_of(file, function) if call.leaves_out(decided_by)]
    if not left_out:
        return None  # all callers pass a seed, or none is seen
    each = f"{repeat.each} without `{min(decided_by)}`"
    return Repeat(each, repeat.is_certain and any(call.is_surely_meant for call in left_out))


def _use(file: File, made: tree.Call) -> _Use | None:
    """How a generator is used; None where it is seeded, or where other code may seed it."""
    above = file.tree.parents.get(made)
    if isinstance(above, tree.Argument):
        return _Use([above], frozenset()) if _is_drawn_from(file, above) else None
    statement = file.tree.statement(made)
    target = statement.targets[0] if isinstance(statement, tree.Assign) and len(statement.targets) == 1 else None
    if not isinstance(target, tree.Name) or above is not statement:
        return None  # seeded where it is made, or stored
    decided_by = _defaults_seeded(file, made, target)
    if decided_by is None:
        return None
    draws: list[tree.Node] = []
    for name in use_def.uses(file.tree, target):
        around = file.tree.parents.get(name)
        if isinstance(around, tree.Argument) and _is_drawn_from(file, around):
            draws.append(around)
        elif isinstance(around, tree.Attribute) and around.attr in _SEEDS:
            seeded_for = _parameter_given(file, name)
            if not seeded_for:
                return None
            decided_by |= {seeded_for}
        elif not isinstance(around, (tree.Attribute, tree.Compare)):
            return None  # other code may seed it
    return _Use(draws, decided_by)


def _is_drawn_from(file: File, argument: tree.Argument) -> bool:
    """Whether a generator is given to a function or a tensor's method of PyTorch that draws from it."""
    call = file.tree.parents.get(argument)
    if not isinstance(call, tree.Call) or argument.keyword != "generator":
        return False
    view = CallView(file, call)
    if _is_of_each_dataset(file, call):
        return False  # the same split of each of them, in every run, is what is wanted
    if any(name.startswith("torch.") for name in (*view.spelled, *view.names)):
        return True
    return isinstance(call.func, tree.Attribute) and member("torch.Tensor", call.func.attr) is not None


def _is_of_each_dataset(file: File, call: tree.Call) -> bool:
    """Whether this splits or loads the dataset that the loop is at: `for one in datasets: random_split(one, ...)`."""
    loop, given = file.tree.above(call, *tree.Loops, tree.Comprehension), tree.positional(call, 0)
    targets = [loop.target] if isinstance(loop, tree.For) else []
    targets += [clause.target for clause in loop.clauses] if isinstance(loop, tree.Comprehension) else []
    bound = {node.id for target in targets for node in tree.walk(target) if isinstance(node, tree.Name)}
    is_for_data = tree.last_name(call.func) in (*DIVIDES_DATA, "DataLoader")
    return is_for_data and isinstance(given, tree.Name) and given.id in bound


def _defaults_seeded(file: File, made: tree.Call, target: tree.Name) -> frozenset[str] | None:
    """The parameter that is None where the generator is made, if any; None where it may be another generator."""
    decided_by: set[str] = set()
    for definition in use_def.definitions_of(file.tree, target):
        if definition.value is made or _is_seeding(definition.value):
            continue
        if definition.kind != "parameter" or definition.name != _none_where(file, made):
            return None
        decided_by.add(definition.name)
    return frozenset(decided_by)


def _is_seeding(value: tree.Expression | None) -> bool:
    """Whether this is `generator.manual_seed(seed)`, which returns the generator."""
    return isinstance(value, tree.Call) and isinstance(value.func, tree.Attribute) and value.func.attr in _SEEDS


def _none_where(file: File, node: tree.Node) -> str:
    """The parameter with the default None that is None where some code runs: `if x is None:`, `if not x:`."""
    test = _test_around(file, node)
    if isinstance(test, tree.UnaryOp) and test.op == "not":
        return _parameter(file, test.operand)
    is_asked = isinstance(test, tree.Compare) and test.ops == ["is"] and _is_none(test.comparators[0])
    return _parameter(file, test.left) if is_asked else ""  # type: ignore[union-attr]


def _parameter_given(file: File, node: tree.Node) -> str:
    """The parameter with the default None that is given where some code runs: `if x is not None:`, `if x:`."""
    test = _test_around(file, node)
    if isinstance(test, tree.Compare) and test.ops == ["is not"] and _is_none(test.comparators[0]):
        test = test.left
    return _parameter(file, test)


def _test_around(file: File, node: tree.Node) -> tree.Expression | None:
    """The test of the `if` without `else` whose body has some code as a statement."""
    statement = file.tree.statement(node)
    choice = file.tree.parents.get(statement)
    is_body = isinstance(choice, tree.If) and statement in choice.body and not choice.orelse
    return choice.test if is_body else None  # type: ignore[union-attr]


def _parameter(file: File, node: tree.Node | None) -> str:
    """The name of a parameter with the default None; empty for anything else."""
    for definition in use_def.definitions_of(file.tree, node) if isinstance(node, tree.Name) else ():
        if isinstance(definition.node, tree.Parameter) and _is_none(definition.node.default):
            return definition.name
    return ""


def _is_none(node: tree.Node | None) -> bool:
    return isinstance(node, tree.Constant) and node.value is None
