"""The loaders that Lightning's modules and data modules give their training."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.domain.values import UNKNOWN
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

GIVES_TRAINING = "train_dataloader"


@query
def given_to_lightning(file: File) -> frozenset[tree.Node]:
    """The calls that make what a `train_dataloader` returns: `return self.loader(self.train_set)`."""
    methods = [cls.methods[GIVES_TRAINING] for cls in file.analysis.classes if GIVES_TRAINING in cls.methods]
    returned = [one.value for method in methods for one in method.unit.tree.own(method.node, tree.Return)]
    loaders = (file.facts.values.get(one, UNKNOWN) for one in returned if one is not None)
    return frozenset(one.source for one in loaders if one.kind == "loader" and one.source is not None)
