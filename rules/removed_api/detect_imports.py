"""Whether anything uses what a file imports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


def is_read(file: File, name: str) -> bool:
    """Whether a file reads an imported name, lists it in `__all__`, or may pass it on, as `__init__.py` does."""
    if name == "*" or file.path.endswith("__init__.py"):
        return True
    if any(one.id == name for one in file.tree.all(tree.Name)):
        return True
    if any(one.value == name for one in file.tree.all(tree.Constant)):
        return True
    around = file.project_files
    return around is not None and any(name in around.text(place) for place in around.importers(file.place))
