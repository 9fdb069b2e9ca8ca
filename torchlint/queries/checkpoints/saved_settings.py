"""Whether the project's checkpoints hold the settings of argparse, which torch.load does not take for weights.

`torch.save({"model": model.state_dict(), "args": args}, path)` pickles a Namespace. Which file a program loads is often
a setting; that it is one of the project's own is seen from the entries that are read of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.definitions import definitions_from
from torchlint.binding.use_def import reaching_definition, resolved_expression, uses
from torchlint.queries.file import CallView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_PARSES = frozenset(("parse_args", "parse_known_args", "Namespace"))
# Entries that checkpoints of any project have.
_ANYBODYS = frozenset("model model_state_dict state_dict net weights params".split())
_SETTINGS = frozenset("args opt opts options hparams flags".split())


class Checkpoint(NamedTuple):
    """A dict that is saved."""

    keys: frozenset[str]
    settings: str  # the settings in it, as they are written; empty if there are none


def saved_settings(file: File, load: CallView) -> tuple[str, bool]:
    """The settings in the project's checkpoints that have the entries which are read here, as they are written.

    With them, whether this is sure: all such checkpoints hold them, and more than a `"model"` is read, which files of
    other projects have as well. Empty where none holds any, or where nothing is seen to be read.
    """
    keys = frozenset(_keys_read(file.tree, load.node))
    if not keys or not _parses_arguments(file):
        return "", False
    found = [one for one in file.tree.once_of_all(_checkpoints) if keys <= one.keys]
    if not found:  # this file saves no such checkpoint itself
        found = [one for syntax in _saving(file) for one in syntax.once_of_all(_checkpoints) if keys <= one.keys]
    held = [one.settings for one in found if one.settings]
    says_whose = len(keys) > 1 or keys.isdisjoint(_ANYBODYS)
    return (held[0], says_whose and len(held) == len(found)) if held else ("", False)


def _parses_arguments(file: File) -> bool:
    if file.project_files is None:
        return "parse_args" in file.text
    return bool(file.project_files.files_mentioning("argparse", "parse_args"))


def _saving(file: File) -> Iterable[tree.Tree]:
    """The files of the project that may save checkpoints."""
    if file.project_files is None:
        return (file.tree,)
    return file.project_files.trees(file.project_files.files_mentioning("torch", "save"))


def _keys_read(syntax: tree.Tree, load: tree.Node) -> Iterator[str]:
    """The entries that are read of what a call of torch.load gives: `checkpoint["model"]`."""
    bound = [one.target for one in definitions_from(syntax, load)]
    reads = [use for name in bound if isinstance(name, tree.Name) for use in uses(syntax, name)]
    for read in (load, *reads):
        above = syntax.parents.get(read)
        if isinstance(above, tree.Subscript) and above.value is read:
            yield from _text(above.index)
        elif isinstance(above, tree.Attribute) and above.attr == "get":
            call = syntax.parents.get(above)
            yield from _text(call.args[0].value) if isinstance(call, tree.Call) and call.args else ()


def _text(node: tree.Node) -> Iterator[str]:
    if isinstance(node, tree.Constant) and isinstance(node.value, str):
        yield node.value


def _checkpoints(syntax: tree.Tree) -> list[Checkpoint]:
    """The dicts that a file gives to torch.save, or to a function that is called after it."""
    found = []
    for call in syntax.all(tree.Call):
        if "save" in tree.last_name(call.func).lower():
            made = (resolved_expression(syntax, argument.value) for argument in call.args[:2] if not argument.star)
            found += [_checkpoint(syntax, one) for one in made if isinstance(one, tree.Dict)]
    return found


def _checkpoint(syntax: tree.Tree, saved: tree.Dict) -> Checkpoint:
    keys = [next(_text(key), "") if key is not None else "" for key in saved.keys]
    settings = (syntax.text_of(value) for value in saved.values if _is_settings(syntax, value))
    return Checkpoint(frozenset(keys), next(settings, ""))


def _is_settings(syntax: tree.Tree, value: tree.Expression) -> bool:
    """Whether this is what argparse gives, as it is: not `vars(args)`, nor settings of another kind."""
    if tree.last_part(value) not in _SETTINGS:
        return False
    made = resolved_expression(syntax, value)
    if isinstance(made, tree.Call):
        return tree.last_name(made.func) in _PARSES
    definition = reaching_definition(syntax, made) if isinstance(made, tree.Name) else None
    if definition is not None and isinstance(definition.node, tree.Parameter):
        annotation = definition.node.annotation
        return annotation is None or tree.last_part(annotation) == "Namespace"
    return True
