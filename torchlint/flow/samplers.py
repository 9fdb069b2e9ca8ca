"""Samplers that pick the samples of each epoch: who made them, and which loops go through what they pick."""

from __future__ import annotations

from collections.abc import Iterable

from torchlint.domain.origins import NOWHERE, Sites
from torchlint.domain.values import TRUE, Value, all_sites, sites_of, truth_of, unknown
from torchlint.flow.facts import LoopRun, PassEvent
from torchlint.flow.state import Frame
from torchlint.syntax import tree

_DISTRIBUTED = "torch.utils.data.distributed.DistributedSampler"
_SHUFFLE = 3  # where that argument stands, which is True by default


def made_sampler(frame: Frame, name: str, args: list[Value], keywords: dict[str, Value], node: tree.Call) -> Value:
    """A sampler: what it is made of, and where it was made if its order depends on the epoch that it is told."""
    given = args[_SHUFFLE] if len(args) > _SHUFFLE else keywords.get("shuffle", TRUE)
    shuffles = name == _DISTRIBUTED and truth_of(given) is True and not any(v.kind == "star" for v in args)
    own = frozenset((frame.site("sampler", node),)) if shuffles else NOWHERE
    return unknown(sites_of(args, keywords) | own)


def samplers_of(values: Iterable[Value]) -> Sites:
    """The samplers that a loader is given, by itself or as a part of another."""
    found = (site for value in values for site in all_sites(value))
    return frozenset(site for site in found if site.what == "sampler")


def note_pass(frame: Frame, loop: LoopRun, iterated: Value) -> None:
    """A loop over batches begins."""
    samplers = samplers_of((iterated,)) if frame.interpreter.recording else NOWHERE
    if samplers:
        frame.interpreter.record.passes.append(PassEvent(loop, samplers, frame.where))
