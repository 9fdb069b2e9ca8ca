"""What rules see of hooks that collect what they are given, with its graph or without."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from torchlint.domain.values import NO
from torchlint.flow.facts import CallContext, ForwardFact, HookFact, LoopRun
from torchlint.flow.mode_effects import sources_of
from torchlint.queries import ExpressionView, View, hooks
from torchlint.syntax import tree

from .detect_storing import stored_by

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class StoredByHook(View):
    """A call, or a `+=`, that adds to a container what a hook is given."""

    target: ExpressionView  # the container
    stored: ExpressionView
    is_tensor: bool  # not a tuple of them
    retains_graph: bool
    is_sure: bool
    forward: ForwardFact
    steps: LoopRun  # all passes of which add to the same container

    @property
    def is_wanted(self) -> bool:
        """Whether the loop itself looks at what is kept: for a loss, it may be."""
        if not self.file.holds(self.steps.node):
            return False
        whole = tree.dotted(tree.container(self.target.node))
        read = (n for n in tree.walk(self.steps.node) if isinstance(n, (tree.Name, tree.Attribute)))
        return any(tree.dotted(node) == whole for node in read)

    @property
    def story(self) -> View | None:
        """The call of the model that adds more each time, if this file has it."""
        return View(self.file, self.forward.node) if self.file.holds(self.forward.node) else None


def stored_by_hooks(file: File) -> Iterator[StoredByHook]:
    """Each such call, once, in source order."""
    found: dict[tree.Node, StoredByHook] = {}
    for hook in hooks.registrations(file):
        for one in stored_by(hook):
            target, stored = ExpressionView(file, one.container), ExpressionView(file, one.value)
            is_sure = True if one.retains_graph else _is_sure(file, one.node, target)
            if is_sure is None or hooks.starts_over(file, target):
                continue
            adding = (
                passed
                for fact in hook.events
                for passed in _adding(file, fact, target)
                if one.retains_graph or hooks.is_trained(file, *passed, fact.receiver.source)
            )
            for forward, steps in islice(adding, 1):
                call = StoredByHook(
                    file, one.node, target, stored, one.is_tensor, one.retains_graph, is_sure, forward, steps
                )
                found.setdefault(one.node, call)
    yield from sorted(found.values(), key=lambda one: one.node.start)


def _is_sure(file: File, call: tree.Node, target: ExpressionView) -> bool | None:
    """Whether what a hook keeps without a graph is sure to pile up; None where it may well be wanted, or be little."""
    if not hooks.runs_each_time(file, call) or not hooks.is_never_read_whole(file, target):
        return None
    handed_on = hooks.escapes(file, target)
    return None if handed_on is None else not handed_on


def _adding(file: File, hook: HookFact, target: ExpressionView) -> Iterator[tuple[ForwardFact, LoopRun]]:
    """Calls of the hooked model, with gradients, in a loop all passes of which add to the same container."""
    source = hook.receiver.source
    made = hooks.made(file, target)
    if source is None or made is None:
        return
    removals = [(around, count) for origin, around, count in file.facts.removals if origin == hook.origin]
    ended = {loop.node for loop in hook.where.loops}.union(*(around for around, _ in removals))
    removed = min((count for _, count in removals), default=None)
    for fact in file.facts.forwards[hook.since : removed]:
        if fact.where.grad == NO or fact.model.source in file.analysis.frozen or source not in sources_of(fact.model):
            continue
        for loop in reversed(fact.where.loops):
            if loop.drives and loop.node not in ended and _outlives(file, made, loop, fact.where):
                yield fact, loop


def _outlives(file: File, made: tree.Node, loop: LoopRun, where: CallContext) -> bool:
    """Whether the container is made before the loop begins, and no backward after it wants all of its graphs."""
    is_here = file.holds(loop.node)
    if is_here and loop.node.start <= made.start < loop.node.end:
        return False
    function = file.tree.above(made, tree.FunctionDef)
    callers = [where.caller(depth) for depth in range(len(where.chain) + 1)]
    if any(one.node is function for one in callers[loop.depth + 1 :] if one):
        return False  # the function that creates it runs in each pass
    begun = any(one.node is function for one in callers[: loop.depth + 1] if one)
    if not begun and isinstance(function, tree.FunctionDef):
        if function.name != "__init__" and not _returns(function, made):
            return False  # its model is not called in the loop, only another one of the same class
    scope = file.tree.scope(loop.node) if is_here else None
    later = (call.node for call in file.method_calls("backward", "grad"))
    return "backward" in loop.did or not any(file.tree.scope(c) is scope for c in later)


def _returns(function: tree.FunctionDef, made: tree.Node) -> bool:
    """Whether a function gives back what it has bound to a name."""
    returns = (n for n in tree.walk(function, into_functions=False) if isinstance(n, tree.Return) and n.value)
    name = tree.dotted(made)
    return any(tree.dotted(node) == name for r in returns for node in tree.walk(r))
