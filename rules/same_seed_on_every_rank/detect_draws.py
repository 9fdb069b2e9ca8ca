"""The random numbers that a training draws in each process: noise, dropout, augmentation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.qualified_names import by_name
from torchlint.knowledge.augmentations import is_random_transform
from torchlint.knowledge.meanings import NOISE
from torchlint.queries import CallView, View, distributed
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.binding.scopes import SourceUnit
    from torchlint.queries import File

# What has to do with dropout, augmentation, or the models of others.
_MAY_DRAW = frozenset(
    "Dropout dropout from_pretrained create_model transform transforms augment Compose collate_fn".split()
)
_MAKES_BY_NAME = frozenset(("eval", "instantiate", "instantiate_from_config"))
# What gives the workers of a DataLoader seeds that don't come from this process's generator.
_SEEDS_WORKERS = frozenset(("worker_init_fn", "generator"))


class Draws(NamedTuple):
    """What is drawn, and where."""

    numbers: str
    place: View | None  # where, if that is in the file that is checked
    is_nothing: bool = False  # whether the whole program is seen, and draws nothing


def draws(file: File) -> Draws | None:
    """What the training draws, in this file if possible; None if it may draw something that is not seen."""
    units = sorted(distributed.program_units(file), key=lambda unit: unit.tree is not file.tree)
    for unit in units:
        for look in (_noise, _dropout, _augmentation):
            call = next(iter(look(file, unit)), None)
            if call is not None:
                place = View(file, call) if unit.tree is file.tree else None
                return Draws(_WHAT[look.__name__], place)
    if all(unit.mentioned.isdisjoint(_MAY_DRAW) and not _makes_by_name(unit.tree) for unit in units):
        return Draws("", None, is_nothing=True)
    return None


def _makes_by_name(syntax: tree.Tree) -> bool:
    """Whether code makes what a text names: `eval(args.dataset)`, `instantiate(config.data)`."""
    return any(isinstance(c.func, tree.Name) and c.func.id in _MAKES_BY_NAME for c in syntax.all(tree.Call))


_WHAT = {"_noise": "noise", "_dropout": "dropout", "_augmentation": "augmentations"}


def _noise(file: File, unit: SourceUnit) -> Iterator[tree.Call]:
    """Where a step of training draws noise, in the function around a backward or in a model's forward."""
    names = by_name(unit.tree)
    for call in unit.tree.all(tree.Call):
        is_drawn = tree.last_name(call.func) in NOISE and any(n.startswith("torch.") for n in names.get(call, ()))
        if not is_drawn or any(argument.keyword == "generator" for argument in call.args):
            continue  # not random numbers, or drawn from a generator with its own seed
        scope = unit.tree.scope(call)
        if _is_in_training(unit.tree, scope, call):
            yield call


def _is_in_training(syntax: tree.Tree, scope: tree.Node, call: tree.Call) -> bool:
    if isinstance(scope, tree.FunctionDef) and scope.name == "forward":
        return isinstance(syntax.parents.get(scope), tree.ClassDef)
    loop = syntax.above(call, *tree.Loops)
    inside = tree.walk(loop, into_functions=False) if loop is not None else ()
    return any(isinstance(node, tree.Call) and tree.last_name(node.func) == "backward" for node in inside)


def _dropout(file: File, unit: SourceUnit) -> Iterator[tree.Call]:
    """Layers of dropout with a probability that is not 0."""
    names = by_name(unit.tree)
    for call in unit.tree.all(tree.Call):
        dropping = [n for n in names.get(call, ()) if n.startswith(("torch.nn.Dropout", "torch.nn.functional.dropout"))]
        if dropping:
            at = 1 if "functional" in dropping[0] else 0
            given = CallView(file, call).argument(at, "p")
            if given is None or given.is_literally not in (0, 0.0, ...):
                yield call


def _augmentation(file: File, unit: SourceUnit) -> Iterator[tree.Call]:
    """Transforms that workers draw by the seeds that they get from this process's generator."""
    names = by_name(unit.tree)
    keywords = {a.keyword for one in file.tree.all(tree.Call) for a in one.args}
    if keywords.isdisjoint(_SEEDS_WORKERS):
        for call in unit.tree.all(tree.Call):
            if any(is_random_transform(name) for name in names.get(call, ())):
                yield call
