"""Seeds that are made of the number of the worker which sets them, and of nothing that an epoch changes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.binding.use_def import resolved_expression
from torchlint.queries.data import texts_of_users
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_INFO = ("torch.utils.data.get_worker_info", "torch.utils.data._utils.worker.get_worker_info")


def is_worker_id(file: File, node: tree.Node) -> bool:
    """Whether an expression is `get_worker_info().id`, which is the same number in each epoch."""
    if not isinstance(node, tree.Attribute) or node.attr != "id":
        return False
    made = resolved_expression(file.tree, node.value)
    return isinstance(made, tree.Call) and file.names.spelled_out(made.func) in _INFO


def is_made_of_worker_id(file: File, seed: tree.Expression) -> bool:
    """Whether a seed is computed from the worker's number, constants and settings, and certainly from that number."""
    parts = list(_parts(file, seed))
    return any(is_worker_id(file, part) for part in parts) and all(
        is_worker_id(file, part) or _is_setting(file, part) for part in parts
    )


def _parts(file: File, node: tree.Node) -> list[tree.Node]:
    """What an arithmetic expression is computed from, through names for it."""
    node = resolved_expression(file.tree, node)
    if isinstance(node, tree.BinaryOp):
        return [*_parts(file, node.left), *_parts(file, node.right)]
    if isinstance(node, tree.Call) and tree.dotted(node.func) == "int" and len(node.args) == 1:
        return _parts(file, node.args[0].value)
    return [node]


def _is_setting(file: File, node: tree.Node) -> bool:
    """Whether a part is a constant, or an attribute that is assigned nowhere but in constructors."""
    if isinstance(node, tree.Constant):
        return True
    if not isinstance(node, tree.Attribute) or tree.dotted(node) is None or "epoch" in node.attr:
        return False
    for one in assignments_in(file.tree.root):
        if one.name.rpartition(".")[2] == node.attr and "." in one.name:
            function = file.tree.above(one.node, tree.FunctionDef)
            if not isinstance(function, tree.FunctionDef) or function.name != "__init__":
                return False
    assigns = re.compile(rf"\.{node.attr}\s*\+?=(?!=)")
    return not any(assigns.search(text) for text in texts_of_users(file))
