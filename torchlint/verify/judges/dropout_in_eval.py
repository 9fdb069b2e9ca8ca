"""Whether something is dropped while the module is in eval mode."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """Numbers are dropped, or are to be, in calls in eval mode."""
    calls, looked_at, dropping = (total(seen, name) for name in ("eval", "looked_at", "dropping"))
    if not calls:
        if total(seen, "train"):
            return Verdict("undecided", f"called {times(total(seen, 'train'))} in train mode, never in eval mode")
        return Verdict("undecided", f"no module was seen in {times(total(seen, 'unknown'), 'execution')}")
    if not looked_at:
        return Verdict("undecided", f"what {times(calls, 'call')} in eval mode dropped could not be looked at")
    dropped, compared = total(seen, "dropped"), total(seen, "compared")
    highest, strongest = (max(float(each.facts[name]) for each in seen) for name in ("probability", "noise"))
    where = f"{dropping} of {times(looked_at, 'call')} looked at in eval mode"
    if not dropping:
        return Verdict(
            "refuted",
            f"nothing was dropped in {times(looked_at, 'call')} looked at in eval mode",
            (Number("dropping", 0, "calls"),),
        )
    numbers = (Number("dropping", dropping, "calls"), Number("in eval mode", calls, "calls"))
    if compared:
        share = Number("dropped in eval mode", dropped / compared)
        return Verdict("confirmed", f"{share.value:.0%} of the numbers dropped in {where}", (share, *numbers))
    if strongest:
        return Verdict("confirmed", f"noise of scale {strongest:.3g} added in {where}", numbers)
    share = Number("dropped in eval mode", highest)
    return Verdict("confirmed", f"asked to drop {highest:.0%} in {where}", (share, *numbers))
