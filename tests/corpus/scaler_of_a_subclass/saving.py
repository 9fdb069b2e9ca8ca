"""A trainer that writes and reads checkpoints, and that others are made from."""

import torch


class Trainer:
    def __init__(self, net, optimizer, schedule):
        self.net, self.optimizer, self.schedule = net, optimizer, schedule
        self.epoch = 0

    def save(self, path):
        parts = {
            "net": self.net.state_dict(),
            "optimizer": self.optimizer.state_dict(),  # finding: without `self.scaler`
            "epoch": self.epoch,
        }
        torch.save(parts, path)

    def restore(self, path):
        parts = torch.load(path, weights_only=True, map_location="cpu")
        self.net.load_state_dict(parts["net"])
        self.optimizer.load_state_dict(parts["optimizer"])
        self.epoch = parts["epoch"]
        self.schedule.last_epoch = self.epoch
