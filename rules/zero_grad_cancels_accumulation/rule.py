from torchlint import File, Findings, finding, rule
from torchlint.proofs import unapplied_gradients
from torchlint.queries import training


@rule(group="training", severity="error", symptoms="loss-does-not-move", words="zero_grad")
def check(file: File) -> Findings:
    """Gradients that are cleared in every pass do not accumulate: a step every few passes applies the last one's."""
    reported = set()
    for loop in training.trainings(file):
        for step in loop.steps:
            zero = training.Windows(loop).cancelling(step) if loop.is_fed(step) else None
            zero = zero or training.cleared_before_backward(loop, step)
            if zero is None or zero in reported:
                continue  # a step in every pass, or cleared only after a step
            if step.step.by == "closure":
                continue  # its gradients come from elsewhere
            reported.add(zero)
            yield finding(
                zero,
                f"`{zero}` clears what each pass adds before `{step}` applies it; call it only after `{step}`",
                proof=unapplied_gradients(zero=zero.receiver, at=zero),
                related=(step.says("applies what the last pass has added"),),
            )
