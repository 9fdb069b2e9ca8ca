"""Whether a program stands still for a good part of its time where it fetches a number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, seconds, times, total

MUCH = 0.05  # of the loop's time
LITTLE = 0.01
FEW_PASSES = 5


def judge(seen: Sequence[Observation]) -> Verdict:
    """The host waits for a device in each pass of a loop, for more than a twentieth of the loop's time."""
    devices: Counter[str] = Counter()
    for one in seen:
        devices.update(one.facts["devices"])
    timed, blocked = total(seen, "timed"), sum(one.facts["blocked"] for one in seen)
    each = Number("blocked", blocked / timed, "seconds/call") if timed else None
    if set(devices) == {"cpu"}:
        # Not the mean: one turn of another process would be most of it.
        least = min((one.facts["least"] for one in seen if one.facts["least"]), default=None)
        took = "" if least is None else f", {seconds(least)} at best"
        text = f"{times(devices['cpu'], 'tensor')} on the CPU, where there is nothing to wait for{took}"
        return Verdict("refuted", text, (Number("on the CPU", devices["cpu"], "tensors"),))
    if set(devices) - {"cpu"} == {"none"}:
        return Verdict("undecided", f"no tensor was seen in {times(devices['none'], 'execution')}")
    passes, all_seconds = total(seen, "passes"), sum(one.facts["seconds"] for one in seen)
    if each is None or passes < FEW_PASSES or not all_seconds:
        return Verdict("undecided", f"{passes} passes of the loop: too few to tell, or not timed")
    share = min(blocked / all_seconds, 1.0)
    text = f"the host waits for {share:.1%} of the loop's time, {seconds(each.value)} in each of {timed} waits"
    outcome = "confirmed" if share > MUCH else "refuted" if share < LITTLE else "undecided"
    return Verdict(outcome, text, (Number("blocked share", share), each))  # type: ignore[arg-type]  # one of the three
