from torchlint import File, Findings, finding, rule
from torchlint.proofs import scheduler_cadence

from . import detect


@rule(group="training", severity="warning", words="lr_scheduler LR get_linear_schedule get_cosine_schedule")
def check(file: File) -> Findings:
    """A scheduler that counts batches and steps once per epoch never gets far; the other way round it ends at once."""
    for step in detect.cadences(file):
        if isinstance(step, detect.FastDecay):
            yield finding(
                step,
                f"`{step}` runs for each batch: after 100, {step.left:.0e} of the learning rate is left; "
                "call it after each epoch",
                proof=scheduler_cadence(step.made),
                related=(step.made.says("the scheduler is made here"),),
            )
            continue
        if step.is_per_epoch:
            wrong = f"`{step}` runs once per epoch, but `{step.horizon}` counts batches; call it after each batch"
        else:
            wrong = f"`{step}` runs for each batch, but `{step.horizon}` counts epochs; call it after each epoch"
        yield finding(
            step,
            wrong,
            proof=scheduler_cadence(step.made),
            related=(step.horizon.says("the number of steps that it expects"),),
        )
