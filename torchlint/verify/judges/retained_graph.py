"""Whether what a run has seen of an accumulator says that it keeps graphs alive."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from statistics import median
from typing import Any

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, size, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """The graph of one step after the other hangs on the accumulator, and nothing differentiates it."""
    with_graph, without, unknown = (total(seen, name) for name in ("with_graph", "without_graph", "unknown"))
    differentiated = total(seen, "differentiated")
    chained, outlived = (max(each.facts[name] for each in seen) for name in ("chained", "outlived"))
    if differentiated and outlived < 3:
        return Verdict("refuted", f"backward ran through it: its graph is needed ({times(differentiated)} at least)")
    if not with_graph and (unknown or not without):
        return Verdict("undecided", f"its value could not be read in {times(unknown, 'execution')}")
    if not with_graph:
        return Verdict("refuted", f"its value has no graph in {times(without, 'execution')}", NOTHING_RETAINED)
    if chained < 3:
        if with_graph + without < 3:
            return Verdict("undecided", f"only {times(with_graph, 'execution')}: too few to see it grow")
        if not all(
            any(_is_late(walk, each) for walk in each.facts["walks"]) for each in seen if each.facts["with_graph"]
        ):
            return Verdict("undecided", "its graph is too large to traverse in the time available")
        return Verdict("refuted", f"it never holds the graphs of more than {times(chained, 'step')}")
    if not all(each.backward_is_watched for each in seen):
        return Verdict(
            "undecided", f"it holds the graphs of {chained} steps; whether backward runs through it could not be seen"
        )
    return _retained(max(seen, key=lambda each: int(each.facts["chained"])))


NOTHING_RETAINED = (Number("retained", 0.0, "bytes/step"),)
SAVED_BY_ACTIVATIONS = 1024  # bytes per step; after backward, nothing is left of what it needed


def _retained(seen: Observation) -> Verdict:
    walks = seen.facts["walks"]
    last = max(walks, key=lambda walk: int(walk["chained"]))
    first = next(filter(partial(_is_before, last), walks), NOTHING)
    steps = last["chained"] - first["chained"]
    saved = (last["saved"] - first["saved"]) / steps
    nodes = (last["own"] - first["own"]) / steps
    grown = _growth([walk for walk in walks if _is_before(last, walk)] + [last])
    said = f"it holds the graphs of {'at least ' if last['cut'] else ''}{last['chained']} steps"
    is_packed = last["opaque"] > first["opaque"]
    if is_packed:
        if grown is None:
            return Verdict("undecided", f"{said}, and what hooks have packed in them can't be counted")
        is_cuda = last["device"] == "cuda"
        saved = grown - (0 if is_cuda else nodes)  # the walk has seen less than there is; nodes are on the host
    in_all = f"{last['nodes']} nodes and {size(last['saved'] + last['own'])} in all"
    said = said if is_packed else f"{said}, {in_all}"
    grade = "activations" if saved >= SAVED_BY_ACTIVATIONS else "nodes only"
    if last["chained"] == seen.facts["bound"] and grade == "nodes only":
        return Verdict("refuted", f"it holds no more than the newest {times(last['chained'], 'step')}, {in_all}")
    counter = COUNTERS.get(last["device"], "memory")
    tensors = (last["tensors"] - first["tensors"]) / steps
    beside = f"; the tensors in it are another {size(tensors)} per step" if tensors >= SAVED_BY_ACTIVATIONS else ""
    heap = "" if grown is None else f"; {counter} grew by {size(grown)} per step"
    numbers = (
        Number("retained", saved + nodes, "bytes/step"),
        Number("steps", last["chained"]),
        Number("nodes", last["nodes"]),
        *(() if grown is None else (Number("memory growth", grown, "bytes/step"),)),
    )
    return Verdict("confirmed", f"{said}; each step adds {size(saved + nodes)} ({grade}){beside}{heap}", numbers)


NOTHING: dict[str, Any] = {"chained": 0, "nodes": 0, "own": 0, "saved": 0, "tensors": 0, "opaque": 0, "cut": False}
COUNTERS = {"cpu": "the heap", "cuda": "PyTorch's memory on the GPU"}


def _growth(walks: Sequence[dict[str, Any]]) -> float | None:
    """Bytes per step, by what counts the memory: the median, because a garbage collection between two walks is none."""
    counted = [walk for walk in walks if walk["memory"] is not None]
    slopes = [(b["memory"] - a["memory"]) / (b["chained"] - a["chained"]) for a, b in pairwise(counted)]
    return median(slopes) if slopes else None


def _is_late(walk: dict[str, Any], seen: Observation) -> bool:
    """Whether a walk went through all that hung on an accumulator, after half of the visits or more."""
    return not walk["cut"] and 2 * walk["visit"] > seen.facts["with_graph"]


def _is_before(last: dict[str, Any], walk: dict[str, Any]) -> bool:
    """Whether a walk went through an earlier part of the same chain of steps: nothing was reset between the two."""
    is_same_chain = walk["visit"] - walk["chained"] == last["visit"] - last["chained"]
    return is_same_chain and bool(walk["chained"] < last["chained"])
