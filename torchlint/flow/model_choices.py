"""Calls of a name that may stand for one of several models: the arguments, and what is unpacked, tell which fit."""

from __future__ import annotations

from torchlint.binding.symbols import Class
from torchlint.domain.values import Value
from torchlint.flow.state import Frame
from torchlint.syntax import tree


def taking(modules: tuple[Value, ...], args: list[Value], keywords: dict[str, Value], node: tree.Call) -> list[Value]:
    """Of several modules that may be called, those whose forward takes these arguments; all if none is seen to."""
    if any(argument.star for argument in node.args):
        return list(modules)
    return [one for one in modules if not _lacks_arguments(one, args, keywords)] or list(modules)


def _lacks_arguments(module: Value, args: list[Value], keywords: dict[str, Value]) -> bool:
    """Whether the forward of a module wants an argument that a call does not give."""
    forward = module.ref.method("forward") if isinstance(module.ref, Class) else None
    if forward is None or forward.binding == "staticmethod" or not isinstance(forward.node, tree.FunctionDef):
        return False
    parameters = [one for one in forward.node.parameters if one.kind in ("positional", "keyword")]
    return any(
        one.default is None and one.name not in keywords and (one.kind == "keyword" or place > len(args))
        for place, one in enumerate(parameters)
    )


def unpacked(frame: Frame, given: list[Value], node: tree.Call) -> list[Value]:
    """Of several results of a call that is unpacked, `output, state = model(x)`, the tuples of that length."""
    statement = frame.unit.tree.parents.get(node)
    target = statement.targets[0] if isinstance(statement, tree.Assign) else None
    if not isinstance(target, tree.Tuple):
        return given
    return [one for one in given if one.kind == "tuple" and len(one.items) == len(target.elements)] or given


def is_followed(frame: Frame, made: Value) -> bool:
    """Whether the constructor of a module, if it is of the project, has been run."""
    init = made.ref.method("__init__") if made.kind == "module" and isinstance(made.ref, Class) else None
    return init is None or init in frame.interpreter.ran
