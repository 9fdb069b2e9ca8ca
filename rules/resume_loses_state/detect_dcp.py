"""States of optimizers that torch.distributed.checkpoint loads, and that nobody gives back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding import use_def
from torchlint.queries import CallView
from torchlint.syntax import tree

from .detect import OPTIMIZER

if TYPE_CHECKING:
    from torchlint.queries import File

_LOADS = ("torch.distributed.checkpoint.load", "torch.distributed.checkpoint.load_state_dict")
_STATES = "torch.distributed.checkpoint.state_dict."
_GETTERS = frozenset((f"{_STATES}get_state_dict", f"{_STATES}get_optimizer_state_dict"))
_GIVES_BACK = frozenset(("set_state_dict", "set_optimizer_state_dict"))


@dataclass(frozen=True, slots=True, eq=False)
class UnreturnedState(CallView):
    """A call of `dcp.load` that fills a dict of which nothing is read again."""

    is_aliased: bool  # whether the dict holds the optimizer's own tensors

    @property
    def lost(self) -> str:
        """What is not restored."""
        return "learning rates" if self.is_aliased else "state"


def unreturned_states(file: File) -> Iterator[UnreturnedState]:
    """Such calls, in source order; none in a file that gives an optimizer any state back."""
    loads = list(file.named_calls(*_LOADS))
    if not loads or any(_gives_back(call) for call in file.tree.all(tree.Call)):
        return
    for load in loads:
        given = load.argument(0, "state_dict")
        if given is None or _is_read_after(file, load.node, given.node):
            continue
        taken = [call for call in _calls_behind(file, given.node) if _takes_state(file, call)]
        if taken:
            yield UnreturnedState(file, load.node, any(_is_getter(file, call) for call in taken))


def _gives_back(call: tree.Call) -> bool:
    """Whether a call gives an optimizer, or an unknown object, its state."""
    name = tree.last_name(call.func)
    if name in _GIVES_BACK:
        return True
    receiver = tree.last_part(call.func.value) if isinstance(call.func, tree.Attribute) else ""
    return name == "load_state_dict" and bool(OPTIMIZER.search(receiver))


def _is_read_after(file: File, load: tree.Call, given: tree.Node) -> bool:
    """Whether the dict is read behind the call, or belongs to others, who may read it.

    An entry of another name than the optimizer's, `state["model"]`, leaves the optimizer's where it is.
    """
    if isinstance(given, (tree.Dict, tree.Call)):
        return False
    if not isinstance(given, tree.Name):
        return True
    later = (use for use in use_def.uses(file.tree, given) if use.start > load.end)
    return not all(_is_of_others(file, use) for use in later)


def _is_of_others(file: File, use: tree.Name) -> bool:
    """Whether a use of the dict reads an entry by a name that is not like an optimizer's."""
    item = file.tree.parents.get(use)
    key = tree.string_of(item.index) if isinstance(item, tree.Subscript) and item.value is use else None
    return key is not None and "opt" not in key.lower()


def _calls_behind(file: File, node: tree.Node, depth: int = 0) -> Iterator[tree.Call]:
    """The calls that a dict, or the names in it, are made by."""
    if depth > 2:
        return
    yield from file.tree.inside(node, tree.Call)
    for name in file.tree.inside(node, tree.Name):
        made = use_def.reaching_definition(file.tree, name)
        if made is not None and made.kind != "parameter" and made.source is not None:
            yield from _calls_behind(file, made.source, depth + 1)


def _is_getter(file: File, call: tree.Call) -> bool:
    """Whether a call is one of these functions, or one of a function of this file that calls them."""
    if file.names.spelled_out(call.func) in _GETTERS:
        return True
    own = [one for one in file.tree.all(tree.FunctionDef) if one.name == tree.last_name(call.func)]
    inner = (one for function in own for one in file.tree.own(function, tree.Call))
    return any(file.names.spelled_out(one.func) in _GETTERS for one in inner)


def _takes_state(file: File, call: tree.Call) -> bool:
    """Whether a call makes a dict with an optimizer's state."""
    if _is_getter(file, call):
        return True
    receiver = tree.last_part(call.func.value) if isinstance(call.func, tree.Attribute) else ""
    return tree.last_name(call.func) == "state_dict" and not call.args and bool(OPTIMIZER.search(receiver))
