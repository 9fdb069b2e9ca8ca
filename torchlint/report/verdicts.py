"""What a run has said about a finding, as people and as programs read it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from torchlint.report.style import Style, printable

if TYPE_CHECKING:
    from torchlint.finding import Finding
    from torchlint.result import Result
    from torchlint.verdict import Judgement, Number, Outcome


def word(outcome: Outcome, style: Style) -> str:
    """`CONFIRMED` and the others, each in its colour."""
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
        said = (size if what == "bytes" else seconds)(number.value)
    elif number.value == 1:
        said = f"1 {what.removesuffix('s')}".rstrip()
    elif math.isfinite(number.value) and number.value == int(number.value):
        said = f"{int(number.value)} {what}".rstrip()
    else:
        said = f"{number.value:.3g} {what}".rstrip()
    return f"{said}/{per}" if per else said


def is_brief(result: Result, finding: Finding) -> bool:
    """Whether a line is enough: a suspicion that the run has not confirmed."""
    judgement = result.verdicts.get(finding)
    return judgement is not None and not finding.sure and judgement.verdict.outcome != "confirmed"


def evidence(judgement: Judgement | None) -> dict[str, Any] | None:
    """The verdict as a record; nothing where there was no run. A number that JSON lacks is null."""
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
