"""An Accelerator that is told how many passes there are divides each loss by that."""

import torch
from accelerate import Accelerator
from torch import nn


def told(rows):
    accelerator = Accelerator(gradient_accumulation_steps=4)
    net = nn.Linear(4, 2)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    net, optimizer = accelerator.prepare(net, optimizer)
    for number, (x, y) in enumerate(rows):
        loss = nn.functional.cross_entropy(net(x), y)
        accelerator.backward(loss)
        if (number + 1) % 4 == 0:
            optimizer.step()
            optimizer.zero_grad()


def given(accelerator: Accelerator, net, optimizer, rows, every):
    for number, (x, y) in enumerate(rows):
        accelerator.backward(nn.functional.cross_entropy(net(x), y))
        if (number + 1) % every == 0:
            accelerator.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()


def by_hand(net: nn.Module, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for number, (x, y) in enumerate(rows):
        nn.functional.cross_entropy(net(x), y).backward()  # finding: sums gradients over several passes
        if (number + 1) % 32 == 0:
            optimizer.step()
            optimizer.zero_grad()
