"""A model that one method shards over the ranks, and gives to the one with the loop."""

import torch
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.utils.data import DataLoader, DistributedSampler


class Trainer:
    def __init__(self, rows):
        self.loader = DataLoader(rows, batch_size=8, shuffle=True)  # suspected: gives every rank all samples

    def fit(self, net):
        model = FSDP(net)
        self.optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
        for _ in range(3):
            self.epoch(model)

    def epoch(self, model):
        for x, y in self.loader:
            nn.functional.mse_loss(model(x), y).backward()
            self.optimizer.step()
            self.optimizer.zero_grad()


class Divided(Trainer):
    def __init__(self, rows):
        self.loader = DataLoader(rows, batch_size=8, sampler=DistributedSampler(rows))


class InOneProcess:
    def __init__(self, rows):
        self.loader = DataLoader(rows, batch_size=8, shuffle=True)

    def fit(self, net):
        self.optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
        self.pass_once(net)

    def pass_once(self, model):
        for x, y in self.loader:
            nn.functional.mse_loss(model(x), y).backward()
            self.optimizer.step()
            self.optimizer.zero_grad()
