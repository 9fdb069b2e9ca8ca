"""Iterators that are started again at their end, in a step that then goes on without a new batch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assigned, names_bound
from torchlint.binding.use_def import reaching_definitions, reads_after
from torchlint.queries import View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_LEAVES = (tree.Continue, tree.Break, tree.Return, tree.Raise)


@dataclass(frozen=True, slots=True, eq=False)
class RestartWithoutNext(View):
    """The assignment that starts an iterator again, in the handler of its StopIteration."""

    batch: str  # what `next` is assigned to, as it is written
    iterator: str  # the iterator, as it is written
    taken: View  # the assignment of what `next` gives
    read: View  # where the batch is used after the handler
    is_in_loop: bool  # whether an earlier pass of a loop may have assigned the batch


def restarts_without_next(file: File) -> Iterator[RestartWithoutNext]:
    """Such assignments, in source order."""
    for attempt in file.tree.all(tree.Try):
        for taken in attempt.body:
            iterator = _asked(taken.value) if isinstance(taken, tree.Assign) and len(taken.targets) == 1 else None
            if iterator is None or not isinstance(taken, tree.Assign):
                continue
            for handler in attempt.handlers:
                restart = _restart(file, handler, tree.dotted(iterator), taken)
                read = _used_after(file, attempt, handler, taken) if restart is not None else None
                if restart is None or read is None:
                    continue
                batch, asked = file.tree.text_of(taken.targets[0]), file.tree.text_of(iterator)
                loop = file.tree.above(attempt, *tree.Loops, tree.FunctionDef)
                is_in_loop = isinstance(loop, tree.Loops)
                yield RestartWithoutNext(file, restart, batch, asked, View(file, taken), View(file, read), is_in_loop)


def _asked(value: tree.Expression | None) -> tree.Expression | None:
    """The iterator in `next(iterator)` and `iterator.__next__()`; none where a default is given for its end."""
    if not isinstance(value, tree.Call):
        return None
    if tree.dotted(value.func) == "next":
        return value.args[0].value if len(value.args) == 1 else None
    is_method = isinstance(value.func, tree.Attribute) and value.func.attr in ("__next__", "next")
    return value.func.value if is_method and isinstance(value.func, tree.Attribute) and not value.args else None


def _restart(file: File, handler: tree.Handler, iterator: str | None, taken: tree.Assign) -> tree.Assign | None:
    """The assignment in a handler that starts the iterator again, if no batch is taken there and the step goes on."""
    if iterator is None or handler.type is None or "StopIteration" not in file.tree.text_of(handler.type):
        return None
    if _leaves(handler) or not _names(taken).isdisjoint(names_bound(file.tree, handler)):
        return None
    if any(_asked(call) is not None for call in file.tree.inside(handler, tree.Call)):
        return None  # a batch is taken, under another name
    for statement in handler.body:
        if isinstance(statement, tree.Assign) and isinstance(statement.value, tree.Call):
            if any(tree.dotted(target) == iterator for _, target, _ in assigned(statement)):
                return statement
    return None


def _leaves(part: tree.Node) -> bool:
    return any(isinstance(node, _LEAVES) for node in tree.walk(part, into_functions=False))


def _names(taken: tree.Assign) -> set[str]:
    return {target.id for _, target, _ in assigned(taken) if isinstance(target, tree.Name)}


def _used_after(file: File, attempt: tree.Try, handler: tree.Handler, taken: tree.Assign) -> tree.Name | None:
    """Where the same pass uses the batch after the handler, whatever happened in it."""
    loop = file.tree.above(attempt, *tree.Loops, tree.FunctionDef)
    if loop is None:
        return None
    flags = names_bound(file.tree, handler)
    for _, target, _ in assigned(taken):
        if not isinstance(target, tree.Name):
            continue
        for read in reads_after(file.tree, target, taken):
            if not attempt.end <= read.start < loop.end:
                continue
            made = [one for one in reaching_definitions(file.tree, read) if one is not None and one.node is not taken]
            inside = [one for one in made if loop.start <= one.node.start]
            if any(one.node.start < attempt.start or isinstance(one.value, tree.Constant) for one in inside):
                continue  # set in each pass: `batch = None`
            if not _is_decided_by(file, attempt, read, loop, flags):
                return read
    return None


def _is_decided_by(file: File, attempt: tree.Try, read: tree.Name, loop: tree.Node, flags: frozenset[str]) -> bool:
    """Whether a condition on what the handler assigns decides if the batch is used: `if not ended: train(batch)`."""
    for test in file.tree.inside(loop, tree.If):
        if not attempt.end <= test.start <= read.start:
            continue
        asks = any(isinstance(one, tree.Name) and one.id in flags for one in tree.walk(test.test))
        if asks and (read.end <= test.end or _leaves(test)):
            return True
    return False
