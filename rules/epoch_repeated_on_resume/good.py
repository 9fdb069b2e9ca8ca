"""Trains for six epochs in two runs, the second of which resumes from the checkpoint of the first."""

import os
import tempfile

import torch
from torch import nn

LAST = os.path.join(tempfile.mkdtemp(), "last.pt")
torch.manual_seed(0)
x = torch.randn(64, 4)
y = x.sum(dim=1, keepdim=True)
trained = []


def train_epoch(model, optimizer, epoch):
    loss = nn.functional.mse_loss(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    trained.append(epoch)


def run(epochs):
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    start = 0
    if os.path.exists(LAST):
        checkpoint = torch.load(LAST, map_location="cpu", weights_only=True)
        model.load_state_dict(checkpoint["model"])
        optimizer.load_state_dict(checkpoint["optimizer"])
        start = checkpoint["epoch"] + 1
    for epoch in range(start, epochs):
        train_epoch(model, optimizer, epoch)
        states = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch}
        torch.save(states, LAST)


run(3)
run(6)
print("trained:", trained)
