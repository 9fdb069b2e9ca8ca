"""The dotted names by which others import what a file defines: `acme.trainer.Trainer.fit`."""

from __future__ import annotations

import os

from torchlint.syntax import tree

_LOCALS = "<locals>"  # as Python has it in `__qualname__`: nobody can import what is behind it


def module_names(place: str, root: str) -> tuple[str, ...]:
    """What a file may be imported as, the longest name first: from the project's root, or from a folder inside it."""
    inside = os.path.relpath(place, root) if root and place.startswith(root) else os.path.basename(place)
    parts = inside.removesuffix(".py").split(os.sep)
    if parts[-1] == "__init__" and len(parts) > 1:
        parts.pop()
    return tuple(".".join(parts[at:]) for at in range(len(parts))) if all(parts) else ()


def qualified_name(syntax: tree.Tree, node: tree.FunctionDef | tree.ClassDef) -> str:
    """The name of a function or class inside its file: `Trainer.fit`."""
    parts = [node.name]
    for outer in list(syntax.around(node))[1:]:
        if isinstance(outer, tree.FunctionDef):
            parts.append(_LOCALS)
        if isinstance(outer, (tree.FunctionDef, tree.ClassDef)):
            parts.append(outer.name)
    return ".".join(reversed(parts))
