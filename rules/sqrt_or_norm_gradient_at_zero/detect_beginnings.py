"""What numbers a parameter begins with, as its class or the code around says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_to
from torchlint.binding.use_def import resolved_expression
from torchlint.knowledge.operations import has_column
from torchlint.knowledge.torch_api import fact
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


def begins_without_zeros(file: File, node: tree.Node) -> bool:
    """Whether an expression is a parameter that is made of noise or ones, where no code here writes a 0 into it."""
    node = resolved_expression(file.tree, node)
    value = file.value(node).value
    if value.kind != "tensor" or value.made_by != "parameter":
        return False
    if isinstance(node, tree.Call):
        return _is_noise(file, node)
    name = tree.dotted(node) or ""
    cls = file.tree.above(node, tree.ClassDef)
    if not isinstance(cls, tree.ClassDef) or not name.startswith("self.") or name.count(".") > 1:
        return False
    made = assignments_to(file.tree, cls, name)
    begins = all(one.value is not None and _is_noise(file, one.value) for one in made)
    return bool(made) and begins and not _is_written(cls, name)


def _is_noise(file: File, made: tree.Expression) -> bool:
    """Whether what makes a parameter calls for noise, and for no zeros."""
    if not isinstance(made, tree.Call) or not made.args:
        return False
    called = {
        tree.last_name(node.func)
        for node in tree.walk(resolved_expression(file.tree, made.args[0].value))
        if isinstance(node, tree.Call)
    }
    return any(map(_makes_noise, called)) and not any(map(_may_make_zeros, called))


def _makes_noise(name: str) -> bool:
    """Whether an operation makes or fills a tensor, and not with zeros.

    What is in memory that nobody has written to yet (`torch.empty(3)`, `torch.FloatTensor(3)`) counts: something fills
    it before it is used.
    """
    known = fact(f"torch.{name}")
    is_class = known is not None and known.kind == "class" and known.returns == "tensor"
    return is_class or has_column(name, "without-zeros") or has_column(name, "without-zeros", of="torch.nn.init")


def _may_make_zeros(name: str) -> bool:
    is_written = has_column(name, "overwrite") or name == "clamp_"
    return is_written or has_column(name, "with-zeros") or has_column(name, "with-zeros", of="torch.nn.init")


def _is_written(cls: tree.ClassDef, name: str) -> bool:
    """Whether a part of what a class holds under a name is written to, or what fills it may fill it with zeros."""
    for node in tree.walk(cls):
        if isinstance(node, tree.Call) and _may_make_zeros(tree.last_name(node.func)) and _mentions(node, name):
            return True
        if isinstance(node, tree.Assign):
            parts = (target for target in node.targets if isinstance(target, tree.Subscript))
            if any(_mentions(part.value, name) for part in parts):
                return True
    return False


def _mentions(node: tree.Node, name: str) -> bool:
    return any(isinstance(part, tree.Attribute) and tree.dotted(part) == name for part in tree.walk(node))
