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
    """Softmax over a single logit is always 1, so its `cross_entropy` is 0 and trains nothing."""
    for loss in detect.losses_of_one_class(file):
        yield finding(
            loss.call,
            f"`{loss.scores}` has a single column, so its softmax is always 1; {loss.advice}",
            proof=single_class(scores=loss.scores, at=loss.call),
        )
