"""accelerate divides a loss by the number of passes that it is told, and by none that it is not told."""

import torch
from accelerate import Accelerator
from torch import nn
from torch.utils.data import DataLoader


def by_hand(rows):
    accelerator = Accelerator()
    net = nn.Linear(4, 2)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    loader = DataLoader(rows, batch_size=4, shuffle=True)
    net, optimizer, loader = accelerator.prepare(net, optimizer, loader)
    for number, (x, y) in enumerate(loader):
        loss = nn.functional.cross_entropy(net(x), y)
        accelerator.backward(loss)  # suspected: sums gradients over several passes
        if (number + 1) % 4 == 0:
            optimizer.step()
            optimizer.zero_grad()


def clipped(rows):
    accelerator = Accelerator(mixed_precision="bf16")
    net = nn.Linear(8, 2)
    optimizer = torch.optim.AdamW(net.parameters())
    net, optimizer = accelerator.prepare(net, optimizer)
    for number, (x, y) in enumerate(rows):
        accelerator.backward(nn.functional.cross_entropy(net(x), y))  # suspected: sums gradients over several passes
        if (number + 1) % 8 == 0:
            accelerator.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()


def of_one_size(rows):
    accelerator = Accelerator()
    net = nn.Linear(4, 2)
    optimizer = torch.optim.AdamW(net.parameters())
    net, optimizer = accelerator.prepare(net, optimizer)
    for number, (x, y) in enumerate(rows):
        accelerator.backward(nn.functional.cross_entropy(net(x), y))
        if (number + 1) % 8 == 0:
            optimizer.step()
            optimizer.zero_grad()
