"""Whether a model is saved under the names that it has inside a wrapper."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """All names begin with what the wrapper puts before them."""
    keys = total(seen, "keys")
    if not keys:
        return Verdict("undecided", f"no names were seen in {times(total(seen, 'unknown'), 'execution')}")
    prefix = max(("module", "_orig_mod"), key=lambda name: total(seen, name))
    found = total(seen, prefix)
    numbers = (Number("names of a wrapper", found, "names"), Number("names", keys, "names"))
    if not found and total(seen, "alone"):
        return Verdict("undecided", "only one process was observed, and a single process has no wrapper")
    if not found:
        return Verdict("refuted", f"none of {times(keys, 'name')} begins with a wrapper's prefix", numbers)
    first = next((each.facts["first"] for each in seen if each.facts["first"]), "")
    text = f"{found} of {times(keys, 'name')} begin with `{prefix}.`: {first}"
    return Verdict("confirmed" if found == keys else "undecided", text, numbers)
