"""Whether a seed is the same number in all processes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, NamedTuple

from torchlint.binding.definitions import Definition, assignments_in
from torchlint.binding.use_def import definitions_of, reaching_definitions
from torchlint.syntax import tree

# Names of what is another number in each process: its rank, its GPU, its share of the data.
_OWN = re.compile(r"rank|process|proc_id|gpu|worker|replica|shard|device|node|\btime\b|urandom", re.IGNORECASE)
# How many there are of these is the same number everywhere: `num_processes`, `n_gpu`, `device_count`, `gpus`.
_COUNT = re.compile(r"^(n|num|nr|max|total)_|_(count|num|size)$|(?<!s)s$|processes$", re.IGNORECASE)
_FARTHEST = 6

Kind = Literal["same", "own", "unknown"]


class Given(NamedTuple):
    """An expression in its file, with what the parameters of the function around it are given."""

    syntax: tree.Tree
    node: tree.Expression
    parameters: dict[str, Given]
    is_for_all: bool = False  # one process gives it to all that it starts


class Seed(NamedTuple):
    """What a generator is seeded with: where that is decided, and whether it is the same in all processes."""

    kind: Kind
    syntax: tree.Tree
    node: tree.Expression


def seed_of(given: Given) -> Seed:
    """The seed that an expression stands for, by way of the parameters that it is handed through."""
    while isinstance(given.node, tree.Name) and given.node.id in given.parameters:
        if not _is_parameter(given.syntax, given.node):
            break
        given = given.parameters[given.node.id]
    return Seed(_kind(given, 0), given.syntax, given.node)


def _is_parameter(syntax: tree.Tree, name: tree.Name) -> bool:
    """Whether a name has the value that its function was given."""
    return [one.kind if one is not None else None for one in reaching_definitions(syntax, name)] == ["parameter"]


def _kind(given: Given, depth: int) -> Kind:
    syntax, node = given.syntax, given.node
    if isinstance(node, tree.Constant):
        return "same" if isinstance(node.value, int) else "unknown"
    name = tree.last_name(node.func if isinstance(node, tree.Call) else node) or ""
    if _OWN.search(name) and not _is_constant(given):
        return "same" if _COUNT.search(name) else "own"
    if depth > _FARTHEST:
        return "unknown"
    if isinstance(node, tree.Name):
        return _kind_of_name(given, node, depth)
    if isinstance(node, tree.Attribute):
        return _joined(_kind_of_setting(syntax, one, given, depth) for one in _assigned(syntax, node)) or "same"
    if isinstance(node, tree.Subscript):
        key = node.index.value if isinstance(node.index, tree.Constant) else None
        text = key if isinstance(key, str) else syntax.text_of(node)
        return "own" if _OWN.search(text) and not _COUNT.search(text) else "same"
    if isinstance(node, tree.Call):
        is_plain = tree.dotted(node.func) in ("int", "abs", "hash") and len(node.args) == 1
        is_read = isinstance(node.func, tree.Attribute) and node.func.attr == "get"  # of a dict of settings
        if is_read:
            return "same"
        return _kind(given._replace(node=node.args[0].value), depth + 1) if is_plain else "unknown"
    parts = _parts(node)
    return _joined(_kind(given._replace(node=part), depth + 1) for part in parts) or "unknown"


def _is_constant(given: Given) -> bool:
    """Whether a variable is a number that the code gives, whatever its name says."""
    reaching = reaching_definitions(given.syntax, given.node) if isinstance(given.node, tree.Name) else ()
    values = [one.value if one is not None else None for one in reaching]
    return bool(values) and all(isinstance(value, tree.Constant) and isinstance(value.value, int) for value in values)


def _parts(node: tree.Expression) -> list[tree.Expression]:
    """What an expression computes with, or chooses from."""
    if isinstance(node, tree.BinaryOp):
        return [node.left, node.right]
    if isinstance(node, tree.Conditional):
        return [node.body, node.orelse]
    return [node.operand] if isinstance(node, tree.UnaryOp) else []


def _joined(kinds: Iterable[Kind]) -> Kind | None:
    """What becomes of several numbers; None of none."""
    found = set(kinds)
    order: tuple[Kind, ...] = ("own", "unknown", "same")
    return next((kind for kind in order if kind in found), None)


def _kind_of_name(given: Given, name: tree.Name, depth: int) -> Kind:
    """That of a variable, whatever gives it its value; the caller of a parameter that is given nothing is not seen."""
    kinds: list[Kind] = []
    reaching = reaching_definitions(given.syntax, name)
    if None in reaching:
        reaching = (*reaching, *definitions_of(given.syntax, name))
    for one in reaching:
        if one is None:
            continue  # a variable of another scope, which is among the others
        if one.kind == "parameter":
            handed = given.parameters.get(name.id)
            open_kind: Kind = "same" if given.is_for_all else "unknown"
            kinds.append(_kind(handed, depth + 1) if handed is not None else open_kind)
        else:
            kinds.append(_kind_of_setting(given.syntax, one, given, depth))
    return _joined(kinds) or "unknown"


def _kind_of_setting(syntax: tree.Tree, one: Definition, given: Given, depth: int) -> Kind:
    """That of what an assignment gives; of `seed += rank`, too."""
    if _OWN.search(syntax.text_of(one.node) if isinstance(one.node, tree.AugmentedAssign) else ""):
        return "own"
    over = one.node.iter if isinstance(one.node, tree.For) else None
    if isinstance(over, tree.Call) and tree.dotted(over.func) == "range":
        return "own" if _OWN.search(syntax.text_of(over)) else "same"  # the number of the epoch
    if isinstance(one.node, tree.AugmentedAssign):
        return _kind(given._replace(node=one.node.value), depth + 1)
    if one.value is None:
        return "unknown"
    if isinstance(one.value, tree.Constant) and one.value.value is None:
        return "same"  # as long as there is none
    return _kind(given._replace(node=one.value), depth + 1)


def _assigned(syntax: tree.Tree, attribute: tree.Attribute) -> list[Definition]:
    """The assignments of a file to attributes of this name, but for those that choose a seed where none was given."""
    named = (one for one in assignments_in(syntax.root) if "." in one.name)
    return [one for one in named if one.name.rpartition(".")[2] == attribute.attr and not _is_for_none(syntax, one)]


def _is_for_none(syntax: tree.Tree, one: Definition) -> bool:
    """Whether an assignment gives a setting a value where it has none: `if args.seed is None: args.seed = ...`."""
    for choice, way in syntax.branches(one.node, tree.If).items():
        test = choice.test if isinstance(choice, tree.If) and way == "body" else None
        if isinstance(test, tree.Compare) and test.ops == ["is"] and tree.dotted(test.left) == one.name:
            return isinstance(test.comparators[0], tree.Constant) and test.comparators[0].value is None
    return False
