"""Loaders that are called training loaders, and samplers that go through their samples in one order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.binding.use_def import resolved_expression
from torchlint.queries import CallView, ExpressionView, data
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File
    from torchlint.queries.data import LoaderView

_IN_ORDER = "torch.utils.data.SequentialSampler"
_BATCHES = "torch.utils.data.BatchSampler"
_DISTRIBUTED = ("torch.utils.data.DistributedSampler", "torch.utils.data.distributed.DistributedSampler")
_KEEPS_ORDER = frozenset(("iter", "range", "len"))


def perhaps_trains(loader: LoaderView) -> bool:
    """Whether no code that iterates over its batches is seen, and it is called a training loader."""
    last, file = loader.name.rpartition(".")[2].lower(), loader.file
    iterated = (file.value(clause.iter).value for clause in file.tree.all(tree.Clause))
    is_seen = bool(loader.passes) or any(one.kind == "loader" and one.source is loader.node for one in iterated)
    return not is_seen and last.startswith("train") and not data.names_held_out(last) and "eval" not in last


def sampler_in_order(loader: LoaderView) -> ExpressionView | None:
    """Its sampler, or batch sampler, if that goes through its indices in the same order each time."""
    batches, sampler = loader.setting("batch_sampler"), loader.setting("sampler")
    if batches is not None and sampler is None:
        made = resolved_expression(loader.file.tree, batches.node)
        if not isinstance(made, tree.Call) or _BATCHES not in loader.file.names.spelled(made):
            return None
        call = CallView(loader.file, made)
        given = call.argument(0, "sampler")
        return given if given is not None and _is_in_order(loader.file, given) else None
    if sampler is None or not loader.leaves_out("batch_sampler"):
        return None
    return sampler if _is_in_order(loader.file, sampler) else None


def _is_in_order(file: File, sampler: ExpressionView) -> bool:
    """Whether a sampler is one whose order never changes."""
    made = resolved_expression(file.tree, sampler.node)
    names = file.names.spelled(made) if isinstance(made, tree.Call) else frozenset[str]()
    if _IN_ORDER in names:
        return True
    if is_told_not_to_shuffle(file, sampler):
        return True
    cls = sampler.value.ref
    return isinstance(cls, Class) and _goes_in_order(cls)


def is_told_not_to_shuffle(file: File, sampler: ExpressionView) -> bool:
    """Whether a sampler is a `DistributedSampler(dataset, shuffle=False)`."""
    made = resolved_expression(file.tree, sampler.node)
    if not isinstance(made, tree.Call) or file.names.spelled(made).isdisjoint(_DISTRIBUTED):
        return False
    shuffle = CallView(file, made).argument(3, "shuffle")
    return shuffle is not None and tree.is_false(shuffle.node)


def _goes_in_order(cls: Class) -> bool:
    """Whether all that `__iter__` of a class does is to go through an attribute: `return iter(self.indices)`."""
    if "__iter__" not in cls.methods:
        return False
    parts = list(tree.walk(cls.methods["__iter__"].node))
    calls = [part for part in parts if isinstance(part, tree.Call)]
    if any(tree.dotted(call.func) not in _KEEPS_ORDER for call in calls) or "set_epoch" in cls.methods:
        return False
    return any(isinstance(part, tree.Attribute) and tree.dotted(part.value) == "self" for part in parts)
