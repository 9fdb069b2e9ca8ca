"""The same, where a method gives the optimizer its state back."""

import torch


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.Adam(model.parameters())
        self.first_epoch = 0

    def resume(self, path):
        checkpoint = torch.load(path, weights_only=True)
        self.model.load_state_dict(checkpoint["model"])
        self.optimizer.load_state_dict(checkpoint["optimizer"])
        self.first_epoch = checkpoint["epoch"] + 1

    def save(self, path, epoch):
        parts = {"model": self.model.state_dict(), "optimizer": self.optimizer.state_dict()}
        torch.save({**parts, "epoch": epoch}, path)
