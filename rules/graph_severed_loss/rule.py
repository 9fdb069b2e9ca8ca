from torchlint import File, Findings, finding, rule
from torchlint.proofs import reached_parameters

from . import detect


@rule(group="training", severity="error", symptoms="loss-does-not-move", words="requires_grad requires_grad_")
def check(file: File) -> Findings:
    """A loss recreated with `requires_grad=True` has no graph behind it, so `backward()` reaches no parameters."""
    for loss in detect.severed_losses(file):
        backward = loss.backward
        advice = (
            "collect the losses without `.item()`, and use `torch.stack`"
            if loss.is_of_several
            else "compute the loss without `no_grad`, `.item()`, `.detach()` or `argmax`"
        )
        yield finding(
            loss,
            f"`{loss.shown}` starts a new graph, so `{backward}` reaches no parameters; {advice}",
            proof=reached_parameters(loss=backward.subject, at=backward),
            related=(backward.says("backward is called here"),),
        )
