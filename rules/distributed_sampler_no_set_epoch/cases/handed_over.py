"""Loaders that an object is given which goes through them."""

import torch
from torch import nn
from torch.utils.data import DataLoader, DistributedSampler


class Trainer:
    def __init__(self, model, batches, optimizer):
        self.model, self.batches, self.optimizer = model, batches, optimizer

    def _pass(self):
        for inputs, targets in self.batches:
            self.optimizer.zero_grad()
            nn.functional.cross_entropy(self.model(inputs), targets).backward()
            self.optimizer.step()

    def train(self, epochs):
        for epoch in range(epochs):
            self._pass()


class Scorer:
    def __init__(self, model, batches):
        self.model, self.batches = model, batches

    @torch.no_grad()
    def score(self, times):
        for number in range(times):
            print(number, [self.model(inputs).argmax(1).eq(targets).sum() for inputs, targets in self.batches])


def divided(dataset):
    return DataLoader(dataset, batch_size=8, sampler=DistributedSampler(dataset))  # finding: shuffles in the same order


def main(rank, dataset, model, optimizer, epochs):
    Trainer(model.to(rank), divided(dataset), optimizer).train(epochs)


def look(dataset, model):
    Scorer(model, DataLoader(dataset, sampler=DistributedSampler(dataset))).score(3)
