"""Hooks that live as long as the model does: those of optimizers, of distributed computation, of their own object."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.qualified_names import by_name
from torchlint.binding.symbols import Class, function_of
from torchlint.knowledge.operations import operations
from torchlint.queries import query
from torchlint.queries.hooks import registrations
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File
    from torchlint.queries.hooks import HookView

# What processes exchange tensors with. Variants (`all_gather_tensor`, `all_reduce_coalesced`) begin with these, too.
_COLLECTIVES = tuple(sorted(operations("collective", "point-to-point", of="torch.distributed")))
_DTENSORS = ("torch.distributed.tensor.", "torch.distributed._tensor.")
_OF_CONTAINERS = frozenset(name for kind in (list, dict, set) for name in dir(kind)) | {"appendleft", "put"}
_DEEPEST = 6  # calls from a hook to what it does


def owner_of(hook: HookView) -> Class | None:
    """The class whose method registers one of its own methods, or a function that a method makes.

    What an optimizer registers is its own, whichever function it is.
    """
    around = hook.file.tree.above(hook.node, tree.ClassDef)
    owner = hook.file.analysis.class_at.get(around) if around is not None else None
    if owner is None or hook.registered is None:
        return None
    if owner.is_optimizer:
        return owner
    value = hook.registered.value
    if value.kind == "partial" and value.items:
        value = value.items[0]
    node = function_of(value).node if value.kind in ("function", "method") and value.ref else hook.registered.node
    return owner if any(_is_in(cls, node) for cls in owner.lineage) else None


def _is_in(cls: Class, node: tree.Node) -> bool:
    return node in cls.unit.tree.parents and cls.node in cls.unit.tree.around(node)


def trains(owner: Class) -> bool:
    """Whether objects are made for a whole training: optimizers, and what changes gradients in its `step`."""
    if owner.is_optimizer:
        return True
    reads = (n for cls in owner.lineage for n in cls.unit.tree.inside(cls.node, tree.Attribute))
    return owner.method("step") is not None and any(n.attr == "grad" for n in reads)


def is_stepped(owner: Class) -> bool:
    """Whether objects have a `step`, as what a training calls in each pass has."""
    return not owner.is_module and owner.method("step") is not None


@query
def distributed_hooks(file: File) -> frozenset[tree.Node]:
    """The registrations of hooks that exchange tensors with other processes, and of those registered with them."""
    talking = [hook for hook in registrations(file) if hook.body is not None and _communicates(file, hook.body.node)]
    together = {at for hook in talking for at in _registered_by(hook)}
    alone = {hook.node for hook in talking}
    return frozenset(
        alone.union(hook.node for hook in registrations(file) if together.intersection(_registered_by(hook)))
    )


def _registered_by(hook: HookView) -> list[Class | tree.Node]:
    """The class whose own hook it is, and the function that registers it."""
    owner, function = owner_of(hook), hook.function
    return [*([owner] if owner is not None else []), *([function.node] if function is not None else [])]


def _communicates(file: File, body: tree.Node) -> bool:
    """Whether a function of the project, or one that it calls, runs a collective of torch.distributed."""
    waiting, seen = [(body, 0)], {body}
    while waiting:
        code, depth = waiting.pop()
        unit = file.analysis.unit_of(code)
        if unit is None:
            continue
        names = by_name(unit.tree)
        for call in unit.tree.inside(code, tree.Call):
            if any(map(_is_collective, names.get(call, ()))):
                return True
            called = {function.node for function in file.facts.functions.get(call, ())} - seen
            seen |= called
            waiting += [(function, depth + 1) for function in called if depth < _DEEPEST]
    return False


def _is_collective(name: str) -> bool:
    last = name.rpartition(".")[2]
    is_exchange = last.startswith(_COLLECTIVES) and "object" not in last  # objects are for logs
    return name.startswith("torch.distributed.") and (is_exchange or name.startswith(_DTENSORS))


def is_of_constructed(hook: HookView) -> bool:
    """Whether a constructor, itself or by what it calls, registers the hook on the very object that it makes."""
    return bool(hook.events) and all(
        isinstance(cls := fact.receiver.ref, Class)
        and any(f.name == "__init__" and f.owner is not None and f.owner in cls.lineage for f in fact.where.stack)
        for fact in hook.events
    )


def runs_what_is_given(hook: HookView) -> bool:
    """Whether the hook only calls what the function that registers it is given: the caller knows for how long."""
    function, body = hook.function, hook.body
    if function is None or body is None:
        return False
    given = {parameter.name for parameter in function.node.parameters} - {"self", "cls"}
    given |= {
        n.id
        for loop in tree.walk(body.node)
        if isinstance(loop, tree.For) and isinstance(loop.iter, tree.Name) and loop.iter.id in given
        for n in tree.walk(loop.target)
        if isinstance(n, tree.Name)
    }
    own = {p.name for p in body.node.parameters} if isinstance(body.node, (tree.FunctionDef, tree.Lambda)) else set()
    calls = [n for n in tree.walk(body.node) if isinstance(n, tree.Call) and tree.dotted(n.func) not in _CHECKS]
    return bool(calls) and all(_escapes(call, given - own, own) for call in calls)


# What looks at a value and does nothing.
_CHECKS = ("isinstance", "len", "type", "hasattr", "getattr")


def is_marked_on_module(hook: HookView) -> bool:
    """Whether the function notes on the hooked module that it has its hooks, and asks that first: for good.

    `if getattr(layer, "_is_hooked", False): return`, then the hook, and `layer._is_hooked = True`.
    """
    function, receiver = hook.function, tree.root_name(hook.receiver.node if hook.receiver else None)
    if function is None or receiver is None:
        return False
    asked: set[str] = set()
    for node in tree.walk(function.node, into_functions=False):
        if isinstance(node, tree.If) and node.start < hook.node.start:
            asked |= {name for part in tree.walk(node.test) if (name := _attribute_of(part, receiver.id))}
    return bool(asked) and any(
        _attribute_set(node, receiver.id) in asked for node in tree.walk(function.node, into_functions=False)
    )


def _attribute_of(node: tree.Node, name: str) -> str:
    """The attribute of a name that an expression reads: `layer.hooked`, `getattr(layer, "hooked", None)`."""
    if isinstance(node, tree.Attribute):
        return node.attr if tree.dotted(node.value) == name else ""
    if isinstance(node, tree.Call) and len(node.args) > 1 and tree.last_name(node.func) in ("getattr", "hasattr"):
        return (tree.string_of(node.args[1].value) or "") if tree.dotted(node.args[0].value) == name else ""
    return ""


def _attribute_set(node: tree.Node, name: str) -> str:
    """The attribute of a name that code sets: `layer.hooked = True`, `setattr(layer, "hooked", True)`."""
    if isinstance(node, tree.Assign):
        return _attribute_of(node.targets[0], name)
    if isinstance(node, tree.Call) and len(node.args) == 3 and tree.last_name(node.func) in ("setattr", "__setattr__"):
        return (tree.string_of(node.args[1].value) or "") if tree.dotted(node.args[0].value) == name else ""
    return ""


def makes_differentiable(hook: HookView) -> bool:
    """Whether the hook only has gradients computed for what a layer gives, as checkpointing of frozen layers needs."""
    body = hook.body.node if hook.body is not None else None
    statements = body.body if isinstance(body, tree.FunctionDef) else []
    calls = [one.value for one in statements if isinstance(one, tree.ExpressionStatement)]
    return len(statements) == len(calls) == 1 and all(
        isinstance(call, tree.Call) and tree.last_name(call.func) == "requires_grad_" for call in calls
    )


def _escapes(call: tree.Call, given: set[str], own: set[str]) -> bool:
    """Whether a call runs one of the given objects, on one of the hook's own arguments."""
    root = tree.root_name(call.func)
    if root is None or root.id not in given or tree.last_part(call.func) in _OF_CONTAINERS:
        return False
    used = {n.id for argument in call.args for n in tree.walk(argument) if isinstance(n, tree.Name)}
    return bool(used & own)
