"""Registering hooks: handles, and the registrations that they stand for."""

from __future__ import annotations

from torchlint.model import tree
from torchlint.model.events import HookEvent
from torchlint.model.frame import Frame
from torchlint.model.values import Value

# Registering one of these is something only an nn.Module offers.
MODULE_HOOKS = frozenset(
    """register_forward_hook register_forward_pre_hook register_full_backward_hook register_full_backward_pre_hook
    register_backward_hook register_state_dict_post_hook register_state_dict_pre_hook
    register_load_state_dict_pre_hook register_load_state_dict_post_hook _register_state_dict_hook
    _register_load_state_dict_pre_hook""".split()
)
PARAMETER_HOOKS = frozenset(("register_hook", "register_post_accumulate_grad_hook"))


def register_hook(frame: Frame, receiver: Value, node: tree.Call) -> Value:
    """The handle of a hook on a module or a parameter, or on all modules where the receiver is unknown."""
    site = frame.site("hook", node)
    if frame.machine.recording:
        frame.machine.record.hooks.append(HookEvent(node, site, receiver, frame.where))
    return Value("handle", sites=frozenset((site,)))
