"""Samplers that are given a weight for each class in place of one for each sample."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding import use_def
from torchlint.knowledge.call_names import WRAPS_WEIGHTS
from torchlint.queries import CallView, View, gradients
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_SAMPLERS = ("torch.utils.data.WeightedRandomSampler", "torch.utils.data.sampler.WeightedRandomSampler")
# What returns one number for each class: NumPy and PyTorch, pandas, scikit-learn.
_COUNTING = ("bincount", "value_counts", "compute_class_weight")
_NUMBER = re.compile(r"^(n|num|total)(_|$)|_(num|total)$|^num[A-Z]|^n?_?classes$|^N$")
_CLASS = re.compile(r"label|class|cls|target|categor|(^|_)(y|c|t|l|lbl|cat)$", re.IGNORECASE)
_ROOTS = ("torch", "np", "numpy")


@dataclass(frozen=True, slots=True, eq=False)
class ClassWeighted(CallView):
    """A call that makes such a sampler."""

    counts: View  # what has one number for each class
    counts_classes: bool  # whether labels are counted there, and no list is written out

    @property
    def is_counted_here(self) -> bool:
        """Whether this file has that code, and not a function of another one."""
        return self.file.holds(self.counts.node)

    @property
    def weights(self) -> View:
        """The argument."""
        given = self.argument(0, "weights")
        return given if given is not None else self


def class_weighted(file: File) -> Iterator[ClassWeighted]:
    """Calls that make such samplers, in source order."""
    for call in file.named_calls(*_SAMPLERS):
        weights = call.argument(0, "weights")
        base = _counts(file, weights.node) if weights is not None else None
        if base is not None:
            yield ClassWeighted(file, call.node, View(file, base), not isinstance(base, (tree.List, tree.Tuple)))


def _counts(file: File, node: tree.Node, depth: int = 0) -> tree.Node | None:
    """What counts the samples of each class, if the numbers are one for each class; None for all else."""
    if isinstance(node, tree.Name) and (counting := _filled_by_counting(file, node)) is not None:
        return counting
    node = use_def.resolved_expression(file.tree, node)
    if depth > 8:
        return None
    if isinstance(node, tree.Call):
        found = _counts_of_call(file, node, depth)
        return found if found is not None else _counts_returned(file, node, depth)
    if isinstance(node, tree.BinaryOp):
        # `1 / counts`, `len(labels) / counts`, `counts / counts.sum()`: only one side is a sequence.
        sides = [_counts(file, side, depth + 1) for side in (node.left, node.right)]
        others = [side for side, base in zip((node.left, node.right), sides, strict=True) if base is None]
        plain = all(isinstance(side, tree.Constant) or _is_number(side) for side in others)
        return next(filter(None, sides), None) if plain else None
    if isinstance(node, (tree.List, tree.Tuple)):
        values = [one.operand if isinstance(one, tree.UnaryOp) else one for one in node.elements]
        return node if values and all(isinstance(one, tree.Constant) for one in values) else None
    if isinstance(node, tree.Subscript) and tree.integer_literal(node.index) == 1:
        return _unique_counts(node.value)
    if isinstance(node, tree.Name) and (unpacked := use_def.reaching_definition(file.tree, node)) is not None:
        targets = unpacked.node.targets[0] if isinstance(unpacked.node, tree.Assign) else None
        is_second = isinstance(targets, tree.Tuple) and targets.elements[1:] == [unpacked.target]
        return _unique_counts(unpacked.source) if is_second and unpacked.source is not None else None
    if isinstance(node, tree.Comprehension) and node.kind == "list" and len(node.clauses) == 1:
        clause = node.clauses[0]
        counted = _counting_of(node.element, tree.dotted(clause.target))
        if not clause.ifs and counted is not None:
            return counted if _is_of_classes(file, clause.iter) else None
        if not clause.ifs and (counter := _counter_of(file, clause.iter)) is not None:
            return counter  # whatever is computed for each class
        looks_up = any(isinstance(part, tree.Subscript) for part in tree.walk(node.element))  # `weights[label]`
        return _counts(file, clause.iter, depth + 1) if not clause.ifs and not looks_up else None
    return None


def _filled_by_counting(file: File, name: tree.Name) -> tree.Node | None:
    """What counts the classes where a loop fills an array, a list or a dict: `counts[label] += 1`, `append`."""
    for use in use_def.uses(file.tree, name):
        part = file.tree.parents.get(use)
        around = file.tree.parents.get(part) if part is not None else None
        if isinstance(around, tree.AugmentedAssign) and isinstance(part, tree.Subscript) and around.target is part:
            is_count = around.op.rstrip("=") == "+" and tree.integer_literal(around.value) == 1
            if is_count and _CLASS.search(tree.last_name(part.index)):
                return around  # and not how often each sample was wrong: `counts[index] += 1`
        loop = file.tree.above(use, *tree.Loops, *tree.Scope)
        is_append = isinstance(part, tree.Attribute) and part.attr == "append" and isinstance(around, tree.Call)
        if is_append and isinstance(around, tree.Call) and isinstance(loop, tree.For) and len(around.args) == 1:
            counted = _counting_of(around.args[0].value, tree.dotted(loop.target))
            if counted is not None and _is_of_classes(file, loop.iter):
                return counted
    return None


def _counts_returned(file: File, call: tree.Call, depth: int) -> tree.Node | None:
    """What counts the classes in a function of the project, if all that it returns has one number for each."""
    found = [_counts(one.file, one.node, depth + 1) for one in gradients.returned_views(file, call)]
    return found[0] if found and all(one is not None for one in found) else None


def _counter_of(file: File, node: tree.Expression) -> tree.Call | None:
    """The `Counter(labels)` whose keys these are: `sorted(counts)`, `counts.keys()`."""
    made = use_def.resolved_expression(file.tree, node)
    if not isinstance(made, tree.Call):
        return None
    if tree.last_name(made.func) == "Counter":
        return made
    if tree.last_name(made.func) in ("sorted", "list") and len(made.args) == 1:
        return _counter_of(file, made.args[0].value)
    is_keys = isinstance(made.func, tree.Attribute) and made.func.attr == "keys"
    return _counter_of(file, made.func.value) if is_keys and isinstance(made.func, tree.Attribute) else None


def _is_of_classes(file: File, node: tree.Expression) -> bool:
    """Whether each class comes once: `range(3)`, `np.unique(labels)`, `set(labels)`, a list that is written out."""
    made = use_def.resolved_expression(file.tree, node)
    if isinstance(made, tree.Call):
        if tree.last_name(made.func) in ("sorted", "list") and len(made.args) == 1:
            return _is_of_classes(file, made.args[0].value)
        return tree.last_name(made.func) in ("range", "unique", "set", "arange")
    return isinstance(made, (tree.List, tree.Tuple, tree.Set))


def _unique_counts(node: tree.Node) -> tree.Node | None:
    """`np.unique(labels, return_counts=True)`, whose second result counts."""
    if not isinstance(node, tree.Call) or tree.last_name(node.func) != "unique":
        return None
    return node if [a.keyword for a in node.args if a.keyword is not None] == ["return_counts"] else None


def _counting_of(element: tree.Expression, cls: str | None) -> tree.Node | None:
    """What counts the samples of one class in a comprehension: `labels.count(c)`, `(labels == c).sum()`."""
    for node in tree.walk(element):
        if not isinstance(node, tree.Call) or cls is None:
            continue
        name = tree.last_name(node.func)
        if name == "count" and len(node.args) == 1 and tree.dotted(node.args[0].value) == cls:
            return node
        compared = [
            one
            for one in tree.walk(node)
            if isinstance(one, tree.Compare) and one.ops == ["=="]
            if cls in (tree.dotted(one.left), tree.dotted(one.comparators[0]))
        ]
        if name in ("sum", "count_nonzero", "len") and compared:
            return node
    return None


def _counts_of_call(file: File, call: tree.Call, depth: int) -> tree.Node | None:
    name = tree.last_name(call.func)
    if name in _COUNTING:
        return call
    if name == "values" and isinstance(call.func, tree.Attribute):
        if isinstance(call.func.value, tree.Name) and (counting := _filled_by_counting(file, call.func.value)):
            return counting
        counter = use_def.resolved_expression(file.tree, call.func.value)
        return counter if isinstance(counter, tree.Call) and tree.last_name(counter.func) == "Counter" else None
    if name == "list" and len(call.args) == 1:
        return _counts(file, call.args[0].value, depth + 1)
    if name not in WRAPS_WEIGHTS:
        return None
    is_function = not isinstance(call.func, tree.Attribute) or tree.dotted(call.func.value) in _ROOTS
    operand = (
        tree.positional(call, 0) if is_function else call.func.value if isinstance(call.func, tree.Attribute) else None
    )
    return _counts(file, operand, depth + 1) if operand is not None else None


def _is_number(node: tree.Node) -> bool:
    """Whether an expression is one number: `len(labels)`, `counts.sum()`, `max(counts)`, `num_classes`."""
    if isinstance(node, (tree.Name, tree.Attribute)):
        return _NUMBER.search(tree.last_name(node) or "") is not None
    called = tree.last_name(node.func) if isinstance(node, tree.Call) else ""
    return called in ("len", "sum", "max", "min", "mean", "float", "int")
