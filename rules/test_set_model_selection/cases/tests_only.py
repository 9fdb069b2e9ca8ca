"""A program that tests what another one has trained, and keeps the better of two files of weights."""

import torch
import torchvision
from torch import nn
from torch.utils.data import DataLoader

test_loader = DataLoader(torchvision.datasets.CIFAR10("data", train=False))


def hits_of(model):
    with torch.no_grad():
        return sum((model(x.flatten(1)).argmax(1) == y).sum().item() for x, y in test_loader)


def main(paths):
    best = 0
    for path in paths:
        net = nn.Linear(3 * 32 * 32, 10)
        net.load_state_dict(torch.load(path))
        hits = hits_of(net.eval())
        if hits > best:
            best = hits
            torch.save(net.state_dict(), "best.pt")


main(["one.pt", "two.pt"])
