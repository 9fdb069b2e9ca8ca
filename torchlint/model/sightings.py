"""What rules see of things that happen on the way: sums that grow, models that are called, hooks that are registered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from torchlint.model import tree
from torchlint.model.events import AccumulationEvent, ForwardEvent, HookEvent
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
    around = [loop for loop in event.where.loops if loop.depth == carrier.depth and loop is not carrier]
    if any(loop.trains for loop in around):
        return False  # a loop over layers or time steps inside a training loop
    owner = event.where.function.owner if event.where.function else None
    return "forward" in carrier.did and (owner is None or not owner.is_module)


def accumulations(file: object, events: Iterable[AccumulationEvent]) -> list[AccumulationView]:
    """The events by the place where a reader sees them: in the body of the loop, not deep in what it calls."""
    places: dict[tree.Node, list[AccumulationEvent]] = {}
    for event in events:
        depth = event.carrier.depth if event.carrier else len(event.where.chain)
        place = event.where.called_from(depth) or event.node
        places.setdefault(place, []).append(event)
    in_order = sorted(places.items(), key=lambda item: item[0].start)
    return [AccumulationView(file, node, tuple(found)) for node, found in in_order]  # type: ignore[arg-type]


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
        if any(e.site in self.file.record.consumed for e in self.events):
            return True
        arguments = (ExpressionView(self.file, a.value).value for a in self.events[0].node.args)
        return any(v.is_tensor and v.grad == YES and not v.sites for v in arguments)

    @property
    def is_among_training(self) -> bool:
        """Whether the code around trains: the same function, or a loop in it."""
        function = self.function
        if function is not None and function.trains:
            return True
        return any(loop.trains for e in self.events for loop in e.where.loops if loop.depth >= len(e.where.chain))

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
    def is_removed(self) -> bool:
        """Whether `.remove()` is called on the handle anywhere in this file."""
        return any(site.node is self.node for site in self.file.record.removed)

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
        owner = self.function.owner if self.function else None
        return owner is not None and owner.is_module

    @property
    def is_on_local_module(self) -> bool:
        """Whether the hooked module is made in the same function, and dies with it."""
        function = self.function
        if function is None:
            return False
        sources = [e.receiver.source for e in self.events]
        return all(s is not None and isinstance(s, tree.Call) and View(self.file, s).is_inside(function) for s in sources)

    @property
    def runs_once(self) -> bool:
        """Whether this is the file's own top level, outside of any loop."""
        return self.function is None and self.loop is None


def hooks(file: object, events: Iterable[HookEvent]) -> list[HookView]:
    """The events by the call that made them."""
    places: dict[tree.Node, list[HookEvent]] = {}
    for event in events:
        places.setdefault(event.node, []).append(event)
    in_order = sorted(places.items(), key=lambda item: item[0].start)
    return [HookView(file, node, tuple(found)) for node, found in in_order]  # type: ignore[arg-type]


