from torchlint import File, Findings, finding, rule
from torchlint.proofs import scheduler_cadence

from . import detect, detect_accelerate, detect_accumulated, detect_lightning


@rule(
    group="training",
    severity="warning",
    symptoms="loss-does-not-move",
    words="lr_scheduler LR get_linear_schedule get_cosine_schedule get_scheduler",
)
def check(file: File) -> Findings:
    """A scheduler sized in batches but stepped per epoch barely moves; vice versa, it finishes far too early."""
    for step in detect.cadences(file):
        if isinstance(step, detect.FastDecay):
            left = f"after 100 batches, {step.left:.0e} of the learning rate is left"
            wrong, related = (
                f"`{step}` runs once per batch: {left}; call it after each epoch",
                step.made.says("created here"),
            )
        else:
            related = step.horizon.says("the number of steps it expects")
            per, unit = ("epoch", "batch") if step.is_per_epoch else ("batch", "epoch")
            expects = f"`{step.scheduler}` expects `{step.horizon}` steps, one per {unit}"
            wrong = f"`{step}` runs once per {per}, but {expects}; call it after each {unit}"
            if step.is_elsewhere:
                wrong = f"{expects}, but its `step()` runs once per {per}; call that after each {unit}"
        yield finding(step, wrong, proof=scheduler_cadence(step.made), related=(related,))
    for late in detect_accumulated.accumulated(file):
        wrong = f"`{late}` runs once per `{late.every}` batches, but `{late.horizon}` counts them all"
        related = late.horizon.says("the number of steps it expects")
        yield finding(late, f"{wrong}; divide it by `{late.every}`", sure=late.is_sure, related=(related,))
    for early in detect_accumulated.hasty(file):
        wrong = f"`{early}` runs once per batch, but `{early.horizon}` counts steps of `{early.every}` batches each"
        related = early.horizon.says("the number of steps it expects")
        yield finding(early, f"{wrong}; call it only when the optimizer steps", related=(related,))
    for length in detect_accelerate.wrong_lengths(file):
        wrong = f"`{length.given}` counts {length.unit}, but accelerate steps the scheduler once per process"
        yield finding(
            length.given, f"{wrong}; multiply it by the `num_processes` of the Accelerator", sure=length.is_sure
        )
    for call in detect_accelerate.steps_per_epoch(file):
        wrong = f"`{call}` runs once per epoch, but accelerate steps a prepared scheduler once per process"
        yield finding(call, f"{wrong}; leave it out of `prepare`")
    for made in detect_lightning.handed_over(file):
        if made.is_per_epoch:
            wrong = f'`{made.callee}` counts batches, but Lightning steps it once per epoch; set `"interval": "step"`'
        else:
            wrong = (
                f'`{made.callee}` counts epochs, but `"interval": "step"` steps it once per batch; set it to `"epoch"`'
            )
        related = made.horizon.says("the number of steps it expects")
        yield finding(made, wrong, proof=scheduler_cadence(made), sure=made.is_sure, related=(related,))
