from torchlint import File, Findings, finding, rule
from torchlint.proofs import eval_mode
from torchlint.queries import modes


@rule(group="evaluation", severity="error")
def check(file: File) -> Findings:
    """A model evaluated in train mode drops activations at random and normalises by the batch it is given."""
    reported = set()
    for forward in modes.evaluations(file):
        if not forward.is_in_train_mode:
            continue  # eval() was called on the way here, or somebody that is not seen may have called it
        if forward.ignores_mode:
            continue  # neither Dropout nor BatchNorm, nor anything like them
        if not forward.is_trained:
            continue  # random weights: a look at shapes, a benchmark
        if forward.wants_train_mode:
            continue  # this very function calls train() for it: Monte Carlo dropout, losses of a detector
        if (forward.function, forward.model.text) in reported:
            continue  # one finding per model and function
        reported.add((forward.function, forward.model.text))
        if forward.function and forward.is_shared_with_training:
            yield finding(
                forward.evaluating_call,
                f"`{forward.function.name}` evaluates `{forward.model}` in train mode; "
                "switch to eval mode before the call",
                sure=forward.is_sure,
            )
            continue  # a run would see its training, too
        yield finding(
            forward,
            f"`{forward.model}` is evaluated in train mode; call `{forward.model}.eval()` before",
            proof=eval_mode(model=forward.model, at=forward),
            sure=forward.is_sure,
        )
