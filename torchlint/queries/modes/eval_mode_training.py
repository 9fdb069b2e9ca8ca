"""Models that are trained in eval mode, which an evaluation has left them in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.symbols import Class
from torchlint.domain.modes import EVAL, NEVER_SEEN, TRAIN, UNCLEAR, Switch, Switches
from torchlint.domain.values import MAYBE, NO, YES
from torchlint.finding import Span
from torchlint.flow.facts import ForwardFact, LoopRun
from torchlint.queries.file import CallView, ExpressionView, View
from torchlint.queries.memo import query
from torchlint.queries.modes import put_back
from torchlint.queries.modes.call_depth import depth_of
from torchlint.queries.modes.model_calls import ForwardView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


@dataclass(frozen=True, slots=True, eq=False)
class LoopHeader(View):
    """A loop that is reported at its first line."""

    @property
    def span(self) -> Span:
        """The loop's first line."""
        node = self.node
        end = (
            node.iter.end if isinstance(node, tree.For) else node.test.end if isinstance(node, tree.While) else node.end
        )
        return Span(node.start, end)


@dataclass(frozen=True, slots=True, eq=False)
class EvalModeTraining(View):
    """A training forward that runs in eval mode, as nothing calls `train()` after an evaluation in the same loop.

    Where the evaluation comes after the training, that is so from the second pass on.
    """

    first: ForwardFact  # the forward in the first pass
    again: ForwardFact  # the same forward in the second pass; in the first if it is in eval mode then
    around: LoopRun  # each pass of which trains
    is_left_before: bool  # whether the evaluation is done before the loop, perhaps in its passes, too

    @property
    def forward(self) -> CallView:
        """The forward, as a call."""
        return CallView(self.file, self.node)

    @property
    def loop(self) -> View:
        """The loop whose second pass is in eval mode; the forward if that loop is in another file."""
        around = self.around.node
        return LoopHeader(self.file, around) if self.file.holds(around) else self.forward

    @property
    def is_from_the_start(self) -> bool:
        """Whether the first pass trains in eval mode, too: the evaluation comes before the training."""
        return self.again is self.first

    @property
    def model(self) -> ExpressionView:
        """The model, as it is written at the forward."""
        return ForwardView(self.file, self.node, (self.first,)).model

    @property
    def story(self) -> tuple[tuple[Span, str], ...]:
        """Notes for a finding: where `eval()` is called, and where the model then trains, within this file."""
        nodes = [s.node for s in self.again.switches if s.mode == EVAL and s.node and self.file.holds(s.node)]
        views = [View(self.file, node) for node in sorted(nodes, key=lambda node: node.start)[:1]]
        switched = (view.says("put in eval mode here, and never back") for view in views)
        return *switched, self.forward.says("trained here")

    @property
    def ignores_mode(self) -> bool:
        """Whether the model has no layers such as Dropout or BatchNorm, so that its mode has no effect."""
        return self.file.analysis.layers.of(self.first.model) == NO and not self._is_for_any_settings

    @property
    def _is_for_any_settings(self) -> bool:
        """Whether a class trains itself, and settings not seen here may give it Dropout or BatchNorm."""
        cls, function = self.first.model.ref, self.first.where.function
        trains_itself = isinstance(cls, Class) and function is not None and function.owner in cls.lineage
        return trains_itself and cls in self.file.analysis.layers.switchable

    @property
    def is_sure(self) -> bool:
        """Whether the model starts in train mode, steps, and depends on it: by its layers, or as its author says."""
        if "step" not in self.around.did:
            return False  # its gradients may be for something else
        if self.is_from_the_start:
            switched = all(switch.mode == EVAL for switch in self.first.switches)
            return switched and self.file.analysis.layers.of(self.first.model) == YES
        modes = {switch.mode for switch in self.first.switches}
        since = self.again.switches - self.first.switches
        if TRAIN not in modes or any(switch.mode == UNCLEAR for switch in since):
            return False
        level = self.file.analysis.layers.of(self.first.model)
        explicit = all(s.node is not self.first.model.source for s in self.first.switches if s.mode == TRAIN)
        return level == YES or ((level == MAYBE or self._is_for_any_settings) and explicit)


@query
def eval_mode_trainings(file: File) -> Iterator[EvalModeTraining]:
    """Training forwards in eval mode, as an evaluation in the same loop called `eval()`, in source order."""
    record = file.facts
    places: dict[tuple[tree.Node, object], list[ForwardFact]] = {}
    for fact in record.forwards:
        place = fact.where.called_from(depth_of(fact)) or fact.node
        if not file.holds(place):
            continue  # reported when that file is checked
        if fact.origin in record.differentiated and any(_trains(loop) for loop in fact.where.loops):
            places.setdefault((place, fact.where.chain), []).append(fact)
    found: dict[object, EvalModeTraining] = {}
    for (place, _), events in places.items():
        first = events[0]
        way = _left_by_earlier_pass(file, events) or _left_by_evaluation(file, first)
        if way is not None:
            key = (way.around.node, first.model.source)
            found.setdefault(key, EvalModeTraining(file, place, first, way.again, way.around, way.is_left_before))
    yield from sorted(found.values(), key=lambda view: view.loop.node.start)


class _Way(NamedTuple):
    """How a training forward comes to be in eval mode; the fields are those of EvalModeTraining."""

    again: ForwardFact
    around: LoopRun
    is_left_before: bool = False


def _left_by_earlier_pass(file: File, events: list[ForwardFact]) -> _Way | None:
    """The forward that is in eval mode from the second pass of a loop on, and that loop."""
    first, *rest = events
    if first.around is not None or _evaluates(first.switches):
        return None
    ways = (e for e in rest if e.around is not None and _stays_in_eval_mode(file, e))
    again = next(_not_switched_first(file, ways), None)
    if again is None or again.around is None or not _trains(again.around):
        return None
    return _Way(again, again.around)


def _left_by_evaluation(file: File, first: ForwardFact) -> _Way | None:
    """The forward that is in eval mode in the first pass of a loop, as an evaluation before it wanted, and that loop.

    The evaluation is done in that pass, or by a function before the loop, which calls `eval()` for itself. With no
    evaluation in between, somebody may want to train in eval mode: a linear probe, frozen statistics.
    """
    record = file.facts
    if first.around is not None or not _stays_in_eval_mode(file, first):
        return None
    earlier = record.forwards[: record.forwards.index(first)]
    evaluating = [e for e in earlier if e.where.grad == NO and not e.sources.isdisjoint(first.sources)]
    for around in filter(_trains, first.where.loops):
        for e in evaluating:
            is_in_pass = around in e.where.loops
            if any(_is_for(switch, e, around, file, is_in_pass) for switch in first.switches & e.switches):
                return _Way(first, around, is_left_before=not is_in_pass)
    return None


def _is_for(switch: Switch, evaluating: ForwardFact, around: LoopRun, file: File, is_in_pass: bool) -> bool:
    """Whether a call of `eval()` is part of an evaluation, and not of what prepares a loop."""
    node, where = switch.node, evaluating.where
    if switch.mode != EVAL or node is None:
        return False
    if is_in_pass and file.holds(around.node) and file.is_within(node, around.node):
        return True
    function = where.function if len(where.chain) > around.depth else None
    if function is None or node not in function.unit.tree.parents:
        return False
    return function.node.start <= node.start and node.end <= function.node.end


def _not_switched_first(file: File, ways: Iterable[ForwardFact]) -> Iterator[ForwardFact]:
    """Those forwards before which nothing surely calls `train()` in each pass of their loop, or of one around that."""
    is_switched = False
    for again in ways:
        if _is_switched_first(file, again):
            is_switched = True
        elif not is_switched or (again.around is not None and _evaluates_within(file, again, again.around)):
            yield again


def _is_switched_first(file: File, again: ForwardFact) -> bool:
    """Whether the function of a forward calls `train()` before it in any case, and no evaluation comes in between.

    One of several models that share their parts with copies may seem to be in both modes.
    """
    function, loop = again.where.function, again.around
    if function is None or loop is None:
        return False
    syntax = function.unit.tree
    around = set(syntax.around(again.node))
    first = [s.node for s in again.switches if s.node is not None and s.node in syntax.parents and _is_train(s)]
    if any(map(_switches_another, _statements_before(syntax, loop.node, again.node))):
        return True  # `self.train()`, or another name for the model
    if not any(
        function.node is syntax.above(n, tree.FunctionDef) and _is_always_before(syntax, n, around) for n in first
    ):
        return False
    if loop.depth < len(again.where.chain):
        return True  # each pass calls the function
    return not _evaluates_within(file, again, loop)


def _evaluates_within(file: File, training: ForwardFact, loop: LoopRun) -> bool:
    """Whether some pass of a loop evaluates the model that it trains."""
    record = file.facts
    evaluating = (e for e in record.forwards if e.origin not in record.differentiated)
    same = (e for e in evaluating if not e.sources.isdisjoint(training.sources))
    return any(loop.node is one.node for e in same for one in e.where.loops)


def _is_train(switch: Switch) -> bool:
    """Whether this calls `train()`, perhaps with a flag that says whether to train in train mode."""
    return isinstance(switch.node, tree.Call) and tree.last_name(switch.node.func) == "train" and switch.mode != EVAL


def _statements_before(syntax: tree.Tree, loop: tree.Node, inner: tree.Node) -> Iterator[tree.Statement]:
    """The statements of a loop that are run in each pass before some code, in the blocks around that."""
    if loop not in syntax.parents:
        return
    for block in syntax.around(inner):
        if isinstance(block, tree.Loops):
            yield from (one for one in block.body if one.end <= inner.start)
        if block is loop:
            return


def _switches_another(statement: tree.Statement) -> bool:
    """Whether a statement calls `train()` of an object that has a training of its own, as `self.train()` does."""
    call = statement.value if isinstance(statement, tree.ExpressionStatement) else None
    if not isinstance(call, tree.Call) or call.args or not isinstance(call.func, tree.Attribute):
        return False
    return call.func.attr == "train" and isinstance(call.func.value, tree.Name) and call.func.value.id == "self"


def _is_always_before(syntax: tree.Tree, switch: tree.Node, around: set[tree.Node]) -> bool:
    """Whether a statement is run whenever something after it is, of which these nodes are around it."""
    block = syntax.parents.get(syntax.statement(switch))
    return block in around and not isinstance(block, (tree.If, tree.Try))


def _trains(loop: LoopRun) -> bool:
    """Whether a loop computes gradients for an optimizer, which unknown code may let step."""
    return "backward" in loop.did and bool(loop.did & {"step", "zero_grad"})


def _stays_in_eval_mode(file: File, fact: ForwardFact) -> bool:
    return _evaluates(fact.switches) and put_back.leaves_in_eval_mode(file, fact.switches)


def _evaluates(switches: Switches) -> bool:
    return switches is not NEVER_SEEN and any(switch.mode == EVAL for switch in switches)
