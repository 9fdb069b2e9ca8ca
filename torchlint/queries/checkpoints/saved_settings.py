"""Whether the project's checkpoints hold the settings of argparse, which torch.load does not take for weights.

`torch.save({"model": model.state_dict(), "args": args}, path)` pickles a Namespace. Which file a program loads is often
a setting; that it is one of the project's own is seen from its path, or from the entries that are read of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.definitions import assignments_in
from torchlint.binding.use_def import reaching_definition, resolved_expression, scope_of
from torchlint.queries.checkpoints.file_names import UNKNOWN, templates_of
from torchlint.queries.checkpoints.own_files import paths_given
from torchlint.queries.checkpoints.read_entries import Entries, entries_read, text_of
from torchlint.queries.file import CallView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_PARSES = frozenset(("parse_args", "parse_known_args", "Namespace"))
# Entries that checkpoints of any project have.
_ANYBODYS = frozenset("model model_state_dict state_dict net weights params".split())
_SETTINGS = frozenset("args opt opts options hparams flags".split())


class Checkpoint(NamedTuple):
    """What is saved by one call."""

    keys: frozenset[str]  # of a dict
    settings: str  # the settings in it, as they are written; empty if there are none
    paths: frozenset[str]  # the templates of its path


def saved_settings(file: File, load: CallView) -> tuple[str, bool]:
    """The settings in the project's checkpoints that are loaded here, as they are written; empty if there are none.

    With them, whether this is sure: all checkpoints that the project writes to this path hold them. Or all that have
    the entries which are read here, and more than a `"model"` is read, which files of other projects have as well.
    """
    entries = entries_read(file, load.node)
    if not _parses_arguments(file):
        return "", False
    for syntax, path in paths_given(file, load):
        names = {name for name in templates_of(syntax, path) if UNKNOWN not in name}
        found = [one for one in _in_project(file) if one.paths & names] if names else []
        if found and all(one.settings for one in found) and any(_are_in(its, found[0]) for its in entries):
            return found[0].settings, True
    held = [_held(file, its) for its in entries if its.required or its.optional]
    return max(held, key=lambda one: (one[1], bool(one[0])), default=("", False))


def _held(file: File, entries: Entries) -> tuple[str, bool]:
    """The settings in the checkpoints that have these entries, and whether it is sure that such a one is loaded."""
    found = [one for one in file.tree.once_of_all(_checkpoints) if _are_in(entries, one)]
    if not found:  # this file saves no such checkpoint itself
        found = [one for one in _in_project(file) if _are_in(entries, one)]
    held = [one for one in found if one.settings]
    if not held:
        return "", False
    read = entries.required | (entries.optional & held[0].keys)
    says_whose = bool(entries.required) and (len(read) > 1 or read.isdisjoint(_ANYBODYS))
    return held[0].settings, says_whose and len(held) == len(found)


def _are_in(entries: Entries, checkpoint: Checkpoint) -> bool:
    read = entries.required | entries.optional
    return entries.required <= checkpoint.keys and (not read or not read.isdisjoint(checkpoint.keys))


def _parses_arguments(file: File) -> bool:
    if file.project_files is None:
        return "parse_args" in file.text
    return bool(file.project_files.files_mentioning("argparse", "parse_args"))


def _in_project(file: File) -> Iterator[Checkpoint]:
    """What the files of the project save."""
    for syntax in _saving(file):
        yield from syntax.once_of_all(_checkpoints)


def _saving(file: File) -> Iterable[tree.Tree]:
    if file.project_files is None:
        return (file.tree,)
    return file.project_files.trees(file.project_files.files_mentioning("torch", "save"))


def _checkpoints(syntax: tree.Tree) -> list[Checkpoint]:
    """What a file gives to torch.save, or to a function that is called after it; of what is no dict, only the path."""
    found = []
    for call in syntax.all(tree.Call):
        if "save" in tree.last_name(call.func).lower():
            given = [argument.value for argument in call.args if not argument.star]
            paths = frozenset(name for one in given for name in templates_of(syntax, one))
            made = ((one, resolved_expression(syntax, one)) for one in given[:2])
            dicts = [_checkpoint(syntax, node, its, paths) for node, its in made if isinstance(its, tree.Dict)]
            found += dicts or [Checkpoint(frozenset(), "", paths)]
    return found


def _checkpoint(syntax: tree.Tree, saved: tree.Node, made: tree.Dict, paths: frozenset[str]) -> Checkpoint:
    added = list(_added(syntax, saved)) if isinstance(saved, tree.Name) else []
    keys = {text for key in (*made.keys, *(key for key, _ in added)) if (text := text_of(key)) is not None}
    always = [value for _, value in added if _is_beside(syntax, value, made)]
    settings = (syntax.text_of(value) for value in (*made.values, *always) if _is_settings(syntax, value))
    return Checkpoint(frozenset(keys), next(settings, ""), paths)


def _added(syntax: tree.Tree, saved: tree.Name) -> Iterator[tuple[tree.Expression, tree.Expression]]:
    """The entries that are put into a dict by its name: `state["ema"] = ema.state_dict()`."""
    for one in assignments_in(scope_of(syntax, saved), into_functions=False):
        if isinstance(one.target, tree.Subscript) and tree.dotted(one.target.value) == saved.id:
            if one.value is not None:
                yield one.target.index, one.value


def _is_beside(syntax: tree.Tree, value: tree.Node, made: tree.Node) -> bool:
    """Whether two statements are in one block, so that no condition lies between them."""
    return syntax.parents.get(syntax.statement(value)) is syntax.parents.get(syntax.statement(made))


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
