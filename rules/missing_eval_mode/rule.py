from torchlint import File, Findings, finding, rule
from torchlint.proofs import eval_mode
from torchlint.queries import modes

from . import detect, detect_branches


@rule(group="evaluation", severity="error", symptoms="validation-differs")
def check(file: File) -> Findings:
    """Without `model.eval()`, a model is evaluated with Dropout active and BatchNorm using each batch's statistics."""
    reported, called = set(), set()
    for forward in modes.evaluations(file):
        if not forward.is_in_train_mode:
            continue  # eval() was called before, or unknown code may have called it
        if detect.sets_only_the_flag(file, forward):
            continue  # `model.training = False`, which module-attribute-write-is-a-no-op reports
        if forward.ignores_mode:
            continue  # the model has no Dropout, BatchNorm or other layer that depends on the mode
        if not forward.is_trained:
            continue  # random weights: a check of shapes, or a benchmark
        asks_for_it = forward.wants_train_mode
        if asks_for_it and not forward.is_called_evaluation:
            continue  # this function calls train() on purpose: Monte Carlo dropout, losses of a detector
        if forward.is_evaluated_by_others and not forward.is_sure:
            continue  # acts in the mode that it is trained in, and is evaluated elsewhere
        if (forward.function, forward.model.text) in reported:
            continue  # one finding per model and function
        reported.add((forward.function, forward.model.text))
        if forward.function and forward.is_shared_with_training:
            if not forward.is_sure and forward.evaluating_call.node in called:
                continue  # of several models of unknown layers, one is suspected
            called.add(forward.evaluating_call.node)
            yield finding(
                forward.evaluating_call,
                f"`{forward.function.name}` evaluates `{forward.model}` in train mode, "
                "so Dropout and BatchNorm act as in training; switch it to eval mode before the call",
                sure=forward.is_sure and not asks_for_it,
            )
            continue  # a run would see its training, too
        mode = "the mode it is trained in" if forward.is_in_mode_of_training else "train mode"
        mode = "the mode other code leaves it in" if forward.is_in_mode_of_caller else mode
        effect = ", so Dropout and BatchNorm act as in training" if mode == "train mode" else ""
        yield finding(
            forward,
            f"`{forward.model}` is evaluated in {mode}{effect}; call `{forward.model}.eval()` first",
            proof=eval_mode(model=forward.model, at=forward, **forward.given),
            sure=forward.is_sure and not asks_for_it,
        )
    for held in modes.held_model_evaluations(file):
        if held.forward.ignores_any_mode:
            continue  # the model has no Dropout, BatchNorm or other layer that depends on the mode
        if (held.function, held.model) in reported:
            continue  # one finding per model and function
        reported.add((held.function, held.model))
        seen = f", as `{held.switching}` does" if held.switching else ", which nothing does"
        yield finding(
            held,
            f"`{held.model}` is evaluated in whatever mode it is in; call `{held.model}.eval()` first{seen}",
            proof=eval_mode(model=held.forward.model, at=held.forward, **held.forward.given),
            sure=False,
        )
    for made in modes.global_model_evaluations(file):
        if made.forward.ignores_any_mode:
            continue  # the model has no Dropout, BatchNorm or other layer that depends on the mode
        if (made.forward.function, made.model) in reported:
            continue  # one finding per model and function
        reported.add((made.forward.function, made.model))
        yield finding(
            made,
            f"`{made.model}` is evaluated in the mode it was made in, train mode; call `{made.model}.eval()` first",
            proof=eval_mode(model=made.forward.model, at=made.forward, **made.forward.given),
            sure=False,
        )
    for phase in modes.phases_without_training(file):
        forward = phase.evaluation
        if not phase.is_in_train_mode or forward.ignores_mode:
            continue  # a condition on the phase sets the mode, or the mode has no effect
        yield finding(
            forward,
            f"`{forward.model}` is evaluated in train mode when {phase.phase}; "
            f"call `{forward.model}.train({phase.training})` before the loop over batches",
            sure=forward.is_sure,
        )
    for switched in detect.switched_to_train(file):
        if any(model == str(switched.model) for _, model in reported):
            continue  # reported where it is called
        yield finding(
            switched,
            f"`{switched}` leaves the model in train mode for `{switched.handed_on}`, which only evaluates; "
            "call `eval()` instead",
            sure=False,
            related=(switched.handed_on.says("the model is passed to this code"),),
        )
    for left in detect_branches.one_sided(file):
        if any(model == str(left.model) for _, model in reported):
            continue  # reported where it is called
        yield finding(
            left,
            f"`{left.model}` is put in eval mode in one of two branches only; call `{left.model}.eval()` in both",
            sure=False,
            related=(left.switched.says("only here"),),
        )
