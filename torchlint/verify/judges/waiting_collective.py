"""Whether a collective waits for processes that never come."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total
from torchlint.verify.ranks import named

# With these a call has ended only when all processes have come.
_WAITS = frozenset(("gloo", "mpi"))


def judge(seen: Sequence[Observation]) -> Verdict:
    """A rank begins a call that does not end, and other ranks never begin it."""
    there = [each for each in seen if each.facts["world"] > 1]
    if not there:
        return Verdict("undecided", "no group of several processes was seen here")
    world = max(each.facts["world"] for each in there)
    ranks = sorted({each.facts["rank"] for each in there if each.facts["begun"]})
    begun, ended = total(there, "begun"), total(there, "ended")
    numbers = (Number("ranks that reach it", len(ranks), "ranks"), Number("ranks", world, "ranks"))
    who = f"only {named(ranks)} of {world} ranks" if ranks else f"none of {world} ranks"
    if len(ranks) == world:
        return Verdict("refuted", f"all {world} ranks reach this call", numbers)
    if begun > ended:
        return Verdict(
            "confirmed", f"{who} reached this call, and {times(begun - ended, 'call')} never returned", numbers
        )
    if all(each.facts["backend"] in _WAITS for each in there):
        return Verdict("refuted", f"{who} reached this call, and all of {times(ended, 'call')} returned", numbers)
    return Verdict("undecided", f"{who} reached this call; on a GPU, a call returns before it is done", numbers)
