"""Splits of a program that loads its checkpoint for an evaluation."""

import torch
from torch import nn
from torch.utils.data import TensorDataset, random_split

dataset = TensorDataset(torch.arange(10.0)[:, None])
random_split(dataset, [8, 2])  # suspected: splits differently in each run
random_split(dataset, [8, 2], torch.Generator())
options = {"generator": torch.Generator()}
random_split(dataset, [8, 2], **options)


def evaluate(path: str, model: nn.Module) -> None:
    model.load_state_dict(torch.load(path, weights_only=True))
