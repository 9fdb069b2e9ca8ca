"""Whether a result that nobody keeps is anything else than the tensor that is used on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, size, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """What is dropped differs from what is used on."""
    different, same, in_place = (total(seen, name) for name in ("different", "same", "in_place"))
    itself, unknown = total(seen, "module") + total(seen, "itself"), total(seen, "unknown")
    numbers = (Number("discarded", different, "results"), Number("copied for nothing", total(seen, "copied"), "bytes"))
    if different:
        changes = sum((Counter(each.facts["changes"]) for each in seen), Counter[str]())
        what = "; ".join(change for change, _ in changes.most_common(3))
        changed, compared, copied = (total(seen, name) for name in ("changed", "compared", "copied"))
        share = f" ({changed} of {compared} looked at)" if changed else ""
        cost = f", {size(copied)} copied for nothing" if copied else ""
        return Verdict("confirmed", f"{times(different, 'result')} dropped: {what}{share}{cost}", numbers)
    if same:
        return Verdict(
            "undecided", f"{times(same, 'call')} had nothing to do: the tensor was already as requested", numbers
        )
    if total(seen, "unmeasured"):
        return Verdict("undecided", "the values of the results could not be compared")
    if unknown and not in_place and not itself:
        return Verdict("undecided", f"no tensor was seen in {times(unknown, 'call')}")
    if unknown:
        return Verdict("undecided", f"something other than a tensor was seen in {times(unknown, 'call')}")
    if in_place:
        return Verdict("refuted", f"{times(in_place, 'call')} changed the tensor itself", numbers)
    return Verdict("refuted", f"{times(itself, 'call')} of an object that changes in place", numbers)
