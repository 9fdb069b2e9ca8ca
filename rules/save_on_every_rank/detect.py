"""Files that all processes of a program write to, under one name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_to
from torchlint.binding.use_def import reaching_definition, resolved_expression
from torchlint.queries import CallView, ExpressionView, View
from torchlint.syntax import tree

from .detect_ways import Way, ways_to

if TYPE_CHECKING:
    from torchlint.queries import File

# What makes the name of a file another one in each process.
_OWN_NAME = re.compile(
    r"rank|gpu|process|node|shard|worker|uuid|getpid|mkd?s?temp|TemporaryDir|hostname", re.IGNORECASE
)
# What a stream in memory is called, or made by.
_IN_MEMORY = re.compile(r"BytesIO|buffer|stream|\bbuf\b|TemporaryFile", re.IGNORECASE)
# What programs mention whose ranks have different weights, which have to be gathered by all of them.
_GATHERING = ("deepspeed", "FullyShardedDataParallel", "fully_shard", "FSDP", "zero3", "GatheredParameters")
_FARTHEST = 3


@dataclass(frozen=True, slots=True, eq=False)
class SharedSave(CallView):
    """A call of torch.save or `save_pretrained` that every process comes to."""

    way: Way  # how the program comes here
    name: ExpressionView  # the file, or folder, that it writes

    @property
    def what(self) -> str:
        """What saves, as advice names it."""
        return "torch.save" if self.method == "save" else self.method

    @property
    def wrapper(self) -> View | None:
        """What makes the program one of several processes, if that is in this file."""
        return View(self.file, self.way.spread) if self.file.holds(self.way.spread) else None


def shared_saves(file: File) -> Iterator[SharedSave]:
    """Each of them, in source order."""
    for save in (*file.named_calls("torch.save"), *_pretrained_saves(file)):
        name = save.argument(1, "f") if save.method == "save" else save.argument(0, "save_directory")
        if name is None or is_own_file(file.tree, name.node):
            continue
        way = ways_to(file, save.node)
        if way is not None:
            yield SharedSave(file, save.node, way, name)


def _pretrained_saves(file: File) -> Iterator[CallView]:
    """Calls of `save_pretrained` that write whatever the rank, and gather no weights of other ranks."""
    if any(file.analysis.mentions(word) for word in _GATHERING):
        return
    for save in file.method_calls("save_pretrained"):
        if save.argument(-1, "is_main_process") is None and save.argument(-1, "save_function") is None:
            if not save.has_stars and save.argument(-1, "state_dict") is None:
                yield save


def is_own_file(syntax: tree.Tree, name: tree.Node, depth: int = 0) -> bool:
    """Whether each process has a file of its own, or none at all, by what its name is made of."""
    text = syntax.text_of(name)
    if _OWN_NAME.search(text) or _IN_MEMORY.search(text):
        return True
    if depth > _FARTHEST:
        return False
    for part in tree.walk(name):
        if isinstance(part, tree.Name) and not isinstance(syntax.parents.get(part), tree.Attribute):
            made = resolved_expression(syntax, part)
            if made is part and (opened := reaching_definition(syntax, part)) and opened.kind == "with":
                made = opened.source or part  # `with open(path, "wb") as file:`
            if made is not part and is_own_file(syntax, made, depth + 1):
                return True
        elif isinstance(part, tree.Attribute) and (dotted := tree.dotted(part)) is not None:
            values = (one.value for one in assignments_to(syntax, syntax.root, dotted))
            if any(value is not None and is_own_file(syntax, value, depth + 1) for value in values):
                return True
    return False
