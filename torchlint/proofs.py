"""What a run would have to look at to settle a finding: data only.

Long because it has a function for each probe, by the probe's name. Rules import them from here.
How a probe looks, and what its judge makes of that, is in `verify/`, which plain linting never imports.
"""

from __future__ import annotations

from typing import Protocol

from torchlint.finding import Experiment, Span


class Place(Protocol):
    """A piece of code that a probe can look at."""

    @property
    def span(self) -> Span: ...


def _experiment(probe: str, **captures: Place | None) -> Experiment:
    return Experiment(probe, tuple((role, place.span) for role, place in captures.items() if place is not None))


def recurrent_axis(*, layer: Place, rows: Place | None) -> Experiment:
    """Which dimension of its input a recurrent or attention layer treats as the sequence (calls, rows, columns)."""
    return _experiment("recurrent_axis", layer=layer, rows=rows)


def repeated_points(*, writer: Place | None, tag: Place | None, step: Place | None, at: Place) -> Experiment:
    """How many points `at` writes with the same tag and step (points, repeated)."""
    return _experiment("repeated_points", writer=writer, tag=tag, step=step, at=at)


def repeated_modules(container: Place) -> Experiment:
    """How many different modules a list holds, compared with its length (entries, modules, numbers)."""
    return _experiment("repeated_modules", container=container)


def waiting_collective(*, callee: Place, at: Place) -> Experiment:
    """Which ranks reach a collective, and whether it returns (calls)."""
    return _experiment("waiting_collective", callee=callee, at=at)


def pending_copy(*, tensor: Place, at: Place) -> Experiment:
    """Whether the copy to the CPU `at` is still running when the program continues (calls)."""
    return _experiment("pending_copy", tensor=tensor, at=at)


def retained_graph(*, accumulator: Place, at: Place) -> Experiment:
    """Whether the graph reachable from the accumulator grows each time that `at` has run (nodes, bytes)."""
    return _experiment("retained_graph", accumulator=accumulator, at=at)


def held_activations(forward: Place) -> Experiment:
    """What a forward saves for a backward that never comes (bytes per forward)."""
    return _experiment("held_activations", result=forward)


def effectless_write(*, attribute: Place, at: Place) -> Experiment:
    """Whether the value that `at` assigns to an attribute takes effect (parameters, layers, groups)."""
    return _experiment("effectless_write", attribute=attribute, at=at)


def eval_mode(*, model: Place, at: Place, **given: Place) -> Experiment:
    """Which layers of the model are in train mode and which in eval mode each time that `at` runs.

    With what the call is given (`given_0`, `given_*1`, `given_mask`, `given_**3`), what the mode does to the result.
    """
    return _experiment("eval_mode", model=model, at=at, **given)


def hook_signature(
    *,
    body: Place,
    takes_1: Place | None = None,
    takes_2: Place | None = None,
    takes_3: Place | None = None,
    takes_4: Place | None = None,
) -> Experiment:
    """Whether the hook can be called with this many arguments, and whether its calls return.

    One of the roles is the function that is registered, by how many arguments it will be given.
    """
    hooks = {"takes_1": takes_1, "takes_2": takes_2, "takes_3": takes_3, "takes_4": takes_4}
    return _experiment("hook_signature", **hooks, body=body)


def half_updates(*, model: Place, at: Place) -> Experiment:
    """How many parameters are float16 when their optimizer steps, and how they change (numbers)."""
    return _experiment("half_updates", model=model, at=at)


def bfloat16_updates(*, model: Place, at: Place) -> Experiment:
    """Which bfloat16 parameters do not change when their optimizer steps (numbers)."""
    return _experiment("bfloat16_updates", model=model, at=at)


def hook_lifetime(*, at: Place, hook: Place | None = None, body: Place | None = None) -> Experiment:
    """How many of the hooks that `at` registers are still there, and how often they run (registered, live, calls).

    `body` is the function or lambda of this file behind `hook`, what is registered: its calls are counted (seconds).
    """
    return _experiment("hook_lifetime", at=at, hook=hook, body=body)


def dropout_in_eval(
    *,
    model: Place | None,
    dropped: Place | None = None,
    probability: Place | None = None,
    noise: Place | None = None,
    at: Place | None = None,
) -> Experiment:
    """What a function drops while the module that calls it is in eval mode: of its input, or how probably.

    `noise` is the scale of noise that is added instead.
    """
    return _experiment("dropout_in_eval", model=model, dropped=dropped, probability=probability, noise=noise, at=at)


def lost_parameter(result: Place) -> Experiment:
    """Whether the result of a parameter's conversion is still a parameter (tensors, numbers)."""
    return _experiment("lost_parameter", result=result)


def made_modules(*, at: Place, model: Place | None = None) -> Experiment:
    """How many modules `at` creates, how many of their parameters are in no optimizer, and the model's mode."""
    return _experiment("made_modules", model=model, at=at)


def output_structure(result: Place, *, model: Place | None = None) -> Experiment:
    """What a forward returns (types, numbers of dimensions), and in which mode of the model."""
    return _experiment("output_structure", result=result, model=model)


def saturation(*, argument: Place, at: Place, logits: Place | None = None, target: Place | None = None) -> Experiment:
    """How many probabilities are rounded to 0 or 1, and how much of the loss and the gradient is lost there.

    The logits are what the argument was made from; the target is that of a binary cross entropy.
    """
    return _experiment("saturation", argument=argument, at=at, logits=logits, target=target)


def softmaxed_input(
    *,
    at: Place,
    class_logits: Place | None = None,
    logits: Place | None = None,
    target: Place | None = None,
    callee: Place | None = None,
) -> Experiment:
    """Whether the loss `at` gets probabilities instead of logits, and how low the loss can then get.

    One of the two, by what the loss wants: `class_logits` for a cross entropy over classes, `logits` for a binary one.
    Pass `callee`, what is called, if it is a loss of PyTorch's: a run may call another one there.
    """
    return _experiment("softmaxed_input", class_logits=class_logits, logits=logits, target=target, callee=callee, at=at)


def thresholded_logits(*, logits: Place, at: Place) -> Experiment:
    """How many of the numbers that `at` compares with a probability lie outside 0 and 1 (numbers)."""
    return _experiment("thresholded_logits", logits=logits, at=at)


def softmaxed_rows(*, scores: Place, at: Place) -> Experiment:
    """Whether the softmax `at`, along dimension 0, normalises over the rows of a batch (calls, sums of rows)."""
    return _experiment("softmaxed_rows", scores=scores, at=at)


def single_class(*, scores: Place, at: Place) -> Experiment:
    """How many classes there are in what `at` applies a softmax to (calls, classes)."""
    return _experiment("single_class", scores=scores, at=at)


def broadcast_shapes(*, output: Place, target: Place) -> Experiment:
    """Whether an output and a target have different shapes that PyTorch broadcasts to a third one."""
    return _experiment("broadcast_shapes", output=output, target=target)


def divergence(*, log_probabilities: Place, target: Place, at: Place) -> Experiment:
    """Whether the loss `at` equals the divergence of the two distributions that are passed to it."""
    return _experiment("divergence", log_probabilities=log_probabilities, target=target, at=at)


def masked_gradient(*, operand: Place, singular: Place, at: Place) -> Experiment:
    """How many gradients between the operand and `singular` are not finite, although `at` selects other values."""
    return _experiment("masked_gradient", operand=operand, singular=singular, at=at)


def merged_positions(*, positions: Place, frequencies: Place) -> Experiment:
    """How precise positions are when they are multiplied by frequencies (repeated, error of angles)."""
    return _experiment("merged_positions", positions=positions, frequencies=frequencies)


def rounded_constant(
    *, constant: Place | None = None, tensor: Place | None = None, optimizer: Place | None = None
) -> Experiment:
    """What a constant becomes in the dtype of a tensor, or an optimizer's eps in that of its parameters."""
    return _experiment("rounded_constant", tensor=tensor, constant=constant, optimizer=optimizer)


def visible_devices(value: Place) -> Experiment:
    """Whether CUDA was initialised before the variable is set to this value (devices that it found)."""
    return _experiment("visible_devices", value=value)


def unregistered_tensor(*, attribute: Place, at: Place) -> Experiment:
    """Whether a module registers the tensor that `at` assigns to an attribute (modules, numbers, what it is beside)."""
    return _experiment("unregistered_tensor", attribute=attribute, at=at)


def value_domain(
    *,
    at: Place,
    log_probabilities: Place | None = None,
    positive: Place | None = None,
    nonnegative: Place | None = None,
    nonzero: Place | None = None,
    cosine: Place | None = None,
    finite: Place | None = None,
) -> Experiment:
    """Whether the values are of the kind that `at` expects, and what it computes from them.

    One of these, by what is expected: rows of log-probabilities (nll_loss), positive (log) or nonnegative (sqrt)
    values, values other than 0 (a divisor), values between -1 and 1 (acos), or any that are finite, at least one (a
    sum, a mean).
    """
    wanted = {"log_probabilities": log_probabilities, "positive": positive, "nonnegative": nonnegative}
    return _experiment("value_domain", **wanted, nonzero=nonzero, cosine=cosine, finite=finite, at=at)


def unregistered_parameters(*, container: Place, at: Place) -> Experiment:
    """How many parameters in a container are in no optimizer that steps (tensors, numbers); `at` assigns it."""
    return _experiment("unregistered_parameters", container=container, at=at)


def misplaced_numbers(*, tensor: Place, at: Place) -> Experiment:
    """How many numbers are not where a permutation to the shape of the view `at` would have put them."""
    return _experiment("misplaced_numbers", tensor=tensor, at=at)


def unloaded_weights(at: Place) -> Experiment:
    """What a model did not load, and which entries of the state dict were left over, when `at` loads it (entries)."""
    return _experiment("unloaded_weights", at=at)


def call_time(*, callee: Place, at: Place) -> Experiment:
    """How long the call `at` takes each time, and which share of the time from the first to the last (seconds)."""
    return _experiment("call_time", callee=callee, at=at)


def skipped_hooks(model: Place) -> Experiment:
    """How many hooks of a module are skipped, because `forward` is called directly (hooks, calls)."""
    return _experiment("skipped_hooks", model=model)


def used_up_iterator(iterator: Place) -> Experiment:
    """How often an exhausted iterator is used (times)."""
    return _experiment("used_up_iterator", iterator=iterator)


def missing_gradients(model: Place) -> Experiment:
    """Which parameters of a model never have a gradient when their optimizer steps (tensors, numbers, names)."""
    return _experiment("missing_gradients", model=model)


def batchnorm_updates(*, function: Place, at: Place, preserve: Place | None = None) -> Experiment:
    """How often batch norms behind a checkpointed function are updated per call `at`; and whether dropout repeats."""
    return _experiment("batchnorm_updates", function=function, at=at, preserve=preserve)


def batched_transform(
    *, result: Place, callee: Place | None = None, first: Place | None = None, second: Place | None = None
) -> Experiment:
    """What the work costs per sample, compared with the same work on a stacked batch (seconds).

    The work is arithmetic of two operands, or a call of `callee` with one; without operands it can't even be timed.
    """
    return _experiment("batched_transform", result=result, callee=callee, first=first, second=second)


def gradients_across(model: Place) -> Experiment:
    """Whether the gradients of a model's parameters are the same in all processes when their optimizers step (norm)."""
    return _experiment("gradients_across", model=model)


def seeds_across(at: Place) -> Experiment:
    """Whether processes that train together draw from generators with the same seed after `at` has set one."""
    return _experiment("seeds_across", at=at)


def copied_bytes(*, made: Place, at: Place) -> Experiment:
    """How many bytes of the tensor `made` are copied to another device by `at` (calls, bytes)."""
    return _experiment("copied_bytes", made=made, at=at)


def discarded_result(*, tensor: Place | None, at: Place) -> Experiment:
    """How the dropped result differs from the tensor that is used instead (device, dtype, shape, values, graph)."""
    return _experiment("discarded_result", tensor=tensor, at=at)


def blocked_time(*, tensor: Place, at: Place) -> Experiment:
    """How often, and how long, the host waits for the device between `tensor` and the number that `at` makes of it."""
    return _experiment("blocked_time", tensor=tensor, at=None if at.span == tensor.span else at)


def loaded_devices(at: Place) -> Experiment:
    """The devices of the tensors that a file contains (tensors, bytes)."""
    return _experiment("loaded_devices", result=at)


def kept_tensor(tensor: Place) -> Experiment:
    """Whether the stored attribute is a tensor (calls, bytes), and how many from earlier calls are still alive."""
    return _experiment("kept_tensor", tensor=tensor)


def piled_tensors(tensor: Place) -> Experiment:
    """Whether the tensors from all earlier calls are still alive when one more is stored (bytes)."""
    return _experiment("piled_tensors", tensor=tensor)


def wrapped_numbers(
    *, left: Place, at: Place, plus: Place | None = None, minus: Place | None = None, times: Place | None = None
) -> Experiment:
    """How many values of a uint8 result differ from the true sum, difference or product (numbers)."""
    return _experiment("wrapped_numbers", left=left, plus=plus, minus=minus, times=times, at=at)


def cut_fractions(*, base: Place | None, values: Place, at: Place) -> Experiment:
    """How many numbers lose the fraction that was added to them in a cast to integers (numbers, lost)."""
    return _experiment("cut_fractions", base=base, values=values, at=at)


def lost_dimension(*, tensor: Place, at: Place) -> Experiment:
    """How often a batch of one sample has lost its first dimension when `at` has run (calls, sizes of batches)."""
    return _experiment("lost_dimension", tensor=tensor, at=at)


def shorter_signal(*, signal: Place, at: Place) -> Experiment:
    """Whether a transformed signal is one value shorter after `at` (transforms)."""
    return _experiment("shorter_signal", signal=signal, at=at)


def named_device(*, before: Place | None, at: Place) -> Experiment:
    """Whether this machine has the device that `at` requests (GPUs)."""
    return _experiment("named_device", before=before, at=at)


def loader_wait(loader: Place) -> Experiment:
    """How long the program waits for the batches of a DataLoader (seconds, share of the loop's time)."""
    return _experiment("loader_wait", loader=loader)


def repeated_in_workers(
    *, generator: Place | None = None, seed: Place | None = None, sample: Place | None = None
) -> Experiment:
    """Whether several workers of a DataLoader get the same values here (values, how many also occur in others).

    One of these: a random number generator before it is used, a seed, or a sample of an IterableDataset.
    """
    return _experiment("repeated_in_workers", generator=generator, seed=seed, sample=sample)


def inherited_handle(*, opened: Place, handle: Place) -> Experiment:
    """How many workers use a handle that was opened before they were forked (workers, uses)."""
    return _experiment("inherited_handle", handle=handle, opened=opened)


def loader_order(loader: Place) -> Experiment:
    """Whether the DataLoader created here yields its samples in the same order in each pass (passes, samples)."""
    return _experiment("loader_order", loader=loader)


def dropped_samples(loader: Place) -> Experiment:
    """How many samples of a pass the DataLoader created here drops, because they do not fill a batch (samples)."""
    return _experiment("dropped_samples", loader=loader)


def recomputed_rate(*, scheduler: Place, rates: Place) -> Experiment:
    """How far the rates that `rates` computes are from those of the scheduler's optimizer (calls, differing)."""
    return _experiment("recomputed_rate", scheduler=scheduler, rates=rates)


def repeated_samples(sampler: Place) -> Experiment:
    """How many samples the DistributedSampler created here repeats to fill up the ranks (samples)."""
    return _experiment("repeated_samples", sampler=sampler)


def loader_restarts(loader: Place) -> Experiment:
    """How often the same DataLoader is restarted here (times, workers)."""
    return _experiment("loader_restarts", loader=loader)


def cudnn_flags(switch: Place) -> Experiment:
    """Whether cuDNN chooses algorithms by timing although deterministic ones are requested (training steps)."""
    return _experiment("cudnn_flags", switch=switch)


def seeds_differ(*, seed: Place, other: Place) -> Experiment:
    """Whether two generators get different seeds (calls)."""
    return _experiment("seeds_differ", seed=seed, other=other)


def shared_dataset(*, part: Place, parts: Place | None = None) -> Experiment:
    """Whether a Subset has its own transform, or is the only part that uses its dataset (samples)."""
    return _experiment("shared_dataset", part=part, parts=parts)


def sample_overlap(*, held_out: Place, trained: Place) -> Experiment:
    """How many of the held-out samples are also trained on (share, samples)."""
    return _experiment("sample_overlap", held_out=held_out, trained=trained)


def changed_input(*, tensor: Place, at: Place) -> Experiment:
    """How many numbers of a tensor have changed when `at` has run (numbers)."""
    return _experiment("changed_input", tensor=tensor, at=at)


def live_snapshot(*, snapshot: Place) -> Experiment:
    """Whether the weights that are kept here are changed by later steps (tensors, steps, largest change)."""
    return _experiment("live_snapshot", snapshot=snapshot)


def stale_gradients(*, optimizer: Place | None, at: Place) -> Experiment:
    """How much of what the step `at` applies was already applied by earlier steps (steps, ratio of norms)."""
    return _experiment("stale_gradients", optimizer=optimizer, at=at)


def unapplied_gradients(*, zero: Place | None, at: Place) -> Experiment:
    """How often `at` clears gradients that no step has applied (calls, largest norm)."""
    return _experiment("unapplied_gradients", zero=zero, at=at)


def mixed_gradients(*, loss: Place | None, backward: Place, optimizer: Place | None, at: Place) -> Experiment:
    """Whether the step `at` also applies gradients that the backward of another loss left (steps, norms)."""
    return _experiment("mixed_gradients", loss=loss, backward=backward, optimizer=optimizer, at=at)


def reached_parameters(*, loss: Place | None, at: Place) -> Experiment:
    """How many parameters of the optimizer that steps next the backward `at` of a loss reaches."""
    return _experiment("reached_parameters", loss=loss, at=at)


def trained_target(*, target: Place, at: Place) -> Experiment:
    """How many parameters of the optimizer that steps next a loss trains through what `at` is given as a target."""
    return _experiment("trained_target", target=target, at=at)


def growing_graph(*, loss: Place | None, at: Place) -> Experiment:
    """How many nodes there are behind a loss each time that its backward `at` runs (nodes per step)."""
    return _experiment("growing_graph", loss=loss, at=at)


def data_of_graph(*, tensor: Place, at: Place) -> Experiment:
    """Whether a tensor is part of a graph, and whether `at` changes its values without autograd noticing (times)."""
    return _experiment("data_of_graph", tensor=tensor, at=at)


def flattened_rows(*, rows: Place | None, at: Place) -> Experiment:
    """Whether each row is still one row when `at` has flattened it (calls, rows)."""
    return _experiment("flattened_rows", rows=rows, at=at)


def frozen_statistics(model: Place) -> Experiment:
    """Whether the running statistics of frozen batch norms of a module move (batch norms, change of the mean)."""
    return _experiment("frozen_statistics", model=model)


def scheduler_cadence(scheduler: Place) -> Experiment:
    """How often the scheduler created here steps, compared with how often it expects to (steps, learning rates)."""
    return _experiment("scheduler_cadence", scheduler=scheduler)


def summed_losses(*, loss: Place | None, at: Place) -> Experiment:
    """How many losses, divided or not, means or sums, `at` differentiates for one step (backwards, gradient norm)."""
    return _experiment("summed_losses", loss=loss, at=at)


def uneven_means(
    *, at: Place, target: Place | None = None, ignored: Place | None = None, divisor: Place | None = None
) -> Experiment:
    """Over how many elements the means `at` are that one step adds up (elements): of the target, or the divisor."""
    return _experiment("uneven_means", at=at, target=target, ignored=ignored, divisor=divisor)


def gradients_at_step(*, zero: Place | None, optimizer: Place | None, at: Place) -> Experiment:
    """Whether the step `at` has gradients, after those of `zero` have been cleared (steps, norm of the cleared)."""
    return _experiment("gradients_at_step", zero=zero, optimizer=optimizer, at=at)


def checkpoint_keys(state: Place | None = None, *, prepared: Place | None = None) -> Experiment:
    """How many names in a state dict have the prefix of a wrapped model (names).

    One of the two: `prepared` is that of a model which gets its wrapper only where several processes run.
    """
    return _experiment("checkpoint_keys", state=state, prepared=prepared)


def clipped_gradients(*, parameters: Place | None, at: Place) -> Experiment:
    """Whether a step applies the gradients that `at` clips (calls, norm of what is applied)."""
    return _experiment("clipped_gradients", parameters=parameters, at=at)


def scaled_gradients(*, scaler: Place | None, optimizer: Place | None, at: Place) -> Experiment:
    """Whether the gradients of an optimizer are still scaled when the clip `at` runs (calls, scale, norm)."""
    return _experiment("scaled_gradients", at=at, scaler=scaler, optimizer=optimizer)


def changed_parameters(*, forward: Place, loss: Place | None, at: Place) -> Experiment:
    """How many parameters have been changed between a forward and the backward `at` of a loss made from it."""
    return _experiment("changed_parameters", forward=forward, loss=loss, at=at)


def sample_order(sampler: Place) -> Experiment:
    """Whether passes over a sampler's samples use the epoch of an earlier pass (passes)."""
    return _experiment("sample_order", sampler=sampler)


def scheduler_order(*, scheduler: Place | None, step: Place | None = None) -> Experiment:
    """Whether a scheduler steps before its optimizer's first step, and which learning rates are then used."""
    return _experiment("scheduler_order", scheduler=scheduler, step=step)


def compiled_frames(
    *, model: Place | None = None, result: Place | None = None, compiled: Place | None = None
) -> Experiment:
    """How much is compiled in calls of a compiled model's method; or, of what `compiled` returns, at all (frames).

    `result` is the call, and `model` what it is a method of.
    """
    return _experiment("compiled_frames", model=model, result=result, compiled=compiled)


def recompiles(*, once: Place | None, body: Place) -> Experiment:
    """How often the function with this body is compiled (times). `once` is what runs before it is called."""
    return _experiment("recompiles", once=once, body=body)


def graph_breaks(*, once: Place | None, body: Place, expression: Place) -> Experiment:
    """How many compiled graphs end at an expression. `once` is what runs before the function is called."""
    return _experiment("graph_breaks", once=once, body=body, expression=expression)


def scheduler_steps(scheduler: Place) -> Experiment:
    """How often the scheduler created here steps, compared with its optimizer (steps, learning rates)."""
    return _experiment("scheduler_steps", scheduler=scheduler)
