"""A model that fills its backbone with pretrained weights knows nothing of the names that a wrapper gives."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, weights):
        super().__init__()
        self.backbone = nn.Linear(4, 4)
        self.head = nn.Linear(4, 1)
        known = self.backbone.state_dict()
        known.update({key: value for key, value in torch.load(weights).items() if key in known})
        self.backbone.load_state_dict(known)

    def forward(self, x):
        return self.head(self.backbone(x))


def train(options, path):
    model = Net(options.weights)
    if options.gpus > 1:
        model = nn.DataParallel(model)
    torch.save(model.state_dict(), path)  # finding: saves keys with the prefix `module.`


def test(options, path):
    model = Net(options.weights)
    model.load_state_dict(torch.load(path))
    return model
