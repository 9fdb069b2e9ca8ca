from torchlint import File, Findings, finding, rule
from torchlint.proofs import eval_mode
from torchlint.queries import modes


@rule(group="training", severity="error", symptoms="validation-differs", words="eval backward")
def check(file: File) -> Findings:
    """Without `model.train()` after validation, training goes on in eval mode: no Dropout, no BatchNorm updates."""
    for training in modes.eval_mode_trainings(file):
        if training.ignores_mode:
            continue  # the model has no Dropout, BatchNorm or other layer that depends on the mode
        model = training.model
        if training.is_left_before:
            since, where = "from the first iteration on", "at the start of each iteration"
        elif training.is_from_the_start:
            since, where = "after the evaluation in each iteration", "after the evaluation"
        else:
            since, where = "from the second iteration on", "at the start of each iteration"
        yield finding(
            training.loop,
            f"`{model}` trains in eval mode {since}; call `{model}.train()` {where}",
            proof=eval_mode(model=model, at=training.forward),
            sure=training.is_sure,
            related=training.story,
        )
