"""What a run has measured at a finding, as programs read it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from torchlint.verify.verified import Judged


def evidence(judged: Judged | None) -> dict[str, Any] | None:
    """The verdict, its words and its numbers, and how many processes it was looked for in; None without a run."""
    if judged is None:
        return None
    verdict = judged.verdict
    return {
        "status": verdict.outcome.replace(" ", "-"),
        "text": verdict.text,
        "measurements": [
            {"name": number.name, "value": number.value, "unit": number.unit} for number in verdict.numbers
        ],
        "processes": judged.evidence.processes if judged.evidence is not None else 0,
    }
