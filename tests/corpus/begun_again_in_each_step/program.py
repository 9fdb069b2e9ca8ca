"""Batches that a method or a function takes: of a loader that it starts again, or of an iterator that is kept."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Trainer:
    def __init__(self, model, loader, val):
        self.model, self.loader, self.val = model, loader, val
        self.batches = iter(loader)
        self.optimizer = torch.optim.Adam(model.parameters())

    def first_batch(self):
        return next(iter(self.loader))  # finding: restarts the workers and the epoch in every step

    def batch(self):
        try:
            return next(self.batches)
        except StopIteration:
            self.batches = iter(self.loader)
            return next(self.batches)

    def look(self):
        return next(iter(self.val))

    def step(self, x, y):
        self.optimizer.zero_grad()
        nn.functional.cross_entropy(self.model(x), y).backward()
        self.optimizer.step()

    def fit_on_first_batches(self, steps):
        for _ in range(steps):
            x, y = self.first_batch()
            self.step(x, y)

    def fit(self, steps):
        for step in range(steps):
            x, y = self.batch()
            self.step(x, y)
            if step % 100 == 0:
                print(self.look())

    def first(self):
        x, y = self.look()
        print(x.shape)


def take(loader):
    return next(iter(loader))  # finding: restarts the workers and the epoch in every step


def train(model, loader, optimizer):
    for _ in range(100):
        x, y = take(loader)
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()


def main():
    model = nn.Linear(4, 2)
    rows = TensorDataset(torch.randn(8, 4), torch.zeros(8).long())
    loader = DataLoader(rows, batch_size=2, shuffle=True)
    trainer = Trainer(model, loader, loader)
    trainer.fit_on_first_batches(10)
    trainer.fit(10)
    trainer.first()
    train(model, loader, torch.optim.Adam(model.parameters()))


main()
