from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import thresholded_logits

from . import detect


@rule(
    group="evaluation",
    severity="error",
    symptoms="accuracy-at-chance",
    words="logits cross_entropy CrossEntropyLoss BCEWithLogitsLoss focal_loss",
)
def check(file: File) -> Findings:
    """A logit of 0 is a probability of 0.5, so comparing logits with 0.5 misses the less certain positives."""
    for threshold in detect.thresholds(file):
        compared = threshold.compared
        yield finding(
            threshold,
            f"`{compared}` holds logits, so {threshold.bound} is not a probability here; "
            f"compare `{compared}{threshold.given.probabilities}`",
            fix=Fix("Compare probabilities", compared.then(threshold.given.probabilities), safe=False),
            related=(threshold.given.loss.says("this loss treats it as logits"),),
            proof=thresholded_logits(logits=compared, at=threshold),
            sure=threshold.is_certain,
        )
