"""Whether the project's checkpoints hold what torch.load does not take for weights: argparse's settings, NumPy's state.

`torch.save({"model": model.state_dict(), "args": args}, path)` pickles a Namespace, and `np.random.get_state()` is a
tuple with an array (torch 2.13 refuses both, but not `random.getstate()`). Which file a program loads is often a
setting; that it is one of the project's own is seen from its path, or from the entries that are read of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.use_def import reaching_definition, resolved_expression
from torchlint.queries.checkpoints.file_names import UNKNOWN, templates_of
from torchlint.queries.checkpoints.numpy_entries import is_of_numpy
from torchlint.queries.checkpoints.own_files import paths_given
from torchlint.queries.checkpoints.read_entries import Entries, entries_read
from torchlint.queries.checkpoints.saved_dicts import SavedDict, saved_by_project, saved_dicts, telling
from torchlint.queries.file import CallView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_PARSES = frozenset(("parse_args", "parse_known_args", "Namespace"))
_NUMPY_STATES = ("np.random.get_state", "numpy.random.get_state")
_SETTINGS = frozenset("args opt opts options hparams flags".split())


class Refused(NamedTuple):
    """An entry of a checkpoint that is no weight."""

    what: str  # "`args`, a Namespace"
    instead: str  # what to save in its place; empty if there is nothing simple


def refused_entry(file: File, load: CallView) -> tuple[Refused | None, bool]:
    """What the project's checkpoints that are loaded here hold besides weights; None if that is nothing.

    With it, whether this is sure: all checkpoints that the project writes to this path hold it. Or all that have
    the entries which are read here, and more than a `"model"` is read, which files of other projects have as well.
    """
    entries = entries_read(file, load.node)
    if not _may_hold_more(file) and not _has_numpy(file):
        return None, False
    for syntax, path in paths_given(file, load):
        names = {name for name in templates_of(syntax, path) if UNKNOWN not in name}
        found = [one for one in saved_by_project(file) if one.paths & names] if names else []
        refused = [_refused_by(one) for one in found]
        if all(refused) and any(_are_in(its, one) for one in found[:1] for its in entries):
            return refused[0], True
    held = [_held(file, its) for its in entries if its.required or its.optional]
    first = max(held, key=lambda one: (one[1], one[0] is not None), default=(None, False))
    if first[0] is not None or not _has_numpy(file):
        return first
    numbers = (_number_of_numpy(file, its) for its in entries if telling(its.required))
    return next((one for one in numbers if one is not None), None), False


def _held(file: File, entries: Entries) -> tuple[Refused | None, bool]:
    """What the checkpoints that have these entries hold, and whether it is sure that such a one is loaded."""
    found = [one for one in file.tree.once_of_all(saved_dicts) if _are_in(entries, one)]
    if not found:  # this file saves no such checkpoint itself
        found = [one for one in saved_by_project(file) if _are_in(entries, one)]
    held = [(one, refused) for one in found if (refused := _refused_by(one)) is not None]
    if not held:
        return None, False
    first, refused = held[0]
    read = entries.required | (entries.optional & first.keys)
    says_whose = bool(entries.required) and (len(read) > 1 or telling(read) == read)
    return refused, says_whose and len(held) == len(found)


def _number_of_numpy(file: File, entries: Entries) -> Refused | None:
    """A number that NumPy has perhaps computed, if all checkpoints that have these entries hold one."""
    found = [_first_number(file, one) for one in saved_by_project(file) if one.keys and _are_in(entries, one)]
    return found[0] if found and all(one is not None for one in found) else None


def _first_number(file: File, saved: SavedDict) -> Refused | None:
    for entry in saved.entries:
        if is_of_numpy(file, saved.syntax, entry.value):
            text = saved.syntax.text_of(entry.value)
            return Refused(f"`{text}`, a number of NumPy's", f"`float({text})`")
    return None


def _has_numpy(file: File) -> bool:
    return bool(file.project_files.files_mentioning("numpy")) if file.project_files is not None else "np" in file.text


def _are_in(entries: Entries, checkpoint: SavedDict) -> bool:
    read = entries.required | entries.optional
    return entries.required <= checkpoint.keys and (not read or not read.isdisjoint(checkpoint.keys))


def _may_hold_more(file: File) -> bool:
    """Whether some file of the project parses arguments, or asks NumPy for the state of its generator."""
    if file.project_files is None:
        return "parse_args" in file.text or "get_state" in file.text
    mentioning = file.project_files.files_mentioning
    return bool(mentioning("argparse", "parse_args")) or bool(mentioning("numpy", "random.get_state"))


def _refused_by(saved: SavedDict) -> Refused | None:
    """The first entry that every such checkpoint has, and that torch.load does not take for weights."""
    found = (_refused(saved.syntax, one.value) for one in saved.entries if one.is_always)
    return next((one for one in found if one is not None), None)


def _refused(syntax: tree.Tree, value: tree.Expression) -> Refused | None:
    """What torch.load would not take for weights."""
    if _is_settings(syntax, value):
        text = syntax.text_of(value)
        return Refused(f"the Namespace `{text}`", f"`vars({text})`")
    calls = (node for node in tree.walk(value) if isinstance(node, tree.Call) and not node.args)
    has_state = any((tree.dotted(call.func) or "") in _NUMPY_STATES for call in calls)
    return Refused("NumPy's random state", "") if has_state else None


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
