"""Attributes of a model that accelerate has prepared, which wraps it where there are several processes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.binding.use_def import reaching_definitions
from torchlint.queries import CallView
from torchlint.syntax import tree

from .detect import OfWrapped, is_only_the_models

if TYPE_CHECKING:
    from torchlint.queries import File


def of_prepared(file: File) -> Iterator[OfWrapped]:
    """Every first read of such an attribute in a function, in source order."""
    prepared = {call.node for call in file.calls("accelerate.Accelerator.prepare")}
    seen = set()
    for node in file.tree.all(tree.Attribute) if prepared else ():
        if not isinstance(node.value, tree.Name) or _is_assigned(file, node):
            continue
        given = reaching_definitions(file.tree, node.value)
        base, key = file.value(node.value).value, (file.tree.scope(node), node.value.id)
        if key in seen or base.kind != "module" or not isinstance(base.ref, Class):
            continue
        if is_only_the_models(file, base.ref, node) and given and all(one and one.source in prepared for one in given):
            wrapper = given[0].source if given[0] is not None else None
            if isinstance(wrapper, tree.Call):
                seen.add(key)
                yield OfWrapped(file, node, CallView(file, wrapper))


def _is_assigned(file: File, node: tree.Attribute) -> bool:
    above = file.tree.parents.get(node)
    return isinstance(above, tree.Assign) and node in above.targets
