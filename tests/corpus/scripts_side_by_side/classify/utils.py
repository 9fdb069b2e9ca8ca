"""Takes the number of a loss, and turns gradients off to evaluate."""

import torch


def keep(kept, loss):
    kept.append(loss.item())


@torch.no_grad()
def evaluate(net, loader):
    net.eval()
    right = sum((net(x).argmax(1) == y).sum() for x, y in loader)
    net.train()
    return int(right)
