"""Clips in other files, which calls of this file lead to: those of a base class's method, for example."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.flow.training_trace import Called, Choice, Repeat, Step, Trace
from torchlint.queries.training import StepView, Training
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


def clips_by_calls(loop: Training) -> Iterator[StepView]:
    """The last call of this file on the way to each of them."""
    for call, step in _led_to(loop.file, loop.body, None):
        if step.what == "clip" and call is not None:
            yield StepView(loop.file, call, step)


def _led_to(file: File, trace: Trace, call: tree.Call | None) -> Iterator[tuple[tree.Call | None, Step]]:
    for part in trace:
        if isinstance(part, Step):
            if not file.holds(part.node):
                yield call, part
        elif isinstance(part, Choice):
            for way in part.ways:
                yield from _led_to(file, way, call)
        elif isinstance(part, Called):
            node = part.node
            yield from _led_to(file, part.body, node if isinstance(node, tree.Call) and file.holds(node) else call)
        elif isinstance(part, Repeat):
            yield from _led_to(file, part.body, call)
