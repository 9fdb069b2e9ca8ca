"""Whether gradients are clipped that a GradScaler has scaled."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """Gradients are clipped before they are unscaled."""
    scaled, unscaled, off = (total(seen, name) for name in ("scaled", "unscaled", "off"))
    looked = scaled + unscaled + off + total(seen, "unknown")
    scale = next((each.facts["scale"] for each in seen if each.facts["scale"] is not None), None)
    numbers = [Number("scaled", scaled, "calls"), Number("looked at", looked, "calls")]
    if scaled and scale is not None and scale != 1 and not unscaled:
        numbers.insert(0, Number("scale", scale))
        said = f"scaled by {scale:g} in {scaled} of {times(looked, 'call')} looked at"
        norm = next((each.facts["norm"] for each in seen if each.facts["norm"] is not None), None)
        if norm is None:
            return Verdict("confirmed", said, tuple(numbers))
        numbers.append(Number("gradient norm", norm / scale))
        text = f"{said}: the clip saw a norm of {norm:.3g} instead of {norm / scale:.3g}"
        return Verdict("confirmed", text, tuple(numbers))
    if unscaled and not scaled:
        return Verdict("refuted", f"unscaled before {unscaled} of {times(looked, 'call')} looked at", tuple(numbers))
    if off:
        return Verdict("undecided", f"the scaler was off in {times(off, 'call')}: nothing is scaled in this run")
    if scale == 1:
        return Verdict("undecided", "the scale was 1 in this run")
    if scaled:
        return Verdict("undecided", f"scaled in {scaled} of {times(looked, 'call')} looked at", tuple(numbers))
    return Verdict("undecided", "how this scaler stores its scale is not known")
