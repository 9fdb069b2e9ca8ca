"""Places where a training step waits for the device."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in, made_by
from torchlint.binding.use_def import resolved_expression, uses
from torchlint.domain.values import NO, alternatives
from torchlint.finding import Edit, Span
from torchlint.flow.facts import CallContext, ForwardFact, HostSyncFact, LoopRun
from torchlint.knowledge.operations import has_column
from torchlint.queries.devices.differentiated_code import is_batch_moved_back, is_copy_to_host, is_on_device
from torchlint.queries.devices.every_pass import Way, asks_for_tensor, cover_every_pass, skips_passes, tree_of, way_to
from torchlint.queries.devices.fetched_for_callers import as_the_caller_sees
from torchlint.queries.devices.forward_sync import is_always_reached, is_handed_on, model_of
from torchlint.queries.devices.unseen_loops import is_in_training_forward, step_around
from torchlint.queries.file import ExpressionView
from torchlint.queries.gradients.reductions import is_condition
from torchlint.queries.memo import query
from torchlint.queries.modes.data_passes import gets_other_rows, inputs_of, trains_on_fetched_rows
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.binding.symbols import Function
    from torchlint.queries.file import File

_COUNTING = frozenset(("range", "trange", "count"))
# Methods that copy all numbers of a tensor to the host.
_COPYING = frozenset(("cpu", "numpy"))
# Calls by which a condition decides what is computed next.
_TRAINING = frozenset(("backward", "step", "exit"))


@dataclass(frozen=True, slots=True, eq=False)
class WaitView(ExpressionView):
    """An expression that makes each training step wait for the device; the first one in its statement."""

    is_known: bool  # whether the loop is seen that trains; else a function for one step, or a forward, is

    @property
    def _fact(self) -> HostSyncFact:
        return _facts_of_callers(self.file)[self.node]

    @property
    def tensor(self) -> ExpressionView:
        """The tensor whose values are copied to the host: `x` of `x.detach().cpu().numpy()`."""
        operand = self._fact.operand
        while isinstance(operand, tree.Call) and isinstance(operand.func, tree.Attribute):
            if operand.func.attr != "detach" and not is_copy_to_host(operand):
                break
            operand = operand.func.value
        return ExpressionView(self.file, operand)

    @property
    def is_for_shape(self) -> bool:
        """Whether the host only needs the size of the result, as in `x[x > 0]`."""
        return self._fact.is_for_shape

    @property
    def is_moved_back(self) -> bool:
        """Whether code has itself moved to the device what it now copies back, without computing with a model."""
        return _is_moved_back(self.file, self._fact)

    @property
    def is_logged(self) -> bool:
        """Whether a tracker writes tensors as numbers here, as in `wandb.log({"loss": loss})`."""
        return self._fact.is_logged

    @property
    def decides(self) -> bool:
        """Whether a condition depends on the number, directly or through a name."""
        statement = self.file.tree.statement(self.node)
        if isinstance(statement, tree.If):
            return _leads_elsewhere(statement)
        if not isinstance(statement, tree.Assign):
            return isinstance(statement, (tree.While, tree.Assert))
        syntax = self.file.tree
        named = (one.target for one in made_by(statement) if isinstance(one.target, tree.Name))
        return any(_is_asked_about(self.file, use) for name in named for use in uses(syntax, name))

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


@query
def _facts_of_callers(file: File) -> dict[tree.Node, HostSyncFact]:
    """The first fact about each place."""
    found: dict[tree.Node, HostSyncFact] = {}
    for fact in map(as_the_caller_sees, file.facts.host_syncs):
        found.setdefault(fact.node, fact)
    return found


@query
def waits(file: File) -> list[WaitView]:
    """The places where each training step waits for the device, one per statement, in source order."""
    found: dict[tree.Node, WaitView] = {}
    # To a statement, from a training loop around it, which is itself reached by a chain of calls.
    ways: dict[tuple[tree.Node, tree.Node, tuple[tree.Node, ...]], list[Way]] = {}
    first: dict[tree.Node, tree.Expression] = {}
    # The same from functions for one step, by which of these.
    unseen: dict[tree.Expression, dict[tree.Node, list[Way]]] = {}
    forwards: list[tree.Expression] = []
    seen = map(as_the_caller_sees, file.facts.host_syncs)
    own = [fact for fact in seen if file.holds(fact.node)]  # others are reported when their file is checked
    for fact in sorted(own, key=lambda fact: (fact.node.start, -fact.node.end)):
        if not _may_be_mask(file, fact):
            continue
        loop = _training_loop(file, fact.where)
        step = loop or step_around(fact.where)
        if step is None and is_in_training_forward(file, fact):
            forwards.append(fact.node)
        if not is_on_device(file, fact, step):
            continue
        if fact.where.inside_forward and not fact.is_for_shape and _waits_in_forward(file, fact):
            found[file.tree.statement(fact.node)] = WaitView(file, fact.node, is_known=True)
        elif step is not None and (_is_moved_back(file, fact) or not _makes_the_next_input(file, fact, step)):
            way = way_to(file, fact, step)
            if way is not None and loop is not None:
                statement = file.tree.statement(fact.node)
                first.setdefault(statement, fact.node)
                ways.setdefault((statement, loop.node, fact.where.chain[: loop.depth]), []).append(way)
            elif way is not None:
                unseen.setdefault(fact.node, {}).setdefault(step.node, []).append(way)
    for (statement, _, _), known in ways.items():
        if cover_every_pass(known):
            found.setdefault(statement, WaitView(file, first[statement], is_known=True))
    assumed = [node for node, steps in unseen.items() if any(map(cover_every_pass, steps.values()))]
    for node in (*assumed, *forwards):
        found.setdefault(file.tree.statement(node), WaitView(file, node, is_known=False))
    return sorted(found.values(), key=lambda wait: wait.node.start)


def _may_be_mask(file: File, fact: HostSyncFact) -> bool:
    """Whether a tensor that is indexed with another one is indexed with a mask; True for what is no index."""
    if not fact.is_for_shape or not isinstance(fact.node, tree.Subscript):
        return True
    return is_condition(file, fact.node.index)


def _waits_in_forward(file: File, fact: HostSyncFact) -> bool:
    """Whether a step of training runs a forward that waits here, and only to hand a number on."""
    model = model_of(fact.where)
    if model is None or not is_handed_on(file, fact.node) or not is_always_reached(file, fact):
        return False
    calls = (one for one in file.facts.forwards if any(v.ref is model for v in alternatives(one.model)))
    trained = (one for one in calls if one.origin in file.facts.differentiated)
    loops = (_training_loop(file, one.where) for one in trained)
    return any(loop is not None and not _skips_passes(file, loop.node) for loop in loops)


def _skips_passes(file: File, loop: tree.Node) -> bool:
    """Whether a loop, perhaps of another file, leaves out some passes."""
    syntax = tree_of(file, loop)
    return syntax is None or skips_passes(syntax, loop)


def _training_loop(file: File, where: CallContext) -> LoopRun | None:
    """The innermost loop over batches around a place, if it trains; an evaluation may fetch what it reports."""
    loops = where.loops
    for number in range(len(loops) - 1, -1, -1):
        loop = loops[number]
        is_over_batches = bool(loop.loader) or (number > 0 and _unpacks_what_it_goes_through(loop.node))
        steps = is_over_batches or _takes_batches(file, loop)
        # An attack in an evaluation computes gradients as well, of what the model is given.
        evaluates = where.grad == NO and "step" not in loop.did
        if steps and (loop.trains or "forward" in loop.did):
            return loop if loop.trains and not evaluates else None
        if loop.node in _loops_over_rows(file):
            return loop if loop.trains_itself and not evaluates else None
    return None


@query
def _loops_over_rows(file: File) -> frozenset[tree.Node]:
    """The loops in each pass of which a model gets other rows, however they count or fetch them."""
    calls = _calls_with_forwards(file)
    found = {
        loop
        for loop, inside in calls.items()
        if any(gets_other_rows(call, loop) or _is_given_elements(file, call, loop) for call in inside)
    }
    entered = {
        (loop.node, call, function.node)
        for fact in file.facts.forwards
        for loop in fact.where.loops
        if loop.trains_itself and loop.node not in found
        for call, function in _calls_below(fact, loop)
    }
    fetching = {inside: gets_other_rows(*inside) for inside in {(call, function) for _, call, function in entered}}
    return frozenset(found | {loop for loop, call, function in entered if fetching[call, function]})


def _is_given_elements(file: File, call: tree.Call, loop: tree.Node) -> bool:
    """Whether a call depends on the elements of what a loop goes through: `for batch in batches`, not on a counter."""
    syntax = tree_of(file, loop)
    if not isinstance(loop, tree.For) or syntax is None:
        return False
    written = tree.walk(loop.iter)
    parts = [resolved_expression(syntax, node) if isinstance(node, tree.Name) else node for node in written]
    named = {node.id for part in parts for node in tree.walk(part) if isinstance(node, tree.Name)}
    elements = {node.id for node in tree.walk(loop.target) if isinstance(node, tree.Name)} - {"self"}
    called = {node.id for node in tree.walk(call.func) if isinstance(node, tree.Name)}
    if not named.isdisjoint(_COUNTING) or not elements.isdisjoint(called):
        return False
    return not elements.isdisjoint(inputs_of(loop, call))


def _calls_below(fact: ForwardFact, loop: LoopRun) -> Iterator[tuple[tree.Call, Function]]:
    """The calls that lead to a forward from a pass of a loop, each in one of the functions that the pass enters."""
    where = fact.where
    for depth in range(loop.depth + 1, len(where.chain) + 1):
        function, call = where.caller(depth), where.called_from(depth) or fact.node
        if function is not None and isinstance(call, tree.Call):
            yield call, function


@query
def _calls_with_forwards(file: File) -> dict[tree.Node, list[tree.Call]]:
    """For each loop, the calls in its own function that lead to forwards in this loop, or to a backward."""
    found: dict[tree.Node, dict[tree.Call, None]] = {}
    for fact in file.facts.forwards:
        for loop in fact.where.loops:
            call = fact.where.called_from(loop.depth) or fact.node
            if isinstance(call, tree.Call):
                found.setdefault(loop.node, {})[call] = None
    # Of a step of training, the forward may not be known.
    loops = (loop.node for wait in file.facts.host_syncs for loop in wait.where.loops if loop.trains_itself)
    for node in dict.fromkeys(loops):
        calls = (call for call in tree.walk(node, into_functions=False) if isinstance(call, tree.Call))
        trains = [call for call in calls if any(one.usage.trains for one in file.facts.functions.get(call, ()))]
        found.setdefault(node, {}).update(dict.fromkeys(trains))
    return {loop: list(calls) for loop, calls in found.items()}


def _is_moved_back(file: File, fact: HostSyncFact) -> bool:
    """Whether a whole tensor is copied to the host that was moved from there, so that nobody has to wait for it."""
    is_copied = isinstance(fact.node, tree.Call) and tree.last_name(fact.node.func) in _COPYING
    return is_copied and is_batch_moved_back(file, fact.operand)


def _makes_the_next_input(file: File, fact: HostSyncFact, loop: LoopRun) -> bool:
    """Whether the model's next input is made with the number, so that nothing can go on without it."""
    place = fact.where.called_from(loop.depth) or fact.node
    syntax = tree_of(file, place)
    if syntax is None:
        return False
    made = {one.name for one in assignments_in(syntax.statement(place), into_functions=False)}
    known = _inputs_of_forwards(file)
    if made and loop.node not in known:
        known[loop.node] = inputs_of(loop.node, *_calls_with_forwards(file).get(loop.node, ()))
    return bool(made) and not made.isdisjoint(known[loop.node])


@query
def _inputs_of_forwards(_: File) -> dict[tree.Node, set[str]]:
    """What the calls with forwards in a loop depend on, by the loop; each is added when it is asked for."""
    return {}


def _unpacks_what_it_goes_through(node: tree.Node) -> bool:
    """Whether a loop unpacks tuples, from something other than a counter."""
    if not isinstance(node, tree.For) or not isinstance(node.target, tree.Tuple):
        return False
    return not any(isinstance(n, tree.Name) and n.id in _COUNTING for n in tree.walk(node.iter))


def _takes_batches(file: File, loop: LoopRun) -> bool:
    """Whether each pass of a loop is a step of training, for which it unpacks a batch, or takes one from somewhere."""
    if not {"backward", "step"} <= loop.direct_actions:
        return False
    if _unpacks_what_it_goes_through(loop.node):
        return True
    syntax = tree_of(file, loop.node)
    if syntax is None:
        return False
    ways = (_takes_next, trains_on_fetched_rows, _takes_element_apart)
    return any(syntax.once(way, loop.node) for way in ways)


def _takes_next(syntax: tree.Tree, loop: tree.Node) -> bool:
    return any(tree.dotted(call.func) == "next" for call in syntax.own(loop, tree.Call))


def _takes_element_apart(syntax: tree.Tree, loop: tree.Node) -> bool:
    """Whether a loop, other than by a counter, unpacks the parts of its element or moves them to a device.

    So `inputs, labels = data["image"], data["label"]`, and `batch["image"].to(device)`.
    """
    if not isinstance(loop, tree.For) or not isinstance(loop.target, tree.Name):
        return False
    if any(isinstance(n, tree.Name) and n.id in _COUNTING for n in tree.walk(loop.iter)):
        return False
    element = loop.target.id
    unpacked = (
        one.value
        for one in syntax.own(loop, tree.Assign)
        if any(isinstance(target, tree.Tuple) for target in one.targets) and not isinstance(one.value, tree.Call)
    )
    moved = (
        one.func.value
        for one in syntax.own(loop, tree.Call)
        if isinstance(one.func, tree.Attribute) and has_column(one.func.attr, "move")
    )
    return any(_is_part_of(part, element) for part in (*unpacked, *moved))


def _is_part_of(node: tree.Node, name: str) -> bool:
    """Whether an expression is what a name stands for, or parts of it."""
    if isinstance(node, tree.Tuple):
        return bool(node.elements) and all(_is_part_of(one, name) for one in node.elements)
    while isinstance(node, (tree.Subscript, tree.Attribute)):
        node = node.value
    return isinstance(node, tree.Name) and node.id == name


def _is_asked_about(file: File, use: tree.Name) -> bool:
    """Whether a condition reads a name's value here, and not just asks whether it is a tensor."""
    statement = file.tree.statement(use)
    if not isinstance(statement, (tree.If, tree.While, tree.Assert)) or asks_for_tensor(file.tree, statement.test):
        return False
    return use in tree.walk(statement.test)


def _leads_elsewhere(statement: tree.If) -> bool:
    """Whether a condition decides what runs next: it leaves the pass, or chooses whether to go backward or to step."""
    for part in (*statement.body, *statement.orelse):
        for node in tree.walk(part, into_functions=False):
            if isinstance(node, (tree.Break, tree.Continue, tree.Raise, tree.Return, tree.If)):
                return True
            if isinstance(node, tree.Call) and tree.last_name(node.func) in _TRAINING:
                return True
    return False
