"""Noticing that something grows from pass to pass: running sums and containers of tensors with graphs."""

from __future__ import annotations

from torchlint.model import tree
from torchlint.model.events import AccumulationEvent
from torchlint.model.frame import Frame
from torchlint.model.values import Site, Value, all_sites, sequence


def accumulates(target: tree.Expression, value: tree.Expression) -> bool:
    """Whether `target = value` has the shape of a running sum: `t = t + x`, `t = x + t`, `t = 0.9 * t + 0.1 * x`."""
    return isinstance(value, tree.BinaryOp) and any(_same(term, target) for term in _terms(value))


def _terms(node: tree.Expression) -> list[tree.Expression]:
    """The summands of a sum, each without its factors written as numbers or names."""
    if isinstance(node, tree.BinaryOp):
        if node.op in "+-":
            return _terms(node.left) + _terms(node.right)
        if node.op == "*":
            return [node.left, node.right]
    return [node]


def _same(a: tree.Node, b: tree.Node) -> bool:
    """Whether two expressions are written alike."""
    if isinstance(a, tree.Name) and isinstance(b, tree.Name):
        return a.id == b.id
    if isinstance(a, tree.Attribute) and isinstance(b, tree.Attribute):
        return a.attr == b.attr and _same(a.value, b.value)
    if isinstance(a, tree.Subscript) and isinstance(b, tree.Subscript):
        return _same(a.value, b.value) and _same(a.index, b.index)
    return isinstance(a, tree.Constant) and isinstance(b, tree.Constant) and a.value == b.value


def added_terms(target: tree.Expression, value: tree.Expression) -> list[tree.Expression]:
    """What a running sum written as `target = value` adds: its summands but the target's own."""
    if not isinstance(value, tree.BinaryOp):
        return []
    if value.op in "+-":
        sides = [value.left, value.right]
        return [part for side in sides for part in (added_terms(target, side) or [side]) if not _holds(part, target)]
    return []


def _holds(node: tree.Expression, target: tree.Expression) -> bool:
    return any(_same(term, target) for term in _terms(node))


def note_plain(frame: Frame, node: tree.Assign, result: Value) -> Value:
    """`total = total + loss`: the result, having passed this place; an event if it comes around with a graph."""
    if not (result.is_tensor and result.grad):
        return result
    site = frame.site("accumulation", node)
    old = frame.machine.record.values.get(_own_term(node.targets[0], node.value) or node)
    terms = added_terms(node.targets[0], node.value)
    added = terms[0] if len(terms) == 1 else None
    values = frame.machine.record.values
    plus = values.get(added) if added else None
    if plus is not None and (plus.kind == "number" or (plus.is_tensor and not plus.grad)):
        return result
    _note(frame, node, site, "sum", node.targets[0], added, plus or result, old)
    return result.passing(frozenset((site,)))


def _own_term(target: tree.Expression, value: tree.Expression) -> tree.Expression | None:
    """Where the running sum itself stands in the code of its new value."""
    return next((t for t in _terms(value) if _same(t, target)), None)


def note_augmented(frame: Frame, node: tree.AugmentedAssign, old: Value, added: Value, result: Value) -> Value:
    """`total += loss`, `losses += [loss]`: the result, having passed this place."""
    if old.kind == "list":
        inside = added.items if added.kind in ("list", "tuple") else ()
        return note_stored(frame, node, node.target, None, inside, old, result)
    if not (added.is_tensor and added.grad):
        return result
    site = frame.site("accumulation", node)
    _note(frame, node, site, "sum", node.target, node.value, added, old)
    return result.passing(frozenset((site,)))


def note_stored(
    frame: Frame,
    node: tree.Node,
    target: tree.Expression,
    stored: tree.Expression | None,
    values: tuple[Value, ...],
    old: Value,
    result: Value,
) -> Value:
    """A container that was given values: as it is now, its elements having passed this place."""
    added = next((leaf for value in values for leaf in _leaves(value) if leaf.is_tensor and leaf.grad), None)
    if added is None or result.kind != "list" or not result.items:
        return result
    site = frame.site("accumulation", node)
    _note(frame, node, site, "container", target, stored, added, old)
    first, last = result.items
    return sequence((first.passing(frozenset((site,))), last), result.sites)


def _leaves(value: Value, depth: int = 0) -> list[Value]:
    """A value, or what is inside it if it is a container."""
    if value.kind in ("tuple", "list", "dict") and depth < 3:
        return [leaf for item in value.elements for leaf in _leaves(item, depth + 1)]
    return [value]


def _note(
    frame: Frame,
    node: tree.Node,
    site: Site,
    how: str,
    target: tree.Expression,
    value: tree.Expression | None,
    added: Value,
    old: Value | None,
) -> None:
    machine = frame.machine
    if not machine.recording or frame.state.grad == 0:
        return
    carrier = frame.comes_around
    comes_back = old is not None and any(s.node is node for s in all_sites(old))
    if comes_back and (carrier is not None or _is_attribute(target)):
        machine.record.accumulations.append(
            AccumulationEvent(node, site, how, target, value, added, carrier, frame.where)
        )


def _is_attribute(target: tree.Expression) -> bool:
    while isinstance(target, tree.Subscript):
        target = target.value
    return isinstance(target, tree.Attribute)
