"""The torchvision that is pinned goes with PyTorch 1.8: models have no `weights` yet, and it loads all that a pickle holds."""

import torch
from torchvision import models


def network(path):
    body = models.resnet18(pretrained=True)
    body.load_state_dict(torch.load(path))  # finding: on PyTorch < 2.6
    return body
