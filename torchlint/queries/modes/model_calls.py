"""Calls of models: in which mode, with or without gradients, and what for.

Long because each answer about a call rests on others about the same call.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.binding.symbols import Class
from torchlint.domain.provenance import all_origins
from torchlint.domain.values import GUESSED, NO, YES, Composite
from torchlint.flow.facts import ForwardFact, LoopRun
from torchlint.knowledge.meanings import DUMMY
from torchlint.knowledge.signatures import EXPORTS
from torchlint.queries.api.displayed_values import is_discarded
from torchlint.queries.file import CallView, ExpressionView, View
from torchlint.queries.memo import query
from torchlint.queries.modes import gradless_functions, held_models
from torchlint.queries.modes.assertions import asserting, is_checked_after
from torchlint.queries.modes.call_depth import depth_of
from torchlint.queries.modes.data_passes import is_fetched_apart, is_held_out, is_switched_apart, pass_around
from torchlint.queries.modes.model_classes import is_in_constructor, keeps_nothing, loads_weights
from torchlint.queries.modes.unknown_callers import is_called_without_gradients
from torchlint.queries.modes.unseen_models import differentiates_itself, may_decide_itself
from torchlint.queries.testing.collected_tests import is_test
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


@dataclass(frozen=True, slots=True, eq=False)
class ForwardView(View):
    """A call of a model, or of its method that calls its layers, seen from the code outside the model."""

    events: tuple[ForwardFact, ...]  # the recorded facts, one for each call path

    @property
    def call(self) -> CallView:
        """The call."""
        return CallView(self.file, self.node)

    @property
    def model(self) -> ExpressionView:
        """The model that is called, as it is written here."""
        callee, is_called_itself = self.call.callee, self.node is self.events[0].node
        if is_called_itself and (passed := self._passed) is not None:
            return passed
        is_method = not is_called_itself or self.call.method == "forward"
        return self.call.receiver or callee if is_method else callee

    @property
    def _passed(self) -> ExpressionView | None:
        """The model that a library's function is given to run: `sliding_window_inference(x, 96, 4, model)`."""
        values, func = self.file.facts.values, self.call.node.func
        called = values.get(func)
        if called is None or called.kind not in ("external", "framework"):
            return None
        models = (a.value for a in self.call.node.args if (v := values.get(a.value)) and v.kind == "module")
        return next((ExpressionView(self.file, model) for model in models), None)

    @property
    def given(self) -> dict[str, ExpressionView]:
        """What the model itself is called with, by roles: `given_0`, `given_*1`, `given_mask`, `given_**3`."""
        arguments = self.call.node.args
        if self.model.node is not self.call.node.func or any(
            isinstance(a.value, tree.Comprehension) for a in arguments
        ):
            return {}  # one of its methods, or a generator expression, which can't be observed
        return {
            f"given_{argument.keyword or f'{argument.star}{index}'}": ExpressionView(self.file, argument.value)
            for index, argument in enumerate(arguments)
        }

    @property
    def is_guessed(self) -> bool:
        """Whether only its name and its call suggest that this is a model."""
        return all(e.model.made_by == GUESSED for e in self.events)

    @property
    def is_evaluated(self) -> bool:
        """Whether on some call path the model is in eval mode and gradients are enabled."""
        return any(e.mode == "eval" and e.where.grad != NO for e in self.events)

    @property
    def is_made_for_evaluation(self) -> bool:
        """Whether a method calls a model that the constructor put in eval mode for good."""
        return held_models.is_made_for_evaluation(self.file, self.model.node, self.events)

    @property
    def grad_enabled(self) -> bool:
        """Whether gradients are enabled on some call path."""
        return any(e.where.grad == YES for e in self.events)

    @property
    def with_gradients(self) -> ForwardView:
        """The same on the call paths where gradients are enabled, or may be."""
        return replace(self, events=tuple(e for e in self.events if e.where.grad != NO))

    @property
    def is_differentiated(self) -> bool:
        """Whether a backward uses the output, its graph is looked at, or an input's gradient is needed."""
        record = self.file.facts
        wanted = record.differentiated, record.in_losses, record.graph_free
        if any(e.origin in origins for e in self.events for origins in wanted):
            return True
        if self.function is not None and gradless_functions.walks_graph(self.function):
            return True
        arguments = (ExpressionView(self.file, a.value).value for a in self.call.node.args)
        return any(v.is_tensor and v.grad == YES and not v.origins for v in arguments)

    @property
    def takes_gradients(self) -> bool:
        """Whether the model's own forward needs them, as one does that attacks itself, and fails under `no_grad`."""
        return any(differentiates_itself(self.file, e) for e in self.with_gradients.events)

    @property
    def is_among_training(self) -> bool:
        """Whether it is part of a training step: in the innermost loop around, or in a function without one."""
        return any(self._trains(e) for e in self.events)

    def _trains(self, fact: ForwardFact) -> bool:
        own, function = self._own_loops(fact), self.function
        if self._is_read_apart(fact) or is_switched_apart(self.file.tree, self.node, own, fact):
            return False
        if own and (own[-1].trains_itself if fact.mode == "eval" else own[-1].trains):
            return True
        if fact.mode == "eval" and (own or function is None or not gradless_functions.trains_outside_loops(function)):
            return False  # evaluation beside the training loop, or after it
        if fact.mode == "eval" and self.is_only_measured(fact):
            return False  # evaluation after the step of the same function, as nodes of a graph are held out
        if self._is_in_pass(fact):
            return False  # whatever the surrounding loop over epochs does
        does_nothing_else = all(loop.did <= {"forward"} for loop in self.loops_of_function(fact))
        if fact.mode == "train" and function is not None and does_nothing_else:
            if gradless_functions.trains_in_loops_before(function, self.node) and self.is_read_and_dropped(fact):
                return False  # it looks at what it has trained
        return any(loop.trains for loop in own) or (function is not None and function.trains)

    def _is_read_apart(self, fact: ForwardFact) -> bool:
        """Whether a training step only reads the model's output for rows other than its batch."""
        if not self.is_read_and_dropped(fact):
            return False
        loops = self.loops_of_function(fact)
        given = (ExpressionView(self.file, a.value).value for a in self.call.node.args)
        if fact.entered is not None and all(value.kind == "number" for value in given):
            return True  # for example, a method that takes only a count draws samples
        return is_held_out(self.call.node, loops) or is_fetched_apart(self.file.tree, self.call.node, loops)

    def is_read_and_dropped(self, fact: ForwardFact) -> bool:
        """Whether on one call path values of the output are read, and the output itself is not used otherwise."""
        record = self.file.facts
        away = record.passed_to_unknown, record.stored, record.returned, record.differentiated
        return fact.origin in record.detached and not any(fact.origin in origins for origins in away)

    def is_only_measured(self, fact: ForwardFact) -> bool:
        """Whether numbers of the output are read, perhaps of what an unknown function makes of it."""
        record = self.file.facts
        away = record.discarded_by_unknown, record.stored, record.returned, record.differentiated
        return fact.origin in record.detached and not any(fact.origin in origins for origins in away)

    @property
    def is_shared_with_training(self) -> bool:
        """Whether other callers of this function train with this call, and these train nothing in the function."""
        if any(loop.trains for event in self.events for loop in self.loops_of_function(event)):
            return False
        record, calls = self.file.facts, {event.where.chain for event in self.events}
        there = (e for e in record.forwards if e.where.chain in calls and e.where.grad != NO)
        if any(e.origin in record.differentiated for e in there):
            return False  # these train with another call of the function
        return any(len(one.events) > len(self.events) for one in forwards(self.file) if one.node is self.node)

    @property
    def evaluating_call(self) -> View:
        """The call of this function that evaluates, where others train; the forward if the caller is another file."""
        calls = (e.where.called_from(depth_of(e) - 1) for e in self.events if depth_of(e))
        return next((View(self.file, call) for call in calls if call and self.file.holds(call)), self)

    def is_apart(self, fact: ForwardFact) -> bool:
        """Whether one call path neither trains in its loop nor calls backward, unlike others.

        That loop may be the caller's, where the function takes one batch.
        """
        depth, record = depth_of(fact), self.file.facts
        around = [loop for loop in fact.where.loops if loop.depth <= depth]
        if not depth or not around or around[-1].trains:
            return False
        away = record.differentiated, record.stored, record.returned
        return fact.origin in record.detached and not any(fact.origin in origins for origins in away)

    def _is_in_pass(self, fact: ForwardFact) -> bool:
        """Whether it runs for all rows of some data, in a loop that trains nothing."""
        around = pass_around(self.call.node, self.loops_of_function(fact))
        return around is not None and around.did <= {"forward"}

    def loops_of_function(self, fact: ForwardFact) -> list[LoopRun]:
        """The loops of its own function around it on one call path, outermost first."""
        depth = depth_of(fact)
        return [loop for loop in fact.where.loops if loop.depth == depth]

    def _own_loops(self, fact: ForwardFact) -> list[LoopRun]:
        """The loops around it in its own function, and in functions called from there."""
        return [loop for loop in fact.where.loops if loop.depth >= depth_of(fact)]

    @property
    def evaluation(self) -> tree.Node | None:
        """The outermost loop of an evaluation, or of the training between whose steps it is done.

        None if it has no loop, or its whole function can do without gradients.
        """
        if self.function is not None and gradless_functions.can_be_gradless(self.function):
            return None
        own = [loop for fact in self.events for loop in self.loops_of_function(fact)]
        return next((loop.node for loop in own if not loop.trains), own[-1].node if own else None)

    @property
    def is_test(self) -> bool:
        """Whether it only tries the model out: in a test, to see the output's shape, or with random weights."""
        if self._is_look_at_shape or (self.function is not None and is_test(self.function)):
            return True
        is_asserted = self.file.tree.scope(self.node) in asserting(self.file)
        loaded = self.file.facts.loaded
        if not any(e.where.loops or e.where.chain or not e.sources.isdisjoint(loaded) for e in self.events):
            is_asserted |= is_checked_after(self.file, self.node)
        if is_asserted or all(map(is_in_constructor, self.events)):
            return True
        return all(self._is_untouched(e) for e in self.events)

    @property
    def _is_look_at_shape(self) -> bool:
        """Whether it runs once on made-up input, and no value of the output is used."""
        if not self._is_given_made_up:
            given = all(isinstance(a.value, tree.Constant) for a in self.call.node.args)
            return given and is_discarded(self.call) and not any(e.where.loops for e in self.events)
        if any(e.where.loops for e in self.events):
            return any(call.function == self.function for call in self.file.calls(*EXPORTS))  # dry runs
        return not any(e.origin in self.file.facts.detached for e in self.events) or self._has_random_weights

    @property
    def _is_given_made_up(self) -> bool:
        """Whether the input is made up on the spot: random numbers, zeros, or literals."""
        given = [a.value for a in self.call.node.args if not isinstance(a.value, tree.Constant)]
        made_up = [ExpressionView(self.file, value).value.made_by == DUMMY for value in given]
        rest = (value for value, one in zip(given, made_up) if not one)
        return any(made_up) and all(gradless_functions.is_written_out(self.file, value) for value in rest)

    @property
    def _is_tried_out(self) -> bool:
        """Whether there is no evidence of use: no training, no loaded weights, no data in eval mode, no batches."""
        if self.in_loader_loop or any(self._is_fitted(e) for e in self.events):
            return False
        if not self.is_evaluated:
            return True
        return self._is_given_made_up and self._makes_its_input and not any(e.where.loops for e in self.events)

    @property
    def _makes_its_input(self) -> bool:
        """Whether the function that calls the model also makes the input."""
        scope = self.file.tree.above(self.node, tree.FunctionDef)
        made = [ExpressionView(self.file, a.value).value.source for a in self.call.node.args]
        return all(self.file.tree.above(m, tree.FunctionDef) is scope for m in made if m and self.file.holds(m))

    def _is_fitted(self, fact: ForwardFact) -> bool:
        """Whether the model's parameters are trained or loaded, or it runs while another one is trained."""
        record = self.file.facts
        if not fact.sources.isdisjoint(record.loaded):
            return True
        if any(function in record.training for function in fact.where.stack):
            return True
        trained = [e for e in record.forwards if e.origin in record.differentiated and not self._comes_later(e, fact)]
        if any(not e.sources.isdisjoint(fact.sources) for e in trained):
            return True
        return bool(self._wholes(fact) & {e.model.ref for e in trained if isinstance(e.model.ref, Class)})

    def _comes_later(self, training: ForwardFact, fact: ForwardFact) -> bool:
        """Whether a script trains in a later statement, so that its model still has its initial weights here."""
        if fact.where.stack or fact.where.loops or fact.where.function is not None:
            return False
        return self.file.holds(training.node) and training.node.start > fact.node.end

    def _wholes(self, fact: ForwardFact) -> set[Class]:
        """The model's class, and the classes whose submodule it is."""
        own, source = fact.model.ref, fact.model.source
        made_in = self.file.tree.above(source, tree.ClassDef) if source and self.file.holds(source) else None
        wholes = {f.owner for f in fact.where.stack if f.owner is not None}
        wholes |= {cls for cls in self.file.analysis.classes if cls.node is made_in}
        return wholes | ({own} if isinstance(own, Class) else set())

    @property
    def _has_random_weights(self) -> bool:
        """Whether this function constructs the model, of a project class, and nothing trains or loads it."""
        record = self.file.facts
        known = record.loaded.union(*(e.sources for e in record.forwards if e.origin in record.differentiated))
        if any(not isinstance(e.whole.ref, Class) or not e.sources.isdisjoint(known) for e in self.events):
            return False
        scope, name = self.file.tree.scope(self.node), self.model.text
        made = (one.value for one in assignments_in(scope, into_functions=False) if one.name == name)
        return any(isinstance(value, tree.Call) for value in made)

    def _is_untouched(self, fact: ForwardFact) -> bool:
        """Whether a model of known layers is as constructed: not trained, loaded, switched, or passed on."""
        source, record = fact.whole.source, self.file.facts
        if self.loops_of_function(fact) or source is None or not self.file.holds(source) or depth_of(fact):
            return False
        ref = fact.whole.ref
        if not isinstance(ref, (Composite, str, Class)) or any(s.node not in fact.sources for s in fact.switches):
            return False
        if isinstance(ref, Class) and loads_weights(ref):
            return False
        trained = (e for e in record.forwards if e.origin in record.differentiated and not self._comes_later(e, fact))
        return fact.sources.isdisjoint(record.loaded.union(*(e.sources for e in trained)))

    @property
    def is_frozen(self) -> bool:
        """Whether no parameter of the model requires grad, so that no graph is recorded."""
        return all(e.frozen or not e.sources.isdisjoint(self.file.analysis.frozen) for e in self.events)

    @property
    def is_returned(self) -> bool:
        """Whether some call path returns the output to callers outside this file."""
        return any(e.origin in self.file.facts.returned for e in self.events)

    @property
    def is_only_read(self) -> bool:
        """Whether only the output's values are used: detached, compared, printed."""
        record = self.file.facts
        away = record.returned, record.passed_to_unknown, record.stored
        return any(
            e.origin in record.detached and not any(e.origin in origins for origins in away) for e in self.events
        )

    @property
    def is_read_in_pass(self) -> bool:
        """Whether a loop over data only reads or sums values of the output, perhaps after an unknown function."""
        return any(self._is_read_in_pass(e) for e in self.events)

    def _is_read_in_pass(self, fact: ForwardFact) -> bool:
        record = self.file.facts
        away = record.returned, record.stored, record.discarded_by_unknown
        if any(fact.origin in origins for origins in away) or not self._is_in_pass(fact):
            return False
        return fact.origin in record.detached or any(
            fact.origin in all_origins(a.added) for a in self.file.facts.accumulations if a.how == "sum"
        )

    @property
    def is_dropped_in_pass(self) -> bool:
        """Whether a loop over data runs the model for its running statistics or observers: nobody takes the output."""
        if not is_discarded(self) or self.file.facts.hooks:
            return False  # a hook may use what a layer returns
        around = self.file.tree.above(self.node, *tree.Loops)
        if isinstance(around, tree.Loops) and isinstance(around.body[-1], tree.Break):
            return False  # one batch, from which lazy layers infer their sizes
        return any(e.node is self.node and self._is_in_pass(e) for e in self.events)  # not a method that calls it

    @property
    def _escapes(self) -> bool:
        """Whether code outside this file may call a function that returns the output."""
        handed = {f for e in self.events for f in e.where.stack if f in self.file.facts.escaping_functions}
        origins = (origin for f in handed for value in f.last.values() for origin in all_origins(value))
        return not {e.node for e in self.events}.isdisjoint(origin.node for origin in origins)

    @property
    def is_seen_to_its_end(self) -> bool:
        """Whether this file shows every use of the output of a model in train mode."""
        if self._escapes:
            return False
        seen = [e for e in self.events if e.origin not in self.file.facts.passed_to_unknown]
        if self.is_evaluated or self.is_only_read or any(map(self._is_read_in_pass, seen)):
            return True
        return self.is_dropped_in_pass and any(keeps_nothing(e.model) for e in seen)

    @property
    def is_sure(self) -> bool:
        """Whether the model is in use, and no code outside this file can need or disable the gradients."""
        if self._is_tried_out or not self.is_seen_to_its_end or self.is_guessed:
            return False
        if may_decide_itself(self.file, self.events) or is_called_without_gradients(self.file, self.events):
            return False
        function = self.function  # one that calls eval() decides about gradients, too
        decides = function is not None and gradless_functions.evaluates(function)
        is_seen_whole = not self.file.facts.callers_left or any(e.where.is_seen_whole for e in self.events)
        if not (is_seen_whole or decides or self._is_called_by_training):
            return False
        if self.in_loader_loop:
            return True
        owner = function.owner if function else None
        # A base class of another file may call this method under no_grad, after its own eval().
        called_unseen = owner is not None and owner.has_unresolved_base and not any(map(depth_of, self.events))
        return not self.is_returned and not (called_unseen and function is not None and not decides)

    @property
    def _is_called_by_training(self) -> bool:
        """Whether a way here starts in a function that trains: no caller of that can have turned gradients off."""
        trains = self.file.facts.training
        return any(e.where.grad == YES and e.where.caller(0) in trains for e in self.events)

    @property
    def in_loader_loop(self) -> bool:
        """Whether it runs for each batch of a DataLoader."""
        return any(loop.loader == "sure" for e in self.events for loop in e.where.loops)


@query
def forwards(file: File) -> list[ForwardView]:
    """Calls of models from outside models, in source order."""
    places: dict[tree.Node, list[ForwardFact]] = {}
    for fact in file.facts.forwards:
        place = fact.where.called_from(depth_of(fact)) or fact.node
        if not file.holds(place):
            continue  # reported when that file is checked
        if not isinstance(place, tree.Call):
            continue  # a property that calls its model, and reads like data here
        places.setdefault(place, []).append(fact)
    in_order = sorted(places.items(), key=lambda item: item[0].start)
    return [ForwardView(file, node, _known(found)) for node, found in in_order]


def _known(facts: list[ForwardFact]) -> tuple[ForwardFact, ...]:
    """The calls of what is known to be a model; all of them where none is."""
    return tuple(fact for fact in facts if fact.model.made_by != GUESSED) or tuple(facts)
