"""A batch from the beginning of a new epoch, again and again."""

import torch
from torch.utils.data import DataLoader, Dataset


class Rows(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, index):
        return torch.full((4,), float(index))


class Trainer:
    def __init__(self, model, optimizer):
        self.model, self.optimizer = model, optimizer
        self.source = DataLoader(Rows(), batch_size=4, shuffle=True, num_workers=4)
        self.target = DataLoader(Rows(), batch_size=4, shuffle=True)

    def run(self, steps):
        while steps:
            batch = next(iter(self.source))  # finding: `iter(self.source)` restarts the workers and the epoch in every
            self.optimizer.zero_grad()
            self.model(batch).mean().backward()
            self.optimizer.step()
            steps -= 1

    def adapt(self):
        for batch in self.source:
            other = next(iter(self.target))  # finding: `iter(self.target)` restarts the workers and the epoch in every
            (self.model(batch) - self.model(other)).mean().backward()
            self.optimizer.step()


def train(model, optimizer, loader):
    for step in range(100):
        batch, *_ = iter(loader).__next__(), step  # finding: `iter(loader)` restarts the workers and the epoch in every step
        batch = next(iter(loader))  # finding: `iter(loader)` restarts the workers and the epoch in every step, so only
        model(batch).mean().backward()
        optimizer.step()


def main(model, optimizer):
    Trainer(model, optimizer).run(10)
    Trainer(model, optimizer).adapt()
    train(model, optimizer, DataLoader(Rows(), batch_size=4))
