"""Random splits of a dataset that no seed repeats, in programs that go on from a checkpoint."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.finding import Edit
from torchlint.queries import CallView
from torchlint.queries.data import texts_of_users
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_SPLITS = ("torch.utils.data.random_split", "torch.utils.data.dataset.random_split")
_SEEDS = re.compile(r"seed", re.IGNORECASE)
_LOADS = re.compile(r"\btorch\.load\(|\bload_from_checkpoint\(|\bckpt_path=|\bload_checkpoint\(")


@dataclass(frozen=True, slots=True, eq=False)
class UnseededSplit(CallView):
    """A call of random_split without a generator."""

    @property
    def is_continued(self) -> bool:
        """Whether this file, or one that imports it, loads a checkpoint: another run has split before."""
        return any(_LOADS.search(text) for text in (self.file.text, *texts_of_users(self.file)))

    @property
    def is_resumed_here(self) -> bool:
        """Whether this file saves a checkpoint, loads one into its optimizer, and trains."""
        calls = self.file.tree.all(tree.Call)
        names = {tree.last_name(call.func) for call in calls}
        loaded = (call.func for call in calls if tree.last_name(call.func) == "load_state_dict")
        into_optimizer = any("optim" in (tree.dotted(func) or "") for func in loaded)
        return {"save", "load"} <= names and "backward" in names and into_optimizer

    @property
    def seeded(self) -> tuple[Edit, ...]:
        """The edit that passes a generator with a seed."""
        return self.writing("torch.Generator", lambda written: self.put_last(f"generator={written}().manual_seed(42)"))


def speaks_of_seeds(file: File) -> bool:
    """Whether the file, or one that imports it, seeds anything, as far as its words tell."""
    return any(_SEEDS.search(text) for text in (file.text, *texts_of_users(file)))


def unseeded_splits(file: File) -> Iterator[UnseededSplit]:
    """Calls of random_split without a generator, in source order."""
    for call in file.named_calls(*_SPLITS):
        if call.argument(2, "generator") is None and not call.has_stars:
            yield UnseededSplit(file, call.node)
