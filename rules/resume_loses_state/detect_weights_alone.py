"""Programs that go on at a later epoch or step with a model's weights, and without the state of their optimizer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import definitions_from
from torchlint.binding.use_def import reaching_definitions, resolved_expression, uses
from torchlint.queries import CallView
from torchlint.syntax import tree

from .detect_kept import texts_around
from .detect_weights import KEEPS_OPTIMIZER, PROGRESS, made_optimizers, stepped_optimizer

if TYPE_CHECKING:
    from torchlint.queries import File

# Settings for the epoch or step at which a training goes on: `if args.resume_epoch > 0:`.
_STARTS = re.compile(r"(start|resum|init|begin|last)\w*(epoch|step|iter)", re.IGNORECASE)

# Code that saves or restores what it is given, and code that only looks at it.
_KEEPS = re.compile(r"save|load|checkpoint|ckpt|resum|restor", re.IGNORECASE)
_LOOKS = re.compile(r"print|log|info|format|join|path|name", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class WeightsAlone(CallView):
    """A `torch.load` that gives a model its weights, before a training that goes on."""

    optimizer: str  # as the program writes it


def resumed_with_weights_alone(file: File) -> WeightsAlone | None:
    """The first load that a training goes on with, if nothing in the program keeps the optimizer's state.

    The epoch or step is told by the file's name, or is a setting that decides whether the file is loaded; and the
    training goes on there.
    """
    optimizer = stepped_optimizer(file)
    if optimizer is None or any(KEEPS_OPTIMIZER.search(text) for text in texts_around(file)):
        return None
    if is_kept_elsewhere(file, optimizer):
        return None
    made: dict[tree.Node, list[tree.Call]] = {}
    for call in made_optimizers(file):
        made.setdefault(file.tree.scope(call), []).append(call)
    starts = _starting_counters(file)
    for load in file.named_calls("torch.load"):
        counters = (*_counts_by_name(file, load.node), *_choosing_counters(file, load.node))
        if any(_key(file, one) in starts for one in counters):
            given = _given_weights(file, load.node)
            if any(_may_be_trained(file, one, made.get(file.tree.scope(one), [])) for one in given):
                return WeightsAlone(file, load.node, optimizer)
    return None


def is_kept_elsewhere(file: File, optimizer: str) -> bool:
    """Whether code that is not seen gets the optimizer to save or to restore it: `restore(optimizer, path)`."""
    for argument in file.tree.all(tree.Argument):
        call = file.tree.parents.get(argument)
        if isinstance(call, tree.Call) and tree.dotted(argument.value) == optimizer:
            if _KEEPS.search(tree.last_name(call.func)) and not file.facts.functions.get(call):
                return True
    return False


def _starting_counters(file: File) -> set[tuple[str, tree.Node]]:
    """What loops begin at, or other code gets, of all that is named like an epoch or a step: `range(start, epochs)`."""
    named: list[tree.Name | tree.Attribute] = [*file.tree.all(tree.Name), *file.tree.all(tree.Attribute)]
    counters = (one for one in named if PROGRESS.search(tree.last_name(one)))
    return {_key(file, one) for one in counters if _starts(file, one)}


def _key(file: File, counter: tree.Expression) -> tuple[str, tree.Node]:
    """The name of a counter, with its function if it is a variable."""
    return tree.last_name(counter), file.tree.scope(counter) if isinstance(counter, tree.Name) else file.tree.root


def _starts(file: File, read: tree.Node) -> bool:
    """Whether one mention of a counter begins a count, counts on, or hands it to other code of the project."""
    node, above = read, file.tree.parents.get(read)
    while isinstance(above, (tree.BinaryOp, tree.Tuple, tree.Conditional)):
        node, above = above, file.tree.parents.get(above)
    if isinstance(above, tree.Argument):
        call = file.tree.parents.get(above)
        if not isinstance(call, tree.Call):
            return False
        if tree.last_name(call.func) == "range":
            return len(call.args) > 1 and call.args[0] is above
        is_own = any(not isinstance(one, str) for one in file.facts.definitions.get(call, ()))
        return is_own and not _LOOKS.search(tree.last_name(call.func))
    if isinstance(above, tree.Assign):
        return node is above.value and any(PROGRESS.search(tree.last_name(one)) for one in above.targets)
    return isinstance(above, (tree.AugmentedAssign, tree.Return))


def _may_be_trained(file: File, model: tree.Expression, here: list[tree.Call]) -> bool:
    """Whether none of the optimizers is made beside the load, or one that may have the model's parameters."""
    root = tree.root_name(model)
    parts = (tree.dotted(model) or "").split(".")
    if root is None or root.id == "self":
        names = set(parts[1:2])
    else:
        names = {root.id, *_names(resolved_expression(file.tree, root))}
    return not here or not names or any(not _says_whose(c) or any(_mentions(c, one) for one in names) for c in here)


def _mentions(call: tree.Call, name: str) -> bool:
    return any(tree.last_name(part) == name for part in tree.walk(call))


def _says_whose(call: tree.Call) -> bool:
    """Whether an optimizer is given what `parameters()` returns, rather than a list that is made before."""
    return any(tree.last_name(part) in ("parameters", "named_parameters") for part in tree.walk(call))


def _given_weights(file: File, load: tree.Call) -> Iterator[tree.Expression]:
    """The models whose `load_state_dict` gets what is loaded, or an entry of it."""
    names = [one.target for one in definitions_from(file.tree, load) if isinstance(one.target, tree.Name)]
    for use in (load, *(use for name in names for use in uses(file.tree, name))):
        model = _loaded_by(file, use)
        made = reaching_definitions(file.tree, use) if isinstance(use, tree.Name) else ()
        if model is not None and (use is load or any(one is None or one.value is load for one in made)):
            yield model


def _loaded_by(file: File, node: tree.Node) -> tree.Expression | None:
    above = file.tree.parents.get(node)
    argument = file.tree.parents.get(above) if isinstance(above, tree.Subscript) else above
    call = file.tree.parents.get(argument) if isinstance(argument, tree.Argument) else None
    func = call.func if isinstance(call, tree.Call) else None
    return func.value if isinstance(func, tree.Attribute) and func.attr == "load_state_dict" else None


def _counts_by_name(file: File, load: tree.Call) -> Iterator[tree.Expression]:
    """What the epoch or step is read into off the name of the same file: `start = int(path.split("-")[-1])`."""
    names = _names(tree.positional(load, 0))
    for one in _beside(file, load):
        if isinstance(one, tree.Assign) and names & _read_as_number(one.value):
            yield from (target for target in one.targets if PROGRESS.search(tree.last_name(target)))


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


def _choosing_counters(file: File, load: tree.Node) -> Iterator[tree.Expression]:
    """The settings for the first epoch or step by which the file is loaded, where they are past the start."""
    inside: tree.Node = load
    for above in file.tree.around(load):
        if isinstance(above, (tree.FunctionDef, tree.Module)):
            return
        if isinstance(above, tree.If) and inside in above.body and (counter := _past_start(above.test)) is not None:
            yield counter
        inside = above


def _past_start(test: tree.Expression) -> tree.Expression | None:
    """The counter in `args.resume_epoch > 0` or `start_iter`, which is 0 from the start."""
    compared, limit = test, None
    if isinstance(test, tree.Compare) and test.ops in ([">"], ["!="]):
        compared, limit = test.left, test.comparators[0]
    is_start = limit is None or (isinstance(limit, tree.Constant) and limit.value in (0, 1))
    return compared if is_start and _STARTS.search(tree.last_name(compared)) else None
