"""Whether a tensor whose data is taken is part of a graph, and whether that data is written to."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """Tensors that autograd follows are taken out of its sight, and perhaps changed there."""
    in_graph, leaves, without = (total(seen, name) for name in ("in_graph", "leaf", "without"))
    looked = in_graph + leaves + without
    if not looked:
        return Verdict("undecided", f"no tensor was seen in {times(total(seen, 'unknown'), 'execution')}")
    changed, compared = total(seen, "changed"), total(seen, "compared")
    most = max(each.facts["most_changed"] for each in seen)
    numbers = (
        Number("part of a graph", in_graph, "tensors"),
        Number("looked at", looked, "tensors"),
        Number("changed behind the graph", changed, "tensors"),
        Number("numbers changed", most, "numbers"),
    )
    if not in_graph:
        why = "leaves that require gradients" if leaves else "without a graph"
        return Verdict("refuted", f"all of {times(looked, 'tensor')} were {why}", numbers)
    text = f"{in_graph} of {times(looked, 'tensor')} were part of a graph"
    if changed:
        text += f"; {changed} of {compared} looked at were changed behind it, by up to {times(most, 'number')}"
    return Verdict("confirmed", text, numbers)
