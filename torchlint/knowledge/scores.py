"""Functions and classes that score how samples are ranked, or how likely each is: all of them need numbers to rank."""

from __future__ import annotations

import re
from typing import Literal

# What each needs the numbers for: a curve over all thresholds, the area under one, or the probabilities themselves.
Kind = Literal["curve", "area", "precision", "log", "square"]

# Functions of scikit-learn by their last names, all of which take (y_true, y_score), and what the numbers are called.
_SCIKIT: dict[Kind, str] = {
    "area": "roc_auc_score",
    "precision": "average_precision_score",
    "curve": "roc_curve precision_recall_curve det_curve",
    "log": "log_loss",
    "square": "brier_score_loss",
}
SCIKIT_SCORES: dict[str, Kind] = {name: kind for kind, names in _SCIKIT.items() for name in names.split()}
SCIKIT_KEYWORDS = ("y_score", "y_pred", "y_prob", "y_proba", "probas_pred")
# What `evaluate.load("roc_auc").compute` calls them; no other metric of evaluate does.
EVALUATE_KEYWORD = "prediction_scores"
# Classes of scikit-learn whose `predict` gives labels.
SCIKIT_CLASSIFIERS = re.compile(r"^sklearn\..*(Classifier|LogisticRegression|LogisticRegressionCV|SVC|NB)$")
# Functions of torchmetrics and torcheval, which take (preds, target), by what is left without "binary_" and the like.
_TENSORS: dict[Kind, str] = {
    "area": "auroc",
    "precision": "average_precision auprc",
    "curve": "roc precision_recall_curve",
}
TENSOR_SCORES: dict[str, Kind] = {name: kind for kind, names in _TENSORS.items() for name in names.split()}
TENSOR_KEYWORDS = ("preds", "input")
# The classes of the same; torcheval's BinaryPrecisionRecallCurve is one of torchmetrics', too.
_CLASSES: dict[Kind, str] = {
    "area": "AUROC",
    "precision": "AveragePrecision AUPRC",
    "curve": "ROC PrecisionRecallCurve",
}
SCORE_CLASSES: dict[str, Kind] = {name: kind for kind, names in _CLASSES.items() for name in names.split()}
TASKS = ("binary_", "multiclass_", "multilabel_", "Binary", "Multiclass", "Multilabel")
# Functions that keep labels what they are, one label for each, besides those that reshape, move or cast: of NumPy,
# scikit-learn and pandas.
KEEPS_LABELS = frozenset(
    "array asarray asanyarray ascontiguousarray from_numpy tensor as_tensor Tensor FloatTensor LongTensor IntTensor "
    "float float32 float64 int int8 int32 int64 long double half bool byte bool_ list tuple Series DataFrame "
    "label_binarize one_hot get_dummies to_categorical astype tolist numpy to_numpy copy item squeeze ravel flatten "
    "reshape expand_dims atleast_1d gather all_gather gather_for_metrics nested_concat logical_not type fromiter "
    "Variable cat concat concatenate hstack vstack stack append chain from_iterable".split()
)
# Among them, those that join several.
JOINS_LABELS = frozenset("cat concat concatenate hstack vstack stack append chain".split())
# Attributes of arrays and tensors that hold the same labels.
KEEPS_LABELS_AS_ATTRIBUTES = frozenset(("data", "T", "mT", "values", "real"))
# Arrays of a size, whose numbers are written later.
FILLED_LATER = frozenset(("empty", "zeros", "ones", "full"))
# Containers and arrays that hold nothing yet, or only what is overwritten.
MAKES_EMPTY = frozenset("list array asarray empty zeros ones full tensor Tensor FloatTensor LongTensor deque".split())
