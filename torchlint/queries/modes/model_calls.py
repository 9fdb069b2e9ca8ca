"""What rules see of models that are called: in which mode, with gradients or without, and what for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class, Function
from torchlint.domain.values import NO, YES, all_sites
from torchlint.flow.facts import ForwardEvent, LoopRun
from torchlint.knowledge.operations import DUMMY, EXPORTS
from torchlint.queries.file import CallView, ExpressionView, View
from torchlint.queries.memo import query
from torchlint.queries.modes.data_passes import is_held_out, pass_around
from torchlint.queries.modes.gradless_functions import can_be_gradless, is_written_out
from torchlint.queries.modes.unknown_callers import is_called_without_gradients
from torchlint.queries.testing.collected_tests import is_test
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File, FunctionView

_TESTING = ("torch.testing.assert_", "numpy.testing.assert_")


@dataclass(frozen=True, slots=True, eq=False)
class ForwardView(View):
    """A call of a model, or of a method of a model that calls its layers, as the code outside of the model has it."""

    events: tuple[ForwardEvent, ...]

    @property
    def call(self) -> CallView:
        return CallView(self.file, self.node)

    @property
    def model(self) -> ExpressionView:
        """The model that is called, as it is written here."""
        callee, is_called_itself = self.call.callee, self.node is self.events[0].node
        is_method = not is_called_itself or self.call.method == "forward"
        return self.call.receiver or callee if is_method else callee

    @property
    def is_evaluated(self) -> bool:
        """Whether the model is in eval mode here, on a way that has gradients enabled."""
        return any(e.mode == "eval" and e.where.grad != NO for e in self.events)

    @property
    def grad_enabled(self) -> bool:
        """Whether one of the ways that lead here has gradients enabled."""
        return any(e.where.grad == YES for e in self.events)

    @property
    def is_differentiated(self) -> bool:
        """Whether what comes out is given to backward(), or is computed from something whose gradient is wanted."""
        record = self.file.facts
        if any(e.site in record.consumed or e.site in record.graph_free for e in self.events):
            return True
        arguments = (ExpressionView(self.file, a.value).value for a in self.call.node.args)
        return any(v.is_tensor and v.grad == YES and not v.sites for v in arguments)

    @property
    def is_among_training(self) -> bool:
        """Whether this is part of a training step: in the innermost loop around, or in a function without one."""
        return any(self._trains(e) for e in self.events)

    def _trains(self, event: ForwardEvent) -> bool:
        own, function = self._own_loops(event), self.function
        if self._is_read_apart(event):
            return False
        if own and (own[-1].trains_itself if event.mode == "eval" else own[-1].trains):
            return True
        if event.mode == "eval" and (own or function is None or not trains_outside_loops(function)):
            return False  # evaluation beside the training loop, or after it
        if self._is_in_pass(event):
            return False  # whatever the loop over epochs around it does
        return any(loop.trains for loop in own) or (function is not None and function.trains)

    def _is_read_apart(self, event: ForwardEvent) -> bool:
        """Whether a step of training just reads what the model gives for rows that are not the step's own."""
        record = self.file.facts
        if event.site not in record.cut - record.given - record.kept - record.returned - record.consumed:
            return False
        return is_held_out(self.call.node, self._loops_of_function(event))

    @property
    def is_shared_with_training(self) -> bool:
        """Whether other callers of this function train with this very call."""
        return any(len(one.events) > len(self.events) for one in forwards(self.file) if one.node is self.node)

    @property
    def evaluating_call(self) -> View:
        """The call of this function by which it evaluates, where others train; the forward where another file calls."""
        calls = (e.where.called_from(depth_of(e) - 1) for e in self.events if depth_of(e))
        return next((View(self.file, call) for call in calls if call and self.file.holds(call)), self)

    def is_apart(self, event: ForwardEvent) -> bool:
        """Whether a caller's way here neither trains in the loop around nor differentiates, as others do."""
        own, record = self._loops_of_function(event), self.file.facts
        if not event.where.chain or not own or own[-1].trains:
            return False
        away = record.consumed, record.kept, record.returned
        return event.site in record.cut and not any(event.site in sites for sites in away)

    def _is_in_pass(self, event: ForwardEvent) -> bool:
        """Whether this is done for all rows of some data, in a loop that trains nothing."""
        around = pass_around(self.call.node, self._loops_of_function(event))
        return around is not None and around.did <= {"forward"}

    def _loops_of_function(self, event: ForwardEvent) -> list[LoopRun]:
        """The loops in the function that this place is in, outermost first."""
        depth = depth_of(event)
        return [loop for loop in event.where.loops if loop.depth == depth]

    def _own_loops(self, event: ForwardEvent) -> list[LoopRun]:
        """The loops in the function that this place is in, and in what is called from here."""
        return [loop for loop in event.where.loops if loop.depth >= depth_of(event)]

    @property
    def evaluation(self) -> tree.Node | None:
        """The outermost loop of an evaluation, or of the training that it is done in between the steps of.

        None where its whole function can do without gradients, or has no loop.
        """
        if self.function is not None and can_be_gradless(self.function):
            return None
        own = [loop for event in self.events for loop in self._loops_of_function(event)]
        return next((loop.node for loop in own if not loop.trains), own[-1].node if own else None)

    @property
    def is_test(self) -> bool:
        """Whether a test runs the model, or a look at the shape of what comes out of it, or of random weights."""
        if self._is_look_at_shape or (self.function is not None and is_test(self.function)):
            return True
        is_asserted = self.file.tree.scope(self.node) in asserting(self.file)
        if is_asserted or all(map(_is_in_constructor, self.events)):
            return True
        return all(self._is_untouched(e) for e in self.events)

    @property
    def _is_look_at_shape(self) -> bool:
        """Whether made-up input is run through once, and no number of the output is used, or a random one."""
        if not self._is_given_made_up:
            return False
        if any(e.where.loops for e in self.events):
            return any(call.function == self.function for call in self.file.calls(*EXPORTS))  # dry runs
        return not any(e.site in self.file.facts.cut for e in self.events) or self._has_random_weights

    @property
    def _is_given_made_up(self) -> bool:
        """Whether the input is made up on the spot: random numbers, or zeros, and what is written out beside."""
        given = [a.value for a in self.call.node.args if not isinstance(a.value, tree.Constant)]
        made_up = [ExpressionView(self.file, value).value.made_by == DUMMY for value in given]
        return any(made_up) and all(one or is_written_out(self.file, v) for v, one in zip(given, made_up))

    @property
    def _is_tried_out(self) -> bool:
        """Whether nothing shows that the model is in use: trained or loaded, given data in eval mode, or batches."""
        if self.in_loader_loop or any(self._is_fitted(e) for e in self.events):
            return False
        if not self.is_evaluated:
            return True
        return self._is_given_made_up and self._makes_its_input and not any(e.where.loops for e in self.events)

    @property
    def _makes_its_input(self) -> bool:
        """Whether the input is made in the very function that runs the model."""
        scope = self.file.tree.above(self.node, tree.FunctionDef)
        made = [ExpressionView(self.file, a.value).value.source for a in self.call.node.args]
        return all(self.file.tree.above(m, tree.FunctionDef) is scope for m in made if m and self.file.holds(m))

    def _is_fitted(self, event: ForwardEvent) -> bool:
        """Whether the model's parameters are trained or loaded, or it runs in the course of training another one."""
        record, source = self.file.facts, event.model.source
        if source is not None and source in record.loaded:
            return True
        if any(function in record.training for function in event.where.stack):
            return True
        trained = [e.model for e in record.forwards if e.site in record.consumed and not self._comes_later(e, event)]
        if source is not None and any(model.source is source for model in trained):
            return True
        return bool(self._wholes(event) & {model.ref for model in trained if isinstance(model.ref, Class)})

    def _comes_later(self, training: ForwardEvent, event: ForwardEvent) -> bool:
        """Whether a script trains in a later statement: until then its model is as it was made."""
        if event.where.stack or event.where.loops or event.where.function is not None:
            return False
        return self.file.holds(training.node) and training.node.start > event.node.end

    def _wholes(self, event: ForwardEvent) -> set[Class]:
        """The model's class, and those that it is a part of."""
        own, source = event.model.ref, event.model.source
        made_in = self.file.tree.above(source, tree.ClassDef) if source and self.file.holds(source) else None
        wholes = {f.owner for f in event.where.stack if f.owner is not None}
        wholes |= {cls for cls in self.file.analysis.classes if cls.node is made_in}
        return wholes | ({own} if isinstance(own, Class) else set())

    @property
    def _has_random_weights(self) -> bool:
        """Whether this very function makes the model, of a class of the project, and nothing trains or loads it."""
        record = self.file.facts
        known = record.loaded | {e.model.source for e in record.forwards if e.site in record.consumed}
        if any(not isinstance(e.model.ref, Class) or e.model.source in known for e in self.events):
            return False
        scope, name = self.file.tree.scope(self.node), self.model.text
        assigns = (n for n in tree.walk(scope, into_functions=False) if isinstance(n, tree.Assign))
        return any(isinstance(a.value, tree.Call) and name in map(tree.dotted, a.targets) for a in assigns)

    def _is_untouched(self, event: ForwardEvent) -> bool:
        """Whether a model of known layers is as it was made: not trained, loaded, switched, or given to anybody."""
        source, record = event.model.source, self.file.facts
        if event.where.loops or source is None or not self.file.holds(source) or event.where.chain:
            return False
        ref = event.model.ref
        if not isinstance(ref, (tuple, str, Class)) or any(s.node is not source for s in event.switches):
            return False
        if isinstance(ref, Class) and _loads(ref):
            return False
        trained = (e for e in record.forwards if e.site in record.consumed and not self._comes_later(e, event))
        return source not in record.loaded | {e.model.source for e in trained}

    @property
    def is_frozen(self) -> bool:
        """Whether the model's parameters want no gradient, so that there is no graph to record."""
        return all(e.model.source in self.file.analysis.frozen for e in self.events)

    @property
    def is_returned(self) -> bool:
        """Whether one of the ways that lead here returns the output to callers that this file does not show."""
        return any(e.site in self.file.facts.returned for e in self.events)

    @property
    def is_only_read(self) -> bool:
        """Whether just the numbers that come out are used: detached, compared, printed."""
        record = self.file.facts
        away = record.returned, record.given, record.kept
        return any(e.site in record.cut and not any(e.site in sites for sites in away) for e in self.events)

    @property
    def is_read_in_pass(self) -> bool:
        """Whether in a pass over data just numbers come of it: read, or added up, perhaps after an unseen function."""
        return any(self._is_read_in_pass(e) for e in self.events)

    def _is_read_in_pass(self, event: ForwardEvent) -> bool:
        record = self.file.facts
        away = record.returned, record.kept, record.given_up
        if any(event.site in sites for sites in away) or not self._is_in_pass(event):
            return False
        return event.site in record.cut or any(
            event.site in all_sites(a.added) for a in self.file.facts.accumulations if a.how == "sum"
        )

    @property
    def _is_handed_on(self) -> bool:
        """Whether code that this file does not show may call a function that returns the output."""
        handed = {f for e in self.events for f in e.where.stack if f in self.file.facts.handed_on}
        sites = (site for f in handed for value in f.last.values() for site in all_sites(value))
        return not {e.node for e in self.events}.isdisjoint(site.node for site in sites)

    @property
    def is_seen_to_its_end(self) -> bool:
        """Whether nothing that this file does not show is given the output of a model in train mode, or asks for it."""
        if self._is_handed_on:
            return False
        seen = (e for e in self.events if e.site not in self.file.facts.given)
        return self.is_evaluated or self.is_only_read or any(map(self._is_read_in_pass, seen))

    @property
    def is_sure(self) -> bool:
        """Whether the model is in use, and nothing that this file does not show could want or stop the gradients."""
        if self._is_tried_out or not self.is_seen_to_its_end:
            return False
        decides = self.function is not None and evaluates(self.function)  # and so decides about gradients, too
        is_seen_whole = not self.file.facts.callers_left or any(e.where.is_seen_whole for e in self.events)
        if not (is_seen_whole or decides) or self._may_be_without_gradients:
            return False
        if self.in_loader_loop:
            return True
        owner = self.function.owner if self.function else None
        # A base class of another file may call this method under no_grad, after its own eval().
        called_unseen = owner is not None and owner.has_unseen_base and not any(e.where.chain for e in self.events)
        return not self.is_returned and not (called_unseen and self.function is not None and not decides)

    @property
    def _may_be_without_gradients(self) -> bool:
        """Whether each way with gradients begins in a method that a file calls without them, on an unknown object."""
        ways = {None if e.where.is_seen_whole else e.where.caller(0) for e in self.events if e.where.grad == YES}
        return bool(ways) and all(way is not None and is_called_without_gradients(self.file, way) for way in ways)

    @property
    def in_loader_loop(self) -> bool:
        """Whether this is done for each batch of a DataLoader."""
        return any(loop.loader == "sure" for e in self.events for loop in e.where.loops)


@query
def asserting(file: File) -> frozenset[tree.Node]:
    """The functions, or the file itself, that compare numbers by what PyTorch and NumPy have for tests."""
    calls = (call for call in file.tree.all(tree.Call) if file.names.spelled_out(call.func).startswith(_TESTING))
    return frozenset(map(file.tree.scope, calls))


def _is_in_constructor(event: ForwardEvent) -> bool:
    """Whether a module that is being built runs a part of it, to see what comes out of that: once."""
    entered = (*event.where.stack, event.where.function)
    return any(f is not None and f.name == "__init__" and f.owner is not None and f.owner.is_module for f in entered)


def _loads(cls: Class) -> bool:
    """Whether a class speaks of loading weights."""
    nodes = (n for here in cls.lineage for n in tree.walk(here.node))
    names = (n.attr if isinstance(n, tree.Attribute) else n.id if isinstance(n, tree.Name) else "" for n in nodes)
    return any("load" in name or "pretrain" in name for name in names)


def depth_of(event: ForwardEvent) -> int:
    """How many calls deep the code is that uses the model: methods of models are the models' own affair."""
    depth = len(event.where.chain)
    while depth and _computes(event.where.caller(depth)):
        depth -= 1
    return depth


def _computes(function: Function | None) -> bool:
    """Whether a function is a method of a module that computes, rather than one that trains or evaluates."""
    return function is not None and function.owner is not None and function.owner.is_module and not function.drives


@query
def forwards(file: File) -> list[ForwardView]:
    """Calls of models, other than inside another model's forward, in source order."""
    places: dict[tree.Node, list[ForwardEvent]] = {}
    for event in file.facts.forwards:
        place = event.where.called_from(depth_of(event)) or event.node
        if not file.holds(place):
            continue  # told when that file is checked
        places.setdefault(place, []).append(event)
    in_order = sorted(places.items(), key=lambda item: item[0].start)
    return [ForwardView(file, node, tuple(found)) for node, found in in_order]


@query
def forwards_by_callers(file: File) -> list[ForwardView]:
    """The forwards; of one that some callers train with and others do not, as the others have it."""
    return [_without_training(forward) for forward in forwards(file)]


def _without_training(forward: ForwardView) -> ForwardView:
    """A forward as those callers have it that train nothing with it, where others do: `run(loader, train=False)`."""
    if not (forward.is_differentiated or forward.is_among_training):
        return forward
    apart = tuple(e for e in forward.events if forward.is_apart(e))
    return replace(forward, events=apart) if apart else forward


def one_per_evaluation(forwards: Iterable[ForwardView]) -> list[ForwardView]:
    """The first forward of each evaluation that is sure, or else its first."""
    told: dict[object, ForwardView] = {}
    for forward in forwards:
        key = (forward.function, forward.evaluation)
        before = told.get(key)
        if before is None or (forward.is_sure and not before.is_sure):
            told[key] = forward
    return list(told.values())


def trains_outside_loops(function: FunctionView) -> bool:
    """Whether something is differentiated in this function outside of any loop of its own: one step, an attack."""
    calls = (n for n in tree.walk(function.node, into_functions=False) if isinstance(n, tree.Call))
    trained = (c for c in calls if isinstance(c.func, tree.Attribute) and c.func.attr == "backward")
    return any(View(function.file, c).loop is None for c in trained)


def evaluates(function: FunctionView) -> bool:
    """Whether this function itself switches a model to eval mode."""
    calls = (n for n in tree.walk(function.node, into_functions=False) if isinstance(n, tree.Call))
    return any(isinstance(c.func, tree.Attribute) and c.func.attr == "eval" and not c.args for c in calls)
