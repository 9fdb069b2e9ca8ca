from torchlint import File, Findings, finding, rule
from torchlint.proofs import reached_parameters

from . import detect, detect_returned

_ADVICE = {
    True: "collect the losses without `.item()`, and use `torch.stack`",
    False: "compute the loss without `no_grad`, `.item()`, `.detach()` or `argmax`",
}


@rule(group="training", severity="error", symptoms="loss-does-not-move", words="requires_grad requires_grad_")
def check(file: File) -> Findings:
    """A loss recreated with `requires_grad=True` has no graph behind it, so `backward()` reaches no parameters."""
    for loss in detect.severed_losses(file):
        backward = loss.backward
        yield finding(
            loss,
            f"`{loss.shown}` starts a new graph, so `{backward}` reaches no parameters; {_ADVICE[loss.is_of_several]}",
            proof=reached_parameters(loss=backward.subject, at=backward),
            related=(backward.says("backward is called here"),),
        )
    for cut in detect_returned.returned_losses(file):
        yield finding(
            cut,
            f"`{cut.shown}` starts a new graph, so `backward()` reaches no parameters; {_ADVICE[cut.is_of_several]}",
            related=(cut.returned.says("returned here, and differentiated by the framework"),),
        )
