"""Verdicts as text and as JSON."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from torchlint.report.style import Style, printable

if TYPE_CHECKING:
    from torchlint.finding import Finding
    from torchlint.result import Result
    from torchlint.verdict import Judgement, Number, Outcome


def word(outcome: Outcome, style: Style) -> str:
    """The outcome in capitals, such as `CONFIRMED`, in its colour."""
    return style.paint(outcome.upper(), outcome)


def sentence(judgement: Judgement, style: Style) -> str:
    """The verdict and what it rests on, numbers included."""
    return f"{word(judgement.verdict.outcome, style)}, {printable(judgement.verdict.text)}"


def suffix(judgement: Judgement, style: Style) -> str:
    """The verdict and the number that matters most, for the end of a line."""
    outcome, numbers = judgement.verdict.outcome, judgement.verdict.numbers
    measured = f" {amount(numbers[0])}" if numbers and outcome in ("confirmed", "refuted") else ""
    return f"[{word(outcome, style)}{measured}]"


def amount(number: Number) -> str:
    """What was measured and how much: `retained 5.6 KB/step`, `steps 48`, `lost gradient 0.97`."""
    return f"{number.name} {value(number)}"


def value(number: Number) -> str:
    """How much was measured, with its unit."""
    from torchlint.verdict import seconds, size

    what, _, per = number.unit.partition("/")
    if what in ("bytes", "seconds"):
        text = (size if what == "bytes" else seconds)(number.value)
    elif number.value == 1:
        text = f"1 {what.removesuffix('s')}".rstrip()
    elif math.isfinite(number.value) and number.value == int(number.value):
        text = f"{int(number.value)} {what}".rstrip()
    else:
        text = f"{number.value:.3g} {what}".rstrip()
    return f"{text}/{per}" if per else text


def is_brief(result: Result, finding: Finding) -> bool:
    """Whether a finding takes only one line: it is suspected, and the run has not confirmed it."""
    judgement = result.verdicts.get(finding)
    return judgement is not None and not finding.sure and judgement.verdict.outcome != "confirmed"


def evidence(judgement: Judgement | None) -> dict[str, Any] | None:
    """The verdict as a JSON object; None without a run. Infinity and NaN become null."""
    if judgement is None:
        return None
    verdict = judgement.verdict
    return {
        "status": verdict.outcome.replace(" ", "-"),
        "text": verdict.text,
        "measurements": [
            {"name": number.name, "value": number.value if math.isfinite(number.value) else None, "unit": number.unit}
            for number in verdict.numbers
        ],
        "processes": len(judgement.evidence.observations) if judgement.evidence else 0,
    }
