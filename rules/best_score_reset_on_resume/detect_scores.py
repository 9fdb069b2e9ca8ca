"""Scores that are compared: numbers, and objects of the project's that hold one, `score.better_than(best)`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.definitions import Definition, assignments_in
from torchlint.binding.symbols import Class, Function
from torchlint.binding.use_def import definitions_of, reaching_definitions, scope_of, uses
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_ORDERS = ("<", ">", "<=", ">=")
# The methods of a dict that change its entries.
_FILLS = frozenset(("update", "setdefault", "pop", "clear"))
_DEEPEST = 3  # names that a score is wrapped under


class Comparison(NamedTuple):
    """An expression that says which of two scores is better."""

    node: tree.Expression
    sides: tuple[tree.Expression, tree.Expression]


def comparisons(file: File, loop: tree.Node) -> Iterator[Comparison]:
    """Those of a loop's own code."""
    for test in file.tree.own(loop, tree.Compare):
        if len(test.ops) == 1 and test.ops[0] in _ORDERS:
            yield Comparison(test, (test.left, test.comparators[0]))
    for call in file.tree.own(loop, tree.Call):
        if isinstance(call.func, tree.Attribute) and len(call.args) == 1 and _compares(file, call):
            yield Comparison(call, (call.func.value, call.args[0].value))


def _compares(file: File, call: tree.Call) -> bool:
    """Whether a method compares its object with the other one: the classes are those of what is called or given."""
    assert isinstance(call.func, tree.Attribute)
    values = (file.value(side).value for side in (call.func.value, call.args[0].value))
    classes = [value.ref for value in values if value.kind == "instance" and isinstance(value.ref, Class)]
    methods = [method for cls in classes if (method := cls.methods.get(call.func.attr)) is not None]
    return any(_is_order(method) for method in methods)


def _is_order(method: Function) -> bool:
    """Whether a method compares an attribute of its object with one of its argument."""
    for test in tree.walk(method.node):
        if isinstance(test, tree.Compare) and len(test.ops) == 1 and test.ops[0] in _ORDERS:
            roots = {getattr(tree.root_name(side), "id", "") for side in (test.left, test.comparators[0])}
            if roots == {one.name for one in method.node.parameters[:2]}:
                return True
    return False


def entry_definitions(syntax: tree.Tree, best: tree.Subscript) -> tuple[Definition, ...]:
    """What may give an entry of a dict its value: `best["f1"]`; nothing where code that is not seen may do so."""
    key = tree.string_of(best.index)
    if not isinstance(best.value, tree.Name) or key is None:
        return ()
    for use in uses(syntax, best.value):
        above = syntax.parents.get(use)
        if isinstance(above, tree.Attribute) and above.attr in _FILLS:
            return ()
    found = []
    for one in definitions_of(syntax, best.value):
        entries = zip(one.value.keys, one.value.values) if isinstance(one.value, tree.Dict) else ()
        values = [value for name, value in entries if tree.string_of(name) == key]
        found.append(one if len(values) != 1 else replace(one, value=values[0]))
    text = syntax.text_of(best)
    found += [
        one for one in assignments_in(scope_of(syntax, best)) if one.target and syntax.text_of(one.target) == text
    ]
    return tuple(sorted(found, key=lambda one: one.node.start))


def is_first_score(file: File, node: tree.Expression | None, depth: int = 0) -> bool:
    """Whether this is a number that is written, `0`, `-1.0`, `float("inf")`, `np.inf`, or an object made of one."""
    if isinstance(node, tree.UnaryOp):
        return is_first_score(file, node.operand, depth)
    if isinstance(node, tree.Constant):
        return isinstance(node.value, (int, float)) and not isinstance(node.value, bool)
    if isinstance(node, tree.Call):
        given = [one.value for one in node.args if not one.star]
        if tree.dotted(node.func) == "float":
            return len(given) == 1 and isinstance(given[0], tree.Constant)
        is_made = file.value(node).value.kind == "instance" and len(given) == len(node.args) == 1
        return is_made and depth < _DEEPEST and is_first_score(file, given[0], depth + 1)
    if isinstance(node, tree.Name) and depth:  # what is wrapped once more
        given_before = reaching_definitions(file.tree, node)
        if given_before and all(one is not None for one in given_before):
            return all(one is not None and is_first_score(file, one.value, depth + 1) for one in given_before)
    return node is not None and tree.last_part(node).lower() in ("inf", "infty", "maxsize")
