"""Where the function of a hook adds to a container what it is given, or what it computes from that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeGuard

from torchlint.binding.use_def import reaching_definition, resolved_expression
from torchlint.knowledge.operations import Column, columns_of, operations
from torchlint.queries import hooks
from torchlint.queries.hooks import HookView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# Where in what a hook is given its tensors are: the input of a module is always a tuple, its output mostly none.
_GIVEN = {"register_forward_hook": {1: True, 2: False}, "register_forward_pre_hook": {1: True}}
_DEEPEST = 8  # calls in calls
_TURNS_OFF = operations("grad-off", of="torch.autograd")

# Of operations whose results have the graph of what they are given, and of those whose results have none.
_WITH_GRAPH: frozenset[Column] = frozenset(
    ("reshape", "transpose", "select", "split", "copy", "cast-float", "move", "unary", "reduction", "clamp", "join")
)
_WITHOUT_GRAPH: frozenset[Column] = frozenset(("detach", "metadata", "comparison", "boolean", "integer", "logical"))


@dataclass(frozen=True, slots=True)
class Stored:
    """A call, or a `+=`, that adds a value to a container."""

    node: tree.Node
    container: tree.Expression
    value: tree.Expression
    is_tensor: bool  # not a tuple or a dict of them
    retains_graph: bool


def stored_by(hook: HookView) -> Iterator[Stored]:
    """Where a hook's function adds what it is given to a container: `kept.append(output)`, `kept += [output]`."""
    body = hook.body.node if hook.body else None
    if not isinstance(body, (tree.FunctionDef, tree.Lambda)):
        return
    names = [p.name for p in body.parameters if p.kind == "positional"][_bound(hook, body) :]
    given = {names[at]: in_tuple for at, in_tuple in _GIVEN.get(hook.name, {}).items() if at < len(names)}
    nodes = list(tree.walk(body, into_functions=False)) if isinstance(body, tree.FunctionDef) else [body.body]
    for node in nodes:
        added = _added(node)
        if added is None:
            continue  # adds nothing to a list
        container, value = added
        tensor = hooks.without_graph(value)
        taken, name = _taken(tensor or value)
        if isinstance(name, tree.Name) and _is_given(hook.file, name, given):
            if tensor is None:
                yield Stored(node, container, value, taken or not given[name.id], retains_graph=True)
            elif taken == given[name.id]:
                yield Stored(node, container, value, is_tensor=True, retains_graph=False)
        elif _has_graph(hook.file, value, given) and not _is_without_gradients(hook.file, node):
            yield Stored(node, container, value, _is_computed(value), retains_graph=True)


def _bound(hook: HookView, body: tree.FunctionDef | tree.Lambda) -> int:
    """How many parameters are taken before the hook is called: `self`, and what a `partial` binds by position."""
    registered = hook.registered.value if hook.registered is not None else None
    of_partial = registered.items if registered is not None and registered.kind == "partial" else ()
    called = of_partial[0] if of_partial else registered
    is_method = isinstance(body, tree.FunctionDef) and called is not None and called.kind == "method"
    return is_method + len(of_partial[1:])


def _added(node: tree.Node) -> tuple[tree.Expression, tree.Expression] | None:
    """A container and what is added to it: `kept.append(x)`, `kept += [x]`, `kept.extend([x])`."""
    if isinstance(node, tree.AugmentedAssign) and node.op.rstrip("=") == "+":
        return (node.target, node.value.elements[0]) if _is_of_one(node.value) else None
    if not (isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and len(node.args) == 1):
        return None
    value = node.args[0].value
    if node.func.attr == "append":
        return node.func.value, value
    return (node.func.value, value.elements[0]) if node.func.attr == "extend" and _is_of_one(value) else None


def _is_of_one(node: tree.Expression) -> TypeGuard[tree.List | tree.Tuple]:
    """Whether an expression is written as a list or tuple of one element."""
    return isinstance(node, (tree.List, tree.Tuple)) and len(node.elements) == 1


def _taken(value: tree.Node) -> tuple[bool, tree.Node]:
    """Whether a value is an element of something, and of what: `args[0]`."""
    return (True, value.value) if isinstance(value, tree.Subscript) else (False, value)


def _is_without_gradients(file: File, node: tree.Node) -> bool:
    """Whether code runs under `no_grad` or the like, so that what it computes has no graph, unlike what it is given."""
    entered: list[tree.Expression] = []
    for around in file.tree.around(node):
        if isinstance(around, tree.With):
            entered += [item.context for item in around.items]
        elif isinstance(around, tree.FunctionDef):
            entered += around.decorators
    names = (tree.last_name(one.func if isinstance(one, tree.Call) else one) for one in entered)
    return not _TURNS_OFF.isdisjoint(names)


def _is_given(file: File, name: tree.Name, given: dict[str, bool]) -> bool:
    """Whether a name is one of these parameters, as the hook was given it."""
    definition = reaching_definition(file.tree, name) if name.id in given else None
    return definition is not None and definition.kind == "parameter"


def _is_computed(value: tree.Expression) -> bool:
    """Whether a value is a tensor itself, not a container of tensors."""
    return isinstance(value, (tree.Call, tree.Name, tree.Conditional))


def _has_graph(file: File, node: tree.Node, given: dict[str, bool], depth: int = 0) -> bool:
    """Whether an expression has the graph of what a hook is given: `output.flatten(1)`, `{"norm": output.norm()}`."""
    node = resolved_expression(file.tree, node)
    if isinstance(node, tree.Name):
        return _is_given(file, node, given)
    parts: list[tree.Expression] = []
    if isinstance(node, (tree.Tuple, tree.List)):
        parts = node.elements
    elif isinstance(node, tree.Dict):
        parts = node.values
    elif isinstance(node, tree.Conditional):
        parts = [node.body, node.orelse]
    elif isinstance(node, tree.Subscript):
        parts = [node.value]
    elif isinstance(node, tree.Call):
        columns = columns_of(tree.last_name(node.func) or "")
        if columns & _WITH_GRAPH and not columns & _WITHOUT_GRAPH:
            of_method = [node.func.value] if isinstance(node.func, tree.Attribute) else []
            parts = [*of_method, *(one.value for one in node.args[:1])]
    return depth < _DEEPEST and any(_has_graph(file, part, given, depth + 1) for part in parts)
