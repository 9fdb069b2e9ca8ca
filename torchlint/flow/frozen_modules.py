"""Frozen modules, whose parameters don't require grad: their outputs carry a graph only if their inputs do."""

from __future__ import annotations

from collections.abc import Callable

from torchlint.binding.use_def import reaching_definitions
from torchlint.domain.values import Value
from torchlint.flow.state import Frame
from torchlint.syntax import tree


def set_trainable(frame: Frame, source: tree.Node | None, place: tree.Node, *, trainable: bool) -> None:
    """Record that the parameters of the module constructed at `source` require grad from now on, or no longer do."""
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
    """Record that a module got another submodule, whose parameters may require grad."""
    if module.source is not None:
        frame.interpreter.frozen.discard(module.source)


def is_frozen(frame: Frame, module: Value) -> bool:
    """Whether no parameter of a module requires grad, by itself or as a submodule of the one whose forward runs."""
    source, interpreter = module.source, frame.interpreter
    if source is not None and source in interpreter.thawed:
        return False
    return frame.state.frozen or (source is not None and source in interpreter.frozen)


def inside(frame: Frame, module: Value, run: Callable[[], Value]) -> Value:
    """The result of code of a module, run with the module's own frozen state."""
    outside, frame.state.frozen = frame.state.frozen, is_frozen(frame, module)
    result = run()
    frame.state.frozen = outside
    return result


def _picks(syntax: tree.Tree, place: tree.Node) -> bool:
    """Whether a loop freezes only some parameters: a condition tests the loop's own variables."""
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
    asked = (n for test in tests for n in tree.walk(test) if isinstance(n, tree.Name))
    return any(one is not None and one.node in around for name in asked for one in reaching_definitions(syntax, name))
