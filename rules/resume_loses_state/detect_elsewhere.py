"""Scalers and schedulers that the files that use a saver make, and that no file beside them saves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.knowledge.torch_api import fact
from torchlint.queries import CallView, View
from torchlint.queries.data import trees_of_users
from torchlint.syntax import tree

from .detect import optimizer_calls
from .detect_kept import keeper

if TYPE_CHECKING:
    from torchlint.queries import File

_RESTORED = re.compile(r"opt\w*\.load_state_dict\(")
_ANY_KEPT = re.compile(r"(?i)(sched|scale)\w*(\.module)?\.(load_)?state_dict\b|prepare\(|save_state\(|self\.__dict__")


def lost_by_users(file: File) -> Iterator[tuple[View, str, bool]]:
    """Where the optimizer's state is taken, and of each the name, with whether it is a scaler.

    It is made by a file that hands this one the optimizer to save.
    """
    saved = next((call for call in optimizer_calls(file, "state_dict") if not call.args), None)
    if saved is None:
        return
    users = [one for word in ("GradScaler", "lr_scheduler") for one in trees_of_users(file, word)]
    if not users or any(_ANY_KEPT.search(text) for text in _texts_around(file)):
        return
    if not any(_RESTORED.search(text) for text in _texts_around(file)):
        return
    made = [one for syntax in dict.fromkeys(users) if _saves(syntax) for one in _made(syntax)]
    yield from ((CallView(file, saved), name, is_scaler) for name, is_scaler in dict.fromkeys(made))


def _texts_around(file: File) -> list[str]:
    """The texts of this file, of those that use it, and of those that these import."""
    files = file.project_files
    if files is None:
        return [file.text]
    users = files.users(file.place)
    places = dict.fromkeys((file.place, *users, *(one for user in users for one in files.imports(user))))
    return [files.text(place) for place in places]


def _saves(syntax: tree.Tree) -> bool:
    """Whether a file hands an optimizer to a function or method that is called after saving."""
    calls = (call for call in syntax.all(tree.Call) if "save" in tree.last_name(call.func))
    return any("optim" in (tree.last_part(one.value) or "") for call in calls for one in call.args)


def _made(syntax: tree.Tree) -> Iterator[tuple[str, bool]]:
    """The scalers and schedulers that one file makes and steps, with nothing that may keep or restore their state."""
    for call in syntax.all(tree.Call):
        last, above = tree.last_name(call.func), syntax.parents.get(call)
        known = fact(f"torch.optim.lr_scheduler.{last}")
        is_scheduler = known is not None and known.kind == "scheduler"
        if not (is_scheduler or last == "GradScaler") or not isinstance(above, tree.Assign) or len(above.targets) > 1:
            continue
        name = tree.dotted(above.targets[0])
        if name is None or any(one.keyword in ("last_epoch", "enabled") for one in call.args):
            continue
        steps = [one for one in syntax.all(tree.Call) if tree.dotted(one.func) == f"{name}.step"]
        if (
            steps
            and keeper(syntax, tree.last_name(above.targets[0]), {}) == "nobody"
            and not (is_scheduler and any(one.args for one in steps))
        ):
            yield name, not is_scheduler
