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
    """A logit of 0 is a probability of 0.5, so logits that are compared with 0.5 leave out the less certain answers."""
    for threshold in detect.thresholds(file):
        compared = threshold.compared
        yield finding(
            threshold,
            f"`{compared}` holds logits, so {threshold.bound} is no probability here; compare `{compared}.sigmoid()`",
            fix=Fix("Make it a probability", compared.then(".sigmoid()"), safe=False),
            related=(threshold.loss.says("this loss takes it for logits"),),
            proof=thresholded_logits(logits=compared, at=threshold),
            sure=threshold.is_certain,
        )
