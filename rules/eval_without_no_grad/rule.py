from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import held_activations
from torchlint.queries import modes, testing

from . import detect


@rule(group="evaluation", severity="warning", symptoms="out-of-memory gpu-idle")
def check(file: File) -> Findings:
    """Evaluating a model without `torch.no_grad()` records a graph for every batch and holds its activations."""
    if testing.is_test_module(file) or not file.torch.reaches((0, 4)):
        return  # a test takes a few steps, and ends; or no_grad did not exist
    left = []
    for forward in modes.forwards_by_callers(file):
        if not forward.grad_enabled or forward.is_frozen:
            continue  # gradients are off on every path to here, or nothing in the model needs one
        there = forward.with_gradients  # another way here may evaluate under no_grad, as this one trains
        is_read = there.is_only_read or there.is_read_in_pass or there.is_dropped_in_pass
        if not (there.is_evaluated or is_read or there.is_made_for_evaluation):
            continue  # training, or part of a larger forward
        if forward.is_differentiated or (forward.is_among_training and not modes.chooses_actions(forward)):
            continue  # the gradients are used: saliency, attacks, fine-tuning with frozen statistics
        if forward.is_guessed and forward.is_returned:
            continue  # possibly not a model, and its output may be trained on elsewhere
        if forward.is_test:
            continue  # only checks that a forward runs, or its shapes
        if modes.takes_volatile(forward):
            continue  # no graph in PyTorch 0.3, and removed-api reports `volatile`
        if detect.turns_gradients_on(forward):
            continue  # asked for, whatever the code around has turned off
        if forward.takes_gradients:
            continue  # fails without gradients
        left.append(forward)
    for forward in modes.one_per_evaluation(left):
        function = forward.function
        if function and forward.is_shared_with_training:
            yield finding(
                forward.evaluating_call,
                f"`{function.name}` evaluates `{forward.model}` with gradients enabled, "
                "which records a graph that nothing uses; "
                f"call `{function.name}` under `with torch.no_grad():`",
                sure=forward.is_sure and not detect.is_done_both_ways(forward),
                related=(forward.says("evaluated here"),),
            )
            continue  # a run would see its training, too
        whole = function if function and modes.can_be_gradless(function) else None
        if whole and modes.is_beside_another_model(forward.call, whole):
            whole = None  # the other one's graph may be wanted
        advice = (
            f"decorate `{whole.name}` with `@torch.no_grad()`" if whole else "call it under `with torch.no_grad():`"
        )
        said = (
            "records a graph that nothing uses"
            if forward.is_dropped_in_pass
            else "is evaluated with gradients enabled, which records a graph that nothing uses"
        )
        yield finding(
            forward,
            f"`{forward.model}` {said}; {advice}",
            fix=Fix("Decorate it with @torch.no_grad()", whole.decorate("torch.no_grad"), safe=False)
            if whole
            else None,
            proof=held_activations(forward),
            sure=forward.is_sure
            and not detect.may_be_frozen(file, forward.node)
            and not detect.is_done_both_ways(forward),
            related=tuple(detect.calls_with_gradients(forward)),
        )
    for phase in modes.phases_without_training(file):
        forward = phase.forward
        if not phase.grad_enabled or forward.is_frozen or modes.takes_volatile(forward):
            continue  # a condition on the phase or `volatile` decides about gradients, or nothing needs one
        yield finding(
            forward,
            f"`{forward.model}` is evaluated with gradients enabled when {phase.phase}; "
            f"call it under `with torch.set_grad_enabled({phase.training}):`",
            sure=forward.is_sure,
        )
