"""What rules see of samplers that are never told which epoch it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.scopes import SourceUnit
from torchlint.domain.origins import Origin, Origins
from torchlint.domain.values import truth_of
from torchlint.finding import Span
from torchlint.flow.facts import CallContext, LoopRun, SampledLoopFact
from torchlint.flow.samplers import samplers_of
from torchlint.queries import CallView, ExpressionView, View
from torchlint.queries.training import is_range_of_one
from torchlint.syntax import tree

from . import detect_conditions

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class SamplerView(CallView):
    """A call that makes a DistributedSampler, and the loop of epochs around one that goes through its samples."""

    epochs: tree.Node
    under: View | None = None  # the condition without which it is not told the epoch; None if it never is

    @property
    def name(self) -> str:
        """The name that it is given, where that is one."""
        assigned = self.file.tree.parents.get(self.node)
        if isinstance(assigned, tree.Conditional):
            assigned = self.file.tree.parents.get(assigned)
        target = assigned.targets[0] if isinstance(assigned, tree.Assign) else None
        name = tree.dotted(target) if target is not None else None
        if self.value.kind == "loader":
            return f"{name or 'loader'}.sampler"  # a loader that makes its own
        return name or "sampler"

    @property
    def is_said_to_shuffle(self) -> bool:
        """Whether `shuffle` is left out or true; otherwise some setting decides."""
        given = self.argument(3, "shuffle")
        return not self.has_stars and (given is None or truth_of(given.value) is True)

    @property
    def program(self) -> str:
        """The other file with the loop of epochs, as ` in train.py`; empty if the loop is in this file."""
        unit = self.file.analysis.unit_of(self.epochs)
        return f" in {unit.file_name}" if unit is not None and not unit.is_target else ""

    @property
    def elsewhere(self) -> tuple[tuple[Span, str], ...]:
        """The loop of epochs and the condition, to be shown beside a finding, if they are in this file."""
        epochs = (View(self.file, self.epochs).says("the loop over epochs"),) if self.file.holds(self.epochs) else ()
        under = (self.under.says("the epoch is set only under this condition"),) if self.under else ()
        return (*epochs, *under)


def stuck_samplers(file: File) -> Iterator[SamplerView]:
    """The samplers that are made here, are part of training, and get no epoch, or only under a condition."""
    found: dict[tree.Node, tuple[tree.Node, bool]] = {}
    for epochs, samplers, where in (*_loops_over_all(file), *_iterators_made_again(file)):
        for origin in samplers:
            if (
                file.holds(origin.node)
                and origin not in file.facts.passed_to_unknown
                and not _is_inside(origin, epochs)
            ):
                is_set = _may_be_told(file, origin.node, epochs.node, where)
                if not is_set or origin.node not in found:
                    found[origin.node] = (epochs.node, is_set)
    for node, (loop, mentioned) in sorted(found.items(), key=lambda item: item[0].start):
        under = detect_conditions.only_under(file, node, loop) if mentioned else None
        if not mentioned or under is not None:
            yield SamplerView(file, node, loop, under)


def _may_be_told(file: File, sampler: tree.Node, epochs: tree.Node, where: CallContext) -> bool:
    """Whether the program with this loop may call `set_epoch` of a sampler; another program tells its own samplers."""
    own = {epochs, *where.chain}
    programs = [unit for unit in file.analysis.units if not unit.is_caller or _holds_any(unit, own)]
    return any(_may_tell(file, unit, sampler) for unit in programs if "set_epoch" in unit.mentioned)


def _may_tell(file: File, unit: SourceUnit, sampler: tree.Node) -> bool:
    """Whether a file that mentions `set_epoch` may call that of a sampler, and not only those of others."""
    calls = unit.tree.calls_named("set_epoch")
    told = [call.func.value for call in calls if isinstance(call.func, tree.Attribute)]
    if not told or len(told) != sum(node.attr == "set_epoch" for node in unit.tree.all(tree.Attribute)):
        return True  # passed as a function, or taken by its name
    found = [samplers_of((ExpressionView(file, node).value,)) for node in told]
    return any(not samplers or any(one.node is sampler for one in samplers) for samplers in found)


def _holds_any(unit: SourceUnit, nodes: set[tree.Node]) -> bool:
    return any(node in unit.tree.parents for node in nodes)


def _loops_over_all(file: File) -> Iterator[tuple[LoopRun, Origins, CallContext]]:
    """The loops of epochs around loops over all batches, each with the samplers of these."""
    for fact in file.facts.sampled_loops:
        epochs = _epochs(fact)
        if epochs is not None:
            yield epochs, fact.samplers, fact.where


def _iterators_made_again(file: File) -> Iterator[tuple[LoopRun, Origins, CallContext]]:
    """The loops in which `iter(loader)` begins anew, where each batch that `next` takes is trained on."""
    trained = frozenset(
        origin
        for _, loop, loader in file.facts.batches_taken
        if loop.trains_itself
        for origin in samplers_of((loader,))
    )
    for _, loader, where in file.facts.restarts if trained else ():
        around = where.loops[-1]
        if around.trains and not around.loader and not is_range_of_one(around.node):
            yield around, loader.origins & trained, where


def _epochs(fact: SampledLoopFact) -> LoopRun | None:
    """The loop in which each pass goes through all batches anew; None where nothing is trained, or there is none."""
    around = fact.where.loops[-1] if fact.where.loops else None
    if around is None or around.loader or is_range_of_one(around.node):
        return None
    function = fact.where.function
    feeds = function is not None and function.is_generator and isinstance(around.node, tree.While)
    return around if fact.loop.trains or feeds else None


def _is_inside(origin: Origin, loop: LoopRun) -> bool:
    """Whether something is made anew in each pass of a loop."""
    nodes = set(tree.walk(loop.node))
    return any(node in nodes for node in (*origin.chain, origin.node))
