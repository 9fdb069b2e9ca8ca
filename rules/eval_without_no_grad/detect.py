"""What only this rule asks of a forward."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


def may_be_frozen(file: File, forward: tree.Node) -> bool:
    """Whether a context manager of the project around a forward says which parameters require grad."""
    around = (node for node in file.tree.around(forward) if isinstance(node, tree.With))
    contexts = (file.value(item.context).value.ref for one in around for item in one.items)
    leaving = (ref.method("__exit__") for ref in contexts if isinstance(ref, Class))
    return any(method is not None and "requires_grad" in method.unit.tree.text_of(method.node) for method in leaving)
