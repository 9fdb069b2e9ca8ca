"""Forward hooks that record the output of their module, and return what they have recorded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.binding.use_def import resolved_expression
from torchlint.queries import ExpressionView, hooks
from torchlint.queries.hooks import HookView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# Methods of containers that keep what they are given.
_KEEPS = frozenset(("append", "update", "setdefault", "put"))


@dataclass(frozen=True, slots=True, eq=False)
class ReturnedRecord(ExpressionView):
    """What a hook returns of the output that it has recorded."""

    hook: HookView
    is_first_one: bool  # `setdefault`, which returns what was recorded first


def recorded_and_returned(file: File) -> Iterator[ReturnedRecord]:
    """Each such expression, once, in source order."""
    found: dict[tree.Node, ReturnedRecord] = {}
    for hook in hooks.registrations(file):
        body = hook.body.node if hook.body is not None else None
        if hook.name != "register_forward_hook" or not isinstance(body, (tree.FunctionDef, tree.Lambda)):
            continue
        output = _output_of(hook, body)
        for given in _returned(body) if output else ():
            if _is_setdefault(given, output):
                found.setdefault(given, ReturnedRecord(file, given, hook, is_first_one=True))
            elif _is_cut(file, body, given, output) and _records(file, body, output):
                found.setdefault(given, ReturnedRecord(file, given, hook, is_first_one=False))
    yield from sorted(found.values(), key=lambda one: one.node.start)


def _output_of(hook: HookView, body: tree.FunctionDef | tree.Lambda) -> str:
    """The parameter that gets the output: the last one of three, `self` not counted; empty for another signature."""
    names = [one.name for one in body.parameters if one.kind == "positional" and one.default is None]
    if hook.registered is not None and hook.registered.value.kind == "method":
        names = names[1:]
    return names[2] if len(names) == 3 else ""


def _returned(body: tree.FunctionDef | tree.Lambda) -> list[tree.Expression]:
    """What a function may return, other than None."""
    if isinstance(body, tree.Lambda):
        return [body.body]
    returns = (node for node in tree.walk(body, into_functions=False) if isinstance(node, tree.Return))
    return [one.value for one in returns if one.value is not None]


def _is_setdefault(given: tree.Expression, output: str) -> bool:
    if not isinstance(given, tree.Call) or tree.last_name(given.func) != "setdefault" or len(given.args) != 2:
        return False
    return _is_about(given.args[1].value, output)


def _is_cut(file: File, body: tree.Node, given: tree.Expression, output: str) -> bool:
    """Whether an expression is the output without its graph, or an entry that was just given that."""
    kept = {file.tree.text_of(one.target): one.value for one in assignments_in(body) if one.target is not None}
    node: tree.Node | None = resolved_expression(file.tree, given)
    if isinstance(node, (tree.Attribute, tree.Subscript)) and file.tree.text_of(node) in kept:
        node = kept[file.tree.text_of(node)]
    tensor = hooks.without_graph(node) if node is not None else None
    return isinstance(tensor, tree.Name) and tensor.id == output


def _records(file: File, body: tree.Node, output: str) -> bool:
    """Whether a function keeps the output: in an attribute, an entry, or a container."""
    for one in assignments_in(body):
        if isinstance(one.target, (tree.Attribute, tree.Subscript)) and one.value is not None:
            if _is_about(resolved_expression(file.tree, one.value), output):
                return True
    calls = (node for node in tree.walk(body) if isinstance(node, tree.Call) and tree.last_name(node.func) in _KEEPS)
    given = (resolved_expression(file.tree, one.value) for call in calls for one in call.args)
    return any(_is_about(one, output) for one in given)


def _is_about(node: tree.Node, output: str) -> bool:
    return any(isinstance(one, tree.Name) and one.id == output for one in tree.walk(node))
