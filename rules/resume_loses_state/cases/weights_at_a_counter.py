"""Go on at an epoch or step that a file's name or a setting tells, with the weights alone."""

import os

import torch
from torch import nn


def train(net, loader, optimizer, first_epoch, last):
    for epoch in range(first_epoch, last):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.mse_loss(net(x), y).backward()
            optimizer.step()
        torch.save(net.state_dict(), f"epoch-{epoch}.pt")


def by_file_name(net, loader, folder):
    optimizer, first_epoch = torch.optim.Adam(net.parameters()), 0
    optimizer.step()
    found = sorted(os.listdir(folder))
    if found:
        path = os.path.join(folder, found[-1])
        first_epoch = int(os.path.basename(path).split("-")[1].split(".")[0]) + 1
        net.load_state_dict(torch.load(path, weights_only=True))  # finding: resumes with weights alone
    train(net, loader, optimizer, first_epoch, 10)


def to_fine_tune(net, loader, folder):
    """Starts a training of its own, and says which layer to freeze up to by the file's name."""
    optimizer = torch.optim.Adam(net.parameters())
    path = os.path.join(folder, "width-64.pt")
    width = int(os.path.basename(path).split("-")[1].split(".")[0])
    net.load_state_dict(torch.load(path, weights_only=True))
    train(net, loader, optimizer, 0, width)
