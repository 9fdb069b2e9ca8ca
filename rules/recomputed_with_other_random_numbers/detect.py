"""Functions that an autograd Function runs in forward, and again in backward with other random numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assigned
from torchlint.binding.symbols import Class
from torchlint.binding.use_def import reaching_definition, resolved_expression
from torchlint.queries import CallView, View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# Parts of names that speak of the state of random generators: `fork_rng`, `cuda_rng_state`, `manual_seed`.
_RANDOM_STATE = ("rng", "seed", "random", "generator")
# What switches gradients on, inside a backward, where they are off.
_SWITCHES = frozenset(("torch.enable_grad", "torch.set_grad_enabled"))


@dataclass(frozen=True, slots=True, eq=False)
class Recomputation(CallView):
    """The call in backward that computes the forward pass anew."""

    before: tree.Call
    cls: Class  # the Function

    @property
    def instead(self) -> str:
        """What to write."""
        return f"replace `{self.cls.name}` with `torch.utils.checkpoint.checkpoint`"

    @property
    def first(self) -> View:
        """The call in forward."""
        return View(self.file, self.before)


def recomputations(file: File) -> Iterator[Recomputation]:
    """One for each Function that keeps no random state, in source order."""
    for cls in sorted(file.analysis.classes, key=lambda one: one.node.start):
        if cls.is_autograd_function and file.holds(cls.node) and not _speaks_of_random_state(cls):
            yield from _in_class(file, cls)


def _speaks_of_random_state(cls: Class) -> bool:
    names = (tree.last_name(node) for node in tree.walk(cls.node))
    return any(word in name.lower() for name in names for word in _RANDOM_STATE)


def _in_class(file: File, cls: Class) -> Iterator[Recomputation]:
    forward, backward = cls.methods.get("forward"), cls.methods.get("backward")
    if forward is None or backward is None or not (forward.node.parameters and backward.node.parameters):
        return
    kept = dict(_kept(file, forward.node))
    for call in sorted(file.tree.own(backward.node, tree.Call), key=lambda node: node.start):
        name = _of_context(file, call, backward.node.parameters[0].name)
        if name in kept and _has_gradients_alone(file, call):
            yield Recomputation(file, call, kept[name], cls)
            return


def _kept(file: File, forward: tree.Node) -> Iterator[tuple[str, tree.Call]]:
    """The attributes of the context that hold a parameter of forward, which it calls; with its first call."""
    assert isinstance(forward, (tree.FunctionDef, tree.Lambda))
    context = forward.parameters[0].name
    calls = sorted(file.tree.own(forward, tree.Call), key=lambda node: node.start)
    for name, value in _attributes(file, forward, context):
        given = reaching_definition(file.tree, value)
        if given is None or given.kind != "parameter" or "act" in value.id.lower():
            continue  # an activation function draws no random numbers
        for call in calls:
            if _is_name(call.func, value.id) or _of_context(file, call, context) == name:
                yield name, call
                break


def _attributes(file: File, forward: tree.Node, context: str) -> Iterator[tuple[str, tree.Name]]:
    """The attributes of the context that a forward gives the value of a name."""
    for node in file.tree.own(forward, tree.Assign):
        for _, target, value in assigned(node):
            if isinstance(target, tree.Attribute) and _is_name(target.value, context) and isinstance(value, tree.Name):
                yield target.attr, value


def _of_context(file: File, call: tree.Call, context: str) -> str:
    """The attribute of the context that is called, perhaps by way of a name."""
    func = resolved_expression(file.tree, call.func)
    return func.attr if isinstance(func, tree.Attribute) and _is_name(func.value, context) else ""


def _is_name(node: tree.Node, name: str) -> bool:
    return isinstance(node, tree.Name) and node.id == name


def _has_gradients_alone(file: File, call: tree.Call) -> bool:
    """Whether gradients are switched on around a call, and nothing that the caller made is entered there."""
    blocks = [node for node in file.tree.around(call) if isinstance(node, tree.With)]
    entered = [item.context for block in blocks for item in block.items]
    switches = [one for one in entered if isinstance(one, tree.Call) and file.names.spelled_out(one.func) in _SWITCHES]
    return bool(switches) and all(isinstance(one, tree.Call) for one in entered)
