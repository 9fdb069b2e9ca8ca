"""Trains in half precision if the settings say so."""

import keeping
import torch
from torch import nn


def main(settings):
    net = nn.Linear(8, 4).cuda()
    optim_net = torch.optim.SGD(net.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cuda", enabled=settings.half)
    for epoch in range(keeping.restore("last.pt", net, optim_net), settings.epochs):
        one_epoch(net, optim_net, scaler)
        keeping.save("last.pt", net, optim_net, epoch)


def one_epoch(net, optim_net, scaler):
    optim_net.zero_grad()
    loss = net(torch.randn(16, 8, device="cuda")).square().mean()
    scaler.scale(loss).backward()
    scaler.step(optim_net)
    scaler.update()


main(keeping.Settings(half=True, epochs=9))
