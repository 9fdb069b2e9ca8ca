"""Writes and reads checkpoints, and holds the settings."""

import torch


class Settings:
    def __init__(self, **given):
        for name, value in given.items():
            setattr(self, name, value)

    def items(self):
        return self.__dict__.items()


def save(path, net, optimizer, epoch):
    parts = {"net": net.state_dict(), "epoch": epoch}
    parts["optimizer"] = optimizer.state_dict()  # suspected: without `scaler`
    torch.save(parts, path)


def restore(path, net, optimizer):
    parts = torch.load(path, weights_only=True, map_location="cpu")
    net.load_state_dict(parts["net"])
    optimizer.load_state_dict(parts["optimizer"])
    return parts["epoch"]
