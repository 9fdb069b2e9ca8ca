"""Writes and reads the checkpoints of all programs of this folder."""

import os

import torch


def save(folder, net, optimizer, step):
    parts = {"net": net.state_dict(), "optimizer": optimizer.state_dict(), "step": step}  # finding: without `scaler`
    torch.save(parts, os.path.join(folder, "last.pt"))


def restore(folder, net, optimizer):
    path = os.path.join(folder, "last.pt")
    if not os.path.exists(path):
        return 0
    parts = torch.load(path, weights_only=True, map_location="cpu")
    net.load_state_dict(parts["net"])
    optimizer.load_state_dict(parts["optimizer"])
    return parts["step"]
