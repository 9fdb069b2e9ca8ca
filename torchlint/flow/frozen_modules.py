"""Modules whose parameters want no gradient: what they give carries a graph only if what they are given does."""

from __future__ import annotations

from collections.abc import Callable

from torchlint.domain.values import Value
from torchlint.flow.state import Frame
from torchlint.syntax import tree


def set_trainable(frame: Frame, source: tree.Node | None, place: tree.Node, *, trainable: bool) -> None:
    """Note at a place that the parameters of the module made at `source` want gradients from now on, or none."""
    interpreter = frame.interpreter
    if source is None:
        return
    if trainable:
        interpreter.frozen.discard(source)
        interpreter.thawed.add(source)
    elif not _picks(frame.unit.tree, place):
        interpreter.frozen.add(source)
        interpreter.thawed.discard(source)


def has_new_part(frame: Frame, module: Value) -> None:
    """Note that a module was given another part, whose parameters may want gradients."""
    if module.source is not None:
        frame.interpreter.frozen.discard(module.source)


def is_frozen(frame: Frame, module: Value) -> bool:
    """Whether no parameter of a module wants a gradient, by itself or as a part of the module whose forward runs."""
    source, interpreter = module.source, frame.interpreter
    if source is not None and source in interpreter.thawed:
        return False
    return frame.state.frozen or (source is not None and source in interpreter.frozen)


def inside(frame: Frame, module: Value, run: Callable[[], Value]) -> Value:
    """What code of a module gives, its parameters being as they are."""
    outside, frame.state.frozen = frame.state.frozen, is_frozen(frame, module)
    result = run()
    frame.state.frozen = outside
    return result


def _picks(syntax: tree.Tree, place: tree.Node) -> bool:
    """Whether a loop freezes only some of what it goes over: a condition asks about the loop's own variables."""
    around: list[tree.For] = []
    tests: list[tree.Expression] = []
    for node in syntax.around(place):
        if isinstance(node, tree.If):
            tests.append(node.test)
        elif isinstance(node, tree.For):
            around.append(node)
            skips = (n for n in tree.walk(node, into_functions=False) if isinstance(n, tree.If))
            tests += [n.test for n in skips if any(isinstance(last, tree.Continue) for last in n.body)]
        elif isinstance(node, tree.FunctionDef):
            break
    own = {n.id for loop in around for n in tree.walk(loop.target) if isinstance(n, tree.Name)}
    return any(isinstance(n, tree.Name) and n.id in own for test in tests for n in tree.walk(test))
