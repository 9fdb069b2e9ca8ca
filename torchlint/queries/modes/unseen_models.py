"""Modules that decide about gradients in their own forward, and models that may be one as their class is not known."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class, Function
from torchlint.knowledge.operations import operations
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from torchlint.flow.facts import ForwardFact
    from torchlint.queries.file import File

_OFF = ("no_grad", "inference_mode")
# How many files are searched for such modules.
_MOST_FILES = 20


def may_decide_itself(file: File, events: tuple[ForwardFact, ...]) -> bool:
    """Whether no class of the model is known, and it may be a module of the project that decides about gradients.

    Such a module records no graph (`forward` returns what a method under `no_grad` gives) or fails without one (a
    method of it calls `torch.autograd.grad`).
    """
    return all(e.model.ref is None for e in events) and bool(_deciding(file))


def differentiates_itself(file: File, fact: ForwardFact) -> bool:
    """Whether the forward of a model, or a function that it calls, takes gradients of what it computes.

    What it does in training alone, as for a penalty, does not count.
    """
    if not file.analysis.mentions("autograd"):
        return False
    forward = fact.model.ref.method("forward") if isinstance(fact.model.ref, Class) else None
    left, seen = [forward] if forward is not None else [], set[Function]()
    while left:
        function = left.pop()
        if function in seen:
            continue
        seen.add(function)
        syntax = function.unit.tree
        if isinstance(function.node, tree.FunctionDef) and _differentiates(syntax, function.node):
            return True
        called = (call for call in syntax.own(function.node, tree.Call) if not _is_in_training(syntax, call))
        left += [one for call in called for one in file.facts.functions.get(call, ())]
    return False


@query
def _deciding(file: File) -> list[str]:
    """The names of the modules of the project that decide about gradients themselves."""
    trees = list(_searched(file))
    called = {tree.last_part(c.func) for syntax in trees for f in _forwards(syntax) for c in syntax.own(f, tree.Call)}
    return [cls.name for syntax in trees for cls in syntax.all(tree.ClassDef) if _decides(syntax, cls, called)]


def _searched(file: File) -> Iterator[tree.Tree]:
    """The files that may hold such modules, below the same folder of the project's root as this one.

    What other parts of a large project do, its tests or the library beside its examples, says nothing of this model.
    """
    around = file.project_files
    if around is None:
        return iter((file.tree,))
    part = os.path.relpath(file.place, around.root).partition(os.sep)[0]
    beside = os.path.join(around.root, part, "") if part != os.path.basename(file.place) else around.root
    words = ("autograd.grad(", *_OFF)
    found = dict.fromkeys(place for word in words for place in around.files_mentioning(word, "def forward("))
    near = [place for place in found if place.startswith(beside)]
    return around.trees(near[:_MOST_FILES])


def _forwards(syntax: tree.Tree) -> Iterator[tree.FunctionDef]:
    return (one for one in syntax.all(tree.FunctionDef) if one.name == "forward")


def _decides(syntax: tree.Tree, cls: tree.ClassDef, called: set[str]) -> bool:
    """Whether a class runs its forward without gradients, or a method that some forward calls needs them."""
    methods = {one.name: one for one in cls.body if isinstance(one, tree.FunctionDef)}
    if any(_differentiates(syntax, one) for name, one in methods.items() if name in called | {"forward"}):
        return True
    forward = methods.get("forward")
    return forward is not None and (
        tree.is_decorated(forward, _OFF)
        or _hands_on(syntax, forward, {n for n, m in methods.items() if tree.is_decorated(m, _OFF)})
    )


def _hands_on(syntax: tree.Tree, forward: tree.FunctionDef, methods: set[str]) -> bool:
    """Whether all that a forward returns is what these methods of its object give."""
    returned = [one.value for one in syntax.own(forward, tree.Return)]
    called = [tree.dotted(value.func) or "" if isinstance(value, tree.Call) else "" for value in returned]
    return bool(called) and all(name.startswith("self.") and name.removeprefix("self.") in methods for name in called)


def _differentiates(syntax: tree.Tree, method: tree.FunctionDef) -> bool:
    """Whether a method takes gradients of what it computes, and does not enable them first."""
    calls = (call for call in syntax.own(method, tree.Call) if not _is_in_training(syntax, call))
    names = {tree.dotted(call.func) for call in calls}
    if not names & {"torch.autograd.grad", "autograd.grad"}:
        return False
    return not any(name and name.rpartition(".")[2] in operations("grad-on", of="torch.autograd") for name in names)


def _is_in_training(syntax: tree.Tree, node: tree.Node) -> bool:
    """Whether code runs only where a condition says `training`: `if self.training and penalty > 0:`."""
    conditions = (one for one in syntax.around(node) if isinstance(one, tree.If) and node.start > one.test.end)
    inside = (one for one in conditions if not one.orelse or node.end < one.orelse[0].start)
    return any(tree.last_name(part) == "training" for one in inside for part in _all_of(one.test))


def _all_of(test: tree.Expression) -> Iterator[tree.Expression]:
    """The terms of a condition that all have to be true."""
    if isinstance(test, tree.BoolOp) and test.op == "and":
        for value in test.values:
            yield from _all_of(value)
    else:
        yield test
