"""Calls whose arguments can't be bound to the signature of what they call."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.finding import Span
from torchlint.queries import View, query, testing
from torchlint.syntax import tree
from torchlint.syntax.brief_code import brief

from .detect_callees import Callees
from .detect_conditions import Condition, conditions_around
from .detect_meanings import Callee, Open
from .detect_signatures import Misfit, Signature, signature_of

if TYPE_CHECKING:
    from torchlint.queries import File

_LONGEST = 120  # characters of a message
# `model.head = head`, `model.blocks[i] = block`.
_SET_OUTSIDE = re.compile(r"(?<!\bself)\.(\w+)\s*(?:\[[^\]\n]*\]\s*)?=(?!=)")


@dataclass(frozen=True, slots=True, eq=False)
class WrongCall(View):
    """A call that raises a TypeError."""

    signature: Signature
    misfit: Misfit
    condition: str  # under which it calls what does not take its arguments; empty if it always does

    @property
    def message(self) -> str:
        """What is wrong, what happens, and what to write."""
        wrong, advice = self._problem
        when = f" if `{brief(self.condition)}`" if self.condition else ""
        whole = f"{wrong}, so this call raises a TypeError{when}; {advice}"
        return whole if len(whole) <= _LONGEST else f"{wrong}, so this call raises a TypeError{when}"

    @property
    def _problem(self) -> tuple[str, str]:
        """Which argument is wrong, and what to do about it."""
        name, misfit = f"`{self.signature.name}`", self.misfit
        if misfit.unexpected:
            return f"{name} has no parameter `{misfit.unexpected}`", "remove it, or add the parameter"
        if misfit.twice:
            return f"{name} gets `{misfit.twice}` twice, by position and by keyword", "pass it once"
        if misfit.too_many:
            takes = len(self.signature.positional)
            extra = "one" if misfit.too_many == takes + 1 else "ones"
            return f"{name} takes {_counted(takes)}, but gets {misfit.too_many}", f"remove the extra {extra}"
        first, more = misfit.missing[0], len(misfit.missing) - 1
        missing = f"`{first}`" if not more else f"`{first}` and {more} more argument{'s' * (more > 1)}"
        return f"{name} is called without {missing}", "pass them" if more else "pass it"

    @property
    def takes(self) -> tuple[tuple[Span, str], ...]:
        """Where the signature is written, if that is in the file."""
        node = self.signature.node
        if node is None or not self.file.holds(node):
            return ()
        return (View(self.file, node).says(f"`{self.signature.name}` is defined here"),)


def _counted(count: int) -> str:
    return "no positional arguments" if not count else "1 argument" if count == 1 else f"{count} arguments"


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
        if found is not None and not _is_changed_elsewhere(file, reader.trail, callees):
            yield found


def _misfit(file: File, call: tree.Call, callees: list[Callee]) -> WrongCall | None:
    signatures = [signature_of(one.value) for one in callees]
    reasons = [one.misfit(call) if one is not None else None for one in signatures]
    if not any(reasons) or testing.is_tried(View(file, call)):
        return None
    here = conditions_around(file.tree, call)
    called = re.compile(rf"(?<![\w.]){re.escape(file.tree.text_of(call.func))}(?!\w)")
    if any(called.search(one.text) for one in here):
        return None  # which looks at what is called
    possible = [_is_possible(one, here) for one in callees]
    is_certain = all(reason is not None for reason, may in zip(reasons, possible) if may is not False)
    for one, signature, reason, may in zip(callees, signatures, reasons, possible):
        if signature is None or reason is None or may is False:
            continue
        if is_certain:
            return WrongCall(file, call, signature, reason, "")
        chosen = next((each.text for each in one.conditions if each.subject and (each.holds or each.is_flag)), "")
        if may and chosen:
            return WrongCall(file, call, signature, reason, chosen)
    return None


def _is_possible(one: Callee, here: tuple[Condition, ...]) -> bool | None:
    """Whether a callee can be the one at a place; None if the conditions there leave that open."""
    is_open = False
    for condition in here:
        said = [allowed for own in one.conditions if (allowed := condition.allows(own)) is not None]
        if False in said:
            return False
        is_open |= not said
    return None if is_open else True


def _is_changed_elsewhere(file: File, trail: set[tuple[Class, str]], callees: list[Callee]) -> bool:
    """Whether other code may assign one of the attributes on the way to a callee, or override it in a subclass."""
    modules = {(one.value.ref, "forward") for one in callees if isinstance(one.value.ref, Class)}
    return any(_is_set_outside(file, cls, name) or _is_overridden(file, cls, name) for cls, name in trail | modules)


def _is_set_outside(file: File, cls: Class, name: str) -> bool:
    """Whether code that may know the class assigns an attribute of this name to anything but `self`."""
    if not name:
        return False
    return name in _set_outside(file) or any(name in _set_in(text) for text in _unread(file, cls, f".{name}"))


@query
def _set_outside(file: File) -> frozenset[str]:
    """The attributes that this file, and those read with it, assign to anything but `self`."""
    return frozenset().union(*(_set_in(unit.tree.text) for unit in file.analysis.units))


def _set_in(text: str) -> set[str]:
    return set(_SET_OUTSIDE.findall(text))


def _is_overridden(file: File, cls: Class, name: str) -> bool:
    """Whether a subclass in a file that was not read with this one may have another attribute of this name."""
    derives = re.compile(rf"^\s*class \w+\([^)]*\b{cls.name}\b", re.MULTILINE)
    has_own = re.compile(rf"\bself\.{name}\s*=(?!=)|\bdef {name}\(" if name else r"\bclass \w+\([^)]*,")
    return any(derives.search(text) and has_own.search(text) for text in _unread(file, cls, cls.name))


def _unread(file: File, cls: Class, *words: str) -> Iterator[str]:
    """The texts of files that import the class's file, were not read with this one, and have all of these words."""
    around, read = file.project_files, {unit.place for unit in file.analysis.units}
    places = around.users(cls.unit.place) if around is not None else []
    texts = (around.text(one) for one in places if around is not None and one not in read)
    return (text for text in texts if all(word in text for word in words))
