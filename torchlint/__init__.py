"""torchlint, as rules import it."""

from typing import TYPE_CHECKING, Any

from torchlint.experiment import (
    batched_transform,
    batchnorm_updates,
    blocked_time,
    changed_parameters,
    checkpoint_keys,
    clipped_gradients,
    copied_bytes,
    data_of_graph,
    discarded_result,
    divergence,
    dropout_in_eval,
    effectless_write,
    eval_mode,
    gradients_across,
    gradients_at_step,
    growing_graph,
    held_activations,
    hook_lifetime,
    hook_signature,
    live_snapshot,
    loaded_devices,
    loader_wait,
    lost_parameter,
    made_modules,
    masked_gradient,
    missing_gradients,
    output_structure,
    pending_copy,
    reached_parameters,
    repeated_modules,
    retained_graph,
    rounded_constant,
    sample_order,
    saturation,
    scaled_gradients,
    scheduler_order,
    scheduler_steps,
    softmaxed_input,
    stale_gradients,
    unapplied_gradients,
    unregistered_parameters,
    value_domain,
    visible_devices,
)
from torchlint.finding import Edit, Experiment, Finding, Fix
from torchlint.rule import Findings, Rule, finding, rule

if TYPE_CHECKING:
    from torchlint.model.file import File

__all__ = [
    "Edit",
    "Experiment",
    "File",
    "Finding",
    "Findings",
    "Fix",
    "Rule",
    "batched_transform",
    "batchnorm_updates",
    "blocked_time",
    "changed_parameters",
    "checkpoint_keys",
    "clipped_gradients",
    "copied_bytes",
    "data_of_graph",
    "discarded_result",
    "divergence",
    "dropout_in_eval",
    "effectless_write",
    "eval_mode",
    "finding",
    "gradients_across",
    "gradients_at_step",
    "growing_graph",
    "held_activations",
    "hook_lifetime",
    "hook_signature",
    "live_snapshot",
    "loaded_devices",
    "loader_wait",
    "lost_parameter",
    "made_modules",
    "masked_gradient",
    "missing_gradients",
    "output_structure",
    "pending_copy",
    "reached_parameters",
    "repeated_modules",
    "retained_graph",
    "rounded_constant",
    "rule",
    "sample_order",
    "saturation",
    "scaled_gradients",
    "scheduler_order",
    "scheduler_steps",
    "softmaxed_input",
    "stale_gradients",
    "unapplied_gradients",
    "unregistered_parameters",
    "value_domain",
    "visible_devices",
]


def __getattr__(name: str) -> Any:
    """`File` brings the whole model along, so it comes when it is asked for: rules ask, `--version` does not."""
    if name == "File":
        from torchlint.model.file import File

        return File
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
