"""Whether values lie where the operation that takes them is defined."""

from __future__ import annotations

import math
from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total

SAYS = {
    "positive": "not greater than 0",
    "nonnegative": "less than 0",
    "nonzero": "0",
    "cosine": "not between -1 and 1",
}


def judge(seen: Sequence[Observation]) -> Verdict:
    """Values lie outside of what the operation is defined for."""
    empty = total(seen, "empty")
    if empty and next(each.facts["wanted"] for each in seen) == "finite":
        of = times(empty + total(seen, "checked"), "call")
        found = (Number("empty", empty, "calls"),)
        return Verdict("confirmed", f"nothing was selected in {empty} of {of} looked at", found)
    if not total(seen, "checked"):
        what = "empty" if total(seen, "empty") else "nothing whose numbers can be read"
        visits = sum(each.visits for each in seen)
        return Verdict("undecided", f"its input was {what} in {times(visits, 'call')}")
    wanted = next(each.facts["wanted"] for each in seen)
    return _of_rows(seen) if wanted == "log_probabilities" else _of_values(seen, wanted)


def _of_rows(seen: Sequence[Observation]) -> Verdict:
    rows, off, above = (total(seen, name) for name in ("rows", "rows_off", "above"))
    calls = times(total(seen, "checked"), "call")
    if not rows:
        return Verdict("undecided", f"nothing but NaN was seen in {calls}")
    highest = _extreme(seen, "highest")
    lowest_sum, highest_sum = (_extreme(seen, name) for name in ("sum_lowest", "sum_highest"))
    share = Number("rows that are not log-probabilities", off / rows)
    numbers = (share, *filter(Number.is_finite, [Number("largest input", highest)]))
    if not off:
        sums = "in every row the exponentials sum to 1"
        return Verdict("refuted", f"{times(rows, 'row')} of log-probabilities in {calls}: {sums}", numbers)
    largest = f", with numbers up to {highest:.3g}" if above else ""
    sums = f"exponentials sum to {_exponential(lowest_sum)} to {_exponential(highest_sum)} instead of 1"
    text = f"{off} of {times(rows, 'row')} are not log-probabilities: {sums}{largest}, in {calls} looked at"
    return Verdict("confirmed" if off * 2 > rows else "undecided", text, numbers)


def _of_values(seen: Sequence[Observation], wanted: str) -> Verdict:
    outside, edge, broken, looked_at = (total(seen, name) for name in ("outside", "edge", "broken", "numbers"))
    lowest, highest = _extreme(seen, "lowest"), _extreme(seen, "highest")
    of = f"of {times(looked_at, 'value')} looked at"
    extremes = (Number("lowest", lowest), Number("highest", highest))
    numbers = (Number("outside", outside, "values"), *filter(Number.is_finite, extremes))
    spread = f"from {lowest:.3g} to {highest:.3g}"
    if outside:
        made = f"; {times(broken, 'result')} not finite" if broken else ""
        return Verdict("confirmed", f"{outside} {of} are {SAYS[wanted]}{made}: {spread}", numbers)
    if edge:
        infinite = Number("infinite gradients", edge, "values")
        return Verdict("confirmed", f"{edge} {of} have an infinite gradient: {spread}", (infinite, *numbers))
    if broken:
        not_finite = Number("not finite", broken, "values")
        return Verdict("confirmed", f"{times(broken, 'result')} not finite: {spread}", (not_finite, *numbers))
    return Verdict("undecided", f"no harm in {looked_at} values looked at: {spread}", numbers)


def _extreme(seen: Sequence[Observation], name: str) -> float:
    found = [each.facts[name] for each in seen if each.facts[name] is not None]
    return (min if name.endswith("lowest") else max)(found, default=math.nan)


def _exponential(number: float) -> str:
    """An exponential, which may be larger than any float."""
    return f"{math.exp(number):.3g}" if number < 20 else f"1e{number / math.log(10):.0f}"
