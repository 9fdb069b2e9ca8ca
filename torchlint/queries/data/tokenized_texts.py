"""The ids of texts that a tokenizer has padded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.knowledge.operations import has_column
from torchlint.queries.file import CallView
from torchlint.queries.gradients import uncopied
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_PADS = "pad_sequence"
_LENGTHS = (True, "longest", "max_length")


def padded_ids(file: File, node: tree.Node) -> CallView | None:
    """The call that tokenizes and pads texts, if an expression is its `input_ids`.

    They may come through names, copies and moves, or be one row, or have another shape: `ids[0]`, `ids.squeeze()`.
    """
    node = _whole(file, node)
    if isinstance(node, tree.Call) and _fills_up(node):
        return CallView(file, node)
    if isinstance(node, tree.Attribute):
        entry: object = node.attr
    elif isinstance(node, tree.Subscript) and isinstance(node.index, tree.Constant):
        entry = node.index.value
    else:
        return None
    made = uncopied(file, node.value) if entry == "input_ids" else None
    if not isinstance(made, tree.Call):
        return None
    call = CallView(file, made)
    return call if _padding(call) in _LENGTHS else None


def pads_texts(call: tree.Call) -> bool:
    """Whether a call pads: a tokenizer's, or `pad_sequence`."""
    if tree.last_name(call.func) == _PADS:
        return True
    given = next((one.value for one in call.args if one.keyword == "padding"), None)
    return isinstance(given, tree.Constant) and given.value in _LENGTHS


def _fills_up(call: tree.Call) -> bool:
    """Whether sequences of ids are filled up with that of the padding token: `padding_value=tok.pad_token_id`."""
    given = next((one.value for one in call.args if one.keyword == "padding_value"), tree.positional(call, 2))
    is_id = given is not None and tree.last_part(given) == "pad_token_id"
    return tree.last_name(call.func) == _PADS and is_id


def _whole(file: File, node: tree.Node) -> tree.Node:
    """What an expression is a row of, or has in another shape."""
    while True:
        node = uncopied(file, node)
        if isinstance(node, tree.Subscript) and tree.integer_literal(node.index) is not None:
            node = node.value
        elif (
            isinstance(node, tree.Call)
            and isinstance(node.func, tree.Attribute)
            and has_column(node.func.attr, "reshape")
        ):
            node = node.func.value
        else:
            return node


def is_padded_surely(padded: CallView) -> bool:
    """Whether texts are certainly padded, to a fixed length; `padding=True` only pads to the longest text."""
    return _padding(padded) == "max_length"


def _padding(call: CallView) -> object:
    """What a tokenizer is told to pad to; its old `pad_to_max_length=True` says the same as `padding="max_length"`."""
    old, padding = call.argument(-1, "pad_to_max_length"), call.argument(-1, "padding")
    if old is not None and old.is_literally is True:
        return "max_length"
    return padding.is_literally if padding is not None else None


def is_of_one_text(padded: CallView) -> bool:
    """Whether padding is applied to a single text, which is written in the call."""
    given = padded.argument(0, "text")
    if is_padded_surely(padded) or given is None:
        return False
    node = resolved_expression(padded.file.tree, given.node)
    if isinstance(node, (tree.List, tree.Tuple)):
        return len(node.elements) == 1
    return isinstance(node, (tree.FormattedString, tree.Constant))
