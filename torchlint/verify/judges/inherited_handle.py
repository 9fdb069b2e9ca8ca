"""Whether processes share a handle."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """Forked processes use a handle that was opened before they were forked."""
    inherited, own = total(seen, "inherited"), total(seen, "own")
    sharing = sum(bool(each.facts["inherited"]) for each in seen)
    numbers = (Number("uses of a shared handle", inherited, "uses"), Number("processes", sharing))
    if inherited:
        text = f"used {times(inherited)} in {times(sharing, 'forked process')}, which did not open it"
        return Verdict("confirmed", text.replace("processs", "processes"), numbers)
    if own and len(seen) > 1:
        return Verdict("refuted", f"used {times(own)} in {len(seen)} processes, each of which had opened it", numbers)
    if own:
        return Verdict("undecided", f"used {times(own)} in the process that opened it: no workers in this run", numbers)
    return Verdict("undecided", "a handle that was not opened here")
