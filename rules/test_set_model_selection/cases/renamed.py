"""Validation data that is the test set under another name, and scores that are given to what keeps the best epoch."""

import torch
import torchvision
from torch import nn
from torch.utils.data import DataLoader, Subset

from early import EarlyStopping

net = nn.Linear(3 * 32 * 32, 10)


class Trainer:
    def __init__(self, ratio, size):
        self.train_set = torchvision.datasets.CIFAR10("data", train=True)
        self.test_set = torchvision.datasets.CIFAR10("data", train=False)
        if ratio > 0:
            self.val_set = Subset(self.train_set, range(int(ratio * 50000)))
        else:
            self.val_set = self.test_set  # finding: `self.val_set` is the test set, `self.test_set`, and decides
        self.val_loader = DataLoader(self.val_set, batch_size=size)
        self.test_loader = DataLoader(self.test_set, batch_size=size)

    def validate(self, val_loader):
        net.eval()
        total = 0
        with torch.no_grad():
            for x, y in val_loader:
                total += (net(x.flatten(1)).argmax(1) == y).sum().item()
        return total

    def fit(self, epochs):
        max_hits = 0
        early_stopping = EarlyStopping(patience=5)
        for _ in range(epochs):
            hits = self.validate(self.val_loader)
            if hits > max_hits:
                max_hits = hits
                torch.save(net.state_dict(), "net.pt")
            early_stopping(hits, net, "stopped.pt")

    def fit_by_test(self, epochs):
        max_hits = 0
        early_stopping = EarlyStopping(patience=5)
        for _ in range(epochs):
            val_hits = self.validate(self.test_loader)
            early_stopping(-val_hits, net, "stopped.pt")  # finding: val_hits` is measured on `self.test_loader`
            if val_hits > max_hits:  # finding: val_hits` is measured on `self.test_loader`
                max_hits = val_hits
                torch.save(net.state_dict(), "net.pt")


def loaders(parts, size):
    test_rows = torchvision.datasets.SVHN("data", split="test")
    valid_loader = DataLoader(dataset=test_rows, batch_size=size)  # finding: `valid_loader` is the test set
    test_loader = DataLoader(test_rows, batch_size=size)
    val_part = DataLoader(Subset(test_rows, parts), batch_size=size)
    val_draws = DataLoader(test_rows, sampler=parts, batch_size=size)
    return valid_loader, test_loader, val_part, val_draws


def by_name(test_dataset):
    dev_loader = DataLoader(test_dataset)  # suspected: `dev_loader` is the test set, `test_dataset`
    return dev_loader


def main(epochs):
    trainer = Trainer(0.0, 32)
    trainer.fit(epochs)
    trainer.fit_by_test(epochs)
