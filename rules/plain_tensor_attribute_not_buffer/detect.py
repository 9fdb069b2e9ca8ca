"""Tensors that a module keeps as plain attributes, and computes with in its forward."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.finding import Edit, Span
from torchlint.knowledge.operations import POINTWISE, VIEWS, Column, has_column
from torchlint.knowledge.torch_api import fact
from torchlint.queries import ExpressionView, View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# What gives another view of the same tensor, or works on it, on the device where it is.
_KEEPING: tuple[Column, ...] = (*VIEWS, *POINTWISE, "copy", "repeat", "rearrange", "cast")
_ARITHMETIC = frozenset(("+", "-", "*", "/", "@", "**"))
# Functions that put tensors together with others.
_TOGETHER: tuple[Column, ...] = ("binary", "choice", "product", "join")
# A class that mentions these about its own objects sees to their devices itself.
_SEEING_TO = frozenset(("_apply", "to", "cuda", "_move", "type_as", "__setattr__"))


@dataclass(frozen=True, slots=True, eq=False)
class PlainTensor(View):
    """The assignment of a tensor to an attribute of a module."""

    target: tree.Attribute
    made: ExpressionView
    used: View

    @property
    def attribute(self) -> View:
        return View(self.file, self.target)

    def registered(self) -> tuple[Edit, ...]:
        """The edit that makes the tensor a buffer, which checkpoints need not hold."""
        owner = self.file.tree.text_of(self.target.value)
        text = f'{owner}.register_buffer("{self.target.attr}", {self.made.code}, persistent=False)'
        return (Edit(Span(self.node.start, self.node.end), text),)


def plain_tensors(file: File) -> Iterator[PlainTensor]:
    """The tensors of this file's modules that move with nobody, though forwards compute with them, in source order."""
    for cls in sorted(file.analysis.classes, key=lambda c: c.node.start):
        constructor = cls.methods.get("__init__")
        if constructor is None or not cls.derives_from_module or _sees_to_devices(cls):
            continue
        for statement in file.tree.own(constructor.node, tree.Assign):
            if len(statement.targets) != 1:
                continue
            target = statement.targets[0]
            if isinstance(target, tree.Attribute) and tree.dotted(target.value) == "self":
                used = _use(file, cls, target) if _is_made_here(file, statement.value) else None
                if used is not None:
                    yield PlainTensor(file, statement, target, ExpressionView(file, statement.value), View(file, used))


def _is_made_here(file: File, value: tree.Node) -> bool:
    """Whether an expression certainly makes a tensor with dimensions, where new tensors are made."""
    known = file.facts.values.get(value)
    if known is None or known.kind != "tensor" or not known.proven or known.grad:
        return False
    inside = list(tree.walk(value))
    if any(isinstance(n, tree.Argument) and n.keyword in ("device", "requires_grad") for n in inside):
        return False
    names = {n.attr for n in inside if isinstance(n, tree.Attribute)}
    if "Parameter" in names or any(has_column(name, "move", "placement") for name in names):
        return False
    return any(isinstance(n, tree.Call) and _makes_dimensions(file, n) for n in inside)


def _makes_dimensions(file: File, call: tree.Call) -> bool:
    package, _, name = file.names.spelled_out(call.func).rpartition(".")
    if package != "torch" or not call.args:
        return False
    if has_column(name, "create-anew"):
        return True
    known = fact(f"torch.{name}")
    is_class = known is not None and known.kind == "class" and known.returns == "tensor"
    is_of_data = is_class or has_column(name, "create-from-data")
    return is_of_data and isinstance(call.args[0].value, (tree.List, tree.Tuple, tree.Comprehension))


def _sees_to_devices(cls: Class) -> bool:
    return any(name in one.methods for one in cls.lineage for name in _SEEING_TO)


def _use(file: File, cls: Class, target: tree.Attribute) -> tree.Node | None:
    """Where a forward computes with the attribute and with something else; None if anybody moves it or sets it anew."""
    related = [*cls.lineage, *cls.subclasses]
    found: tree.Node | None = None
    for one in related:
        for node in tree.walk(one.node):
            if isinstance(node, tree.Constant) and node.value == target.attr:
                return None  # a buffer of that name, or looked up by it
            if not isinstance(node, tree.Attribute) or node.attr != target.attr or node is target:
                continue
            if tree.dotted(node.value) != "self" or one.node not in file.analysis.class_at:
                continue
            place = _computes_with(file, node)
            if place is False:
                return None
            function = file.tree.above(node, tree.FunctionDef)
            if isinstance(place, tree.Node) and isinstance(function, tree.FunctionDef) and function.name == "forward":
                found = found or place
    return found


def _computes_with(file: File, node: tree.Node) -> tree.Node | bool | None:
    """The operation of an attribute with something else; False where it is moved, set or handed on; else None."""
    parents = file.tree.parents
    while True:
        above = parents.get(node)
        if isinstance(above, tree.Attribute):
            call = parents.get(above)
            if has_column(above.attr, "metadata") and not has_column(above.attr, "placement"):
                return None
            if not has_column(above.attr, *_KEEPING) or above.attr in ("type", "type_as"):
                return False  # `.to(x.device)`, `.cuda()`, `.type_as(x)`, `.device`: somebody knows
            node = call if isinstance(call, tree.Call) and call.func is above else above
        elif (isinstance(above, tree.Subscript) and above.value is node) or isinstance(above, tree.UnaryOp):
            node = above
        else:
            break
    if isinstance(above, tree.BinaryOp) and above.op in _ARITHMETIC:
        other = above.right if above.left is node else above.left
        return above if _is_of_the_input(file, other) else None
    if isinstance(above, (tree.Assign, tree.AugmentedAssign, tree.Return)):
        return False
    list_of = parents.get(above) if isinstance(above, (tree.List, tree.Tuple)) else above
    call = parents.get(list_of) if isinstance(list_of, tree.Argument) else None
    if isinstance(call, tree.Call):
        package, _, name = file.names.spelled_out(call.func).rpartition(".")
        is_together = package in ("torch", "torch.nn.functional") and has_column(name, *_TOGETHER)
        return call if is_together and any(_is_of_the_input(file, a.value) for a in call.args) else False
    return None


def _is_of_the_input(file: File, node: tree.Node) -> bool:
    """Whether an expression is made of what the forward is given: of one of its own parameters."""
    function = file.tree.above(node, tree.FunctionDef)
    names = {p.name for p in function.parameters[1:]} if isinstance(function, tree.FunctionDef) else set()
    if isinstance(node, tree.Name) and node.id in names:
        return True
    if isinstance(node, (tree.Subscript, tree.Attribute)):
        is_size = isinstance(node, tree.Attribute) and has_column(node.attr, "metadata")
        return not is_size and _is_of_the_input(file, node.value)
    if isinstance(node, tree.BinaryOp):
        return _is_of_the_input(file, node.left) or _is_of_the_input(file, node.right)
    if isinstance(node, (tree.List, tree.Tuple)):
        return any(_is_of_the_input(file, element) for element in node.elements)
    if isinstance(node, tree.Call):
        is_number = isinstance(node.func, tree.Attribute) and has_column(node.func.attr, "metadata", "fetch")
        if is_number or tree.dotted(node.func) in ("len", "int", "float"):
            return False
        return _is_of_the_input(file, node.func) or any(_is_of_the_input(file, a.value) for a in node.args)
    return False
