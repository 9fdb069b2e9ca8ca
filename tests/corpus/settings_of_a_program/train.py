"""Reads the losses from settings, with the right kind of numbers for each or not."""

import torch
from torch import nn

from config import Losses, easier, easy, load, plain

network = nn.Linear(4, 2)
settings = load("settings.yaml")
losses = Losses()


def step(x, y):
    logits = network(x)
    probabilities = logits.softmax(1)
    return (
        easy.train.loss(probabilities, y)  # finding: `CrossEntropyLoss` applies softmax itself
        + easier.parts.loss(probabilities, y)  # finding: NLLLoss
        + plain.loss(logits.sigmoid(), y)  # finding: sigmoid
        + losses.first(probabilities, y) * losses.weight  # finding: `CrossEntropyLoss` applies softmax itself
    )


def right_step(x, y):
    logits = network(x)
    return (
        easy.train.loss(logits, y)
        + easier.parts.loss(logits.log_softmax(1), y)
        + plain.loss(logits, y)
        + losses.first(logits, y) * settings.TRAIN.WEIGHT
    )


print(step(torch.randn(2, 4), torch.tensor([0, 1])), right_step(torch.randn(2, 4), torch.tensor([0, 1])))
