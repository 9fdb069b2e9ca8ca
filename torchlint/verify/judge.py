"""What evidence says about a finding: a function of both, and of nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from torchlint.evidence import Evidence, Observation
from torchlint.finding import Experiment
from torchlint.verdict import Verdict, times
from torchlint.verify.judges import (
    batched_transform,
    batchnorm_updates,
    blocked_time,
    broadcast_shapes,
    call_time,
    changed_input,
    changed_parameters,
    checkpoint_keys,
    clipped_gradients,
    copied_bytes,
    cudnn_flags,
    cut_fractions,
    data_of_graph,
    discarded_result,
    divergence,
    dropout_in_eval,
    effectless_write,
    eval_mode,
    flattened_rows,
    frozen_statistics,
    gradients_across,
    gradients_at_step,
    growing_graph,
    half_updates,
    held_activations,
    hook_lifetime,
    hook_signature,
    inherited_handle,
    kept_tensor,
    live_snapshot,
    loaded_devices,
    loader_order,
    loader_restarts,
    loader_wait,
    lost_dimension,
    lost_parameter,
    made_modules,
    masked_gradient,
    misplaced_numbers,
    missing_gradients,
    named_device,
    output_structure,
    pending_copy,
    piled_tensors,
    reached_parameters,
    recurrent_axis,
    repeated_in_workers,
    repeated_modules,
    repeated_points,
    retained_graph,
    rounded_constant,
    sample_order,
    sample_overlap,
    saturation,
    scaled_gradients,
    scheduler_cadence,
    scheduler_order,
    scheduler_steps,
    seeds_differ,
    shared_dataset,
    skipped_hooks,
    softmaxed_input,
    stale_gradients,
    summed_losses,
    unapplied_gradients,
    unloaded_weights,
    unregistered_parameters,
    unregistered_tensor,
    used_up_iterator,
    value_domain,
    visible_devices,
    waiting_collective,
    wrapped_numbers,
)

JUDGES: dict[str, Callable[[Sequence[Observation]], Verdict]] = {
    "batched_transform": batched_transform.judge,
    "batchnorm_updates": batchnorm_updates.judge,
    "blocked_time": blocked_time.judge,
    "broadcast_shapes": broadcast_shapes.judge,
    "call_time": call_time.judge,
    "changed_input": changed_input.judge,
    "changed_parameters": changed_parameters.judge,
    "checkpoint_keys": checkpoint_keys.judge,
    "clipped_gradients": clipped_gradients.judge,
    "copied_bytes": copied_bytes.judge,
    "cudnn_flags": cudnn_flags.judge,
    "cut_fractions": cut_fractions.judge,
    "data_of_graph": data_of_graph.judge,
    "discarded_result": discarded_result.judge,
    "divergence": divergence.judge,
    "dropout_in_eval": dropout_in_eval.judge,
    "effectless_write": effectless_write.judge,
    "eval_mode": eval_mode.judge,
    "flattened_rows": flattened_rows.judge,
    "frozen_statistics": frozen_statistics.judge,
    "gradients_across": gradients_across.judge,
    "gradients_at_step": gradients_at_step.judge,
    "growing_graph": growing_graph.judge,
    "half_updates": half_updates.judge,
    "held_activations": held_activations.judge,
    "hook_lifetime": hook_lifetime.judge,
    "hook_signature": hook_signature.judge,
    "inherited_handle": inherited_handle.judge,
    "kept_tensor": kept_tensor.judge,
    "live_snapshot": live_snapshot.judge,
    "loaded_devices": loaded_devices.judge,
    "loader_order": loader_order.judge,
    "loader_restarts": loader_restarts.judge,
    "loader_wait": loader_wait.judge,
    "lost_dimension": lost_dimension.judge,
    "lost_parameter": lost_parameter.judge,
    "made_modules": made_modules.judge,
    "masked_gradient": masked_gradient.judge,
    "misplaced_numbers": misplaced_numbers.judge,
    "missing_gradients": missing_gradients.judge,
    "named_device": named_device.judge,
    "output_structure": output_structure.judge,
    "pending_copy": pending_copy.judge,
    "piled_tensors": piled_tensors.judge,
    "reached_parameters": reached_parameters.judge,
    "recurrent_axis": recurrent_axis.judge,
    "repeated_in_workers": repeated_in_workers.judge,
    "repeated_modules": repeated_modules.judge,
    "repeated_points": repeated_points.judge,
    "retained_graph": retained_graph.judge,
    "rounded_constant": rounded_constant.judge,
    "sample_order": sample_order.judge,
    "sample_overlap": sample_overlap.judge,
    "saturation": saturation.judge,
    "scaled_gradients": scaled_gradients.judge,
    "scheduler_cadence": scheduler_cadence.judge,
    "scheduler_order": scheduler_order.judge,
    "scheduler_steps": scheduler_steps.judge,
    "seeds_differ": seeds_differ.judge,
    "shared_dataset": shared_dataset.judge,
    "skipped_hooks": skipped_hooks.judge,
    "softmaxed_input": softmaxed_input.judge,
    "stale_gradients": stale_gradients.judge,
    "summed_losses": summed_losses.judge,
    "unapplied_gradients": unapplied_gradients.judge,
    "unloaded_weights": unloaded_weights.judge,
    "unregistered_parameters": unregistered_parameters.judge,
    "unregistered_tensor": unregistered_tensor.judge,
    "used_up_iterator": used_up_iterator.judge,
    "value_domain": value_domain.judge,
    "visible_devices": visible_devices.judge,
    "waiting_collective": waiting_collective.judge,
    "wrapped_numbers": wrapped_numbers.judge,
}


def verdict(experiment: Experiment, evidence: Evidence) -> Verdict:
    """Confirmed or refuted only by what was measured on the program's own objects."""
    judge = JUDGES.get(experiment.probe)
    if judge is None:
        return Verdict("undecided", "a run can't settle this yet")
    return _without_observation(evidence) or _unmeasured(evidence.observations) or judge(_measured(evidence))


def _without_observation(evidence: Evidence) -> Verdict | None:
    if evidence.observations:
        return None
    if not evidence.processes:
        return Verdict("undecided", "no Python process could be observed")
    if evidence.file == "not loaded":
        return Verdict("not reached", "no process imported this file or started with it")
    if evidence.file != "rewritten":
        why = "has changed since it was checked" if evidence.file == "changed" else "could not be prepared"
        return Verdict("undecided", f"the file {why}")
    if not evidence.is_placed:
        return Verdict("undecided", "nothing can be looked at here without running your code twice")
    if evidence.compiled:
        return Verdict("undecided", "not seen: perhaps it ran under torch.compile")
    return Verdict("not reached", "this line never ran")


def _unmeasured(observations: Sequence[Observation]) -> Verdict | None:
    visits = sum(seen.visits for seen in observations)
    if not any(seen.torch for seen in observations):
        return Verdict("undecided", f"reached {times(visits)} in a process without torch")
    errors = sum(seen.errors for seen in observations)
    if errors:
        name = next(seen.error for seen in observations if seen.error)
        return Verdict("undecided", f"the probe failed in {errors} of {times(visits, 'visit')}: {name}")
    if all(seen.visits == seen.skipped for seen in observations):
        return Verdict("undecided", f"reached {times(visits)}, always where tensors can't be looked at, as in tracing")
    return None


def _measured(evidence: Evidence) -> list[Observation]:
    return [seen for seen in evidence.observations if seen.torch and seen.visits > seen.skipped]
