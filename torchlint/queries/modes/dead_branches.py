"""Code that no object of a class runs, as it stands below a condition on an attribute that is always None."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_to
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File, View


def is_below_none(code: View) -> bool:
    """Whether code runs only where `self.x` is something, and the project assigns nothing but None to it."""
    syntax, inside = code.file.tree, code.node
    for above in syntax.around(code.node):
        if isinstance(above, tree.FunctionDef):
            return False
        if isinstance(above, tree.If) and inside in above.body:
            name = _asked(above.test)
            if name and _is_always_none(code.file, above, name):
                return True
        inside = above
    return False


def _asked(test: tree.Expression) -> str:
    """The attribute that a condition wants to be something: `rate` in `self.rate is not None`."""
    if isinstance(test, tree.Compare):
        is_none = len(test.ops) == 1 and test.ops[0] == "is not" and _is_none(test.comparators[0])
        return _asked(test.left) if is_none else ""
    return test.attr if isinstance(test, tree.Attribute) and tree.dotted(test.value) == "self" else ""


def _is_always_none(file: File, at: tree.Node, name: str) -> bool:
    """Whether the class around assigns None to an attribute, and no other code gives one of this name a value."""
    owner = file.tree.above(at, tree.ClassDef)
    assigned = assignments_to(file.tree, owner, f"self.{name}") if owner is not None else ()
    if not assigned or not all(one.value is not None and _is_none(one.value) for one in assigned):
        return False
    given = re.compile(rf"(?<!self)\.{name}\b[^=\n]*=[^=]|setattr\(|[\"']{name}[\"']|^\s+{name}\s*[:=]", re.MULTILINE)
    around = file.project_files
    places = around.files_mentioning(name) if around is not None else []
    texts = [file.text, *(around.text(place) for place in places if around is not None)]
    return not any(given.search(text) for text in texts)


def _is_none(node: tree.Node) -> bool:
    return isinstance(node, tree.Constant) and node.value is None
