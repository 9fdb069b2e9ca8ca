"""Objects that hold a model beside the DistributedDataParallel around it: `self.ddp = DDP(self.net)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in, assignments_to
from torchlint.binding.qualified_names import by_name
from torchlint.knowledge.signatures import returns_itself
from torchlint.knowledge.torch_api import canonical
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.modes import ForwardView

_DDP = "torch.nn.parallel.DistributedDataParallel"


def held_bare(forward: ForwardView) -> tree.Node | None:
    """The wrapper that the object holds around the model that one of its methods trains, and that it never calls there.

    It holds both from the constructor on, or from another method that wraps the model.
    """
    file, func = forward.file, forward.call.node.func
    called = tree.dotted(func) or ""
    owner, method = file.tree.above(forward.node, tree.ClassDef), file.tree.scope(forward.node)
    if owner is None or not called.startswith("self.") or called.count(".") != 1:
        return None
    for one in assignments_in(owner):
        wrapper = one.value
        if not isinstance(wrapper, tree.Call) or not one.name.startswith("self.") or one.name == called:
            continue
        if file.tree.scope(one.node) is method or not _wraps(forward, wrapper, called):
            continue
        is_given_anew = any(other.node.start > one.node.start for other in assignments_to(file.tree, owner, called))
        calls_wrapper = any(tree.dotted(call.func) == one.name for call in file.tree.own(method, tree.Call))
        if not is_given_anew and not calls_wrapper:
            return wrapper
    return None


def _wraps(forward: ForwardView, wrapper: tree.Call, held: str) -> bool:
    """Whether a call wraps what an attribute holds: `DDP(self.net.to(rank))`."""
    names = by_name(forward.file.tree).get(wrapper, frozenset())
    if not any(canonical(name) == _DDP for name in names):
        return False
    given = next((a.value for a in wrapper.args if a.keyword in (None, "module")), None)
    while isinstance(given, tree.Call) and isinstance(given.func, tree.Attribute):
        if not returns_itself(given.func.attr):
            return False
        given = given.func.value
    return given is not None and tree.dotted(given) == held
