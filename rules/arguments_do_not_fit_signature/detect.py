"""Calls whose arguments can't be bound to what is called."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.queries import View, query, testing
from torchlint.queries.modules.call_signatures import Misfit, Signature, of_value
from torchlint.syntax import tree

from .detect_callees import Callee, Callees, Open
from .detect_conditions import Condition, conditions_around

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class WrongCall(View):
    """A call that raises a TypeError."""

    signature: Signature
    misfit: Misfit
    condition: str  # under which the callee is the one that does not fit; empty if none fits
    is_certain: bool


def misfits(file: File) -> Iterator[WrongCall]:
    """Each such call, in source order; none in tests, which may want the error."""
    if testing.is_part_of_tests(file):
        return
    reader = Callees(file)
    for call in file.tree.all(tree.Call):
        try:
            callees = reader.of_call(call)
        except Open:
            continue
        found = _misfit(file, call, callees)
        if found is not None:
            yield found


def _misfit(file: File, call: tree.Call, callees: list[Callee]) -> WrongCall | None:
    fits = []
    for one in callees:
        signature = of_value(one.value)
        fits.append((one, signature, signature.misfit(call) if signature is not None else None))
    wrong = [(one, signature, misfit) for one, signature, misfit in fits if misfit is not None]
    if not wrong or testing.is_tried(View(file, call)):
        return None
    here = conditions_around(file.tree, call)
    text = file.tree.text_of(call.func)
    if any(text in one.text for one in here):
        return None
    possible = [(each, _is_possible(each[0], here)) for each in fits]
    certain = all(each[2] is not None for each, may in possible if may is not False)
    for (one, signature, misfit), may in possible:
        if misfit is not None and may is not False and signature is not None:
            if certain:
                return WrongCall(file, call, signature, misfit, "", True)
            if may and one.conditions:
                return WrongCall(file, call, signature, misfit, " / ".join(c.text for c in one.conditions), False)
    return None


def _is_possible(one: Callee, here: tuple[Condition, ...]) -> bool | None:
    """Whether a callee can be the one at a place; None if conditions there leave that open."""
    is_open = False
    for condition in here:
        said = [allowed for own in one.conditions if (allowed := condition.allows(own)) is not None]
        if False in said:
            return False
        is_open |= not said
    return None if is_open else True
