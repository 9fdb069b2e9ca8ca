"""Whether a loss that wants logits is given probabilities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total

FEWEST = 8  # numbers: so many logits are not all between 0 and 1 by chance


def judge(seen: Sequence[Observation]) -> Verdict:
    """All numbers that the loss is given are probabilities."""
    checked, between, logarithms = (total(seen, name) for name in ("checked", "between", "logarithms"))
    if not checked:
        return _other_loss(seen) or _unchecked(seen)
    lowest = min(each.facts["lowest"] for each in seen if each.facts["checked"])
    highest = max(each.facts["highest"] for each in seen if each.facts["checked"])
    calls = times(checked, "call")
    spread = (Number("lowest", lowest), Number("highest", highest))
    share = (Number("calls with probabilities", between / checked), *filter(Number.is_finite, spread))
    if logarithms == checked:
        return Verdict(
            "refuted", f"harmless: log-probabilities in {calls} looked at, which softmax does not change", share
        )
    if not between:
        return Verdict("refuted", f"no probabilities in {calls} looked at: from {lowest:.3g} to {highest:.3g}", share)
    if between < checked:
        return Verdict("undecided", f"only {between} of {calls} looked at were given probabilities", share)
    if total(seen, "numbers") < FEWEST:
        few = times(total(seen, "numbers"), "number")
        return Verdict("undecided", f"too few to tell: {few} between 0 and 1", share)
    return _confirmed(seen, checked, lowest, highest)


def _other_loss(seen: Sequence[Observation]) -> Verdict | None:
    """Another loss was called in the place of the one that the finding is about, which says nothing of that."""
    others = Counter[str]()
    for each in seen:
        others.update(each.facts["others"])
    if not others:
        return None
    (name, _), calls = others.most_common(1)[0], others.total()
    called = f"the loss called here was `{name}` in {times(calls, 'call')} looked at"
    text = f"{called}, which may not apply softmax or sigmoid itself"
    return Verdict("undecided", text, (Number("calls of other losses", calls),))


def _unchecked(seen: Sequence[Observation]) -> Verdict:
    calls = times(sum(each.visits for each in seen), "call")
    if total(seen, "nans"):
        return Verdict("undecided", f"its input held NaN in {calls}")
    what = "empty" if total(seen, "empty") else "nothing whose numbers can be read"
    return Verdict("undecided", f"its input was {what} in {calls}")


def _confirmed(seen: Sequence[Observation], checked: int, lowest: float, highest: float) -> Verdict:
    is_softmax = total(seen, "normalised") == checked
    classes = max(each.facts["classes"] for each in seen)
    effect = next((each.facts["effect"] for each in reversed(seen) if each.facts["effect"]), None)
    floor = next((each.facts["floor"] for each in reversed(seen) if each.facts["floor"]), None)
    floor = floor if floor is not None else effect["floor"] if effect else None
    given = "rows that sum to 1" if is_softmax else f"numbers from {lowest:.3g} to {highest:.3g}"
    of = f" with {classes} classes" if classes else " with these targets"
    text = f"given {given} in {times(checked, 'call')} looked at"
    numbers: tuple[Number, ...] = ()
    if floor is not None:
        text = f"the unweighted mean loss can't go below {floor:.3f}{of}: {text}"
        numbers += (Number("lowest loss", floor),)
    if effect:
        text += f"; a loss of {effect['now']:.3f} now, {effect['right']:.3f} from logits, with a gradient of"
        text += f" {effect['gradient']:.2g} times the size"
        numbers += (
            Number("loss", effect["now"]),
            Number("loss from logits", effect["right"]),
            Number("gradient ratio", effect["gradient"]),
        )
    return Verdict("confirmed", text, numbers or (Number("calls with probabilities", 1.0),))
