from torchlint import File, Findings, finding, rule
from torchlint.proofs import mixed_gradients

from . import detect


@rule(group="training", severity="error", symptoms="loss-does-not-move", words="zero_grad")
def check(file: File) -> Findings:
    """A loss through two models leaves gradients in both, and a step of the second model applies them too."""
    for mixed in detect.mixed_steps(file):
        optimizer, own, other = mixed.step.subject, mixed.own, mixed.other
        place, message = (
            own,
            (f"`{own}` adds to the gradients that `{other}` left; call `{optimizer}.zero_grad()` in between"),
        )
        if not mixed.is_after:
            place, message = (
                other,
                f"`{other}` adds gradients that `{mixed.step}` applies too; move the step above this line",
            )
        yield finding(
            place,
            message,
            proof=mixed_gradients(loss=other.subject, backward=other, optimizer=optimizer, at=mixed.step),
            sure=mixed.is_sure,
            related=(other.says("leaves gradients here"), mixed.step.says("applies both")),
        )
