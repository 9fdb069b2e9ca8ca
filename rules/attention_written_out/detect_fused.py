"""The arguments of `scaled_dot_product_attention` that do what attention by hand does to its scores and weights."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from torchlint.syntax import edits, tree

if TYPE_CHECKING:
    from .detect import WrittenOut

# The root of the queries' width, by which the scores are divided by default.
_ROOT = re.compile(r"sqrt|\*\* *-?0\.5")
_WIDTH = re.compile(r"size\(-1\)|shape\[-1\]")
_LONGEST = 40
_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def mask(attention: WrittenOut) -> str:
    """`attn_mask=...`, where scores are masked: True where `masked_fill` leaves a score, or what is added to it."""
    masks = [one for one in attention.changes if one.how in ("fill", "+", "-")]
    if not masks:
        return ""
    first, syntax = masks[0].node, attention.file.tree
    is_reshaped = any(one.how == "shape" for one in attention.changes)
    if len(masks) > 1 or is_reshaped or isinstance(first, tree.AugmentedAssign) or masks[0].how == "-":
        return "attn_mask=..."
    if masks[0].by is not None:
        outer = attention.changes[: attention.changes.index(masks[0])]
        is_scaled = any(one.how in ("*", "/") for one in outer)  # with the scores
        return "attn_mask=..." if is_scaled else f"attn_mask={_short(syntax.text_of(masks[0].by))}"
    if not isinstance(first, tree.Call):
        return "attn_mask=..."
    is_optional = isinstance(syntax.above(first, tree.If, *tree.Scope), tree.If)
    hidden = tree.positional(first, 0 if len(first.args) == 2 else 1)
    if is_optional or hidden is None:
        return "attn_mask=..."
    if isinstance(hidden, tree.Compare) and len(hidden.ops) == 1 and hidden.ops[0] in _OPPOSITE:
        left, right = (syntax.text_of(one) for one in (hidden.left, hidden.comparators[0]))
        return f"attn_mask={_short(f'{left} {_OPPOSITE[hidden.ops[0]]} {right}')}"
    if isinstance(hidden, tree.UnaryOp) and hidden.op == "~":
        return f"attn_mask={_short(syntax.text_of(hidden.operand))}"
    return f"attn_mask=~{_short(syntax.text_of(hidden))}" if isinstance(hidden, edits.ATOMS) else "attn_mask=..."


def scale(attention: WrittenOut) -> str:
    """`scale=...`, unless the scores are divided by the root of the queries' width, as they are by default."""
    factors = [one for one in attention.changes if one.how in ("*", "/")]
    if not factors or factors[0].by is None:
        return "scale=1.0"
    written = attention.file.tree.text_of(factors[0].by)
    if len(factors) > 1:
        return "scale=..."
    if _ROOT.search(written) and _WIDTH.search(written):
        return ""
    if factors[0].how == "*":
        return f"scale={_short(written)}"
    is_sum = isinstance(factors[0].by, tree.BinaryOp) and factors[0].by.op != "**"
    return f"scale=1 / ({_short(written)})" if is_sum else f"scale=1 / {_short(written)}"


def dropout(attention: WrittenOut) -> str:
    """`dropout_p=...`, where weights are dropped: in training only, which the function does not know."""
    call = next((one.node for one in attention.changes if one.how == "drop"), None)
    if not isinstance(call, tree.Call):
        return ""
    called = tree.dotted(call.func) or ""
    if called.startswith("self."):
        return f"dropout_p={called}.p if self.training else 0.0"
    given = [tree.positional(call, place) for place in (1, 2)]
    p, training = (attention.file.tree.text_of(one) if one is not None else "" for one in given)
    return f"dropout_p={p} if {training} else 0.0" if p and training else "dropout_p=..."


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else "..."
