"""Loaders that are called training loaders, and samplers that go through their samples in one order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.binding.use_def import resolved_expression
from torchlint.queries import ExpressionView, data
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.data import LoaderView

_IN_ORDER = "torch.utils.data.SequentialSampler"
_KEEPS_ORDER = frozenset(("iter", "range", "len"))


def perhaps_trains(loader: LoaderView) -> bool:
    """Whether no code that iterates over its batches is seen, and it is called a training loader."""
    last, file = loader.name.rpartition(".")[2].lower(), loader.file
    iterated = (file.value(clause.iter).value for clause in file.tree.all(tree.Clause))
    is_seen = bool(loader.passes) or any(one.kind == "loader" and one.source is loader.node for one in iterated)
    return not is_seen and last.startswith("train") and not data.names_held_out(last) and "eval" not in last


def sampler_in_order(loader: LoaderView) -> ExpressionView | None:
    """Its sampler, if that goes through its indices in the same order each time."""
    sampler = loader.setting("sampler")
    if sampler is None or not loader.leaves_out("batch_sampler"):
        return None
    made = resolved_expression(loader.file.tree, sampler.node)
    if isinstance(made, tree.Call) and _IN_ORDER in loader.file.names.spelled(made):
        return sampler
    cls = sampler.value.ref
    return sampler if isinstance(cls, Class) and _goes_in_order(cls) else None


def _goes_in_order(cls: Class) -> bool:
    """Whether all that `__iter__` of a class does is to go through an attribute: `return iter(self.indices)`."""
    if "__iter__" not in cls.methods:
        return False
    parts = list(tree.walk(cls.methods["__iter__"].node))
    calls = [part for part in parts if isinstance(part, tree.Call)]
    if any(tree.dotted(call.func) not in _KEEPS_ORDER for call in calls) or "set_epoch" in cls.methods:
        return False
    return any(isinstance(part, tree.Attribute) and tree.dotted(part.value) == "self" for part in parts)
