"""Checkpoints that are given to `load_state_dict` as a whole, although the weights are one entry among others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.queries import CallView, checkpoints
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_OWN = "def load_state_dict"


@dataclass(frozen=True, slots=True, eq=False)
class NestedWeights(CallView):
    """A call of `load_state_dict` that gets a whole checkpoint."""

    key: str  # of the entry with the weights

    @property
    def is_of_torch(self) -> bool:
        """Whether the method is certainly a module's: the object is one, or no class of the project has its own."""
        if self.receiver is not None and self.receiver.value.kind == "module":
            return True
        around = self.file.project_files
        return _OWN not in self.file.text and not (around is not None and around.files_mentioning(_OWN))


def nested_weights(file: File) -> Iterator[NestedWeights]:
    """Such calls, in source order, of checkpoints that are saved under the path that is loaded."""
    loads = {load.node: load for load in file.named_calls("torch.load")}
    for call in file.method_calls("load_state_dict"):
        given = call.argument(0, "state_dict")
        made = resolved_expression(file.tree, given.node) if given is not None else None
        load = loads.get(made) if isinstance(made, tree.Call) else None
        if load is None or checkpoints.is_fetched(file, load) or file.facts.functions.get(call.node):
            continue  # a method of the project takes what it likes
        saved = [one for one in checkpoints.saved_by_project(file) if one.is_checkpoint]
        saved = checkpoints.saved_to_path_of(file, load, saved)
        states = [[entry.key for entry in one.entries if _is_state(entry.value)] for one in saved]
        if saved and all(states) and all(one.is_complete for one in saved):
            yield NestedWeights(file, call.node, states[0][0])


def _is_state(value: tree.Expression) -> bool:
    return isinstance(value, tree.Call) and tree.last_name(value.func) == "state_dict"
