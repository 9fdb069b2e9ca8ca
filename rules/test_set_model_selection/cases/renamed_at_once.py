"""Validation data that is made of a dataset's test set, and a test set that is split for both."""

import torch
from torch import nn
from torch.utils.data import DataLoader, random_split
from torchvision import datasets


def loaders(size):
    val_set = datasets.CIFAR10("data", train=False)  # suspected: `val_set` is the test set
    valid_loader = DataLoader(datasets.SVHN("data", split="test"), batch_size=size)  # suspected: is the test set
    held_val = datasets.CIFAR100("data", train=False)
    held_val_part, last_part = random_split(held_val, [5000, 5000])
    val_rows = datasets.MNIST("data", train=True)
    return DataLoader(val_set, batch_size=size), valid_loader, held_val_part, last_part, val_rows


def fit(net: nn.Module, train_loader, val_loader, measure, epochs):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    best_acc = 0.0
    for _ in range(epochs):
        for x, y in train_loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(net(x), y).backward()
            optimizer.step()
        acc = measure(net, val_loader)
        if acc > best_acc:
            best_acc = acc
            torch.save(net.state_dict(), "net.pt")
