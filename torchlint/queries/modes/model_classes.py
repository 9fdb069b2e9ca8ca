"""What the classes of models do besides computing: keep tensors in attributes, load weights, call their parts."""

from __future__ import annotations

from torchlint.binding.definitions import assignments_in
from torchlint.binding.symbols import Class
from torchlint.domain.values import Composite, Value, alternatives
from torchlint.flow.facts import ForwardFact
from torchlint.syntax import tree

_DEEPEST = 4


def keeps_nothing(model: Value) -> bool:
    """Whether the classes of a model and of its parts are all seen or PyTorch's, and no method stores in `self`.

    Constructors do; they run before the forward.
    """
    found = [one.ref for one in alternatives(model)]
    return bool(found) and all(_keeps_nothing(ref, _DEEPEST) for ref in found)


def _keeps_nothing(ref: object, depth: int) -> bool:
    if isinstance(ref, str):
        return ref.startswith("torch.nn.")
    if isinstance(ref, Composite):
        return bool(ref.parts) and depth > 0 and all(_keeps_nothing(part.ref, depth - 1) for part in ref.parts)
    if not isinstance(ref, Class) or ref.has_unresolved_base or depth == 0:
        return False
    methods = [method for cls in ref.lineage for name, method in cls.methods.items() if name != "__init__"]
    if any(_stores(method.node) for method in methods):
        return False
    parts = [one for cls in ref.lineage for held in cls.attributes.values() for one in alternatives(held)]
    return all(_keeps_nothing(one.ref, depth - 1) for one in parts if one.kind == "module" and one.ref is not None)


def _stores(method: tree.Node) -> bool:
    targets = (one.target for one in assignments_in(method) if one.target is not None)
    return any((root := tree.root_name(target)) is not None and root.id == "self" for target in targets)


def loads_weights(cls: Class) -> bool:
    """Whether a class mentions loading weights."""
    names = (tree.last_name(node) for here in cls.lineage for node in tree.walk(here.node))
    return any("load" in name or "pretrain" in name for name in names)


def is_in_constructor(fact: ForwardFact) -> bool:
    """Whether a module's constructor runs a submodule once, to learn its output's shape."""
    entered = (*fact.where.stack, fact.where.function)
    return any(f is not None and f.name == "__init__" and f.owner is not None and f.owner.is_module for f in entered)
