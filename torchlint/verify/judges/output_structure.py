"""Whether a model returns several things without names, and always the same ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total

MODES = ("train", "eval", "")


def judge(seen: Sequence[Observation]) -> Verdict:
    """A plain tuple or list of two or more comes back."""
    by_mode = {mode: _counted(seen, mode) for mode in MODES}
    kinds = sum(by_mode.values(), Counter[str]())
    bare = Counter({kind: number for kind, number in kinds.items() if length(kind) >= 2})
    calls = kinds.total()
    if not calls:
        calls_inside = times(total(seen, "inner"), "call")
        return Verdict("undecided", f"in {calls_inside}, a decorator or another forward got it before any caller")
    if not bare:
        common = ", ".join(f"{kind} in {times(number, 'call')}" for kind, number in kinds.most_common(3))
        return Verdict("refuted", f"no bare tuple is returned: {common}", (Number("bare tuples", 0, "calls"),))
    numbers = (
        Number("bare tuples", bare.total(), "calls"),
        Number("elements", max(map(length, bare)), "values"),
        Number("signatures", len(kinds)),
    )
    return Verdict("confirmed", f"{bare.total()} of {times(calls, 'call')} returned {_said(kinds, by_mode)}", numbers)


def _counted(seen: Sequence[Observation], mode: str) -> Counter[str]:
    return sum((Counter(each.facts[mode]) for each in seen), Counter[str]())


def _said(kinds: Counter[str], by_mode: dict[str, Counter[str]]) -> str:
    if len(kinds) == 1:
        return next(iter(kinds))
    if by_mode["train"] and by_mode["eval"] and not by_mode["train"].keys() & by_mode["eval"].keys():
        train, evaluating = (_listed(by_mode[mode]) for mode in ("train", "eval"))
        return f"a bare tuple that differs between modes: {train} in train mode, {evaluating} in eval mode"
    return f"a bare tuple that differs between calls: {_listed(kinds)}"


def _listed(kinds: Counter[str]) -> str:
    return ", ".join(f"{kind} {times(number)}" for kind, number in kinds.most_common(3))


def length(kind: str) -> int:
    """The number of things in a bare tuple or list, as its signature tells; 0 for anything else."""
    name, bracket, inside = kind.partition("(")
    if not bracket or name not in ("tuple", "list"):
        return 0
    depth, parts = 0, 1 if len(inside) > 1 else 0
    for sign in inside[:-1]:
        depth += (sign == "(") - (sign == ")")
        parts += sign == "," and not depth
    return parts
