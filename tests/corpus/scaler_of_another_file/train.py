"""Trains in half precision, and goes on where it was stopped."""

import keeping
import torch
from torch import nn


def main(folder="runs", last=1000):
    net = nn.Linear(8, 4).cuda()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cuda")
    step = keeping.restore(folder, net, optimizer)
    while step < last:
        optimizer.zero_grad()
        with torch.autocast("cuda"):
            loss = net(torch.randn(16, 8, device="cuda")).square().mean()
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        step += 1
    keeping.save(folder, net, optimizer, step)


main()
