"""An optimizer that code of another package lets step, and gradients that are for nobody's steps."""

import torch
import torch.nn.functional as F
from elsewhere import advance
from torch import nn
from torch.utils.data import DataLoader


def correct(net, loader):
    net.eval()
    with torch.no_grad():
        return sum((net(rows).argmax(1) == labels).sum().item() for rows, labels in loader)


def train(loader: DataLoader, held_out: DataLoader, epochs):
    net = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Dropout(0.2), nn.Linear(8, 2))
    optimizer = torch.optim.Adam(net.parameters())
    for epoch in range(epochs):  # suspected: `net` trains in eval mode from the second iteration on; call
        for rows, labels in loader:
            optimizer.zero_grad()
            F.cross_entropy(net(rows), labels).backward()
            advance(optimizer)
        print(correct(net, held_out))


# The gradients say which of the inputs matter.
def explain(loader: DataLoader, held_out: DataLoader, epochs):
    net = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Dropout(0.2), nn.Linear(8, 2))
    for epoch in range(epochs):
        for rows, labels in loader:
            rows.requires_grad_()
            F.cross_entropy(net(rows), labels).backward()
            print(rows.grad.abs().max(0))
        print(correct(net, held_out))
