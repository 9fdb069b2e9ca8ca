"""Whether anything is lost where a logarithm is taken of probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from torchlint.evidence import Observation
from torchlint.knowledge.dtypes import sigmoid_is_one_from
from torchlint.verdict import Number, Verdict, times, total

LOST = 0.01  # share of the gradient
DIFFERENT = {"torch.float16": 1e-2, "torch.bfloat16": 1e-2}  # of the loss; other types are finer


def judge(seen: Sequence[Observation]) -> Verdict:
    """Probabilities have rounded to 0 or 1, and the loss or its gradient is another one than from logits."""
    looked_at, outside = total(seen, "numbers"), total(seen, "outside")
    if not looked_at:
        visits = sum(each.visits for each in seen)
        return Verdict("undecided", f"no probabilities could be read in {times(visits, 'call')}")
    if outside:
        text = f"{outside} of {times(looked_at, 'value')} are not between 0 and 1, so they are not probabilities"
        return Verdict("refuted", text, (Number("outside", outside, "values"),))
    harms = [harm for harm in (_gradient(seen), _loss(seen), _infinite(seen), _wrong(seen)) if harm]
    rounded = f"{_rounded(seen)} of {times(looked_at, 'value')} rounded to 0 or 1{_share(_rounded(seen), looked_at)}"
    others = (Number("rounded", _rounded(seen), "values"), *_margin(seen))
    if harms:
        first, *rest = (text for text, _ in harms)
        return Verdict("confirmed", "; ".join([first, rounded, *rest]), (*(number for _, number in harms), *others))
    if total(seen, "nans") == looked_at:
        return Verdict("undecided", "nothing but NaN was seen")
    return Verdict("undecided", f"no harm so far: {rounded}{_nearest(seen)}{_unseen(seen)}", (*others[1:], others[0]))


Harm = tuple[str, Number] | None


def _infinite(seen: Sequence[Observation]) -> Harm:
    infinite = total(seen, "infinite")
    return (f"{times(infinite, 'result')} not finite", Number("not finite", infinite, "values")) if infinite else None


def _wrong(seen: Sequence[Observation]) -> Harm:
    wrong = total(seen, "wrong")
    text = f"{wrong} on the wrong side of {'its target' if wrong == 1 else 'their targets'}"
    return (text, Number("on the wrong side", wrong, "values")) if wrong else None


def _rounded(seen: Sequence[Observation]) -> int:
    return total(seen, "zeros") + total(seen, "ones")


def _share(part: int, whole: int) -> str:
    """The share of what has rounded, where there is some: ` (12 %)`."""
    return f" ({100 * part / whole:.2g} %)" if 0 < part < whole else ""


def _worst(seen: Sequence[Observation]) -> dict[str, Any] | None:
    """The comparison of gradients in which most is lost."""
    found = [each.facts["gradient"] for each in seen if each.facts["gradient"]]
    return max(found, key=lambda each: (each["broken"], _lost(each)), default=None)


def _lost(gradient: dict[str, Any]) -> float:
    return 1 - gradient["now"] / gradient["fused"] if gradient["fused"] else 0.0


def _gradient(seen: Sequence[Observation]) -> Harm:
    worst = _worst(seen)
    if worst and worst["broken"]:
        text = f"{worst['broken']} of {times(worst['numbers'], 'gradient')} not finite"
        return text, Number("gradients not finite", worst["broken"], "values")
    if worst and _lost(worst) > LOST:
        return f"{100 * _lost(worst):.3g} % of the gradient lost", Number("gradient lost", _lost(worst))
    return None


def _difference(seen: Sequence[Observation]) -> tuple[float, Observation] | None:
    found = [(_apart(each.facts["loss"]), each) for each in seen if each.facts["loss"]]
    return max(found, key=lambda pair: pair[0], default=None)


def _apart(loss: dict[str, float]) -> float:
    return abs(loss["now"] - loss["fused"]) / max(abs(loss["fused"]), 1e-12)


def _loss(seen: Sequence[Observation]) -> Harm:
    found = _difference(seen)
    if found is None or found[0] <= DIFFERENT.get(found[1].facts["dtype"], 1e-3):
        return None
    loss = found[1].facts["loss"]
    text = f"a mean loss of {loss['now']:.4g} where logits give {loss['fused']:.4g}"
    return text, Number("relative difference of the loss", found[0])


def _margin(seen: Sequence[Observation]) -> tuple[Number, ...]:
    closest = min((each.facts["closest"] for each in seen if each.facts["closest"] is not None), default=None)
    largest = max((each.facts["largest"] for each in seen if each.facts["largest"] is not None), default=None)
    known = (("closest to 0 or 1", closest), ("largest logit", largest))
    return tuple(Number(name, number) for name, number in known if number is not None)


def _nearest(seen: Sequence[Observation]) -> str:
    margin = {number.name: number.value for number in _margin(seen)}
    kind = next((each.facts["dtype"] for each in seen if each.facts["dtype"]), "")
    said = "".join(f", {name} {value:.3g}" for name, value in margin.items())
    if "largest logit" in margin:
        said += f" ({kind.removeprefix('torch.')} rounds to 1 from {sigmoid_is_one_from(kind)} on)"
    return said


def _unseen(seen: Sequence[Observation]) -> str:
    if _worst(seen) is None and total(seen, "unmeasured"):
        return "; the gradient could not be determined"
    return ""
