"""Writes the optimizer's state beside the weights, and reads neither."""

import torch


def train(net, path, step):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    rates = torch.optim.lr_scheduler.StepLR(optimizer, 3)
    for _ in range(9):
        step(net, optimizer)
        print("step")
        rates.step()
    torch.save({"net": net.state_dict(), "optimizer": optimizer.state_dict()}, path)
