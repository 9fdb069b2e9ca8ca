"""How long a hook may live that nothing is seen to remove."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.use_def import definitions
from torchlint.queries import api
from torchlint.syntax import tree

from . import detect_lifetimes, detect_programs, detect_removals

if TYPE_CHECKING:
    from torchlint.queries.hooks import HookView

# Methods that put one more element into a container.
_GROWING = frozenset(("append", "extend", "appendleft"))


def is_removed_elsewhere(hook: HookView) -> bool:
    """Whether the file removes what an attribute of its handle's name holds, or hands the handle to its caller."""
    return detect_removals.is_removed_by_name(hook) or detect_removals.goes_with_caller(hook)


def is_distributed(hook: HookView) -> bool:
    """Whether it is part of how a model is computed by several processes."""
    return hook.node in detect_lifetimes.distributed_hooks(hook.file)


def runs_in(hook: HookView) -> str:
    """What a hook runs in each time, by the function that registers it."""
    if "step" in hook.name:
        return "step"
    return "backward" if "backward" in hook.name or "grad" in hook.name or hook.name == "register_hook" else "forward"


def removing(hook: HookView) -> str:
    """How to remove a hook whose handle is kept."""
    statement = hook.statement.node
    around = hook.file.tree.above(hook.node, *tree.Loops, *tree.Scope)
    if isinstance(statement, tree.Assign) and statement.value is hook.node and not isinstance(around, tree.Loops):
        name = tree.dotted(statement.targets[0])
        if name is not None:
            return f"call `{name}.remove()`"
    return f"call `remove()` on each handle that `{hook.name}` returns"


def is_on_constructed(hook: HookView) -> bool:
    """Whether the constructor of the hooked object leads here: the hook is part of it."""
    return detect_lifetimes.is_of_constructed(hook)


def is_for_training(hook: HookView) -> bool:
    """Whether it belongs to an object that lives as long as a training: an optimizer, a preconditioner."""
    owner = detect_lifetimes.owner_of(hook)
    is_of_a_step = any(f.name == "step" for e in hook.events for f in e.where.stack) or hook.is_in_each_step
    return owner is not None and detect_lifetimes.trains(owner) and not is_of_a_step


def is_for_good(hook: HookView) -> bool:
    """Whether the code means it to live as long as the module: marked there as done, or for frozen layers."""
    return detect_lifetimes.is_marked_on_module(hook) or detect_lifetimes.makes_differentiable(hook)


def may_be_for_good(hook: HookView) -> bool:
    """Whether it may live as long as the model: it changes what that gives, is stepped, or a program's only one."""
    owner = detect_lifetimes.owner_of(hook)
    is_constructing = any(f.name == "__init__" for e in hook.events for f in e.where.stack)
    of_training = owner is not None and detect_lifetimes.is_stepped(owner) and is_constructing
    if hook.changes_the_module or of_training or detect_lifetimes.runs_what_is_given(hook):
        return True
    return not api.is_notebook(hook.file) and detect_programs.is_once_in_a_program(hook)


def collects_in_a_notebook(hook: HookView) -> bool:
    """Whether each forward adds to a list of a notebook, which goes on after this cell, and whose cells run again."""
    body = hook.body
    if not api.is_notebook(hook.file) or body is None:
        return False
    own = definitions(hook.file.tree, body.node)
    calls = (node for node in tree.walk(body.node) if isinstance(node, tree.Call))
    grown = (c.func.value for c in calls if isinstance(c.func, tree.Attribute) and c.func.attr in _GROWING)
    return any((root := tree.root_name(held)) is not None and root.id not in own for held in grown)
