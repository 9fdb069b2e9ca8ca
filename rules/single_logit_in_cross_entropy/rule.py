from torchlint import File, Findings, finding, rule
from torchlint.proofs import single_class

from . import detect


@rule(
    group="training",
    severity="error",
    symptoms="loss-does-not-move",
    words="cross_entropy CrossEntropyLoss softmax Softmax LogSoftmax",
)
def check(file: File) -> Findings:
    """A softmax over one class is always 1, so the cross entropy of a single logit is 0 and trains nothing."""
    for loss in detect.losses_of_one_class(file):
        yield finding(
            loss.call,
            f"`{loss.scores}` has one column, whose softmax is always 1; {loss.advice}",
            proof=single_class(scores=loss.scores, at=loss.call),
        )
