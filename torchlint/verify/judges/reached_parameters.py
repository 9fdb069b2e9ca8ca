"""Whether a backward reaches parameters of an optimizer that steps after it."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """The graph of the loss leads to none of the parameters that the next step is about."""
    losses, steps, reaching = (total(seen, name) for name in ("losses", "steps", "reaching"))
    if not losses:
        return Verdict("undecided", f"no tensor was differentiated in {times(total(seen, 'unknown'), 'execution')}")
    if not steps:
        return Verdict("undecided", f"differentiated {times(losses)}, but no optimizer stepped after that")
    parameters, reached = (max(each.facts[name] for each in seen) for name in ("parameters", "reached"))
    numbers = (
        Number("reached", reached, "parameters"),
        Number("in the optimizer", parameters, "parameters"),
        Number("steps looked at", steps, "steps"),
    )
    if not reaching:
        text = f"backward reached 0 of the optimizer's {times(parameters, 'parameter')} before {times(steps, 'step')}"
        return Verdict("confirmed", f"{text} looked at", numbers)
    if reaching == steps:
        text = f"backward reached {reached} of the optimizer's {times(parameters, 'parameter')}"
        return Verdict("refuted", f"{text} before {times(steps, 'step')} looked at", numbers)
    return Verdict("undecided", f"backward reached parameters before {reaching} of {times(steps, 'step')}", numbers)
