"""Methods that nothing in the project calls, or hands to anybody who might."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


def is_uncalled_method(file: File, node: tree.Node) -> bool:
    """Whether this is a plain method of a class without bases whose name is used as an attribute nowhere."""
    owner = file.tree.parents.get(node)
    if not isinstance(node, tree.FunctionDef) or not isinstance(owner, tree.ClassDef):
        return False
    if owner.bases or node.decorators or node.name.startswith("__"):
        return False  # a base class may call it, or a decorator
    if any(one.attr == node.name for one in file.tree.all(tree.Attribute)):
        return False
    if any(one.value == node.name for one in file.tree.all(tree.Constant)):
        return False  # `getattr(both, "anneal")`
    around = file.project_files
    if around is None or not around.mentions(node.name):
        return True
    used = re.compile(rf"\.{node.name}\b|[\"']{node.name}[\"']")
    places = around.files_mentioning(node.name)
    if not places:
        return False  # too many files to search
    others = [place for place in places if place != file.place]
    return not any(used.search(around.text(place)) for place in others)
