"""Metrics chosen by name: some give plain numbers, some tensors with their graphs."""

import torch
from torch import nn
from torch.nn import functional as F

METRICS = {}


def metric(function):
    METRICS[function.__name__] = function
    return function


@metric
def error(scores, labels):
    return F.cross_entropy(scores, labels).item()


@metric
def margin(scores, labels):
    best = scores.topk(2, dim=1).values
    return (best[:, 0] - best[:, 1]).mean()


def validate(model, loader, name):
    model.eval()
    total = 0.0
    for inputs, labels in loader:
        total += METRICS[name](model(inputs), labels)  # suspected: `total` keeps the graph  # refuted
    print(f"{name}: {total / len(loader):.4f}")


def watch(model, loader, name):
    model.eval()
    total = 0.0
    for inputs, labels in loader:
        total += METRICS[name](model(inputs), labels)  # suspected: `total` keeps the graph
    print(f"{name}: {total / len(loader):.4f}")


torch.manual_seed(0)
classifier = nn.Linear(8, 3)
batches = [(torch.randn(16, 8), torch.randint(3, (16,))) for _ in range(6)]
validate(classifier, batches, "error")
watch(classifier, batches, "margin")
