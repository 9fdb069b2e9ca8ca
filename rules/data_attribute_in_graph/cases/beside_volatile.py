"""Autograd never saw changes made through `.data`, not even where inputs were still `volatile`."""

import torch
from torch import nn
from torch.autograd import Variable


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        gate = torch.sigmoid(self.layer(x))
        gate.data.clamp_(min=0.1)  # finding: changes `gate` without autograd seeing it
        return x * gate


def train(model, optimizer, loader):
    for x in loader:
        loss = model(Variable(x)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def validate(model, loader):
    return sum(model(Variable(x, volatile=True)).pow(2).mean().item() for x in loader)


model = Gate()
batches = [torch.randn(2, 4) for _ in range(3)]
train(model, torch.optim.SGD(model.parameters(), lr=0.1), batches)
print(validate(model, batches))
