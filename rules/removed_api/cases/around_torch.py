"""Metrics and readers of texts that torchmetrics and torchtext do not have any more, or that need to know the task."""

import torch
import torchmetrics
import torchtext
import torchvision.transforms.functional as F
from torchmetrics import Accuracy, F1Score
from torchmetrics import IoU  # finding: `torchmetrics.IoU` fails since torchmetrics 0.8
from torchmetrics.classification import MulticlassAccuracy
from torchmetrics.functional import accuracy
from torchtext.data import BucketIterator  # finding: `torchtext.data.BucketIterator` fails since torchtext 0.9
from torchtext.data.utils import get_tokenizer
from torchvision.transforms.functional_tensor import rgb_to_grayscale  # finding: has been removed


def metrics(classes, options):
    return [
        Accuracy(num_classes=classes),  # finding: `Accuracy(...)` without `task` fails since torchmetrics 0.11
        Accuracy(task="multiclass", num_classes=classes),
        F1Score("multiclass", num_classes=classes),
        torchmetrics.F1Score(**options),
        torchmetrics.AUC(),  # finding: `torchmetrics.AUC` fails since torchmetrics 0.11
        MulticlassAccuracy(classes),
        IoU(classes),
    ]


def share(scores, targets):
    first = accuracy(scores, targets)  # finding: `accuracy(...)` without `task` fails since torchmetrics 0.11
    return first + accuracy(scores, targets, "binary") + torchmetrics.functional.mean_squared_error(scores, targets)


def fields(path):
    text = torchtext.data.Field(lower=True)  # finding: `torchtext.data.Field` fails since torchtext 0.9
    return text, get_tokenizer("basic_english"), BucketIterator(path)


def gray(image: torch.Tensor) -> torch.Tensor:
    return rgb_to_grayscale(image) + F.rgb_to_grayscale(image)
