"""Which functions train, evaluate, or can run without gradients, and where a model's input in them comes from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.domain.provenance import all_origins
from torchlint.domain.values import UNKNOWN
from torchlint.knowledge.operations import has_column, operations
from torchlint.queries.file import View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import CallView, File, FunctionView


def can_be_gradless(function: FunctionView) -> bool:
    """Whether `@torch.no_grad()` fits the whole function: nothing in it trains or needs gradients."""
    switches = operations("grad-on", of="torch.autograd") | {"requires_grad", "requires_grad_"}
    node, definition, facts = function.node, function.definition, function.file.facts
    says = {n.attr for n in tree.walk(node) if isinstance(n, tree.Attribute)}
    if node.is_async or says & switches or definition is None:
        return False
    inside = definition.unit.usage_of(node, into_functions=True)  # with the closure of an optimizer
    if inside.trains or definition in facts.training or _gives_a_loss(function):
        return False
    return not _comes_from_unknown(function.file, node)


def is_beside_another_model(call: CallView, function: FunctionView) -> bool:
    """Whether a function also calls the same method of one of its arguments, whose graph may be needed.

    `new.log_prob(x)` beside `old.log_prob(x)`: whoever calls the function may train the new policy with it.
    """
    called = call.node.func
    if not isinstance(called, tree.Attribute):
        return False
    given = {parameter.name for parameter in function.node.parameters[1:]}
    receivers = {
        tree.dotted(one.func.value)
        for one in tree.walk(function.node)
        if isinstance(one, tree.Call) and isinstance(one.func, tree.Attribute) and one.func.attr == called.attr
    }
    return bool((receivers - {tree.dotted(called.value)}) & given)


def walks_graph(function: FunctionView) -> bool:
    """Whether this function reads `grad_fn` for more than a comparison: it wants the graph, as a pruner does."""
    syntax = function.file.tree
    read = (one for one in syntax.own(function.node, tree.Attribute) if one.attr == "grad_fn")
    return any(not isinstance(syntax.parents[one], tree.Compare) for one in read)


def trains_outside_loops(function: FunctionView) -> bool:
    """Whether this function calls backward outside any loop of its own: a single step, or an attack."""
    return any(View(function.file, c).loop is None for c in _backwards(function))


def trains_in_loops_before(function: FunctionView, place: tree.Node) -> bool:
    """Whether all that this function trains, it trains in loops that have ended before this place."""
    loops = [View(function.file, c).loop for c in _backwards(function)]
    return bool(loops) and all(loop is not None and loop.node.end <= place.start for loop in loops)


def _backwards(function: FunctionView) -> Iterator[tree.Call]:
    calls = (n for n in tree.walk(function.node, into_functions=False) if isinstance(n, tree.Call))
    return (c for c in calls if isinstance(c.func, tree.Attribute) and c.func.attr == "backward")


def evaluates(function: FunctionView) -> bool:
    """Whether this function itself puts a model in eval mode."""
    calls = (n for n in tree.walk(function.node, into_functions=False) if isinstance(n, tree.Call))
    return any(isinstance(c.func, tree.Attribute) and c.func.attr == "eval" and not c.args for c in calls)


def _gives_a_loss(function: FunctionView) -> bool:
    """Whether a caller calls backward on what this function returns."""
    facts = function.file.facts
    returned = (fact.value for fact in facts.returns if fact.where.function is function.definition)
    return any(all_origins(value) & facts.differentiated for value in returned)


def is_written_out(file: File, given: tree.Expression) -> bool:
    """Whether an argument is a tensor made of literals, such as a diffusion model's time steps."""
    scope = file.tree.scope(given)
    made = _made(scope).get(tree.dotted(given) or "", [given])
    call = made[0]
    while (
        isinstance(call, tree.Call)
        and isinstance(call.func, tree.Attribute)
        and has_column(call.func.attr, "cast", "move")
    ):
        call = call.func.value
    if len(made) > 1 or not isinstance(call, tree.Call) or file.names.spelled_out(call.func) != "torch.tensor":
        return False
    numbers = [n for a in call.args[:1] for n in tree.walk(a.value)]
    return bool(numbers) and all(isinstance(n, (tree.List, tree.Tuple, tree.Constant)) for n in numbers)


def _comes_from_unknown(file: File, function: tree.FunctionDef) -> bool:
    """Whether a model's input comes from unknown code, such as an adversarial attack that needs gradients."""
    fed = {fact.node for fact in file.facts.forwards}
    calls = [n for n in tree.walk(function, into_functions=False) if isinstance(n, tree.Call) and n in fed]
    made = _made(function) if calls else {}
    names = {tree.dotted(a.value) or "" for call in calls for a in call.args}
    values = [value for name in names for value in made.get(name, ())]
    values += [before for value in values for before in made.get(tree.dotted(value) or "", ())]
    return any(isinstance(value, tree.Call) and _is_unknown(file, value) for value in values)


def _is_unknown(file: File, call: tree.Call) -> bool:
    """Whether an unknown value is called, other than a method: `attack(x, y)`, `settings["attack"](x)`."""
    callee = file.facts.values.get(call.func, UNKNOWN)
    return isinstance(call.func, (tree.Name, tree.Subscript)) and callee.kind == "unknown" and bool(call.args)


def _made(scope: tree.Node) -> dict[str, list[tree.Expression]]:
    """The expressions that each name of a scope is assigned, or has added to it."""
    made: dict[str, list[tree.Expression]] = {}
    for one in assignments_in(scope, into_functions=False):
        if one.kind in ("assignment", "augmented") and one.name and one.source is not None:
            made.setdefault(one.name, []).append(one.value or one.source)
    return made
