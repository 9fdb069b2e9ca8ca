"""Attributes of a model that accelerate has prepared, which wraps it where there are several processes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import Definition, assignments_to
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
        if _is_assigned(file, node) or not (given := _given(file, node.value)):
            continue
        base, key = file.value(node.value).value, (file.tree.scope(node), file.tree.text_of(node.value))
        if key in seen or base.kind != "module" or not isinstance(base.ref, Class):
            continue
        if is_only_the_models(file, base.ref, node) and all(one and one.source in prepared for one in given):
            wrapper = given[0].source if given[0] is not None else None
            if isinstance(wrapper, tree.Call):
                seen.add(key)
                yield OfWrapped(file, node, CallView(file, wrapper))


def _given(file: File, model: tree.Expression) -> tuple[Definition | None, ...]:
    """What gives a name its value where it is read, or an attribute of `self` in its class."""
    if isinstance(model, tree.Name):
        return reaching_definitions(file.tree, model)
    cls = file.tree.above(model, tree.ClassDef)
    dotted = tree.dotted(model) or ""
    return tuple(assignments_to(file.tree, cls, dotted)) if cls is not None and dotted.startswith("self.") else ()


def _is_assigned(file: File, node: tree.Attribute) -> bool:
    above = file.tree.parents.get(node)
    return isinstance(above, tree.Assign) and node in above.targets
