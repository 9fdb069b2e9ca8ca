"""Whether a checkpointed function computes something else the second time."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """Batch norms are updated again when the function is run again, or dropout then drops other units."""
    calls, again, once = (total(seen, name) for name in ("calls", "again_updates", "forward_updates"))
    norms, dropouts = (max(each.facts[name] for each in seen) for name in ("norms", "dropouts"))
    if not calls:
        text = f"no module was found in {times(total(seen, 'unknown'), 'call')} of the function"
        return Verdict("undecided", text)
    numbers: tuple[Number, ...]
    if total(seen, "unpreserved") and dropouts:
        numbers = (Number("active dropouts", dropouts, "layers"), Number("calls", calls, "calls"))
        text = f"{times(dropouts, 'active dropout')} in {times(calls, 'call')} whose random state is not preserved"
        return Verdict("confirmed", text, numbers)
    if not norms:
        numbers = (Number("batch norms", 0, "layers"), Number("calls", calls, "calls"))
        return Verdict("refuted", f"no batch norm was in train mode in {times(calls, 'call')}", numbers)
    if not all(each.backward_is_watched for each in seen) or not total(seen, "backwards"):
        return Verdict("undecided", f"{times(norms, 'batch norm')}, but no backward recomputed the forward")
    if not once:
        return Verdict("undecided", f"{times(norms, 'batch norm')}, not updated in {times(calls, 'call')}")
    per_call = (once + again) / once
    numbers = (Number("updates per call", per_call), Number("batch norms", norms, "layers"), Number("calls", calls))
    text = f"{per_call:.2g} updates per call of {times(norms, 'batch norm')}, in {times(calls, 'call')}"
    return Verdict("confirmed" if again else "refuted", text, numbers)
