"""Whether weights were left as they were, while nobody looked."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """Names of the model were not in the state, or names of the state not in the model."""
    loads, silent = total(seen, "loads"), total(seen, "silent")
    if not loads:
        return Verdict(
            "undecided", f"the result of {times(total(seen, 'unknown'), 'call')} does not show what was loaded"
        )
    missing, unexpected = (max(each.facts[name] for each in seen) for name in ("missing", "unexpected"))
    numbers = (Number("not loaded", missing, "entries"), Number("left over", unexpected, "entries"))
    if not silent:
        return Verdict("refuted", f"everything was loaded in {times(loads, 'call')}", numbers)
    names: list[str] = next((each.facts["names"] for each in seen if each.facts["names"]), [])
    entries = "1 entry" if missing == 1 else f"{missing} entries"
    text = f"{entries} of the model not loaded, {unexpected} of the state dict unused: {', '.join(names)}, ..."
    return Verdict("confirmed", text, numbers)
