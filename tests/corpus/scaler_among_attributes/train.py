"""Trains in half precision, and keeps the whole run."""

import keeping
import torch
from torch import nn


def main(epochs):
    net = nn.Linear(8, 4).cuda()
    optim_net = torch.optim.SGD(net.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cuda")
    for epoch in range(keeping.restore("last.pt", net, optim_net), epochs):
        one_epoch(net, optim_net, scaler)
        keeping.save("last.pt", net, optim_net, epoch)


def one_epoch(net, optim_net, scaler):
    optim_net.zero_grad()
    loss = net(torch.randn(16, 8, device="cuda")).square().mean()
    scaler.scale(loss).backward()
    scaler.step(optim_net)
    scaler.update()


main(3)
