"""What torchmetrics and torchtext had, and have no more: names, and calls that need another argument by now.

Read in the sources of torchmetrics 0.7, 0.8, 0.10, 0.11 and 1.9. torchtext 0.9 moved its old datasets and fields to
`torchtext.legacy`, and 0.12 removed that: github.com/pytorch/text, releases v0.9.0 and v0.12.0.
"""

from __future__ import annotations

# The names of metrics before 0.8, and those of now.
RENAMED_METRICS = {
    "F1": "F1Score",
    "FBeta": "FBetaScore",
    "Hinge": "HingeLoss",
    "IoU": "JaccardIndex",
    "MatthewsCorrcoef": "MatthewsCorrCoef",
    "PearsonCorrcoef": "PearsonCorrCoef",
    "PIT": "PermutationInvariantTraining",
    "PSNR": "PeakSignalNoiseRatio",
    "SDR": "SignalDistortionRatio",
    "SI_SDR": "ScaleInvariantSignalDistortionRatio",
    "SI_SNR": "ScaleInvariantSignalNoiseRatio",
    "SNR": "SignalNoiseRatio",
    "SSIM": "StructuralSimilarityIndexMeasure",
    "SpearmanCorrcoef": "SpearmanCorrCoef",
    "WER": "WordErrorRate",
    "functional.f1": "functional.f1_score",
    "functional.fbeta": "functional.fbeta_score",
    "functional.hinge": "functional.hinge_loss",
    "functional.iou": "functional.jaccard_index",
    "functional.pit": "functional.permutation_invariant_training",
    "functional.psnr": "functional.peak_signal_noise_ratio",
    "functional.sdr": "functional.signal_distortion_ratio",
    "functional.si_sdr": "functional.scale_invariant_signal_distortion_ratio",
    "functional.si_snr": "functional.scale_invariant_signal_noise_ratio",
    "functional.snr": "functional.signal_noise_ratio",
    "functional.ssim": "functional.structural_similarity_index_measure",
    "functional.wer": "functional.word_error_rate",
}
# What 0.11 has not any more, and what does the same.
METRICS_OF_BEFORE = {
    "AUC": "use `torchmetrics.utilities.compute.auc`",
    "BinnedAveragePrecision": "use `AveragePrecision` with `thresholds`",
    "BinnedPrecisionRecallCurve": "use `PrecisionRecallCurve` with `thresholds`",
    "BinnedRecallAtFixedPrecision": "use `RecallAtFixedPrecision` with `thresholds`",
    "CoverageError": "use `torchmetrics.classification.MultilabelCoverageError`",
    "LabelRankingAveragePrecision": "use `torchmetrics.classification.MultilabelRankingAveragePrecision`",
    "LabelRankingLoss": "use `torchmetrics.classification.MultilabelRankingLoss`",
    "functional.auc": "use `torchmetrics.utilities.compute.auc`",
    "functional.precision_recall": "call `precision` and `recall`",
}
# Since 0.11 these need to know the task: metrics as their first argument, functions behind predictions and targets.
METRICS_OF_A_TASK = (
    "ROC JaccardIndex CohenKappa StatScores FBetaScore F1Score Accuracy ConfusionMatrix AUROC HammingDistance"
    " Specificity Precision Recall AveragePrecision HingeLoss PrecisionRecallCurve RecallAtFixedPrecision ExactMatch"
).split()
FUNCTIONS_OF_A_TASK = (
    "roc jaccard_index cohen_kappa stat_scores fbeta_score f1_score accuracy confusion_matrix auroc hamming_distance"
    " specificity precision recall average_precision hinge_loss precision_recall_curve exact_match"
).split()
BEHIND_PREDICTIONS_AND_TARGETS = 2
OLD_TEXT_DATA = (
    "Field RawField NestedField ReversibleField SubwordField LabelField Example TabularDataset BucketIterator Iterator"
    " BPTTIterator Batch"
).split()
