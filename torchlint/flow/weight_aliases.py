"""References to a model's weights: where they are taken without a copy, and where they are read after later steps."""

from __future__ import annotations

from collections.abc import Iterator

from torchlint.domain.iteration import element
from torchlint.domain.kinds import ValueKind
from torchlint.domain.values import NO, NUMBER, Value, sequence
from torchlint.flow.facts import ModelAliasFact, SnapshotReadFact, WeightSnapshotFact
from torchlint.flow.state import Frame
from torchlint.knowledge.operations import VIEWS, has_column, operations
from torchlint.syntax import tree

# The `made_by` of weights that are one tensor of a state dict, and not the dict.
ENTRY = "entry"
# The kinds of what weights can be read from.
HOLDING: frozenset[ValueKind] = frozenset(("weights", "tuple", "list", "dict"))
# What gives a tensor that shares memory with the one that it is called on.
SHARING = operations(*VIEWS) | {"numpy", "data"}


def taken(frame: Frame, node: tree.Expression, model: Value, *, is_on_cpu_only: bool = False) -> Value:
    """The value of an expression that shares memory with a model's parameters and changes with each step."""
    interpreter = frame.interpreter
    if interpreter.records_facts:
        interpreter.facts.weight_snapshots.append(WeightSnapshotFact(node, model, frame.where, is_on_cpu_only))
    loaded = frozenset(origin for origin in model.origins if origin.what == "load")  # of a model that a file holds
    ref = frozenset(((node, len(interpreter.tracer.changes)),))
    return Value("weights", ref=ref, origins=loaded, source=model.source)


def is_copied(value: Value, depth: int = 0) -> bool:
    """Whether a deep copy of a value copies weights."""
    if value.kind in ("tuple", "list", "dict") and depth < 3:
        return any(is_copied(item, depth + 1) for item in value.elements)
    return value.kind == "weights"


def of_comprehension(frame: Frame, node: tree.Comprehension, item: Value) -> Value | None:
    """Weights, if each element of a comprehension shares a parameter's memory."""
    if node.kind == "generator":
        return None
    if item.kind == "weights":
        kept = item
    elif shares_memory(frame, node.value or node.element, item):
        kept = taken(frame, node, item)
    else:
        return None
    return sequence((entry_of(kept), entry_of(kept))) if node.kind == "list" else kept.replace(made_by="")


def of_pairs(pairs: Value) -> Value | None:
    """Weights, if what `dict(...)` is given consists of names with tensors that share parameters' memory."""
    pair = element(pairs)
    if pair.kind == "tuple" and len(pair.items) == 2 and pair.items[1].kind == "weights":
        return pair.items[1].replace(made_by="")
    return None


def entry_of(weights: Value) -> Value:
    """One tensor of a state dict."""
    return weights.replace(made_by=ENTRY)


def method_of_weights(frame: Frame, weights: Value, name: str, node: tree.Call) -> Value | None:
    """What a method of a state dict, or of a tensor in it, gives without a copy; None for any other method."""
    if weights.made_by == ENTRY:
        if name in SHARING:
            return weights
        if name == "cpu" or (name == "to" and _is_cpu(tree.positional(node, 0))):
            return taken(frame, node, weights, is_on_cpu_only=True).replace(made_by=ENTRY)
        return None
    if name == "copy":
        return weights  # another dict of the same tensors
    entry = entry_of(weights)
    if name == "items":
        pair = Value("tuple", items=(NUMBER, entry))
        return sequence((pair, pair))
    if name == "values":
        return sequence((entry, entry))
    return sequence((NUMBER, NUMBER)) if name == "keys" else None


def _is_cpu(node: tree.Node | None) -> bool:
    return isinstance(node, tree.Constant) and node.value == "cpu"


def taken_as_view(frame: Frame, node: tree.Expression, value: Value) -> Value:
    """Weights, if an expression is a view of a parameter; else the value itself."""
    return taken(frame, node, value) if shares_memory(frame, node, value) else value


def shares_memory(frame: Frame, node: tree.Expression, value: Value) -> bool:
    """Whether an expression is a view of a parameter without a graph: `p.data`, `p.detach().numpy()`."""
    names: list[str] = []
    while isinstance(node, (tree.Attribute, tree.Call)):
        if isinstance(node, tree.Attribute):
            if node.attr not in SHARING:
                break
            if any(has_column(name, "view-if-possible") for name in names) and not has_column(node.attr, "detach"):
                return False  # `p.data.t().flatten()` may be a copy
            names.append(node.attr)
            node = node.value
        else:
            node = node.func
    root = frame.interpreter.facts.values.get(node)
    is_parameter = root is not None and root.kind == "tensor" and root.made_by == "parameter"
    return is_parameter and bool({"data", "detach"} & set(names)) and not (value.is_tensor and value.grad != NO)


def note_alias(frame: Frame, node: tree.Assign, value: Value) -> None:
    """Record that a loop assigns a model a second name: `best_model = model`."""
    if frame.loops and frame.interpreter.records_facts:
        is_plain = isinstance(node.value, (tree.Name, tree.Attribute)) and len(node.targets) == 1
        if is_plain and tree.dotted(node.targets[0]) is not None:
            frame.interpreter.facts.model_aliases.append(ModelAliasFact(node, value, frame.where))


def note_read(frame: Frame, node: tree.Expression, value: Value) -> None:
    """Record that weights are read, after how many steps, and whether elsewhere than where they were stored."""
    if not isinstance(node, (tree.Name, tree.Attribute, tree.Subscript)):
        return
    is_from_afar = isinstance(node, tree.Attribute) and tree.dotted(node) not in frame.scope.names
    changes = len(frame.interpreter.tracer.changes)
    for source, place, since in _inside(value):
        if since < changes or is_from_afar:
            read = SnapshotReadFact(node, place, source, since, changes, is_from_afar, frame.function)
            frame.interpreter.facts.snapshot_reads.append(read)


def _inside(value: Value, depth: int = 0) -> Iterator[tuple[tree.Node | None, tree.Node, int]]:
    """The weights that a value is or contains: whose, where they were taken, and after how many steps."""
    if value.kind == "weights":
        for place, since in value.taken:
            yield value.source, place, since
    elif value.kind in HOLDING and depth < 3:
        for item in value.elements:
            yield from _inside(item, depth + 1)
