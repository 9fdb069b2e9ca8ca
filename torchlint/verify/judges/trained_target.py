"""Whether what a loss is given as a target leads to parameters of the optimizer that steps then."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """The graph behind the target leads to parameters that the next step changes."""
    targets, steps, reaching, without = (total(seen, name) for name in ("losses", "steps", "reaching", "without_graph"))
    if not targets:
        return Verdict("undecided", f"no tensor was seen in {times(total(seen, 'unknown'), 'execution')}")
    if without == targets:
        numbers = (Number("targets without a graph", without, "times"),)
        return Verdict("refuted", f"the target had no graph in {times(targets, 'execution')}", numbers)
    if not steps:
        return Verdict("undecided", f"the target had a graph {times(targets)}, but no optimizer stepped after that")
    parameters, reached = (max(each.facts[name] for each in seen) for name in ("parameters", "reached"))
    found = (
        Number("trained through the target", reached, "parameters"),
        Number("in the optimizer", parameters, "parameters"),
        Number("steps looked at", steps, "steps"),
    )
    if reaching:
        text = f"the target's graph leads to {reached} of the optimizer's {times(parameters, 'parameter')}"
        return Verdict("confirmed", f"{text} before {reaching} of {times(steps, 'step')} looked at", found)
    text = f"the target's graph leads to 0 of the optimizer's {times(parameters, 'parameter')}"
    return Verdict("refuted", f"{text} before {times(steps, 'step')} looked at", found)
