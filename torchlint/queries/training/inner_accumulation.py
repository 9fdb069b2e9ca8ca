"""Gradient accumulation by an inner loop: `for _ in range(n): ... loss.backward()`, and then one step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.binding.use_def import reaching_definitions
from torchlint.domain.provenance import all_origins
from torchlint.flow.training_trace import Repeat, Step, level, steps_of
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File
    from torchlint.queries.training.training_loops import StepView, Training

# What may change gradients between a backward and the step that applies them, or makes steps of its own.
_BETWEEN = frozenset(("zero", "write", "foreign", "step", "clip", "make", "replace"))
_RENEWS = _BETWEEN - {"clip"}
_DEEPEST = 3  # definitions of a loss that are followed


def summed_by_inner_loop(loop: Training, at: StepView) -> tuple[Step, tree.Expression] | None:
    """The backward of an inner loop whose passes add up to one step, and the number of passes as it is written."""
    for part in level(loop.body):
        count = _count(part.node) if isinstance(part, Repeat) else None
        if isinstance(part, Repeat) and count is not None and loop.file.holds(part.node):
            backward = _only_backward(loop, part, at.step)
            if backward is not None and _fetches(loop.file, part.node) and not _is_divided(loop.file, backward):
                return backward, count
    return None


def clipped_in_inner_loop(loop: Training, at: StepView) -> Step | None:
    """The clip of an inner loop that limits a part of the sum in each pass, before the step behind that loop."""
    if len(loop.optimizers) != 1:
        return None
    for part in level(loop.body):
        if not isinstance(part, Repeat) or not loop.file.holds(part.node):
            continue
        inside = list(steps_of(part.body))
        added = next((n for n, step in enumerate(inside) if step.what == "backward"), None)
        clip = next((step for step in inside[added:] if step.what == "clip"), None) if added is not None else None
        if clip is None or at.step in inside or any(step.what in _RENEWS for step in inside):
            continue
        if loop.all.index(inside[-1]) < loop.all.index(at.step) and not _is_of_one_pass(loop.file, clip, part.node):
            return clip
    return None


def _is_of_one_pass(file: File, clip: Step, inner: tree.Node) -> bool:
    """Whether each pass clips other parameters, or only some passes clip, such as the last one.

    So `for net in nets: ...; clip_grad_norm_(net.parameters(), 1.0)`, and `if number == last: clip_grad_norm_(...)`.
    """
    assert isinstance(clip.node, tree.Call)
    choices = (one for one in file.tree.around(clip.node) if isinstance(one, tree.If) and file.is_within(one, inner))
    read = _names(clip.node).union(*(_names(one.test) for one in choices))
    return not read.isdisjoint(one.name for one in assignments_in(inner) if one.name)


def _count(loop: tree.Node) -> tree.Expression | None:
    """The `n` of `for ... in range(n)`, if it may be more than one."""
    call = loop.iter if isinstance(loop, tree.For) else None
    if not isinstance(call, tree.Call) or tree.dotted(call.func) != "range" or not call.args:
        return None
    count = call.args[0 if len(call.args) == 1 else 1].value
    return None if isinstance(count, tree.Constant) and count.value == 1 else count


def _only_backward(loop: Training, inner: Repeat, at: Step) -> Step | None:
    """The backward of the inner loop, if the step after the loop applies what all passes added up."""
    inside = list(steps_of(inner.body))
    backwards = [step for step in inside if step.what == "backward"]
    if len(backwards) != 1 or backwards[0].by not in ("", "scaler") or at in inside:
        return None
    if not any(step.what == "forward" for step in inside) or not loop.file.holds(backwards[0].node):
        return None
    places = [loop.all.index(step) for step in (inside[0], inside[-1], at)]
    if not places[0] <= places[1] < places[2]:
        return None
    until = [*inside, *(step for step in loop.all[places[1] + 1 : places[2]] if step.what != "clip")]
    is_changed = any(step.what in _BETWEEN or (step.what == "unseen" and loop.clears(step, at)) for step in until)
    after = (step.what == "backward" for step in loop.all[places[1] + 1 : places[2]])
    return None if is_changed or any(after) else backwards[0]


def _fetches(file: File, loop: tree.Node) -> bool:
    """Whether each pass has a batch of its own: what its model is called with comes from a call without data."""
    fetched: set[str] = set()
    assignments = [one for one in assignments_in(loop) if one.name and one.source is not None]
    for _ in range(_DEEPEST):
        for one in assignments:
            assert one.source is not None
            if _fetches_data(file, one.source) or fetched & _names(one.source):
                fetched.add(one.name)
    called = (n for n in tree.walk(loop) if isinstance(n, tree.Call) and _is_forward(file, n))
    return any(fetched & _names(argument.value) for call in called for argument in call.args)


def _fetches_data(file: File, value: tree.Node) -> bool:
    """Whether an expression is a call that makes data, or gets some, without having any: `next(batches)`."""
    values = file.facts.values
    if not isinstance(value, tree.Call) or _is_forward(file, value):
        return False
    if tree.dotted(value.func) == "next":
        return True
    made = values.get(value)
    given = [values.get(argument.value) for argument in value.args]
    if isinstance(value.func, tree.Attribute):
        given.append(values.get(value.func.value))
    has_data = any(one is not None and (one.is_tensor or one.kind in ("batch", "array", "tuple")) for one in given)
    return not has_data and made is not None and made.kind != "number"


def _is_forward(file: File, call: tree.Call) -> bool:
    made = file.facts.values.get(call)
    return made is not None and any(origin.what == "forward" for origin in all_origins(made))


def _names(node: tree.Node) -> set[str]:
    return {n.id for n in tree.walk(node) if isinstance(n, tree.Name)}


def _is_divided(file: File, backward: Step) -> bool:
    """Whether the loss is divided by anything on its way to the backward."""
    assert isinstance(backward.node, tree.Call)
    return any(isinstance(n, (tree.BinaryOp, tree.AugmentedAssign)) and n.op == "/" for n in _way(file, backward.node))


def _way(file: File, node: tree.Node, depth: int = 0) -> Iterator[tree.Node]:
    """The code that computes an expression, as far as names and their definitions tell."""
    for part in tree.walk(node):
        yield part
        if isinstance(part, tree.Name) and depth < _DEEPEST:
            for one in reaching_definitions(file.tree, part):
                if one is not None and one.source is not None:
                    if isinstance(one.node, tree.AugmentedAssign):
                        yield one.node
                    if one.kind in ("assignment", "augmented", "named"):
                        yield from _way(file, one.source, depth + 1)
