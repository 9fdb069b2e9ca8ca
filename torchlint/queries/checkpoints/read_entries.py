"""Which entries a program reads of what torch.load gives: `checkpoint["model"]`, and `checkpoint[key]` in a loop."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.use_def import reaching_definition, resolved_expression
from torchlint.queries.checkpoints.file_names import UNKNOWN, defaults_of
from torchlint.queries.checkpoints.given_arguments import FunctionCall, calls_of
from torchlint.queries.checkpoints.reads import entry_reads, is_alternative
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

Keys = Iterator[tuple[FunctionCall | None, str]]  # each with the call that decides about it, where one does


class Entries(NamedTuple):
    """The entries that are read of one checkpoint."""

    required: frozenset[str]
    optional: frozenset[str]  # the code asks first whether they are there, or whether another one is


def entries_read(file: File, load: tree.Node) -> list[Entries]:
    """The entries that are read of what a call of torch.load gives; several where callers decide what is read."""
    keys: dict[bool, list[tuple[tree.Node | None, str]]] = {True: [], False: []}
    for read in entry_reads(file.tree, load):
        found = [(call.node if call is not None else None, key) for call, key in _keys(file, read.key)]
        keys[not (read.is_looked_for or is_alternative(file.tree, read))] += found
    callers = dict.fromkeys(call for its in keys.values() for call, _ in its if call is not None) or [None]

    def by(caller: tree.Node | None, is_required: bool) -> frozenset[str]:
        return frozenset(key for call, key in keys[is_required] if call is None or call is caller)

    return [Entries(by(caller, True), by(caller, False)) for caller in callers]


def keys_read(file: File, load: tree.Node) -> frozenset[str]:
    """The keys of all entries that are read of what a call of torch.load gives, whoever calls the code around it."""
    return frozenset(key for its in entries_read(file, load) for key in its.required | its.optional)


def _keys(file: File, index: tree.Expression) -> Keys:
    """The texts that the key of an entry may be."""
    definition = reaching_definition(file.tree, index) if isinstance(index, tree.Name) else None
    if definition is None:
        yield from ((None, key) for key in _texts(file.tree, index))
    elif isinstance(definition.node, (tree.For, tree.Clause)):
        container = _keyed_by(definition.node, definition.target)
        yield from _elements(file, container) if container is not None else ()
    elif isinstance(definition.node, tree.Parameter):
        for call in _callers(file, definition.node):
            given = call.given(definition.node) or definition.node.default
            yield from ((call, key) for key in _texts(call.syntax, given))
    elif definition.value is not None:
        yield from ((None, key) for key in _texts(file.tree, definition.value))


def _keyed_by(loop: tree.For | tree.Clause, target: tree.Expression | None) -> tree.Expression | None:
    """What a loop goes through, if this target is each key or element of it."""
    through, is_alone = loop.iter, loop.target is target
    method = through.func if isinstance(through, tree.Call) and not through.args else None
    if not isinstance(method, tree.Attribute):
        return through if is_alone else None
    is_first = isinstance(loop.target, tree.Tuple) and loop.target.elements[:1] == [target]
    return method.value if (method.attr == "items" and is_first) or (method.attr == "keys" and is_alone) else None


def _elements(file: File, container: tree.Expression) -> Keys:
    """The texts that a list or the keys of a dict consist of; of `**kwargs`, the keywords of each call."""
    definition = reaching_definition(file.tree, container) if isinstance(container, tree.Name) else None
    if definition is None or not isinstance(definition.node, tree.Parameter):
        yield from ((None, key) for key in _texts_of(file.tree, container))
        return
    for call in _callers(file, definition.node):
        if definition.node.kind == "double-star":
            yield from ((call, key) for key in call.other_keywords)
        elif (given := call.given(definition.node) or definition.node.default) is not None:
            yield from ((call, key) for key in _texts_of(call.syntax, given))


def _callers(file: File, parameter: tree.Parameter) -> Iterator[FunctionCall]:
    function = file.tree.parents.get(parameter)
    return calls_of(file, function) if isinstance(function, tree.FunctionDef) else iter(())


def _texts(syntax: tree.Tree, node: tree.Node | None) -> Iterator[str]:
    """The text that a key is, or by default: that of the option `args.key`."""
    if node is None:
        return
    made = resolved_expression(syntax, node)
    if (text := tree.string_of(made)) is not None:
        yield text
    elif isinstance(made, tree.Attribute):
        yield from (one for one in defaults_of(syntax, made.attr) if UNKNOWN not in one)


def _texts_of(syntax: tree.Tree, container: tree.Expression) -> Iterator[str]:
    """The texts in a list, a dict or a text that is split: `args.model_key.split("|")`."""
    node = resolved_expression(syntax, container)
    if isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and node.func.attr == "split":
        separator = tree.string_of(node.args[0].value) if node.args else None
        if len(node.args) < 2 and (separator or not node.args):
            yield from (part for text in _texts(syntax, node.func.value) for part in text.split(separator))
        return
    held = node.keys if isinstance(node, tree.Dict) else getattr(node, "elements", ())
    yield from (text for one in held if (text := tree.string_of(one)) is not None)
