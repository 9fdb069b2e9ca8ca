"""Whether the graph of a loss grows from one backward to the next."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total

ENOUGH = 3  # looks in a row


def judge(seen: Sequence[Observation]) -> Verdict:
    """Each of the first looks finds more nodes than the one before, twice as many in the end; or all find the same."""
    if not total(seen, "losses"):
        return Verdict("undecided", f"no loss with a graph was seen in {times(total(seen, 'unknown'), 'execution')}")
    walks = max((each.facts["walks"] for each in seen), key=len)
    if len(walks) < ENOUGH:
        return Verdict("undecided", f"looked at {len(walks)} of its graphs: too few to see one grow")
    sizes = [walk["nodes"] for walk in walks]
    rising = next((n for n in range(1, len(sizes)) if sizes[n] <= sizes[n - 1]), len(sizes))  # until it starts anew
    first, last = walks[0], walks[rising - 1] if rising >= ENOUGH else walks[-1]
    slope = (last["nodes"] - first["nodes"]) / (last["visit"] - first["visit"])
    numbers = (
        Number("growth", slope, "nodes/step"),
        Number("nodes at first", first["nodes"], "nodes"),
        Number("nodes at last", last["nodes"], "nodes"),
        Number("steps", last["visit"] - first["visit"], "steps"),
    )
    text = f"{first['nodes']} nodes behind the loss in step {first['visit']}, {last['nodes']} in step {last['visit']}"
    if rising >= ENOUGH and last["nodes"] >= 2 * first["nodes"]:
        return Verdict("confirmed", f"{text}: {slope:.3g} more in each step", numbers)
    if max(sizes) == min(sizes):
        return Verdict("refuted", f"{text}: it does not grow", numbers)
    return Verdict("undecided", f"{text}, but it does not grow in each step", numbers)
