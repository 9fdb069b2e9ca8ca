"""Places where a training step waits for the device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in, made_by
from torchlint.binding.use_def import uses
from torchlint.domain.values import UNKNOWN, YES
from torchlint.finding import Edit, Span
from torchlint.flow.facts import HostSyncFact, LoopRun
from torchlint.queries.file import ExpressionView, View
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_COUNTING = frozenset(("range", "trange", "count"))


class WaitView(ExpressionView):
    """An expression that makes each training step wait for the device; the first one in its statement."""

    __slots__ = ()

    @property
    def tensor(self) -> ExpressionView:
        """The tensor whose values are copied to the host."""
        operands = (fact.operand for fact in self.file.facts.host_syncs if fact.node is self.node)
        return ExpressionView(self.file, next(operands))

    @property
    def decides(self) -> bool:
        """Whether the number is assigned to a name that a condition in the same function reads."""
        statement = self.file.tree.statement(self.node)
        if not isinstance(statement, tree.Assign):
            return isinstance(statement, (tree.If, tree.While, tree.Assert))
        syntax = self.file.tree
        named = (one.target for one in made_by(statement) if isinstance(one.target, tree.Name))
        return any(_is_asked_about(syntax, use) for name in named for use in uses(syntax, name))

    @property
    def adding_a_tensor(self) -> tuple[Edit, ...]:
        """The edits that sum a detached tensor instead of a number; empty where the number has other uses.

        It is detached even if no graph is known, since an undetected one would keep the graphs of all steps alive.
        """
        call = self.node
        statement = self.file.tree.statement(call)
        if not isinstance(call, tree.Call) or not isinstance(call.func, tree.Attribute) or call.func.attr != "item":
            return ()
        if not isinstance(statement, tree.AugmentedAssign) or statement.op != "+":
            return ()
        factor = statement.value
        while isinstance(factor, tree.BinaryOp) and factor.op in "*/":
            factor = factor.left
        if factor is not call:
            return ()
        edits = [Edit(self._method(call.func, call), ".detach()")]
        tensor = call.func.value
        # A copy to the host waits itself.
        while isinstance(tensor, tree.Call) and isinstance(tensor.func, tree.Attribute) and is_copy_to_host(tensor):
            edits.append(Edit(self._method(tensor.func, tensor), ""))
            tensor = tensor.func.value
        return tuple(edits)

    def _method(self, attribute: tree.Attribute, call: tree.Call) -> Span:
        """Where the last method of a chain is written, with its dot: the `.item()` of `(a + b).item()`."""
        return Span(self.file.text.rindex(".", attribute.value.end, attribute.end), call.end)


def is_copy_to_host(call: tree.Call) -> bool:
    """Whether this is `x.cpu()` or `x.to("cpu")`."""
    assert isinstance(call.func, tree.Attribute)
    given = [argument.value for argument in call.args]
    if call.func.attr == "to":
        return len(given) == 1 and isinstance(given[0], tree.Constant) and given[0].value == "cpu"
    return call.func.attr == "cpu" and not given


@query
def waits(file: File) -> list[WaitView]:
    """The places where each training step waits for the device, one per statement, in source order."""
    found: dict[tree.Node, WaitView] = {}
    own = [
        fact for fact in file.facts.host_syncs if file.holds(fact.node)
    ]  # others are reported when their file is checked
    for fact in sorted(own, key=lambda fact: (fact.node.start, -fact.node.end)):
        loop = _training_loop(fact)
        if loop is not None and _is_on_device(file, fact) and _is_unconditional(file, fact, loop):
            found.setdefault(file.tree.statement(fact.node), WaitView(file, fact.node))
    return list(found.values())


def _training_loop(fact: HostSyncFact) -> LoopRun | None:
    """The innermost loop over batches around a place, if it trains; an evaluation may fetch what it reports."""
    loops = fact.where.loops
    for number in range(len(loops) - 1, -1, -1):
        loop = loops[number]
        steps = bool(loop.loader) or (number > 0 and _unpacks_what_it_goes_through(loop.node))
        if steps and (loop.trains or "forward" in loop.did):
            return loop if loop.trains else None
    return None


def _unpacks_what_it_goes_through(node: tree.Node) -> bool:
    """Whether a loop unpacks tuples, from something other than a counter."""
    if not isinstance(node, tree.For) or not isinstance(node.target, tree.Tuple):
        return False
    return not any(isinstance(n, tree.Name) and n.id in _COUNTING for n in tree.walk(node.iter))


def _is_on_device(file: File, fact: HostSyncFact) -> bool:
    """Whether the operand comes from a model, so that it is on the model's device."""
    function = fact.where.function
    if function is not None and tree.dotted(fact.operand) in function.usage.differentiated:
        return True
    values = [file.facts.values.get(node, UNKNOWN) for node in tree.walk(fact.operand)]
    tensors = [value for value in values if value.is_tensor]
    return any(value.grad == YES or any(origin.what == "forward" for origin in value.origins) for value in tensors)


def _is_unconditional(file: File, fact: HostSyncFact, loop: LoopRun) -> bool:
    """Whether every pass of the loop reaches the place, through whichever calls lead there."""
    if any(_skips(n) for n in tree.walk(loop.node, into_functions=False)):
        return False
    changing = _bound_in(loop.node)
    places = [*fact.where.chain[loop.depth :], fact.node]
    if not all(map(file.holds, [loop.node, *places])):
        return False  # another file has the conditions
    return all(_is_always_reached(file, place, loop.node, changing) for place in places)


def is_in_every_pass(place: View, loop: View) -> bool:
    """Whether every pass of the loop reaches this place."""
    if any(_skips(n) for n in tree.walk(loop.node, into_functions=False)):
        return False
    return _is_always_reached(loop.file, place.node, loop.node, _bound_in(loop.node))


def _is_always_reached(file: File, place: tree.Node, loop: tree.Node, changing: set[str]) -> bool:
    """Whether no condition between a place and its loop or function varies from pass to pass."""
    inside, above = place, file.tree.parents.get(place)
    while above is not None and above is not loop and not isinstance(above, (tree.FunctionDef, tree.Module)):
        if (
            isinstance(above, (tree.If, tree.Conditional))
            and inside is not above.test
            and _varies(above.test, changing)
        ):
            return False
        if isinstance(above, (tree.Handler, tree.Match, tree.Lambda, tree.BoolOp)):
            return False
        inside, above = above, file.tree.parents.get(above)
    return True


def _varies(test: tree.Expression, changing: set[str]) -> bool:
    """Whether a condition may be true in one pass and false in the next."""
    for node in tree.walk(test):
        if isinstance(node, tree.Call) or (isinstance(node, tree.BinaryOp) and node.op == "%"):
            return True
        if isinstance(node, tree.Name) and node.id in changing:
            return True
    return False


def _skips(node: tree.Node) -> bool:
    """Whether this is an `if ... % n: continue`."""
    counts = isinstance(node, tree.If) and any(
        isinstance(n, tree.BinaryOp) and n.op == "%" for n in tree.walk(node.test)
    )
    return counts and any(isinstance(n, tree.Continue) for n in node.body)  # type: ignore[attr-defined]  # an If


def _is_asked_about(syntax: tree.Tree, use: tree.Name) -> bool:
    """Whether a condition reads a name here."""
    statement = syntax.statement(use)
    return isinstance(statement, (tree.If, tree.While, tree.Assert)) and use in tree.walk(statement.test)


def _bound_in(loop: tree.Node) -> set[str]:
    """The names that a loop assigns, or whose attributes or items it assigns."""
    targets = (one.target for one in assignments_in(loop, into_functions=False) if one.kind != "comprehension")
    return {n.id for target in targets if target for n in tree.walk(target) if isinstance(n, tree.Name)} - {"self"}
