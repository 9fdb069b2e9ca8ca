"""What evidence says about a finding: a function of both, and of nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from torchlint.finding import Experiment
from torchlint.verify.evidence import Evidence, Observation

Outcome = Literal["confirmed", "refuted", "not reached", "undecided"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a run says about a finding, and the number that it rests on."""

    outcome: Outcome
    text: str


def verdict(experiment: Experiment, evidence: Evidence) -> Verdict:
    """Confirmed or refuted only by what was measured on the program's own objects."""
    judge = JUDGES.get(experiment.probe)
    if judge is None:
        return Verdict("undecided", "a run can't settle this yet")
    return _without_observation(evidence) or _unmeasured(evidence.observations) or judge(_measured(evidence))


def _without_observation(evidence: Evidence) -> Verdict | None:
    if evidence.observations:
        return None
    if not evidence.processes:
        return Verdict("undecided", "no Python process could be observed")
    if evidence.file == "not loaded":
        return Verdict("not reached", "the file was never loaded")
    if evidence.file != "rewritten":
        why = "has changed since it was checked" if evidence.file == "changed" else "could not be prepared"
        return Verdict("undecided", f"the file {why}")
    if not evidence.is_placed:
        return Verdict("undecided", "nothing can be looked at here without running your code twice")
    if evidence.compiled:
        return Verdict("undecided", "not seen: perhaps it ran under torch.compile")
    return Verdict("not reached", "this line never ran")


def _unmeasured(observations: Sequence[Observation]) -> Verdict | None:
    visits = sum(seen.visits for seen in observations)
    if not any(seen.torch for seen in observations):
        return Verdict("undecided", f"reached {times(visits)} in a process without torch")
    errors = sum(seen.errors for seen in observations)
    if errors:
        name = next(seen.error for seen in observations if seen.error)
        return Verdict("undecided", f"the probe failed in {errors} of {times(visits, 'visit')}: {name}")
    if all(seen.visits == seen.skipped for seen in observations):
        return Verdict("undecided", f"reached {times(visits)}, always where tensors can't be looked at, as in tracing")
    return None


def _measured(evidence: Evidence) -> list[Observation]:
    return [seen for seen in evidence.observations if seen.torch and seen.visits > seen.skipped]


def retained_graph(seen: Sequence[Observation]) -> Verdict:
    """The graph of one step after the other hangs on the accumulator, and nothing differentiates it."""
    with_graph, without, unknown = (total(seen, name) for name in ("with_graph", "without_graph", "unknown"))
    differentiated = total(seen, "differentiated")
    chained = max(each.facts["chained"] for each in seen)
    if differentiated:
        return Verdict("refuted", f"backward ran through it: its graph is needed ({times(differentiated)} at least)")
    if not with_graph and (unknown or not without):
        return Verdict("undecided", f"its value could not be read in {times(unknown, 'visit')}")
    if not with_graph:
        return Verdict("refuted", f"its value carries no graph in {times(without, 'visit')}")
    if chained < 3:
        if with_graph + without < 3:
            return Verdict("undecided", f"only {times(with_graph, 'visit')}: too few to see it grow")
        return Verdict("refuted", f"the graphs of no more than {times(chained, 'step')} ever hang on it")
    if not all(each.backward_is_watched for each in seen):
        return Verdict("undecided", f"{chained} steps hang on it; whether backward runs through it could not be seen")
    return _retained(max(seen, key=lambda each: int(each.facts["chained"])))


BYTES_OF_NODE = 700  # measured: 612 to 825 in models of several kinds
SAVED_BY_ACTIVATIONS = 1024  # bytes per step; after backward, nothing is left of what it needed


def _retained(seen: Observation) -> Verdict:
    walks = seen.facts["walks"]
    last = max(walks, key=lambda walk: int(walk["chained"]))
    first = next(filter(partial(_is_before, last), walks), NOTHING)
    steps = last["chained"] - first["chained"]
    saved = (last["saved"] - first["saved"]) / steps
    nodes = BYTES_OF_NODE * (last["nodes"] - first["nodes"]) / steps
    grown = (last["heap"] - first["heap"]) / steps if last["heap"] and first["heap"] else None
    kept = f"{last['nodes']} nodes and {size(last['saved'])} of saved tensors"
    said = f"{'at least ' if last['cut'] else ''}{last['chained']} steps hang on it, {kept}"
    if last["opaque"] > first["opaque"]:
        if grown is None:
            return Verdict("undecided", f"{said}, and others that are packed by hooks and can't be counted")
        saved = grown - nodes  # the walk has seen less than there is
    grade = "activations" if saved >= SAVED_BY_ACTIVATIONS else "nodes only"
    heap = "" if grown is None else f"; the heap grew by {size(grown)} per step"
    return Verdict("confirmed", f"{said}: {size(saved + nodes)} per step ({grade}){heap}")


NOTHING: dict[str, Any] = {"chained": 0, "nodes": 0, "saved": 0, "opaque": 0, "cut": False, "heap": None}


def _is_before(last: dict[str, Any], walk: dict[str, Any]) -> bool:
    """Whether a walk went through an earlier part of the same chain of steps: nothing was reset between the two."""
    is_same_chain = walk["visit"] - walk["chained"] == last["visit"] - last["chained"]
    return is_same_chain and bool(walk["chained"] < last["chained"])


def times(number: int, what: str = "time") -> str:
    """A number and what was counted."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def size(number: float) -> str:
    """A number of bytes, for people."""
    if abs(number) < 1000:
        return f"{number:.0f} B"
    for unit, bytes_of_unit in (("KB", 1e3), ("MB", 1e6)):
        if abs(number) < 1000 * bytes_of_unit:
            return f"{number / bytes_of_unit:.1f} {unit}"
    return f"{number / 1e9:.1f} GB"


def hook_lifetime(seen: Sequence[Observation]) -> Verdict:
    """Hooks that were registered here are still there at the end."""
    registered, unknown, removed = (total(seen, name) for name in ("registered", "unknown", "removed"))
    live, most = total(seen, "live"), max(each.facts["most_in_one_place"] for each in seen)
    if not registered:
        return Verdict("undecided", f"no handle came back from {times(unknown, 'call')}")
    if removed == registered:
        return Verdict("refuted", f"all of {times(registered, 'hook')} were removed")
    if most < 2 and not live:
        return Verdict("refuted", f"all of {times(registered, 'hook')} were removed, or went with what they hung on")
    text = f"{registered - removed} of {times(registered, 'hook')} not removed, up to {most} at once in one place"
    return Verdict("confirmed", text)


def held_activations(seen: Sequence[Observation]) -> Verdict:
    """Forwards save what no backward asks for."""
    with_graph, without, unknown = (total(seen, name) for name in ("with_graph", "without_graph", "unknown"))
    if total(seen, "differentiated"):
        return Verdict("refuted", "backward ran through what it returns: it is part of training")
    if not with_graph and unknown:
        return Verdict("undecided", f"no tensor came back from {times(unknown, 'call')}")
    if not with_graph and not total(seen, "grad_enabled"):
        return Verdict("refuted", f"gradients are off in {times(without, 'call')}")
    if not with_graph:
        return Verdict("refuted", f"no graph hangs on what comes back from {times(without, 'call')}")
    if not all(each.backward_is_watched for each in seen):
        return Verdict("undecided", f"{times(with_graph, 'graph')} built; whether a backward used them was not seen")
    most = max(seen, key=lambda each: int(each.facts["saved"])).facts
    kept = f"{most['nodes']} nodes and {size(most['saved'])}{' at least' if most['opaque'] else ''}"
    return Verdict("confirmed", f"{times(with_graph, 'call')} saved for a backward that never came: {kept} each")


def eval_mode(seen: Sequence[Observation]) -> Verdict:
    """A model is evaluated in train mode, or trained in eval mode, and has layers for which that matters."""
    train, evaluating = total(seen, "train"), total(seen, "eval")
    trained, trained_in_eval = total(seen, "differentiated_train"), total(seen, "differentiated_eval")
    modes = (f"{times(number)} in {mode} mode" for number, mode in ((train, "train"), (evaluating, "eval")) if number)
    called = f"called {' and '.join(modes)}"
    if not train and not evaluating:
        return Verdict("undecided", f"no module was called in {times(total(seen, 'unknown'), 'visit')}")
    if not train and not trained_in_eval:
        return Verdict("refuted", f"{called}, and never differentiated")
    if not all(each.backward_is_watched for each in seen):
        return Verdict("undecided", f"{called}; for training or not could not be seen")
    if trained_in_eval:
        return _of_layers(seen, f"{called}, and backward ran through the latter")
    if not trained:
        return _of_layers(seen, f"{called}, and never differentiated")
    if trained * 2 < train:
        return Verdict("undecided", f"{called}; backward ran through {trained} of the former")
    return Verdict("refuted", f"{called}; it is part of training: backward ran through {trained} of the former")


def _of_layers(seen: Sequence[Observation], called: str) -> Verdict:
    dropouts, norms = (max(each.facts[name] for each in seen) for name in ("dropouts", "batch_norms"))
    if not dropouts and not norms:
        return Verdict("undecided", f"{called}, but it has no layer that is known to mind")
    return Verdict("confirmed", f"{called}, with {times(dropouts, 'dropout')} and {times(norms, 'batch norm')}")


def total(seen: Sequence[Observation], name: str) -> int:
    """A fact summed over processes."""
    return sum(each.facts[name] for each in seen)


JUDGES: dict[str, Callable[[Sequence[Observation]], Verdict]] = {
    "eval_mode": eval_mode,
    "held_activations": held_activations,
    "hook_lifetime": hook_lifetime,
    "retained_graph": retained_graph,
}
