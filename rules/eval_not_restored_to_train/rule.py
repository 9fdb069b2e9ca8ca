from torchlint import File, Findings, finding, rule
from torchlint.proofs import eval_mode
from torchlint.queries import modes


@rule(group="training", severity="error", symptoms="validation-differs", words="eval")
def check(file: File) -> Findings:
    """A model that a validation leaves in eval mode trains without Dropout and BatchNorm from then on."""
    for training in modes.eval_mode_trainings(file):
        if training.ignores_mode:
            continue  # neither Dropout nor BatchNorm, nor anything like them
        model = training.model
        yield finding(
            training.loop,
            f"`{model}` trains in eval mode after the first pass; call `{model}.train()` before it trains",
            proof=eval_mode(model=model, at=training.forward),
            sure=training.is_sure,
            related=training.story,
        )
