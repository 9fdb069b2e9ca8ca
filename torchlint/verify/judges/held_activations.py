"""Whether forwards save what no backward asks for."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, size, times, total

NOTHING_HELD = (Number("held", 0.0, "bytes/call"),)


def judge(seen: Sequence[Observation]) -> Verdict:
    """Forwards save what no backward asks for."""
    with_graph, without, unknown = (total(seen, name) for name in ("with_graph", "without_graph", "unknown"))
    if total(seen, "differentiated"):
        return Verdict("refuted", "backward ran through its output, so it is part of training")
    if not with_graph and unknown:
        return Verdict("undecided", f"{times(unknown, 'call')} returned no tensor")
    if not with_graph and not total(seen, "grad_enabled"):
        return Verdict("refuted", f"gradients are off in {times(without, 'call')}", NOTHING_HELD)
    if not with_graph:
        return Verdict("refuted", f"the outputs of {times(without, 'call')} have no graph", NOTHING_HELD)
    if not all(each.backward_is_watched for each in seen):
        return Verdict("undecided", f"{times(with_graph, 'graph')} built; whether a backward used them was not seen")
    most = max(seen, key=lambda each: int(each.facts["saved"])).facts
    held = most["saved"] + most["own"]
    kept = f"{times(most['nodes'], 'node')} and {size(held)}{' at least' if most['opaque'] else ''}"
    each = " each" if with_graph > 1 else ""
    numbers = (Number("held", held, "bytes/call"), Number("calls", with_graph), Number("nodes", most["nodes"]))
    text = f"{times(with_graph, 'call')} saved activations for a backward that never came: {kept}{each}"
    said, more = _at_once(seen)
    return Verdict("confirmed", text + said, numbers + more)


def _at_once(seen: Sequence[Observation]) -> tuple[str, tuple[Number, ...]]:
    """What the graphs that were there at the same time held, and the share of the memory that was in use then."""
    most = max(seen, key=lambda each: int(each.facts["peak"])).facts
    peak, graphs, in_use = most["peak"], most["at_once"], most["in_use"]
    if not peak:
        return "", ()
    numbers = Number("at once", peak, "bytes"), Number("graphs at once", graphs)
    said = f"; at most {size(peak)} at once, of {times(graphs, 'graph')}"
    if not in_use:
        return said, numbers
    share = min(peak / in_use, 1.0)
    where = "PyTorch has allocated on the GPU" if most["device"] == "cuda" else "the heap has in use"
    return f"{said}: {share:.1%} of what {where} at that time", (*numbers, Number("peak share", share))
