"""Whether the running statistics of frozen batch norms move from step to step."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """Batch norms whose weights want no gradient are updated between steps of an optimizer."""
    if not total(seen, "modules"):
        return Verdict("undecided", f"no module was seen in {times(total(seen, 'unknown'), 'execution')}")
    facts = max(seen, key=lambda each: (int(each.facts["updated"]), int(each.facts["steps"]))).facts
    norms, frozen, updated, steps = (facts[name] for name in ("norms", "frozen", "updated", "steps"))
    numbers = (
        Number("updated", updated, "batch norms"),
        Number("frozen", frozen, "batch norms"),
        Number("change of the running mean", facts["distance"]),
        Number("steps", steps, "steps"),
    )
    if updated:
        text = f"{updated} of {times(frozen, 'frozen batch norm')} were updated in {times(steps, 'step')}"
        return Verdict("confirmed", f"{text}; the running mean moved by {facts['distance']:.2g} on average", numbers)
    if steps < 2:
        return Verdict("undecided", f"{times(steps, 'step')} of an optimizer: too few to see what changes", numbers)
    if not norms:
        return Verdict("refuted", f"it has no batch norm with running statistics, in {times(steps, 'step')}", numbers)
    if not frozen:
        return Verdict("refuted", f"none of {times(norms, 'batch norm')} was frozen in {times(steps, 'step')}", numbers)
    if facts["in_train"]:
        text = f"{times(frozen, 'frozen batch norm')}, in train mode at a step, and not updated before the next"
        return Verdict("undecided", text, numbers)
    text = f"{times(frozen, 'frozen batch norm')}, in eval mode at each of {times(steps, 'step')} looked at"
    return Verdict("refuted", text, numbers)
