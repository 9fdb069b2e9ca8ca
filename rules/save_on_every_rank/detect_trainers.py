"""Trainers of libraries whose `save_model` is overridden by one that writes in every process."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.queries import CallView, distributed
from torchlint.syntax import tree

from .detect import is_own_file

if TYPE_CHECKING:
    from torchlint.queries import File

# What a method mentions that asks which process it is in, or gathers weights of all of them.
_ASKS = re.compile(r"should_save|rank|process|is_main|deepspeed|fsdp|zero|^super$", re.IGNORECASE)
_LIBRARIES = ("transformers.", "trl.")


def saving_overrides(file: File) -> Iterator[CallView]:
    """The first call of each such `save_model` that writes, in source order.

    transformers' Trainer calls `save_model` in all processes, and asks `args.should_save` in its own.
    """
    for method in file.tree.all(tree.FunctionDef):
        cls = file.analysis.class_at.get(file.tree.parents.get(method)) if method.name == "save_model" else None
        bases = cls.external_bases if cls is not None else ()
        if not any(base.startswith(_LIBRARIES) and base.endswith("Trainer") for base in bases):
            continue
        if method.decorators or any(_ASKS.search(tree.last_name(node)) for node in tree.walk(method)):
            continue  # one process may be chosen in a way that is not followed here
        tests = (one.test for one in tree.walk(method) if isinstance(one, (tree.If, tree.Conditional)))
        if any(distributed.asks_about_processes(file.tree, test) for test in tests):
            continue  # a variable of the environment, or a method of its own
        calls = sorted(file.tree.inside(method, tree.Call), key=lambda one: one.start)
        saves = [one for one in calls if _writes(file, one)]
        if saves:
            yield CallView(file, saves[0])


def _writes(file: File, call: tree.Call) -> bool:
    given = tree.positional(call, 1)
    if given is not None and is_own_file(file.tree, given):
        return False
    return tree.last_name(call.func) == "save_pretrained" or "torch.save" in file.names.spelled(call)
