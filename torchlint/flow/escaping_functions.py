"""Functions that are passed to unknown code, which may call them and use their results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from torchlint.binding.symbols import Function, function_of
from torchlint.domain.kinds import ValueKind
from torchlint.domain.values import Value
from torchlint.flow.state import Frame

_HOLDING: frozenset[ValueKind] = frozenset(("partial", "choice", "list", "tuple", "dict"))


def note_escaping(frame: Frame, values: Iterable[Value]) -> None:
    """Record the functions among values that are passed to unknown code."""
    if frame.interpreter.records_facts:
        frame.interpreter.facts.escaping_functions.update(
            function for value in values for function in _functions_in(value)
        )


def _functions_in(value: Value, depth: int = 0) -> Iterator[Function]:
    """The functions and methods that a value is, may be, binds in a partial, or contains."""
    if value.kind in ("function", "method"):
        yield function_of(value)
    elif depth < 3 and value.kind in _HOLDING:
        for inside in value.elements if value.kind == "dict" else value.items:
            yield from _functions_in(inside, depth + 1)
