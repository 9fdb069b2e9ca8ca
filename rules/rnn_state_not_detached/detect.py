"""What a model gives in one training step and is given in the next: the graphs of both hang together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_to
from torchlint.domain.provenance import all_origins
from torchlint.domain.values import NO, Value
from torchlint.flow.facts import ForwardFact, LoopRun
from torchlint.flow.training_trace import steps_of
from torchlint.knowledge.operations import has_column
from torchlint.queries import CallView, ExpressionView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True)
class Recurrence(CallView):
    """A call of a model that is given what it gave in the pass before, with the graph."""

    state: ExpressionView
    backward: CallView | None  # where the loop differentiates

    @property
    def loss(self) -> ExpressionView | None:
        """What is differentiated."""
        return self.backward.receiver if self.backward is not None else None


def recurrences(file: File) -> Iterator[Recurrence]:
    """The calls whose state is never detached in a loop that differentiates in each pass, in source order."""
    found: dict[tree.Node, Recurrence] = {}
    for fact in file.facts.forwards:
        loop = fact.around
        if loop is None or fact.where.grad == NO or "backward" not in loop.direct_actions or not file.holds(fact.node):
            continue
        if fact.origin not in file.facts.differentiated or fact.node in found or not file.holds(loop.node):
            continue
        for argument in fact.node.args:
            value = _given_to(fact, argument)
            parts = _parts(argument.value, value) if value is not None else ()
            back = next((part for part, given in parts if _comes_back(file, fact, loop, part, given)), None)
            if back is not None:
                state = ExpressionView(file, back)
                found[fact.node] = Recurrence(file, fact.node, state, _backward_in(file, loop.node))
                break
    return iter(sorted(found.values(), key=lambda one: one.node.start))


def _given_to(fact: ForwardFact, argument: tree.Argument) -> Value | None:
    """The value of an argument as the model is given it."""
    names = [a for a in fact.node.args if not a.keyword]
    named = [a for a in fact.node.args if a.keyword]
    if any(a.star for a in fact.node.args) or len(fact.given) != len(names) + len(named):
        return None
    return fact.given[(names + named).index(argument)]


def _parts(node: tree.Expression, value: Value) -> list[tuple[tree.Expression, Value]]:
    """An argument, or the parts of one that is written as a tuple: `(h, c)`."""
    if isinstance(node, (tree.Tuple, tree.List)) and value.kind == "tuple" and len(value.items) == len(node.elements):
        return list(zip(node.elements, value.items))
    return [(node, value)]


def _comes_back(file: File, fact: ForwardFact, loop: LoopRun, node: tree.Node, value: Value) -> bool:
    """Whether a value carries the graph of this very call's last pass, on whatever way the pass went."""
    carrying = [leaf for leaf in _leaves(value) if leaf.grad != NO and fact.origin in all_origins(leaf)]
    if not carrying:
        return False
    root = tree.root_name(node)
    if root is None:
        return False
    return _changes_only_by(file, fact, loop.node, root.id)


def _leaves(value: Value, depth: int = 0) -> Iterator[Value]:
    if value.kind in ("tuple", "list", "dict") and depth < 3:
        for item in value.elements:
            yield from _leaves(item, depth + 1)
    elif value.is_tensor:
        yield value


def _changes_only_by(file: File, fact: ForwardFact, loop: tree.Node, name: str) -> bool:
    """Whether a loop gives a name no value without the call's graph, and calls no method that detaches it."""
    own = file.tree.statement(fact.node)
    for node in tree.walk(loop):
        if isinstance(node, tree.Attribute) and has_column(node.attr, "detach"):
            root = tree.root_name(node)
            if root is None or root.id == name:
                return False
    others = (one.value for one in assignments_to(file.tree, loop, name) if one.node is not own)
    return all(value is not None and _keeps_graph(file, fact, value, name) for value in others)


def _keeps_graph(file: File, fact: ForwardFact, made: tree.Expression, name: str) -> bool:
    """Whether a state is made of itself, with the graph: `h = h * mask`, `h = tuple(s.clone() for s in h)`."""
    names = (node.id for node in tree.walk(made) if isinstance(node, tree.Name))
    leaves = list(_leaves(file.value(made).value))
    return (
        name in names
        and bool(leaves)
        and all(leaf.grad != NO and not leaf.assumed and fact.origin in all_origins(leaf) for leaf in leaves)
    )


def _backward_in(file: File, loop: tree.Node) -> CallView | None:
    """The first backward of a loop in this file."""
    entries = (step for _, trace in file.analysis.tracer.entries for step in steps_of(trace))
    inside = [step.node for step in entries if step.what == "backward" and loop.start <= step.node.start < loop.end]
    here = [node for node in inside if isinstance(node, tree.Call) and file.holds(node)]
    return CallView(file, min(here, key=lambda node: node.start)) if here else None
