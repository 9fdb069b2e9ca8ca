"""Observing single cells of a kernel that runs already, and may have imported torch."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from . import busy, cells, evidence, forks, hearing, models, plan, sites, torch_import, torch_state
from .faults import quietly

_IPYTHON = "IPython.core.compilerop"
_compile = compile
_watched: list[plan.FilePlan] = []


def begin(folder: str, monitors: Sequence[str]) -> bool:
    """Whether cells can be looked at from now on, with files in the folder: not where this is done from outside."""
    if plan.evidence_folder:
        return False
    plan.evidence_folder = folder
    plan.monitors = tuple(monitors)
    plan.waits = "device_waits" in monitors and plan.may_have_device()
    torch_import.install()
    forks.install()
    evidence.open_file()
    return True


def watch(notebooks: Sequence[plan.FilePlan], checked: Sequence[str]) -> None:
    """Put captures into the cells of these plans when they run, and hear what those do that are checked."""
    if not _watched:
        hearing.begin_again()
        quietly("names of modules", _note_modules)
    plan.checked = plan.checked.union(checked)
    vars(sys.modules[_IPYTHON])["compile"] = compile_cell
    _watched.extend(notebooks)
    plan.notebooks.extend(notebooks)


def _note_modules() -> None:
    """Know the modules that earlier cells have made, by which parameters have names."""
    if torch_state.torch is None or not plan.monitors:
        return
    for value in list(cells.names_of_user().values()):
        if issubclass(type(value), torch_state.torch.nn.Module):
            for module in value.modules():
                models.note(module, "", None)


def compile_cell(source: Any, filename: Any, mode: str, flags: int = 0, dont_inherit: bool = True) -> Any:
    """The built-in `compile` for IPython, which asks for a tree."""
    tree = _compile(source, filename, mode, flags, dont_inherit)
    cells.parsed(tree, source, filename, sys._getframe(1))
    return tree


def finish() -> None:
    """Write what was seen, and look no more."""
    hearing.write()
    hearing.stop()
    if busy.enter():
        try:
            sites.write()
        finally:
            busy.leave()
    for notebook in _watched:
        plan.notebooks.remove(notebook)
        sites.forget({site["id"] for site in notebook["sites"]})
    _watched.clear()
    vars(sys.modules[_IPYTHON]).pop("compile", None)
