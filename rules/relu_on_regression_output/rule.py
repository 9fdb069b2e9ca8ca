from torchlint import File, Findings, finding, rule
from torchlint.proofs import value_domain

from . import detect, detect_held_losses


@rule(group="training", severity="warning", symptoms="loss-does-not-move", words="relu ReLU")
def check(file: File) -> Findings:
    """A ReLU as the last layer of a regression cannot give numbers below 0, and does not learn where it gives 0."""
    for loss in detect.rectified_regressions(file):
        if loss.is_of_features:
            continue  # features of two models, or of two inputs, that shall be alike
        yield finding(
            loss,
            f"`{loss.output}` went through a ReLU, so no target below 0 is met; leave it out if there may be any",
            related=loss.elsewhere,
            proof=value_domain(nonnegative=loss.target, at=loss),
            sure=loss.is_centred,
        )
    for output in detect_held_losses.rectified_outputs(file):
        yield finding(
            output,
            f"`{output}` is what `forward` gives, so `self.{output.loss}` meets no target below 0; leave the ReLU out",
            sure=False,  # the targets are given elsewhere
        )
