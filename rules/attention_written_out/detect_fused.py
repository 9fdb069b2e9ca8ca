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
    masks = [one for one in attention.changes if (isinstance(one, tree.Call) and _is_fill(one)) or _is(one, "+")]
    if not masks:
        return ""
    first, syntax = masks[0], attention.file.tree
    if len(masks) > 1:
        return "attn_mask=..."
    if isinstance(first, tree.BinaryOp):
        outer = attention.changes[: attention.changes.index(first)]
        is_scaled = any(_is(one, "*", "/") for one in outer)  # with the scores
        return "attn_mask=..." if is_scaled else f"attn_mask={_short(syntax.text_of(first.right))}"
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
    factors = [one for one in attention.changes if isinstance(one, tree.BinaryOp) and _is(one, "*", "/")]
    if not factors:
        return "scale=1.0"
    written = attention.file.tree.text_of(factors[0].right)
    if len(factors) > 1:
        return "scale=..."
    if _ROOT.search(written) and _WIDTH.search(written):
        return ""
    if factors[0].op == "*":
        return f"scale={_short(written)}"
    is_sum = isinstance(factors[0].right, tree.BinaryOp) and factors[0].right.op != "**"
    return f"scale=1 / ({_short(written)})" if is_sum else f"scale=1 / {_short(written)}"


def dropout(attention: WrittenOut) -> str:
    """`dropout_p=...`, where weights are dropped: in training only, which the function does not know."""
    call = next((one for one in attention.changes if isinstance(one, tree.Call) and not _is_fill(one)), None)
    if call is None:
        return ""
    called = tree.dotted(call.func) or ""
    if called.startswith("self."):
        return f"dropout_p={called}.p if self.training else 0.0"
    given = [tree.positional(call, place) for place in (1, 2)]
    p, training = (attention.file.tree.text_of(one) if one is not None else "" for one in given)
    return f"dropout_p={p} if {training} else 0.0" if p and training else "dropout_p=..."


def _is(node: tree.Node, *operators: str) -> bool:
    return isinstance(node, tree.BinaryOp) and node.op in operators


def _is_fill(call: tree.Call) -> bool:
    return tree.last_name(call.func) == "masked_fill"


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else "..."
