"""Weights that a class keeps without a copy, overwrites with others, and puts back: `store`, `copy_to`, `restore`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions
from torchlint.queries import ExpressionView, View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.binding.symbols import Class
    from torchlint.queries import File

_SHARES = frozenset(("data", "detach"))
# What gives a model's parameters, or references to them; and attributes that hold others beside those.
_GIVES_PARAMETERS = re.compile(r"param|_refs")
_KEPT_BESIDE = re.compile(r"self\.\w*(shadow|ema|average|avg|collect|backup|stored|saved|old|target)")


@dataclass(frozen=True, slots=True, eq=False)
class Swapped(ExpressionView):
    """A view of a parameter that an attribute keeps."""

    name: str  # the attribute: `self.backup`
    overwriting: View  # the `copy_` that changes the parameter in place
    restoring: View  # the `copy_` that is to put it back


def swapped(file: File) -> Iterator[Swapped]:
    """One for each attribute, in source order."""
    if "copy_(" not in file.text:
        return
    for cls in file.analysis.classes:
        if file.holds(cls.node):
            yield from _of_class(file, cls)


def _of_class(file: File, cls: Class) -> Iterator[Swapped]:
    copies = [call for call in file.tree.inside(cls.node, tree.Call) if _writes_in_place(call)]
    if len(copies) < 2:
        return
    found: dict[str, tree.Expression] = {}
    for name, value in _kept(file, cls):
        found.setdefault(name, value)
    for name, value in sorted(found.items(), key=lambda item: item[1].start):
        back = [call for call in copies if _reads(file, call, name)]
        kept_in = file.tree.scope(value)
        away = [call for call in copies if call not in back and _is_of_parameter(file, call)]
        back = [call for call in back if file.tree.scope(call) is not kept_in]
        if away and back and not any(_is_copied_elsewhere(file, cls, name, value)):
            yield Swapped(file, value, name, View(file, away[0]), View(file, back[0]))


def _kept(file: File, cls: Class) -> Iterator[tuple[str, tree.Expression]]:
    """The attributes that get views of parameters, each with such a view, as it is written."""
    for assign in file.tree.inside(cls.node, tree.Assign):
        (target, *more) = assign.targets
        held = tree.dotted(target.value if isinstance(target, tree.Subscript) else target) or ""
        if more or not held.startswith("self.") or held.count(".") != 1:
            continue
        for view in _views(assign.value):
            if _is_a_parameter(file, view):
                yield held, view


def _views(value: tree.Expression) -> Iterator[tree.Expression]:
    """`p.data` and `p.detach()`, as they are or as the elements of a list or dict."""
    if isinstance(value, tree.Call) and tree.dotted(value.func) in ("dict", "list", "OrderedDict") and value.args:
        value = value.args[0].value
    if isinstance(value, tree.Comprehension):
        value = value.value or value.element
    elements = value.elements if isinstance(value, tree.Tuple) else [value]
    for one in elements:
        view = one.func if isinstance(one, tree.Call) and not one.args else one
        if isinstance(view, tree.Attribute) and view.attr in _SHARES and (view is one) == (view.attr == "data"):
            yield one


def _is_a_parameter(file: File, view: tree.Expression) -> bool:
    """Whether what a view is of is gone through in a loop over parameters."""
    root = view.func if isinstance(view, tree.Call) else view
    base = root.value if isinstance(root, tree.Attribute) else root
    base = base.func if isinstance(base, tree.Call) and not base.args else base
    return isinstance(base, tree.Name) and _is_of_a_loop_over_parameters(file, base)


def _is_of_a_loop_over_parameters(file: File, name: tree.Name) -> bool:
    """Whether a name stands for a parameter of the model, rather than for one that the class keeps beside it."""
    texts = [file.tree.text_of(source) for source in _gone_through(file, name)]
    return bool(texts) and all(_GIVES_PARAMETERS.search(text) and not _KEPT_BESIDE.match(text) for text in texts)


def _gone_through(file: File, name: tree.Name) -> Iterator[tree.Expression]:
    """What the loops go over whose variable a name is: of a `zip`, the part that gives this one."""
    for one in reaching_definitions(file.tree, name):
        source, target = (one.source, getattr(one.node, "target", None)) if one is not None else (None, None)
        if source is None:
            continue
        if isinstance(source, tree.Call) and tree.dotted(source.func) == "zip" and isinstance(target, tree.Tuple):
            places = [i for i, element in enumerate(target.elements) if tree.dotted(element) == name.id]
            yield from (source.args[i].value for i in places if i < len(source.args))
        else:
            yield source


def _writes_in_place(call: tree.Call) -> bool:
    return isinstance(call.func, tree.Attribute) and call.func.attr == "copy_" and len(call.args) >= 1


def _is_of_parameter(file: File, call: tree.Call) -> bool:
    """Whether a `copy_` changes what a loop over parameters goes through, or its `data`."""
    assert isinstance(call.func, tree.Attribute)
    target = call.func.value
    if isinstance(target, tree.Attribute) and target.attr in _SHARES:
        target = target.value
    if isinstance(target, tree.Call) and not target.args:
        target = target.func
    return isinstance(target, tree.Name) and _is_of_a_loop_over_parameters(file, target)


def _reads(file: File, call: tree.Call, name: str) -> bool:
    """Whether a `copy_` is given an element of an attribute, by its key or in a loop over it."""
    if not _is_of_parameter(file, call):
        return False
    given = call.args[0].value
    while isinstance(given, (tree.Attribute, tree.Subscript)) and tree.dotted(given) != name:
        given = given.value
    if tree.dotted(given) == name:
        return True
    over = _gone_through(file, given) if isinstance(given, tree.Name) else ()
    return any(name in map(tree.dotted, tree.walk(source)) for source in over)


def _is_copied_elsewhere(file: File, cls: Class, name: str, value: tree.Expression) -> Iterator[bool]:
    """Whether another assignment of the attribute keeps something else than such a view, or nothing."""
    for assign in file.tree.inside(cls.node, tree.Assign):
        for target in assign.targets:
            held = target.value if isinstance(target, tree.Subscript) else target
            inside = value in tree.walk(assign.value)
            empty = isinstance(assign.value, (tree.Constant, tree.Dict, tree.List)) or (
                isinstance(assign.value, tree.Call) and not assign.value.args
            )
            yield tree.dotted(held) == name and not inside and not empty
