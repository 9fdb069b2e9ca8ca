"""Whether a DataLoader is started anew for each batch."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """The same loader is started again at the same place."""
    loaders, again = total(seen, "loaders"), total(seen, "again")
    if not loaders:
        return Verdict("undecided", f"no DataLoader was found in {times(total(seen, 'unknown'), 'execution')}")
    workers, batches = (max(each.facts[name] for each in seen) for name in ("workers", "batches"))
    numbers = (Number("started again", again, "times"), Number("workers", workers), Number("batches", batches))
    if again:
        first = f", always for the first of its {batches}" if batches and total(seen, "in_order") else ""
        text = f"started {times(loaders)} for one batch each{first}, with {times(workers, 'worker')}"
        return Verdict("confirmed", text, numbers)
    if loaders > 1:
        return Verdict("refuted", f"a different loader each time, {loaders} in total", numbers)
    return Verdict("undecided", "reached only once", numbers)
