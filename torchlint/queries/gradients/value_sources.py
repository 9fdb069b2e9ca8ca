"""Where values come from through functions, attributes, parameters and files: what expressions one stands for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from torchlint.binding.definitions import Definition, assignments_to
from torchlint.binding.symbols import Class, Function
from torchlint.binding.use_def import definitions, reaching_definitions, resolved_expression
from torchlint.queries.analysed_files import calls_to, file_around
from torchlint.queries.file import CallView, ExpressionView
from torchlint.queries.gradients.returned_parts import returned_views
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_Answer = TypeVar("_Answer")
_MOST_CALLS = 8  # of a function that more calls lead to, nothing is asked
_DEEPEST = 8  # functions, attributes and parameters between a number and where it stands


def sources(view: ExpressionView, *, likely: bool = False) -> tuple[ExpressionView, ...]:
    """The expressions, in whatever file, of which this one is one; empty where it stands for nothing that is seen.

    Of `y` after `y = f(x)` that is `f(x)`; of `f(x)`, what `f` returns; of a parameter, what the calls give; of
    `self.mask`, what the class assigns, or what its property returns; of `a if b else c`, both. With `likely`, what
    unseen callers give for a parameter is left out, as in `if mask is None: mask = causal(n)`.
    """
    node = view.node
    if isinstance(node, tree.Name):
        return _of_name(view, node, likely)
    if isinstance(node, tree.Conditional):
        return tuple(ExpressionView(view.file, one) for one in (node.body, node.orelse) if not _is_none(one))
    if isinstance(node, tree.Attribute):
        return _of_attribute(view, node, likely)
    return tuple(returned_views(view.file, node))


def traced(view: ExpressionView) -> ExpressionView:
    """What an expression stands for, as far as it is one thing: through names, functions, attributes and files."""
    for _ in range(_DEEPEST):
        view = ExpressionView(view.file, resolved_expression(view.file.tree, view.node))
        found = sources(view)
        if len(found) != 1 or found[0].node is view.node:
            break
        view = found[0]
    return view


def agreed(
    view: ExpressionView,
    ask: Callable[[ExpressionView], _Answer | None],
    known: dict[tree.Node, _Answer | None],
    *,
    likely: bool = False,
) -> _Answer | None:
    """What is true of each source of a value, where that is the same; None also for one that is being asked for.

    `known` has the answers so far: each piece of code is asked once, however many ways lead there.
    """
    if view.node not in known:
        known[view.node] = None
        found = {ask(one) for one in sources(view, likely=likely)}
        known[view.node] = found.pop() if len(found) == 1 else None
    return known[view.node]


def _is_none(node: tree.Node) -> bool:
    return isinstance(node, tree.Constant) and node.value is None


def _of_name(view: ExpressionView, name: tree.Name, likely: bool) -> tuple[ExpressionView, ...]:
    file, found = view.file, list[ExpressionView]()
    for one in reaching_definitions(file.tree, name):
        if one is None:
            return ()
        if one.kind == "parameter":
            given = _given(file, one)
            if given is None and not likely:
                return ()
            found += given or ()
        elif one.value is not None:
            found += [] if _is_none(one.value) else [ExpressionView(file, one.value)]
        else:
            found += returned_views(file, name)
            if not found:
                return ()
    return tuple(found)


def _given(file: File, parameter: Definition) -> list[ExpressionView] | None:
    """What the calls of a function give for a parameter, None left out; None if a call is not understood."""
    if not isinstance(parameter.node, tree.Parameter) or parameter.node.kind not in ("positional", "keyword"):
        return None  # several values
    function = file.tree.above(parameter.node, tree.FunctionDef, tree.Lambda)
    calls = calls_to(file).get(function, ()) if function is not None else ()
    if not isinstance(function, tree.FunctionDef) or not 0 < len(calls) <= _MOST_CALLS:
        return None
    names = [one.name for one in function.parameters]
    definition = file.analysis.functions.get(function)
    place = names.index(parameter.name) if parameter.node.kind == "positional" else -1
    if definition is not None and definition.is_bound:
        place -= 1
    found: list[ExpressionView] = []
    for call in calls:
        around = file_around(file, call)
        view = CallView(around, call) if around is not None else None
        if view is None or view.has_stars:
            return None
        given = view.argument(place, parameter.name)
        default = function.parameters[names.index(parameter.name)].default
        one = given or (ExpressionView(file, default) if default is not None else None)
        if one is None:
            return None
        found += [] if _is_none(one.node) else [one]
    return found


def _of_attribute(view: ExpressionView, node: tree.Attribute, likely: bool) -> tuple[ExpressionView, ...]:
    cls = _class_of(view.file, node.value, likely)
    if cls is None:
        return ()
    getter = cls.method(node.attr)
    if getter is not None:
        return tuple(_returned(view.file, getter)) if getter.binding == "property" else ()
    found: list[ExpressionView] = []
    # What derived classes put in its place, `self` may have, too.
    derived = _derived(view.file).get(cls.node, ()) if tree.dotted(node.value) == "self" else ()
    if any(node.attr in one.methods for one in derived):
        return ()
    for one in (*cls.lineage, *derived):
        file = file_around(view.file, one.node)
        if file is None:
            return ()
        for definition in assignments_to(file.tree, one.node, f"self.{node.attr}"):
            if definition.value is None:
                return ()
            found += [] if _is_none(definition.value) else [ExpressionView(file, definition.value)]
        found += _registered(file, one, node.attr)
        for definition in definitions(file.tree, one.node).get(node.attr, ()):  # by the class's own body
            if definition.value is None:
                return ()
            found.append(ExpressionView(file, definition.value))
    return tuple(found)


@query
def _derived(file: File) -> dict[tree.Node, list[Class]]:
    """The classes that derive from each class, by its definition."""
    found: dict[tree.Node, list[Class]] = {}
    for cls in file.analysis.classes:
        for base in cls.lineage:
            if base is not cls:
                found.setdefault(base.node, []).append(cls)
    return found


def _registered(file: File, cls: Class, name: str) -> list[ExpressionView]:
    """What a class registers as a buffer of this name."""
    found = []
    for call in file.tree.inside(cls.node, tree.Call):
        if tree.last_name(call.func) == "register_buffer" and len(call.args) > 1:
            key = call.args[0].value
            if isinstance(key, tree.Constant) and key.value == name:
                found.append(ExpressionView(file, call.args[1].value))
    return found


def _class_of(file: File, node: tree.Expression, likely: bool) -> Class | None:
    """The class of the project that an object is of."""
    if tree.dotted(node) == "self":
        function = file.tree.above(node, tree.FunctionDef)
        definition = file.analysis.functions.get(function) if function is not None else None
        return definition.owner if definition is not None else None
    values = [file.value(node).value]
    if likely and isinstance(node, tree.Name) and not isinstance(values[0].ref, Class):
        values = [one.value for one in sources(ExpressionView(file, node), likely=True)]
    classes = {value.ref if isinstance(value.ref, Class) else None for value in values}
    return classes.pop() if len(classes) == 1 else None


def _returned(file: File, function: Function) -> list[ExpressionView]:
    inside = file_around(file, function.node)
    returned = inside.tree.own(function.node, tree.Return) if inside is not None else []
    if inside is None or any(one.value is None for one in returned):
        return []
    return [ExpressionView(inside, one.value) for one in returned if one.value is not None]
