"""What grows from pass to pass of a loop: running sums, and containers that collect tensors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from torchlint.binding.definitions import assignments_in, assignments_to, names_bound
from torchlint.binding.use_def import definitions_of
from torchlint.domain.values import YES
from torchlint.flow.facts import AccumulationFact, LoopRun
from torchlint.knowledge.operations import has_column
from torchlint.queries.file import CallView, ExpressionView, View
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


@dataclass(frozen=True, slots=True, eq=False)
class AccumulationView(View):
    """A place where something grows in each pass of a loop, with all call paths that lead there."""

    events: tuple[AccumulationFact, ...]  # the recorded facts, one for each call path

    @property
    def target(self) -> ExpressionView | None:
        """What grows; for a call, the object or function that stores its argument."""
        fact = self.events[0]
        if fact.node is self.node:
            return ExpressionView(self.file, fact.target)
        call = CallView(self.file, self.node)
        for argument in call.node.args:
            given = ExpressionView(self.file, argument.value)
            if given.value.kind in ("list", "dict"):
                return given  # a helper that is passed the container
        return call.receiver or call.callee

    @property
    def added(self) -> ExpressionView | None:
        """The expression here whose graph is kept; None if it has no code of its own."""
        fact = self.events[0]
        if fact.node is self.node:
            if fact.value is None:
                return None
            found = graph_operand(ExpressionView(self.file, fact.value))
            return found if found.value.is_tensor else None
        values = (ExpressionView(self.file, a.value) for a in getattr(self.node, "args", ()))
        return next((v for v in values if v.carries_grad), None)

    @property
    def origins(self) -> list[View]:
        """The model call in the same function that the kept graph comes from, as a list of at most one."""
        function = self.function
        origins = (s for e in self.events for s in e.added.origins if s.what == "forward")
        nodes = {s.node for s in origins if self.file.holds(s.node)}
        views = [View(self.file, n) for n in sorted(nodes, key=lambda n: n.start)]
        return [v for v in views if v.function == function and not v.is_inside(self)][:1]

    @property
    def adds_a_tensor(self) -> bool:
        """Whether a tensor is added in every pass: no conditional value, no name that starts as None or 0."""
        added = self.added
        if added is None or isinstance(added.node, (tree.Conditional, tree.BoolOp)):
            return False
        syntax, node = self.file.tree, added.node
        if isinstance(node, tree.Name):
            given = definitions_of(syntax, node)
        else:
            given = assignments_to(syntax, syntax.scope(node), tree.dotted(node) or "")
        return not any(isinstance(one.value, tree.Constant) for one in given)

    @property
    def is_part_of_a_forward(self) -> bool:
        """Whether this code computes one output or one loss, so that one graph is intended."""
        return all(e.where.inside_forward for e in self.events)

    @property
    def outlives_forwards(self) -> bool:
        """Whether a forward adds to an attribute of its own module that no other code assigns: each call adds more."""
        return all(map(self._is_of_its_module, self.events))

    def _is_of_its_module(self, fact: AccumulationFact) -> bool:
        root, function = tree.container(fact.target), fact.where.function
        if not isinstance(root, tree.Attribute) or tree.dotted(root.value) != "self" or function is None:
            return False
        if not fact.where.inside_forward or fact.where.loops or function.owner is None or not function.owner.is_module:
            return False
        assigned = [one for one in assignments_in(self.file.tree.root) if one.name.rpartition(".")[2] == root.attr]
        others = [one.node for one in assigned if one.node is not fact.node]
        return all(getattr(self.file.tree.scope(node), "name", "") == "__init__" for node in others)

    @property
    def is_differentiated(self) -> bool:
        """Whether `backward()` is called on what grows."""
        nodes = {e.node for e in self.events}
        return any(origin.node in nodes for origin in self.file.facts.differentiated)

    @property
    def dies_with_its_graphs(self) -> bool:
        """Whether a local name collects beside a loss over all passes, which keeps the same graphs alive anyway."""
        if self.function is None:
            return False
        own = names_bound(self.file.tree, self.function.node)
        names = [e.target.id if isinstance(e.target, tree.Name) else "" for e in self.events]
        return all(name in own for name in names) and all(
            self._is_differentiated_later(e) or self._begins_anew(e) for e in self.events
        )

    def _begins_anew(self, fact: AccumulationFact) -> bool:
        """Whether the first pass of an inner loop assigns it anew: `if t == 0: made = out`, else joined with `out`."""
        loop = self.file.tree.above(fact.node, tree.For)
        if fact.carrier is None or not isinstance(loop, tree.For) or fact.carrier.node is loop:
            return False
        counted = {node.id for node in tree.walk(loop.target) if isinstance(node, tree.Name)}
        name = tree.dotted(fact.target)
        for choice, side in self.file.tree.branches(fact.node, tree.If).items():
            first = choice.test if isinstance(choice, tree.If) else None
            if side == "orelse" and isinstance(first, tree.Compare) and first.ops == ["=="]:
                if tree.dotted(first.left) in counted and isinstance(first.comparators[0], tree.Constant):
                    begun = [one for one in assignments_in(choice) if one.name == name and one.node is not fact.node]
                    return any(one.kind == "assignment" for one in begun)
        return False

    def _is_differentiated_later(self, fact: AccumulationFact) -> bool:
        """Whether the forwards of all passes are differentiated after their loop."""
        forwards = {origin for origin in fact.added.origins if origin.what == "forward"}
        loop = fact.carrier
        if loop is None or "backward" in loop.did:
            return False
        return bool(forwards) and forwards <= self.file.facts.differentiated

    @property
    def grows_by_step(self) -> bool:
        """Whether each pass is a step of training or evaluation; a loop over layers or time builds one graph."""
        steps = (e for e in self.events if _steps(e) and not (_is_of_one_graph(e) or _is_part_of_a_step(e)))
        return any(
            not (self._is_over_new_models(e) or _is_over_layers(e) or self._is_of_a_guessed_model(e)) for e in steps
        )

    def _is_of_a_guessed_model(self, fact: AccumulationFact) -> bool:
        """Whether only a name says that a model is called, for each number of a range, in what callers may train on."""
        loop = fact.carrier.node if fact.carrier else None
        if not (isinstance(loop, tree.For) and isinstance(loop.iter, tree.Call) and self.leaves):
            return False
        if tree.last_name(loop.iter.func) != "range" or fact.added.origins & self.file.facts.differentiated:
            return False
        forwards = [origin for origin in fact.added.origins if origin.what == "forward"]
        return bool(forwards) and all(map(self.file.analysis.tracer.is_guess, forwards))

    def _is_over_new_models(self, fact: AccumulationFact) -> bool:
        """Whether each pass constructs the model whose output it adds."""
        if fact.carrier is None:
            return False
        forwards = self.file.analysis.tracer.forwards
        made = {source for origin in fact.added.origins for source in forwards.get(origin, ())}
        constructed = {source for source in made if isinstance(source, tree.Call)}
        return any(node in constructed for node in tree.walk(fact.carrier.node)) if constructed else False

    @property
    def holds_activations(self) -> bool:
        """Whether no backward frees the activations that each forward saved."""
        if any(e.carrier is not None and "backward" in e.carrier.did for e in self.events):
            return False
        origins = {origin for e in self.events for origin in e.added.origins if origin.what == "forward"}
        return bool(origins) and not origins & self.file.facts.differentiated

    @property
    def is_bounded(self) -> bool:
        """Whether old elements are removed as new ones are added."""
        carriers = {e.node: e.carrier.node for e in self.events if e.carrier}
        return any(
            carriers.get(origin.node) in around for origin, around in self.file.facts.shrunk if origin.node in carriers
        )

    @property
    def leaves(self) -> bool:
        """Whether what grows is passed to code outside this file."""
        nodes = {e.node for e in self.events}
        return any(origin.node in nodes for origin in self.file.facts.returned | self.file.facts.passed_to_unknown)

    @property
    def is_one_output(self) -> bool:
        """Whether it adds outputs to a tensor, in a loop that may go over views of one picture: it counts no steps."""
        if any(loop.drives for e in self.events for loop in e.where.loops) or any(map(_is_of_each_call, self.events)):
            return False
        return not any(_starts_as_number(self.file, e.target) for e in self.events)

    @property
    def is_converted(self) -> bool:
        """Whether the code takes the number where it has a tensor: `loss.item() if self.task else loss`."""
        added = self.events[0].value
        if not isinstance(added, tree.Conditional):
            return False
        for number, other in ((added.body, added.orelse), (added.orelse, added.body)):
            taken = number.func if isinstance(number, tree.Call) else None
            if isinstance(taken, tree.Attribute) and has_column(taken.attr, "fetch"):
                if tree.dotted(taken.value) == tree.dotted(other) is not None:
                    return True
        return False

    @property
    def is_sure(self) -> bool:
        """Whether the graph, the steps and the purpose are all proven."""
        proven = [e for e in self.events if e.added.grad == YES and e.where.grad == YES and _steps(e)]
        if not proven:
            return False
        used_up = any(e.added.origins & self.file.facts.differentiated for e in proven)
        known = any(not e.added.assumed for e in proven)
        return used_up or (known and not self.leaves)


def _starts_as_number(file: File, target: tree.Node) -> bool:
    """Whether some assignment gives what grows a number, as totals have at first, or may: of attributes, all may."""
    while isinstance(target, tree.Subscript):
        target = target.value
    if not isinstance(target, tree.Name) or file.tree.parents.get(target) is None:
        return True
    return any(isinstance(one.value, tree.Constant) for one in definitions_of(file.tree, target))


def _steps(fact: AccumulationFact) -> bool:
    carrier = fact.carrier
    if carrier is None:
        return any(loop.drives for loop in fact.where.loops) or _is_of_each_call(fact)
    if carrier.drives:
        return True
    before = fact.where.loops[: fact.where.loops.index(carrier)]
    if any(loop.depth == carrier.depth and not _is_of_epochs(loop) for loop in before):
        return False  # a loop over layers, rows or time steps inside a step
    owner = fact.where.function.owner if fact.where.function else None
    return "forward" in carrier.did and (owner is None or not owner.is_module)


def _is_of_each_call(fact: AccumulationFact) -> bool:
    """Whether an object keeps something in each call of a method that is a step of training: `agent.learn(batch)`."""
    function = fact.where.function
    if function is None or function.owner is None or function.owner.is_module or fact.where.loops:
        return False
    return function.usage.trains and function.name != "__init__"


def _is_of_epochs(loop: LoopRun) -> bool:
    """Whether the steps of training are in a loop inside this one, so that another loop beside that one is no step."""
    return loop.trains and not loop.trains_itself


def _is_of_one_graph(fact: AccumulationFact) -> bool:
    """Whether the passes build one graph: they add parts of an earlier tensor, or steps in time."""
    origins = [origin for origin in fact.added.origins if origin.what in ("forward", "use")]
    if fact.carrier is None or not origins:
        return False
    inside = set(tree.walk(fact.carrier.node))
    if not any(node in inside for origin in origins for node in (origin.node, *origin.chain)):
        return True
    # The state passed to the next time step has the graph, whether it is also stored in a list or not.
    name = fact.value.id if isinstance(fact.value, tree.Name) and fact.value in inside else ""
    ways = [node for origin in origins for node in (origin.node, *origin.chain) if node in inside]
    if not fact.carrier.drives and any(_hands_state_on(fact.carrier.node, node) for node in ways):
        return True
    calls = [origin.node for origin in origins if isinstance(origin.node, tree.Call) and origin.node in inside]
    given = (n for call in calls for a in call.args for n in tree.walk(a.value))
    return bool(name) and any(isinstance(n, tree.Name) and n.id == name for n in given)


def _hands_state_on(loop: tree.Node, call: tree.Node) -> bool:
    """Whether a call in a loop over time is given a state that it also gives back: `out, state = cell(x, state)`."""
    statement = next((one for one in tree.walk(loop) if isinstance(one, tree.Assign) and one.value is call), None)
    bound = {n.id for t in statement.targets for n in tree.walk(t) if isinstance(n, tree.Name)} if statement else set()
    given = [one.value for one in call.args] if isinstance(call, tree.Call) else []
    return any(isinstance(one, tree.Name) and one.id in bound for one in given)


def _is_over_layers(fact: AccumulationFact) -> bool:
    """Whether each pass calls another layer, the loop's own variable, so that there are as many outputs as layers."""
    loop = fact.carrier.node if fact.carrier else None
    if not isinstance(loop, tree.For):
        return False
    names = {n.id for n in tree.walk(loop.target) if isinstance(n, tree.Name)}
    calls = [origin.node for origin in fact.added.origins if origin.what == "forward"]
    called = [n.func for n in calls if isinstance(n, tree.Call)]
    return bool(called) and all(isinstance(func, tree.Name) and func.id in names for func in called)


def _is_part_of_a_step(fact: AccumulationFact) -> bool:
    """Whether the passes are parts of one batch: each calls backward, and only a loop around them steps."""
    carrier = fact.carrier
    if carrier is None or "backward" not in carrier.did or "step" in carrier.did:
        return False
    return any("step" in loop.did for loop in fact.where.loops[: fact.where.loops.index(carrier)])


@query
def running_sums(file: File) -> list[AccumulationView]:
    """Running sums of tensors that carry graphs, in source order."""
    return _accumulations(file, "sum")


@query
def growing_containers(file: File) -> list[AccumulationView]:
    """Containers that collect tensors with graphs, in source order."""
    return _accumulations(file, "container")


def _accumulations(file: File, how: Literal["sum", "container"]) -> list[AccumulationView]:
    """The recorded accumulations by the place that a reader sees: the loop's body, not a function called from there."""
    places: dict[tree.Node, list[AccumulationFact]] = {}
    for fact in (fact for fact in file.facts.accumulations if fact.how == how):
        place = fact.where.called_from(_origin(fact)) or fact.node
        if not file.holds(place):
            continue  # reported when that file is checked
        places.setdefault(place, []).append(fact)
    in_order = sorted(places.items(), key=lambda item: item[0].start)
    return [AccumulationView(file, node, tuple(found)) for node, found in in_order]


def _origin(fact: AccumulationFact) -> int:
    """How many calls deep the kept graph was made: only the caller of a meter's `update` can detach."""
    chain = fact.where.chain
    function = fact.where.function
    parameters = {p.name for p in function.node.parameters} if function else set()
    origins = [origin.chain for origin in fact.added.origins if origin.what in ("forward", "use")]
    if origins:
        depth = min(max(map(len, origins)), len(chain))
        is_made_here = depth < len(chain) or any(one[:depth] == chain for one in origins)
        if function is None or is_made_here or "torch" in function.unit.tree.text:
            return depth
        # In a file without PyTorch, which no rule checks: a meter is given what its caller has got from a function.
        named = tree.walk(fact.value) if fact.value is not None else ()
        is_given = any(isinstance(node, tree.Name) and node.id in parameters - {"self"} for node in named)
        return max(depth - 1, 0) if is_given else depth
    given = isinstance(fact.value, tree.Name) and fact.value.id in parameters
    return max(len(chain) - 1, 0) if given else len(chain)


def graph_operand(whole: ExpressionView) -> ExpressionView:
    """The only operand of a sum or product that carries a graph; else the expression itself."""
    node = whole.node
    while isinstance(node, tree.BinaryOp):
        sides = [ExpressionView(whole.file, side) for side in (node.left, node.right)]
        carrying = [side for side in sides if side.carries_grad]
        if len(carrying) != 1:
            break
        node = carrying[0].node
    return ExpressionView(whole.file, node)
