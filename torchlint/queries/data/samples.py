"""What datasets give for one sample, as the code of their classes says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.domain.values import Value
from torchlint.queries.file import ExpressionView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


def gives_tensors(file: File, dataset: Value) -> bool:
    """Whether the `__getitem__` of a class of the file certainly returns tensors, and numbers beside them.

    A DataLoader without a `collate_fn` makes tensors of both.
    """
    cls = dataset.ref
    getter = cls.method("__getitem__") if isinstance(cls, Class) else None
    if getter is None or not file.holds(getter.node):
        return False
    returns = [one for one in tree.walk(getter.node, into_functions=False) if isinstance(one, tree.Return)]
    return bool(returns) and all(one.value is not None and _is_of_tensors(file, one.value) for one in returns)


def _is_of_tensors(file: File, sample: tree.Node) -> bool:
    if isinstance(sample, tree.Tuple):
        return bool(sample.elements) and all(_is_of_tensors(file, part) for part in sample.elements)
    value = ExpressionView(file, sample).value
    return value.kind in ("tensor", "number") and value.proven
