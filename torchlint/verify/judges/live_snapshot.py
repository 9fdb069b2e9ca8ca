"""Whether weights that the program keeps are changed by later steps."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """What was kept has other numbers after a step of an optimizer."""
    kept = total(seen, "kept")
    if not kept:
        return Verdict("undecided", f"no weights were seen in {times(total(seen, 'unknown'), 'execution')}")
    facts = max(seen, key=lambda each: (int(each.facts["changed"]), int(each.facts["unchanged"]))).facts
    changed, tensors, steps, moved = (facts[name] for name in ("changed", "tensors", "steps", "moved"))
    numbers = (
        Number("changed", changed, "tensors"),
        Number("looked at", tensors, "tensors"),
        Number("steps since", steps or facts["unchanged"], "steps"),
        Number("changed by up to", moved),
    )
    if changed:
        text = f"{changed} of {times(tensors, 'tensor')} looked at changed after they were kept, by up to {moved:.2g}"
        return Verdict("confirmed", f"{text} in {times(steps, 'step')}", numbers)
    if facts["unchanged"]:
        text = f"the kept weights are unchanged after {times(facts['unchanged'], 'more step')}"
        return Verdict("refuted", text, numbers)
    return Verdict("undecided", f"kept {times(kept)}, but no optimizer stepped while it existed", numbers)
