"""Methods called `load_state_dict` that the program defines itself, and what they make of PyTorch's result."""

from __future__ import annotations

from torchlint.binding.symbols import Class, Function
from torchlint.queries.file import CallView
from torchlint.syntax import tree


def looks_itself(load: CallView) -> bool:
    """Whether the program's own method that this call leads to does more than return PyTorch's result.

    It uses the result of a `load_state_dict` inside it, or calls none and loads in another way.
    """
    cls = load.receiver.value.ref if load.receiver is not None else None
    method = cls.method("load_state_dict") if isinstance(cls, Class) else None
    return method is not None and _looks(method)


def _looks(function: Function) -> bool:
    parents = function.unit.tree.parents
    inside = (n for n in tree.walk(function.node) if isinstance(n, tree.Call))
    loads = [call for call in inside if tree.last_name(call.func) == "load_state_dict"]
    return not loads or any(not isinstance(parents.get(c), (tree.ExpressionStatement, tree.Return)) for c in loads)
