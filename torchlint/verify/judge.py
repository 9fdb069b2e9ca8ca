"""Turns the evidence on a finding into a verdict, as a pure function."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Evidence, Observation
from torchlint.finding import Experiment
from torchlint.verdict import Verdict, times
from torchlint.verify.judges import NAMES, judge_of

# Why nothing was looked at in a file, by what became of it.
_NOT_REWRITTEN = {
    "changed": "has changed since it was checked",
    "failed": "could not be prepared",
    "unseen": "ran in a way that can't be observed, such as `exec` of its text or `python < file`",
}
NO_PROBE = "torchlint has no probe named {!r}"


def is_known(experiment: Experiment) -> bool:
    """Whether an experiment's probe exists, and with it a judge."""
    return experiment.probe in NAMES


def verdict(experiment: Experiment, evidence: Evidence) -> Verdict:
    """The verdict; confirmed or refuted only by what was measured on the program's own objects."""
    judge = judge_of(experiment.probe)
    if judge is None:
        return Verdict("undecided", NO_PROBE.format(experiment.probe))
    return _without_observation(evidence) or _unmeasured(evidence.observations) or judge(_measured(evidence))


def _without_observation(evidence: Evidence) -> Verdict | None:
    if evidence.observations:
        return None
    if not evidence.processes:
        return Verdict("undecided", "no Python process could be observed")
    if evidence.file == "not loaded":
        return Verdict("not reached", "no process imported or ran this file")
    if evidence.file == "not run":
        return Verdict("not reached", "no kernel ran this cell with the text that was checked")
    if evidence.file == "no kernel":
        return Verdict("undecided", "no kernel was observed")
    if evidence.file == "cell failed":
        return Verdict("undecided", "this cell could not be prepared")
    if evidence.file == "magic":
        return Verdict("undecided", "a magic runs this code in a way that can't be observed")
    if evidence.file != "rewritten":
        return Verdict("undecided", f"the file {_NOT_REWRITTEN[evidence.file]}")
    if not evidence.is_placed:
        return Verdict("undecided", "this expression can't be observed without evaluating it twice")
    if evidence.compiled:
        return Verdict("undecided", "not observed: it may have run inside torch.compile")
    return Verdict("not reached", "this line never ran")


def _unmeasured(observations: Sequence[Observation]) -> Verdict | None:
    visits = sum(seen.visits for seen in observations)
    if not any(seen.torch for seen in observations):
        return Verdict("undecided", f"reached {times(visits)}, in a process that has not imported torch")
    errors = sum(seen.errors for seen in observations)
    if errors:
        name = next(seen.error for seen in observations if seen.error)
        return Verdict("undecided", f"the probe failed {times(errors)} in {times(visits, 'execution')}: {name}")
    if all(seen.visits == seen.skipped for seen in observations):
        return Verdict(
            "undecided", f"reached {times(visits)}, but only where tensors can't be read, such as in tracing"
        )
    return None


def _measured(evidence: Evidence) -> list[Observation]:
    return [seen for seen in evidence.observations if seen.torch and seen.visits > seen.skipped]
