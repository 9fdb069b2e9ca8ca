"""A base class whose constructor is called by its name, and contexts of libraries: neither sets a mode."""

import torch
import torch.nn.functional as F
from accelerate import Accelerator
from torch import nn
from torch.utils.data import DataLoader

accelerator = Accelerator(gradient_accumulation_steps=4)
train_loader, test_loader = DataLoader([]), DataLoader([])


class Layers(nn.Module):
    def __init__(self, width):
        nn.Module.__init__(self)
        self.layers = nn.Sequential(nn.Linear(8, width), nn.ReLU(), nn.Dropout(0.2), nn.Linear(width, 2))

    def forward(self, x):
        return self.layers(x)


class Wide(Layers):
    def __init__(self):
        Layers.__init__(self, 64)


def correct(net, loader):
    total = 0
    with torch.no_grad():
        for rows, labels in loader:
            total += (net(rows).argmax(1) == labels).sum().item()  # finding: `net` is evaluated in train mode
    return total


wide = Wide()
optimizer = torch.optim.Adam(wide.parameters())
for rows, labels in train_loader:
    with accelerator.accumulate(wide):
        accelerator.backward(F.cross_entropy(wide(rows), labels))
        optimizer.step()
        optimizer.zero_grad()
print(correct(wide, test_loader))


def evaluate(net, loader):
    net.eval()
    total = 0
    with torch.no_grad():
        for rows, labels in loader:
            total += (net(rows).argmax(1) == labels).sum().item()
    return total


print(evaluate(wide, test_loader))
