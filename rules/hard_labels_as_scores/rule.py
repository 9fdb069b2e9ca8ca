from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(
    group="evaluation",
    severity="warning",
    symptoms="accuracy-at-chance",
    words="roc_auc_score average_precision_score roc_curve precision_recall_curve det_curve log_loss brier_score_loss "
    "auroc AUROC average_precision AveragePrecision auprc AUPRC ROC roc PrecisionRecallCurve "
    "prediction_scores",
    preview=True,
)
def check(file: File) -> Findings:
    """`roc_auc_score` and `log_loss` need scores to rank; labels from `argmax` or a threshold have one threshold."""
    if testing.is_part_of_tests(file):
        return  # a test may ask for the score of labels
    for labels in detect.labels(file):
        yield finding(
            labels,
            f"`{labels}` holds labels, so {labels.effect}; pass {labels.instead}",
            related=(labels.decision.says("decided on here"),) if labels.decision is not None else (),
        )
