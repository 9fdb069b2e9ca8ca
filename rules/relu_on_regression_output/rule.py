from torchlint import File, Findings, finding, rule
from torchlint.proofs import value_domain

from . import detect, detect_held_losses


@rule(group="training", severity="warning", symptoms="loss-does-not-move")
def check(file: File) -> Findings:
    """A final ReLU keeps a regression model from predicting below 0, and has no gradient where it gives 0."""
    for loss in detect.rectified_regressions(file):
        if loss.is_of_features:
            continue  # features of two models or inputs that should be similar
        yield finding(
            loss,
            f"`{loss.output}` is the output of a ReLU, so it is never below 0; "
            "remove the ReLU if targets can be negative",
            related=loss.elsewhere,
            proof=value_domain(nonnegative=loss.target, at=loss),
            sure=loss.is_centred,
        )
    for output in detect_held_losses.rectified_outputs(file):
        yield finding(
            output,
            f"`forward` returns `{output}`, so `self.{output.loss}` can't match targets below 0; "
            "remove the ReLU if targets can be negative",
            sure=False,  # the targets are given elsewhere
        )
