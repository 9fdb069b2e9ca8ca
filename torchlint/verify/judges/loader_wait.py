"""Whether loops wait for their DataLoaders."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Loading, Observation
from torchlint.verdict import Number, Verdict, seconds, times, total

NOTICED = 0.1  # the share of a loop's time that is worth work on its loader
UNNOTICED = 0.02
FEW_BATCHES = 5


def judge(seen: Sequence[Observation]) -> Verdict:
    """A loop spends more than a tenth of its time waiting for its loader."""
    if not total(seen, "loaders"):
        return Verdict("undecided", f"no DataLoader was found in {times(total(seen, 'unknown'), 'execution')}")
    if not all(each.facts["is_watched"] for each in seen):
        return Verdict("undecided", "waits for batches can't be measured in this version of torch")
    facts = [each.facts for each in seen]
    loading = sum((Loading(one["batches"], one["waited"], one["between"]) for one in facts), Loading())
    waits, share = waits_of(loading), loading.share
    if waits is None or share is None:
        return Verdict("undecided", f"only {loading.batches} batches after the first two of each pass: too few to tell")
    workers = max(one["workers"] for one in facts)
    text = f"{waits} with {times(workers, 'worker')}"
    each = loading.waited / loading.batches
    numbers = (Number("wait share", share), Number("wait", each, "seconds/batch"), Number("workers", workers))
    outcome = "confirmed" if share > NOTICED else "refuted" if share < UNNOTICED else "undecided"
    return Verdict(outcome, text, numbers)  # type: ignore[arg-type]  # one of the three


def waits_of(loading: Loading) -> str | None:
    """What is known of how long loops wait; None where that is too little."""
    if loading.share is None or loading.batches < FEW_BATCHES:
        return None
    each = seconds(loading.waited / loading.batches)
    return f"loops spend {loading.share:.1%} of their time waiting for DataLoaders, {each} per batch"
