"""The probes by the names that experiments call them by."""

from __future__ import annotations

from ..site import Site
from .batched_transform import BatchedTransform
from .blocked_time import BlockedTime
from .discarded_result import DiscardedResult
from .eval_mode import EvalMode
from .held_activations import HeldActivations
from .hook_lifetime import HookLifetime
from .loader_wait import LoaderWait
from .output_structure import OutputStructure
from .retained_graph import RetainedGraph
from .saturation import Saturation
from .softmaxed_input import SoftmaxedInput
from .value_domain import ValueDomain

PROBES: dict[str, type[Site]] = {
    "batched_transform": BatchedTransform,
    "blocked_time": BlockedTime,
    "discarded_result": DiscardedResult,
    "eval_mode": EvalMode,
    "held_activations": HeldActivations,
    "hook_lifetime": HookLifetime,
    "loader_wait": LoaderWait,
    "output_structure": OutputStructure,
    "retained_graph": RetainedGraph,
    "saturation": Saturation,
    "softmaxed_input": SoftmaxedInput,
    "value_domain": ValueDomain,
}
