"""Samplers: where they are constructed, and which loops iterate over their samples."""

from __future__ import annotations

import re
from collections.abc import Iterable

from torchlint.binding.symbols import Class, Function
from torchlint.domain.origins import NO_ORIGINS, Origins
from torchlint.domain.provenance import all_origins, origins_of_arguments
from torchlint.domain.values import TRUE, Value, truth_of, unknown
from torchlint.flow.facts import LoopRun, SampledLoopFact
from torchlint.flow.state import Frame
from torchlint.knowledge.call_names import DISTRIBUTED_SAMPLERS
from torchlint.syntax import tree

# What code has in it that gives a sampler another order.
_OF_ORDER = re.compile(r"sampler|epoch|seed", re.IGNORECASE)
_SHUFFLE = 3  # that argument's position; its default is True


def made_sampler(frame: Frame, name: str, args: list[Value], keywords: dict[str, Value], node: tree.Call) -> Value:
    """A sampler: its dataset, and where it was constructed if its order depends on `set_epoch`."""
    given = args[_SHUFFLE] if len(args) > _SHUFFLE else keywords.get("shuffle", TRUE)
    shuffles = name in DISTRIBUTED_SAMPLERS and truth_of(given) is not False and not any(v.kind == "star" for v in args)
    own = frozenset((frame.origin("sampler", node),)) if shuffles else NO_ORIGINS
    return unknown(origins_of_arguments(args, keywords) | own)


def samplers_of(values: Iterable[Value]) -> Origins:
    """The samplers of a loader, also those inside another sampler."""
    found = (origin for value in values for origin in all_origins(value))
    return frozenset(origin for origin in found if origin.what == "sampler")


def of_own_loader(made: Value, cls: Class, args: list[Value], keywords: dict[str, Value]) -> Value:
    """An object of the project's own loader class, which goes through the samplers that its constructor is given."""
    iterates = cls.method("__iter__")
    if iterates is not None and _may_reshuffle(iterates):
        return made
    return made.with_origins(samplers_of((*args, *keywords.values())))


def _may_reshuffle(iterates: Function) -> bool:
    """Whether an own `__iter__` may tell a sampler the epoch, and does more than wrap the batches: in a prefetcher."""
    syntax = iterates.unit.tree
    calls_its_own = not iterates.unit.traits_of(iterates.node).calls_of_self <= {"__iter__"}
    return calls_its_own or _OF_ORDER.search(syntax.text_of(iterates.node)) is not None


def note_pass(frame: Frame, loop: LoopRun, iterated: Value) -> None:
    """Record that a loop over batches starts."""
    samplers = samplers_of((iterated,)) if frame.interpreter.records_facts else NO_ORIGINS
    if samplers:
        frame.interpreter.facts.sampled_loops.append(SampledLoopFact(loop, samplers, frame.where))
