"""Programs that go on where a checkpoint was written, with its weights, but without the optimizer's state in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import definitions_from
from torchlint.binding.use_def import uses
from torchlint.knowledge.torch_api import fact
from torchlint.queries import ExpressionView, View, checkpoints
from torchlint.queries.data import texts_of_program
from torchlint.syntax import tree

from .detect import optimizer_calls

if TYPE_CHECKING:
    from torchlint.queries import File

_PROGRESS = re.compile(r"epoch|step|iter", re.IGNORECASE)
_RESTORES = re.compile(r"opt\w*(\[[^\]\n]*\])?(\.\w+)?\.load_state_dict\(|set_optimizer_state_dict|set_state_dict")
_GOES_ON = re.compile(r"resum|restor|continu", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class UnrestoredOptimizer(ExpressionView):
    """The call that takes an optimizer's state for a checkpoint, and the load that does without."""

    optimizer: str
    load: View
    goes_on: bool  # whether the program goes on with the epoch or step of the checkpoint


def unrestored_optimizers(file: File) -> Iterator[UnrestoredOptimizer]:
    """The optimizers whose state this file saves beside weights, and never restores, though it restores the weights."""
    saved = [(call, keys) for call in optimizer_calls(file, "state_dict") if (keys := _keys_beside(file, call))]
    if not saved or _has_no_moments(file) or any(_RESTORES.search(text) for text in texts_of_program(file)):
        return
    (call, (own, beside)), *_ = saved
    assert isinstance(call.func, tree.Attribute)
    for load in file.named_calls("torch.load"):
        read = checkpoints.keys_read(file, load.node)
        if own in read or not read & beside or _is_handed_on(file, load.node):
            continue
        goes_on = _progresses(file, load.node)
        if goes_on or _GOES_ON.search(_condition(file, load.node)):
            yield UnrestoredOptimizer(file, call, file.tree.text_of(call.func.value), View(file, load.node), goes_on)
            return


def _has_no_moments(file: File) -> bool:
    """Whether all optimizers of a file are SGD without momentum, which remembers nothing but its settings."""
    made = [(call, file.names.spelled_out(call.func)) for call in file.tree.all(tree.Call)]
    made = [(call, name) for call, name in made if (known := fact(name)) is not None and known.kind == "optimizer"]
    return bool(made) and all(
        name == "torch.optim.SGD" and len(call.args) <= 2 and not any(one.keyword == "momentum" for one in call.args)
        for call, name in made
    )


def _keys_beside(file: File, call: tree.Call) -> tuple[str, set[str]] | None:
    """Under which key a dict has an optimizer's state, and those of the weights beside it."""
    holder = file.tree.parents.get(call)
    if not isinstance(holder, tree.Dict):
        return None
    entries = [(tree.string_of(key), value) for key, value in zip(holder.keys, holder.values, strict=True)]
    own = next((key for key, value in entries if value is call), None)
    optimizers = set(optimizer_calls(file, "state_dict"))
    beside = {key for key, value in entries if key and _is_state(value) and value not in optimizers}
    return (own, beside) if own and beside else None


def _is_state(value: tree.Expression) -> bool:
    return isinstance(value, tree.Call) and tree.last_name(value.func) == "state_dict"


def _reads(file: File, load: tree.Node) -> list[tree.Node]:
    names = (one.target for one in definitions_from(file.tree, load))
    return [use for name in names if isinstance(name, tree.Name) for use in uses(file.tree, name)]


def _is_handed_on(file: File, load: tree.Node) -> bool:
    """Whether other code gets the whole checkpoint, which may restore the optimizer."""
    targets = [one.target for one in definitions_from(file.tree, load)]
    if not targets or not all(isinstance(target, tree.Name) for target in targets):
        return True
    asked = (tree.Subscript, tree.Attribute, tree.Compare)
    return any(not isinstance(file.tree.parents.get(read), asked) for read in _reads(file, load))


def _progresses(file: File, load: tree.Node) -> bool:
    """Whether an entry such as the epoch is assigned to something: `start = checkpoint["epoch"] + 1`."""
    for read in _reads(file, load):
        entry = file.tree.parents.get(read)
        if isinstance(entry, tree.Subscript) and _PROGRESS.search(tree.string_of(entry.index) or ""):
            if isinstance(file.tree.statement(entry), tree.Assign):
                return True
    return False


def _condition(file: File, load: tree.Node) -> str:
    """The conditions under which the checkpoint is loaded, and the name of the function that does so."""
    around = [node for node in file.tree.around(load) if isinstance(node, (tree.If, tree.FunctionDef))]
    tests = (file.tree.text_of(node.test) if isinstance(node, tree.If) else node.name for node in around)
    return " ".join(tests)
