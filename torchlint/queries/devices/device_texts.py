"""Devices that a text names with a number that is computed: `f"cuda:{n}"` and the other ways to write that."""

from __future__ import annotations

import re

from torchlint.syntax import tree

_CUDA = "cuda:"
_FORMATTED = re.compile(r"""[a-zA-Z]*("{3}|'{3}|"|')cuda:\{[^{}]*\}\1""")


def cuda_index(syntax: tree.Tree, node: tree.Node) -> tree.Expression | None:
    """The index of a CUDA device in a string that is built from it; None for any other expression.

    `f"cuda:{n}"`, `"cuda:{}".format(n)`, `"cuda:%d" % n`, `"cuda:" + str(n)`.

    Example:
        index = devices.cuda_index(file.tree, call.node.args[0].value)
    """
    if isinstance(node, tree.FormattedString):
        return node.values[0] if node.values and _FORMATTED.fullmatch(syntax.text_of(node)) else None
    if isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and node.func.attr == "format":
        is_whole = len(node.args) == 1 and not node.args[0].star and _is_text(node.func.value, "{}", "{0}", "{:d}")
        return node.args[0].value if is_whole else None
    if isinstance(node, tree.BinaryOp) and node.op == "%" and _is_text(node.left, "%d", "%s", "%i"):
        return _only(node.right) if isinstance(node.right, tree.Tuple) else node.right
    if isinstance(node, tree.BinaryOp) and node.op == "+" and _is_text(node.left, ""):
        made = node.right
        is_made = isinstance(made, tree.Call) and tree.dotted(made.func) == "str" and len(made.args) == 1
        return made.args[0].value if isinstance(made, tree.Call) and is_made else made
    return None


def _only(node: tree.Tuple) -> tree.Expression | None:
    return node.elements[0] if len(node.elements) == 1 else None


def _is_text(node: tree.Node, *ends: str) -> bool:
    return isinstance(node, tree.Constant) and node.value in [_CUDA + end for end in ends]
