"""Which tensors are on the device that a model is on: what is computed from its output, or differentiated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.binding.usage import usage_of
from torchlint.binding.use_def import reaching_definition, resolved_expression
from torchlint.domain.values import UNKNOWN, YES
from torchlint.flow.facts import HostSyncFact, LoopRun
from torchlint.knowledge.naming_conventions import BACKWARDS
from torchlint.knowledge.operations import operations
from torchlint.queries.devices.moved_tensors import is_moved_to_device, is_moved_unchanged
from torchlint.queries.gradients.returned_parts import returned_views
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

# Methods that copy a tensor's numbers to the host.
_FETCHING = operations("fetch")
# Through how many names a tensor is followed to a model's output.
_FARTHEST = 3


def is_copy_to_host(call: tree.Call) -> bool:
    """Whether this is `x.cpu()` or `x.to("cpu")`."""
    assert isinstance(call.func, tree.Attribute)
    given = [argument.value for argument in call.args]
    if call.func.attr == "to":
        return len(given) == 1 and isinstance(given[0], tree.Constant) and given[0].value == "cpu"
    return call.func.attr == "cpu" and not given


def is_on_device(file: File, fact: HostSyncFact, loop: LoopRun | None) -> bool:
    """Whether the operand comes from a model, so that it is on the model's device.

    What has no graph counts only in a training step: a loop in which an attack differentiates may measure its success.
    """
    return any(_is_one_on_device(file, fact, loop, tensor) for tensor in _tensors(file, fact))


def _tensors(file: File, fact: HostSyncFact) -> list[tree.Expression]:
    """The tensors of which one has to be on the device: the operand, or those that the dict holds that is logged."""
    held = resolved_expression(file.tree, fact.operand) if fact.is_logged else None
    if isinstance(held, tree.Dict):
        return [value for value in held.values if _stays_on_device(file, value)]
    return [fact.operand]


def _is_one_on_device(file: File, fact: HostSyncFact, loop: LoopRun | None, node: tree.Expression) -> bool:
    function = fact.where.function
    if function is not None and _is_differentiated(function.unit.tree, function.node, node):
        return True
    if _is_returned_by_a_step(file, node):
        return True
    value = file.facts.values.get(node, UNKNOWN)
    if value.is_tensor and not file.facts.differentiated.isdisjoint(value.origins):
        return True
    names = _FARTHEST if loop is not None and loop.trains_itself else 0
    return _comes_from_model(file, node, names) or (names > 0 and is_moved_to_device(file, _before_copies(node), names))


def _is_differentiated(syntax: tree.Tree, function: tree.Node | None, node: tree.Expression) -> bool:
    """Whether a function goes backward from a tensor, or from a sum that it is a term of."""
    name = tree.dotted(node)
    if function is None or name is None or not syntax.once(usage_of, function).trains:
        return False
    return name in syntax.once(_differentiated_names, function)


def _differentiated_names(syntax: tree.Tree, function: tree.Node) -> frozenset[str]:
    """What a function goes backward from, and the terms of the sums among these."""
    roots = syntax.once(usage_of, function).differentiated | syntax.once(_differentiated_terms, function)
    sums = [one.value for one in assignments_in(function) if one.name in roots and one.value is not None]
    return roots | {name for whole in sums for term in _terms(whole) if (name := tree.dotted(term))}


def _differentiated_terms(syntax: tree.Tree, function: tree.Node) -> frozenset[str]:
    """The names of the terms of sums that a function goes backward from: `(loss + penalty).backward()`."""
    calls = [one for one in syntax.own(function, tree.Call) if tree.last_name(one.func) in BACKWARDS]
    sums = [one.func.value for one in calls if isinstance(one.func, tree.Attribute)]
    given = [one.args[0].value for one in (*calls, *sums) if isinstance(one, tree.Call) and one.args]
    return frozenset(name for whole in (*sums, *given) for term in _terms(whole) if (name := tree.dotted(term)))


def _is_returned_by_a_step(file: File, node: tree.Expression) -> bool:
    """Whether a tensor is what a function returns that goes backward from it: `loss, norm = self.update(batch)`."""
    for one in returned_views(file, node):
        syntax = one.file.tree
        if _is_differentiated(syntax, syntax.above(one.node, tree.FunctionDef), one.node):
            return True
    return False


def _terms(node: tree.Expression) -> Iterator[tree.Expression]:
    """What an expression adds up, each by itself or times something: `a` and `b` of `0.5 * a + b`."""
    if isinstance(node, tree.BinaryOp) and node.op in ("+", "-", "*", "/"):
        yield from _terms(node.left)
        yield from _terms(node.right)
    else:
        yield node


def _comes_from_model(file: File, node: tree.Node, names: int) -> bool:
    """Whether a tensor is computed from a model's output, here or, through so many names, where these are assigned."""
    parts = list(tree.walk(node))
    tensors = [value for part in parts if (value := file.facts.values.get(part, UNKNOWN)).is_tensor]
    if any(value.grad == YES or any(origin.what == "forward" for origin in value.origins) for value in tensors):
        return True
    sources = [_source(file, n) for n in parts if isinstance(n, tree.Name)] if names else []
    return any(
        source is not None and _stays_on_device(file, source) and _comes_from_model(file, source, names - 1)
        for source in sources
    )


def is_batch_moved_back(file: File, node: tree.Expression) -> bool:
    """Whether a tensor was moved to a device here, and nothing has been computed of it."""
    return is_moved_unchanged(file, _before_copies(node), _FARTHEST) and not _comes_from_model(file, node, _FARTHEST)


def _before_copies(node: tree.Expression) -> tree.Expression:
    """The `x` of `x.cpu()`."""
    while isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and is_copy_to_host(node):
        node = node.func.value
    return node


def _source(file: File, name: tree.Name) -> tree.Node | None:
    """What a name is assigned; of a dict that is written out, the entry that is read: `terms["loss"]`."""
    made = reaching_definition(file.tree, name)
    if made is None or made.kind != "assignment":
        return None
    read = file.tree.parents.get(name)
    if isinstance(read, tree.Subscript) and read.value is name and isinstance(made.source, tree.Dict):
        key = tree.string_of(read.index)
        entries = zip(made.source.keys, made.source.values, strict=True)
        return next((value for other, value in entries if key is not None and tree.string_of(other) == key), None)
    return made.source


def _stays_on_device(file: File, node: tree.Node) -> bool:
    """Whether code makes a tensor, or several, and copies nothing to the host for that."""
    value = file.facts.values.get(node, UNKNOWN)
    calls = (n for n in tree.walk(node) if isinstance(n, tree.Call))
    copies = (c.func.attr in _FETCHING or is_copy_to_host(c) for c in calls if isinstance(c.func, tree.Attribute))
    if any(copies) or not (value.is_tensor or value.kind in ("tuple", "dict")):
        return False
    return value.kind != "dict" or not any(_fetches(file, c) for c in tree.walk(node) if isinstance(c, tree.Call))


def _fetches(file: File, call: tree.Call) -> bool:
    """Whether a function of the project that a call leads to copies anything to the host."""
    entered = file.facts.functions.get(call, ())
    return any(function.unit.tree.once(_copies_to_host, function.node) for function in entered)


def _copies_to_host(syntax: tree.Tree, function: tree.Node) -> bool:
    calls = (one for one in syntax.own(function, tree.Call) if isinstance(one.func, tree.Attribute))
    return any(tree.last_name(one.func) in _FETCHING or is_copy_to_host(one) for one in calls)
