"""Whether work on one sample at a time would be done faster on a batch, and whether anybody waits for it."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, seconds, times, total
from torchlint.verify.judges.loader_wait import NOTICED, UNNOTICED, waits_of

PAYS = 1.5  # how much faster a batch has to be
DOES_NOT_PAY = 1.2


def judge(seen: Sequence[Observation]) -> Verdict:
    """A loop waits for its loader, in which the same work on a batch would take less time."""
    timed, spent = total(seen, "timed"), sum(one.facts["timed"] * one.facts["each"] for one in seen)
    if not timed:
        visits = times(total(seen, "unknown"), "execution")
        return Verdict("undecided", f"no DataLoader sample used it in {visits}")
    numbers: tuple[Number, ...] = (Number("per sample", spent / timed, "seconds/sample"),)
    took = f"{seconds(spent / timed)} for each of {times(timed, 'sample')}"
    loading = seen[0].loading
    waits, share = waits_of(loading), loading.share
    if share is None or waits is None:
        return Verdict("undecided", f"{took}; too few batches came from DataLoaders to measure the wait", numbers)
    numbers = (*numbers, Number("wait share", share))
    if share < UNNOTICED:
        return Verdict("refuted", f"{waits}, and this takes {took}", numbers)
    most = spent / (loading.waited + loading.between)  # at most: workers do it while the loop is busy
    if most < UNNOTICED:
        return Verdict("refuted", f"{took}, {most:.1%} of the loops' time", (Number("work share", most), *numbers))
    compared = next((one.facts["compared"] for one in seen if one.facts["compared"]), None)
    if compared is None:
        why = next((one.facts["why"] for one in seen if one.facts["why"]), "there were too few samples to try a batch")
        return Verdict("undecided", f"{took}; {waits}; {why}", numbers)
    return _of_comparison(compared, f"{took}; {waits}", share, numbers)


def _of_comparison(compared: dict[str, float], took: str, share: float, numbers: tuple[Number, ...]) -> Verdict:
    gain = compared["alone"] / compared["together"]
    numbers = (Number("speed-up", gain), *numbers)
    if not compared["is_same"]:
        return Verdict("refuted", f"on a batch it gives different results than on its samples ({took})", numbers)
    text = f"on a batch it is {gain:.1f} times as fast on this CPU ({took})"
    if gain < DOES_NOT_PAY:
        return Verdict("refuted", text, numbers)
    return Verdict("confirmed" if gain >= PAYS and share > NOTICED else "undecided", text, numbers)
