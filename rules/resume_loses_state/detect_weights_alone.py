"""Programs that go on at a later epoch or step with a model's weights, and without the state of their optimizer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import definitions_from
from torchlint.binding.use_def import reaching_definitions, uses
from torchlint.queries import CallView
from torchlint.syntax import tree

from .detect_kept import texts_around
from .detect_weights import KEEPS_OPTIMIZER, PROGRESS, stepped_optimizer

if TYPE_CHECKING:
    from torchlint.queries import File

# Settings for the epoch or step at which a training goes on: `if args.resume_epoch > 0:`.
_STARTS = re.compile(r"(start|resum|init|begin|last)\w*(epoch|step|iter)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class WeightsAlone(CallView):
    """A `torch.load` that gives a model its weights, before a training that goes on."""

    optimizer: str  # as the program writes it


def resumed_with_weights_alone(file: File) -> WeightsAlone | None:
    """The first load that a training goes on with, if nothing in the program keeps the optimizer's state.

    The epoch or step is told by the file's name, or is a setting that decides whether the file is loaded.
    """
    optimizer = stepped_optimizer(file)
    if optimizer is None or any(KEEPS_OPTIMIZER.search(text) for text in texts_around(file)):
        return None
    for load in file.named_calls("torch.load"):
        goes_on = _counts_by_name(file, load.node) or _is_chosen_by_counter(file, load.node)
        if goes_on and _gives_weights(file, load.node):
            return WeightsAlone(file, load.node, optimizer)
    return None


def _gives_weights(file: File, load: tree.Call) -> bool:
    """Whether what is loaded, or an entry of it, goes to a `load_state_dict`."""
    if _is_loaded(file, load):
        return True
    names = [one.target for one in definitions_from(file.tree, load) if isinstance(one.target, tree.Name)]
    reads = (use for name in names for use in uses(file.tree, name) if _is_loaded(file, use))
    return any(one is None or one.value is load for use in reads for one in reaching_definitions(file.tree, use))


def _is_loaded(file: File, node: tree.Node) -> bool:
    above = file.tree.parents.get(node)
    argument = file.tree.parents.get(above) if isinstance(above, tree.Subscript) else above
    call = file.tree.parents.get(argument) if isinstance(argument, tree.Argument) else None
    return isinstance(call, tree.Call) and tree.last_name(call.func) == "load_state_dict"


def _counts_by_name(file: File, load: tree.Call) -> bool:
    """Whether the epoch or step is read off the name of the same file: `start = int(path.split("-")[-1])`."""
    names = _names(tree.positional(load, 0))
    assigned = (one for one in _beside(file, load) if isinstance(one, tree.Assign))
    return any(
        PROGRESS.search(tree.last_name(target)) is not None and bool(names & _read_as_number(one.value))
        for one in assigned
        for target in one.targets
    )


def _beside(file: File, load: tree.Node) -> Iterator[tree.Node]:
    """The statements of the blocks around a load, up to its function."""
    for above in file.tree.around(load):
        if isinstance(above, tree.If):
            yield from (*above.body, *above.orelse)
        elif isinstance(above, (tree.FunctionDef, tree.Module)):
            yield from above.body
            return


def _read_as_number(value: tree.Node) -> set[str]:
    """The names that a value turns into a whole number."""
    calls = (one for one in tree.walk(value) if isinstance(one, tree.Call) and tree.dotted(one.func) == "int")
    return {name for call in calls for name in _names(tree.positional(call, 0))}


def _names(node: tree.Node | None) -> set[str]:
    return {one.id for one in tree.walk(node) if isinstance(one, tree.Name)} if node is not None else set()


def _is_chosen_by_counter(file: File, load: tree.Node) -> bool:
    """Whether the file is loaded if a setting for the first epoch or step is past the start."""
    inside: tree.Node = load
    for above in file.tree.around(load):
        if isinstance(above, (tree.FunctionDef, tree.Module)):
            return False
        if isinstance(above, tree.If) and inside in above.body and _is_past_start(above.test):
            return True
        inside = above
    return False


def _is_past_start(test: tree.Expression) -> bool:
    """`args.resume_epoch > 0` or `start_iter`, which is 0 from the start."""
    compared, limit = test, None
    if isinstance(test, tree.Compare) and test.ops in ([">"], ["!="]):
        compared, limit = test.left, test.comparators[0]
    is_start = limit is None or (isinstance(limit, tree.Constant) and limit.value in (0, 1))
    return is_start and _STARTS.search(tree.last_name(compared)) is not None
