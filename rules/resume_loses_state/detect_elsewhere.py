"""Scalers and schedulers that the files that use a saver make, and that no file beside them saves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import definitions_of
from torchlint.queries import CallView, View
from torchlint.queries.data import trees_of_users
from torchlint.syntax import tree
from torchlint.syntax.comment_lines import without_comment_lines

from .detect import optimizer_calls
from .detect_kept import keeper
from .detect_made import Made, made_here

if TYPE_CHECKING:
    from torchlint.queries import File

_RESTORED = re.compile(r"opt\w*\.load_state_dict\(")
_ANY_KEPT = re.compile(r"(?i)(sched|scale)\w*(\.module)?\.(load_)?state_dict\b|prepare\(|save_state\(")
# What an object has all of its attributes in, and what it calls them where a schedule or scaler is among them.
_ATTRIBUTES, _AMONG_THEM = "self.__dict__", re.compile(r"(?i)sched|scale")


def lost_by_users(file: File) -> Iterator[tuple[View, Made]]:
    """Where the optimizer's state is taken, and what is lost: made by a file that hands this one the optimizer."""
    saved = next((call for call in optimizer_calls(file, "state_dict") if not call.args), None)
    if saved is None:
        return
    users = [one for word in ("GradScaler", "lr_scheduler") for one in trees_of_users(file, word)]
    if not users or any(_ANY_KEPT.search(text) for text in _texts_around(file)):
        return
    if any(_keeps_its_attributes(syntax) for syntax in _trees_around(file)):
        return
    if not any(_RESTORED.search(text) for text in _texts_around(file)):
        return
    owner = file.tree.above(saved, tree.ClassDef)
    seen: set[str] = set()
    for syntax in dict.fromkeys(users):
        is_saver = _saves(syntax) or (isinstance(owner, tree.ClassDef) and _inherits(syntax, owner.name))
        for made in made_here(syntax):
            if not is_saver and not _is_of_object(file, syntax, made, saved):
                continue  # for another optimizer
            if made.steps and made.name not in seen and keeper(syntax, made.name, {}) == "nobody":
                seen.add(made.name)  # several programs that forget the same are one finding
                yield CallView(file, saved), made


def _texts_around(file: File) -> list[str]:
    """The texts of this file, of those that use it, and of those that these import."""
    files = file.project_files
    texts = [files.text(place) for place in _places_around(file)] if files is not None else [file.text]
    return [without_comment_lines(text) for text in texts]


def _trees_around(file: File) -> list[tree.Tree]:
    files = file.project_files
    places = [place for place in _places_around(file) if files is not None and _ATTRIBUTES in files.text(place)]
    return list(files.trees(places)) if files is not None else [file.tree]


def _places_around(file: File) -> list[str]:
    files = file.project_files
    users = files.users(file.place) if files is not None else []
    imported = (one for user in users for one in files.imports(user)) if files is not None else ()
    return list(dict.fromkeys((file.place, *users, *imported)))


def _keeps_its_attributes(syntax: tree.Tree) -> bool:
    """Whether a class that speaks of a schedule or a scaler reads all of its attributes at once."""
    whole = (node for node in syntax.all(tree.Attribute) if tree.dotted(node) == _ATTRIBUTES)
    classes = (syntax.above(node, tree.ClassDef) for node in whole)
    return any(one is None or _AMONG_THEM.search(syntax.text_of(one)) for one in classes)


def _saves(syntax: tree.Tree) -> bool:
    """Whether a file hands an optimizer to a function or method that is called after saving."""
    calls = (call for call in syntax.all(tree.Call) if "save" in tree.last_name(call.func))
    return any("optim" in (tree.last_part(one.value) or "") for call in calls for one in call.args)


def _is_of_object(file: File, syntax: tree.Tree, made: Made, saved: tree.Call) -> bool:
    """Whether a scheduler is made for `points.optimizer`, and `points.capture()` takes the state of that optimizer."""
    owner, method = file.tree.above(saved, tree.ClassDef), file.tree.above(saved, tree.FunctionDef)
    optimizer = made.call.args[0].value if made.call.args else None
    held = optimizer.value if isinstance(optimizer, tree.Attribute) else None
    taken = saved.func.value if isinstance(saved.func, tree.Attribute) else None
    if (
        not isinstance(owner, tree.ClassDef)
        or not isinstance(method, tree.FunctionDef)
        or not isinstance(held, tree.Name)
    ):
        return False
    if taken is None or optimizer is None or tree.last_part(taken) != tree.last_part(optimizer):
        return False
    calls = syntax.own(syntax.scope(held), tree.Call)
    if not any(tree.dotted(call.func) == f"{held.id}.{method.name}" for call in calls):
        return False
    values = (one.value for one in definitions_of(syntax, held))
    return any(isinstance(one, tree.Call) and tree.last_name(one.func) == owner.name for one in values)


def _inherits(syntax: tree.Tree, name: str) -> bool:
    """Whether a class of a file is made from one of this name, and so saves as that does."""
    return any(tree.last_part(base.value) == name for cls in syntax.all(tree.ClassDef) for base in cls.bases)
