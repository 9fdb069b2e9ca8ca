"""What rules see of hooks that collect what they are given, with its graph."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.model import tree
from torchlint.model.events import ForwardEvent, HookEvent, LoopRun
from torchlint.model.mode_flow import sources_of
from torchlint.model.questions.hook_views import HookView
from torchlint.model.values import NO
from torchlint.model.views import ExpressionView, View

if TYPE_CHECKING:
    from torchlint.model.file import File

# Where in what a hook is given its tensors are: the input of a module is always a tuple, its output mostly none.
_GIVEN = {"register_forward_hook": {1: True, 2: False}, "register_forward_pre_hook": {1: True}}
_SHRINKS = ("clear", "pop", "popleft", "remove", "popitem")


@dataclass(frozen=True, slots=True, eq=False)
class StoredByHook(View):
    """A call that adds to a container what a hook is given."""

    target: ExpressionView  # the container
    stored: ExpressionView
    is_tensor: bool  # not a tuple of them
    forward: ForwardEvent
    steps: LoopRun  # all passes of which add to the same container

    @property
    def is_wanted(self) -> bool:
        """Whether the loop itself looks at what is kept: for a loss, it may be."""
        if not self.file.holds(self.steps.node):
            return False
        whole = tree.dotted(_whole(self.target.node))
        read = (n for n in tree.walk(self.steps.node) if isinstance(n, (tree.Name, tree.Attribute)))
        return any(tree.dotted(node) == whole for node in read)

    @property
    def story(self) -> View | None:
        """The call of the model that adds more each time, if this file has it."""
        return View(self.file, self.forward.node) if self.file.holds(self.forward.node) else None


def stored_by_hooks(file: File) -> Iterator[StoredByHook]:
    """Each such call, once, in source order."""
    found: dict[tree.Node, StoredByHook] = {}
    for hook in file.hooks:
        for call, is_tensor in _appends(hook):
            assert isinstance(call.func, tree.Attribute)
            target, stored = ExpressionView(file, call.func.value), ExpressionView(file, call.args[0].value)
            adding = next((found for event in hook.events for found in _adding(file, event, target)), None)
            if adding is not None and not _starts_over(file, target):
                found.setdefault(call, StoredByHook(file, call, target, stored, is_tensor, *adding))
    yield from sorted(found.values(), key=lambda one: one.node.start)


def _appends(hook: HookView) -> Iterator[tuple[tree.Call, bool]]:
    """The calls of `append` in a hook's function with one of its parameters, or an element of one, as it is."""
    body = hook.body.node if hook.body else None
    if not isinstance(body, (tree.FunctionDef, tree.Lambda)):
        return
    names = [p.name for p in body.parameters if p.kind == "positional"]
    if isinstance(body, tree.FunctionDef) and hook.registered is not None and hook.registered.value.kind == "method":
        names = names[1:]
    given = {names[at]: in_tuple for at, in_tuple in _GIVEN.get(hook.name, {}).items() if at < len(names)}
    nodes = list(tree.walk(body, into_functions=False)) if isinstance(body, tree.FunctionDef) else [body.body]
    rebound = {
        n.id for node in nodes if isinstance(node, tree.Assign) for n in node.targets if isinstance(n, tree.Name)
    }
    for node in nodes:
        if not (isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and len(node.args) == 1):
            continue
        what = node.args[0].value
        taken = isinstance(what, tree.Subscript)
        name = what.value if isinstance(what, tree.Subscript) else what
        if node.func.attr == "append" and isinstance(name, tree.Name) and name.id in given and name.id not in rebound:
            yield node, taken or not given[name.id]


def _adding(file: File, hook: HookEvent, target: ExpressionView) -> Iterator[tuple[ForwardEvent, LoopRun]]:
    """Calls of the hooked model, with gradients, in a loop all passes of which add to the same container."""
    source = hook.receiver.source
    made = _made(file, target)
    if source is None or made is None:
        return
    renewed = {loop.node for loop in hook.where.loops}
    for event in file.record.forwards:
        if event.where.grad == NO or event.model.source in file.frozen or source not in sources_of(event.model):
            continue
        around = {f.node for f in (event.where.function, *event.where.stack) if f is not None}
        for loop in reversed(event.where.loops):
            if loop.drives and loop.node not in renewed and _outlives(file, made, loop, around):
                yield event, loop


def _made(file: File, target: ExpressionView) -> tree.Node | None:
    """Where the container is bound; None where that is in several places, or where it may be bound again any time."""
    whole = _whole(target.node)
    name = tree.dotted(whole)
    if isinstance(whole, tree.Name):
        return _made_around(file, target.node, whole.id)
    bound = [
        node for node in _targets(file.tree.root) if isinstance(node, tree.Attribute) and tree.dotted(node) == name
    ]
    function = file.tree.above(bound[0], tree.FunctionDef) if name is not None and len(bound) == 1 else None
    return bound[0] if isinstance(function, tree.FunctionDef) and function.name == "__init__" else None


def _made_around(file: File, node: tree.Node, name: str) -> tree.Node | None:
    """Where a name is bound, in the innermost scope around that binds it."""
    scope = file.tree.above(node, tree.FunctionDef, tree.Module)
    while scope is not None:
        bound = [one for one in _targets(scope) if isinstance(one, tree.Name) and one.id == name]
        if bound:
            return bound[0] if len(bound) == 1 else None
        scope = file.tree.above(scope, tree.FunctionDef, tree.Module)
    return None


def _targets(scope: tree.Node) -> Iterator[tree.Node]:
    """What is assigned to in a scope: of the file's own, in all its functions."""
    inside = tree.walk(scope, into_functions=isinstance(scope, tree.Module))
    return (node for a in inside if isinstance(a, tree.Assign) for t in a.targets for node in tree.walk(t))


def _whole(node: tree.Node) -> tree.Node:
    """The container of containers: `seen` of `seen[name]`."""
    while isinstance(node, tree.Subscript):
        node = node.value
    return node


def _outlives(file: File, made: tree.Node, loop: LoopRun, around: Collection[tree.Node]) -> bool:
    """Whether the container is made before the loop begins, and no backward after it wants all of its graphs."""
    is_here = file.holds(loop.node)
    if is_here and loop.node.start <= made.start < loop.node.end:
        return False
    function = file.tree.above(made, tree.FunctionDef)
    if function in around:
        if not (is_here and _is_inside(loop.node, function)):
            return False  # the function that makes it runs in each pass
    elif isinstance(function, tree.FunctionDef) and function.name != "__init__" and not _returns(function, made):
        return False  # nobody has it while the loop runs: another model of the same make is called there
    scope = file.tree.above(loop.node, tree.FunctionDef, tree.Module) if is_here else None
    later = (call.node for call in file.method_calls("backward", "grad"))
    return "backward" in loop.did or not any(file.tree.above(c, tree.FunctionDef, tree.Module) is scope for c in later)


def _is_inside(node: tree.Node, around: tree.Node | None) -> bool:
    return around is not None and around.start <= node.start < around.end


def _returns(function: tree.FunctionDef, made: tree.Node) -> bool:
    """Whether a function gives back what it has bound to a name."""
    returns = (n for n in tree.walk(function, into_functions=False) if isinstance(n, tree.Return) and n.value)
    name = tree.dotted(made)
    return any(tree.dotted(node) == name for r in returns for node in tree.walk(r))


def _starts_over(file: File, target: ExpressionView) -> bool:
    """Whether anything takes elements out of the container, or gives it away whole."""
    whole = tree.dotted(_whole(target.node))
    for node in file.tree.all(tree.Call):
        if isinstance(node.func, tree.Attribute) and node.func.attr in _SHRINKS:
            if tree.dotted(_whole(node.func.value)) == whole:
                return True
    changed = (t for node in file.tree.all(tree.Delete) for t in node.targets)
    slices = (t for node in file.tree.all(tree.Assign) for t in node.targets if isinstance(t, tree.Subscript))
    return any(tree.dotted(_whole(t)) == whole for t in (*changed, *slices))
