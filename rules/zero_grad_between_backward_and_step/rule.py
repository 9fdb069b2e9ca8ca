from torchlint import File, Findings, finding, rule
from torchlint.proofs import gradients_at_step
from torchlint.queries import training


@rule(group="training", severity="error", symptoms="loss-does-not-move", words="zero_grad")
def check(file: File) -> Findings:
    """`zero_grad()` between `backward()` and `step()` clears the gradients before they are applied."""
    reported = set()
    for loop in training.trainings(file):
        for step in loop.steps:
            zero = loop.emptied_before(step) if step.step.by != "closure" else None
            if zero is None or zero in reported:
                continue  # on some path there are new gradients, or a closure computes them
            reported.add(zero)
            yield finding(
                zero,
                f"`{zero}` clears the gradients that `{step}` should apply; clear them before `backward()`",
                proof=gradients_at_step(zero=zero.receiver, optimizer=step.subject, at=step),
            )
