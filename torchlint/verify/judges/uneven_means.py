"""Whether the means that are differentiated for one step are over different numbers of elements."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """Of the means that one step adds up, some are over fewer elements, each of which weighs more."""
    means, steps, several, uneven = (total(seen, name) for name in ("means", "steps", "several", "uneven"))
    if not means or not steps:
        return Verdict("undecided", f"{times(means, 'mean')} and {times(steps, 'step')}: nothing to compare")
    numbers = [Number("of different sizes", uneven, "steps"), Number("of several means", several, "steps")]
    if not several:
        return Verdict("refuted", f"one mean for each of {times(steps, 'step')}", tuple(numbers))
    if not uneven:
        return Verdict("refuted", f"in {times(several, 'step')} all means were over equally many", tuple(numbers))
    pairs = [(each.facts["least"], each.facts["most"]) for each in seen if each.facts["uneven"]]
    least, most = max(pairs, key=lambda pair: pair[1] / max(pair[0], 1e-9))
    numbers += [Number("least", least, "elements"), Number("most", most, "elements")]
    text = f"in {uneven} of {times(several, 'step')} of several means they were over different numbers"
    return Verdict("confirmed", f"{text}: {least:.6g} and {most:.6g} in one of them", tuple(numbers))
