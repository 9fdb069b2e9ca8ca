"""Whether each output is held against every target."""

from __future__ import annotations

import math
from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """Both are spread to a larger shape."""
    pairs, spread = (total(seen, name) for name in ("pairs", "spread"))
    calls = times(pairs, "call")
    if not pairs:
        return Verdict("undecided", f"no two tensors in {times(sum(each.visits for each in seen), 'call')}")
    if spread:
        last = next(each.facts for each in reversed(seen) if each.facts["spread"])
        output, target, result = (tuple(last[name]) for name in ("output", "target", "result"))
        numbers = (
            Number("pairs compared", math.prod(result)),
            Number("pairs meant", max(map(math.prod, (output, target)))),
        )
        text = f"output shape {output} and target shape {target} were broadcast to {result}, in {spread} of {calls}"
        return Verdict("confirmed", text, numbers)
    return Verdict("refuted", f"the shapes match in {calls}", (Number("calls", pairs),))
