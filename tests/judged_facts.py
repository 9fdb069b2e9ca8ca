"""Verdicts on facts that a probe might have measured."""

from __future__ import annotations

from typing import Any

from torchlint.evidence import Evidence, Observation
from torchlint.finding import Experiment
from torchlint.verdict import Verdict
from torchlint.verify.judge import verdict

Facts = dict[str, Any]


def judged(probe: str, *processes: Facts) -> Verdict:
    """The verdict on what processes have seen in eight visits each."""
    seen = (Observation(8, 0, 0, "", facts, torch="2.2", backward_is_watched=True) for facts in processes)
    return verdict(Experiment(probe, ()), Evidence(1, "rewritten", True, 0, tuple(seen)))
