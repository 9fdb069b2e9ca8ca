"""Numbers that come out of a checkpoint: `checkpoint["epoch"] + 1`, and the variables that are given them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.definitions import Definition, assignments_in
from torchlint.binding.use_def import reaching_definitions
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_LOADS = re.compile(r"(?i)load(?!er)|resume|restore")
_COUNTS = re.compile(r"(?i)epoch|^ep$")
_DEEPEST = 4  # through how many names and functions a number is followed
_MOST = 20  # what is assigned in more places, as in generated code, is not followed


class Read(NamedTuple):
    """A number of a checkpoint, as the start of a loop."""

    node: tree.Node  # where it is read
    key: str
    added: int  # what is added to it on the way
    load: tree.Call | None  # what loads the checkpoint


def shifted(node: tree.Expression) -> tuple[tree.Expression, int]:
    """An expression without the whole number that is added to it, and that number: `int(x) + 1` is `x` and 1."""
    if isinstance(node, tree.BinaryOp) and node.op in ("+", "-"):
        left, right = tree.integer_literal(node.left), tree.integer_literal(node.right)
        if right is not None:
            base, more = shifted(node.left)
            return base, more + (right if node.op == "+" else -right)
        if left is not None and node.op == "+":
            base, more = shifted(node.right)
            return base, more + left
    if isinstance(node, tree.Call) and tree.dotted(node.func) == "int" and len(node.args) == 1:
        return shifted(node.args[0].value)
    return node, 0


def numbers_read(file: File, start: tree.Expression) -> list[Read]:
    """The numbers of checkpoints that an expression may be; none where it may have been counted up on the way."""
    found = list(_followed(file, file.tree, start, 0, _DEEPEST))
    return [] if None in found else [one for one in found if one is not None]


def _followed(file: File, syntax: tree.Tree, node: tree.Expression, added: int, depth: int) -> Iterator[Read | None]:
    """The same; None where that is not known."""
    base, more = shifted(node)
    added += more
    if isinstance(base, tree.Conditional):
        for side in (base.body, base.orelse):
            yield from _followed(file, syntax, side, added, depth)
    elif (key := _entry(syntax, base)) is not None:
        if _COUNTS.search(key) and "load_state_dict" in syntax.text:
            yield Read(base, key, added, _load(syntax, base))
    elif isinstance(base, (tree.Name, tree.Attribute)) and depth:
        definitions = _definitions(file, syntax, base)
        if len(definitions) > _MOST:
            yield None
            return
        for one in definitions:
            if one.kind == "augmented" and not syntax.above(one.node, *tree.Loops):
                yield None
            yield from _of_definition(file, syntax, one, added, depth - 1)


def _definitions(file: File, syntax: tree.Tree, node: tree.Name | tree.Attribute) -> list[Definition]:
    if isinstance(node, tree.Name):
        return [one for one in reaching_definitions(syntax, node) if one is not None]
    return syntax.once_of_all(_attributes).get(tree.dotted(node) or "", [])


def _attributes(syntax: tree.Tree) -> dict[str, list[Definition]]:
    """The assignments to attributes of a file, by how they are written."""
    found: dict[str, list[Definition]] = {}
    for one in assignments_in(syntax.root):
        if isinstance(one.target, tree.Attribute):
            found.setdefault(one.name, []).append(one)
    return found


def _of_definition(file: File, syntax: tree.Tree, given: Definition, added: int, depth: int) -> Iterator[Read | None]:
    if isinstance(given.node, tree.Parameter):
        function = syntax.parents.get(given.node)
        calls = syntax.calls_named(function.name) if isinstance(function, tree.FunctionDef) else []
        for call in calls:
            assert isinstance(function, tree.FunctionDef)
            passed = tree.passed_to(function, call).get(given.name)
            if passed is not None and depth:
                yield from _followed(file, syntax, passed, added, depth)
    elif given.value is not None and not isinstance(given.value, tree.Call):
        yield from _followed(file, syntax, given.value, added, depth)
    elif isinstance(given.source, tree.Call):
        if (key := _entry(syntax, given.source)) is not None or tree.dotted(given.source.func) == "int":
            if key is None or _COUNTS.search(key):
                yield from _followed(file, syntax, given.source, added, depth)
        elif syntax is file.tree and given.target is not None:
            yield from _returned(file, given.source, given.target, added, depth)


def _returned(file: File, call: tree.Call, target: tree.Expression, added: int, depth: int) -> Iterator[Read | None]:
    """What functions of the project return to a target, perhaps among others: `model, start = resume(path)`."""
    above = file.tree.parents.get(target)
    targets = above.elements if isinstance(above, (tree.Tuple, tree.List)) else [target]
    place = targets.index(target)
    for function in file.facts.functions.get(call, ()):
        syntax = function.unit.tree
        for value in (one.value for one in syntax.own(function.node, tree.Return)):
            values = value.elements if isinstance(value, tree.Tuple) else [value]
            if len(values) == len(targets) and (returned := values[place]) is not None:
                yield from _followed(file, syntax, returned, added, depth)


def _entry(syntax: tree.Tree, node: tree.Expression) -> str | None:
    """The key of an entry of something that was loaded: `checkpoint["epoch"]`, `checkpoint.get("epoch", 0)`."""
    if isinstance(node, tree.Subscript):
        key = tree.string_of(node.index)
    elif isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and node.func.attr in ("get", "pop"):
        key = tree.string_of(tree.positional(node, 0))
    else:
        return None
    return key if key is not None and _load(syntax, node) is not None else None


def _load(syntax: tree.Tree, entry: tree.Expression) -> tree.Call | None:
    """The call that loads what an entry is of, as its name says."""
    if isinstance(entry, tree.Subscript):
        return _loaded(syntax, entry.value, _DEEPEST)
    if isinstance(entry, tree.Call) and isinstance(entry.func, tree.Attribute):
        return _loaded(syntax, entry.func.value, _DEEPEST)
    return None


def _loaded(syntax: tree.Tree, node: tree.Expression, names: int) -> tree.Call | None:
    if isinstance(node, tree.Call):
        return node if _LOADS.search(tree.last_name(node.func)) else None
    if isinstance(node, tree.Subscript):
        return _loaded(syntax, node.value, names)
    if not isinstance(node, tree.Name) or not names:
        return None
    sources = [one.source for one in reaching_definitions(syntax, node) if one is not None]
    found = (_loaded(syntax, source, names - 1) for source in sources if source is not None)
    return next((one for one in found if one is not None), None)
