"""The loaders that Lightning's modules and data modules give their training, and those that its Trainer is given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions
from torchlint.domain.values import UNKNOWN
from torchlint.knowledge.frameworks.lightning import TRAINERS
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

GIVES_TRAINING = "train_dataloader"
# What `Trainer.fit` calls the loaders to train on, after the module; the second until Lightning 1.5.
_FITTED = ("train_dataloaders", "train_dataloader")


@query
def given_to_lightning(file: File) -> frozenset[tree.Node]:
    """The calls that make what a `train_dataloader` returns, or what a Trainer is given: `trainer.fit(model, loader)`.

    Example:
        if loader.node in lightning_loaders.given_to_lightning(file):
            ...  # Lightning trains on it, in epochs
    """
    methods = [cls.methods[GIVES_TRAINING] for cls in file.analysis.classes if GIVES_TRAINING in cls.methods]
    returned = [one.value for method in methods for one in method.unit.tree.own(method.node, tree.Return)]
    given = [*(one for one in returned if one is not None), *_fitted(file)]
    loaders = (file.facts.values.get(one, UNKNOWN) for one in given)
    return frozenset(one.source for one in loaders if one.kind == "loader" and one.source is not None)


def _fitted(file: File) -> Iterator[tree.Expression]:
    """What this file gives a Trainer's `fit` to train on, each loader of a list for itself."""
    for call in file.tree.calls_named("fit"):
        if isinstance(call.func, tree.Attribute) and _is_trainer(file, call.func.value):
            named = next((one.value for one in call.args if one.keyword in _FITTED), None)
            given = named if named is not None else tree.positional(call, 1)
            yield from given.elements if isinstance(given, (tree.List, tree.Tuple)) else [given] if given else ()


def _is_trainer(file: File, node: tree.Expression) -> bool:
    """Whether an expression is a Trainer on every way on which it is given a value here."""
    made = [node]
    if isinstance(node, tree.Name):
        found = [one.value if one is not None else None for one in reaching_definitions(file.tree, node)]
        made = [one for one in found if one is not None] if None not in found else []
    calls = [one for one in made if isinstance(one, tree.Call)]
    names = [file.names.spelled_out(one.func).removesuffix(".from_argparse_args") for one in calls]
    return bool(names) and len(calls) == len(made) and all(name in TRAINERS for name in names)
