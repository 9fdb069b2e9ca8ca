"""Files that all processes of a program write to, under one name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_to
from torchlint.binding.use_def import resolved_expression
from torchlint.queries import CallView, View
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
_FARTHEST = 3


@dataclass(frozen=True, slots=True, eq=False)
class SharedSave(CallView):
    """A call of torch.save that every process comes to."""

    way: Way  # how the program comes here

    @property
    def wrapper(self) -> View | None:
        """What makes the program one of several processes, if that is in this file."""
        return View(self.file, self.way.spread) if self.file.holds(self.way.spread) else None


def shared_saves(file: File) -> Iterator[SharedSave]:
    """Each of them, in source order."""
    for save in file.named_calls("torch.save"):
        name = save.argument(1, "f")
        if name is None or _is_own(file.tree, name.node, 0):
            continue
        way = ways_to(file, save.node)
        if way is not None:
            yield SharedSave(file, save.node, way)


def _is_own(syntax: tree.Tree, name: tree.Node, depth: int) -> bool:
    """Whether each process has a file of its own, or none at all, by what its name is made of."""
    text = syntax.text_of(name)
    if _OWN_NAME.search(text) or _IN_MEMORY.search(text):
        return True
    if depth > _FARTHEST:
        return False
    for part in tree.walk(name):
        if isinstance(part, tree.Name) and not isinstance(syntax.parents.get(part), tree.Attribute):
            made = resolved_expression(syntax, part)
            if made is not part and _is_own(syntax, made, depth + 1):
                return True
        elif isinstance(part, tree.Attribute) and (dotted := tree.dotted(part)) is not None:
            values = (one.value for one in assignments_to(syntax, syntax.root, dotted))
            if any(value is not None and _is_own(syntax, value, depth + 1) for value in values):
                return True
    return False
