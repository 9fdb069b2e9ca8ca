"""Under which name, of which function's run, an optimizer or a scheduler is held: the same for all code it is given to.

Where a setting chooses an optimizer, or its caller is not seen, its value does not say which one it is. That two steps
are of one object then shows by where its name comes from: `self.optimizer` of a method is that of the object whose
method was called, and a parameter is what the call gives.
"""

from __future__ import annotations

from torchlint.binding.symbols import Function
from torchlint.binding.use_def import resolved_expression
from torchlint.flow.state import Frame
from torchlint.syntax import tree


def holder_in(frame: Frame, name: tree.Node) -> tuple[object, ...]:
    """The outermost function that has it, the calls that led there, and its name there; empty if it has no name."""
    text = tree.dotted(resolved_expression(frame.unit.tree, name)) or tree.dotted(name)
    if text is None:
        return ()
    chain, stack = frame.chain, frame.stack
    while chain and stack:
        given = _given(stack[-1], chain[-1], text)
        if given is None:
            break
        text, chain, stack = given, chain[:-1], stack[:-1]
    return (stack[-1] if stack else None, chain, text)


def _given(function: Function, call: tree.Node, text: str) -> str | None:
    """What a name of a function is called where it is called; None if the call does not give it."""
    first, _, rest = text.partition(".")
    if not isinstance(call, tree.Call) or first in function.rebinds:
        return None
    parameters = function.node.parameters
    if function.is_bound and parameters and first == parameters[0].name:
        outer = _receiver(call)
    else:
        outer = tree.dotted(function.passed_by(call).get(first))
    return f"{outer}.{rest}" if outer and rest else outer


def _receiver(call: tree.Call) -> str | None:
    """The object whose method is called; `self` for that of a base class."""
    func = call.func
    if not isinstance(func, tree.Attribute):
        return None
    if isinstance(func.value, tree.Call) and tree.dotted(func.value.func) == "super":
        return "self"
    return tree.dotted(func.value)
