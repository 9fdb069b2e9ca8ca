"""Detects what grows from pass to pass: running sums and containers of tensors with graphs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from torchlint.binding.definitions import assignments_in
from torchlint.binding.use_def import resolved_expression
from torchlint.domain.origins import Origin
from torchlint.domain.provenance import all_origins
from torchlint.domain.values import MAYBE, Value, sequence
from torchlint.flow.facts import AccumulationFact
from torchlint.flow.interpreter import evaluate
from torchlint.flow.state import Frame
from torchlint.knowledge.operations import operations
from torchlint.syntax import tree

# torch's functions that put what they are given together.
_JOINING = operations("join") | {"add"}
# What gives a value a graph.
_CARRYING = ("forward", "use", "leaf")
_ADDING = frozenset(("torch.add", "add"))
# Operations whose result never has a graph.
_CUTTING = operations("comparison", "boolean", "integer", "fetch", "detach") - operations("move")
_MOST_STEPS = 20
# What the new value of a running sum is written as.
COMBINING = (tree.BinaryOp, tree.Conditional, tree.Call)


def accumulates(syntax: tree.Tree, node: tree.Assign) -> bool:
    """Whether an assignment is a running sum: `t = t + x`, `t = a * t + b * x`, `t = cat([t, x])`.

    Also where the old value has another name, `old = t` and then `t = old + x`, or is read by a method that gives a
    first one, too: `d[k] = d.get(k, 0) + x`.
    """
    if syntax.once(_adds_to_itself, node):
        return True
    return isinstance(node.value, tree.BinaryOp) and node in syntax.once(_renamed, syntax.scope(node))


def _adds_to_itself(_: tree.Tree, node: tree.Node) -> bool:
    if not isinstance(node, tree.Assign) or len(node.targets) > 1 or not isinstance(node.value, COMBINING):
        return False
    return bool(_growing(node.value, _Old(node.targets[0])))


@dataclass(frozen=True, slots=True)
class _Old:
    """What a running sum was before: its target, and the names that were given its value."""

    target: tree.Expression
    names: frozenset[str] = frozenset()

    def is_it(self, term: tree.Expression) -> bool:
        return (isinstance(term, tree.Name) and term.id in self.names) or _same(_read(term), self.target)


def _renamed(syntax: tree.Tree, scope: tree.Node) -> dict[tree.Node, frozenset[str]]:
    """The assignments of a scope that add to what their target was under another name, with these names."""
    assigned = [one for one in syntax.own(scope, tree.Assign) if len(one.targets) == 1]
    copies = [(to.id, _read(one.value)) for one in assigned if isinstance(to := one.targets[0], tree.Name)]
    copies = [(name, value) for name, value in copies if isinstance(value, (tree.Name, tree.Attribute, tree.Subscript))]
    found: dict[tree.Node, frozenset[str]] = {}
    for one in assigned if copies else ():
        if isinstance(one.value, tree.BinaryOp):
            terms = {term.id for term in _terms(one.value) if isinstance(term, tree.Name)}
            target = one.targets[0]
            names = frozenset(name for name, value in copies if name in terms and _same(value, target))
            if names:
                found[one] = names
    return found


def _read(node: tree.Expression) -> tree.Expression:
    """The item or attribute that a call reads: `d[k]` for `d.get(k, 0)`, and `o.k` for `getattr(o, "k")`."""
    if not isinstance(node, tree.Call) or not node.args:
        return node
    func, first = node.func, node.args[0].value
    if isinstance(func, tree.Attribute) and func.attr in ("get", "setdefault"):
        return tree.Subscript(node.start, node.end, func.value, first)
    if isinstance(func, tree.Name) and func.id == "getattr" and len(node.args) > 1:
        name = node.args[1].value
        if isinstance(name, tree.Constant) and isinstance(name.value, str):
            return tree.Attribute(node.start, node.end, first, name.value)
    return node


def _terms(node: tree.Expression) -> list[tree.Expression]:
    """The terms that a value is the sum, concatenation or choice of."""
    return [term for part in _parts(node) for term in _terms(part)] or [node]


def _parts(node: tree.Expression) -> list[tree.Expression]:
    """The operands of a sum or product, both branches of a conditional, the arguments of `cat` or `zip`."""
    if isinstance(node, tree.BinaryOp):
        return [node.left, node.right] if node.op in "+-*" else [node.left] if node.op == "/" else []
    if isinstance(node, tree.Conditional):
        return [node.body, node.orelse]
    if isinstance(node, tree.Call):
        return _joined(node)
    return []


def _joined(node: tree.Call) -> list[tree.Expression]:
    """The arguments that a call concatenates; empty if it computes something else."""
    func = node.func
    given = [a.value for a in node.args]
    if isinstance(func, tree.Attribute) and func.attr in _JOINING:
        return [e for g in given for e in (g.elements if isinstance(g, (tree.List, tree.Tuple)) else [g])]
    if isinstance(func, tree.Name) and func.id in ("tuple", "list") and given:
        fold = given[0]
        if isinstance(fold, tree.Comprehension) and isinstance(fold.element, tree.BinaryOp) and fold.element.op == "+":
            zipped = fold.clauses[0].iter
            if isinstance(zipped, tree.Call) and tree.dotted(zipped.func) == "zip":
                return [a.value for a in zipped.args]
    return []


def _is_fold(node: tree.Expression) -> bool:
    """Whether a value is an element-wise sum of two sequences."""
    return isinstance(node, tree.Call) and isinstance(node.func, tree.Name) and bool(_joined(node))


def _same(a: tree.Node, b: tree.Node) -> bool:
    """Whether two expressions have the same text."""
    if isinstance(a, tree.Name) and isinstance(b, tree.Name):
        return a.id == b.id
    if isinstance(a, tree.Attribute) and isinstance(b, tree.Attribute):
        return a.attr == b.attr and _same(a.value, b.value)
    if isinstance(a, tree.Subscript) and isinstance(b, tree.Subscript):
        return _same(a.value, b.value) and _same(a.index, b.index)
    return isinstance(a, tree.Constant) and isinstance(b, tree.Constant) and a.value == b.value


def _holds(node: tree.Expression, old: _Old) -> bool:
    return any(old.is_it(term) for term in _terms(node))


def _growing(value: tree.Expression, old: _Old) -> list[tree.Expression]:
    """The branches of a value that hold the old one and more: in `x = y if given else x`, none does."""
    branches = [value.body, value.orelse] if isinstance(value, tree.Conditional) else [value]
    return [branch for branch in branches if not old.is_it(branch) and _holds(branch, old)]


def _added(old: _Old, value: tree.Expression) -> list[tree.Expression]:
    """The terms that a running sum adds: those of its new value that don't contain the old one."""
    if isinstance(value, tree.BinaryOp) and value.op == "*":
        return [term for part in _parts(value) if _holds(part, old) for term in _added(old, part)]
    found: list[tree.Expression] = []
    for part in _parts(value):
        found += _added(old, part) if _holds(part, old) else [part]
    return [] if isinstance(value, tree.Conditional) and not found else found


def note_plain(frame: Frame, node: tree.Assign, result: Value) -> Value:
    """`total = total + loss`: records an accumulation, and returns the result with this place as an origin."""
    target, syntax = node.targets[0], frame.unit.tree
    before = _Old(target, syntax.once(_renamed, syntax.scope(node)).get(node, frozenset()))
    values = frame.interpreter.facts.values
    own = next((t for t in _terms(node.value) if before.is_it(t)), None)
    old = evaluate(frame, own) if own is not None else None  # what it holds in this pass, not whatever it ever held
    if isinstance(node.value, tree.Conditional):
        added = [term for branch in _growing(node.value, before) for term in _added(before, branch)]
    else:
        added = _added(before, node.value)
    if result.kind == "list" and _is_fold(node.value):
        origin = frame.origin("accumulation", node)
        if carrying := [v for v in _leaves(result) if v.is_tensor and v.grad]:
            _note(frame, node, origin, "sum", target, None, carrying[0], old)
            first, last = result.items
            return sequence((first.with_origins(frozenset((origin,))), last), result.origins)
        return result
    if result.kind == "list":
        inside = tuple(v for term in added for v in _leaves(values.get(term, result)))
        return note_stored(frame, node, target, None, inside, old or result, result)
    if not (result.is_tensor and result.grad):
        return result
    if not added and isinstance(node.value, tree.BinaryOp) and node.value.op == "/":
        return result  # divided, with nothing added: `v = v / v.norm()`
    alone = added[0] if len(added) == 1 else None
    plus = values.get(alone) if alone else None
    if plus is not None and (plus.kind == "number" or (plus.is_tensor and not plus.grad)):
        return result
    origin = frame.origin("accumulation", node)
    is_joined = isinstance(node.value, tree.Call) and tree.dotted(node.value.func) not in _ADDING
    how: Literal["sum", "container"] = "container" if is_joined else "sum"
    _note(frame, node, origin, how, target, alone, plus or result, old)
    return result.with_origins(frozenset((origin,)))


def note_added(
    frame: Frame,
    node: tree.Node,
    target: tree.Expression,
    value: tree.Expression,
    old: Value,
    added: Value,
    result: Value,
) -> Value:
    """`total += loss`, `total.add_(loss)`: returns the result with this place as an origin."""
    if not (added.is_tensor and added.grad) and (not _may_carry(frame, added) or _is_cut(frame, value)):
        return result
    origin = frame.origin("accumulation", node)
    _note(frame, node, origin, "sum", target, value, added, old)
    return result.with_origins(frozenset((origin,)))


def _may_carry(frame: Frame, value: Value) -> bool:
    """Whether an unknown value came out of a model, which is no guess, through code that is not known."""
    if value.kind != "unknown":
        return False
    is_guess = frame.interpreter.tracer.is_guess
    return any(origin.what == "forward" and not is_guess(origin) for origin in value.origins)


def _is_cut(frame: Frame, node: tree.Node) -> bool:
    """Whether an unknown value was written to be without a graph: `out.data.max(1)[1].eq(labels).sum()`."""
    for _ in range(_MOST_STEPS):
        node = resolved_expression(frame.unit.tree, node)
        if isinstance(node, tree.Compare):
            return True
        if isinstance(node, tree.Call):
            node = node.func
            if tree.last_name(node) in _CUTTING:
                return True
        if isinstance(node, tree.Attribute) and node.attr == "data":
            return True
        if not isinstance(node, (tree.Attribute, tree.Subscript)):
            return False
        node = node.value
    return False


def note_augmented(frame: Frame, node: tree.AugmentedAssign, old: Value, added: Value, result: Value) -> Value:
    """`total += loss`, `losses += [loss]`: returns the result with this place as an origin."""
    if old.kind == "list":
        inside = added.items if added.kind in ("list", "tuple") else ()
        written = node.value.elements if isinstance(node.value, (tree.List, tree.Tuple)) else []
        return note_stored(frame, node, node.target, written[0] if len(written) == 1 else None, inside, old, result)
    return note_added(frame, node, node.target, node.value, old, added, result)


def note_stored(
    frame: Frame,
    node: tree.Node,
    target: tree.Expression,
    stored: tree.Expression | None,
    values: tuple[Value, ...],
    old: Value,
    result: Value,
) -> Value:
    """A container after elements were added; its elements have this place as an origin."""
    added = next((leaf for value in values for leaf in _leaves(value) if leaf.is_tensor and leaf.grad), None)
    if added is None or result.kind != "list" or not result.items:
        return result
    origin = frame.origin("accumulation", node)
    _note(frame, node, origin, "container", target, stored, added, old)
    first, last = result.items
    return sequence((first.with_origins(frozenset((origin,))), last), result.origins)


def note_entry(frame: Frame, target: tree.Subscript, value: Value, old: Value | None) -> Value:
    """`by_step[step] = loss` with a key that differs in each pass: the entry, with this place as an origin."""
    added = next((leaf for leaf in _leaves(value) if leaf.is_tensor and leaf.grad), None)
    if added is None or not _varies(frame, target.index):
        return value
    node = frame.unit.tree.statement(target)
    origin = frame.origin("accumulation", node)
    stored = node.value if isinstance(node, tree.Assign) else None
    _note(frame, node, origin, "container", target.value, stored, added, old)
    return value.with_origins(frozenset((origin,)))


def note_part(frame: Frame, target: tree.Subscript, value: Value, old: Value) -> Value:
    """`losses[step] = loss` of a tensor: its graph has all that was ever written, whatever the index.

    That is noted in loops that train; others put the parts of one output together.
    """
    node = frame.unit.tree.statement(target)
    origin = frame.origin("accumulation", node)
    if any("backward" in loop.did for loop in frame.loops):
        stored = node.value if isinstance(node, tree.Assign) else None
        _note(frame, node, origin, "container", target.value, stored, value, old)
    return value.with_origins(frozenset((origin,)))


def _varies(frame: Frame, index: tree.Expression) -> bool:
    """Whether a key contains the variable of a loop around."""
    names = {n.id for n in tree.walk(index) if isinstance(n, tree.Name)}
    for loop in frame.loops:
        if loop.depth != len(frame.chain) or not (loop.drives or loop is frame.loops[0]):
            continue
        counted = (one for one in assignments_in(loop.node) if one.kind == "augmented" or one.node is loop.node)
        if any(one.name in names for one in counted):
            return True
    return False


def _leaves(value: Value, depth: int = 0) -> list[Value]:
    """The elements of a container, nested ones included; any other value itself."""
    if value.kind in ("tuple", "list", "dict") and depth < 3:
        return [leaf for item in value.elements for leaf in _leaves(item, depth + 1)]
    return [value]


def _is_any_value(added: Value) -> bool:
    """Whether a graph is only possible: it was computed of unknown values, and no model is among these."""
    if added.kind != "tensor" or added.grad != MAYBE or not added.assumed:
        return False
    return not any(origin.what in _CARRYING for origin in added.origins)


def _note(
    frame: Frame,
    node: tree.Node,
    origin: Origin,
    how: Literal["sum", "container"],
    target: tree.Expression,
    value: tree.Expression | None,
    added: Value,
    old: Value | None,
) -> None:
    interpreter = frame.interpreter
    if not interpreter.records_facts or frame.state.grad == 0 or _is_any_value(added):
        return
    carrier = frame.comes_around
    comes_back = old is not None and any(s.node is node for s in all_origins(old))
    if comes_back and (carrier is not None or (isinstance(tree.container(target), tree.Attribute) and not frame.loops)):
        interpreter.facts.accumulations.append(
            AccumulationFact(node, origin, how, target, value, added, carrier, frame.where)
        )
