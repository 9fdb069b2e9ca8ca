"""The calls of a program that may save weights, by their names."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING

from torchlint.queries import options
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_SAVES = re.compile(r"(?i)save(?!d)|ckpt|checkpoint|snapshot")
# What saves weights if its arguments say so.
_KEEPS = re.compile(r"(?i)store(?!d)|dump|export|copyfile|copy2|deepcopy|serialize|write|log_model|push_to|upload")
_READS = re.compile(r"(?i)load|restore|read|resume|find|latest|^get|^is_|list|^checkpoint(_sequential)?$")
# What is saved beside the weights: images, numbers, settings.
_OTHERS = re.compile(
    r"(?i)fig|(image|img|text|audio)s?(?!_?enc)|plot|pictur|sample|video|gif|txt|csv|json|yaml|config|history|metric"
    r"|result|_log|predict|mesh|wav|hparam|args|score"
)
_MODULES = frozenset("plt np numpy json yaml wandb vutils torchvision Image plot fig sns pd df writer".split())
_WEIGHTS = re.compile(
    r"(?i)model|net|state|ckpt|checkpoint|weight|\.pth?\b|policy|agent|actor|encoder|decoder|generator"
)


def saves_in(file: File, loop: tree.Node) -> list[tree.Call]:
    """The calls in a loop that may save weights, in source order."""
    return [call for call in file.tree.own(loop, tree.Call) if _may_save(file.tree, call)]


def saves_weights(file: File, call: tree.Call) -> bool:
    """Whether a call saves weights, as far as its words tell."""
    is_named = re.search(r"(?i)save", tree.last_name(call.func)) is not None
    return is_named and _WEIGHTS.search(file.tree.text_of(call)) is not None


def other_saves(file: File, counted: Collection[tree.Call]) -> bool:
    """Whether the program may save weights elsewhere, or not all of its files are known.

    What a function does whose name says that it saves is known by its calls.
    """
    programs = options.programs_of(file)
    if programs is None:
        return True
    for syntax in programs.trees.values():
        for call in syntax.all(tree.Call):
            if call not in counted and _may_save(syntax, call) and not _is_in_saving_function(syntax, call):
                return True
    return False


def _may_save(syntax: tree.Tree, call: tree.Call) -> bool:
    root = tree.root_name(call.func)
    if root is not None and root.id in _MODULES:
        return False
    name = tree.last_name(call.func)
    if _KEEPS.search(name) and not _READS.search(name):
        return _WEIGHTS.search(syntax.text_of(call)) is not None
    return _names_saving(name)


def _names_saving(name: str) -> bool:
    return bool(_SAVES.search(name)) and not _READS.search(name) and not _OTHERS.search(name)


def _is_in_saving_function(syntax: tree.Tree, call: tree.Call) -> bool:
    function = syntax.above(call, tree.FunctionDef)
    return isinstance(function, tree.FunctionDef) and _names_saving(function.name)
