"""Annotations say of what class the elements are."""

from typing import Any

import torch
from torchmetrics import Metric


def to_device(metrics: dict[str, Metric], weights: dict[str, torch.Tensor], rest: dict[str, Any], device):
    for metric in metrics.values():
        metric = metric.to(device)
    for weight in weights.values():
        weight = weight.to(device)  # suspected: iterate over `weights.items()`
    for one in rest.values():
        one = one.to(device)  # suspected: iterate over `rest.items()`
    return metrics, weights, rest
