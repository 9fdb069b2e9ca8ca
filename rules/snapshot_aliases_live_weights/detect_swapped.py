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

# Words of code that goes through parameters, which don't tell whose they are.
_GOES_THROUGH = re.compile(r"self|zip|enumerate|list|tuple|items|values|(named_)?param\w*")
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
    written = [call for call in copies if _is_of_parameter(file, call)] if found else []
    owners = {call: _owner(file, _name_of_parameter(_written(call))) for call in written}
    read = {call: set(_read(file, call)) for call in written}
    for name, value in sorted(found.items(), key=lambda item: item[1].start):
        owner, kept_in = _owner(file, _name_of_parameter(value)), file.tree.scope(value)
        own = [call for call in written if owners[call] == owner]
        away = [call for call in own if name not in read[call]]
        back = [call for call in own if name in read[call] and file.tree.scope(call) is not kept_in]
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
    name = _name_of_parameter(view)
    return name is not None and _is_of_a_loop_over_parameters(file, name)


def _name_of_parameter(view: tree.Expression) -> tree.Name | None:
    """The `p` of `p`, `p.data`, `p.detach()`, and `p()`, which a reference gives."""
    base = view.func if isinstance(view, tree.Call) else view
    if isinstance(base, tree.Attribute) and base.attr in _SHARES:
        base = base.value
    base = base.func if isinstance(base, tree.Call) and not base.args else base
    return base if isinstance(base, tree.Name) else None


def _owner(file: File, name: tree.Name | None) -> frozenset[str]:
    """Whose parameters a loop goes through, by the names in its code: those of one model are not another's."""
    sources = _gone_through(file, name) if name is not None else ()
    named = (node for source in sources for node in tree.walk(source) if isinstance(node, (tree.Name, tree.Attribute)))
    return frozenset(word for node in named if not _GOES_THROUGH.fullmatch(word := tree.last_name(node)))


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
    name = _name_of_parameter(_written(call))
    return name is not None and _is_of_a_loop_over_parameters(file, name)


def _written(call: tree.Call) -> tree.Expression:
    """What a `copy_` changes."""
    return call.func.value if isinstance(call.func, tree.Attribute) else call.func


def _read(file: File, call: tree.Call) -> Iterator[str | None]:
    """The attributes that a `copy_` is given an element of, by its key or in a loop over it."""
    given = call.args[0].value
    yield tree.dotted(given)
    while isinstance(given, (tree.Attribute, tree.Subscript)):
        given = given.value
        yield tree.dotted(given)
    for source in _gone_through(file, given) if isinstance(given, tree.Name) else ():
        yield from map(tree.dotted, tree.walk(source))


def _is_copied_elsewhere(file: File, cls: Class, name: str, value: tree.Expression) -> Iterator[bool]:
    """Whether another assignment of the attribute keeps something else than such a view, or nothing."""
    for assign in file.tree.inside(cls.node, tree.Assign):
        for target in assign.targets:
            held = target.value if isinstance(target, tree.Subscript) else target
            if tree.dotted(held) != name:
                continue
            inside = value in tree.walk(assign.value)
            empty = isinstance(assign.value, (tree.Constant, tree.Dict, tree.List)) or (
                isinstance(assign.value, tree.Call) and not assign.value.args
            )
            yield not inside and not empty
