"""Scalars that are written under the name of another variable, which is unpacked beside theirs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definition
from torchlint.queries import View, data
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_WHOLE = re.compile(r"(?i)total|overall|whole|full|running|smooth")


@dataclass(frozen=True, slots=True, eq=False)
class SiblingTag(View):
    """A call of `add_scalar` whose tag is the name of a variable that is not the one that is written."""

    written: str
    named: str
    unpacked: View  # the assignment that binds both

    @property
    def is_sure(self) -> bool:
        """Whether what is written is no whole of which the other is a part: a total may well be called the loss."""
        return _WHOLE.search(self.written) is None


def tags_of_siblings(file: File) -> Iterator[SiblingTag]:
    """One for each such call, in source order."""
    for write in data.scalar_writes(file):
        value = write.argument(1, "scalar_value")
        text = write.tag.is_literally if write.tag is not None else None
        if not isinstance(text, str) or value is None or not isinstance(value.node, tree.Name):
            continue
        made = reaching_definition(file.tree, value.node)
        statement = file.tree.statement(made.node) if made is not None and made.kind == "assignment" else None
        if not isinstance(statement, tree.Assign):
            continue
        names = {name for one in statement.targets if isinstance(one, tree.Tuple) for name in _names(one)}
        named = _named(text, value.node.id, names)
        if named:
            yield SiblingTag(file, write.node, value.node.id, named, View(file, statement))


def _named(tag: str, written: str, names: set[str]) -> str:
    """The other name that a tag is, or ends with: `"val/recall"`; empty where it may mean what is written."""
    whole, last = re.sub(r"\W+", "_", tag), tag.rpartition("/")[2]
    if written in (whole, last):
        return ""
    # `"val/loss"` is right for `val_loss`, beside which `loss` is unpacked.
    ends = [last] if last.lower() not in written.lower() else []
    return next((one for one in (whole, *ends) if one in names), "")


def _names(target: tree.Tuple) -> set[str]:
    return {one.id for one in target.elements if isinstance(one, tree.Name)}
