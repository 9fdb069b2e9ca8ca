"""What rules see of what happens on the way: sums that grow, models that are called, hooks that are registered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from torchlint.model import tree
from torchlint.model.events import AccumulationEvent, ForwardEvent, HookEvent
from torchlint.model.hooks import MODULE_HOOKS, PARAMETER_HOOKS
from torchlint.model.torch_meaning import DUMMY
from torchlint.model.values import YES
from torchlint.model.views import CallView, ExpressionView, View


@dataclass(frozen=True, slots=True, eq=False)
class AccumulationView(View):
    """A place where something grows from pass to pass, by every way that leads there."""

    events: tuple[AccumulationEvent, ...]

    @property
    def target(self) -> ExpressionView | None:
        """What grows; for a call, the object or function that keeps what it is given."""
        event = self.events[0]
        if event.node is self.node:
            return ExpressionView(self.file, event.target)
        call = CallView(self.file, self.node)
        return call.receiver or call.callee

    @property
    def added(self) -> ExpressionView | None:
        """The expression here that brings the graph; None where it has no code of its own."""
        event = self.events[0]
        if event.node is self.node:
            if event.value is None:
                return None
            found = ExpressionView(self.file, event.value).graph_operand
            return found if found.value.is_tensor else None
        values = (ExpressionView(self.file, a.value) for a in getattr(self.node, "args", ()))
        return next((v for v in values if v.carries_grad), None)

    @property
    def origins(self) -> list[View]:
        """Where the graph that is kept comes from: calls of models in the same function, the first one."""
        function = self.function
        nodes = {s.node for e in self.events for s in e.added.sites if s.what == "forward"}
        views = [View(self.file, n) for n in sorted(nodes, key=lambda n: n.start)]
        return [v for v in views if v.function == function and not v.is_inside(self)][:1]

    @property
    def is_part_of_a_forward(self) -> bool:
        """Whether this is code that computes one output, one loss, one graph."""
        return all(e.where.inside_forward for e in self.events)

    @property
    def is_differentiated(self) -> bool:
        """Whether what grows is given to backward()."""
        nodes = {e.node for e in self.events}
        return any(site.node in nodes for site in self.file.record.consumed)

    @property
    def grows_by_step(self) -> bool:
        """Whether each pass is a step of training or evaluation; a loop over layers or time computes one graph."""
        return any(_steps(e) for e in self.events)

    @property
    def holds_activations(self) -> bool:
        """Whether no backward frees what each forward saved."""
        return not any(e.added.sites & self.file.record.consumed for e in self.events)

    @property
    def is_bounded(self) -> bool:
        """Whether elements are thrown away again as others come in."""
        carriers = {e.node: e.carrier.node for e in self.events if e.carrier}
        return any(
            carriers.get(site.node) in around for site, around in self.file.record.shrunk if site.node in carriers
        )

    @property
    def leaves(self) -> bool:
        """Whether what grows goes where this file does not show what becomes of it."""
        nodes = {e.node for e in self.events}
        return any(site.node in nodes for site in self.file.record.returned | self.file.record.given)

    @property
    def is_sure(self) -> bool:
        """Whether graph, step and purpose are all established."""
        certain = [e for e in self.events if e.added.grad == YES and e.where.grad == YES and _steps(e)]
        if not certain:
            return False
        used_up = any(e.added.sites & self.file.record.consumed for e in certain)
        known = any(not e.added.soft for e in certain)
        return used_up or (known and not self.leaves)


def _steps(event: AccumulationEvent) -> bool:
    carrier = event.carrier
    if carrier is None:
        return any(loop.drives for loop in event.where.loops)
    if carrier.drives:
        return True
    before = event.where.loops[: event.where.loops.index(carrier)]
    if any(loop.depth == carrier.depth for loop in before):
        return False  # a loop over layers, rows or time steps inside a step
    owner = event.where.function.owner if event.where.function else None
    return "forward" in carrier.did and (owner is None or not owner.is_module)


def accumulations(file: object, events: Iterable[AccumulationEvent]) -> list[AccumulationView]:
    """The events by the place where a reader sees them: in the body of the loop, not deep in what it calls."""
    places: dict[tree.Node, list[AccumulationEvent]] = {}
    for event in events:
        place = event.where.called_from(_origin(event)) or event.node
        places.setdefault(place, []).append(event)
    in_order = sorted(places.items(), key=lambda item: item[0].start)
    return [AccumulationView(file, node, tuple(found)) for node, found in in_order]  # type: ignore[arg-type]


def _origin(event: AccumulationEvent) -> int:
    """How many calls deep the graph was made that is kept here: a meter is given it, and only its caller can detach."""
    chain = event.where.chain
    depths = [len(site.chain) for site in event.added.sites if site.what in ("forward", "use")]
    if depths:
        return min(max(depths), len(chain))
    function = event.where.function
    parameters = {p.name for p in function.node.parameters} if function else set()
    given = isinstance(event.value, tree.Name) and event.value.id in parameters
    return max(len(chain) - 1, 0) if given else len(chain)


@dataclass(frozen=True, slots=True, eq=False)
class ForwardView(View):
    """A call of a model, as one function uses it."""

    events: tuple[ForwardEvent, ...]

    @property
    def model(self) -> ExpressionView:
        """The model that is called, as it is written here."""
        call = self.events[0].node
        callee = call.func
        if isinstance(callee, tree.Attribute) and callee.attr == "forward":
            callee = callee.value
        return ExpressionView(self.file, callee)

    @property
    def is_evaluated(self) -> bool:
        """Whether the model is in eval mode here."""
        return any(e.mode == "eval" for e in self.events)

    @property
    def grad_enabled(self) -> bool:
        """Whether one of the ways that lead here has gradients enabled."""
        return any(e.where.grad == YES for e in self.events)

    @property
    def is_differentiated(self) -> bool:
        """Whether what comes out is given to backward(), or is computed from something whose gradient is wanted."""
        record = self.file.record
        if any(e.site in record.consumed or e.site in record.graph_free for e in self.events):
            return True
        arguments = (ExpressionView(self.file, a.value).value for a in self.events[0].node.args)
        return any(v.is_tensor and v.grad == YES and not v.sites for v in arguments)

    @property
    def is_among_training(self) -> bool:
        """Whether this is part of a training step: in the innermost loop around, or in a function without one."""
        for event in self.events:
            own = [loop for loop in event.where.loops if loop.depth >= len(event.where.chain)]
            if own and own[-1].trains:
                return True
            if own and own[-1].loader and event.mode == "eval":
                continue  # a validation loop beside the training loop
            if any(loop.trains for loop in own) or (self.function is not None and self.function.trains):
                return True
        return False

    @property
    def is_test(self) -> bool:
        """Whether a test runs the model, or a look at the shape of what comes out of it."""
        return self._is_look_at_shape or (self.function is not None and self.function.is_test)

    @property
    def _is_look_at_shape(self) -> bool:
        """Whether made-up input is run through once, and no number of the output is used."""
        call = self.events[0].node
        made_up = [ExpressionView(self.file, a.value).value.made_by == DUMMY for a in call.args]
        if not made_up or not all(made_up) or any(e.where.loops for e in self.events):
            return False
        return not any(e.site in self.file.record.cut for e in self.events)

    @property
    def is_frozen(self) -> bool:
        """Whether the model's parameters want no gradient, so that there is no graph to record."""
        return all(e.model.source in self.file.frozen for e in self.events)

    @property
    def is_returned(self) -> bool:
        """Whether the output is returned to callers that this file does not show."""
        return all(e.site in self.file.record.returned for e in self.events)

    @property
    def is_only_read(self) -> bool:
        """Whether just the numbers that come out are used: detached, compared, printed."""
        record = self.file.record
        away = record.returned | record.given | record.kept
        return any(e.site in record.cut and e.site not in away for e in self.events)

    @property
    def in_loader_loop(self) -> bool:
        return any(loop.loader == "sure" for e in self.events for loop in e.where.loops)


def forwards(file: object, events: Iterable[ForwardEvent]) -> list[ForwardView]:
    """The events by the call that made them."""
    places: dict[tree.Node, list[ForwardEvent]] = {}
    for event in events:
        places.setdefault(event.node, []).append(event)
    in_order = sorted(places.items(), key=lambda item: item[0].start)
    return [ForwardView(file, node, tuple(found)) for node, found in in_order]  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True, eq=False)
class HookView(View):
    """A registration of a hook on a module."""

    events: tuple[HookEvent, ...]

    @property
    def call(self) -> CallView:
        return CallView(self.file, self.node)

    @property
    def receiver(self) -> ExpressionView | None:
        return self.call.receiver

    @property
    def name(self) -> str:
        """The name of the function that registers: `register_forward_hook`."""
        return self.call.method or (tree.dotted(self.call.node.func) or "").rpartition(".")[2]

    @property
    def hooked(self) -> str:
        """What is hooked, as code; every module of the process where no receiver is named."""
        return (
            f"`{self.receiver}`"
            if self.receiver and self.call.method in MODULE_HOOKS | PARAMETER_HOOKS
            else "all modules"
        )

    @property
    def is_removed(self) -> bool:
        """Whether `.remove()` is called on the handle anywhere in this file, for each time that it is registered."""
        record = self.file.record
        if not any(site.node is self.node for site in record.removed):
            return False
        loop, parent = self.loop, self.file.tree.parents.get(self.node)
        if loop is None or not isinstance(parent, tree.Assign) or not isinstance(parent.targets[0], tree.Name):
            return True
        if any(not self._is_remove(use) for use in self._uses(parent.targets[0])):
            return True  # appended to a list, say
        # One name for the handles of a whole loop: after the loop it has the last one only.
        return any(loop.node in around for site, around in record.removals if site.node is self.node)

    def _uses(self, name: tree.Name) -> list[tree.Node]:
        """Where a name is read in the function that this code is in."""
        scope = self.file.tree.above(self.node, tree.FunctionDef, tree.Module) or self.file.tree.root
        return [n for n in tree.walk(scope) if isinstance(n, tree.Name) and n.id == name.id and n is not name]

    def _is_remove(self, use: tree.Node) -> bool:
        above = self.file.tree.parents.get(use)
        return isinstance(above, tree.Attribute) and above.attr == "remove"

    @property
    def is_kept(self) -> bool:
        """Whether the handle is stored in an attribute or a global."""
        return any(site.node is self.node for site in self.file.record.kept)

    @property
    def leaves(self) -> bool:
        """Whether the handle is handed on: returned, or given to code that this file does not show."""
        return any(site.node is self.node for site in self.file.record.returned | self.file.record.given)

    @property
    def is_on_own_module(self) -> bool:
        """Whether a module hooks itself or its parts: the hook lives as long as its owner."""
        function = self.function
        if function is None or function.owner is None or not function.owner.is_module:
            return False
        guarded = self.file.tree.above(self.node, tree.If, tree.FunctionDef)
        return function.name != "forward" or isinstance(guarded, tree.If)

    @property
    def is_on_local_module(self) -> bool:
        """Whether the hooked module is made in the same function, and dies with it."""
        function = self.function
        if function is None:
            return False
        if any(loop.depth == len(e.where.chain) for e in self.events for loop in e.where.loops) and not self.is_on_each:
            return False  # the same module again in each pass
        sources = [e.receiver.source for e in self.events]
        return all(
            s is not None and isinstance(s, tree.Call) and View(self.file, s).is_inside(function) for s in sources
        )

    @property
    def runs_once(self) -> bool:
        """Whether this is the file's own top level, and no module is hooked there twice."""
        return self.function is None and (self.loop is None or self.is_on_each)

    @property
    def is_on_parameter_once(self) -> bool:
        """Whether a parameter is hooked outside of any loop of steps: for as long as it is trained."""
        steps = any(loop.drives for e in self.events for loop in e.where.loops)
        return all(e.receiver.made_by == "parameter" for e in self.events) and not steps

    @property
    def is_on_each(self) -> bool:
        """Whether the loop around goes through modules, and hooks each of them."""
        loop = self.loop.node if self.loop else None
        receiver = self.receiver.node if self.receiver else None
        while isinstance(receiver, (tree.Attribute, tree.Subscript)):
            receiver = receiver.value
        if not isinstance(loop, tree.For) or not isinstance(receiver, tree.Name):
            return False
        return any(isinstance(n, tree.Name) and n.id == receiver.id for n in tree.walk(loop.target))


def hooks(file: object, events: Iterable[HookEvent]) -> list[HookView]:
    """The events by the call that made them."""
    places: dict[tree.Node, list[HookEvent]] = {}
    for event in events:
        places.setdefault(event.node, []).append(event)
    in_order = sorted(places.items(), key=lambda item: item[0].start)
    return [HookView(file, node, tuple(found)) for node, found in in_order]  # type: ignore[arg-type]
