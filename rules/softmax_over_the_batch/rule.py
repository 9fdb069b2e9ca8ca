from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import softmaxed_rows

from . import detect


@rule(
    group="training",
    severity="error",
    symptoms="accuracy-at-chance",
    words="softmax log_softmax Softmax LogSoftmax",
    preview=True,
)
def check(file: File) -> Findings:
    """Dimension 0 is the batch, so a softmax along it compares samples with each other, and not classes."""
    for softmax in detect.batch_softmaxes(file):
        scores = softmax.scores
        yield finding(
            softmax,
            f"`{softmax}` makes the numbers of each class sum to 1 over the batch; use `dim=-1`",
            fix=Fix("Go along the classes", softmax.along_the_last, safe=False),
            proof=softmaxed_rows(scores=scores, at=softmax) if scores is not None else None,
            sure=softmax.is_of_batches,
        )
