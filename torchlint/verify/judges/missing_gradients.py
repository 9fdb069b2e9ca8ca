"""Whether parameters are trained that nothing depends on."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total

ENOUGH = 4  # steps
SHOWN = 3  # names


def judge(seen: Sequence[Observation]) -> Verdict:
    """Some parameters have no gradient in any step of their optimizer."""
    if not total(seen, "models"):
        return Verdict("undecided", f"no module was seen in {times(total(seen, 'unknown'), 'execution')}")
    facts = max(seen, key=lambda each: (int(each.facts["missing"]), int(each.facts["steps"]))).facts
    missing, parameters, steps = facts["missing"], facts["parameters"], facts["steps"]
    if not parameters:
        return Verdict("undecided", "no optimizer that has its parameters was seen to step")
    if steps < ENOUGH:
        return Verdict("undecided", f"{times(steps, 'step')}: too few to conclude that a gradient never comes")
    numbers = (
        Number("without gradient", missing, "parameters"),
        Number("parameters", parameters, "parameters"),
        Number("numbers without gradient", facts["numbers"], "numbers"),
        Number("steps", steps, "steps"),
    )
    if not missing:
        text = f"all of {times(parameters, 'parameter')} had gradients in {times(steps, 'step')}"
        return Verdict("refuted", text, numbers)
    names = facts["names"]
    shown = ", ".join(names[:SHOWN]) + (", ..." if missing > SHOWN else "")
    text = f"{missing} of {times(parameters, 'parameter')} had no gradient in {times(steps, 'step')}: {shown}"
    return Verdict("confirmed", text, numbers)
