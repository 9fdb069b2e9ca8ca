"""Goes on at the epoch where it was stopped, with a new optimizer."""

import torch
from torch import nn


def train(path, epochs, is_resumed):
    net = nn.Linear(8, 8)
    stepping = torch.optim.Adam(net.parameters())
    start = 0
    if is_resumed:
        found = torch.load(path, weights_only=True)
        net.load_state_dict(found["net"])
        start = found["epoch"] + 1
    for epoch in range(start, epochs):
        print(epoch)
        states = {
            "net": net.state_dict(),
            "stepping": stepping.state_dict(),  # suspected: `stepping.state_dict()` is saved but never restored
            "epoch": epoch,
        }
        torch.save(states, path)
