"""Trains a line, stops after each epoch, and goes on from the checkpoint that it has written."""

import os
import tempfile

import torch
from torch import nn


def train(path: str, epochs: int) -> float:
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    start = 0
    if os.path.exists(path):
        checkpoint = torch.load(path, map_location="cpu")  # finding: runs any code in the file with PyTorch before 2.6
        model.load_state_dict(checkpoint["model"])
        optimizer.load_state_dict(checkpoint["optimizer"])
        start = checkpoint["epoch"] + 1
    rows = torch.ones(8, 4)
    loss = torch.zeros(())
    for epoch in range(start, start + epochs):
        loss = (model(rows) - 1).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch}, path)
    return loss.item()


def main() -> None:
    torch.manual_seed(0)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "last.pt")
        print(train(path, 2), train(path, 2))


if __name__ == "__main__":
    main()
