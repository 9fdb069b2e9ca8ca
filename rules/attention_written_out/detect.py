"""Attention that is written out: softmax(q @ k^T) @ v, with nothing in between that a fused one can't do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions, reads_after
from torchlint.knowledge.call_names import TURNS
from torchlint.queries import ExpressionView, gradients
from torchlint.syntax import tree

from . import detect_fused

if TYPE_CHECKING:
    from torchlint.queries import File

_PRODUCTS = ("matmul", "bmm")
# Dimensions over keys: of (batch, queries, keys), and of (batch, heads, queries, keys).
_OVER_KEYS = (-1, 2, 3)
# Through how many steps weights are followed back to the product of queries and keys.
_FARTHEST = 12
# Parts of the names of functions that compute attention at once.
_FUSED = ("scaled_dot_product_attention", "memory_efficient_attention", "flash_attn")


@dataclass(slots=True)
class _Chain:
    """What leads from the product of queries and keys to that with the values."""

    nodes: list[tree.Node] = field(default_factory=list)
    # Names on it, each with what gives its value.
    named: list[tuple[tree.Name, tree.Node]] = field(default_factory=list)
    # What the scores are scaled and masked by and what drops weights, from the softmax inwards.
    changes: list[tree.BinaryOp | tree.Call] = field(default_factory=list)


@dataclass(frozen=True, slots=True, eq=False)
class WrittenOut(ExpressionView):
    """The product of attention weights with the values."""

    changes: tuple[tree.BinaryOp | tree.Call, ...]

    @property
    def fused(self) -> str:
        """The call that computes the same at once, with `...` for what can't be read off."""
        given = (detect_fused.mask, detect_fused.dropout, detect_fused.scale)
        return ", ".join(["F.scaled_dot_product_attention(q, k, v", *(t for of in given if (t := of(self)))]) + ")"


def written_out(file: File) -> Iterator[WrittenOut]:
    """The products with the values, of attention whose weights are used for nothing else, in source order."""
    for node in (n for n in file.tree.nodes if isinstance(n, (tree.BinaryOp, tree.Call))):
        factors = _factors(node)
        if factors is None:
            continue
        chain = _Chain([node])
        if _are_weights(file, factors[0], chain, _FARTHEST) and not _is_read_otherwise(file, chain):
            yield WrittenOut(file, node, tuple(dict.fromkeys(chain.changes)))


def has_fused_way(product: ExpressionView) -> bool:
    """Whether the function around calls something else that computes attention at once."""
    calls = product.file.tree.inside(product.file.tree.scope(product.node), tree.Call)
    return any(part in tree.last_name(call.func) for call in calls for part in _FUSED)


def _factors(node: tree.Node) -> tuple[tree.Expression, tree.Expression] | None:
    """The two factors of a product of matrices."""
    if isinstance(node, tree.BinaryOp):
        return (node.left, node.right) if node.op == "@" else None
    if not isinstance(node, tree.Call) or tree.last_name(node.func) not in _PRODUCTS:
        return None
    given = [argument.value for argument in node.args if argument.keyword is None and not argument.star]
    if len(given) == 1 and isinstance(node.func, tree.Attribute):
        given = [node.func.value, *given]
    return (given[0], given[1]) if len(given) == 2 else None


def _are_weights(file: File, node: tree.Expression, chain: _Chain, steps: int) -> bool:
    """Whether an expression is a softmax of scores over keys, perhaps with some of it dropped."""
    if isinstance(node, tree.Name):
        ways = _ways(file, node, chain) if steps else None
        return ways is not None and all(_are_weights(file, way, chain, steps - 1) for way in ways)
    chain.nodes.append(node)
    name = tree.last_name(node.func).lower() if isinstance(node, tree.Call) else ""
    operand = _operand(node) if isinstance(node, tree.Call) else None
    if operand is None or not steps:
        return False
    if "drop" in name and isinstance(node, tree.Call):
        chain.changes.append(node)
    if "drop" in name or name in ("to", "type_as"):
        return _are_weights(file, operand, chain, steps - 1)
    return name == "softmax" and _is_over_keys(file, node) and _are_scores(file, operand, chain, steps - 1)


def _are_scores(file: File, node: tree.Expression, chain: _Chain, steps: int) -> bool:
    """Whether an expression is a product of queries and turned keys, perhaps scaled, with a mask or a bias."""
    if not steps:
        return False
    if isinstance(node, tree.Name):
        ways = _ways(file, node, chain)
        return ways is not None and all(_are_scores(file, way, chain, steps - 1) for way in ways)
    chain.nodes.append(node)
    factors = _factors(node)
    if factors is not None:
        parts = [*tree.walk(factors[1]), *(n for way in _origins(file, factors[1]) for n in tree.walk(way))]
        return any(isinstance(n, tree.Attribute) and n.attr in TURNS for n in parts)
    if isinstance(node, tree.BinaryOp) and node.op in ("*", "/", "+"):
        chain.changes.append(node)
        return _are_scores(file, node.left, chain, steps - 1)
    is_masked = isinstance(node, tree.Call) and tree.last_name(node.func) in ("masked_fill", "float")
    operand = _operand(node) if isinstance(node, tree.Call) and is_masked else None
    if isinstance(node, tree.Call) and tree.last_name(node.func) == "masked_fill":
        chain.changes.append(node)
    return operand is not None and _are_scores(file, operand, chain, steps - 1)


def _origins(file: File, node: tree.Expression) -> list[tree.Expression]:
    made = reaching_definitions(file.tree, node) if isinstance(node, tree.Name) else ()
    return [one.source for one in made if one is not None and one.source is not None]


def _ways(file: File, name: tree.Name, chain: _Chain) -> list[tree.Expression] | None:
    """What a name may stand for, as far as it isn't on the chain yet; None where it may be something else."""
    made = reaching_definitions(file.tree, name)
    found: list[tree.Expression] = []
    for one in made:
        if one is None or one.value is None or not isinstance(one.target, tree.Name):
            return None
        if one.node not in chain.nodes:
            chain.nodes.append(one.node)
            chain.named.append((one.target, one.node))
            found.append(one.value)
    return found if made else None


def _operand(call: tree.Call) -> tree.Expression | None:
    """The tensor that a call changes: its first argument, or what it is a method of."""
    first = call.args[0].value if call.args and call.args[0].keyword in (None, "input") else None
    is_module_or_function = isinstance(call.func, tree.Name) or (tree.dotted(call.func) or "").startswith(
        ("self.", "F.", "torch.", "nn.functional.")
    )
    if is_module_or_function or not isinstance(call.func, tree.Attribute):
        return first
    return call.func.value


def _is_over_keys(file: File, call: tree.Node) -> bool:
    """Whether a softmax is over the last dimension, as far as it says so."""
    given = call.args if isinstance(call, tree.Call) else []
    dims = [gradients.folded(file, argument.value) for argument in given if argument.keyword in (None, "dim")]
    return all(dim is None or dim in _OVER_KEYS for dim in dims)


def _is_read_otherwise(file: File, chain: _Chain) -> bool:
    """Whether anything else reads the weights or scores: they are returned, kept, drawn, or changed."""
    reads = (read for name, place in chain.named for read in reads_after(file.tree, name, place))
    return any(not any(file.is_within(read, node) for node in chain.nodes) for read in reads)
