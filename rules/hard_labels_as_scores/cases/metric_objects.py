"""Metrics of torchmetrics and torcheval, as functions and as objects."""

import torch
import torchmetrics
from torch import nn
from torcheval.metrics import BinaryAUPRC
from torcheval.metrics.functional import binary_auroc
from torchmetrics.classification import BinaryAUROC, BinaryF1Score
from torchmetrics.functional.classification import binary_average_precision, multiclass_roc


def by_function(logits, y):
    binary_average_precision(logits.argmax(1).float(), y)  # finding: the average precision has a single threshold
    binary_average_precision(logits[:, 1], y)
    multiclass_roc(logits, y, num_classes=2)
    binary_auroc(input=(logits[:, 1] > 0).float(), target=y)  # finding: the AUC is only the balanced accuracy
    return torchmetrics.functional.auroc(preds=logits.argmax(1).float(), target=y, task="binary")  # finding: the AUC


class Classifier(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.head = nn.Linear(4, 2)
        self.auroc = BinaryAUROC().to(device)
        self.f1 = BinaryF1Score()

    def validation_step(self, batch):
        x, y = batch
        logits = self.head(x)
        chosen = logits.argmax(1)
        self.f1(chosen, y)
        self.auroc(logits[:, 1], y)
        self.auroc.update(chosen.float(), y)  # finding: the AUC is only the balanced accuracy


def of_objects(loader, model):
    metric = BinaryAUPRC()
    for x, y in loader:
        metric.update(torch.round(model(x)), y)  # finding: the average precision has a single threshold
        metric.update(model(x), y)
    return torchmetrics.AUROC(task="binary")(torch.ones(3) > 0.5, torch.ones(3))  # finding: the AUC is only
