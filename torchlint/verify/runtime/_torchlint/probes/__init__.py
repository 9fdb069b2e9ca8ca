"""The probes by the names that experiments call them by."""

from __future__ import annotations

from ..site import Site
from .discarded_result import DiscardedResult
from .eval_mode import EvalMode
from .held_activations import HeldActivations
from .hook_lifetime import HookLifetime
from .output_structure import OutputStructure
from .retained_graph import RetainedGraph
from .saturation import Saturation
from .softmaxed_input import SoftmaxedInput
from .value_domain import ValueDomain

PROBES: dict[str, type[Site]] = {
    "discarded_result": DiscardedResult,
    "eval_mode": EvalMode,
    "held_activations": HeldActivations,
    "hook_lifetime": HookLifetime,
    "output_structure": OutputStructure,
    "retained_graph": RetainedGraph,
    "saturation": Saturation,
    "softmaxed_input": SoftmaxedInput,
    "value_domain": ValueDomain,
}
