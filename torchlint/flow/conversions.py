"""What a test of a value's type says of its name afterwards."""

from __future__ import annotations

from torchlint.domain.values import NUMBER, Value
from torchlint.flow.state import Frame
from torchlint.syntax import tree

_NUMBERS = frozenset(("int", "float", "bool", "str"))


def converted(frame: Frame, node: tree.If) -> str:
    """The name that is a number after an `if`, asked when its body has run: `if is_tensor(x): x = x.item()`.

    Only without `else`: what is no tensor to begin with has no graph of its own.
    """
    name = _tested(node.test) if isinstance(node.test, tree.Call) and not node.orelse else ""
    value = frame.scope.names.get(name) if name else None
    is_number = value is not None and value.kind == "number"
    return name if is_number and _asks_for_tensors(frame, node.test) else ""


def is_number_if(frame: Frame, test: tree.Expression) -> str:
    """The name that is a number where a condition is true: `isinstance(x, (float, int))`."""
    name = _tested(test) if isinstance(test, tree.Call) and tree.dotted(test.func) == "isinstance" else ""
    kinds = _kinds(frame, test) if name else []
    return name if kinds and all(kind.kind == "external" and kind.ref in _NUMBERS for kind in kinds) else ""


def set_number(frame: Frame, name: str) -> None:
    """Note that a name's value is plain data."""
    if name and name in frame.scope.names:
        frame.scope.names[name] = NUMBER


def _tested(test: tree.Expression) -> str:
    """The name that a call asks about."""
    given = test.args[0].value if isinstance(test, tree.Call) and test.args else None
    return given.id if isinstance(given, tree.Name) else ""


def _asks_for_tensors(frame: Frame, test: tree.Expression) -> bool:
    if not isinstance(test, tree.Call):
        return False
    if tree.last_part(test.func) in ("is_tensor", "hasattr"):
        return True
    return any(kind.kind == "external" and kind.ref == "torch.Tensor" for kind in _kinds(frame, test))


def _kinds(frame: Frame, test: tree.Expression) -> list[Value]:
    """The classes that an `isinstance` asks for."""
    asked = test.args[1].value if isinstance(test, tree.Call) and len(test.args) > 1 else None
    found = [asked] if not isinstance(asked, tree.Tuple) else asked.elements
    values = frame.interpreter.facts.values
    return [values[one] for one in found if one is not None and one in values]
