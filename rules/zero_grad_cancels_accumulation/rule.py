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
    for cleared in detect.cleared_sums(file):
        clear, told = cleared.zero, cleared.step
        if clear in reported:
            continue  # reported above, for a step that the loop itself makes
        yield finding(
            clear,
            f"`{clear}` clears the gradients in each pass, and `{told.callee}` steps only every `{told.every}`; "
            "call it only after a step",
            proof=unapplied_gradients(zero=clear.receiver, at=clear),
            sure=told.is_sure,
            related=(told.says("steps only every few batches"),),
        )
