"""Saves and restores everything but the scaler."""

import torch
from torch import nn

from engine import train_epoch


def run(rows, path, is_resumed):
    model = nn.Linear(4, 1).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cuda")
    if is_resumed:
        state = torch.load(path, map_location="cpu", weights_only=True)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
    for _ in range(10):
        train_epoch(model, rows, optimizer, scaler=scaler)
        torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict()}, path)  # finding: without `scaler`


if __name__ == "__main__":
    run([torch.rand(8, 4).cuda()], "last.pt", is_resumed=False)
