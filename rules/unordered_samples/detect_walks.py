"""Loops over `os.walk`: which of their names are folders and files, and whether they sort them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


def perhaps_one_folder(file: File, source: tree.Expression) -> bool:
    """Whether only folders come in any order, of which there may be one: a walk whose files are sorted in each."""
    loop = file.tree.parents.get(source)
    files = part_of_walk(loop, 2) if isinstance(loop, tree.For) and loop.iter is source else ""
    return bool(files) and isinstance(loop, tree.For) and is_sorted_within(loop, files)


def part_of_walk(loop: tree.For, at: int) -> str:
    """The name for the folder, its folders or its files in a loop over a walk."""
    names = loop.target.elements if isinstance(loop.target, tree.Tuple) else []
    return (tree.dotted(names[at]) or "") if len(names) == 3 else ""


def is_sorted_within(loop: tree.For, name: str) -> bool:
    """Whether a loop sorts a list: `for name in sorted(files)`, `folders.sort()`, `folders[:] = sorted(folders)`."""
    for call in tree.walk(loop):
        if not isinstance(call, tree.Call):
            continue
        given = call.args[0].value if call.args else None
        if tree.dotted(call.func) == "sorted" and given is not None and tree.dotted(given) == name:
            return True
        if isinstance(call.func, tree.Attribute) and call.func.attr == "sort" and tree.dotted(call.func.value) == name:
            return True
    return False
