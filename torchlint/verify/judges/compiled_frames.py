"""Whether torch.compile has compiled what runs."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """Nothing was compiled in calls of a compiled model; or, without calls, nothing of its forward at all."""
    calls, frames, parts, versions = (total(seen, name) for name in ("calls", "frames", "parts", "versions"))
    name = next((each.facts["model"] for each in seen if each.facts["model"]), "")
    if not name:
        return Verdict(
            "undecided", f"no compiled model was seen in {times(sum(each.visits for each in seen), 'execution')}"
        )
    numbers = (Number("compiled", frames if calls else versions, "frames"), Number("calls", calls))
    forward = f"`{name}.forward` was compiled {times(versions)}"
    if not calls:
        return Verdict("refuted" if versions else "confirmed", forward, numbers)
    if frames or parts:
        text = f"{times(frames, 'frame')} compiled in {times(calls, 'call')}, {times(parts, 'part')} compiled alone"
        return Verdict("refuted", text, numbers)
    return Verdict("confirmed", f"0 frames compiled in {times(calls, 'call')}; {forward}", numbers)
