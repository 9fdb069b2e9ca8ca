"""What a test of a value's type says of its name afterwards."""

from __future__ import annotations

from dataclasses import dataclass

from torchlint.domain.values import NUMBER, Value
from torchlint.flow.state import Frame
from torchlint.knowledge.operations import has_column
from torchlint.syntax import tree

_NUMBERS = frozenset(("int", "float", "bool", "str"))
# Operators that compare a type with one that is named, or with several.
_SAME, _OTHER = ("==", "is", "in"), ("!=", "is not", "not in")


def converted(frame: Frame, node: tree.If) -> str:
    """The name that is a number after an `if`, asked when its body has run: `if is_tensor(x): x = x.item()`.

    Only without `else`: what is no tensor to begin with has no graph of its own.
    """
    name = _tested(node.test) if isinstance(node.test, tree.Call) and not node.orelse else ""
    value = frame.scope.names.get(name) if name else None
    is_number = value is not None and value.kind == "number"
    return name if is_number and _asks_for_tensors(frame, node.test) else ""


def number_where(frame: Frame, test: tree.Expression, *, holds: bool) -> str:
    """The name that is no tensor where a condition holds, or where it does not: `isinstance(x, (float, int))`."""
    if isinstance(test, tree.UnaryOp) and test.op == "not":
        return number_where(frame, test.operand, holds=not holds)
    if isinstance(test, tree.BoolOp) and holds == (test.op == "and"):
        return next((name for one in test.values if (name := number_where(frame, one, holds=holds))), "")
    if isinstance(test, tree.Compare):
        holds = holds == (test.ops[0] in _SAME)
    name = _tested(test)
    value = frame.scope.names.get(name) if name else None
    if value is None:
        return ""
    if not holds:
        return name if value.kind == "tensor" and not _asks_for_another(test) and _asks_for_tensors(frame, test) else ""
    kinds = _kinds(frame, test)
    return name if kinds and all(kind.kind == "external" and kind.ref in _NUMBERS for kind in kinds) else ""


@dataclass(frozen=True, slots=True)
class Narrowed:
    """A name that one branch knows to be no tensor, with its values there and before."""

    name: str = ""
    value: Value = NUMBER
    before: Value = NUMBER

    def widen(self, frame: Frame, here: dict[str, Value], other: dict[str, Value]) -> None:
        """Behind both branches, the name is what it was before if neither has assigned to it."""
        if self.name and here.get(self.name) is self.value and other.get(self.name) is self.before:
            frame.scope.names[self.name] = self.before


def narrow(frame: Frame, test: tree.Expression, *, holds: bool) -> Narrowed:
    """Enter a branch of an `if`: what its test shows to be no tensor is plain data there."""
    name = number_where(frame, test, holds=holds)
    if not name:
        return Narrowed()
    narrowed = Narrowed(name, Value("number"), frame.scope.names[name])
    frame.scope.names[name] = narrowed.value
    return narrowed


def set_number(frame: Frame, name: str) -> None:
    """Note that a name's value is plain data."""
    if name and name in frame.scope.names:
        frame.scope.names[name] = NUMBER


def _tested(test: tree.Expression) -> str:
    """The name whose type a condition asks about: `isinstance(x, float)`, `type(x) == float`, `torch.is_tensor(x)`."""
    asked = test
    if isinstance(test, tree.Compare):
        is_asked = len(test.ops) == 1 and test.ops[0] in (*_SAME, *_OTHER) and _asks_type(test.left)
        asked = test.left if is_asked else test
    given = asked.args[0].value if isinstance(asked, tree.Call) and asked.args else None
    return given.id if isinstance(given, tree.Name) else ""


def _asks_type(node: tree.Expression) -> bool:
    return isinstance(node, tree.Call) and tree.dotted(node.func) == "type" and len(node.args) == 1


def _asks_for_tensors(frame: Frame, test: tree.Expression) -> bool:
    if isinstance(test, tree.Call) and tree.last_part(test.func) in ("is_tensor", "hasattr"):
        return True
    return any(kind.kind == "external" and kind.ref == "torch.Tensor" for kind in _kinds(frame, test))


def _asks_for_another(test: tree.Expression) -> bool:
    """Whether a condition asks for an attribute that not every tensor has: `hasattr(x, "logits")`."""
    if not (isinstance(test, tree.Call) and tree.last_part(test.func) == "hasattr"):
        return False
    asked = test.args[1].value if len(test.args) > 1 else None
    return not (isinstance(asked, tree.Constant) and has_column(str(asked.value), "fetch", "detach"))


def _kinds(frame: Frame, test: tree.Expression) -> list[Value]:
    """The classes that a condition asks for."""
    asked = None
    if isinstance(test, tree.Compare):
        asked = test.comparators[0]
    elif isinstance(test, tree.Call) and tree.dotted(test.func) == "isinstance" and len(test.args) > 1:
        asked = test.args[1].value
    found = asked.elements if isinstance(asked, (tree.Tuple, tree.List, tree.Set)) else [asked]
    values = frame.interpreter.facts.values
    return [values[one] for one in found if one is not None and one in values]
