"""The backward of a scaled loss is the caller's; the clip and the scaler's step are here."""

import torch
from torch import nn
from torch.cuda.amp import GradScaler


class Trainer:
    def __init__(self, net: nn.Module):
        self.net = net
        self.optimizer = torch.optim.Adam(net.parameters())
        self.scaler = GradScaler()

    def scale(self, loss):
        return self.scaler.scale(loss)

    def update(self):
        nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)  # finding: call `self.scaler.unscale_(self.optimizer)`
        self.scaler.step(self.optimizer)
        self.scaler.update()
        self.optimizer.zero_grad()


def apply(net: nn.Module, optimizer: torch.optim.Optimizer, scaler: GradScaler):
    nn.utils.clip_grad_norm_(net.parameters(), 0.5)  # suspected: call `scaler.unscale_(optimizer)` first
    scaler.step(optimizer)
    scaler.update()


class SwitchedOff:
    def __init__(self, net: nn.Module):
        self.net = net
        self.optimizer = torch.optim.Adam(net.parameters())
        self.scaler = GradScaler(enabled=False)

    def update(self):
        nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
        self.scaler.step(self.optimizer)
        self.scaler.update()


class TwoOptimizers:
    """What is clipped was never scaled."""

    def __init__(self, net: nn.Module, head: nn.Module):
        self.net, self.head = net, head
        self.optimizer = torch.optim.Adam(net.parameters())
        self.of_head = torch.optim.Adam(head.parameters())
        self.scaler = GradScaler()

    def update(self):
        nn.utils.clip_grad_norm_(self.head.parameters(), 0.5)
        self.of_head.step()
        self.scaler.step(self.optimizer)
        self.scaler.update()


class ByHand:
    def __init__(self, net: nn.Module):
        self.net = net
        self.optimizer = torch.optim.Adam(net.parameters())
        self.scaler = GradScaler()

    def update(self):
        for parameter in self.net.parameters():
            parameter.grad /= self.scaler.get_scale()
        nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
        self.scaler.step(self.optimizer)


class WithTheScale:
    def __init__(self, net: nn.Module):
        self.net = net
        self.optimizer = torch.optim.Adam(net.parameters())
        self.scaler = GradScaler()

    def limit(self):
        return 0.5 * self.scaler.get_scale()

    def update(self):
        limit = self.limit()
        nn.utils.clip_grad_norm_(self.net.parameters(), limit)
        self.scaler.step(self.optimizer)
        self.scaler.update()
