"""A wrapper that only machines with several GPUs put around a model: elsewhere it has no `module`."""

import torch
from torch import nn


def train(path):
    model = nn.Linear(8, 2)
    if torch.cuda.device_count() > 1:
        model = nn.DataParallel(model)
    torch.save(model.state_dict(), path)  # finding: save the model that was wrapped
