"""Whether half precision has made positions the same, or their angles others."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total

# Of a turn of 6.28: what a model can tell from no error at all.
_FAR_OFF = 0.1


def judge(seen: Sequence[Observation]) -> Verdict:
    """Positions are equal to the ones before them, or angles are off by more than a little."""
    half, exact, repeated, positions = (total(seen, name) for name in ("half", "exact", "repeated", "positions"))
    kind = next((each.facts["dtype"] for each in seen if each.facts["half"] or not half), "").removeprefix("torch.")
    if not half:
        if exact:
            return Verdict("refuted", f"angles are computed in {kind}, in {times(exact, 'product')} looked at")
        return Verdict("undecided", f"no numbers to look at in {times(sum(each.visits for each in seen), 'product')}")
    off = max(each.facts["off"] for each in seen)
    said = f"angles are off by up to {off:.2g} rad in {kind}"
    share = Number("repeated", repeated / positions if positions else 0.0)
    if repeated:
        text = f"{repeated:,} of {positions:,} positions are the same as the one before; {said}"
        return Verdict("confirmed", text, (share, Number("off by", off, "rad")))
    found = (Number("off by", off, "rad"), share)
    if off >= _FAR_OFF:
        return Verdict("confirmed", f"{said}, though all {positions + half:,} positions differ", found)
    return Verdict("undecided", f"{said} so far, of {times(positions + half, 'position')}", found)
