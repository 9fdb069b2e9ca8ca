"""Keeps one of the three things that a step returns, and throws the others away."""

import torch
from torch.utils.data import DataLoader

from soundlab import Engine, get_net

net = get_net(8)
engine = Engine(net, torch.optim.Adam(net.parameters()))
loader = DataLoader(torch.randn(64, 8), batch_size=8)
losses, nears, fars, wholes = [], [], [], []
for epoch in range(4):
    for batch in loader:
        loss, parts = engine.train_step(batch)
        losses.append(loss)  # finding: keeps the graph of every `loss` alive
        nears.append(parts["near"])
        fars.append(parts["far"])
        wholes.append(parts["whole"])  # finding: `wholes` keeps the graph of every
print(len(losses), sum(nears), sum(fars), len(wholes))
