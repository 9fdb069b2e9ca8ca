"""What clears gradients: some code by what it does or by its name, and libraries by themselves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# `zero_grad`, `zero_gradients`, `p.grad.zero_()`, `set_to_zero`; `zeros`, `nonzero` and `zero_init` clear nothing.
_NAMED = re.compile(r"(?<![a-z0-9])zero_(?:\w*(?:grad|param|optim|all)\w*)?(?!\w)|(?:^|_)zero(?!\w)", re.IGNORECASE)
_ASSIGNED = re.compile(r"\.grad\s*=\s*None\b")
_OVERWRITING = ("fill_", "copy_")
_SCALING = "mul_"  # by 0, perhaps
# Libraries that step or clear by themselves.
_ENGINES = ("deepspeed", "lightning", "TrainingArguments", "colossalai", "fastai", "ignite", "mmengine", "mmcv")


def clears(part: tree.Node) -> bool:
    """Whether some code clears gradients, or may: by `zero_grad`, `p.grad.zero_()`, `p.grad = None`."""
    for node in tree.walk(part):
        if isinstance(node, (tree.Attribute, tree.Name)) and _NAMED.search(tree.last_name(node)):
            return True
        if isinstance(node, tree.Assign) and any(_is_of_gradient(target) for target in node.targets):
            return True
        if (
            isinstance(node, tree.Call)
            and tree.last_name(node.func) in (*_OVERWRITING, _SCALING)
            and _is_of_gradient(node.func)
        ):
            return True
    return False


def _is_of_gradient(target: tree.Node) -> bool:
    """Whether this is `p.grad`, or a part of it."""
    return any(isinstance(node, tree.Attribute) and node.attr == "grad" for node in tree.walk(target))


def is_cleared_somewhere(file: File) -> bool:
    """Whether any code of the project may clear gradients; comments of this file are none."""
    if any(file.analysis.mentions(word) for word in _ENGINES) or clears(file.tree.root):
        return True
    if any(_NAMED.search(name) for unit in file.analysis.units for name in unit.mentioned):
        return True
    files = file.project_files
    if files is None:
        return False
    others = {place for word in (*_ENGINES, "zero", ".grad") for place in files.files_mentioning(word)} - {file.place}
    return any(_may_clear(files.text(place)) for place in others)


def _may_clear(text: str) -> bool:
    """Whether a text names what clears gradients, or a library that does."""
    return bool(_NAMED.search(text) or _ASSIGNED.search(text)) or any(word in text for word in _ENGINES)
