"""Models that are evaluated in train mode, and models that are trained in eval mode."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.domain.modes import EVAL, NEVER_SEEN, TRAIN, Switch, mode_of
from torchlint.domain.values import NO, UNKNOWN, YES
from torchlint.flow.facts import ForwardFact, LoopRun
from torchlint.flow.mode_dependence import PART
from torchlint.flow.mode_effects import sources_of
from torchlint.knowledge.meanings import DUMMY
from torchlint.queries.api.displayed_values import is_discarded
from torchlint.queries.file import ExpressionView
from torchlint.queries.memo import query
from torchlint.queries.modes import held_models
from torchlint.queries.modes.call_depth import depth_of
from torchlint.queries.modes.caller_steps import is_in_step_of_caller
from torchlint.queries.modes.calls_by_callers import forwards_by_callers, is_measured_beside_training
from torchlint.queries.modes.generators import generators, judged_models, possible_generators
from torchlint.queries.modes.model_calls import ForwardView
from torchlint.queries.modes.own_layers import is_in_train_mode_beside_parts
from torchlint.queries.modes.reached_layers import level_reached
from torchlint.queries.modes.switched_off import leaves_out_layers
from torchlint.queries.modes.unswitched_projects import never_evaluates
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


# Names of functions that evaluate, whatever mode they ask for.
_EVALUATES = re.compile(r"(^|_)(val|valid|validate|validation|eval|evaluate|evaluation|test)(_|$)", re.IGNORECASE)


# Settings of transformers' Trainer that let it evaluate, so that it may leave its model in eval mode.
_EVALUATES_AT_INTERVALS = re.compile(r"\beval(uation)?_strategy\b|\bload_best_model_at_end\b")
# Methods of trainers and callbacks that run at the end of a training.
_LAST = ("train", "on_train_end", "on_epoch_end")


@dataclass(frozen=True, slots=True, eq=False)
class EvaluationView(ForwardView):
    """A call of a model whose output is only read, and trains nothing."""

    @property
    def is_in_train_mode(self) -> bool:
        """Whether on some call path nothing can have put the model in eval mode."""
        return bool(self._in_train_mode)

    @property
    def is_in_mode_of_training(self) -> bool:
        """Whether a model whose mode is not known is trained before, and nothing has switched it since."""
        modes = {mode_of(e.switches) for e in self.events}
        return TRAIN not in modes and any(map(self._is_in_mode_of_training, self.events))

    def _is_in_mode_of_training(self, fact: ForwardFact) -> bool:
        if fact.switches != NEVER_SEEN or fact.model.source is None or fact.model.made_by == PART:
            return False
        if self._switches_a_part:
            return False
        for earlier in self.file.facts.forwards:
            if earlier is fact:
                return False
            if not earlier.sources.isdisjoint(fact.sources) and earlier.switches == NEVER_SEEN:
                if earlier.where.stack[:1] == fact.where.stack[:1] and earlier.origin in self.file.facts.differentiated:
                    return True
        return False

    @property
    def is_in_mode_of_caller(self) -> bool:
        """Whether a function that nothing calls leaves the mode of the model that it evaluates to others.

        The model is a parameter, or one that its object holds and trains, and that no code puts in eval mode.
        """
        modes = {mode_of(e.switches) for e in self.events}
        return TRAIN not in modes and any(map(self._is_in_mode_of_caller, self.events))

    def _is_in_mode_of_caller(self, fact: ForwardFact) -> bool:
        function, facts = fact.where.caller(0), self.file.facts
        if function is None or depth_of(fact) or facts.callers_left or function in facts.escaping_functions:
            return False
        if fact.switches != NEVER_SEEN or not self.is_only_measured(fact) or not self._is_in_pass(fact):
            return False
        if not fact.sources.isdisjoint(function.node.parameters):
            return not self._switches_a_part
        held = held_models.attribute_of_self(self.model.node)
        return bool(held) and held_models.is_never_evaluated(self.file, function, held)

    @property
    def _switches_a_part(self) -> bool:
        """Whether the function around switches the mode of a part of the model before: `self.net.eval()`."""
        model = tree.root_name(self.model.node)
        around = self.file.tree.above(self.node, tree.FunctionDef) or self.file.tree.root
        before = (n for n in tree.walk(around) if isinstance(n, tree.Call) and n.end <= self.node.start)
        switches = (call.func for call in before if tree.last_name(call.func) in ("eval", "train"))
        roots = (tree.root_name(switch) for switch in switches)
        return model is not None and any(root is not None and root.id == model.id for root in roots)

    @property
    def ignores_mode(self) -> bool:
        """Whether the model has no layers such as Dropout or BatchNorm, so that its mode has no effect."""
        return self._level(self._in_train_mode) == NO

    @property
    def ignores_any_mode(self) -> bool:
        """The same for a model in whatever mode."""
        return self._level(self.events) == NO

    def _level(self, events: Sequence[ForwardFact]) -> int:
        """Whether what is called on these call paths depends on the mode."""
        layers = self.file.analysis.layers
        levels = [NO if leaves_out_layers(self.file, e) else layers.of(e.model) for e in events]
        return max(*levels, NO, level_reached(self.file, self.node, events) if events else NO)

    @property
    def is_sure(self) -> bool:
        """Whether the model certainly has layers that depend on the mode, and is certainly being evaluated."""
        if self.grad_enabled and not self.is_seen_to_its_end:
            return False
        if self.is_in_mode_of_caller and self.function is not None and _EVALUATES.search(self.function.name):
            return never_evaluates(self.file)
        if self.is_guessed:
            return False
        if self.is_in_mode_of_training or self.is_in_mode_of_caller or self.may_draw_samples:
            return False
        if any(self._is_left_by_library(switch) for e in self._in_train_mode for switch in e.switches):
            return False
        return self._level(self._in_train_mode) == YES

    def _is_left_by_library(self, switch: Switch) -> bool:
        """Whether a trainer of a library has trained the model last: its settings may have it evaluated at the end."""
        node = switch.node
        trainer = node.func.value if isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) else None
        if isinstance(trainer, tree.Call) and tree.last_name(trainer.func) == "super":
            around = self.file.tree.above(trainer, tree.ClassDef) if self.file.holds(trainer) else None
            cls = self.file.analysis.class_at.get(around) if around is not None else None
            return cls is not None and not cls.is_module  # a trainer of the project, derived from the library's
        kind = self.file.facts.values.get(trainer, UNKNOWN).kind if trainer is not None else "unknown"
        return kind in ("framework", "instance")  # a class of the project may be derived from the library's

    @property
    def _in_train_mode(self) -> list[ForwardFact]:
        sure = [e for e in self.events if self._is_left_in_train_mode(e) or self._is_put_back_by_a_pass(e)]
        if self._may_be_evaluated_by_library:
            sure = [e for e in sure if not any(map(self._is_left_by_library, e.switches))]
        sure = sure or [e for e in self.events if self._is_switched_by_passes_before(e)]
        of_training = [] if sure else [e for e in self.events if self._is_in_mode_of_training(e)]
        return sure or of_training or [e for e in self.events if self._is_in_mode_of_caller(e)]

    def _is_left_in_train_mode(self, fact: ForwardFact) -> bool:
        return mode_of(fact.switches) == TRAIN or is_in_train_mode_beside_parts(self.file, fact)

    @property
    def _may_be_evaluated_by_library(self) -> bool:
        """Whether a library's trainer may leave its model in eval mode: by its settings, or by code of the project.

        Such code is in a `train()` of the project's own trainer, or in a callback for the end.
        """
        if _EVALUATES_AT_INTERVALS.search(self.file.text):
            return True  # perhaps at the end of the last epoch, too
        own = (cls for cls in self.file.analysis.classes if not cls.is_module)
        last = (method for cls in own for name in _LAST if (method := cls.methods.get(name)) is not None)
        return any(
            tree.last_name(call.func) == "eval" for one in last for call in one.unit.tree.inside(one.node, tree.Call)
        )

    def _is_put_back_by_a_pass(self, again: ForwardFact) -> bool:
        """Whether `eval()` before a loop that trains is the only one, and its passes put the model in train mode.

        An `eval()` in the loop may share its condition with the evaluation.
        """
        chain = again.where.chain
        first = next((e for e in self.events if e.node is again.node and e.where.chain == chain), again)
        if again.around is None or not again.around.trains or first.around is not None:
            return False
        since = {switch.mode for switch in again.switches - first.switches}
        return since == {TRAIN} and all(self._is_eval_before(again.around, switch) for switch in first.switches)

    def _is_switched_by_passes_before(self, fact: ForwardFact) -> bool:
        """Whether a model of unseen code is put in train mode by each pass of a loop before, and by nothing else.

        Only a training loop without a pass leaves it in whatever mode it came in.
        """
        switches = fact.switches - NEVER_SEEN
        places = [place for depth in range(len(fact.where.chain) + 1) if (place := fact.where.called_from(depth))]
        return (
            switches != fact.switches
            and {switch.mode for switch in switches} == {TRAIN}
            and all(
                any(self._is_in_each_pass_before(switch.node, place) for place in (*places, fact.node))
                for switch in switches
            )
        )

    def _is_in_each_pass_before(self, switch: tree.Node | None, place: tree.Node) -> bool:
        syntax = self.file.tree
        if switch is None or not (self.file.holds(switch) and self.file.holds(place)):
            return False
        statement = syntax.parents.get(switch)
        loop = syntax.parents.get(statement) if isinstance(statement, tree.ExpressionStatement) else None
        if not isinstance(loop, tree.For) or statement not in loop.body or loop.end > place.start:
            return False
        return syntax.scope(loop) is syntax.scope(place) and syntax.parents.get(loop) in (
            *syntax.around(place),
            syntax.scope(place),
        )

    def _is_eval_before(self, loop: LoopRun, switch: Switch) -> bool:
        """Whether a switch is an `eval()` of the function of a loop, before the loop."""
        node, around = switch.node, loop.node
        if switch.mode != EVAL or node is None or not (self.file.holds(node) and self.file.holds(around)):
            return False
        return node.end <= around.start and self.file.tree.scope(node) is self.file.tree.scope(around)

    @property
    def is_evaluated_by_others(self) -> bool:
        """Whether other callers put the model in eval mode, and those that do not call this in passes that train.

        So does an agent that collects experience with the method that an evaluation of its policy calls, too.
        """
        is_switched = any(mode_of(e.switches) == EVAL for e in self.events)
        return is_switched and all(any(loop.trains for loop in e.where.loops[-1:]) for e in self._in_train_mode)

    @property
    def is_trained(self) -> bool:
        """Whether the model's parameters are trained or loaded; a newly constructed one has nothing to evaluate."""
        sources = {e.model.source for e in self._in_train_mode}
        switched = any(s.node not in sources for e in self._in_train_mode for s in e.switches)
        return switched or not _fitted(self.file).isdisjoint(s for e in self._in_train_mode for s in e.sources)

    @property
    def wants_train_mode(self) -> bool:
        """Whether this function itself calls `train()` for this forward, without training the model."""
        return all(self._is_put_for_this(e) for e in self._in_train_mode)

    @property
    def is_called_evaluation(self) -> bool:
        """Whether its function is named as an evaluation, and reads the model's output for each batch once.

        Monte Carlo dropout calls it several times, and a detector that is to give its losses is given targets as well.
        """
        function, arguments = self.function, self.call.node.args
        if function is None or not _EVALUATES.search(function.name) or len(arguments) != 1 or not self.is_only_read:
            return False
        inner = self.file.tree.above(self.node, *tree.Loops, tree.Comprehension, tree.FunctionDef)
        outer = self.file.tree.above(inner, *tree.Loops, tree.FunctionDef) if isinstance(inner, tree.Loops) else None
        return isinstance(inner, tree.Loops) and not isinstance(outer, tree.Loops)

    def _is_put_for_this(self, fact: ForwardFact) -> bool:
        function = self.file.tree.above(fact.node, tree.FunctionDef)
        for switch in fact.switches:
            node = switch.node
            if node is None or node is fact.model.source or not self.file.holds(node) or node.start > fact.node.start:
                return False
            if self._is_left_by_library(switch):
                return False
            if self.file.tree.above(node, tree.FunctionDef) is not function:
                return False
            around = function or self.file.tree.root
            between = (
                n for n in tree.walk(around) if isinstance(n, tree.Call) and node.end <= n.start < fact.node.start
            )
            if any(self._is_of_training(call) for call in between):
                return False
        return True

    def _is_of_training(self, call: tree.Call) -> bool:
        """Whether a call is part of training, or of a function that trains."""
        if isinstance(call.func, tree.Attribute) and call.func.attr in ("backward", "step"):
            return True
        return any(f.usage.trains for f in self.file.facts.functions.get(call, ()))

    @property
    def is_part_of_training(self) -> bool:
        """Whether this is part of a training step."""
        if self.is_among_training or all(self._is_of_its_own_step(e) for e in self.events):
            return True
        return all(is_in_step_of_caller(self.file, e) for e in self.events)

    def _is_of_its_own_step(self, fact: ForwardFact) -> bool:
        """Whether a training step calls this with gradients enabled, and trains this very model."""
        loops = fact.where.loops
        if fact.where.grad == NO or not loops or not loops[-1].trains_itself or loops[-1].depth >= depth_of(fact):
            return False
        record, step = self.file.facts, loops[-1].node
        trained = (
            e for e in record.forwards if e.origin in record.differentiated and not e.sources.isdisjoint(fact.sources)
        )
        return any(loop.node is step for e in trained for loop in e.where.loops[-1:])

    @property
    def is_measured_beside_training(self) -> bool:
        """Whether each of its call paths is a loop over data that reads numbers from an attribute of a trainer."""
        return all(is_measured_beside_training(self.file, e) for e in self.events)

    @property
    def is_given_noise(self) -> bool:
        """Whether some input is created right there, such as the noise that a generator starts from."""
        return any(ExpressionView(self.file, a.value).value.made_by == DUMMY for a in self.call.node.args)

    @property
    def may_draw_samples(self) -> bool:
        """Whether the model is given noise, and nothing says whether that is to draw samples from it."""
        return not self._sources.isdisjoint(possible_generators(self.file))

    @property
    def _sources(self) -> set[tree.Node | None]:
        return {source for e in self.events for source in e.sources}

    @property
    def _is_given_only_made_up(self) -> bool:
        """Whether all inputs are made up on the spot."""
        values = [ExpressionView(self.file, a.value).value for a in self.call.node.args]
        return bool(values) and all(value.made_by == DUMMY for value in values)

    @property
    def says_so(self) -> bool:
        """Whether there is evidence of an evaluation: batches of a loader, metrics that are read, loaded weights."""
        if is_discarded(self.call):
            return False  # for the running statistics, or a warm-up
        sources = self._sources
        if self._is_given_only_made_up and any(e.entered is None for e in self.events):
            if sources.isdisjoint(judged_models(self.file)) or not self.is_only_read:
                return False  # a check of shapes; a method may draw samples from noise
        if not sources.isdisjoint(generators(self.file)):
            return False  # samples to look at during training
        gradless = all(e.where.grad == NO for e in self.events)
        loader = any(loop.loader for e in self.events for loop in e.where.loops)
        loaded = not sources.isdisjoint(self.file.facts.loaded)
        if self.is_only_read or self.is_read_in_pass or (gradless and (loader or loaded)):
            return True
        return self.is_measured_beside_training


@query
def _fitted(file: File) -> frozenset[tree.Node]:
    """Where models were made that are trained or loaded, and where their submodules were."""
    record = file.facts
    trained = [e for e in record.forwards if e.origin in record.differentiated]
    return frozenset(record.loaded).union(*(sources_of(one) for e in trained for one in (e.model, e.whole)))


@query
def evaluations(file: File) -> list[EvaluationView]:
    """Forwards that evaluate a model, in source order."""
    views = [EvaluationView(file, view.node, view.events) for view in forwards_by_callers(file)]
    trains = [v for v in views if v.is_part_of_training or (v.is_differentiated and not v.is_measured_beside_training)]
    apart = [v for v in views if v not in trains and not v.is_test]
    return [v for v in apart if v.says_so]
