"""Forward hooks that return what they have recorded of their module's output, or one sample of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.binding.symbols import Class
from torchlint.binding.use_def import resolved_expression
from torchlint.domain.values import Sequential
from torchlint.knowledge.torch_api import fact
from torchlint.queries import ExpressionView, hooks
from torchlint.queries.hooks import HookView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# Methods of containers that keep what they are given.
_KEEPS = frozenset(("append", "update", "setdefault", "put"))


@dataclass(frozen=True, slots=True, eq=False)
class ReturnedRecord(ExpressionView):
    """What a hook returns of the output that it has recorded, or got."""

    hook: HookView
    is_first_one: bool = False  # `setdefault`, which returns what was recorded first
    is_one_sample: bool = False  # `output[0]` of a module that returns a tensor, and no tuple

    @property
    def what(self) -> str:
        """What replaces the output: the expression that is returned, or what the hook of another file returns."""
        is_registered = self.hook.registered is not None and self.node is self.hook.registered.node
        is_lambda = isinstance(self.node, tree.Lambda)
        if is_registered and not is_lambda:
            return f"the `return` of `{self}`, a forward hook,"
        return f"returning `{self}` from a forward hook"


def recorded_and_returned(file: File) -> Iterator[ReturnedRecord]:
    """Each such expression, once, in source order."""
    found: dict[tree.Node, ReturnedRecord] = {}
    for hook in hooks.registrations(file):
        body = hook.function_registered
        unit = file.analysis.unit_of(body) if body is not None else None
        if (
            unit is None
            or hook.name != "register_forward_hook"
            or not isinstance(body, (tree.FunctionDef, tree.Lambda))
        ):
            continue
        output = _output_of(hook, body)
        for given in _returned(body) if output else ():
            # Of a function of another file, the registration is the place that this one has.
            at = given if file.holds(given) or hook.registered is None else hook.registered.node
            if _is_setdefault(given, output):
                found.setdefault(at, ReturnedRecord(file, at, hook, is_first_one=True))
            elif _is_cut(unit.tree, body, given, output) and _records(unit.tree, body, output):
                found.setdefault(at, ReturnedRecord(file, at, hook))
            elif _is_entry(unit.tree, given, output) and _returns_a_tensor(file, hook):
                if not _asks_for_type(body, output):
                    found.setdefault(at, ReturnedRecord(file, at, hook, is_one_sample=True))
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


def _is_cut(syntax: tree.Tree, body: tree.Node, given: tree.Expression, output: str) -> bool:
    """Whether an expression is the output without its graph, or an entry that was just given that."""
    node: tree.Node | None = resolved_expression(syntax, given)
    if isinstance(node, (tree.Attribute, tree.Subscript)):
        kept = [(one.target, one.value) for one in assignments_in(body)]
        values = [value for target, value in kept if target and tree.same(target, node, positions=False)]
        node = values[-1] if values else node
    tensor = hooks.without_graph(node) if node is not None else None
    return isinstance(tensor, tree.Name) and tensor.id == output


def _is_entry(syntax: tree.Tree, given: tree.Expression, output: str) -> bool:
    """Whether an expression is made of `output[0]`, by methods and arithmetic."""
    node = resolved_expression(syntax, given)
    while isinstance(node, (tree.BinaryOp, tree.Call, tree.Attribute)):
        if isinstance(node, tree.BinaryOp):
            node = resolved_expression(syntax, node.left)
        else:
            node = node.func if isinstance(node, tree.Call) else resolved_expression(syntax, node.value)
    if not isinstance(node, tree.Subscript) or not isinstance(node.value, tree.Name) or node.value.id != output:
        return False
    return isinstance(node.index, tree.Constant) and isinstance(node.index.value, int)


def _returns_a_tensor(file: File, hook: HookView) -> bool:
    """Whether the hooked module certainly returns one tensor."""
    module = hook.receiver.value if hook.receiver is not None else None
    while module is not None and isinstance(module.ref, Sequential) and module.ref.parts:
        module = module.ref.parts[-1]
    if module is None or module.kind != "module" or module.assumed:
        return False
    if isinstance(module.ref, str):
        known = fact(module.ref)
        return known is not None and known.returns == "tensor"
    forward = module.ref.method("forward") if isinstance(module.ref, Class) else None
    if forward is None or not file.holds(forward.node):
        return False
    values = _returned(forward.node)
    return bool(values) and all(ExpressionView(file, one).value.kind == "tensor" for one in values)


def _asks_for_type(body: tree.Node, output: str) -> bool:
    """Whether a hook asks what the output is, before it takes it apart."""
    calls = (node for node in tree.walk(body) if isinstance(node, tree.Call))
    return any(
        tree.last_name(call.func) in ("isinstance", "type", "is_tensor") and _is_about(call, output) for call in calls
    )


def _records(syntax: tree.Tree, body: tree.Node, output: str) -> bool:
    """Whether a function keeps the output: in an attribute, an entry, or a container."""
    for one in assignments_in(body):
        if isinstance(one.target, (tree.Attribute, tree.Subscript)) and one.value is not None:
            if _is_about(resolved_expression(syntax, one.value), output):
                return True
    calls = (node for node in tree.walk(body) if isinstance(node, tree.Call) and tree.last_name(node.func) in _KEEPS)
    given = (resolved_expression(syntax, one.value) for call in calls for one in call.args)
    return any(_is_about(one, output) for one in given)


def _is_about(node: tree.Node, output: str) -> bool:
    return any(isinstance(one, tree.Name) and one.id == output for one in tree.walk(node))
