"""What belongs to an experiment: which loss, which optimizer, and for how long."""

import torch
from torch import nn
from trainer import Trainer


def experiment(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    return Trainer(model, nn.CrossEntropyLoss(), optimizer).fit(loader, epochs=20)
