"""Attention that is written out: softmax(q @ k^T) @ v, with nothing in between that a fused one can't do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions, reads_after
from torchlint.knowledge.call_names import READ_OF_TENSORS, TURNS
from torchlint.knowledge.operations import has_column
from torchlint.queries import ExpressionView, gradients
from torchlint.syntax import tree

from . import detect_fused

if TYPE_CHECKING:
    from torchlint.queries import File

_PRODUCTS = ("matmul", "bmm")
# Dimensions over keys: of (batch, queries, keys), and of (batch, heads, queries, keys).
_OVER_KEYS = (-1, 2, 3)
# Through how many steps weights are followed back to the product of queries and keys.
_FARTHEST = 24
# What a mask or a bias changes scores by.
_CHANGES = ("*", "/", "+", "-")
# Parts of the names of functions that compute attention at once.
_FUSED = ("scaled_dot_product_attention", "memory_efficient_attention", "flash_attn")


@dataclass(frozen=True, slots=True)
class Change:
    """A step on the way from the product of queries and keys to that with the values."""

    node: tree.BinaryOp | tree.AugmentedAssign | tree.Call
    # An operator; or `fill`, `drop` or `shape`.
    how: str
    # What scores are scaled by, or what is added to them.
    by: tree.Expression | None = None


@dataclass(slots=True)
class _Chain:
    """What leads from the product of queries and keys to that with the values."""

    nodes: list[tree.Node] = field(default_factory=list)
    # Names on it, each with what gives its value.
    named: list[tuple[tree.Name, tree.Node]] = field(default_factory=list)
    # What the scores are scaled and masked by and what drops weights, from the softmax inwards.
    changes: list[Change] = field(default_factory=list)

    def cut(self, lengths: tuple[int, int, int]) -> None:
        """Forget what was added since the chain had these lengths: that way led to no scores."""
        del self.nodes[lengths[0] :], self.named[lengths[1] :], self.changes[lengths[2] :]


@dataclass(frozen=True, slots=True, eq=False)
class WrittenOut(ExpressionView):
    """The product of attention weights with the values."""

    changes: tuple[Change, ...]

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
        for weights, are_turned in zip(factors, (False, True)):  # `weights @ v`, or `v @ weights.mT`
            chain = _Chain([node])
            if _are_weights(file, weights, chain, _FARTHEST, are_turned) and not _is_read_otherwise(file, chain):
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


def _are_weights(file: File, node: tree.Node, chain: _Chain, steps: int, are_turned: bool) -> bool:
    """Whether an expression is a softmax of scores over keys, perhaps with some of it dropped, or turned."""
    if isinstance(node, tree.Name):
        ways = _ways(file, node, chain) if steps else None
        return ways is not None and all(_are_weights(file, way, chain, steps - 1, are_turned) for way in ways)
    chain.nodes.append(node)
    if isinstance(node, tree.Attribute) and node.attr in TURNS:
        return are_turned and steps > 0 and _are_weights(file, node.value, chain, steps - 1, False)
    if not isinstance(node, tree.Call):
        return False
    name = tree.last_name(_layer_or_function(node)).lower()
    operand = _operand(node)
    if operand is None or not steps:
        return False
    if name in TURNS:
        return are_turned and _are_weights(file, operand, chain, steps - 1, False)
    if "drop" in name:
        chain.changes.append(Change(node, "drop"))
    if "drop" in name or has_column(name, "move", "cast", "copy"):
        return _are_weights(file, operand, chain, steps - 1, are_turned)
    is_softmax = name == "softmax" and not are_turned and _is_over_keys(file, node)
    return is_softmax and _are_scores(file, operand, chain, steps - 1)


def _are_scores(file: File, node: tree.Node, chain: _Chain, steps: int) -> bool:
    """Whether an expression is a product of queries and keys, one turned, perhaps scaled, with a mask or a bias."""
    if not steps:
        return False
    if isinstance(node, tree.Name):
        ways = _ways(file, node, chain)
        return ways is not None and all(_are_scores(file, way, chain, steps - 1) for way in ways)
    chain.nodes.append(node)
    factors = _factors(node)
    if factors is not None:
        parts = [n for one in factors for way in (one, *_origins(file, one)) for n in tree.walk(way)]
        return any(isinstance(n, tree.Attribute) and n.attr in TURNS for n in parts)
    if isinstance(node, tree.AugmentedAssign) and node.op in _CHANGES:
        chain.changes.append(Change(node, node.op, node.value))
        return _are_scores(file, node.target, chain, steps - 1)
    if isinstance(node, tree.BinaryOp) and node.op in _CHANGES:
        lengths = (len(chain.nodes), len(chain.named), len(chain.changes))
        chain.changes.append(Change(node, node.op, node.right))
        if _are_scores(file, node.left, chain, steps - 1):
            return True
        chain.cut(lengths)
        chain.changes.append(Change(node, node.op, node.left))
        is_other_way = node.op in ("*", "+") and not isinstance(node.right, tree.Name)  # `scale * (q @ k.mT)`
        return is_other_way and _are_scores(file, node.right, chain, steps - 1)
    name = tree.last_name(node.func) if isinstance(node, tree.Call) else ""
    if not isinstance(node, tree.Call) or not (
        name in ("masked_fill", "float") or has_column(name, "reshape-to-sizes")
    ):
        return False
    if name != "float":
        chain.changes.append(Change(node, "fill" if name == "masked_fill" else "shape"))
    operand = _operand(node)
    return operand is not None and _are_scores(file, operand, chain, steps - 1)


def _layer_or_function(call: tree.Call) -> tree.Expression:
    """What a call names: the layer, where it makes it at once: `nn.Softmax(dim=-1)(scores)`."""
    return call.func.func if isinstance(call.func, tree.Call) else call.func


def _origins(file: File, node: tree.Expression) -> list[tree.Expression]:
    made = reaching_definitions(file.tree, node) if isinstance(node, tree.Name) else ()
    return [one.source for one in made if one is not None and one.source is not None]


def _ways(file: File, name: tree.Name, chain: _Chain) -> list[tree.Node] | None:
    """What a name may stand for, as far as it isn't on the chain yet; None where it may be something else."""
    made = reaching_definitions(file.tree, name)
    found: list[tree.Node] = []
    for one in made:
        value = one.node if one is not None and one.kind == "augmented" else one.value if one is not None else None
        if one is None or value is None or not isinstance(one.target, tree.Name):
            return None
        if one.node not in chain.nodes:
            chain.nodes.append(one.node)
            chain.named.append((one.target, one.node))
            found.append(value)
    return found if made else None


def _operand(call: tree.Call) -> tree.Expression | None:
    """The tensor that a call changes: its first argument, or what it is a method of."""
    first = call.args[0].value if call.args and call.args[0].keyword in (None, "input") else None
    is_module_or_function = isinstance(call.func, (tree.Name, tree.Call)) or (tree.dotted(call.func) or "").startswith(
        ("self.", "F.", "torch.", "nn.functional.")
    )
    if is_module_or_function or not isinstance(call.func, tree.Attribute):
        return first
    return call.func.value


def _is_over_keys(file: File, call: tree.Node) -> bool:
    """Whether a softmax is over the last dimension, as far as it says so."""
    given = call.args if isinstance(call, tree.Call) else []
    if isinstance(call, tree.Call) and isinstance(call.func, tree.Call):
        given = call.func.args
    dims = [gradients.folded(file, argument.value) for argument in given if argument.keyword in (None, "dim")]
    return all(dim is None or dim in _OVER_KEYS for dim in dims)


def _is_read_otherwise(file: File, chain: _Chain) -> bool:
    """Whether anything else reads the weights or scores: they are returned, kept, drawn, or changed."""
    reads = (read for name, place in chain.named for read in reads_after(file.tree, name, place))
    return any(
        not _is_measured(file, read) and not any(file.is_within(read, node) for node in chain.nodes) for read in reads
    )


def _is_measured(file: File, read: tree.Name) -> bool:
    """Whether only the shape is read, which those of queries and keys say as well."""
    above = file.tree.parents.get(read)
    return isinstance(above, tree.Attribute) and above.attr in READ_OF_TENSORS and not has_column(above.attr, "reshape")
