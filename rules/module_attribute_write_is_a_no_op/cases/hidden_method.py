"""The method `requires_grad_` is replaced by a flag."""

from torch import nn


def build(device):
    model = nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.1)).to(device)
    model.eval()
    model.requires_grad_ = False  # finding: write `model.requires_grad_(False)`
    return model


def freeze():
    encoder = nn.Linear(4, 4)
    for weight in encoder.parameters():
        weight.requires_grad_ = False  # finding: write `weight.requires_grad_(False)`
    return encoder


def freeze_given(given):
    given.requires_grad_ = False  # suspected: write `given.requires_grad_(False)`


class Settings:
    def __init__(self):
        self.requires_grad_ = False


def innocent(flag):
    model = nn.Linear(2, 2)
    model.requires_grad_(False)
    model.bias.requires_grad = True
    replaced = nn.Linear(2, 2)
    replaced.requires_grad_ = lambda flag=True: replaced
    return model, replaced
