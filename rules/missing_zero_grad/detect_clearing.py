"""What clears gradients: some code by what it does or by its name, and libraries by themselves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from torchlint.queries import options
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File
    from torchlint.queries.training import StepView

# `zero_grad`, `zero_all`, `clear_gradients`; `zeros`, `nonzero` and `zero_init` clear nothing.
_NAMED = re.compile(
    r"(?<![a-z0-9])(?:zero_\w*(?:grad|param|optim|all)|(?:clear|clean|reset|remove)_\w*grad)\w*", re.IGNORECASE
)
# The same in the text of a file, with `p.grad.zero_()`, `g.zero_()` and `set_to_zero()`.
_IN_TEXT = re.compile(
    rf"{_NAMED.pattern}|(?:grad[\w.()]*|(?<![\w.])\w+)\.zero_\b|(?<![a-z0-9])(?:\w*_)?zero\s*\(", re.IGNORECASE
)
_ASSIGNED = re.compile(r"\.grad\s*=\s*None\b")
_OVERWRITING = ("fill_", "copy_")
_OPTIMIZER = re.compile(r"optim|^opt(?![a-z])", re.IGNORECASE)
_SCALING = "mul_"  # by 0, perhaps
# Libraries that step or clear by themselves.
_ENGINES = ("deepspeed", "lightning", "TrainingArguments", "colossalai", "fastai", "ignite", "mmengine", "mmcv")


def is_called_an_optimizer(step: StepView) -> bool:
    """Whether the name of what steps says that it is an optimizer."""
    return step.subject is not None and _OPTIMIZER.search(tree.last_name(step.subject.node)) is not None


def clears(part: tree.Node) -> bool:
    """Whether some code clears gradients, or may: by `zero_grad`, `p.grad.zero_()`, `p.grad = None`."""
    for node in tree.walk(part):
        if isinstance(node, (tree.Attribute, tree.Name)) and _NAMED.search(tree.last_name(node)):
            return True
        if isinstance(node, tree.Call) and _zeroes(node.func):
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


def _zeroes(func: tree.Expression) -> bool:
    """Whether this is `p.grad.zero_` or `g.zero_`, and not `self.bias.zero_`; or a function `set_to_zero`."""
    if isinstance(func, tree.Attribute) and func.attr == "zero_":
        return isinstance(func.value, tree.Name) or any(
            "grad" in tree.last_name(n).lower() for n in tree.walk(func.value)
        )
    name = tree.last_name(func)
    return name == "zero" or name.endswith("_zero")


def _is_of_gradient(target: tree.Node) -> bool:
    """Whether this is `p.grad`, or a part of it."""
    return any(isinstance(node, tree.Attribute) and node.attr == "grad" for node in tree.walk(target))


def is_cleared_somewhere(file: File) -> bool:
    """Whether any code of the programs that this file is part of may clear gradients; its own comments are none."""
    if any(file.analysis.mentions(word) for word in _ENGINES):
        return True
    if any(unit.tree.once_of_all(_has_clearing) for unit in file.analysis.units):
        return True
    files = file.project_files
    if files is None:
        return False
    others = {place for word in (*_ENGINES, "zero", ".grad") for place in files.files_mentioning(word)} - {file.place}
    programs = options.programs_of(file) if others else None
    if programs is None:
        return any(_may_clear(files.text(place)) for place in others)
    trees = [(place, programs.trees[place]) for place in others if place in programs.trees]  # no other script runs here
    return any(
        any(word in files.text(place) for word in _ENGINES) or syntax.once_of_all(_has_clearing)
        for place, syntax in trees
    )


def is_cleared_by_own_code(file: File) -> bool:
    """Whether the code of the program clears gradients, or other files of the project do, whatever libraries may do."""
    if any(unit.tree.once_of_all(_has_clearing) for unit in file.analysis.units):
        return True
    files = file.project_files
    others = (
        {place for word in ("zero", ".grad") for place in files.files_mentioning(word)} if files is not None else ()
    )
    return files is not None and any(
        _IN_TEXT.search(files.text(place)) or _ASSIGNED.search(files.text(place))
        for place in set(others) - {file.place}
    )


def _has_clearing(syntax: tree.Tree) -> bool:
    return clears(syntax.root)


def _may_clear(text: str) -> bool:
    """Whether a text names what clears gradients, or a library that does."""
    return bool(_IN_TEXT.search(text) or _ASSIGNED.search(text)) or any(word in text for word in _ENGINES)
