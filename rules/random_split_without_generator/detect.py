"""Random splits of a dataset that no seed repeats, where several processes split, or a run is resumed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.finding import Edit
from torchlint.queries import CallView, distributed
from torchlint.queries.data import is_in_texts_of_program, texts_of_users
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_SPLITS = ("torch.utils.data.random_split", "torch.utils.data.dataset.random_split")
# What may seed the global generator: not the seed of an object that is made for one split.
_SEEDS = re.compile(r"(?<!Generator\(\)\.manual_)seed", re.IGNORECASE)
_WRAPS = re.compile(r"\b(DistributedDataParallel|FullyShardedDataParallel|fully_shard)\b")
# A seed of each process's own: `torch.manual_seed(seed + rank)`, `seed = args.seed + get_rank()`.
_OWN_SEEDS = re.compile(r"seed\b[^\n]*[+(][^\n]*(rank|process_index)|device_specific=True", re.IGNORECASE)
# How processes are given what one of them has drawn.
_GIVES_AWAY = re.compile(r"broadcast|scatter_object|main_process_first|rank_zero_first|torch_distributed_zero_first")
_LOADS = re.compile(r"\btorch\.load\(|\bload_from_checkpoint\(|\bckpt_path=|\bload_checkpoint\(")


@dataclass(frozen=True, slots=True, eq=False)
class UnseededSplit(CallView):
    """A call of random_split without a generator."""

    @property
    def is_continued(self) -> bool:
        """Whether this file, or one that imports it, loads a checkpoint: another run has split before."""
        return is_in_texts_of_program(self.file, _LOADS)

    @property
    def is_of_each_rank(self) -> bool:
        """Whether each process of a training splits for itself, and not as the others do."""
        if not (distributed.is_spread(self.file) or any(_WRAPS.search(text) for text in texts_of_users(self.file))):
            return False
        if _GIVES_AWAY.search(self.file.text):
            return False
        choices = (above.test for above in self.file.tree.around(self.node) if isinstance(above, tree.If))
        if any(distributed.asks_about_processes(self.file.tree, test) for test in choices):
            return False
        return not speaks_of_seeds(self.file) or self.is_seeded_by_rank

    @property
    def is_surely_of_each_rank(self) -> bool:
        """Whether a wrapper for several processes is seen, and no file of the program may seed them alike."""
        units = [unit.tree for unit in distributed.program_units(self.file)]
        calls = ((one, call) for one in units for call in one.all(tree.Call) if tree.last_name(call.func) != "prepare")
        wraps = any(distributed.spreads(one, call) for one, call in calls)
        wraps = wraps or any(_WRAPS.search(text) for text in texts_of_users(self.file))
        return wraps and not any("seed" in one.text for one in units) and not self.is_seeded_by_rank

    @property
    def is_seeded_by_rank(self) -> bool:
        """Whether the program gives each process a seed of its own, as far as its words tell."""
        return is_in_texts_of_program(self.file, _OWN_SEEDS)

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
    return is_in_texts_of_program(file, _SEEDS)


def unseeded_splits(file: File) -> Iterator[UnseededSplit]:
    """Calls of random_split without a generator, in source order."""
    for call in file.named_calls(*_SPLITS):
        if call.argument(2, "generator") is None and not call.has_stars:
            yield UnseededSplit(file, call.node)
