"""The probes by the names that experiments call them by."""

from __future__ import annotations

from ..site import Site
from .eval_mode import EvalMode
from .held_activations import HeldActivations
from .hook_lifetime import HookLifetime
from .retained_graph import RetainedGraph

PROBES: dict[str, type[Site]] = {
    "eval_mode": EvalMode,
    "held_activations": HeldActivations,
    "hook_lifetime": HookLifetime,
    "retained_graph": RetainedGraph,
}
