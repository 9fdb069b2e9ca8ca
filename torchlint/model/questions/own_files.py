"""Whether a project writes the very file that it loads: the same path, or the same setting, is given to torch.save."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.model import tree
from torchlint.model.views import CallView

if TYPE_CHECKING:
    from torchlint.model.file import File


def is_written_by_project(file: File, load: CallView) -> bool:
    """Whether another file of the project calls torch.save with the path that this call of torch.load is given."""
    given, repository = load.argument(0, "f"), file.repository
    path = _path(given.node) if given is not None else None
    if path is None or repository is None:
        return False
    saving = repository.speaking_of("torch.save", path.strip("'"))
    return any(path in _saved(syntax) for place in saving if (syntax := repository.tree(place)) is not None)


def _saved(syntax: tree.Tree) -> set[str | None]:
    """The paths that a file's calls of torch.save are given."""
    calls = (call for call in syntax.all(tree.Call) if tree.dotted(call.func) == "torch.save")
    return {_path(a.value) for call in calls for at, a in enumerate(call.args) if (at, a.keyword) == (1, None)}


def _path(node: tree.Node) -> str | None:
    """A path that is written out, as a whole or behind a folder, or a setting's dotted name; None for anything else."""
    if isinstance(node, tree.Call) and tree.last_part(node.func) == "join" and node.args:
        node = node.args[-1].value
    if isinstance(node, tree.Constant):
        return f"'{node.value}'" if isinstance(node.value, str) else None
    name = tree.dotted(node) or ""
    return name if "." in name and not name.startswith("self.") else None
