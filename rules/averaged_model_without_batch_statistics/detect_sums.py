"""Models whose parameters are set to zero and added up over others, as a server does with those of its clients."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.binding.use_def import reaching_definition
from torchlint.knowledge.call_names import GIVES_STATISTICS
from torchlint.queries import devices
from torchlint.syntax import tree

from .detect import Update, averaged_models

if TYPE_CHECKING:
    from torchlint.queries import File

# Names of whole models: not of heads or gates.
_WHOLE = re.compile("model|modul|net|global|server")
_SETS_TO_ZERO = re.compile(r"zero(_|s|s_like)$")


def summed_parameters(file: File) -> Iterator[Update]:
    """The loops that add one model's parameters to those of the sum, in source order.

    The models are not known: a setting chooses them, and some of the project's have BatchNorm.
    """
    if not any("zip" in file.tree.text_of(loop.iter) for loop in file.tree.all(tree.For)):
        return
    if _gives_statistics(file) or not _has_batch_norm(file):
        return
    for loop in file.tree.all(tree.For):
        models = averaged_models(file, loop)
        if models is None or not _adds(loop):
            continue
        averaged, trained = models
        if not _WHOLE.search(tree.last_name(averaged.node)):
            continue  # a part, such as a head, may have no BatchNorm
        is_known = isinstance(averaged.value.ref, Class) and not devices.has_running_statistics(averaged.value)
        if not is_known and _is_set_to_zero(file, tree.dotted(averaged.node), loop):
            yield Update(file, loop.iter, averaged, trained, is_sure=False)


def _gives_statistics(file: File) -> bool:
    """Whether the program mentions buffers or their names: not attributes that its own code assigns."""
    named = {name for name in GIVES_STATISTICS if file.analysis.mentions(name)}
    own = {
        tree.last_name(target)
        for unit in file.analysis.units
        if named & unit.mentioned
        for one in unit.tree.all(tree.Assign)
        for target in one.targets
        if (tree.dotted(target) or "").startswith("self.")
    }
    return not named <= own


def _has_batch_norm(file: File) -> bool:
    files = file.project_files
    return "BatchNorm" in file.text or (files is not None and bool(files.files_mentioning("BatchNorm", "forward")))


def _adds(loop: tree.For) -> bool:
    """Whether the body adds a share of a tensor to another one: not a moving average, which scales both."""
    for node in (one for body in loop.body for one in tree.walk(body)):
        if isinstance(node, tree.AugmentedAssign) and node.op in ("+", "+="):
            return _is_share(node.value)
        if isinstance(node, tree.Assign) and isinstance(node.value, tree.BinaryOp) and node.value.op == "+":
            name = tree.dotted(node.targets[0])
            sides = (node.value.left, node.value.right)
            return any(_read(one) == name for one in sides) and any(map(_is_share, sides))
        if (
            isinstance(node, tree.Call)
            and tree.last_name(node.func) == "add_"
            and isinstance(node.func, tree.Attribute)
        ):
            is_scaled = any(one.keyword == "alpha" for one in node.args) or any(
                _is_share(one.value) for one in node.args
            )
            return tree.dotted(node.func.value) is not None and is_scaled
    return False


def _is_share(node: tree.Node) -> bool:
    return isinstance(node, tree.BinaryOp) and node.op in ("*", "/")


def _read(node: tree.Expression) -> str | None:
    """The name of what is read, perhaps a copy of it: `p.data` of `p.data.clone()`."""
    if isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and not node.args:
        node = node.func.value
    return tree.dotted(node)


def _is_set_to_zero(file: File, model: str | None, adding: tree.For) -> bool:
    """Whether the file sets the parameters of what has this name to zero in another loop, or the same before it."""
    for loop in file.tree.all(tree.For):
        called = loop.iter
        func = called.func if isinstance(called, tree.Call) else None
        if (
            loop is adding
            or not isinstance(func, tree.Attribute)
            or func.attr not in ("parameters", "named_parameters")
        ):
            continue
        calls = (node for body in loop.body for node in tree.walk(body) if isinstance(node, tree.Call))
        if _is_same(file, func.value, model, adding) and any(
            _SETS_TO_ZERO.match(tree.last_name(c.func)) for c in calls
        ):
            return True
    return False


def _is_same(file: File, zeroed: tree.Expression, model: str | None, adding: tree.For) -> bool:
    """Whether both have a name that means the same: an attribute of `self`, or a variable of one function."""
    name = tree.dotted(zeroed)
    if name is None or name != model:
        return False
    if not isinstance(zeroed, tree.Name):
        return file.tree.above(zeroed, tree.ClassDef) is file.tree.above(adding, tree.ClassDef)
    return reaching_definition(file.tree, zeroed) is not None and file.tree.scope(zeroed) is file.tree.scope(adding)
