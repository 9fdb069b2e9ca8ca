"""Whether a tensor is kept where autograd does not see it."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, size, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """What is kept is a tensor."""
    tensors, others, kept = (total(seen, name) for name in ("tensors", "others", "bytes"))
    if not tensors:
        return Verdict("refuted", f"no tensor in {times(others, 'call')}", (Number("calls", others),))
    numbers: tuple[Number, ...] = (Number("kept", kept, "bytes"),)
    text = f"a tensor in {tensors} of {times(tensors + others, 'call')}, {size(kept)} in total"
    if alive := total(seen, "alive"):
        numbers += (Number("still alive", alive, "tensors"),)
        of = size(total(seen, "alive_bytes"))
        text += f"; up to {times(alive, 'tensor')} from earlier calls still alive ({of})"
    return Verdict("confirmed", text, numbers)
