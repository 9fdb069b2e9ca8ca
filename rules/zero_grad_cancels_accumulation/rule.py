from torchlint import File, Findings, finding, rule
from torchlint.proofs import unapplied_gradients
from torchlint.queries import training

from . import detect


@rule(group="training", severity="error", symptoms="loss-does-not-move", words="zero_grad")
def check(file: File) -> Findings:
    """`zero_grad()` in every iteration cancels accumulation: the step applies only the last batch's gradients."""
    reported = set()
    for loop in training.trainings(file):
        for step in loop.steps:
            zero = training.Windows(loop).cancelling(step) if loop.is_fed(step) else None
            zero = zero or training.cleared_before_backward(loop, step)
            if zero is None or zero in reported:
                continue  # steps in every pass, or clears only after a step
            if step.step.by == "closure":
                continue  # its gradients come from elsewhere
            reported.add(zero)
            yield finding(
                zero,
                f"`{zero}` clears the accumulated gradients before `{step}` applies them; call it only after `{step}`",
                proof=unapplied_gradients(zero=zero.receiver, at=zero),
                related=(step.says("applies only the last batch's gradients"),),
            )
    for zero, step in detect.cleared_sums(file):
        if zero in reported:
            continue  # reported above, for a step that the loop itself makes
        yield finding(
            zero,
            f"`{zero}` clears the gradients in each pass, and `{step.callee}` steps only every `{step.every}`; "
            "call it only after a step",
            proof=unapplied_gradients(zero=zero.receiver, at=zero),
            sure=step.is_sure,
            related=(step.says("steps only every few batches"),),
        )
