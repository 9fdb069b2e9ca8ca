"""A variable called `module` is not the model in a wrapper."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


class Writer(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(8, 8)

    def forward(self, x):
        return self.layer(x)

    def write(self, x):
        return self.layer(x).argmax(1)


def train(path, batches):
    model = DDP(Writer())
    for module in model.modules():
        print(module)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in batches:
        optimizer.zero_grad()
        model(x).pow(2).mean().backward()
        optimizer.step()
    torch.save(model.state_dict(), path)  # finding: saves keys with the prefix `module.`
