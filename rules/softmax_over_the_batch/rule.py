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
    """`softmax(dim=0)` normalises over the batch, so samples compete with each other instead of classes."""
    for softmax in detect.batch_softmaxes(file):
        scores = softmax.scores
        yield finding(
            softmax,
            f"`{softmax}` normalises over the batch instead of the classes; use `dim={softmax.dim_of_classes}`",
            fix=Fix("Normalise over the classes", softmax.along_the_classes, safe=False),
            proof=softmaxed_rows(scores=scores, at=softmax) if scores is not None else None,
            sure=softmax.is_of_batches,
        )
