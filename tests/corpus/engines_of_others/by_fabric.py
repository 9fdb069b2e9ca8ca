"""The same by Lightning's Fabric."""

import torch
from lightning import Fabric
from torch import nn
from torch.utils.data import DataLoader


def fit(rows):
    fabric = Fabric(devices=2)
    net = nn.Linear(12, 3)
    net, optimizer = fabric.setup(net, torch.optim.AdamW(net.parameters()))
    curve = 0.0
    for features, kinds in fabric.setup_dataloaders(DataLoader(rows, 16, shuffle=True, num_workers=2)):
        loss = nn.functional.cross_entropy(net(features), kinds)
        fabric.backward(loss)
        optimizer.step()  # finding: applies the gradients of all earlier steps again
        curve += loss  # finding: `curve` keeps the graph of every `loss` alive
    fabric.print(curve)
