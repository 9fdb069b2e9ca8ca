"""Finds its files by way of sys.path: nobody can say whose utils.py is meant, but the nearest that fits."""

import os
import sys

sys.path.append(os.path.join(os.path.dirname(__file__), "..", "regress"))
sys.path.insert(0, "../../elsewhere")

import torch
from torch import nn
from torch.utils.data import DataLoader

from models import Net
from utils import keep
from losses_of_elsewhere import total_loss

net = Net()
losses = []
for x in DataLoader(torch.randn(8, 8), batch_size=2):
    loss = total_loss(net(x), x)
    nn.functional.cross_entropy(net(x), x.argmax(1)).backward()
    keep(losses, loss.item())
print(sum(losses))
