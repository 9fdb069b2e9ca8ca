"""Writes and reads checkpoints, and holds all that belongs to a run."""

import torch


class Run:
    """The model, the optimizer and the scaler of one run, by their names."""

    def __init__(self, **given):
        for name, value in given.items():
            setattr(self, name, value)

    def states(self):
        return {name: part.state_dict() for name, part in self.__dict__.items()}


def save(path, net, optimizer, epoch):
    parts = {"net": net.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch}  # a run keeps the rest
    torch.save(parts, path)


def restore(path, net, optimizer):
    parts = torch.load(path, weights_only=True, map_location="cpu")
    net.load_state_dict(parts["net"])
    optimizer.load_state_dict(parts["optimizer"])
    return parts["epoch"]
