"""DataLoaders that give each process a part of the samples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_to
from torchlint.binding.use_def import reaching_definitions, resolved_expression
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_SAMPLER = "DistributedSampler"


def samplers_given(file: File, loader: tree.Call) -> list[tree.Call]:
    """The calls that make the DistributedSampler of a DataLoader, at least where there are several processes.

    The DataLoader may be made in another file that was analysed with this one.
    """
    syntax = next((unit.tree for unit in file.analysis.units if loader in unit.tree.parents), None)
    return _samplers(file, syntax, loader) if syntax is not None else []


def _samplers(file: File, syntax: tree.Tree, loader: tree.Call) -> list[tree.Call]:
    given = next((argument.value for argument in loader.args if argument.keyword == "sampler"), None)
    if given is None:
        return []
    ways: list[tree.Node] = [given]
    if isinstance(given, tree.Subscript) and (entry := _entry(syntax, given)) is not None:
        ways = [entry]
    elif isinstance(given, tree.Name):
        reaching = reaching_definitions(syntax, given)
        ways = [one.value for one in reaching if one is not None and one.value is not None]
    elif isinstance(given, tree.Attribute) and (owner := syntax.above(given, tree.ClassDef)) is not None:
        assigned = assignments_to(syntax, owner, tree.dotted(given) or "-")  # `self.sampler`
        ways = [one.value for one in assigned if one.value is not None]
    ways += [returned for way in ways for returned in _returned(file, way)]
    inside = (node for way in ways for node in tree.walk(way))
    return [node for node in inside if isinstance(node, tree.Call) and tree.last_name(node.func) == _SAMPLER]


def _returned(file: File, made: tree.Node) -> list[tree.Node]:
    """What functions of the project return that a call leads to: `sampler=shared_out(data)`."""
    functions = file.facts.functions.get(made, ()) if isinstance(made, tree.Call) else ()
    returns = (one.value for f in functions for one in f.unit.tree.own(f.node, tree.Return))
    return [value for value in returns if value is not None]


def _entry(syntax: tree.Tree, part: tree.Subscript) -> tree.Expression | None:
    """The entry of a dict that is written out: what `samplers["val"]` was given with the key."""
    whole, key = resolved_expression(syntax, part.value), tree.string_of(part.index)
    if not isinstance(whole, tree.Dict) or key is None:
        return None
    return next((value for name, value in zip(whole.keys, whole.values) if tree.string_of(name) == key), None)
