"""Programs that go on where a checkpoint was written, with its weights, but without the optimizer's state."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.definitions import definitions_from
from torchlint.binding.use_def import reaching_definitions, uses
from torchlint.knowledge.torch_api import fact
from torchlint.queries import View, checkpoints
from torchlint.queries.data import texts_of_program
from torchlint.syntax import tree

from .detect import optimizer_calls
from .detect_kept import texts_around

if TYPE_CHECKING:
    from torchlint.queries import File

PROGRESS = re.compile(r"epoch|step|iter", re.IGNORECASE)
_RESTORES = re.compile(r"opt\w*(\[[^\]\n]*\])?(\.\w+)?\.load_state_dict\(|set_optimizer_state_dict|set_state_dict")
# What may keep an optimizer's state, also as a part of everything.
KEEPS_OPTIMIZER = re.compile(
    r"(?i)opt\w*(\[[^\]\n]*\])?(\(\))?(\.\w+)?\.(load_)?state_dict\b|optimizer_state|save_state|load_state\(|"
    r"getattr\(|__dict__|vars\(|(pickle|dill)\.dumps?\((self\b|\w*(opt|state|train|ckpt|check))"
)
_OF_TRAINING = re.compile(r"sched|scale", re.IGNORECASE)
_GOES_ON = re.compile(r"resum|restor|continu", re.IGNORECASE)


class Resumption(NamedTuple):
    """A load that goes on with the weights of a checkpoint, and not with its optimizer's state."""

    load: View
    goes_on: bool  # whether the program goes on with the epoch or step of the checkpoint


class Unrestored(NamedTuple):
    """An optimizer whose state is not restored."""

    saved: View  # the call that takes its state for a checkpoint, or that saves a checkpoint without it
    optimizer: str
    resumed: Resumption


def resumed_without_saved(file: File) -> Unrestored | None:
    """The state that this file saves, and never restores, though it restores the weights of a checkpoint."""
    saved = [call for call in optimizer_calls(file, "state_dict") if isinstance(file.tree.parents.get(call), tree.Dict)]
    made = made_optimizers(file)
    if not saved or (made and not any(has_moments(file, one) for one in made)):
        return None
    if any(_RESTORES.search(text) for text in texts_of_program(file)):
        return None
    call = next((one for one in saved if _keys_beside(file, one)), saved[0])
    keys = _keys_beside(file, call)
    found = _resumptions(file, keys[1], keys[0]) if keys is not None else _resumptions_by_others(file)
    first = next((one for one in found if one.goes_on or _GOES_ON.search(_condition(file, one.load.node))), None)
    if first is None or not isinstance(call.func, tree.Attribute):
        return None
    return Unrestored(View(file, call), file.tree.text_of(call.func.value), first)


def resumed_without_saving(file: File) -> Unrestored | None:
    """The checkpoint of a training whose optimizer has moments, and that is resumed at its epoch or step without."""
    optimizer = stepped_optimizer(file)
    if optimizer is None or any(KEEPS_OPTIMIZER.search(text) for text in texts_around(file)):
        return None
    for saved in checkpoints.saved_by_project(file):
        weights = {one.key for one in saved.entries if _is_state(one.value)}
        if saved.syntax is file.tree and saved.is_complete and weights:
            for resumed in _resumptions(file, weights, None):
                if resumed.goes_on and checkpoints.keys_read(file, resumed.load.node) <= saved.keys:
                    return Unrestored(View(file, saved.call), optimizer, resumed)
    return None


def stepped_optimizer(file: File) -> str | None:
    """The first optimizer with moments that this file makes and steps, as it is written there."""
    stepped = {tree.dotted(call.receiver.node) for call in file.method_calls("step") if call.receiver is not None}
    calls = (call for call in made_optimizers(file) if has_moments(file, call))
    made = (one.target for call in calls for one in definitions_from(file.tree, call))
    return next((name for one in made if (name := tree.dotted(one)) in stepped and name), None)


def _resumptions(file: File, weights: set[str], own: str | None) -> Iterator[Resumption]:
    """The loads that read some of the weights, and not the entry that is the optimizer's own."""
    for load in file.named_calls("torch.load"):
        read = checkpoints.keys_read(file, load.node)
        if own not in read and read & weights and not _is_handed_on(file, load.node):
            yield Resumption(View(file, load.node), _progresses(file, load.node))


def _resumptions_by_others(file: File) -> Iterator[Resumption]:
    """The loads whose weights this file restores, where other code puts the optimizer's state beside them.

    As in `manager.save(model, others={"optimizer": optimizer.state_dict()})`.
    """
    if any(_RESTORES.search(text) for text in texts_around(file)):
        return
    for load in file.named_calls("torch.load"):
        entries = (file.tree.parents.get(read) for read in _reads(file, load.node))
        given = (file.tree.parents.get(entry) for entry in entries if isinstance(entry, tree.Subscript))
        calls = [file.tree.parents.get(argument) for argument in given if isinstance(argument, tree.Argument)]
        if any(isinstance(one, tree.Call) and _loads(one) for one in calls) and not _is_handed_on(file, load.node):
            yield Resumption(View(file, load.node), goes_on=False)


def _loads(call: tree.Call) -> bool:
    return tree.last_name(call.func) == "load_state_dict"


def made_optimizers(file: File) -> list[tree.Call]:
    """The calls that make optimizers."""
    kinds = ((call, fact(file.names.spelled_out(call.func))) for call in file.tree.all(tree.Call))
    return [call for call, known in kinds if known is not None and known.kind == "optimizer"]


def has_moments(file: File, call: tree.Call) -> bool:
    """Whether an optimizer remembers more than its settings, as SGD without momentum does not."""
    return file.names.spelled_out(call.func) != "torch.optim.SGD" or _has_momentum(call)


def _has_momentum(call: tree.Call) -> bool:
    return len(call.args) > 2 or any(one.keyword == "momentum" for one in call.args)


def _keys_beside(file: File, call: tree.Call) -> tuple[str, set[str]] | None:
    """Under which key a dict has an optimizer's state, and those of the weights beside it."""
    holder = file.tree.parents.get(call)
    if not isinstance(holder, tree.Dict):
        return None
    entries = [(tree.string_of(key), value) for key, value in zip(holder.keys, holder.values, strict=True)]
    own = next((key for key, value in entries if value is call), None)
    optimizers = set(optimizer_calls(file, "state_dict"))
    weights = ((key, value) for key, value in entries if _is_state(value) and not _OF_TRAINING.search(key or ""))
    beside = {key for key, value in weights if key and value not in optimizers}
    return (own, beside) if own and beside else None


def _is_state(value: tree.Expression) -> bool:
    return isinstance(value, tree.Call) and tree.last_name(value.func) == "state_dict"


def _reads(file: File, load: tree.Node) -> list[tree.Node]:
    """The reads of the names that a load is assigned to, which may see it."""
    names = [one.target for one in definitions_from(file.tree, load) if isinstance(one.target, tree.Name)]
    all_uses = (use for name in names for use in uses(file.tree, name))
    seen = ((use, reaching_definitions(file.tree, use)) for use in all_uses)
    return [use for use, definitions in seen if any(one is None or one.value is load for one in definitions)]


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
        if isinstance(entry, tree.Subscript) and PROGRESS.search(tree.string_of(entry.index) or ""):
            if isinstance(file.tree.statement(entry), tree.Assign):
                return True
    return False


def _condition(file: File, load: tree.Node) -> str:
    """The conditions under which the checkpoint is loaded, and the name of the function that does so."""
    around = [node for node in file.tree.around(load) if isinstance(node, (tree.If, tree.FunctionDef))]
    tests = (file.tree.text_of(node.test) if isinstance(node, tree.If) else node.name for node in around)
    return " ".join(tests)
