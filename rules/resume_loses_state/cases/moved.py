"""Sets the epoch of schedulers, and restores no rate."""

import torch
from torch.optim import lr_scheduler

from training import one_epoch


def stepwise(args, net, loader):
    optimizer = torch.optim.Adam(net.parameters(), lr=args.lr)
    scheduler = lr_scheduler.StepLR(optimizer, 10)
    scheduler.last_epoch = args.first - 1  # suspected: leaves the rate as it is, and `StepLR` goes on from there
    for _ in range(args.first, args.epochs):
        one_epoch(net, optimizer, loader)
        scheduler.step()


class Trainer:
    def __init__(self, net, first):
        self.optimizer = torch.optim.Adam(net.parameters())
        self.scheduler = lr_scheduler.CosineAnnealingLR(self.optimizer, 100)
        self.scheduler.last_epoch = first  # suspected: leaves the rate as it is, and `CosineAnnealingLR` goes on


def computed(args, net, loader):
    optimizer = torch.optim.Adam(net.parameters(), lr=args.lr)
    scheduler = lr_scheduler.LambdaLR(optimizer, lambda epoch: 0.9**epoch)
    scheduler.last_epoch = args.first - 1
    for _ in range(args.first, args.epochs):
        one_epoch(net, optimizer, loader)
        scheduler.step()


def anew(net):
    optimizer = torch.optim.Adam(net.parameters())
    scheduler = lr_scheduler.StepLR(optimizer, 10)
    scheduler.last_epoch = -1
    return optimizer, scheduler
